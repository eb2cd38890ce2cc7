"""Sequential halving: many moves run a little way, and the better ones run on."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from math import ceil, log2
from typing import NamedTuple

from sandtable.tooling import ENOUGH_TRIALS, Estimate, Progress, fair_mean
from sandtable_tools.advice.budget import Clock
from sandtable_tools.advice.figures import clear
from sandtable_tools.advice.race import Move, Runner
from sandtable_tools.advice.worlds import Players, World

FINALISTS = 4
"""At most this many moves, and those that are kept, share the second half of a budget."""


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


class HalvingRound(NamedTuple):
    """Who runs from some world on, and who was dropped before, in groups."""

    alive: Sequence[Runner]
    first: int
    gone: Sequence[Sequence[Runner]] = ()

    @property
    def tried(self) -> list[Runner]:
        """Those that the time reached."""
        return [one for one in self.alive if one.returns]

    @property
    def end(self) -> int:
        """All of them have run in the worlds before this one."""
        return min((len(one.returns) for one in self.tried), default=0)

    @property
    def common(self) -> slice:
        """The worlds since it began in which all of them have run, none where there are none."""
        return slice(self.first, self.end)

    @property
    def enough(self) -> bool:
        """Whether something can be said of these worlds."""
        return self.end - self.first >= ENOUGH_TRIALS


class Halving:
    """Moves of one seat that run in the same worlds, in ever smaller company.

    While there are many, the better half of them runs on ("sequential halving", Karnin, Koren and
    Somekh 2013). The last few share half of the budget; all that is told of them comes from these
    worlds, which had no say in who is among them. When a budget ends before there are enough of these,
    what is told is what was known before the last were dropped.
    `kept` are never dropped. `alive` still run; `playouts` and `worlds` count what was done.
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
        self._rounds = [HalvingRound(self.runners, 0)]
        self._seat = seat
        self._players = players

    def run(self, world: Callable[[], World], clock: Clock) -> Generator[Progress]:
        """Spend a budget, a playout a step. What is known stays known when it is ended early."""
        halvings = max(1, ceil(log2(len(self.alive) / FINALISTS)))
        for step in range(1, halvings + 1):
            yield from self._run_round(world, clock, step / halvings / 2)
            self._thin()
        if len(self.alive) > 1 and clock.part(self.playouts) < 1:
            yield from self._run_round(world, clock, 1.0)

    def _run_round(self, world: Callable[[], World], clock: Clock, part: float) -> Iterator[Progress]:
        """Run in one world at least, and in more as long as they fit into a part of the budget."""
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
                yield Progress(clock.part(self.playouts), self.playouts)
            if not clock.fits(self.playouts, len(self.alive) if part < 1 else 1, part):
                return

    def _thin(self) -> None:
        """Drop the worse half, unless few are left, and whom the time did not reach."""
        tried = [runner for runner in self.alive if runner.returns]
        best = [one for one in _sorted(tried) if one in self.kept or self.twin(one) is None]
        running = [*best[: max(FINALISTS, ceil(len(tried) / 2))], *self.kept]
        staying = [one for one in tried if one in running]
        if len(staying) < len(tried):
            gone = [*self._rounds[-1].gone, [one for one in tried if one not in staying]]
            self._rounds.append(HalvingRound(staying, max(len(one.returns) for one in staying), gone))
        self.alive = staying

    def twin(self, runner: Runner) -> Runner | None:
        """One before it in the list that ended as it did, to the last figure, in all its worlds."""
        if len(runner.returns) < ENOUGH_TRIALS:
            return None
        before, ends = self.runners[: self.runners.index(runner)], runner.outcomes
        return next((one for one in before if one.outcomes[: len(ends)] == ends), None)

    @property
    def final_round(self) -> HalvingRound:
        """The round that tells: the latest in which there were enough worlds, else the very last."""
        return next((one for one in reversed(self._rounds) if one.enough), self._rounds[-1])

    @property
    def last(self) -> list[Runner]:
        """Those that came to the last part, the best first."""
        return sorted(self.final_round.tried, key=lambda one: -_mean(one.returns[self.compared(one)]))

    def compared(self, one: Runner) -> slice:
        """The worlds that tell of a move: those that the last few have in common, or all of its own.

        Where the budget ended before there were any, all of its own, too.
        """
        final = self.final_round
        known = one in final.alive and final.end > final.first
        return final.common if known else slice(len(one.returns))

    def gap(self, one: Runner, other: Runner) -> Gap:
        """How far one of the last few is ahead of another, with an interval that holds for all pairs."""
        common, few = self.final_round.common, len(self.final_round.tried)
        pairs = zip(one.returns[common], other.returns[common], strict=True)
        apart = [mine - its for mine, its in pairs]
        return Gap(
            fair_mean(apart, max(1, few * (few - 1) // 2)),
            len(apart) >= ENOUGH_TRIALS and not any(apart),
        )

    @property
    def ranking(self) -> list[Runner]:
        """All that were tried: who ran longest first, the better first among equals."""
        gone = (runner for group in reversed(self.final_round.gone) for runner in _sorted(group))
        return [*self.last, *gone]

    @property
    def untried(self) -> list[Runner]:
        """Those that the budget did not reach."""
        return [runner for runner in self.runners if not runner.returns]


def _sorted(runners: Sequence[Runner]) -> list[Runner]:
    """The best first, the earlier of two that are equal."""
    return sorted(runners, key=lambda runner: -_mean(runner.returns))


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)
