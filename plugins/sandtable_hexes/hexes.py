"""A map's numbered hexes: neighbours, range, rings, lines, arcs and borders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from sandtable import GameError
from sandtable_hexes import grid
from sandtable_hexes.grid import Cube, Grid, Named


class Hexes:
    """The numbered hexes of a grid; `at` gives each one's column and row in the picture, from 0.

    A hex's id is its number, in lower case. An id that is not on the map, or an unknown direction,
    raises UnknownName, which suggests the nearest one.
    """

    rows: Sequence[str] = ()

    def __init__(self, grid: Grid, at: Mapping[str, tuple[int, int]]) -> None:
        self.grid = grid
        self.at = Named("hex", at)
        self.cube: Mapping[str, Cube] = Named("hex", {id: grid.cube(*place) for id, place in at.items()})
        self.by_cube = {cube: id for id, cube in self.cube.items()}

    def to(self, hex: str, direction: str) -> str | None:
        """Return the neighbour in a direction; None beyond the edge of the map."""
        (q, r), (u, v) = self.cube[hex], self.grid.directions[direction]
        return self.by_cube.get((q + u, r + v))

    def turned(self, direction: str, sixths: int) -> str:
        """Turn a direction clockwise by sixths of a circle, or counterclockwise if negative."""
        steps = self.grid.directions
        at = [*steps.values()].index(steps[direction])
        return [*steps][(at + sixths) % 6]

    def direction(self, a: str, b: str) -> str:
        """Return the direction to a neighbour, or the direction closest to that of a distant hex.

        If two are equally close, the first clockwise from the top counts. For the hex itself: "".
        """
        if a == b:
            return ""
        (q, r), (s, t) = self.cube[a], self.cube[b]
        q, r = s - q, t - r
        steps = self.grid.directions
        return max(steps, key=lambda name: grid.dot(steps[name], (q, r)))

    def apart(self, a: str, b: str) -> int:
        """Return the range between two hexes, whatever is between them."""
        return grid.apart(self.cube[a], self.cube[b])

    def ring(self, hex: str, radius: int) -> list[str]:
        """Return the hexes at a range, clockwise from the first direction."""
        first, *_ = self.grid.directions.values()
        return self._on_the_map(grid.ring(self.cube[hex], radius, first))

    def within(self, hex: str, radius: int) -> list[str]:
        """Return the hexes within a range, nearest first: `hex` itself, then ring by ring."""
        return [other for distance in range(radius + 1) for other in self.ring(hex, distance)]

    def line(self, a: str, b: str) -> list[tuple[str, ...]]:
        """Return the hexes that a straight line from middle to middle crosses, step by step.

        A step has two hexes where the line runs between them, and none beyond the edge of the map.
        """
        (q, r), (u, v) = self.cube[a], self.cube[b]
        steps = grid.line(u - q, v - r)
        return [tuple(self._on_the_map((q + x, r + y) for x, y in cubes)) for _, cubes in steps]

    def arc(self, hex: str, facing: str, width: int = 3, radius: int = 1) -> list[str]:
        """Return the hexes in front of a unit, within `radius` hexes, ring by ring and clockwise.

        The unit faces a hexside, and its front is 1, 3 or 5 hexsides wide.
        """
        if width not in (1, 3, 5):
            raise GameError(f"an arc is 1, 3 or 5 hexsides wide, not {width!r}")
        first = self.grid.directions[self.turned(facing, -(width // 2))]
        middle = self.cube[hex]
        return self._on_the_map(
            cube
            for distance in range(1, radius + 1)
            for cube in [*grid.ring(middle, distance, first)][: (width - 1) * distance + 1]
        )

    @cached_property
    def border(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes at each edge of the map: ``north``, ``east``, ``south``, ``west``."""
        columns: dict[int, list[str]] = {}
        rows: dict[int, list[str]] = {}
        for id, (column, row) in sorted(self.at.items(), key=lambda item: item[1]):
            columns.setdefault(column, []).append(id)
            rows.setdefault(row, []).append(id)
        across, down = columns.values(), [rows[row] for row in sorted(rows)]
        edges = {
            "north": tuple(hexes[0] for hexes in across),
            "east": tuple(hexes[-1] for hexes in down),
            "south": tuple(hexes[-1] for hexes in across),
            "west": tuple(hexes[0] for hexes in down),
        }
        return Named("border", edges)

    def _on_the_map(self, cubes: Iterable[Cube]) -> list[str]:
        return [self.by_cube[cube] for cube in cubes if cube in self.by_cube]
