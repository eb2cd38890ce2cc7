"""A line that moves while the program thinks."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Generator
from typing import TypeVar, cast

from sandtable.base.progress import Progress
from sandtable.base.shown import steer, visible
from sandtable.base.words import number_of
from sandtable.prompt.outputs import Thinking
from sandtable.settings import settings

T = TypeVar("T")

OFTEN = 0.2
"""The line is written anew after this many seconds at the earliest."""

SOON = 1.0
"""Somebody thinks for this many seconds before a line says so; a bot's is written anew as often."""


class Waiting:
    """The line that moves while somebody thinks: on standard error, when that is a terminal.

    `begin` is given each output that says so, `end` empties the line. With `bots` they are waited for
    as well.
    """

    def __init__(self, *, bots: bool = True) -> None:
        self.bots = bots
        self._began: float | None = None
        self._last = 0.0
        self._told = False
        self._done = threading.Event()
        self._teller: threading.Thread | None = None

    def begin(self, thinking: Thinking) -> None:
        """Say that somebody thinks, after the first second, and how far that is."""
        if not can_show():
            return
        if thinking.share is None:
            self._tell_every_second(thinking)
        else:
            self._tell(thinking, thinking.share)

    def _tell(self, thinking: Thinking, share: float) -> None:
        now = time.monotonic()
        self._began = now if self._began is None else self._began
        if now - self._began >= SOON and now - self._last > OFTEN:
            self._last, self._told = now, True
            games = number_of(thinking.games, "game")
            put(f"thinking: {min(share, 1):4.0%}, {games} (Ctrl-C: {thinking.stop})")

    def _tell_every_second(self, thinking: Thinking) -> None:
        if not self.bots:
            return
        done, began = threading.Event(), time.monotonic()

        def tell() -> None:
            while not done.wait(SOON):
                self._told = True
                put(f"{thinking.who} thinks, {time.monotonic() - began:.0f} s (Ctrl-C: {thinking.stop})")

        self._done, self._teller = done, threading.Thread(target=tell, daemon=True)
        self._teller.start()

    def end(self) -> None:
        """Nobody thinks any more."""
        if self._teller:
            self._done.set()
            self._teller.join()
            self._teller = None
        if self._told:
            put("")
        self._began, self._last, self._told = None, 0.0, False


def watched(steps: Generator[Progress, None, T], stop: str = "enough") -> T:
    """The result of thinking, whose progress is shown meanwhile."""
    waiting = Waiting()
    try:
        while True:
            waiting.begin(Thinking("", *next(steps), stop))
    except StopIteration as end:
        return cast(T, end.value)
    except KeyboardInterrupt as stopped:
        return _at_last(steps, stopped)
    finally:
        waiting.end()


def thinking(steps: Generator[Progress, None, T], stop: str = "enough") -> Generator[Thinking, None, T]:
    """Thinking as a word tells it: an output for each step, and what came of it at the end."""
    try:
        while True:
            yield Thinking("", *next(steps), stop)
    except StopIteration as end:
        return cast(T, end.value)
    except KeyboardInterrupt as stopped:
        return _at_last(steps, stopped)


def _at_last(steps: Generator[Progress, None, T], stopped: KeyboardInterrupt) -> T:
    """What thinking knows when it is stopped while it waits."""
    try:
        while True:
            steps.throw(stopped)
    except StopIteration as end:
        return cast(T, end.value)


def can_show() -> bool:
    """Whether a line can move on standard error.

    It can at a terminal that is not a dumb one, unless the setting `plain` asks for plain lines.
    """
    at_terminal = sys.stderr and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    return bool(at_terminal) and not settings().plain


def erase() -> None:
    """Empty the line that moves, if one can, to write something else in its place."""
    if can_show():
        put("")


def put(text: str) -> None:
    """Write a text over the line on standard error, cut to the terminal's width; "" leaves it empty."""
    # A line as wide as the terminal would scroll it, and so would the ^C that a terminal shows.
    room = max(shutil.get_terminal_size().columns - 3, 1)
    steer(sys.stderr, f"\r\x1b[K{visible(text)[:room]}")
