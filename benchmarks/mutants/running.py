"""Runs a suite on every mutant, and keeps each result as soon as it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import TypeVar

import msgspec

from benchmarks.mutants.bench import AMPLE_SECONDS, Bench
from benchmarks.mutants.mutant import Mutant
from benchmarks.mutants.trial import kills

T = TypeVar("T")

DIRECT = {
    "core/sandtable/model/dice.py": ("tests/model/test_dice.py",),
    "core/sandtable/model/table.py": ("tests/model/test_table.py", "tests/model/test_phase.py"),
    "core/sandtable/model/action.py": ("tests/model/test_action.py",),
    "core/sandtable/record/journal.py": ("tests/record/test_journal.py",),
    "core/sandtable/record/replay.py": ("tests/record/test_replay.py",),
    "plugins/sandtable_megiddo/attacks.py": ("tests/megiddo/test_attacks.py",),
    "plugins/sandtable_lrdg/movement.py": ("tests/lrdg/test_movement.py",),
    "plugins/sandtable_lawrence/fire.py": ("tests/lawrence/test_fire.py",),
}
"""The tests that run on each mutant of a file separately; all others run on several mutants together."""

TIMES, LEAST = 10, 5
"""A test of `DIRECT` may take `TIMES` times the processor time of the slowest one.

It may always take `LEAST` seconds.
"""

STALE, SURVIVES, MET = "stale", "survives", "met"


class Results:
    """The result of each mutant, by its id: for a killed one, the test that failed.

    It also lists the rooms of the suite whose tests have run on all surviving mutants.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.lock = Lock()
        self.found: dict[str, str] = {}
        if path and path.exists():
            for line in path.read_bytes().splitlines():
                self.found |= msgspec.json.decode(line, type=dict[str, str])

    def add(self, name: str, what: str) -> None:
        """Note a result, and write it at once."""
        assert self.path
        with self.lock, self.path.open("ab") as file:
            self.found[name] = what
            file.write(msgspec.json.encode({name: what}) + b"\n")
            print(f"{len(self.found):>4} {name}: {what}", flush=True)

    def killer(self, mutant: Mutant) -> str:
        """Return the test that killed a mutant, or ""."""
        what = self.found.get(mutant.id, SURVIVES)
        return "" if what in (STALE, SURVIVES) else what

    def left(self, mutants: Iterable[Mutant]) -> list[Mutant]:
        """Return the mutants that nothing has killed."""
        return [mutant for mutant in mutants if self.found.get(mutant.id) == SURVIVES]


def on_benches(benches: Sequence[Bench], do: Callable[[Bench, T], None], items: Iterable[T]) -> None:
    """Call `do` with a free bench and each item, on all benches at the same time."""
    free: SimpleQueue[Bench] = SimpleQueue()
    for bench in benches:
        free.put(bench)

    def do_on_a_bench(item: T) -> None:
        bench = free.get()
        try:
            do(bench, item)
        finally:
            free.put(bench)

    with ThreadPoolExecutor(len(benches)) as pool:
        list(pool.map(do_on_a_bench, items))


def room_of(test: str) -> str:
    """Return the folder of a test: ``tests/model``."""
    return "/".join(test.split("/")[:2])


def run(mutants: Sequence[Mutant], benches: Sequence[Bench], results: Results, before: Results) -> None:
    """Run the suite on every mutant that has no result in `results` yet.

    The test that killed a mutant `before` runs first, if it still exists.
    """
    collected = benches[0].collect()
    direct = {path for paths in DIRECT.values() for path in paths}
    likely = {room_of(path) for path in direct}
    rooms = sorted({room_of(test) for test in collected}, key=lambda room: (room not in likely, room))
    killers_before = {before.killer(mutant) for mutant in mutants}
    tests = [test for test in collected if test in killers_before or test.partition("::")[0] in direct]
    sound = benches[0].passing_tests(tests, AMPLE_SECONDS)
    if not sound:
        raise SystemExit("no test passes without a mutant")
    print(f"left out, since they fail without a mutant: {[test for test in tests if test not in sound]}")

    def alone(bench: Bench, mutant: Mutant) -> None:
        if bench.is_stale(mutant):
            results.add(mutant.id, STALE)
            return
        direct_tests = [test for test in sound if test.partition("::")[0] in DIRECT[mutant.file]]
        if before.killer(mutant) in sound:
            direct_tests.insert(0, before.killer(mutant))
        seconds = max(LEAST, TIMES * max((sound[test] for test in direct_tests), default=0))
        failed = (
            bench.failing_tests([mutant], list(dict.fromkeys(direct_tests)), seconds, first=True)
            if direct_tests
            else []
        )
        results.add(mutant.id, failed[0] if failed else SURVIVES)

    def room(bench: Bench, name: str) -> None:
        for mutant, test in kills(bench, results.left(mutants), name, AMPLE_SECONDS):
            results.add(mutant.id, test)
        results.add(name, MET)

    on_benches(benches, alone, [mutant for mutant in mutants if mutant.id not in results.found])
    on_benches(benches, room, [name for name in rooms if name not in results.found])
