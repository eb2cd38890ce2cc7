"""The events, the newest last and marked."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from sandtable import palette, styled
from sandtable_tools.screen.rows import Row, filled, row, wrapped

KEPT = 200
"""At most this many lines are kept; `log` and `history` show all."""

NEW, OLD = "> ", "  "
"""The marks before a new line, and before an old one."""


class Events:
    """Lines of events, for one seat."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=KEPT)
        self._new = 0
        self.unseen = 0
        """The number of new lines that were not visible, or not whole."""

    def add(self, lines: Sequence[str]) -> None:
        """Add lines, which are new until `begin`."""
        written = [line for line in lines if line.strip()]
        self._lines.extend(written)
        self._new = min(self._new + len(written), len(self._lines))

    def replace(self, lines: Sequence[str]) -> None:
        """Have only these lines, all of them seen, after something was taken back."""
        self._lines.clear()
        self._lines.extend(line for line in lines if line.strip())
        self._new = 0

    def begin(self) -> None:
        """Mark all lines as seen."""
        self._new = 0

    def seen(self, width: int, height: int, *, fine: bool) -> list[Row]:
        """As many of the last lines as fit; good and bad news have a sign."""
        rows: list[Row] = []
        shown = 0
        for place, line in enumerate(reversed(self._lines)):
            new = place < self._new
            kind, mark = ("news", NEW) if new else ("role.quiet", OLD)
            signed = _signed(line, fine=fine)
            parts = wrapped([signed if new else str(signed)], max(width - len(mark), 8), kind)
            marks = [mark, *[OLD] * (len(parts) - 1)]
            rows = [[*row(sign, kind), *part] for sign, part in zip(marks, parts, strict=True)] + rows
            shown = place + (len(rows) <= height)
            if len(rows) >= height:
                break
        self.unseen = max(self._new - shown, 0)
        return filled(rows[max(len(rows) - height, 0) :], width, height)


def _signed(line: str, *, fine: bool) -> str:
    """A line behind the sign of its role, if it has one."""
    span = next(iter(styled.spans(line)), None)
    if span is None or span.role is None:
        return line
    colour = palette.PALETTE[span.role]
    return styled.line_of((f"{colour.shape if fine else colour.sign} ", span.role), line)
