"""Workers that play a batch: this process, or several, with an executor's interface."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Protocol

from sandtable import SandtableError
from sandtable_batch.play import Played, play_job
from sandtable_batch.results import Job

MOST_JOBS = 256
"""The most processes that work on a batch."""

NO_PROCESSES = ("emscripten", "wasi")
"""The platforms whose Python can start neither processes nor threads."""


class Handle(Protocol):
    """Games that a worker is playing."""

    def result(self) -> Played:
        """Wait for the games. Raises SandtableError for a game that fails."""
        ...

    def cancel(self) -> object:
        """Cancel the games if they have not begun."""
        ...


class Workers(Protocol):
    """An executor of games.

    `room` is how many tasks it should hold, `parallel` how many games it plays at once, and
    `task_seconds` how long a task should take.
    """

    @property
    def room(self) -> int: ...
    @property
    def parallel(self) -> int: ...
    @property
    def task_seconds(self) -> float: ...

    def submit(self, job: Job, first: int, count: int) -> Handle:
        """Start `count` of a job's games, from number `first` on."""
        ...


class ThisProcess:
    """The current process, which plays each task when it is submitted."""

    room = parallel = 1
    task_seconds = 0.1

    def submit(self, job: Job, first: int, count: int) -> Handle:
        done: Future[Played] = Future()
        done.set_result(play_job(job, first, count))
        return done


class Processes:
    """Several processes on this machine."""

    task_seconds = 0.2

    def __init__(self, pool: ProcessPoolExecutor, parallel: int) -> None:
        self.pool, self.parallel, self.room = pool, parallel, 3 * parallel

    def submit(self, job: Job, first: int, count: int) -> Handle:
        return self.pool.submit(play_job, job, first, count)


@contextmanager
def local_workers(jobs: int) -> Iterator[Workers]:
    """Provide workers on this machine: `jobs` processes, 1 to 256; for 1, this process plays.

    Raises SandtableError for any other number.
    """
    if jobs == 1:
        yield ThisProcess()
    else:
        with process_pool(jobs) as pool:
            yield Processes(pool, jobs)


@contextmanager
def process_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Provide a pool of `jobs` processes, 1 to 256, which end when this process ends.

    Raises SandtableError for any other number, and if one of the processes is killed.
    """
    must_start_processes(": --jobs 1")
    if not 1 <= jobs <= MOST_JOBS:
        raise SandtableError(f"--jobs takes 1 to {MOST_JOBS:,}, not {jobs}")
    parent = os.getpid(), gc.get_threshold()
    pool = ProcessPoolExecutor(max_workers=jobs, initializer=_end_with_parent, initargs=parent)
    try:
        yield pool
    except BrokenProcessPool as error:
        how = "by a plugin, or from outside if memory ran out"
        raise SandtableError(f"a process that was playing was killed {how}") from error
    finally:
        pool.shutdown(cancel_futures=True)


def must_start_processes(instead: str = "") -> None:
    """Raise SandtableError if this Python cannot start processes, as in a browser."""
    if sys.platform in NO_PROCESSES:
        raise SandtableError(f"this Python cannot start processes{instead}")


def _end_with_parent(parent: int, threshold: tuple[int, int, int]) -> None:
    """Make a worker end silently on Ctrl-C, which all processes get, or with its parent.

    Otherwise it would wait forever after its parent is killed. It collects garbage as often as its
    parent does.
    """

    def watch_parent() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    gc.set_threshold(*threshold)
    sys.stdout = sys.stderr  # for what plugins print; the parent's standard output may be JSON
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=watch_parent, daemon=True).start()
