"""A batch: its games are handed out in pieces, and what comes back is taken in the order of seeds."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial

from sandtable import SandtableError
from sandtable.tooling import (
    Batch,
    Catalog,
    GameResult,
    Handle,
    Job,
    Played,
    Workers,
    estimate,
    machine,
    ready_job,
)
from sandtable_tools.lab.keeping import Keeper
from sandtable_tools.lab.sweep import Point

MOST_GAMES = 10_000_000

FEWEST = 30
"""A batch that stops at a width has at least this many games."""

LARGEST = 2_000
"""At most this many games are one piece of work."""


def simulate(
    job: Job,
    games: int,
    jobs: int = 1,
    progress: Callable[[int, float | None], None] | None = None,
    plugins: Catalog | None = None,
    *,
    until: float | None = None,
    workers: Workers | None = None,
    kept: Sequence[GameResult] = (),
    keep: Callable[[Sequence[GameResult]], None] | None = None,
) -> Batch:
    """Play `games` games on `jobs` processes, or on `workers` that are there already.

    `progress` hears how many were just finished, and with `until` how wide the widest interval is to
    each side (None before the 30th game); `keep` gets their results in the order of seeds.
    `kept` are the first results, known from before. With `until` (above 0, below 0.5) it ends with the
    first game, at least the 30th, after which no share of an outcome has an interval of more than
    `until` to each side. The games played, and all results, depend on the job alone.

    Raises SandtableError when the job names something that is not there.
    """
    check(games, until)
    began = time.perf_counter()
    found = ready_job(job, plugins)
    end = _End(until)
    results = end.taken(kept[:games])
    if len(results) < games and not end.reached:
        with machine(jobs, plugins) if workers is None else nullcontext(workers) as hands:
            for some in in_order(job, len(results) + 1, games, hands):
                fresh = end.taken(some)
                results += fresh
                if keep:
                    keep(fresh)
                if progress:
                    progress(len(fresh), end.half)
                if end.reached:
                    break
    return Batch(job, found.scenario.id, results, time.perf_counter() - began, until)


def check(games: int, until: float | None = None) -> None:
    """Refuse what no batch can be: SandtableError."""
    if not 1 <= games <= MOST_GAMES:
        raise SandtableError(f"1 to {MOST_GAMES} games can be played")
    if until is not None and not 0 < until < 0.5:
        raise SandtableError("--until takes a half-width between 0 and 0.5, as 0.02 or 2%")


def play_points(
    points: Sequence[Point],
    games: int,
    workers: Workers,
    *,
    until: float | None = None,
    keepers: Sequence[Keeper] = (),
    progress: Callable[[int, float | None], None] | None = None,
) -> list[Batch]:
    """A batch for every point, each of at most `games` games.

    Games that the `keepers` have already, all of them the same, are not played again; they get the
    others.
    Raises SandtableError as `simulate` does.
    """
    batches = []
    for place, point in enumerate(points):
        kept = list(keepers[0].found[place]) if keepers else []
        keep = partial(_keep, keepers, place)
        batches.append(
            simulate(
                *(point.job, games),
                progress=progress,
                until=until,
                workers=workers,
                kept=kept,
                keep=keep,
            )
        )
    return batches


def _keep(keepers: Sequence[Keeper], place: int, results: Sequence[GameResult]) -> None:
    for one in keepers:
        one.keep(place, results)


def in_order(job: Job, first: int, last: int, workers: Workers) -> Iterator[list[GameResult]]:
    """The results of games `first` to `last`, in their order, some at a time."""
    pace = _Pace(workers)
    waiting: deque[Handle] = deque()
    try:
        while first <= last or waiting:
            while first <= last and len(waiting) < workers.room:
                count = pace.piece(last - first + 1)
                waiting.append(workers.submit(job, first, count))
                first += count
            played = waiting.popleft().result()
            pace.note(played)
            yield played.results
    finally:
        for one in waiting:
            one.cancel()


class _Pace:
    """How many games make one piece of work, by the time that those before took."""

    def __init__(self, workers: Workers) -> None:
        self.aim, self.hands = workers.aim, workers.hands
        self.games, self.seconds = 0, 0.0

    def note(self, played: Played) -> None:
        self.games += len(played.results)
        self.seconds += played.seconds

    def piece(self, left: int) -> int:
        """One at first; smaller ones towards the end, so that nobody waits long for the last."""
        if not self.games:
            return 1
        wished = min(self.aim * self.games / max(self.seconds, 1e-9), LARGEST)
        return max(1, int(min(wished, max(wished / 20, left / (2 * self.hands)), left)))


class _End:
    """Watches the shares game by game, until all are narrow enough."""

    def __init__(self, until: float | None) -> None:
        self.until, self.reached = until, False
        self.half: float | None = None
        self.counts: Counter[str] = Counter()
        self.games = 0

    def taken(self, results: Sequence[GameResult]) -> list[GameResult]:
        """The results that count: all, or those up to the game with which it ends."""
        if self.until is None:
            return list(results)
        taken = []
        for one in results:
            if self.reached:
                break
            taken.append(one)
            self._note(one, self.until)
        return taken

    def _note(self, result: GameResult, until: float) -> None:
        self.counts[result.outcome] += 1
        self.games += 1
        if self.games >= FEWEST:
            # The share nearest to a half has the widest interval.
            widest = min(self.counts.values(), key=lambda count: abs(2 * count - self.games))
            self.half = estimate.share(widest, self.games).half
            self.reached = self.half <= until
