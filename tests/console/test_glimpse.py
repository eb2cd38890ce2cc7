"""The position in the rows that are free, with the map above it when it matters."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import sandtable
from sandtable.record.replay import Replay
from sandtable_console.glimpse import MOST_ROWS, Glimpse
from sandtable_console.outputs import Question
from sandtable_console.page import Page, cut_to_rows
from sandtable_tools.kit import Typist

SAVES = Path(__file__).parents[2] / "saves"
MISSIONS = Path(__file__).parents[1] / "lawrence" / "missions"
"""Missions that only tests play."""

REVOLT = MISSIONS / "hejaz-railroad.toml"
CAIRO = MISSIONS / "from-cairo.toml"

LEFT_OUT = "(status lists what is in play)"


class Table:
    """A game, and its position in a number of rows."""

    def __init__(self, scenario: str, seed: int = 4) -> None:
        self.typist = Typist(sandtable.new(scenario, seed=seed)).start()
        self.page = Page(self.typist, glimpse=Glimpse(self.typist))

    def fight(self) -> list[str]:
        """The lines of the fight."""
        session = self.typist.session
        return list(session.scenario.game.fight(session.view(self.typist.viewer)))

    def shown(self, rows: int, *lines: str) -> list[str]:
        """The rows after some lines, in a page of at most `rows`."""
        for line in lines:
            assert self.typist.say(line).error is None, line
        self.page.height = rows + 2
        question = Question(self.typist.display.question())
        parts = self.page.parts(*self.typist.show_position(), question)
        shown = [line for part in parts for line in part.lines]
        assert len(shown) <= rows
        return shown


def played(save: str, until: str) -> Table:
    """A recorded game up to the first time that an action is chosen."""
    recorded = Replay(SAVES / f"{save}.jsonl").run()
    table = Table(recorded.header.scenario, recorded.header.seed)
    for action in (entry.action for entry in recorded.log if entry.action is not None):
        if str(action) == until:
            break
        table.typist.session.choose(action)
    return table


def has_map(rows: Sequence[str], name: str) -> bool:
    return any(name in row and ("|" in row or "#" in row or "  " in row.strip()) for row in rows)


def test_an_opening_shows_the_target_instead_of_a_board_that_repeats_its_text() -> None:
    rows = Table("lrdg/el-alamein").shown(13)
    assert any("T3" in row for row in rows)
    assert not any(row.startswith(("Targets:", LEFT_OUT)) for row in rows)


def test_the_text_of_a_new_game_leaves_room_for_a_part_of_the_map() -> None:
    table = Table("lrdg/bardia")
    assert table.page.opening_rows(2) is None
    table.page.height = 21
    assert [table.page.opening_rows(used) for used in (0, 2, 7, 8)] == [10, 8, 4, None]
    table.typist.display.plain = True
    assert table.page.opening_rows(2) is None


def test_the_text_of_a_new_game_without_a_map_has_all_the_room_that_it_takes() -> None:
    table = Table("megiddo/1918")
    table.page.height = 21
    assert table.page.opening_rows(2) is None


def test_an_opening_with_more_room_has_the_board_too() -> None:
    rows = Table("lrdg/el-alamein").shown(22)
    assert any(row.startswith("Targets:") for row in rows)
    assert any("T3" in row for row in rows)


def test_without_room_for_a_few_rows_there_is_no_map() -> None:
    assert not any("T3" in row for row in Table("lrdg/el-alamein").shown(7))


def test_after_a_move_it_shows_where_the_patrol_is_and_not_after_what_moves_nothing() -> None:
    table = Table("lrdg/el-alamein")
    table.shown(20)
    assert any("[1st" in row for row in table.shown(20, "historical"))
    assert any("[1st" in row for row in table.shown(20, "move 1st siwa-track"))
    assert not any("[1st" in row for row in table.shown(20, "note a bad road"))


def test_a_new_turn_shows_the_map_again() -> None:
    table = Table("lrdg/el-alamein")
    table.shown(20, "historical")
    table.shown(20, "move 1st siwa-track")
    assert any("[1st" in row for row in table.shown(20, "end"))


def test_what_an_enemy_does_far_away_never_hides_the_place_of_the_question() -> None:
    table = played("lrdg-slonta", "at charruba")
    table.shown(20)
    assert any("[1st:4]" in row for row in table.shown(20, "at charruba"))


def test_what_is_scouted_far_away_never_hides_the_place_of_the_question() -> None:
    table = Table(str(CAIRO), seed=7)
    table.shown(20, "done", "appeal", "take reinforcements", "operate wejh", "scout tabuk")
    table.shown(20, "sail jidda", "operate jidda", "scout tabuk", "sail yenbo", "operate yenbo")
    assert has_map(table.shown(20, "scout maan"), "Yenbo~")


def test_purchases_show_the_map_only_when_all_is_bought() -> None:
    table = Table("lawrence/aqaba")
    table.shown(20)
    for line in ("buy mercenaries", "buy aeroplane lawrence"):
        assert not any("[L" in row for row in table.shown(20, line)), line
    assert any("[L:1]" in row for row in table.shown(20, "done"))


def test_a_fight_has_the_room_for_itself_and_the_map_comes_after_it() -> None:
    table = Table("lawrence/aqaba", seed=5)
    table.shown(20, "buy mercenaries", "done")
    rows = table.shown(24, "move umm-lejj")
    assert any("BATTLE" in row for row in rows)
    assert not has_map(rows, "Rumm")
    session = table.typist.session
    for _ in range(40):
        if "BATTLE" not in "".join(table.typist.display.board()):
            break
        session.choose(session.options()[0])
    assert has_map(table.shown(24), "Rumm")


@pytest.mark.parametrize(("rows", "lines", "left_out"), [(9, 4, 0), (10, 6, 0), (12, 6, 1)])
def test_a_fight_opens_with_its_lines_where_the_whole_board_has_no_room(
    rows: int, lines: int, left_out: int
) -> None:
    table = Table(str(REVOLT))
    table.shown(rows, *["buy bedouin"] * 3, "done")
    shown = table.shown(rows, "move maan")
    assert len(table.fight()) == 6
    assert shown[:lines] == table.fight()[:lines]
    assert shown.count("(2 more lines: status)") == (lines < 6)
    assert shown.count(LEFT_OUT) == left_out
    assert any(" rest" in row for row in shown)


def test_what_changes_in_a_fight_comes_below_its_lines() -> None:
    table = played("lrdg-barca", "initiative")
    table.shown(20)
    shown = table.shown(20, "initiative")
    fight = table.fight()
    assert shown[: len(fight)] == fight
    assert shown[len(fight)].startswith("1ST PATROL  AP 6, Recon OK 0")


def test_the_map_comes_after_a_fight_that_moved_nobody() -> None:
    table = Table("lrdg/el-alamein")
    table.shown(30, "historical")
    table.page.glimpse._fought.add(table.typist.viewer)
    assert any("1st:7" in row for row in table.shown(30))
    assert not any("1st:7" in row for row in table.shown(30))


@pytest.mark.parametrize("rows", [9, 12, 16, 20, 30])
def test_a_position_takes_no_more_rows_than_there_are(rows: int) -> None:
    table = Table("lrdg/bardia")
    for line in (None, "historical", "launch 3rd", "move 1st siwa kufra", "end"):
        table.shown(rows, *[line] if line else [])


def test_after_an_order_only_what_changed_is_shown_and_in_a_new_turn_all_of_it() -> None:
    table = Table("lrdg/el-alamein")
    table.shown(60, "historical")
    moved = table.shown(60, "move 1st siwa-track")
    assert any(row.startswith("1ST PATROL") for row in moved)
    assert not any(row.startswith(("Targets:", "Face down:")) for row in moved)
    assert any(row.startswith("Face down:") for row in table.shown(60, "end"))


def test_a_board_that_has_no_room_in_a_new_turn_says_how_to_see_it() -> None:
    table = Table("lrdg/bardia")
    table.shown(20)
    assert LEFT_OUT in table.shown(7, "historical")


def test_parts_that_do_not_fit_are_counted_and_named_by_the_word_for_them() -> None:
    lines = [f"line {n}" for n in range(9)]
    assert cut_to_rows(lines, 9, "status") == lines
    assert cut_to_rows(lines, 4, "status") == [*lines[:3], "(6 more lines: status)"]
    assert cut_to_rows(lines, 1, "status") == ["(9 lines: status)"]


def test_a_tall_terminal_has_no_map_of_many_rows_after_every_move() -> None:
    table = Table("lrdg/el-alamein")
    table.shown(60, "historical")
    rows = table.shown(60, "move 1st siwa-track")
    board = table.typist.display.board()
    assert len(rows) <= 10 + len(board) + MOST_ROWS
    assert any("Siwa Track" in row for row in rows)


def test_a_game_without_a_map_and_maps_in_words_have_none() -> None:
    assert any("BRITISH" in row for row in Table("megiddo/1918").shown(40))
    table = Table("lrdg/el-alamein")
    table.typist.display.plain = True
    assert not has_map(table.shown(40), "T3")
