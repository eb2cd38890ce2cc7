"""A line that moves while the program thinks."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

OFTEN = 0.2
"""Seconds between two looks of the line."""


@contextmanager
def line(*, shown: bool, stop: str = "enough") -> Iterator[Callable[[float, int], None] | None]:
    """What is to be told how far the thinking is; None where nobody would see it.

    `stop` says what Ctrl-C means meanwhile. It writes to standard error, and leaves an empty
    line's beginning behind.
    """
    if not (shown and sys.stderr and sys.stderr.isatty()):
        yield None
        return
    last = 0.0

    def said(part: float, games: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > OFTEN:
            last = now
            text = f"thinking: {min(part, 1):4.0%}, {games} game{'s' * (games != 1)} (Ctrl-C: {stop})"
            # A line as wide as the terminal would scroll it.
            room = max(shutil.get_terminal_size().columns - 1, 1)
            print(f"\r{text[:room]}", end="", file=sys.stderr, flush=True)

    try:
        yield said
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
