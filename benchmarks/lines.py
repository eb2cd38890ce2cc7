"""Type random lines at the prompt: ``python -m benchmarks.lines [COUNT] [SEED]``, from the root.

COUNT lines for each game, in parts over its scenarios and all cores; a seed gives the same lines again.
Prints what each line came to, and the slowest. Exits 1 when a line was neither done nor refused, changed
the position while it was typed, or took a minute, or when a game differed from its save.
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

from tests.prompt import fuzzing

from benchmarks import words

SCENARIOS = {
    "megiddo": ("megiddo/1918", "megiddo/1918-even"),
    "lrdg": ("lrdg/slonta", "lrdg/tobruk", "lrdg/campaign-1942"),
    "lawrence": ("lawrence/aqaba", "lawrence/damascus", "lawrence/campaign"),
}

CHUNK = 500

MOST_SECONDS = 60
"""A line that takes longer hangs."""


class TooLong(BaseException):
    """A line hangs; no guard catches it."""


class Slowest:
    """The line that took longest, and its seconds of processor time."""

    def __init__(self) -> None:
        self.seconds, self.line = 0.0, ""

    @contextmanager
    def timed(self, line: str) -> Iterator[None]:
        """Times what is done with a line, and stops it when it takes too long."""
        before = signal.signal(signal.SIGALRM, self._late)
        signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
        began = process_time()
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            if process_time() - began > self.seconds:
                self.seconds, self.line = process_time() - began, line

    def _late(self, *_: object) -> None:
        raise TooLong(f"more than {MOST_SECONDS} seconds")


class Found(NamedTuple):
    """What came of the lines of a chunk, its slowest, and the trouble that ended it if there was one."""

    outcomes: Counter[str]
    slowest: Slowest
    trouble: str = ""


def examine(scenario: str, seed: str) -> Found:
    """Type a chunk of lines."""
    slowest = Slowest()
    with TemporaryDirectory() as home:
        environ["SANDTABLE_HOME"] = home
        try:
            save = Path(home, "game.jsonl")
            return Found(fuzzing.play(scenario, CHUNK, seed, save, slowest.timed), slowest)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            return Found(Counter(FAILED=1), slowest, traceback.format_exc())


def main(count: int, seed: str) -> int:
    """Type `count` lines for each game; whether one failed."""
    failed = 0
    with ProcessPoolExecutor(cpu_count()) as pool:
        for game, scenarios in SCENARIOS.items():
            began = perf_counter()
            chunks = range(-(-count // CHUNK))
            played = [scenarios[number % len(scenarios)] for number in chunks]
            found = list(pool.map(examine, played, [f"{seed}-{number}" for number in chunks]))
            outcomes = sum((one.outcomes for one in found), Counter[str]())
            slowest = max((one.slowest for one in found), key=lambda slowest: slowest.seconds)
            for one in found:
                if one.trouble:
                    failed += 1
                    print(one.trouble)
            told = ", ".join(f"{name} {number}" for name, number in sorted(outcomes.items()))
            print(f"{game}: {told}, in {perf_counter() - began:.0f} s")
            print(f"  the slowest took {slowest.seconds:.2f} s: {slowest.line!r}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    reader = words.parser("benchmarks.lines", __doc__)
    words.counted(reader, "count", 3_000)
    reader.add_argument("seed", nargs="?", default="1", help="1 when left out")
    asked = reader.parse_args()
    sys.exit(main(asked.count, asked.seed))
