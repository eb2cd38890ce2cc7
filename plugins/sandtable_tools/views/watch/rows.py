"""Rows of a screen, and a scrolling pane for more rows than fit; needs no terminal."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from prompt_toolkit.utils import get_cwidth

from sandtable.tooling import printing

GAP = "  "
"""The gap between two texts in one row."""


class Row(NamedTuple):
    """A row of the screen, and its style: ``bold``, ``reverse`` or none.

    The columns in `new` are bold in any style.
    """

    style: str
    text: str
    new: tuple[int, ...] = ()


class Pane:
    """Rows of which `height` are visible, starting with row `first`."""

    def __init__(self) -> None:
        self.rows: Sequence[Row] = ()
        self.height = 0
        self.first = 0

    @property
    def below(self) -> int:
        """The number of rows below the visible ones."""
        return max(len(self.rows) - self.height - self.first, 0)

    def fill(self, rows: Sequence[Row], height: int) -> None:
        """Take new rows or another height, and keep the same part visible if possible."""
        self.rows, self.height = rows, max(height, 0)
        self.move(0)

    def move(self, by: int) -> bool:
        """Scroll by `by` rows, or as far as possible; return whether that moved anything."""
        before = self.first
        self.first = max(min(before + by, len(self.rows) - self.height), 0)
        return self.first != before

    def crop(self) -> list[Row]:
        """Return the visible rows, `height` of them."""
        rows = list(self.rows[self.first : self.first + self.height])
        return rows + [Row("", "")] * (self.height - len(rows))

    def count_bold(self, first: int) -> int:
        """Count the bold rows that are visible from row `first` on."""
        return sum(bool(row.style) for row in self.rows[first : first + self.height])

    def look(self) -> None:
        """Scroll to where most bold rows are visible, as near the top as possible."""
        places = range(max(len(self.rows) - self.height, 0) + 1)
        if any(row.style for row in self.rows):
            self.first = max(places, key=lambda place: (self.count_bold(place), -place))


def wrap_text(text: str, width: int, hang: str = "") -> list[str]:
    """Wrap a text into rows of at most `width` columns, with control characters made visible."""
    shown = printing.escape(text)
    if get_cwidth(shown) <= width:
        return [shown]
    # If some characters take two columns, half as many characters always fit.
    room = width // 2 if any(get_cwidth(char) > 1 for char in shown) else width
    return wrap(shown, max(room, 1), subsequent_indent=hang[: room // 3]) or [""]


def cut(text: str, width: int) -> str:
    """Cut a text to one row, with dots for the rest."""
    rows = wrap_text(text, width)
    if len(rows) == 1 or width < 4:
        return rows[0]
    return wrap_text(text, width - 3)[0].rstrip() + "..."


def ends(left: str, right: str, width: int) -> str:
    """Put two texts at the ends of a row; the left one is cut first."""
    room = width - get_cwidth(printing.escape(right)) - len(GAP)
    if room < 6:
        return cut(right, width)
    start = cut(left, room)
    return start + " " * (room - get_cwidth(start)) + GAP + printing.escape(right)
