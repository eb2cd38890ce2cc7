"""A text in a pane that scrolls: an answer, the rules, a history."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable_tools.screen.rows import Row, filled, wrapped

READABLE = 100
"""Text is wrapped to at most this many columns."""

LEAST_WIDTH = 40
"""Texts have at least this many columns."""


class Page:
    """Lines in a pane, visible from row `first`."""

    def __init__(self, title: str, lines: Sequence[str], kind: str = "") -> None:
        self.title = title
        self.lines = list(lines)
        self.kind = kind
        self.first = 0
        self._rows: list[Row] = []
        self._width = 0
        self._height = 1

    def seen(self, width: int, height: int) -> list[Row]:
        """The visible rows, in a pane of this size."""
        if width != self._width:
            self._rows, self._width = wrapped(self.lines, min(width, READABLE), self.kind), width
        self._height = max(height, 1)
        self.scroll(0)
        return filled(self._rows[self.first :], width, height)

    def scroll(self, rows: int) -> None:
        """Scroll down, or up if `rows` is negative."""
        last = max(len(self._rows) - self._height, 0)
        self.first = max(min(self.first + rows, last), 0)

    def turn(self) -> bool:
        """Scroll to the rows below the visible ones; return whether there were any."""
        before = self.first
        self.scroll(max(self._height - 1, 1))
        return self.first != before

    @property
    def height(self) -> int:
        """The number of rows that were visible last."""
        return self._height

    @property
    def place(self) -> str:
        """The numbers of the visible rows, and of all rows; "" if all are visible."""
        if len(self._rows) <= self._height:
            return ""
        return f"{self.first + 1}-{min(self.first + self._height, len(self._rows))} of {len(self._rows)}"
