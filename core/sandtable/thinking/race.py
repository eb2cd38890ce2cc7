"""Which of some moves does best: all are tried in the same worlds, and the slow ones drop out."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.action import Action
from sandtable.estimate import Estimate, mean
from sandtable.game import Outcome
from sandtable.thinking.figures import ENOUGH
from sandtable.thinking.worlds import Players, World

Move = tuple[Action, ...]
"""A whole move of a seat: one action, or all the small choices of a sequence, in order."""

BEHIND = 1.5
"""A move that is so many standard errors behind the best is tried no more."""

KEPT = 4.0
"""The same for one that is kept to be compared with."""


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
    """Moves of one seat that run side by side, world after world.

    `alive` are those that still run; `playouts` counts the tries so far.
    """

    def __init__(self, moves: Sequence[Move], seat: str, players: Players) -> None:
        self.runners = [Runner(move) for move in moves]
        self.alive = list(self.runners)
        self.playouts = 0
        self._seat = seat
        self._players = players

    def run(self, world: World) -> None:
        """Let all that are alive run in one more world."""
        for runner in self.alive:
            runner.run(world, self._seat, self._players)
        self.playouts += len(self.alive)

    @property
    def best(self) -> Runner:
        """The one that is ahead of those alive; the earlier of two that are equal."""
        return max(self.alive, key=lambda runner: sum(runner.returns))

    def drop_behind(self, kept: Runner | None = None) -> None:
        """Let go those that are very likely behind the best; one to be kept only if it surely is.

        One that has done just as well as the best in every world is let go too: it makes no difference.
        """
        if len(self.alive[0].returns) < ENOUGH:
            return
        best = self.best
        self.alive = [one for one in self.alive if one is best or _near(one.ahead(best), one is kept)]


def _near(ahead: Estimate, kept: bool) -> bool:
    """Whether something may still catch up: it is less than so many standard errors behind."""
    errors = KEPT if kept else BEHIND
    same = ahead.half == 0 and not kept
    return not same and ahead.value + errors * ahead.half / 2 >= 0
