"""The sizes of a hex in characters: where its sides, its number and its contents are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sandtable_pictures import art

Tops = Literal["flat", "pointy"]

Slot = tuple[int, int, int]
"""A piece of a row: its first column, its row, its number of letters."""

PLAIN = {
    "flat": {"n": "_", "ne": "\\", "se": "/", "s": "_", "sw": "\\", "nw": "/"},
    "pointy": {"ne": "-", "e": "|", "se": "-", "sw": "-", "w": "|", "nw": "-"},
}
"""The character of each side, clockwise."""

UNICODE = {"\\": "╲", "/": "╱", "-": "─", "|": "│", "^": "┴", "v": "┬"}  # noqa: RUF001
"""The same in Unicode."""


@dataclass(frozen=True, eq=False)
class Size:
    """A hex in characters: how far the next one is, and the cells of what it has.

    `corners` are drawn as ``^`` or ``v``. The last of `slots`, which have the contents, covers the lower
    side if `covers`.
    """

    name: str
    across: int
    down: int
    sides: dict[str, tuple[art.Cell, ...]]
    corners: tuple[tuple[art.Cell, str], ...]
    inside: tuple[art.Cell, ...]
    number: Slot | None
    slots: tuple[Slot, ...]
    covers: bool

    @property
    def width(self) -> int:
        """The columns that one hex takes."""
        return 1 + max(x for x, _ in self._cells)

    @property
    def rows(self) -> int:
        """The rows that one hex takes."""
        return 1 + max(y for _, y in self._cells)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of a hex, in cells."""
        rows = [y for _, y in self.inside]
        lowest = max(rows) + (1 + self.covers)
        return self.width / 2, (min(rows) + lowest) / 2 - 0.25

    @property
    def _cells(self) -> list[art.Cell]:
        return [*self.inside, *(cell for cells in self.sides.values() for cell in cells)]


def _size(tops: Tops, name: str, across: int, down: int, picture: str) -> Size:
    """A size as a picture: 1 to 6 are the sides, clockwise, n the number, a and b the contents."""
    rows = picture.strip("\n").split("\n")
    cells = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != " "}
    directions = dict(zip("123456", PLAIN[tops], strict=True))
    sides = {
        direction: tuple(cell for cell, sign in cells.items() if sign == digit)
        for digit, direction in directions.items()
    }

    def slot(letter: str) -> Slot | None:
        found = [cell for cell, sign in cells.items() if sign == letter]
        return (*found[0], len(found)) if found else None

    under = sides.get("s", ())
    covers = tops == "flat" and bool(under) and slot("b") is None
    last = (*under[0], len(under)) if covers else slot("b")
    return Size(
        name,
        across,
        down,
        {direction: found for direction, found in sides.items() if found},
        tuple((cell, sign) for cell, sign in cells.items() if sign in "^v"),
        tuple(cell for cell, sign in cells.items() if sign in "nab"),
        slot("n"),
        tuple(slot for slot in (slot("a"), last) if slot),
        covers,
    )


SIZES: dict[Tops, tuple[Size, ...]] = {
    "flat": (
        _size(
            "flat",
            "full",
            7,
            4,
            """
  11111
 6nnnnn2
6aaaaaaa2
5bbbbbbb3
 5444443
""",
        ),
        _size("flat", "wide", 6, 2, "\n 11111\n6aaaaa2\n5444443\n"),
        _size("flat", "compact", 5, 2, "\n 1111\n6aaaa2\n544443\n"),
        _size("flat", "narrow", 4, 2, "\n 111\n6aaa2\n54443\n"),
        _size("flat", "tight", 3, 2, "\n 11\n6aa2\n5443\n"),
        _size("flat", "rows", 6, 1, "aaaaa"),
        _size("flat", "short", 4, 1, "aaa"),
        _size("flat", "small", 2, 1, "aa"),
    ),
    "pointy": (
        _size(
            "pointy",
            "full",
            8,
            3,
            """
v666^111v
5aaaaaaa2
5bbbbbbb2
^444v333^
""",
        ),
        _size("pointy", "compact", 6, 2, "\nv66^11v\n5aaaaa2\n^44v33^\n"),
        _size("pointy", "narrow", 4, 2, "\nv6^1v\n5aaa2\n^4v3^\n"),
        _size("pointy", "rows", 6, 1, "5aaaaa2"),
        _size("pointy", "short", 4, 1, "5aaa2"),
        _size("pointy", "small", 2, 1, "aa"),
    ),
}
"""The sizes by the tops of the hexes, the largest first."""
