"""The command ``map`` at the prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable.prompt.typist import Typist

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


def test_map_takes_nothing_and_is_among_the_commands(console: Consoles) -> None:
    table = console()
    assert str(table.say("map north").error) == 'map takes nothing, not "north"'
    assert any(line.startswith("  map ") for line in table.say("help").lines)


@pytest.mark.parametrize(
    ("scenario", "there"), [("lrdg/slonta", True), ("lawrence/aqaba", True), ("megiddo/1918", False)]
)
def test_a_game_with_a_map_lists_the_word(scenario: str, there: bool) -> None:
    told = " ".join(Typist(sandtable.new(scenario, seed=1)).say("?").lines).split("also:")[1]
    assert (" map," in told) is there
