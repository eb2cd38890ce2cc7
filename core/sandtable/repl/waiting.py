"""A line that moves while the program thinks."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sandtable.words import visible

OFTEN = 0.2
"""Seconds between two looks of the line."""

SOON = 1.0
"""Seconds after which a line says that somebody is thinking; it is written anew as often."""


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
            put(f"thinking: {min(part, 1):4.0%}, {games} game{'s' * (games != 1)} (Ctrl-C: {stop})")

    try:
        yield said
    finally:
        put("")


@contextmanager
def patience(who: str) -> Iterator[None]:
    """Tell every second for how long somebody has been thinking, where it can be seen.

    It writes to standard error as `line` does.
    """
    if not (sys.stderr and sys.stderr.isatty()):
        yield
        return
    done, began = threading.Event(), time.monotonic()

    def tell() -> None:
        while not done.wait(SOON):
            put(f"{who} thinks, {time.monotonic() - began:.0f} s (Ctrl-C: stop)")

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()
        if time.monotonic() - began >= SOON:
            put("")


def put(text: str) -> None:
    """Write a text over the line on standard error, cut to the terminal's width; "" leaves it empty."""
    # A line as wide as the terminal would scroll it.
    room = max(shutil.get_terminal_size().columns - 1, 1)
    print(f"\r\x1b[K{visible(text)[:room]}", end="", file=sys.stderr, flush=True)
