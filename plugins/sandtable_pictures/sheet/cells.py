"""The cells of a sheet: what a sheet shows, the look of a cell, and rows of cells as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from sandtable_pictures.palette import Ground, Ink, Tint
from sandtable_pictures.sheet.scale import Cell, Point
from sandtable_pictures.styled import Span, Styled

Look: TypeAlias = tuple[str, Tint | None, Ground | None]
"""A cell: its letter, the colour of the letter, and its paper."""

BLANK: Look = (" ", None, None)

RANKS: tuple[Ink, ...] = ("crossing", "village", "town")
"""The ink of a name, by its rank."""

SIGNS = {"crossing": (".", "·"), "village": ("o", "●"), "town": ("#", "■"), "home": ("^", "⌂")}
"""The sign of a place by its ink, in ASCII and in Unicode."""


class Kind(NamedTuple):
    """What a sheet shows, whatever the position: all that names and links depend on.

    - `names`, `ranks`, `homes`: the name of each place, its rank from 0 to 2, and the places that are
      a home.
    - `styles`: the four characters of each kind of link.
    - `width`, `rows`: the size in cells.
    - `unicode`, `painted`: whether the display has Braille and blocks, and papers.
    - `middle`: the point in the middle of a near view; None shows the whole map.
    """

    names: tuple[tuple[str, str], ...]
    ranks: tuple[tuple[str, int], ...]
    homes: tuple[str, ...]
    styles: tuple[tuple[str, str], ...]
    width: int
    rows: int
    unicode: bool
    painted: bool
    middle: Point | None = None


def box(left: int, top: int, right: int, bottom: int, *, unicode: bool) -> Iterator[tuple[Cell, str]]:
    """The cells of a rectangle's edge, each with its character."""
    level, upright, corners = ("─", "│", "┌┐└┘") if unicode else ("-", "|", "++++")
    for x in range(left + 1, right):
        yield (x, top), level
        yield (x, bottom), level
    for y in range(top + 1, bottom):
        yield (left, y), upright
        yield (right, y), upright
    cells = (left, top), (right, top), (left, bottom), (right, bottom)
    yield from zip(cells, corners, strict=True)


def line(row: Sequence[Look]) -> Styled:
    """A row of cells as a line; blank cells take the ink of those before them."""
    spans: list[Span] = []
    start, ink, paper = 0, row[0][1], row[0][2]
    for x, (letter, its_ink, its_paper) in enumerate(row):
        if its_paper == paper and (its_ink == ink or (letter == " " and its_paper is not None)):
            continue
        if ink or paper:
            spans.append(Span(start, x, ink, paper))
        start, ink, paper = x, its_ink, its_paper
    if ink or paper:
        spans.append(Span(start, len(row), ink, paper))
    return Styled("".join([letter for letter, _, _ in row]).rstrip(), spans)
