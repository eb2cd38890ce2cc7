"""Damages recorded games at random: ``python -m benchmarks.fuzz [COUNT] [SEED]``, from the root.

Save number K of a seed is always damaged in the same way. This prints the verdicts, and exits with 1 if
a save was neither read nor refused in one line. Such saves are written to ``fuzz-SEED-K.jsonl`` in the
current folder.
"""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count, environ
from pathlib import Path
from random import Random  # noqa: TID251
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from tests.shell.fuzzing import damage, games, trial

from benchmarks import arguments

CHUNK = 250

MOST_SECONDS = 5
"""The most seconds that any way to read a save may take."""


class FuzzResult(NamedTuple):
    """The results for some damaged saves.

    - `outcomes`: how often each verdict occurred.
    - `failures`: the tracebacks, by the number of the save.
    - `slowest`: the longest time in seconds, and the number of that save.
    - `memory`: the peak memory of the process, in MB.
    """

    outcomes: Counter[str]
    failures: dict[int, str]
    slowest: tuple[float, int]
    memory: int


def examine_all(seed: str, numbers: Iterable[int]) -> FuzzResult:
    """Examine the damaged saves with these numbers."""
    outcomes: Counter[str] = Counter()
    failures: dict[int, str] = {}
    slowest = (0.0, 0)
    with TemporaryDirectory() as home, TemporaryDirectory() as folder, trial.bounded():
        environ["SANDTABLE_HOME"] = home
        for number in numbers:
            start = perf_counter()
            try:
                outcomes[examine(seed, number, Path(folder))] += 1
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                outcomes["FAILED"] += 1
                failures[number] = traceback.format_exc()
            slowest = max(slowest, (perf_counter() - start, number))
    return FuzzResult(outcomes, failures, slowest, getrusage(RUSAGE_SELF).ru_maxrss // 1024)


def examine(seed: str, number: int, folder: Path) -> str:
    """Examine a damaged save: `check` and another way to read it must reach the same verdict."""
    luck = Random(f"{seed} {number}")
    save = damage.damaged(luck)
    found = trial.examine(save.data, folder, ["check", luck.choice(list(trial.WAYS))])
    damage.honest(save, found)
    return found


def start() -> None:
    """Load everything once, before any time or memory is measured."""
    trial.MOST_SECONDS = MOST_SECONDS
    with TemporaryDirectory() as home:
        environ["SANDTABLE_HOME"] = home
        path = Path(home, "g.jsonl")
        for game in games.originals():
            path.write_bytes(game.data)
            trial.warm(path)


def chunks(count: int) -> Iterator[range]:
    """Yield the numbers from 0, some at a time."""
    return (range(first, min(first + CHUNK, count)) for first in range(0, count, CHUNK))


def main(count: int, seed: str) -> int:
    """Examine `count` damaged saves on all cores; return 1 if one failed."""
    began = perf_counter()
    outcomes: Counter[str] = Counter()
    slowest, memory, failed = (0.0, 0), 0, 0
    with ProcessPoolExecutor(cpu_count(), initializer=start) as pool:
        for found in pool.map(
            examine_all, *zip(*((seed, numbers) for numbers in chunks(count)), strict=True)
        ):
            outcomes += found.outcomes
            slowest, memory = max(slowest, found.slowest), max(memory, found.memory)
            for number, text in found.failures.items():
                failed += 1
                print(f"{number}: {write(seed, number)}\n{text}")
    seconds = perf_counter() - began
    print(f"{count} damaged saves of seed {seed} in {seconds:.0f} s, {count / seconds:.0f} a second")
    print(", ".join(f"{name} {number}" for name, number in sorted(outcomes.items())))
    print(f"the slowest, {slowest[1]}, took {slowest[0]:.2f} s; a process held {memory} MB at most")
    return int(failed > 0)


def write(seed: str, number: int) -> Path:
    """Write a damaged save that failed to a file."""
    path = Path(f"fuzz-{seed}-{number}.jsonl")
    path.write_bytes(damage.damaged(Random(f"{seed} {number}")).data)
    return path


if __name__ == "__main__":
    reader = arguments.parser("benchmarks.fuzz", __doc__)
    arguments.add_count(reader, "count", 10_000)
    reader.add_argument("seed", nargs="?", default="1", help="1 when left out")
    asked = reader.parse_args()
    sys.exit(main(asked.count, asked.seed))
