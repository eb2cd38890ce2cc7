"""Defines the sizes of a hex in characters: where its sides, its number and its contents are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sandtable_pictures import art

Slot = tuple[int, int, int]
"""A piece of a row: its first column, its row, and its number of letters."""

PLAIN: Mapping[str, Mapping[str, str]] = {
    "flat": {"n": "_", "ne": "\\", "se": "/", "s": "_", "sw": "\\", "nw": "/"},
    "pointy": {"ne": "-", "e": "|", "se": "-", "sw": "-", "w": "|", "nw": "-"},
}
"""The character for each side, clockwise, for flat-topped and pointy-topped hexes."""

UNICODE = {"\\": "╲", "/": "╱", "|": "│", "^": "╵", "v": "╷"}  # noqa: RUF001
"""The characters of sides in Unicode, and those of corners."""

RISING, FALLING = ("", "⠔", "⡠⠊", "⡠⠔⠊"), ("", "⠢", "⠑⢄", "⠑⠢⢄")
"""Sides of pointy hexes in Unicode, by their length."""

PICTURES: Mapping[str, Sequence[tuple[int, int, str]]] = {
    "flat": (
        (7, 4, "  11111  / 6nnnnn2 /6aaaaaaa2/5bbbbbbb3/ 5444443 "),
        (6, 2, " 11111 /6aaaaa2/5444443"),
        (5, 2, " 1111 /6aaaa2/544443"),
        (4, 2, " 111 /6aaa2/54443"),
        (3, 2, " 11 /6aa2/5443"),
        (6, 1, "aaaaa"),
        (4, 1, "aaa"),
        (2, 1, "aa"),
    ),
    "pointy": (
        (8, 3, "v666^111v/5aaaaaaa2/5bbbbbbb2/^444v333^"),
        (6, 2, "v66^11v/5aaaaa2/^44v33^"),
        (4, 2, "v6^1v/5aaa2/^4v3^"),
        (6, 1, "5aaaaa2"),
        (4, 1, "5aaa2"),
        (2, 1, "aa"),
    ),
}
"""The sizes, largest first: columns and rows to the next hex, and a picture of a hex by rows.

1 to 6 are its sides, clockwise; n is its number; a and b are its contents; ^ and v are its corners.
"""


@dataclass(frozen=True, eq=False)
class Size:
    """A hex in characters: the distance to the next one, and the cells of its parts.

    `slots` are for the contents; if it `covers`, the last slot is on the lower side.
    """

    across: int
    down: int
    width: int
    rows: int
    sides: Mapping[str, Sequence[art.Cell]]
    corners: Mapping[art.Cell, str]
    inside: Sequence[art.Cell]
    number: Slot | None
    slots: Sequence[Slot]
    covers: bool

    def plain(self, tops: str, direction: str, *, unicode: bool) -> str:
        """Return the characters of a plain side."""
        letters, sign = len(self.sides[direction]), PLAIN[tops][direction]
        if unicode and sign == "-":
            return (RISING if direction in ("nw", "se") else FALLING)[letters]
        return (UNICODE.get(sign, sign) if unicode else sign) * letters

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of a hex, in cells."""
        rows = [y for _, y in self.inside]
        return self.width / 2, (min(rows) + max(rows) + 1 + self.covers) / 2 - 0.25


def _read(tops: str, across: int, down: int, picture: str) -> Size:
    """Read a size from its picture."""
    rows = picture.split("/")
    cells = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}

    def found(signs: str) -> list[art.Cell]:
        return [cell for cell, sign in cells.items() if sign in signs]

    sides = {direction: found(str(digit)) for digit, direction in enumerate(PLAIN[tops], 1)}
    number, first, last = ((*at[0], len(at)) if (at := found(letter)) else None for letter in "nab")
    covers = tops == "flat" and down > 1 and not last
    if covers:
        last = (*sides["s"][0], len(sides["s"]))
    slots = [slot for slot in (first, last) if slot]
    corners = {cell: cells[cell] for cell in found("^v")}
    inside = found("nab")
    return Size(across, down, len(rows[0]), len(rows), sides, corners, inside, number, slots, covers)


SIZES = {tops: [_read(tops, *picture) for picture in PICTURES[tops]] for tops in PICTURES}
"""The sizes for flat-topped and pointy-topped hexes, largest first."""
