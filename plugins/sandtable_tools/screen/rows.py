"""Rows of a screen, made of pieces of styled text, and text that scrolls in a pane."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, zip_longest
from typing import TypeAlias

from prompt_toolkit.utils import get_cwidth

from sandtable import styled
from sandtable.tooling import printing
from sandtable_console import themes

Row: TypeAlias = list[tuple[str, str]]
"""A row: pieces of text with their styles, as prompt_toolkit takes them."""

INDENT = "  "
"""The indent of continuation rows."""

BORDER = "│"
"""The border between two panes side by side; in ASCII ``|``."""

LONG = 60
"""A line shorter than this ends its paragraph."""

MOST_COLUMNS = 100
"""The maximum width of text, in columns."""

LEAST_WIDTH = 40
"""The minimum width of text, in columns."""

ALL_ROWS = 10**6
"""More rows than any text has."""


def row(text: str, kind: str = "") -> Row:
    """Style a line by its kind, and its parts by their roles."""
    base = f"class:{kind}" if kind else ""
    return themes.colour(text if text.isprintable() else printing.escape(text), base)


def wrap_rows(lines: Iterable[str], width: int, kind: str = "") -> list[Row]:
    """Wrap lines into rows of at most `width` columns."""
    folded: list[Row] = []
    for line in lines:
        text = line if line.isprintable() else printing.escape(line)
        if get_cwidth(text) <= width:
            folded.append(row(text, kind))
            continue
        hang = text[: len(text) - len(text.lstrip())] + INDENT
        # Some characters take two columns, but half as many are sure to fit.
        room = width // 2 if get_cwidth(text) > len(text) else width
        folded += [row(part, kind) for part in styled.wrap(text, max(room, 8), hang[: room // 3])]
    return folded


def crop_rows(rows: Sequence[Row], width: int, most: int, kind: str = "") -> list[Row]:
    """Return at most `most` rows; dots show that others are left out."""
    if len(rows) <= most:
        return [*rows]
    *whole, last = rows[:most]
    return [*whole, [*fit(last, min(columns_of(last), max(width - 3, 0))), *row("...", kind)]]


def columns_of(cells: Row) -> int:
    """Return the width of a row in columns."""
    return sum([get_cwidth(text) for _, text in cells])


def fit(cells: Row, width: int) -> Row:
    """Cut or pad a row to exactly `width` columns."""
    free = width - columns_of(cells)
    if free >= 0:
        return [*cells, ("", " " * free)] if free else [*cells]
    pieces: Row = []
    free = width
    for style, text in cells:
        ends = accumulate(get_cwidth(char) for char in text[: free + 1])
        part = text[: sum(end <= free for end in ends)]
        pieces.append((style, part))
        free -= get_cwidth(part)
        if len(part) < len(text):
            break
    return [*pieces, ("", " " * free)] if free else pieces


def fill(rows: Sequence[Row], width: int, height: int) -> list[Row]:
    """Return exactly `height` rows of exactly `width` columns."""
    full_rows = [fit(line, width) for line in rows[:height]]
    return [*full_rows, *([("", " " * width)] for _ in range(height - len(full_rows)))]


def side_by_side(left: Sequence[Row], right: Sequence[Row], between: str) -> list[Row]:
    """Put two panes of padded rows side by side."""
    line = ("class:frame", f" {between} ")
    return [[*a, line, *b] for a, b in zip_longest(left, right, fillvalue=Row())]


def title_row(title: str, width: int) -> Row:
    """Return a line across a pane that begins with a title."""
    text = f"── {title} " if title else ""
    return [
        ("class:frame", fit([("", text)], min(len(text), width))[0][1] if text else ""),
        ("class:frame", "─" * max(width - len(text), 0)),
    ]


def join_paragraphs(lines: Iterable[str]) -> list[str]:
    """Join the lines of each paragraph; a line shorter than LONG ends one."""
    joined, last = [""], ""
    for line in lines:
        if len(last) >= LONG and line[:1].strip():
            joined[-1] += f" {line}"
        else:
            joined.append(line)
        last = line
    return joined[1:]


class ScrollingText:
    """A text that scrolls in a pane, visible from row `first`; `head` replaces its title."""

    def __init__(self, title: str, lines: Sequence[str], kind: str = "", head: str = "") -> None:
        self.title = title
        self.head = head or title
        self.lines = list(lines)
        self.kind = kind
        self.first = 0
        self._rows: list[Row] = []
        self._width = 0
        self.height = 1
        """The number of rows visible in the last picture."""

    def crop(self, width: int, height: int) -> list[Row]:
        """Return the visible rows, in a pane of this size."""
        if width != self._width:
            lines = self.lines if width >= LONG or self.kind != "note" else join_paragraphs(self.lines)
            self._rows, self._width = wrap_rows(lines, min(width, MOST_COLUMNS), self.kind), width
        self.height = max(height, 1)
        self.scroll(0)
        return fill(self._rows[self.first :], width, height)

    def pane(self, width: int, height: int) -> list[Row]:
        """Return the visible rows, below a line with the title and how to close an answer."""
        rows, closes = self.crop(width, height - 1), "" if self.kind == "note" else "(Escape closes)"
        title = "  ".join(filter(None, (self.head, self.place, closes)))
        return [title_row(title, width), *rows]

    def scroll(self, rows: int) -> bool:
        """Scroll down, or up if `rows` is negative; return whether the text moved."""
        last, before = max(len(self._rows) - self.height, 0), self.first
        self.first = max(min(before + rows, last), 0)
        return self.first != before

    def turn(self) -> bool:
        """Scroll to the rows below the visible ones; return whether there were any."""
        return self.scroll(max(self.height - 1, 1))

    @property
    def place(self) -> str:
        """The visible rows and the total, such as "1-20 of 35"; "" if all are visible."""
        if len(self._rows) <= self.height:
            return ""
        return f"{self.first + 1}-{min(self.first + self.height, len(self._rows))} of {len(self._rows)}"
