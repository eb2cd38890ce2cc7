"""A field of moves that is thinned out: all run a little way, the better ones run on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import NamedTuple

from sandtable.estimate import Estimate
from sandtable.thinking.budget import Clock
from sandtable.thinking.figures import clear, fair_mean
from sandtable.thinking.race import WARM_UP, Move, Runner
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
    Somekh 2013). The last few share half of the budget; between them, only these worlds count.
    `kept` are never let go. `alive` still run; `playouts` and `worlds` count what was done.
    """

    def __init__(
        self, moves: Sequence[Move], seat: str, players: Players, kept: Sequence[Move] = ()
    ) -> None:
        first = [move for move in moves if move in kept]
        self.runners = [Runner(move) for move in (*first, *(one for one in moves if one not in kept))]
        self.kept = self.runners[: len(first)]
        self.alive = list(self.runners)
        self.last = self.alive
        """Those that came to the last part, also when they fell behind in it."""
        self.playouts = 0
        self.worlds = 0
        self.fresh = 0
        """The worlds from this one on compare the last few."""
        self._gone: list[list[Runner]] = []
        self._seat = seat
        self._players = players

    def run(self, world: Callable[[], World], clock: Clock, said: Said | None = None) -> None:
        """Spend a budget. What is known stays known when an interrupt ends it."""
        halvings = max(0, ceil(log2(len(self.alive) / FINALISTS)))
        parts = [(step + 1) / halvings / 2 for step in range(halvings)]
        parts += [0.75, 1.0] if halvings else [0.5, 1.0]
        for part in parts:
            self._stage(world, clock, part, said)
            if part < 1:
                self._thin()
            if len(self.alive) == 1 or clock.part(self.playouts) >= 1:
                return

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
        """Let go the worse half, or of the last few those that are clearly behind."""
        tried = [runner for runner in self.alive if runner.returns]
        best = _sorted(tried)
        if halved := len(tried) > FINALISTS + len(self.kept):
            staying = best[: max(FINALISTS, ceil(len(best) / 2))]
        else:
            staying = [one for one in tried if not self.gap(best[0], one).behind]
        staying = [one for one in tried if one in staying or one in self.kept]
        self._gone.append([one for one in tried if one not in staying])
        self.alive = staying
        if halved:
            self.fresh, self.last = max(len(one.returns) for one in staying), staying

    def gap(self, one: Runner, other: Runner) -> Gap:
        """How far one of the last few is ahead of another."""
        pairs = list(zip(one.returns[self.fresh :], other.returns[self.fresh :], strict=False))
        apart = [mine - its for mine, its in pairs]
        return Gap(fair_mean(apart), len(pairs) >= WARM_UP and not any(apart))

    @property
    def ranking(self) -> list[Runner]:
        """All that were tried: who ran longest first, the better first among equals."""
        groups = [[one for one in self.alive if one.returns], *reversed(self._gone)]
        return [runner for group in groups for runner in _sorted(group)]

    @property
    def untried(self) -> list[Runner]:
        """Those that the budget did not reach."""
        return [runner for runner in self.runners if not runner.returns]


def _sorted(runners: Sequence[Runner]) -> list[Runner]:
    """The best first, the earlier of two that are equal."""
    return sorted(runners, key=lambda runner: -sum(runner.returns) / len(runner.returns))
