"""The ground below a map: how it moves along with the spaces, and which cells it takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil

from sandtable import Board
from sandtable_pictures.layout.boxes import Cell, NameBox
from sandtable_pictures.palette import Ground

Point = tuple[float, float]

NEARBY = 60
"""The square of a distance on the map: spaces this near move the ground below them equally."""

GROUNDS: Mapping[str, Ground] = {"sand": "sand", "sea": "water", "escarpment": "scarp"}
"""The shapes of a board that are shown, the lowest first."""


@lru_cache(maxsize=16)
def ground(board: Board, boxes: tuple[tuple[str, NameBox], ...], width: int) -> Mapping[Cell, Ground]:
    """The ground in the cells of a picture of `width` columns, whose names stand in `boxes`."""
    spots = [(float(space.x), float(space.y)) for space in board.spaces.values()]
    middles = dict(boxes)
    moves = list(zip(spots, (middles[id].middle for id in board.spaces), strict=True))
    drawn = [after for _, after in moves]
    scale = _spread(drawn, 0) / _spread(spots, 0), _spread(drawn, 1) / _spread(spots, 1)
    rows = max((box.y for _, box in boxes), default=0) + 2
    found: dict[Cell, Ground] = {}
    for kind, name in GROUNDS.items():
        for shape in board.shapes:
            if shape.kind == kind and shape.points:
                edge = [carry(point, moves, scale) for point in shape.points]
                cells = _along(edge) if kind == "escarpment" else _inside(edge, rows)
                found |= dict.fromkeys(((x, y) for x, y in cells if 0 <= x < width and y >= 0), name)
    return found


def _spread(points: Sequence[Point], axis: int) -> float:
    """The greatest distance between points, at least 1."""
    values = [point[axis] for point in points]
    return max(max(values) - min(values), 1.0)


def _inside(edge: Sequence[Point], rows: int) -> Iterator[Cell]:
    """The cells whose middle is inside a closed edge."""
    for y in range(rows):
        sides = sorted(
            a + (y - b) * (c - a) / (d - b)
            for (a, b), (c, d) in pairwise([*edge, edge[0]])
            if (b > y) != (d > y)
        )
        for left, right in zip(sides[::2], sides[1::2], strict=True):
            yield from ((x, y) for x in range(max(ceil(left), 0), ceil(right)))


def _along(edge: Sequence[Point]) -> Iterator[Cell]:
    """The cells along a line."""
    for (x, y), (u, v) in pairwise(edge):
        steps = ceil(max(abs(u - x), abs(v - y), 1))
        for step in range(steps + 1):
            yield round(x + (u - x) * step / steps), round(y + (v - y) * step / steps)


def carry(point: Point, moves: Sequence[tuple[Point, Point]], scale: Point) -> Point:
    """The place where a point of the ground is drawn, moved along with the spaces around it.

    `moves` has pairs for the spaces: the point on the map, and the point where it is drawn. `scale` is
    how many times larger the drawing is, across and down.
    """
    total = across = down = 0.0
    for (x, y), (u, v) in moves:
        weight = 1 / ((x - point[0]) ** 2 + (y - point[1]) ** 2 + NEARBY) ** 1.5
        total += weight
        across += weight * (u - x * scale[0])
        down += weight * (v - y * scale[1])
    return point[0] * scale[0] + across / total, point[1] * scale[1] + down / total
