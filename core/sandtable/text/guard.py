"""The guard around every call into a plugin's code.

A plugin may raise anything: an error, SystemExit, KeyboardInterrupt, an exception of its own. Nothing of
that ends the program; only a signal does (a real Ctrl-C, SIGTERM).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType
from typing import ClassVar

from sandtable.text import signals
from sandtable.text.errors import InWords
from sandtable.text.printing import escape
from sandtable.text.words import MOST_SHOWN, clip


class OddError(InWords):
    """Stands for an exception of a plugin that is not an Exception; its text is the line about it."""


def as_exception(error: BaseException) -> Exception:
    """The error itself, or an OddError in its place."""
    return error if isinstance(error, Exception) else OddError(in_a_line(error))


class Guard:
    """Runs a block that calls a plugin; `failed` gets what the block raises, unless it is a signal.

    It returns the error to raise in its place, or None to go on after the block. By default the block
    raises what it raised, as an Exception. A guard may be used again, also within itself. The block must
    not yield, since the closing of a generator would count as a fault of the plugin.
    """

    __slots__ = ("_failed",)
    debug: ClassVar[bool] = False
    """Whether the tracebacks of plugins' faults are shown, as ``--debug`` asks."""

    def __init__(self, failed: Callable[[BaseException], BaseException | None] = as_exception) -> None:
        self._failed = failed

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> bool | None:
        return None if error is None else self.take(error)

    def take(self, error: BaseException) -> bool | None:
        """Take an error that was caught: raise the one in its place, or return whether to go on.

        Where each action of a game runs, ``except BaseException`` and this are faster than a block.
        """
        if signals.sent(error):
            return None
        instead = self._failed(error)
        if instead is None or instead is error:
            return instead is None
        raise instead from error


def in_a_line(error: BaseException) -> str:
    """The kind of an error and its text; only its text if that says everything."""
    try:
        text = str(error)
        if isinstance(error, InWords):
            return escape(" ".join(text.split()))
    except Exception:
        text = "it cannot say what"
    line = " ".join(f"{type(error).__name__}: {text}".split()).removesuffix(":")
    return escape(clip(line, MOST_SHOWN))


def show(error: BaseException) -> None:
    """Print the traceback of an error on standard error, if ``--debug`` asks for it."""
    if Guard.debug and sys.stderr:
        import traceback  # noqa: PLC0415 (slow to import)

        traceback.print_exception(error, file=sys.stderr)
