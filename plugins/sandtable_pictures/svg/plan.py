"""The plan of a drawing: the place of each space, its name, and its room for counters.

Names take up as much room as their text needs, so text is measured, broken and escaped here too.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from html import escape
from math import hypot
from typing import NamedTuple

from sandtable import Shape
from sandtable.tooling import printing
from sandtable_pictures.svg.ways import Curve

_NARROW, _WIDE = frozenset("fijlrt.,:;'|!()[]- /"), frozenset("mwMW@%")

NAME, LINE = 14, 15
"""The size of a name's letters, and the height of its lines."""

SMALL = {
    *("desert", "dune", "ford", "forest", "hill", "ridge", "river", "rocky", "sand", "station", "swamp"),
    *("valley", "village", "wadi", "wood"),
}
"""The first kinds of spaces whose names are in italics; other names are in small capitals."""

GAP, MARGIN = 4, 12
"""The gap between counters, and the margin around a drawing."""


class Rect(NamedTuple):
    """A rectangle, given by its top left corner and its size."""

    x: int
    y: int
    width: int
    height: int

    def overlaps(self, other: Rect) -> bool:
        """Return whether two rectangles share more than an edge."""
        across, down = other.x - self.x, other.y - self.y
        return -other.width < across < self.width and -other.height < down < self.height

    def is_inside(self, edge: Rect) -> bool:
        """Return whether it lies entirely within another rectangle."""
        across, down = self.x - edge.x, self.y - edge.y
        return 0 <= across <= edge.width - self.width and 0 <= down <= edge.height - self.height

    def holds(self, point: complex) -> bool:
        """Return whether a point is in the rectangle."""
        return 0 <= point.real - self.x <= self.width and 0 <= point.imag - self.y <= self.height

    def gap(self, point: tuple[int, int]) -> float:
        """Return its distance from a point; 0 if the point is inside."""
        across, down = point[0] - self.x, point[1] - self.y
        return hypot(max(-across, across - self.width, 0), max(-down, down - self.height, 0))

    def shift(self, x: int, y: int) -> Rect:
        """Return the rectangle moved by `x` and `y`."""
        return self._replace(x=self.x + x, y=self.y + y)


class Name(NamedTuple):
    """A name on a map.

    - `lines`, `box`: its lines, and the rectangle that holds them.
    - `rank`: the class of its style: ``small`` for a small place, ``region`` or ``region sea``.
    - `letters`: the size of its letters.
    - `above`: whether it is drawn above counters.
    """

    lines: tuple[str, ...]
    box: Rect
    rank: str = ""
    letters: int = NAME
    above: bool = False


class BoardPlan(NamedTuple):
    """The plan of a board: its size without a legend, and the middle, name and room of each space.

    - `size`: the size of counters, except in the spaces of `sizes`.
    - `trays`: whether rooms are drawn as boxes, with counters from the top left instead of around the
      middle.
    - `shapes`: the ground below, moved with the spaces around it.
    - `sizes`: the size of counters in some spaces, by id.
    - `curves`: the course of each link.
    - `places`: the places of the title, the compass and the scale, if they fit.
    - `regions`: the names of shapes.
    """

    width: int
    height: int
    spots: Mapping[str, tuple[int, int]]
    names: Mapping[str, Name]
    rooms: Mapping[str, Rect]
    size: tuple[int, int]
    trays: bool
    shapes: Sequence[Shape] = ()
    sizes: Mapping[str, tuple[int, int]] = {}
    curves: Sequence[Curve] = ()
    places: Mapping[str, Rect] = {}
    regions: Sequence[Name] = ()

    @property
    def scale(self) -> Shape | None:
        """The shape that gives the map's scale, if there is one."""
        return next((shape for shape in self.shapes if shape.kind == "scale"), None)

    def counter(self, space: str) -> tuple[int, int]:
        """Return the size of counters in a space."""
        return self.sizes.get(space, self.size)


def size(lines: tuple[str, ...], *, small: bool = False) -> tuple[int, int]:
    """Return the width and height of a name's lines; small capitals are wider than other letters."""
    widths = (text_length(line) if small else 0.86 * text_length(line.upper()) for line in lines)
    return int(NAME * max(widths)) + 4, LINE * len(lines)


def escape_text(text: str) -> str:
    """Escape a text for SVG, on one line, with control characters made visible."""
    return escape(" ".join(printing.visible_lines(text).split()))


def text_length(text: str) -> float:
    """Estimate the width of a text in multiples of its font size, on the generous side."""
    return sum(map(_letter, text))


def _letter(letter: str) -> float:
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE:
        return 0.92
    if not letter.isascii():
        return 1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.75
    return 0.72 if letter.isupper() else 0.6


def break_name(text: str, most: int = 10) -> tuple[str, ...]:
    """Break a name of more than `most` letters into two lines, as evenly as its spaces allow."""
    words = text.split()
    if len(text) <= most or len(words) < 2:
        return (" ".join(words),)
    ways = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(ways, key=lambda way: max(map(text_length, way)))
