"""Which of some moves does best: all are tried in the same worlds, and the slow ones drop out."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable import Action, Outcome
from sandtable.tooling import ENOUGH_TRIALS, Estimate, mean
from sandtable_tools.advice.worlds import Players, World

Move = tuple[Action, ...]
"""A whole move of a seat: one action, or all the small choices of a sequence, in order."""

BEHIND = 1.5
"""A move that is more than this many standard errors behind the best is dropped."""

KEPT = 4.0
"""The usual move, with which the others are compared, is dropped only beyond this many."""

LOOKS, LAGS = (16, 32), 0.5
"""After `LOOKS` worlds a move over `LAGS` standard errors behind the usual one is dropped, too.

At most decisions nothing is better than the usual move, and this ends the search for it early.
"""


class Runner:
    """A move, and how the games ended in which it was tried, one a world."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.outcomes: list[Outcome] = []
        self.returns: list[int] = []

    def ahead(self, other: Runner) -> Estimate:
        """How much more it gets than another, in the worlds that both have run in."""
        return mean([mine - its for mine, its in zip(self.returns, other.returns, strict=False)])

    def run(self, world: World, seat: str, players: Players) -> None:
        """Try it in a world."""
        outcome = world.outcome(self.move, players)
        self.outcomes.append(outcome)
        self.returns.append(outcome.returns.get(seat, 0))


class Race:
    """Moves of one seat that run side by side, world after world; the first is its `usual` one.

    `alive` are those that still run; `playouts` counts the tries so far, `worlds` the worlds.
    """

    def __init__(self, moves: Sequence[Move], seat: str, players: Players) -> None:
        self.runners = [Runner(move) for move in moves]
        self.usual = self.runners[0]
        self.alive = list(self.runners)
        self.playouts = 0
        self.worlds = 0
        self._seat = seat
        self._players = players

    def run(self, world: World) -> None:
        """Let all that are alive run in one more world."""
        for runner in self.alive:
            runner.run(world, self._seat, self._players)
        self.playouts += len(self.alive)
        self.worlds += 1

    @property
    def best(self) -> Runner:
        """The one that is ahead of those alive; the earlier of two that are equal."""
        return max(self.alive, key=lambda runner: sum(runner.returns))

    def drop_behind(self) -> None:
        """Drop those that are very likely behind the best, the usual one only if it surely is.

        Now and then those that do not keep up with the usual one are dropped, too.
        """
        if self.worlds >= ENOUGH_TRIALS:
            best = self.best
            self.alive = [one for one in self.alive if one is best or self._near(one, best, BEHIND)]
        if self.worlds in LOOKS and self.usual in self.alive:
            self.alive = [one for one in self.alive if self._near(one, self.usual, LAGS)]

    def _near(self, one: Runner, other: Runner, errors: float) -> bool:
        """Whether one may still catch up: it is at most `errors` standard errors behind another.

        One that has done just as well in every world makes no difference, so it need not.
        """
        ahead = one.ahead(other)
        if one is self.usual:
            return ahead.value + KEPT * ahead.half / 2 >= 0
        return ahead.half > 0 and ahead.value + errors * ahead.half / 2 >= 0
