"""Fewer commands that show the same fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

MOST_TRIES = 100
"""At most this many shorter ways are tried."""


def shorten(way: Sequence[T], shows: Callable[[Sequence[T]], bool]) -> list[T]:
    """A way with parts left out, large ones first, that still shows what the whole one shows."""
    kept = list(way)
    size, tries = len(kept) // 2, 0
    while size and tries < MOST_TRIES:
        place = 0
        while place < len(kept) and tries < MOST_TRIES:
            tries += 1
            shorter = kept[:place] + kept[place + size :]
            if shows(shorter):
                kept = shorter
            else:
                place += size
        size = size // 2
    return kept
