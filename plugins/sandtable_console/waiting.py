"""Reports the progress of thinking, and shows it in a line."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import NamedTuple, TypeVar, cast

from sandtable.tooling import printing
from sandtable_console import streams
from sandtable_console.configuration import settings
from sandtable_console.outputs import Thinking

T = TypeVar("T")

MIN_INTERVAL = 0.2
"""The minimum interval between updates of the line, in seconds."""

FIRST_DELAY = 1.0
"""The thinking time before the line appears, in seconds, and the update interval for a bot."""


watchers: list[Callable[[Thinking], object]] = []
"""Functions that a thinking bot calls at each step to show its progress and redraw the screen."""


class Progress(NamedTuple):
    """The progress of some work: the share done, from 0 to 1, and the games or worlds tried."""

    share: float
    games: int


def result_of(steps: Generator[Progress, None, T]) -> T:
    """Return the result of thinking, ignoring its progress."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return cast(T, end.value)


class Waiting:
    """The progress line on standard error, if that is a terminal.

    Call `begin` with each Thinking and `end` to clear the line. With `bots`, it also shows that a bot
    is thinking. `typed` returns whether there is unread input.
    """

    def __init__(self, *, bots: bool = True, typed: Callable[[], bool] = bool) -> None:
        self.bots = bots
        self.typed = typed
        self._began: float | None = None
        self._last = 0.0
        self._shown = False
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, thinking: Thinking) -> None:
        """Show the progress, after the first second."""
        if not can_show():
            return
        if thinking.share is None:
            self._show_every_second(thinking)
            return
        if self._thread:
            self.end()
        now = time.monotonic()
        self._began = now if self._began is None else self._began
        if now - self._began >= FIRST_DELAY and now - self._last > MIN_INTERVAL:
            self._last, self._shown = now, True
            rewrite(thinking.progress_line(typed=self.typed()))

    def _show_every_second(self, thinking: Thinking) -> None:
        if not self.bots:
            return
        who, done, began = thinking.who or "another seat", threading.Event(), time.monotonic()

        def show() -> None:
            while not done.wait(FIRST_DELAY):
                self._shown = True
                rewrite(f"{who} is thinking, {time.monotonic() - began:.0f} s (Ctrl-C: {thinking.stop})")

        self._done, self._thread = done, threading.Thread(target=show, daemon=True)
        with suppress(RuntimeError):  # where Python has no threads, as in a browser
            self._thread.start()

    def end(self) -> None:
        """Clear the line when the thinking is over."""
        if self._thread:
            self._done.set()
            if self._thread.is_alive():  # an interrupt may have come before it was started
                self._thread.join()
            self._thread = None
        if self._shown:
            rewrite("")
        self._began, self._last, self._shown = None, 0.0, False


def wait_for(steps: Generator[Progress, None, T], stop: str = "enough") -> T:
    """Return the result of thinking, showing its progress meanwhile."""
    waiting = Waiting()
    try:
        while True:
            waiting.begin(Thinking("", *next(steps), stop))
    except StopIteration as end:
        return cast(T, end.value)
    except KeyboardInterrupt as stopped:
        return finish(steps, stopped)
    finally:
        waiting.end()


def think(steps: Generator[Progress, None, T], stop: str = "enough") -> Generator[Thinking, None, T]:
    """Think in steps, yielding an output for each; return the result."""
    interrupted: KeyboardInterrupt | None = None
    try:
        yield Thinking("", 0, 0, stop)
    except KeyboardInterrupt as stopped:
        interrupted = stopped  # there is no result yet to return
    try:
        while True:
            progress = next(steps)
            if interrupted is not None:
                raise interrupted
            yield Thinking("", *progress, stop)
    except StopIteration as end:
        return cast(T, end.value)
    except KeyboardInterrupt as stopped:
        return finish(steps, stopped)


def finish(steps: Generator[Progress, None, T], stopped: KeyboardInterrupt) -> T:
    """Interrupt thinking between two steps and return its result."""
    try:
        while True:
            steps.throw(stopped)
    except StopIteration as end:
        return cast(T, end.value)


def can_show() -> bool:
    """Return whether standard error can show a progress line.

    It must be a terminal, not a dumb one, and the setting `plain` must be off.
    """
    at_terminal = sys.stderr and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    return bool(at_terminal) and not settings().plain


def erase_progress() -> None:
    """Clear the progress line, if there may be one, before writing something else."""
    if can_show():
        rewrite("")


def rewrite(text: str) -> None:
    """Rewrite the line on standard error, cut to the terminal's width; "" clears it."""
    # A line as wide as the terminal would scroll, and an echoed ^C needs room too.
    room = max(shutil.get_terminal_size().columns - 3, 1)
    streams.send_control(sys.stderr, f"\r\x1b[K{printing.escape(text)[:room]}")
