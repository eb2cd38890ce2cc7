"""The map above the position, at a terminal that is too small for both."""

from __future__ import annotations

from collections.abc import Sequence

import sandtable
from sandtable.prompt.glimpse import FEWEST, MOST, Glimpse
from sandtable.prompt.page import Part
from sandtable.prompt.typist import Typist


class Table:
    """A game, and the rows above its options at a terminal with so few rows."""

    def __init__(self, scenario: str, seed: int = 4) -> None:
        self.typist = Typist(sandtable.new(scenario, seed=seed)).started()
        self.glimpse = Glimpse(self.typist)

    def shown(self, room: int, options: int = 4, *lines: str) -> tuple[list[str], bool]:
        """The rows after some lines, and whether the board is among them."""
        for line in lines:
            assert self.typist.say(line).error is None, line
        board = Part("board", self.typist.display.board())
        rest = Part("options", [f"option {n}" for n in range(options)])
        parts, whole = self.glimpse.with_map([board, rest], room, height)
        return [line for part in parts for line in part.lines], whole


def height(parts: Sequence[Part]) -> int:
    return sum(len(part.lines) for part in parts)


def has_map(rows: Sequence[str], name: str) -> bool:
    return any(name in row and ("|" in row or "#" in row or "  " in row.strip()) for row in rows)


def test_an_opening_shows_the_target_instead_of_a_board_that_repeats_its_text() -> None:
    rows, whole = Table("lrdg/el-alamein").shown(13)
    assert any("T3" in row for row in rows)
    assert not any(row.startswith("Targets:") for row in rows)
    assert (len(rows), whole) == (13, False)


def test_an_opening_with_more_room_has_the_board_too_and_with_much_the_whole_map() -> None:
    rows, whole = Table("lrdg/el-alamein").shown(20)
    assert any(row.startswith("Targets:") for row in rows)
    assert (len(rows), whole) == (20, True)
    rows, _ = Table("lrdg/el-alamein").shown(80)
    assert any("road" in row and "path" in row for row in rows)


def test_without_room_for_a_few_rows_there_is_no_map() -> None:
    rows, whole = Table("lrdg/el-alamein").shown(4 + 1 + FEWEST - 1)
    assert not any("T3" in row for row in rows)
    assert whole


def test_after_a_move_it_shows_where_the_patrol_is_and_not_after_what_moves_nothing() -> None:
    table = Table("lrdg/el-alamein")
    table.shown(13)
    rows, _ = table.shown(20, 4, "historical")
    assert any("1st:7" in row for row in rows)
    rows, _ = table.shown(20, 4, "move 1st siwa-track")
    assert any("1st:7" in row for row in rows)
    rows, whole = table.shown(20, 4, "note a bad road")
    assert not any("1st:7" in row for row in rows)
    assert whole


def test_a_new_turn_shows_the_map_again() -> None:
    table = Table("lrdg/el-alamein")
    table.shown(20, 4, "historical")
    table.shown(20, 4, "move 1st siwa-track")
    rows, _ = table.shown(20, 4, "end")
    assert any("1st:7" in row for row in rows)


def test_what_is_bought_shows_the_map_only_when_all_is_bought() -> None:
    table = Table("lawrence/aqaba")
    table.shown(20)
    for line in ("buy bedouin", "buy mercenaries"):
        rows, _ = table.shown(20, 4, line)
        assert not has_map(rows, "Yenbo~"), line
    rows, _ = table.shown(20, 4, "done")
    assert has_map(rows, "Yenbo~")


def test_a_fight_has_the_room_for_itself_and_the_map_comes_after_it() -> None:
    table = Table("lawrence/aqaba", seed=5)
    table.shown(20, 4, "buy bedouin", "buy mercenaries", "done")
    rows, _ = table.shown(24, 4, "move umm-lejj")
    assert any("BATTLE" in row for row in rows)
    assert not has_map(rows, "Rabegh")
    session = table.typist.session
    for _ in range(40):
        if "BATTLE" not in "".join(table.typist.display.board()):
            break
        session.choose(session.options()[0])
    rows, _ = table.shown(24)
    assert has_map(rows, "Rabegh")


def test_a_board_that_gives_way_says_how_to_see_it() -> None:
    table = Table("lrdg/bardia")
    table.shown(13)
    rows, whole = table.shown(12, 4, "historical")
    assert any("1st:3" in row for row in rows)
    assert "(status lists what is in play)" in rows
    assert not whole


def test_a_tall_terminal_has_no_map_of_many_rows_after_every_move() -> None:
    table = Table("lrdg/el-alamein")
    table.shown(60, 4, "historical")
    rows, _ = table.shown(60, 4, "move 1st siwa-track")
    board = table.typist.display.board()
    assert len(rows) <= 4 + len(board) + MOST + 2
    assert any("Siwa Track" in row for row in rows)


def test_a_game_without_a_map_and_maps_in_words_have_none() -> None:
    assert Table("megiddo/1918").shown(40)[1]
    table = Table("lrdg/el-alamein")
    table.typist.display.plain = True
    assert table.shown(40)[1]
