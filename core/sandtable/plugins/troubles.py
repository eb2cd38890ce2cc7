"""What plugins did wrong, in lines for the user."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from sandtable.base import config
from sandtable.base.errors import SandtableError
from sandtable.base.shown import visible


class Troubles(list[str]):
    """Lines about plugins that were wanted and failed; whoever shows them takes them away."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        super().__init__(lines)
        self._noted: set[str] = set()

    def note(self, lines: Iterable[str]) -> None:
        """Add each line that was not noted before, not even one that is shown and gone by now."""
        for line in lines:
            if line not in self._noted:
                self._noted.add(line)
                self.append(line)

    def take(self) -> list[str]:
        """The lines, to be shown; none is left."""
        lines = [*self]
        self.clear()
        return lines


def in_a_line(error: BaseException) -> str:
    """The kind of an error and what it says; one of ours says enough."""
    try:
        text = str(error)
        if isinstance(error, SandtableError):
            return visible(" ".join(text.split()))
    except Exception:
        text = "it cannot say what"
    return visible(" ".join(f"{type(error).__name__}: {text}".split()).removesuffix(":"))


def show(error: BaseException) -> None:
    """Where an error came from, on standard error, when somebody looks for it (``--debug``)."""
    if config.debug and sys.stderr:
        import traceback  # noqa: PLC0415 (slow to import)

        traceback.print_exception(error, file=sys.stderr)
