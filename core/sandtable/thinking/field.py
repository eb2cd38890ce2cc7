"""A field of moves that is thinned out: all run a little way, the better ones run on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import NamedTuple

from sandtable.estimate import Estimate
from sandtable.thinking.budget import Clock
from sandtable.thinking.figures import ENOUGH, clear, fair_mean
from sandtable.thinking.race import Move, Runner
from sandtable.thinking.worlds import Players, World

FINALISTS = 4
"""So many moves, and those that are kept, share the second half of a budget."""

Said = Callable[[float, int], None]
"""Told after every playout: what part of the budget is spent, and in how many playouts."""


class Gap(NamedTuple):
    """How much more the best has than another, in worlds that had no say in who runs on.

    `same` says that they ended equally in each of these worlds.
    """

    estimate: Estimate
    same: bool

    @property
    def behind(self) -> bool:
        """Whether the other is behind, beyond chance."""
        return clear(self.estimate) and self.estimate.value > 0


class Field:
    """Moves of one seat that run in the same worlds, in ever smaller company.

    While there are many, the better half of them runs on ("sequential halving", Karnin, Koren and
    Somekh 2013). The last few share half of the budget; all that is told of them comes from these
    worlds, which had no say in who is among them.
    `kept` are never let go. `alive` still run; `playouts` and `worlds` count what was done.
    """

    def __init__(
        self, moves: Sequence[Move], seat: str, players: Players, kept: Sequence[Move] = ()
    ) -> None:
        first = [move for move in moves if move in kept]
        self.runners = [Runner(move) for move in (*first, *(one for one in moves if one not in kept))]
        self.kept = self.runners[: len(first)]
        self.alive = list(self.runners)
        self.playouts = 0
        self.worlds = 0
        self.fresh = 0
        """The worlds from this one on compare the last few."""
        self._gone: list[list[Runner]] = []
        self._seat = seat
        self._players = players

    def run(self, world: Callable[[], World], clock: Clock, said: Said | None = None) -> None:
        """Spend a budget. What is known stays known when an interrupt ends it."""
        halvings = max(1, ceil(log2(len(self.alive) / FINALISTS)))
        for step in range(1, halvings + 1):
            self._stage(world, clock, step / halvings / 2, said)
            self._thin()
        if len(self.alive) > 1 and clock.part(self.playouts) < 1:
            self._stage(world, clock, 1.0, said)

    def _stage(self, world: Callable[[], World], clock: Clock, part: float, said: Said | None) -> None:
        """Run in one world at least, and in more until a part of the budget is spent."""
        while True:
            here = world()
            self.worlds += 1
            # With hardly any time, some moves tried often are worth more than all of them tried once.
            end = 0.5 if self.worlds == 1 else 1.0
            for runner in self.alive:
                if self.playouts and clock.part(self.playouts) >= end:
                    return
                runner.run(here, self._seat, self._players)
                self.playouts += 1
                if said:
                    said(clock.part(self.playouts), self.playouts)
            if clock.part(self.playouts) >= part:
                return

    def _thin(self) -> None:
        """Let go the worse half, unless few are left, and whom the time did not reach."""
        tried = [runner for runner in self.alive if runner.returns]
        best = _sorted(tried)
        running = [*best[: max(FINALISTS, ceil(len(best) / 2))], *self.kept]
        staying = [one for one in tried if one in running]
        if len(staying) < len(tried):
            self._gone.append([one for one in tried if one not in staying])
            self.fresh = max(len(one.returns) for one in staying)
        self.alive = staying

    @property
    def last(self) -> list[Runner]:
        """Those that came to the last part, the best first."""
        tried = [one for one in self.alive if one.returns]
        return sorted(tried, key=lambda one: -_mean(one.returns[self._compared(tried)]))

    def compared(self, one: Runner) -> slice:
        """The worlds that tell of a move: those that the last few have in common, or all of its own.

        Where the budget ended before there were any, all of its own, too.
        """
        return self._compared(self.last) if one in self.alive else slice(len(one.returns))

    def _compared(self, last: Sequence[Runner]) -> slice:
        end = min((len(one.returns) for one in last), default=0)
        return slice(self.fresh, end) if end > self.fresh else slice(None)

    def gap(self, one: Runner, other: Runner) -> Gap:
        """How far one of the last few is ahead of another."""
        end = min(len(runner.returns) for runner in self.last)
        pairs = zip(one.returns[self.fresh : end], other.returns[self.fresh : end], strict=True)
        apart = [mine - its for mine, its in pairs]
        return Gap(fair_mean(apart), len(apart) >= ENOUGH and not any(apart))

    @property
    def ranking(self) -> list[Runner]:
        """All that were tried: who ran longest first, the better first among equals."""
        return [*self.last, *(runner for group in reversed(self._gone) for runner in _sorted(group))]

    @property
    def untried(self) -> list[Runner]:
        """Those that the budget did not reach."""
        return [runner for runner in self.runners if not runner.returns]


def _sorted(runners: Sequence[Runner]) -> list[Runner]:
    """The best first, the earlier of two that are equal."""
    return sorted(runners, key=lambda runner: -_mean(runner.returns))


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)
