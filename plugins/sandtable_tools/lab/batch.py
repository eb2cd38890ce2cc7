"""Plays a batch: hands its games out in pieces, and takes the results in the order of seeds."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext

from msgspec import Struct

from sandtable import SandtableError
from sandtable_batch import (
    Batch,
    GameResult,
    Handle,
    Job,
    Played,
    ReadyJob,
    Workers,
    estimate,
    local_workers,
    ready_job,
)
from sandtable_tools.lab.batch_file import BatchFile
from sandtable_tools.lab.sweep import Point

MOST_GAMES = 10_000_000
"""The most games of a batch."""

LEAST_GAMES = 30
"""The fewest games of a batch with `until`."""

UNTIL_TAKES = "--until takes a half-width between 0 and 0.5, such as 0.02 or 2%"
"""The start of the error about a wrong half-width."""

LARGEST_PIECE = 2_000
"""The most games in one piece of work."""

OnProgress = Callable[[int, float | None], None]
"""A callback for progress: games just finished, and with `until` the widest half-width.

The half-width is None before game 30.
"""


class Limits(Struct, frozen=True):
    """When a batch ends: after `games` games (1 or more), or earlier at the half-width `until`.

    `until` is above 0 and below 0.5. From game 30 on, the batch ends as soon as every outcome's interval
    reaches at most `until` to each side. Raises SandtableError for other values.
    """

    games: int
    until: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise SandtableError(f"--games takes 1 to {MOST_GAMES:,}, not {self.games}")
        if self.until is not None and not 0 < self.until < 0.5:
            raise SandtableError(f"{UNTIL_TAKES}, not {self.until}")


def simulate(
    job: Job,
    games: int,
    jobs: int | Workers = 1,
    progress: OnProgress | None = None,
    *,
    until: float | None = None,
) -> Batch:
    """Play `games` games on `jobs` processes, or on the given workers.

    `Limits` explains `games` and `until`, and `OnProgress` explains `progress`. The results depend only
    on the job. Raises SandtableError if the job names something that does not exist.
    """
    limits, ready = Limits(games, until), ready_job(job)
    with local_workers(jobs) if isinstance(jobs, int) else nullcontext(jobs) as workers:
        return play_batch(ready, limits, workers, progress=progress)


def play_batch(
    ready: ReadyJob,
    limits: Limits,
    workers: Workers,
    *,
    kept: Sequence[GameResult] = (),
    keep: Callable[[Sequence[GameResult]], None] | None = None,
    progress: OnProgress | None = None,
) -> Batch:
    """Play a batch whose first results, `kept`, are known; pass new ones to `keep`.

    `keep` gets new results as they arrive, in the order of seeds. Raises SandtableError if a game fails.
    """
    began = time.perf_counter()
    stop = _StoppingRule(limits.until)
    results = stop.up_to_stop(kept[: limits.games])
    if len(results) < limits.games and not stop.reached:
        for played in in_order(ready.job, len(results) + 1, limits.games, workers):
            fresh = stop.up_to_stop(played)
            results += fresh
            if keep:
                keep(fresh)
            if progress:
                progress(len(fresh), stop.half)
            if stop.reached:
                break
    seconds = time.perf_counter() - began
    return Batch(ready.job, ready.scenario.id, results, seconds, limits.until)


def play_points(
    points: Sequence[Point],
    limits: Limits,
    workers: Workers,
    *,
    files: Sequence[BatchFile] = (),
    progress: OnProgress | None = None,
) -> list[Batch]:
    """Return a batch for every point, each within the same limits.

    The `files` all hold the same games, which are not played again; new games are added to
    them. Raises the same errors as `simulate`.
    """
    batches = []
    for number, point in enumerate(points):

        def keep(results: Sequence[GameResult], number: int = number) -> None:
            for file in files:
                file.keep(number, results)

        ready, kept = ready_job(point.job), list(files[0].found[number]) if files else []
        batches.append(play_batch(ready, limits, workers, kept=kept, keep=keep, progress=progress))
    return batches


def in_order(job: Job, first: int, last: int, workers: Workers) -> Iterator[list[GameResult]]:
    """Yield the results of games `first` to `last`, in order, several at a time."""
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
        for handle in waiting:
            handle.cancel()


class _Pace:
    """Chooses how many games make a piece of work, from the time that earlier pieces took."""

    def __init__(self, workers: Workers) -> None:
        self.task_seconds, self.parallel = workers.task_seconds, workers.parallel
        self.games, self.seconds = 0, 0.0

    def note(self, played: Played) -> None:
        self.games += len(played.results)
        self.seconds += played.seconds

    def piece(self, left: int) -> int:
        """Return a piece's number of games: one at first, few at the end, so that no worker idles."""
        if not self.games:
            return 1
        size = min(self.task_seconds * self.games / max(self.seconds, 1e-9), LARGEST_PIECE)
        return max(1, int(min(size, max(size / 20, left / (2 * self.parallel)), left)))


class _StoppingRule:
    """Watches the shares of outcomes game by game, until all are narrow enough."""

    def __init__(self, until: float | None) -> None:
        self.until, self.reached = until, False
        self.half: float | None = None
        self.counts: Counter[str] = Counter()
        self.games = 0

    def up_to_stop(self, results: Sequence[GameResult]) -> list[GameResult]:
        """Return the results that count: all, or those up to the game that ends the batch."""
        if self.until is None:
            return list(results)
        counted = []
        for result in results:
            if self.reached:
                break
            counted.append(result)
            self.counts[result.outcome] += 1
            self.games += 1
            if self.games >= LEAST_GAMES:
                # The share nearest to a half has the widest interval.
                widest = min(self.counts.values(), key=lambda count: abs(2 * count - self.games))
                self.half = estimate.share(widest, self.games).half
                self.reached = self.half <= self.until
        return counted
