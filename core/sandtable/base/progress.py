"""Thinking that says how far it is: a generator that yields its progress and returns its result."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, TypeVar, cast

T = TypeVar("T")


class Progress(NamedTuple):
    """How much of something is done, as a part of 1, and in how many games or worlds."""

    share: float
    games: int


def result_of(steps: Generator[Progress, None, T]) -> T:
    """The result of thinking, without regard to how far it is meanwhile."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return cast(T, end.value)
