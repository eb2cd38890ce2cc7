"""The command ``map`` at the prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable.model.action import ActionError
from sandtable_console.completion import candidates
from sandtable_console.line_check import check
from sandtable_console.nearby import option_numbers, places, space_of_item
from sandtable_pictures import styled
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
        "  map                    show the position; this game has no map"
    ]


def test_a_map_without_places_cannot_be_drawn_near_something(console: Consoles) -> None:
    table = console()
    with pytest.raises(ActionError, match="this game has no map; map without arguments shows"):
        space_of_item(table, "reserve")


@pytest.mark.parametrize(
    ("scenario", "has_map"), [("lrdg/slonta", True), ("lawrence/aqaba", True), ("megiddo/1918", False)]
)
def test_a_game_with_a_map_lists_the_word(scenario: str, has_map: bool) -> None:
    commands = " ".join(Typist(sandtable.new(scenario, seed=1)).say("?").lines).split("other commands:")[
        1
    ]
    assert (" map," in commands) is has_map


def raid(width: int, **seats: str) -> Typist:
    session = sandtable.new("lrdg/slonta", seed=1, seats=seats)
    return Typist(session, width=width).start()


@pytest.mark.parametrize("width", [50, 80, 100, 140])
def test_map_near_a_place_draws_what_lies_around_it(width: int) -> None:
    lines = raid(width).say("map near msus").lines
    assert lines
    assert any("Msus" in line for line in lines)
    assert all(len(line) <= width for line in lines)
    assert len(lines) <= max(12, width // 4)


@pytest.mark.parametrize("width", [50, 80, 140])
def test_map_shows_all_of_it_at_every_width(width: int) -> None:
    table = raid(width)
    for word in ("map", "map whole"):
        lines = table.say(word).lines
        assert all(len(line) <= width for line in lines)
        assert len(lines) > 12
    (picture, *_) = table.session.scenario.game.pictures(table.session.view(None))
    assert table.display.whole_map(width, 12).places.keys() == picture.board.spaces.keys()


def test_map_large_shows_the_part_around_the_question_larger() -> None:
    table = raid(100)
    table.say("historical")
    lines = table.say("map large").lines
    assert len(lines) == 25
    assert "[1st:7] [2nd:4] [3rd:3]" in "\n".join(lines)
    assert not any("BENGHAZI" in line for line in lines)


@pytest.mark.parametrize("scenario", ["lrdg/slonta", "lrdg/bardia", "lawrence/aqaba"])
@pytest.mark.parametrize(("width", "height"), [(80, 20), (60, 20), (80, 13), (99, 25)])
def test_map_fits_a_page_and_is_whole_all_the_same(scenario: str, width: int, height: int) -> None:
    table = Typist(sandtable.new(scenario, seed=1), width=width).start()
    whole = table.display.map()
    table.display.height = height
    lines = table.say("map").lines
    assert len(lines) <= height
    assert all(len(line) <= width for line in lines)
    for line in ("map whole", "map large", "map near msus", "map near aqaba"):
        assert len(table.say(line).lines) <= height
    table.display.height = len(whole)
    assert table.say("map").lines == whole


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
    assert check(table, "map whole").text == "shows the whole map"
    assert "jalo" in [candidate.word for candidate in candidates(table, "map near j")]
    assert check(table, "map near jalo").text == "shows the map around jalo"
    assert check(table, "map near alarm").text == '"alarm" is not on the map'


@pytest.mark.parametrize("scenario", ["lrdg/slonta", "lawrence/aqaba"])
def test_things_on_the_map_have_their_colours(scenario: str) -> None:
    display = Typist(sandtable.new(scenario, seed=1)).display
    display.unicode = display.painted = True
    lines = display.whole_map()
    roles = {span.role for line in lines for span in styled.spans(line)}
    assert {"enemy-badge", "town", "village", "crossing", "way"} <= roles
    grounds = {span.ground for line in lines for span in styled.spans(line)}
    assert {"land", "water", "sand"} <= grounds


def test_the_map_of_a_decision_has_the_numbers_of_its_options() -> None:
    table = Typist(sandtable.new("lrdg/slonta", seed=3), width=100).start()
    table.say("historical")
    numbers = option_numbers(table)
    assert numbers == {"siwa-track": [1, 4, 7], "sand-sea-east": [2, 5, 8], "kufra": [3, 6, 9]}
    lines = "\n".join(table.display.whole_map(options=numbers))
    assert "(1 4 7)O-Siwa Track" in lines
    table = Typist(sandtable.new("lawrence/aqaba", seed=3)).start()
    assert option_numbers(table) == {}


def test_near_a_place_is_what_is_in_it() -> None:
    table = Typist(sandtable.new("lrdg/el-alamein", seed=4)).start()
    table.say("historical")
    near = "\n".join(table.say("map near mersa").lines)
    assert "T3 <?>x=Mersa" in near


@pytest.mark.parametrize(
    ("scenario", "goals"),
    [("lrdg/benghazi-road", 4), ("lawrence/aqaba", 4), ("lawrence/gaza-offensive", 5)],
)
def test_the_places_of_a_mission_carry_the_sign_of_targets(scenario: str, goals: int) -> None:
    lines = Typist(sandtable.new(scenario, seed=3), width=100).start().display.whole_map()
    badges = [span for line in lines for span in styled.spans(line) if span.role == "target-badge"]
    assert len(badges) == goals + 1, "and one in the legend"
