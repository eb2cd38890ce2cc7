"""The processes that play a race's games; any number of them plays the same games."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from itertools import count
from time import perf_counter
from typing import Any, NamedTuple, Protocol

from sandtable import Action, Outcome, SandtableError, SeededDice, Snapshot, Table
from sandtable_batch import Job, process_pool, ready_job
from sandtable_tools.advice.worlds import Players, WorldRow, Worlds, scripted_bots

MOST_WAITING = 2
"""The most batches that wait for each process, including the current one."""

BATCH_SECONDS = 0.1
"""A batch should take this many seconds, unless a single world takes longer."""

Moves = Sequence[Sequence[Action]]


class Crew(Protocol):
    """Plays moves out in worlds, on a number of `processes`."""

    @property
    def processes(self) -> int: ...

    def rows(
        self, moves: Moves, first: int, wanted: Callable[[int], bool]
    ) -> Generator[WorldRow | None]:
        """Yield the outcomes of the moves in one world after another, from number `first`, endlessly.

        A crew that plays worlds ahead asks `wanted` whether a given number of further worlds is needed.
        Any other crew yields None wherever a long world can be interrupted.
        """
        ...


class ThisProcess:
    """The current process, which plays a world when its row is asked for."""

    processes = 1

    def __init__(self, worlds: Worlds, players: Players) -> None:
        self._worlds = worlds
        self._players = players

    def rows(
        self,
        moves: Moves,
        first: int,
        wanted: Callable[[int], bool],  # noqa: ARG002
    ) -> Generator[WorldRow | None]:
        for number in count(first):
            world, outcomes, began = self._worlds.world(number), list[Outcome](), perf_counter()
            for move in moves:
                if perf_counter() - began > BATCH_SECONDS:
                    yield None
                    began = perf_counter()
                outcomes.append(world.outcome(move, self._players))
            yield WorldRow(outcomes, world.games)


class WorldSource(NamedTuple):
    """What another process needs to imagine the same worlds."""

    job: Job
    house: Any
    position: bytes
    seat: str
    seed: int

    @classmethod
    def of(cls, worlds: Worlds) -> WorldSource | None:
        """Return the source of some worlds; None if no other process can load their scenario."""
        scenario = worlds.table.scenario
        job = Job(scenario.id, {}, 0, text=scenario.text if scenario.bare else "")
        try:
            is_installed = ready_job(job).scenario.text == scenario.text
        except SandtableError:
            is_installed = False
        table = worlds.table
        return cls(job, table.house, table.position, worlds.seat, worlds.seed) if is_installed else None

    def worlds(self) -> Worlds:
        """Return the worlds of this source."""
        table: Table[Any] = Table(ready_job(self.job).scenario, SeededDice(0), self.house)
        table.restore(Snapshot(self.position, {}))
        return Worlds(table, self.seat, self.seed)


class Batch(NamedTuple):
    """The rows of some worlds, in order, and the seconds that it took to play them."""

    rows: Sequence[WorldRow]
    seconds: float


def play_rows(source: WorldSource, moves: Moves, numbers: range) -> Batch:
    """Play moves in the worlds of these numbers, with scripted players."""
    began = perf_counter()
    if not _last or _last[0] != source:
        worlds = source.worlds()
        _last[:] = [source, worlds, scripted_bots(worlds.table.game)]
    _, worlds, players = _last
    rows = [worlds.row(number, moves, players) for number in numbers]
    return Batch(rows, perf_counter() - began)


_last: list[Any] = []
"""The last source, with its worlds and players, since many batches share one."""


class ProcessCrew:
    """Processes that play worlds ahead; their rows still come in order."""

    def __init__(self, source: WorldSource, pool: Executor, processes: int) -> None:
        self._source = source
        self._pool = pool
        self.processes = processes

    def rows(
        self, moves: Moves, first: int, wanted: Callable[[int], bool]
    ) -> Generator[WorldRow | None]:
        waiting: deque[tuple[int, Future[Batch]]] = deque()
        size = 1
        try:
            while True:
                while len(waiting) < MOST_WAITING * self.processes:
                    ahead = sum(worlds for worlds, _ in waiting)
                    while size > 1 and not wanted(ahead + size):
                        size -= 1
                    if waiting and not wanted(ahead + size):
                        break
                    numbers = range(first, first + size)
                    waiting.append((size, self._pool.submit(play_rows, self._source, moves, numbers)))
                    first += size
                _, future = waiting.popleft()
                batch = future.result()
                yield from batch.rows
                size = max(1, min(2 * size, int(BATCH_SECONDS * len(batch.rows) / batch.seconds)))
        finally:
            for _, future in waiting:
                future.cancel()


@contextmanager
def open_crew(worlds: Worlds, players: Players, jobs: int) -> Iterator[Crew]:
    """Return a crew of `jobs` processes with scripted players, or this process if one is enough."""
    source = WorldSource.of(worlds) if jobs > 1 else None
    if source is None:
        yield ThisProcess(worlds, players)
    else:
        with process_pool(jobs) as pool:
            yield ProcessCrew(source, pool, jobs)


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
