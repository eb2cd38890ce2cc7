"""The plan of a drawing: the place of each space, its name, and the room for its counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.model.board import Shape
from sandtable_pictures.svg.text import text_length

NAME, LINE = 13, 15
"""The size of a name's letters, and of its lines."""

GAP, MARGIN = 4, 12
"""The gap between counters, and the margin around everything."""


class Rect(NamedTuple):
    """A rectangle: its top left corner and its size."""

    x: int
    y: int
    width: int
    height: int

    def meets(self, other: Rect) -> bool:
        """Whether two rectangles share more than an edge."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def moved(self, x: int, y: int) -> Rect:
        """The rectangle, moved by `x` and `y`."""
        return self._replace(x=self.x + x, y=self.y + y)


class Name(NamedTuple):
    """A name: its lines, and the rectangle that holds them."""

    lines: tuple[str, ...]
    box: Rect


class BoardPlan(NamedTuple):
    """A drawn board: its size without a legend, and the middle, name and room of each space.

    - `size`: the size of counters, except in the spaces of `sizes`.
    - `trays`: whether the rooms are drawn as boxes, in which counters begin at the top left. Otherwise
      counters lie around the middle.
    - `shapes`: the ground below, moved with the spaces around it.
    - `sizes`: the size of counters in some spaces, by id.
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

    def counter(self, space: str) -> tuple[int, int]:
        """The size of a counter in a space."""
        return self.sizes.get(space, self.size)


def size(lines: tuple[str, ...]) -> tuple[int, int]:
    """The width and the height of the lines of a name."""
    return int(NAME * max(map(text_length, lines))) + 2, LINE * len(lines)
