"""Which mutants a suite kills: first each alone against its own tests, then all that are left together.

That most of the left ones are as good as the original makes the second part cheap. A test that passes with
all of them in the code at once passes with each of them alone, unless one hides what another does. For a test
that fails, the mutant that it fails for is looked for by halves, and taken out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
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
    """The mutants that a room of the suite kills, each with a test that fails for it and not without it."""
    left = list(mutants)
    tests = suite.failing(left, [room], seconds)
    anyway = set(suite.failing([], tests, seconds)) if tests else set()
    tests = [test for test in tests if test not in anyway]
    while left and tests:
        failed = suite.failing(left, tests, seconds, first=True)
        if not failed:
            return
        test = failed[0]
        guilty = list(culprits(left, lambda some, test=test: bool(suite.failing(some, [test], seconds))))
        for mutant in guilty:
            left.remove(mutant)
            yield mutant, test
        if not guilty:
            tests = [other for other in tests if other != test and not other.startswith(f"{test}::")]


def culprits(mutants: Sequence[Mutant], fails: Callable[[Sequence[Mutant]], bool]) -> Iterator[Mutant]:
    """One mutant for which a test fails; where it fails only for several at once, all that fail alone."""
    some = list(mutants)
    while len(some) > 1:
        half = some[: len(some) // 2]
        some = half if fails(half) else some[len(half) :]
    if fails(some):
        yield some[0]
    else:
        yield from (mutant for mutant in mutants if fails([mutant]))
