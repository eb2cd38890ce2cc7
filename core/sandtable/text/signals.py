"""Signals that end the program, distinguished from what a plugin's code raises.

A signal raises `Interrupted` or `Ended`. Any other KeyboardInterrupt or SystemExit that comes out of a
plugin is the plugin's fault (`sandtable.text.guard`).
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

ENDINGS = ("SIGTERM", "SIGHUP", "SIGQUIT")
"""A user ended the program, or the terminal was closed, or a user typed Ctrl-\\."""

Handler = Callable[[int, FrameType | None], None] | signal.Handlers


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, raised by the program's own handler."""


class Ended(SystemExit):
    """A signal of `ENDINGS`, with the exit status that shells expect."""


def _interrupt(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    raise Interrupted


def _end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    raise Ended(128 + number)


@contextmanager
def orderly() -> Iterator[None]:
    """While the block runs, the `ENDINGS` raise `Ended`, so that a game ends as if by quitting."""
    numbers = [getattr(signal, name) for name in ENDINGS if hasattr(signal, name)]
    with _handled(dict.fromkeys(numbers, _end)):
        yield


@contextmanager
def ignored() -> Iterator[None]:
    """While the block runs, neither Ctrl-C nor the `ENDINGS` stop it."""
    numbers = [getattr(signal, name) for name in ("SIGINT", *ENDINGS) if hasattr(signal, name)]
    with _handled(dict.fromkeys(numbers, signal.SIG_IGN)):
        yield


@contextmanager
def interruptible() -> Iterator[None]:
    """While the block runs, Ctrl-C raises `Interrupted` rather than its parent class."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with _handled({signal.SIGINT: _interrupt} if usual else {}):
        yield


@contextmanager
def _handled(handlers: Mapping[int, Handler]) -> Iterator[None]:
    """Handle signals while the block runs; Python allows that in the main thread only."""
    if current_thread() is not main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def ending(status: int) -> str:
    """The end of a process, in words, from its return code."""
    return f"signal {-status}" if status < 0 else f"status {status}"


def sent(error: BaseException) -> bool:
    """Whether a signal raised an error; without our handler every KeyboardInterrupt counts."""
    if isinstance(error, KeyboardInterrupt):
        raises_none = (_interrupt, signal.SIG_DFL, signal.SIG_IGN)
        return isinstance(error, Interrupted) or signal.getsignal(signal.SIGINT) not in raises_none
    return isinstance(error, Ended)
