"""Types random lines at the prompt: ``python -m benchmarks.lines [COUNT] [SEED]``, from the root.

It types COUNT lines for each game, over all its scenarios and all cores; a seed always gives the same
lines. It prints the results, and the slowest line. It exits with 1 if a line was neither done nor
refused, changed the position while it was typed, or took a minute, or if a game differed from its save.
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from os import cpu_count, environ
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from tests.console import fuzzing

from benchmarks import arguments

SCENARIOS = {
    "megiddo": ("megiddo/1918", "megiddo/1918-even"),
    "lrdg": ("lrdg/slonta", "lrdg/tobruk", "lrdg/campaign-1942"),
    "lawrence": ("lawrence/aqaba", "lawrence/damascus", "lawrence/campaign"),
}

CHUNK = 500

MOST_SECONDS = 60
"""A line that takes longer than this counts as stuck."""


class TooLong(BaseException):
    """Raised when a line is stuck; no guard catches this."""


class SlowestLine:
    """The line that took longest, and its seconds of processor time."""

    def __init__(self) -> None:
        self.seconds, self.line = 0.0, ""

    @contextmanager
    def measure(self, line: str) -> Iterator[None]:
        """Measure how long a line takes, and stop it if it takes too long."""
        before = signal.signal(signal.SIGALRM, self._interrupt)
        signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
        began = process_time()
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            if process_time() - began > self.seconds:
                self.seconds, self.line = process_time() - began, line

    def _interrupt(self, *_: object) -> None:
        raise TooLong(f"more than {MOST_SECONDS} seconds")


class ChunkResult(NamedTuple):
    """The results of a chunk of lines, its slowest line, and the failure that ended it, if any."""

    outcomes: Counter[str]
    slowest: SlowestLine
    failure: str = ""


def examine(scenario: str, seed: str) -> ChunkResult:
    """Type a chunk of lines."""
    slowest = SlowestLine()
    with TemporaryDirectory() as home:
        environ["SANDTABLE_HOME"] = home
        try:
            save = Path(home, "game.jsonl")
            return ChunkResult(fuzzing.play(scenario, CHUNK, seed, save, slowest.measure), slowest)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return ChunkResult(Counter(FAILED=1), slowest, traceback.format_exc())


def main(count: int, seed: str) -> int:
    """Type `count` lines for each game; return 1 if one failed."""
    failed = 0
    with ProcessPoolExecutor(cpu_count()) as pool:
        for game, scenarios in SCENARIOS.items():
            began = perf_counter()
            chunks = range(-(-count // CHUNK))
            played = [scenarios[number % len(scenarios)] for number in chunks]
            found = list(pool.map(examine, played, [f"{seed}-{number}" for number in chunks]))
            outcomes = sum((chunk.outcomes for chunk in found), Counter[str]())
            slowest = max((chunk.slowest for chunk in found), key=lambda slowest: slowest.seconds)
            for chunk in found:
                if chunk.failure:
                    failed += 1
                    print(chunk.failure)
            results = ", ".join(f"{name} {number}" for name, number in sorted(outcomes.items()))
            print(f"{game}: {results}, in {perf_counter() - began:.0f} s")
            print(f"  the slowest took {slowest.seconds:.2f} s: {slowest.line!r}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    reader = arguments.parser("benchmarks.lines", __doc__)
    arguments.add_count(reader, "count", 3_000)
    reader.add_argument("seed", nargs="?", default="1", help="1 when left out")
    asked = reader.parse_args()
    sys.exit(main(asked.count, asked.seed))
