"""A race between moves: all are tried in the same worlds, and the worse ones drop out."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from math import ceil, log2
from typing import NamedTuple

from sandtable import Action, Outcome
from sandtable_batch import ENOUGH_TRIALS, Estimate, fair_mean, mean
from sandtable_console import Progress
from sandtable_tools.advice.budget import Clock
from sandtable_tools.advice.crew import Crew
from sandtable_tools.advice.figures import clear

Move = tuple[Action, ...]
"""A whole move of a seat: one action, or all the small choices of a sequence, in order."""

FINALISTS = 3
"""At most this many moves, besides those that are kept, share the second half of a budget."""

AHEAD = 0.5
"""A move is preferred to the usual one if it is at least this many standard errors ahead."""

MOST_WORLDS = 1_000_000
"""At most this many worlds are tried; if all moves are equal, worlds may take no games at all."""


class Runner:
    """A move, and the outcomes of its games, one for each world from the first."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.outcomes: list[Outcome] = []
        self.returns: list[int] = []
        self.twin: Runner | None = None
        """The runner with exactly the same outcomes, if this one was dropped for that."""

    def add(self, outcome: Outcome, seat: str) -> None:
        """Note the outcome for a seat in one more world."""
        self.outcomes.append(outcome)
        self.returns.append(outcome.returns.get(seat, 0))


class Gap(NamedTuple):
    """The lead of the best move over another, in worlds that did not select who stayed in the race.

    `same` means that both had equal outcomes in each of these worlds.
    """

    estimate: Estimate
    same: bool

    @property
    def behind(self) -> bool:
        """Whether the other is behind by more than chance."""
        return clear(self.estimate) and self.estimate.value > 0


class Stage(NamedTuple):
    """The runners from some world on, and those dropped before, in groups."""

    alive: Sequence[Runner]
    first: int
    gone: Sequence[Sequence[Runner]] = ()

    @property
    def worlds(self) -> slice:
        """The worlds of this stage in which all runners have run."""
        return slice(self.first, min(len(runner.returns) for runner in self.alive))

    @property
    def enough(self) -> bool:
        """Whether these worlds are enough to compare moves."""
        return min(len(runner.returns) for runner in self.alive) - self.first >= ENOUGH_TRIALS


class Race:
    """Moves of one seat that run in the same worlds.

    Rounds take half of a budget. After each, the better half of the moves stays, until `finalists` are
    left ("sequential halving", Karnin, Koren and Somekh 2013). These share the other half. Results come
    from the worlds of the last stage, which did not select its runners, or from those of the stage
    before if these are too few.

    - `kept`: moves that are never dropped; the first of them is the usual one.
    - `most`: at most this many worlds are tried.
    - `tells`: whether the results are for a reader. If games then take longer than expected, the least
      promising moves (the last) drop out early, so that the others get enough games.
    - `alive`: the moves still in the race.
    - `playouts`, `worlds`: how much was played.
    """

    def __init__(
        self,
        moves: Sequence[Move],
        seat: str,
        kept: Sequence[Move],
        finalists: int = FINALISTS,
        most: int = MOST_WORLDS,
        *,
        tells: bool = False,
    ) -> None:
        self.runners = [Runner(move) for move in moves]
        self.kept = [runner for runner in self.runners if runner.move in kept]
        self.alive = list(self.runners)
        self.playouts = 0
        self.worlds = 0
        self._stages = [Stage(self.alive, 0)]
        self._seat = seat
        self._finalists = finalists
        self._most = most
        self._tells = tells

    def run(self, crew: Crew, clock: Clock) -> Generator[Progress]:
        """Spend a budget, a world a step; if it is closed early, results so far remain."""
        if len(self.alive) == 1:
            return
        rivals = len(self.alive) - len(self.kept)
        if self._tells and clock.budget.seconds is not None and rivals > 1:
            yield from self._narrow(crew, clock)
            rivals = len(self.alive) - len(self.kept)
        halvings = max(1, ceil(log2(rivals / self._finalists))) if rivals else 1
        for step in range(1, halvings + 1):
            yield from self._run_round(crew, clock, step / halvings / 2)
            if not self.worlds:
                return
            self._halve()
        for part in (0.75, 1.0):
            yield from self._run_round(crew, clock, part)

    def _narrow(self, crew: Crew, clock: Clock) -> Iterator[Progress]:
        """Run in the first worlds, and drop the moves that there is no time to compare."""
        yield from self._run_round(crew, clock, 1.0, crew.hands)
        games, moves = clock.games(self.playouts), range(len(self.alive), 2, -1)
        room = next((count for count in moves if needed(count) - count * self.worlds <= games), 2)
        if self.worlds and len(self.alive) > room:
            rivals = [runner for runner in self.alive if runner not in self.kept]
            dropped = rivals[max(1, room - len(self.kept)) :]
            self.alive = [runner for runner in self.alive if runner not in dropped]
            self._stages = [Stage(self.alive, 0, [dropped])]

    def _run_round(
        self, crew: Crew, clock: Clock, part: float, most: int = MOST_WORLDS
    ) -> Iterator[Progress]:
        """Run in as many worlds as fit into a share of the budget, at least one, at most `most`."""
        moves, last_world = len(self.alive), self.worlds + most
        if moves == 1 or not self._fits(clock, moves, part if self.worlds else 1.0):
            return
        rows = crew.rows(
            [runner.move for runner in self.alive],
            self.worlds,
            lambda ahead: (
                self.worlds + ahead <= last_world and clock.fits(self.playouts, ahead * moves, part)
            ),
        )
        with closing(rows):
            for row in rows:
                for runner, outcome in zip(self.alive, row.outcomes, strict=True):
                    runner.add(outcome, self._seat)
                self.worlds += 1
                self.playouts += row.games
                yield Progress(clock.part(self.playouts), self.playouts)
                if self.worlds == last_world or not self._fits(clock, moves, part):
                    break
        self._drop_twins()

    def _fits(self, clock: Clock, games: int, part: float) -> bool:
        """Whether one more world stays within a share of the budget."""
        return self.worlds < self._most and clock.fits(self.playouts, games, part)

    def _drop_twins(self) -> None:
        """Drop moves with the same outcomes as an earlier one, even if they are good."""
        if self.worlds < ENOUGH_TRIALS:
            return
        different: list[Runner] = []
        for runner in self.alive:
            equal = (earlier for earlier in different if earlier.outcomes == runner.outcomes)
            runner.twin = None if runner in self.kept else next(equal, None)
            if runner.twin is None:
                different.append(runner)
        self.alive = different
        self._stages = [
            stage._replace(alive=[runner for runner in stage.alive if not runner.twin])
            for stage in self._stages
        ]

    def _halve(self) -> None:
        """Drop the worse half, unless only a few are left."""
        rivals = _sorted([runner for runner in self.alive if runner not in self.kept])
        room = max(self._finalists, ceil(len(rivals) / 2))
        if len(rivals) > room:
            dropped = rivals[room:]
            self.alive = [runner for runner in self.alive if runner not in dropped]
            self._stages.append(Stage(self.alive, self.worlds, [*self._stages[-1].gone, dropped]))

    @property
    def outcomes(self) -> list[Outcome]:
        """The outcomes of all games."""
        return [outcome for runner in self.runners for outcome in runner.outcomes]

    @property
    def final(self) -> Stage:
        """The stage that results come from: the latest with enough worlds, else the first."""
        return next((stage for stage in reversed(self._stages) if stage.enough), self._stages[0])

    @property
    def last(self) -> list[Runner]:
        """The runners of the final stage, the favourite first, then by their results.

        It is empty if no world was played.
        """
        if not self.worlds:
            return []
        worlds = self.final.worlds
        best = favourite(self.final.alive, self.kept[0], worlds)
        return sorted(
            self.final.alive, key=lambda runner: (runner is not best, -_mean(runner.returns[worlds]))
        )

    def compared(self, runner: Runner) -> slice:
        """The worlds for a move's results: for the last few, those that they have in common."""
        return self.final.worlds if runner in self.final.alive else slice(len(runner.returns))

    def gap(self, runner: Runner, other: Runner) -> Gap:
        """The lead of a runner of the last few over another; the interval holds for all pairs."""
        worlds, count = self.final.worlds, len(self.final.alive)
        pairs = zip(runner.returns[worlds], other.returns[worlds], strict=True)
        differences = [mine - its for mine, its in pairs]
        return Gap(
            fair_mean(differences, max(1, count * (count - 1) // 2)),
            len(differences) >= ENOUGH_TRIALS and not any(differences),
        )

    @property
    def ranking(self) -> list[Runner]:
        """All runners: those that ran longest first, among equals the better first."""
        gone = (runner for group in reversed(self.final.gone) for runner in _sorted(group))
        return [*self.last, *gone, *(runner for runner in self.runners if runner.twin)]


def needed(moves: int) -> int:
    """The number of games needed to compare a number of moves."""
    if moves <= FINALISTS + 1:  # none drops out
        return ENOUGH_TRIALS * moves
    return max(2 * ENOUGH_TRIALS * (FINALISTS + 2), ENOUGH_TRIALS * moves)


def width(games: int) -> int:
    """The number of moves that a number of games can compare."""
    if games >= needed(FINALISTS + 2):
        return games // ENOUGH_TRIALS
    return max(2, min(FINALISTS + 1, games // (2 * ENOUGH_TRIALS)))


def favourite(runners: Sequence[Runner], usual: Runner, worlds: slice = slice(None)) -> Runner:
    """The move that did best in some worlds that all have run in, if that is more than noise.

    Otherwise it is the usual one, since the scripted player has its reasons.
    """
    best = max(runners, key=lambda runner: sum(runner.returns[worlds]))
    if best is usual or not best.returns[worlds]:
        return usual
    pairs = zip(best.returns[worlds], usual.returns[worlds], strict=True)
    lead = mean([mine - its for mine, its in pairs])
    return best if lead.value > AHEAD * lead.half / 2 else usual


def _sorted(runners: Sequence[Runner]) -> list[Runner]:
    """The runners, the best first, among equals the earlier first."""
    return sorted(runners, key=lambda runner: -_mean(runner.returns))


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)
