"""Measures what dask.distributed costs a batch, compared with the same processes without it.

``python -m benchmarks.cluster [GAMES] [ROUNDS]`` prints the cost.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import arguments
from sandtable_batch.results import Job
from sandtable_batch.workers import local_workers
from sandtable_tools.lab import simulate
from sandtable_tools.lab.cluster import cluster

JOB = Job("megiddo/1918-even", {"british": "scripted", "turkish": "scripted"}, 1)
WORKERS = 2


def is_installed() -> bool:
    """Return whether dask.distributed is installed."""
    return find_spec("distributed") is not None


@contextmanager
def _process(kind: str, *words: object) -> Iterator[None]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard"]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen([*command, *map(str, words)], stdout=quiet, stderr=quiet)
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def scheduler() -> Iterator[str]:
    """Start a scheduler and two workers on this machine; yield the scheduler's address."""
    import distributed

    with TemporaryDirectory() as folder, ExitStack() as stack:
        file = Path(folder) / "scheduler.json"
        where = ("--scheduler-file", file)
        stack.enter_context(_process("scheduler", "--host", "127.0.0.1", "--port", 0, *where))
        for _ in range(WORKERS):
            more = ("--no-nanny", "--nthreads", 1, "--local-directory", folder)
            stack.enter_context(_process("worker", *where, *more))
        while not file.exists():
            time.sleep(0.05)
        address: str = json.loads(file.read_text())["address"]
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(WORKERS)
        yield address


def overhead(games: int, rounds: int) -> float:
    """Return by how many percent a cluster is slower than two processes.

    Both are warmed up; the best of interleaved rounds counts.
    """
    best = [float("inf")] * 2
    with scheduler() as address, local_workers(WORKERS) as near, cluster(address, [JOB], print) as far:
        for turn in range(rounds + 1):
            for place, workers in enumerate((near, far)):
                seconds = simulate(JOB, games if turn else 20, workers).seconds
                best[place] = min(best[place], seconds) if turn else best[place]
    return 100 * (best[1] / best[0] - 1)


if __name__ == "__main__":
    reader = arguments.parser("benchmarks.cluster", __doc__)
    arguments.add_count(reader, "games", 1_500)
    arguments.add_count(reader, "rounds", 2)
    asked = reader.parse_args()
    if not is_installed():
        reader.error("distributed is not installed")
    print(f"{overhead(asked.games, asked.rounds):.1f} % over two processes")
