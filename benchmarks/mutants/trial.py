"""Finds the mutants that some tests kill, without running every test on every mutant.

All mutants are put into the code at the same time. A test that passes then also passes with each of them
alone, unless one mutant hides the effect of another. For a test that fails, halving finds the mutant
that makes it fail. This is cheap when few are killed, so run the tests of each mutant's own module
first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from benchmarks.mutants.mutant import Mutant

FEW = 10
"""The most failing tests examined at a time, since one mutant may make hundreds fail."""


class Suite(Protocol):
    """A suite that can run on mutants: see `Bench.failing_tests`."""

    def failing_tests(
        self, mutants: Collection[Mutant], tests: Sequence[str], seconds: float, *, first: bool = False
    ) -> list[str]:
        """Return the tests that fail with these mutants in the code."""


def kills(
    suite: Suite, mutants: Sequence[Mutant], room: str, seconds: float
) -> Iterator[tuple[Mutant, str]]:
    """Yield the mutants that a room of the suite kills, each with a test that fails because of it."""
    left = list(mutants)
    tests = suite.failing_tests(left, [room], seconds) if left else []
    anyway = set(suite.failing_tests([], tests, seconds)) if tests else set()
    tests = [test for test in tests if test not in anyway]
    while left and tests:
        few = tests[:: -(-len(tests) // FEW)]
        tests = [test for test in tests if test not in few]
        killed = dict(killers(suite, left, few, seconds))
        yield from killed.items()
        left = [mutant for mutant in left if mutant not in killed]
        if killed and left and tests:
            tests = suite.failing_tests(left, tests, seconds)


def killers(
    suite: Suite, mutants: Sequence[Mutant], tests: Sequence[str], seconds: float
) -> Iterator[tuple[Mutant, str]]:
    """Find by halving which mutants some tests kill, each with the first test that fails."""
    failed = suite.failing_tests(mutants, tests, seconds, first=len(mutants) == 1)
    if failed and len(mutants) == 1:
        yield mutants[0], failed[0]
    elif failed:
        middle = len(mutants) // 2
        yield from killers(suite, mutants[:middle], failed, seconds)
        yield from killers(suite, mutants[middle:], failed, seconds)
