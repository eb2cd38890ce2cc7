"""How the ground goes along when a drawing moves the places of a map."""

from __future__ import annotations

from collections.abc import Sequence

NEARBY = 60
"""The square of a distance on the map: spaces this near move the ground below them equally."""

Point = tuple[float, float]


def carried(point: Point, moves: Sequence[tuple[Point, Point]], scale: Point) -> Point:
    """Where a point of the ground is drawn: it goes where the spaces around it have gone.

    `moves` are where spaces are on the map and where they are drawn, `scale` how much larger that is,
    across and down.
    """
    whole = across = down = 0.0
    for (x, y), (u, v) in moves:
        weight = 1 / ((x - point[0]) ** 2 + (y - point[1]) ** 2 + NEARBY) ** 1.5
        whole += weight
        across += weight * (u - x * scale[0])
        down += weight * (v - y * scale[1])
    return point[0] * scale[0] + across / whole, point[1] * scale[1] + down / whole
