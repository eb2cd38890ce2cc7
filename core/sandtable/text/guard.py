"""The guard around every call into a plugin's code.

A plugin may raise anything: an error, SystemExit, KeyboardInterrupt, an exception of its own. None of
these ends the program; only a signal does (a real Ctrl-C or SIGTERM).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType
from typing import ClassVar

from sandtable.text import signals
from sandtable.text.errors import ErrorInWords
from sandtable.text.printing import escape
from sandtable.text.words import MOST_SHOWN, clip


class OddError(ErrorInWords):
    """Replaces what a plugin raised if it is not an Exception; its text describes it."""


def as_exception(error: BaseException) -> Exception:
    """Return the error itself or, if it is not an Exception, an OddError in its place."""
    return error if isinstance(error, Exception) else OddError(in_a_line(error))


class Guard:
    """Guards a block that calls a plugin: `failed` gets what the block raises, except for signals.

    `failed` returns the error to raise instead, or None to continue after the block. By default, the
    error itself is raised, as an Exception. A guard can be reused and nested. The block must not yield,
    since closing a generator would count as a fault of the plugin.
    """

    __slots__ = ("_failed",)
    debug: ClassVar[bool] = False
    """Whether to show the tracebacks of plugins' faults, as with ``--debug``."""

    def __init__(self, failed: Callable[[BaseException], BaseException | None] = as_exception) -> None:
        self._failed = failed

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> bool | None:
        return None if error is None else self.take(error)

    def take(self, error: BaseException) -> bool | None:
        """Handle an error that was caught: raise its replacement, or return whether to continue.

        In code that runs for every action, an ``except`` clause that calls this is faster than a block.
        """
        if signals.is_signal(error):
            return None
        replacement = self._failed(error)
        if replacement is None or replacement is error:
            return replacement is None
        raise replacement from error


def in_a_line(error: BaseException) -> str:
    """Describe an error in a line: its kind and its text, or only its text if that is enough."""
    try:
        text = str(error)
        if isinstance(error, ErrorInWords):
            return escape(" ".join(text.split()))
    except Exception:
        text = "its text cannot be read"
    line = " ".join(f"{type(error).__name__}: {text}".split()).removesuffix(":")
    return escape(clip(line, MOST_SHOWN))


def print_traceback_if_debug(error: BaseException) -> None:
    """Print an error's traceback on standard error if ``--debug`` asks for it."""
    if Guard.debug and sys.stderr:
        import traceback  # noqa: PLC0415 (slow to import)

        traceback.print_exception(error, file=sys.stderr)
