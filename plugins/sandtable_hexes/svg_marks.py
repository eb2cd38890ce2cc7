"""Draws the marks of terrain, such as trees: several in each hex, in one path for each look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Marks(NamedTuple):
    """The marks of a look: their path's class, the path of one mark, and where they are in a hex."""

    pen: str
    path: str
    spots: tuple[complex, ...]


WIDE = (-30 - 20j, 2 - 27j, 31 - 13j, -40 + 6j, 27 + 18j, -16 + 26j, 10 + 3j)
"""Seven spots in a hex, clear of its number; each hex shifts them, so that no rows appear."""

FEW = (-24 - 12j, 20 - 18j, 26 + 14j, -22 + 22j)

ROWS = tuple(complex(x, y) for y in (-22, 0, 22) for x in (-28, 0, 28))

MARKS: Mapping[str, Marks] = {
    "sand": Marks("mark", "h.1m8 6h.1m-15 3h.1m16 5h.1m-20-15h.1", WIDE),
    "rough": Marks("mark", "m-6 4l5-8 3 5 2-3 3 6", WIDE),
    "hill": Marks("mark", "m-10 5q10-15 20 0m-16-4l-3 7m9-10v6m6-3l3 7", WIDE),
    "mountain": Marks("mark", "m-12 8l12-20 12 20m-12-20l-3 9 4 3-2 7", FEW),
    "woods": Marks("leaf", "m-7 1a7 7 0 1 0 14 0a7 7 0 1 0-14 0m7 7v4", WIDE),
    "grove": Marks("leaf", "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0m5 5v4", ROWS),
    "marsh": Marks("wave", "m-9 3h18m-11-3v-7m4 7v-9m4 9v-6", WIDE),
    **dict.fromkeys(("sea", "lake"), Marks("wave", "m-11 0q5.500-6 11 0t11 0", FEW)),
    "town": Marks(
        "houses",
        "m-22-14h11v9h-11zm15-5h8v13h-8zm13 4h13v8h-13zm-29 15h9v12h-9zm14-1h13v9h-13zm17-2h9v12h-9z"
        "m-14 13h11v7h-11z",
        (8 + 8j,),
    ),
    "fort": Marks(
        "houses", "m-24-18l8 6h32l8-6-6 8v20l6 8-8-6h-32l-8 6 6-8v-20zm12 11v14h24v-14z", (0j,)
    ),
}
"""The marks of each look that has any."""


def marks(look: str, middles: Iterable[complex]) -> str:
    """Draw the marks of a look in hexes with these middles; empty if it has none."""
    if look not in MARKS:
        return ""
    pen, path, spots = MARKS[look]
    steps = []
    for middle in middles:
        turn = int(middle.real * 7 + middle.imag * 13) // 10
        for number, spot in enumerate(spots):
            shift = complex((turn * 5 + number * 3) % 9 - 4, (turn * 3 + number * 5) % 9 - 4)
            at = middle + spot + shift * (spots in (WIDE, FEW))
            steps.append(f"M{at.real:.0f} {at.imag:.0f}{path}")
    return f'<path class="{pen}" d="{"".join(steps)}"/>'
