"""The faults of plugins, as lines for the user."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from sandtable.text import config
from sandtable.text.errors import SandtableError
from sandtable.text.shown import visible


class Problems(list[str]):
    """Lines about plugins that were needed and failed; showing them removes them."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        super().__init__(lines)
        self._noted: set[str] = set()

    def note(self, lines: Iterable[str]) -> None:
        """Add each line, but each only once, even if it was shown and removed since."""
        for line in lines:
            if line not in self._noted:
                self._noted.add(line)
                self.append(line)

    def take(self) -> list[str]:
        """Remove and return the lines, to show them."""
        lines = [*self]
        self.clear()
        return lines


def in_a_line(error: BaseException) -> str:
    """The kind of an error and its text; for a SandtableError only its text."""
    try:
        text = str(error)
        if isinstance(error, SandtableError):
            return visible(" ".join(text.split()))
    except Exception:
        text = "it cannot say what"
    return visible(" ".join(f"{type(error).__name__}: {text}".split()).removesuffix(":"))


def show(error: BaseException) -> None:
    """Print the traceback of an error on standard error, if ``--debug`` asks for it."""
    if config.debug and sys.stderr:
        import traceback  # noqa: PLC0415 (slow to import)

        traceback.print_exception(error, file=sys.stderr)
