"""The scale of a sheet: where a point of the map is, in dots (2 by 4 in each cell)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from sandtable import Board

Point: TypeAlias = tuple[float, float]

Cell: TypeAlias = tuple[int, int]
"""A column and a row, from 0."""

STRETCH = 3.2
"""The most that a map may be stretched in one direction."""

CLOSER = 1.8
"""How many times larger the near view is than the whole map."""

MARGIN = (3, 1)
"""Columns and rows between the outermost places and the edge of the sheet."""

FEW_ROWS = 20
"""The most rows of a sheet without margins at the top and bottom."""

MOST_ROWS, LEAST_ROWS = 44, 6


class Scale(NamedTuple):
    """The number of dots in a map unit, across and down, and the dot of the map's origin."""

    across: float
    down: float
    left: float
    top: float

    def dot(self, point: tuple[float, float]) -> Point:
        """Convert a point of the map to a dot."""
        return point[0] * self.across + self.left, point[1] * self.down + self.top

    def point(self, dot: Point) -> tuple[float, float]:
        """Convert a dot to a point of the map."""
        return (dot[0] - self.left) / self.across, (dot[1] - self.top) / self.down


class Bounds(NamedTuple):
    """The middle and the extent of a board's places, in map units."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, board: Board) -> Bounds:
        """Return the bounds of a board's places; there must be at least one."""
        xs = [space.x for space in board.spaces.values()]
        ys = [space.y for space in board.spaces.values()]
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        return cls((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(width, 1), max(height, 1))


def whole(board: Board, width: int, rows: int) -> Scale:
    """Return the scale at which all places fit on a sheet of `width` columns and `rows` rows."""
    bounds = Bounds.of(board)
    margin = MARGIN[0] if width > 40 else 1
    across = max(2 * width - 4 * margin - 1, 2) / bounds.width
    down = max(4 * rows - 8 * MARGIN[1] * (rows > FEW_ROWS) - 1, 2) / bounds.height
    across, down = min(across, down * STRETCH), min(down, across * STRETCH)
    return _centred(bounds, across, down, width, rows)


def near(board: Board, middle: Point, width: int, rows: int) -> Scale:
    """Return the scale of an enlarged part of the map around a point, in true proportions."""
    across, down, *_ = whole(board, width, rows)
    dots = CLOSER * (across * down) ** 0.5
    return _centred(Bounds(*middle, 1, 1), dots, dots, width, rows)


def _centred(bounds: Bounds, across: float, down: float, width: int, rows: int) -> Scale:
    return Scale(across, down, width - bounds.x * across, 2 * rows - bounds.y * down)


def rows_for(board: Board, width: int) -> int:
    """Return the number of rows that give a map of `width` columns its true proportions."""
    bounds = Bounds.of(board)
    dots = (2 * width - 4 * MARGIN[0]) / bounds.width * bounds.height
    return max(min(round(dots / 4) + 2 * MARGIN[1], MOST_ROWS), LEAST_ROWS)


def cells(board: Board, scale: Scale, width: int, rows: int) -> dict[str, Cell]:
    """Return each visible place's cell: the true one, or the nearest that is not taken."""
    found: dict[str, Cell] = {}
    taken = set[Cell]()
    for space in board.spaces.values():
        x, y = scale.dot((space.x, space.y))
        column, row = int(x // 2), int(y // 4)
        if not (0 <= column < width and 0 <= row < rows):
            continue
        for cell in _outwards(column, row, width, rows):
            if cell not in taken:
                taken.add(cell)
                found[space.id] = cell
                break
    return found


def _outwards(x: int, y: int, width: int, rows: int) -> Iterator[Cell]:
    """Yield a cell, then the cells around it, the nearest first."""
    yield x, y
    for far in range(1, width + rows):
        for down in range(-far, far + 1):
            for across in {far - abs(down), abs(down) - far}:
                if 0 <= x + 2 * across < width and 0 <= y + down < rows:
                    yield x + 2 * across, y + down
