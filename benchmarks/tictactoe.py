"""Tic-tac-toe three times: as plain functions, as a game of Sandtable, and both played at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random  # noqa: TID251 (the same luck for every contender)
from typing import Any, ClassVar

from msgspec import Struct

from sandtable import Action, Decision, Game, GameInfo, Outcome, SeededDice, State, Table
from sandtable.model.scenario import build

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

# The rules as plain functions.


def free_cells(cells: list[int]) -> list[int]:
    """Return the free cells."""
    return [cell for cell, mark in enumerate(cells) if not mark]


def apply(cells: list[int], cell: int, mark: int) -> list[int]:
    """Return the cells after a mark, without changing the old ones."""
    after = list(cells)
    after[cell] = mark
    return after


def won(cells: list[int], mark: int) -> bool:
    """Return whether a mark has three in a row."""
    for a, b, c in LINES:
        if cells[a] == mark and cells[b] == mark and cells[c] == mark:
            return True
    return False


def play_bare(games: int, seed: int = 1) -> int:
    """Play random games of the plain functions in a loop; return the number of actions."""
    pick, actions = Random(seed).choice, 0
    for _ in range(games):
        cells, mark = [0] * 9, 1
        while options := free_cells(cells):
            cells = apply(cells, pick(options), mark)
            actions += 1
            if won(cells, mark):
                break
            mark = 3 - mark
    return actions


# The same rules as a game.


class Mark(Action, frozen=True):
    """Mark a cell, 0 to 8."""

    cell: int


MARKS = [Mark(cell) for cell in range(9)]


class Cells(State):
    """The nine cells: 0 free, 1 for x, 2 for o."""

    cells: list[int]


class Turn(Decision[Cells], frozen=True):
    """A seat marks a free cell."""

    rule: ClassVar[str] = "1"
    title: ClassVar[str] = "Turn"
    takes: ClassVar[tuple[type[Action], ...]] = (Mark,)

    def candidates(self, table: Table[Cells]) -> list[Mark]:
        return MARKS

    def options(self, table: Table[Cells]) -> list[Mark]:
        cells = table.state.cells
        return [option for option in MARKS if not cells[option.cell]]

    def choose(self, table: Table[Cells], action: Action) -> None:
        assert isinstance(action, Mark)
        cells, mark = table.state.cells, MARK[self.seat]
        cells[action.cell] = mark
        if won(cells, mark):
            table.end(Outcome(self.seat))
        elif 0 in cells:
            table.do(NEXT[mark])
        else:
            table.end(Outcome("draw"))


MARK = {"x": 1, "o": 2}
NEXT = {1: Turn(seat="o"), 2: Turn(seat="x")}
"""The seat that plays after each mark."""


class NoData(Struct):
    """A scenario without data."""


class TicTacToe(Game[Cells]):
    """The smallest game that fulfils the contract."""

    State = Cells
    ScenarioData = NoData
    phases = (Turn,)
    actions = (Mark,)
    info = GameInfo("tictactoe", "Tic-tac-toe", ("x", "o"), 2, 1)
    rules_text = "## 1 Turn\n\nMark a free cell; three in a row win."

    def setup(self, table: Table[Cells]) -> Cells:
        table.do(NEXT[2])
        return Cells([0] * 9)

    def names(self, table: Table[Cells]) -> tuple[str, ...]:
        return ()

    def view(self, table: Table[Cells], seat: str | None) -> Cells:
        return table.state

    def imagine(self, table: Table[Cells], seat: str) -> None:
        pass

    def tracks(self, table: Table[Cells], seat: str | None) -> dict[str, int]:
        return {}

    def status(self, view: Cells) -> str:
        return "tic-tac-toe"

    def board(self, view: Cells, width: int = 80, height: int | None = None) -> list[str]:
        return ["".join(".xo"[mark] for mark in view.cells[row : row + 3]) for row in (0, 3, 6)]

    def scripted_bot(self) -> Any:
        raise NotImplementedError


SCENARIO = build(TicTacToe(), "tictactoe/plain", 'game = "tictactoe"\ntitle = "Plain"')


def play_on_table(games: int, seed: int = 1) -> int:
    """Play random games on a bare table; return the number of actions."""
    pick: Callable[[Any], Any] = Random(seed).choice
    actions = 0
    for game in range(games):
        table: Table[Cells] = Table.new(SCENARIO, SeededDice(game))
        while table.outcome is None:
            table.choose(pick(table.options))
            actions += 1
    return actions
