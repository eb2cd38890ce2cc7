"""What has happened, the newest last and marked."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from sandtable_tools.screen.rows import Row, filled, row, wrapped

KEPT = 200
"""At most this many lines are kept; `log` and `history` tell all."""

NEW, OLD = "> ", "  "
"""What stands before a line that is new, and before one that is not."""


class Events:
    """Lines of what happened, for one seat."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=KEPT)
        self._new = 0
        self.unseen = 0
        """How many new lines were not in sight, or not whole."""

    def add(self, lines: Sequence[str]) -> None:
        """Take further lines, which are new until `begin`."""
        told = [line for line in lines if line.strip()]
        self._lines.extend(told)
        self._new = min(self._new + len(told), len(self._lines))

    def begin(self) -> None:
        """All that was told has been seen."""
        self._new = 0

    def seen(self, width: int, height: int) -> list[Row]:
        """The last lines, as many as there is room for."""
        rows: list[Row] = []
        shown = 0
        for place, line in enumerate(reversed(self._lines)):
            kind, mark = ("news", NEW) if place < self._new else ("role.quiet", OLD)
            parts = wrapped([line], max(width - len(mark), 8), kind)
            marks = [mark, *[OLD] * (len(parts) - 1)]
            rows = [[*row(sign, kind), *part] for sign, part in zip(marks, parts, strict=True)] + rows
            shown = place + (len(rows) <= height)
            if len(rows) >= height:
                break
        self.unseen = max(self._new - shown, 0)
        return filled(rows[max(len(rows) - height, 0) :], width, height)
