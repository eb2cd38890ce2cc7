"""Which of many mutants some tests kill, without running every test on every mutant.

All mutants are put into the code at once. A test that passes then passes with each of them alone, unless
one mutant hides what another does. For a test that fails, the mutant that it fails for is found by
halves and taken out. This is cheap when few are killed: let each meet the tests of its own module first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from benchmarks.mutants.mutant import Mutant


class Suite(Protocol):
    """What a trial asks: see `Bench.failing`."""

    def failing(
        self, mutants: Collection[Mutant], tests: Sequence[str], seconds: float, *, first: bool = False
    ) -> list[str]:
        """The tests that fail with these mutants in the code."""


def together(
    suite: Suite, mutants: Sequence[Mutant], room: str, seconds: float
) -> Iterator[tuple[Mutant, str]]:
    """The mutants that a room of the suite kills, each with a test that fails because of it."""
    left = list(mutants)
    tests = suite.failing(left, [room], seconds)
    anyway = set(suite.failing([], tests, seconds)) if tests else set()
    tests = [test for test in tests if test not in anyway]
    while left and tests:
        failed = suite.failing(left, tests, seconds, first=True)
        if not failed:
            return
        test = failed[0]
        guilty = list(culprits(suite, left, test, seconds))
        for mutant in guilty:
            left.remove(mutant)
            yield mutant, test
        if not guilty:
            tests = [other for other in tests if other != test and not other.startswith(f"{test}::")]


def culprits(suite: Suite, mutants: Sequence[Mutant], test: str, seconds: float) -> Iterator[Mutant]:
    """One mutant for which a test fails; where halving finds none, all for which it fails."""

    def fails(some: Sequence[Mutant]) -> bool:
        return bool(suite.failing(some, [test], seconds))

    some = list(mutants)
    while len(some) > 1:
        half = some[: len(some) // 2]
        some = half if fails(half) else some[len(half) :]
    if fails(some):
        yield some[0]
    else:
        yield from (mutant for mutant in mutants if fails([mutant]))
