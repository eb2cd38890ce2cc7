"""The command ``map`` at the prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable.model.action import ActionError
from sandtable_console.completion import candidates
from sandtable_console.line_check import check
from sandtable_console.nearby import place_of, places
from sandtable_pictures import layout, styled
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]


def test_of_a_game_without_a_map_the_board_is_shown(console: Consoles) -> None:
    table = console()
    reply = table.say("map")
    assert reply.lines == table.display.board()
    assert reply.error is None


def test_the_map_is_the_viewers_in_the_width_of_the_console(
    console: Consoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lines(self: object, view: Any, width: int = 100, height: int | None = None) -> list[str]:
        return [f"{[seat for seat, side in view.sides.items() if side.hand is not None]} {width}"]

    table = console(width=66)
    monkeypatch.setattr(type(table.session.scenario.game), "map", lines)
    assert table.say("map").lines == ["['british'] 66"]
    assert table.session.journal.n == 1


def test_map_takes_near_and_is_among_the_commands() -> None:
    table = Typist(sandtable.new("lrdg/slonta", seed=1))
    problem = 'map takes "whole", "large", or "near" and a name, not "north"'
    assert str(table.say("map north").error) == problem
    assert any(line.startswith("  map [near ITEM|whole|large]") for line in table.say("help").lines)


def test_without_places_map_stands_alone(console: Consoles) -> None:
    table = console()
    assert str(table.say("map near reserve").error) == 'map takes no arguments; leave out "near reserve"'
    assert table.say("help map").lines == [
        "  map                    show the position; this game has no places to draw"
    ]


def test_a_map_without_places_cannot_be_drawn_near_something(console: Consoles) -> None:
    table = console()
    with pytest.raises(ActionError, match="this game has no places; map without a name shows"):
        place_of(table, "reserve")


@pytest.mark.parametrize(
    ("scenario", "has_map"), [("lrdg/slonta", True), ("lawrence/aqaba", True), ("megiddo/1918", False)]
)
def test_a_game_with_a_map_lists_the_word(scenario: str, has_map: bool) -> None:
    commands = " ".join(Typist(sandtable.new(scenario, seed=1)).say("?").lines).split("also:")[1]
    assert (" map," in commands) is has_map


def raid(width: int, **seats: str) -> Typist:
    session = sandtable.new("lrdg/slonta", seed=1, seats=seats)
    return Typist(session, width=width).start()


@pytest.mark.parametrize("width", [30, 50, 80, 100, 140])
def test_map_near_a_place_draws_what_lies_around_it(width: int) -> None:
    lines = raid(width).say("map near msus").lines
    assert lines
    assert any("Msus" in line for line in lines)
    assert all(len(line) <= width for line in lines)
    assert len(lines) <= max(12, width // 4)


@pytest.mark.parametrize("width", [30, 50, 80, 140])
def test_map_whole_draws_all_of_it_small(width: int) -> None:
    table = raid(width)
    lines = table.say("map whole").lines
    assert len(lines) == max(12, width // 4)
    assert all(len(line) <= width for line in lines)
    (picture, *_) = table.session.scenario.game.pictures(table.session.view(None))
    assert table.display.whole_map(width, 12).places.keys() == picture.board.spaces.keys()


def test_map_whole_says_what_its_signs_mean() -> None:
    table = raid(80)
    assert table.say("map whole").lines[-1] == "o your own   T a target   x an enemy   + nothing"
    table.display.unicode = True
    assert table.say("map whole").lines[-1] == "● your own   ★ a target   ◆ an enemy   • nothing"


@pytest.mark.parametrize("scenario", ["lrdg/slonta", "lrdg/bardia", "lawrence/aqaba"])
@pytest.mark.parametrize(("width", "height"), [(80, 20), (60, 20), (80, 13), (99, 25)])
def test_map_fits_a_page_and_says_how_to_see_the_rest(scenario: str, width: int, height: int) -> None:
    table = Typist(sandtable.new(scenario, seed=1), width=width).start()
    whole = table.display.map()
    table.display.height = height
    lines = table.say("map").lines
    assert len(lines) <= height
    assert all(len(line) <= width for line in lines)
    rest = "map near ITEM, map whole, map large)"
    assert " ".join(map(str.strip, lines[-2:])).endswith(rest)
    assert table.say("map large").lines == whole
    for line in ("map whole", "map near msus", "map near aqaba"):
        assert len(table.say(line).lines) <= height
    table.display.height = len(whole)
    assert table.say("map").lines == whole


def test_a_part_of_the_map_has_what_the_options_name_and_the_legend() -> None:
    table = Typist(sandtable.new("lrdg/bardia", seed=3)).start()
    table.say("historical; launch")
    table.display.height = 20
    shown = "\n".join(table.say("map").lines)
    assert "1st:3 2nd:3 3rd:3" in shown
    assert "? enemy face down" in shown


def test_it_has_a_window_on_the_same_map() -> None:
    table = raid(60)
    whole = table.display.whole_map()
    seen = [line.strip() for line in table.say("map near jalo").lines]
    assert len(list(filter(None, seen))) > 5
    assert all(any(part in line for line in whole) for part in seen)


def test_map_near_takes_anything_with_a_place() -> None:
    table = raid(80)
    reply = table.say("map near barca-x")
    assert reply.error is not None
    for name, place in places(table).items():
        shown = table.say(f"map near {name}")
        title = table.session.scenario.game.pictures(table.session.view(None))[0].board.spaces[place]
        if shown.error is None:
            assert any(str(title).lower() in line.lower() for line in shown.lines), name


def test_completion_and_check_know_what_is_on_the_map() -> None:
    table = raid(80)
    assert [candidate.word for candidate in candidates(table, "map ")] == ["near", "whole", "large"]
    assert check(table, "map whole").text == "the map, all of it, small"
    assert "jalo" in [candidate.word for candidate in candidates(table, "map near j")]
    assert check(table, "map near jalo").text == "the map around jalo"
    assert check(table, "map near alarm").text == '"alarm" is not on the map'


@pytest.mark.parametrize("scenario", ["lrdg/slonta", "lawrence/aqaba"])
@pytest.mark.parametrize("width", range(50, 150, 7))
def test_no_road_breaks_and_no_way_is_hidden(scenario: str, width: int) -> None:
    game = sandtable.new(scenario, seed=1).scenario.game
    with layout.collect_boards() as drawn:
        game.map(sandtable.new(scenario, seed=1).view(None), width)
    (board, names), *_ = drawn
    plan = layout.plan(board, names, width, None, str(game.files).rpartition("/")[2])
    assert plan is not None
    assert not plan.unclear
    for number, link in enumerate(board.links):
        cells = [cell for cell, ways in plan.lines.items() if number in [way[0] for way in ways]]
        ends = (plan.routes[number][0][1], plan.routes[number][-1][1])
        assert ends == (plan.boxes[link.a].y, plan.boxes[link.b].y)
        if link.kind in ("road", "rail"):
            assert all(plan.lines[cell][0][0] == number for cell in cells), str(link)


@pytest.mark.parametrize("scenario", ["lrdg/slonta", "lawrence/aqaba"])
def test_things_on_the_map_have_their_colours(scenario: str) -> None:
    lines = Typist(sandtable.new(scenario, seed=1)).display.whole_map()
    roles = {span.role for line in lines for span in styled.spans(line)}
    assert {"enemy", "target", "road", "fair", "hard"} <= roles
    grounds = {span.ground for line in lines for span in styled.spans(line)}
    assert {"water", "sand"} <= grounds


def test_near_a_place_the_viewers_units_are_shown_where_they_fit() -> None:
    table = Typist(sandtable.new("lrdg/el-alamein", seed=4)).start()
    table.say("historical")
    near = "\n".join(table.say("map near mersa").lines)
    assert "T3" in near
    assert "1st:7" in near
