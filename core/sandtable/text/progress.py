"""Thinking that reports its progress: a generator that yields Progress and returns its result."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple, TypeVar, cast

T = TypeVar("T")


class Progress(NamedTuple):
    """The progress of some work: the share that is done, from 0 to 1, and its games or worlds."""

    share: float
    games: int


def result_of(steps: Generator[Progress, None, T]) -> T:
    """The result of thinking; its progress is ignored."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return cast(T, end.value)
