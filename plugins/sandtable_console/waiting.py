"""Thinking that reports its progress, and a line that shows it."""

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

OFTEN = 0.2
"""The line is rewritten at most once in this many seconds."""

SOON = 1.0
"""The line appears after this many seconds of thinking; for a bot it is rewritten at this interval."""


watchers: list[Callable[[Thinking], object]] = []
"""Those who show how far a bot is; it calls them at each step, so that a screen follows its window."""


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


class Waiting:
    """The progress line on standard error, if that is a terminal.

    `begin` gets each Thinking, and `end` clears the line. With `bots`, it also shows the thinking of
    bots. `typed` returns whether something was typed that is not read yet.
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
        """Show the progress, but not in the first second."""
        if not can_show():
            return
        if thinking.share is None:
            self._show_every_second(thinking)
            return
        if self._thread:
            self.end()
        now = time.monotonic()
        self._began = now if self._began is None else self._began
        if now - self._began >= SOON and now - self._last > OFTEN:
            self._last, self._shown = now, True
            put(thinking.progress_line(typed=self.typed()))

    def _show_every_second(self, thinking: Thinking) -> None:
        if not self.bots:
            return
        who, done, began = thinking.who or "another seat", threading.Event(), time.monotonic()

        def show() -> None:
            while not done.wait(SOON):
                self._shown = True
                put(f"{who} is thinking, {time.monotonic() - began:.0f} s (Ctrl-C: {thinking.stop})")

        self._done, self._thread = done, threading.Thread(target=show, daemon=True)
        with suppress(RuntimeError):  # where Python has no threads, as in a browser
            self._thread.start()

    def end(self) -> None:
        """Clear the line, as the thinking is over."""
        if self._thread:
            self._done.set()
            if self._thread.is_alive():  # an interrupt may have come before it was started
                self._thread.join()
            self._thread = None
        if self._shown:
            put("")
        self._began, self._last, self._shown = None, 0.0, False


def wait_for(steps: Generator[Progress, None, T], stop: str = "enough") -> T:
    """The result of thinking; its progress is shown meanwhile."""
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
    """Do some thinking in steps, with an output for each; return its result."""
    interrupted: KeyboardInterrupt | None = None
    try:
        yield Thinking("", 0, 0, stop)
    except KeyboardInterrupt as stopped:
        interrupted = stopped  # nothing has begun that could give a result
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
    """Finish some thinking, which an interrupt stops between two steps; return its result."""
    try:
        while True:
            steps.throw(stopped)
    except StopIteration as end:
        return cast(T, end.value)


def can_show() -> bool:
    """Whether standard error can show a progress line.

    It can at a terminal that is not dumb, unless the setting `plain` asks for plain lines.
    """
    at_terminal = sys.stderr and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    return bool(at_terminal) and not settings().plain


def erase() -> None:
    """Clear the progress line, if there can be one, to write something else."""
    if can_show():
        put("")


def put(text: str) -> None:
    """Rewrite the line on standard error, cut to the terminal's width; "" clears it."""
    # A line as wide as the terminal would scroll; the terminal's ^C after it needs room as well.
    room = max(shutil.get_terminal_size().columns - 3, 1)
    streams.steer(sys.stderr, f"\r\x1b[K{printing.escape(text)[:room]}")
