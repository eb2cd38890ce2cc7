"""The ground below a map, which moves along with its spaces in a drawing."""

from __future__ import annotations

from collections.abc import Sequence

NEARBY = 60
"""The square of a distance on the map: spaces this near move the ground below them equally."""

Point = tuple[float, float]


def carried(point: Point, moves: Sequence[tuple[Point, Point]], scale: Point) -> Point:
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
