"""Chooses how much of a hex map is shown: all of it in the largest size that fits, or a part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable_hexes.grid import ACROSS, ALONG
from sandtable_hexes.terminal_sizes import SIZES, Size
from sandtable_pictures import art

if TYPE_CHECKING:
    from sandtable_hexes.hexmap import HexMap

TRIMMED = 2
"""The rows that a map may lose: its lowest line, and the row of column numbers."""

NEAR = (5, 4)
"""The fewest hexes that a near view shows across and down."""

DEFAULT_ROWS = 24
"""The rows of a part of a map, if nothing limits them."""


class View(NamedTuple):
    """A size, the cell of the whole map at the top left, and the columns and rows that are shown.

    Row numbers take up `left` columns, and column numbers `above` rows. Unless the view is `ruled`, the
    first hex of each column carries the column's number.
    """

    size: Size
    corner: art.Cell
    width: int
    rows: int
    left: int
    above: int
    ruled: bool = True

    def cell(self, map: HexMap[Any], hex: str) -> art.Cell:
        """Return the cell where a hex begins."""
        x, y = _cell(map, self.size, hex)
        return x + self.left - self.corner[0], y + self.above - self.corner[1]

    def scale(self, map: HexMap[Any]) -> art.Scale:
        """Return the scale that converts points of the map to dots."""
        across, down = (ACROSS, ALONG) if map.grid.tops == "flat" else (ALONG, ACROSS)
        x, y = self.size.middle
        left, top = x + self.left - self.corner[0], y + self.above - self.corner[1]
        return art.Scale(2 * self.size.across / across, 4 * self.size.down / down, 2 * left, 4 * top)


@lru_cache(maxsize=64)
def whole(map: HexMap[Any], size: Size) -> View:
    """Return a view of a whole map."""
    cells, grid, rows = [_cell(map, size, hex) for hex in map.at], map.grid, len(map.rows)
    label = 0 if size.number else 1 + max(len(grid.label("R", row, rows)) for row in range(rows))
    above = int(size.rows == 1)
    width, height = (max(cell[axis] for cell in cells) for axis in (0, 1))
    return View(
        size, (0, 0), width + size.width + label, height + size.rows + above, label, above, label > 0
    )


def fit(map: HexMap[Any], width: int, room: Callable[[View], int | None]) -> View | None:
    """Return a view of a whole map in the largest size that fits `width` columns and `room` rows.

    Its lowest line and the row of column numbers are left out if there is no room for them.
    """
    for size in SIZES[map.grid.tops]:
        view = whole(map, size)
        most = room(view)
        missing = 0 if most is None else max(view.rows - most, 0)
        if view.width <= width and missing <= TRIMMED * (size.rows > TRIMMED):
            cut = missing // TRIMMED
            return view._replace(rows=view.rows - missing, corner=(0, cut), ruled=view.ruled and not cut)
    return None


def near(
    map: HexMap[Any],
    middle: str | tuple[float, float],
    width: int,
    rows: int | None,
    sizes: Sequence[Size],
) -> View:
    """Return a view of the part around a hex or a point, in the largest size that shows enough."""
    most = rows or DEFAULT_ROWS
    large_enough = (it for it in sizes if it.across * NEAR[0] <= width and it.down * NEAR[1] <= most)
    view = whole(map, next(large_enough, sizes[-1]))
    if isinstance(middle, str):
        middle = (map.spaces[middle].x, map.spaces[middle].y) if middle in map.spaces else (0, 0)
    x, y = view.scale(map).dot(middle)
    width, most = min(width, view.width), min(most, view.rows)
    left = min(max(int(x // 2) - width // 2, 0), view.width - width)
    top = min(max(int(y // 4) - most // 2, 0), view.rows - most)
    return view._replace(corner=(left, top), width=width, rows=most)


def _cell(map: HexMap[Any], size: Size, hex: str) -> art.Cell:
    """Return the cell where a hex begins on a whole map without rulers."""
    column, row = map.at[hex]
    if map.grid.tops == "flat":
        lower = map.grid.is_shifted(column) * (size.down // 2)
        return column * size.across, row * size.down + lower
    return column * size.across + map.grid.is_shifted(row) * (size.across // 2), row * size.down
