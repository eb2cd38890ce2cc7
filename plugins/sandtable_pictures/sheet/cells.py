"""The cells of a sheet: how each looks, and how rows of cells become lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from sandtable_pictures.palette import Ground, Ink, Tint
from sandtable_pictures.sheet.scale import Cell, Point
from sandtable_pictures.styled import Span, Styled

Look: TypeAlias = tuple[str, Tint | None, Ground | None]
"""The look of a cell: its letter, the letter's colour, and its background."""

BLANK: Look = (" ", None, None)

RANKS: tuple[Ink, ...] = ("crossing", "village", "town")
"""The ink of a name, by rank."""

SIGNS = {"crossing": (".", "·"), "village": ("o", "●"), "town": ("#", "■"), "home": ("^", "⌂")}
"""The sign of a place, by ink: in ASCII and in Unicode."""


class Kind(NamedTuple):
    """Everything on which a sheet depends, apart from the position.

    - `names`, `ranks`, `homes`: each place's name, its rank from 0 to 2, and the places that are
      homes.
    - `styles`: the four characters of each kind of link.
    - `width`, `rows`: the size in cells.
    - `unicode`, `painted`: whether the display has Braille and blocks, and backgrounds.
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
    """Yield the cells along a rectangle's edge, each with its character."""
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
    """Turn a row of cells into a line; blank cells take the ink of the cells before them."""
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
