"""A map of hexes: a file in TOML, and the board that it makes."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct
from sandtable import Board, GameError, Link, Space

from sandtable_hexes.grid import Cube, Grid, apart, line, ring

T = TypeVar("T", bound="Terrain")
S = TypeVar("S", bound="Side")

Cost = int | str
"""Movement points: ``2``, ``"1/2"``, or ``"no"``."""


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the terrain effects chart; a game with further columns derives a class.

    - `letter`: what stands for it in the picture of the map.
    - `cost`: movement points to enter, for everybody or by kind of movement; nobody enters without.
    - `shift`: columns of a results table, for an attack against it; below 0 helps the defender.
    - `height`, `blocks`: its level, and whether it stops sight along its own level.
    - `stack`: another stacking limit.
    - `look`: how it is drawn, if not by its own name.
    """

    letter: str
    cost: Cost | dict[str, Cost] = "no"
    shift: int = 0
    height: int = 0
    blocks: bool = False
    stack: int | None = None
    look: str = ""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of hexside: what it costs to cross, in addition, and what it does to attacks across it.

    `at` has lines like ``0304 n ne`` (sides of a hex) or ``0304 0404 0504`` (the sides between hexes).
    """

    at: tuple[str, ...] = ()
    cost: Cost | dict[str, Cost] = 0
    shift: int = 0
    halves: bool = False
    height: int = 0
    no_zone: bool = False
    look: str = ""


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """A road, track or railway: the cost to enter along it, and the hexsides that it crosses freely.

    `at` has chains of hexes: ``0101 0201 0302``. Without a cost only supply and special moves use it.
    """

    at: tuple[str, ...] = ()
    cost: Cost | dict[str, Cost] | None = None
    over: tuple[str, ...] = ()
    look: str = ""


class Edge(NamedTuple):
    """A side of a hex that leads to another: its direction, features of the side, and ways across it."""

    other: str
    direction: str
    sides: tuple[str, ...]
    ways: tuple[str, ...]


class HexFile(Struct, Generic[T, S], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A map's file. ``read_data(PACKAGE, "map.toml", HexFile[Terrain, Side]).map()`` is the map.

    `picture` has a letter for each hex, a line for each row; blanks between letters mean nothing, and
    ``-`` is no hex. `places` are names by number, `areas` sets of hexes that scenarios may name.
    """

    picture: str
    terrain: dict[str, T]
    grid: Grid = Grid()
    sides: dict[str, S] = {}
    ways: dict[str, Way] = {}
    places: dict[str, str] = {}
    areas: dict[str, tuple[str, ...]] = {}

    def map(self) -> HexMap:
        """Raises GameError that says where the file is wrong."""
        return HexMap(self)


class HexMap(Board):
    """A board of hexes. Its links join neighbours: kind ``hex``, and one more for each side and way."""

    def __init__(self, file: HexFile[T, S]) -> None:
        self.file, self.grid = file, file.grid
        self.rows = rows = [line.replace(" ", "") for line in file.picture.strip("\n").split("\n")]
        letters = {row.letter: name for name, row in file.terrain.items()}
        self.at: dict[str, tuple[int, int]] = {}
        self.terrain: dict[str, str] = {}
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if letter == "-":
                    continue
                if letter not in letters:
                    raise GameError(f"picture: line {y + 1}, column {x + 1}: no terrain has the letter {letter}")
                id = self.grid.number(x, y, len(rows))
                self.at[id], self.terrain[id] = (x, y), letters[letter]
        self.columns = max(map(len, rows))
        self.cube = {id: self.grid.cube(*at) for id, at in self.at.items()}
        self.hexes = {cube: id for id, cube in self.cube.items()}
        for id in file.places:
            self._known(id, "places")
        sides = {kind: set(self._sides(kind, side.at)) for kind, side in file.sides.items()}
        ways = {kind: set(self._ways(kind, way.at)) for kind, way in file.ways.items()}
        self.edges: dict[str, tuple[Edge, ...]] = {}
        for id, (q, r) in self.cube.items():
            found = []
            for name, (u, v) in self.grid.directions.items():
                if other := self.hexes.get((q + u, r + v)):
                    pair = frozenset((id, other))
                    found.append(Edge(
                        other, name,
                        tuple(kind for kind, pairs in sides.items() if pair in pairs),
                        tuple(kind for kind, pairs in ways.items() if pair in pairs),
                    ))
            self.edges[id] = tuple(found)
        spaces = [
            Space(id, file.places.get(id, id.upper()), (terrain,), *self.grid.middle(*self.at[id]))
            for id, terrain in self.terrain.items()
        ]
        links = [
            Link(id, edge.other, kind)
            for id, edges in self.edges.items() for edge in edges if id < edge.other
            for kind in ("hex", *edge.sides, *edge.ways)
        ]
        super().__init__(spaces, links)
        self.art = self

    # The three ways to show a board, for the kernel: in characters, as SVG, in words.

    def lines(self, marks: Any, width: int, height: int | None, look: Any, legend: Any) -> Any:
        """The map in characters."""
        from sandtable_hexes import terminal

        return terminal.draw(self, marks, width, height, unicode=look.unicode)

    def drawing(self, picture: Any) -> Any:
        """A picture as SVG."""
        from sandtable_hexes import svg

        return svg.drawing(self, picture)

    def places(self, there: Mapping[str, str]) -> Iterable[str]:
        """The map in words."""
        from sandtable_hexes import words

        return words.lines(self, there)

    def _known(self, id: str, where: str) -> str:
        if id not in self.at:
            raise GameError(f"{where}: {id} is not on the map")
        return id

    def _ways(self, kind: str, lines: Iterable[str], where: str = "ways") -> Iterator[frozenset[str]]:
        for text in lines:
            chain = [self._known(id, f"{where}.{kind}") for id in text.split()]
            for a, b in zip(chain, chain[1:]):
                if apart(self.cube[a], self.cube[b]) != 1:
                    near = ", ".join(
                        f"{name} {other}" for name in self.grid.directions if (other := self.to(a, name))
                    )
                    raise GameError(f"{where}.{kind}: {b} is not next to {a}; these are: {near}")
                yield frozenset((a, b))

    def _sides(self, kind: str, lines: Iterable[str]) -> Iterator[frozenset[str]]:
        for text in lines:
            first, *rest = text.split()
            self._known(first, f"sides.{kind}")
            if rest and rest[0] in self.grid.directions:
                for name in rest:
                    if name not in self.grid.directions:
                        raise GameError(f"sides.{kind}: {name} is no direction; choose from {', '.join(self.grid.directions)}")
                    if other := self.to(first, name):
                        yield frozenset((first, other))
            else:
                yield from self._ways(kind, [text], "sides")

    # Looking around.

    def to(self, hex: str, direction: str) -> str | None:
        """The neighbour in a direction, or None at the edge of the map."""
        (q, r), (u, v) = self.cube[hex], self.grid.directions[direction]
        return self.hexes.get((q + u, r + v))

    def edge(self, a: str, b: str) -> Edge | None:
        """The side between two hexes, seen from the first; None if they are not neighbours."""
        return next((edge for edge in self.edges[a] if edge.other == b), None)

    def direction(self, a: str, b: str) -> str:
        """The direction of a neighbour, or the nearest of the six to a hex farther off; "" for itself."""
        if a == b:
            return ""
        (q, r), (s, t) = self.cube[a], self.cube[b]
        q, r = s - q, t - r
        # The direction with the largest dot product, in the metric of the grid.
        dots = {name: 2 * q * u + 2 * r * v + q * v + r * u for name, (u, v) in self.grid.directions.items()}
        return max(dots, key=dots.__getitem__)

    def apart(self, a: str, b: str) -> int:
        """The range: how many hexes from one to the other, whatever lies between."""
        return apart(self.cube[a], self.cube[b])

    def ring(self, hex: str, radius: int) -> list[str]:
        """The hexes at a range, clockwise."""
        return [self.hexes[cube] for cube in ring(self.cube[hex], radius) if cube in self.hexes]

    def within(self, hex: str, radius: int) -> list[str]:
        """The hexes within a range, itself included, nearest first."""
        return [other for distance in range(radius + 1) for other in self.ring(hex, distance)]

    def line(self, a: str, b: str) -> list[tuple[Fraction, tuple[str, ...]]]:
        """The hexes that a thread from one middle to the other crosses, each with its share of the way.

        Two in a step that runs along a hexside; hexes that are not on the map are left out.
        """
        (q, r), (u, v) = self.cube[a], self.cube[b]
        hexes = self.hexes
        return [
            (share, tuple(hexes[q + x, r + y] for x, y in cubes if (q + x, r + y) in hexes))
            for share, cubes in line(u - q, v - r)
        ]

    def arc(self, hex: str, facing: str, width: int = 3) -> list[str]:
        """The neighbours in front of a unit that faces a hexside: 3 of 6, or another odd number."""
        turns = range(-(width // 2), width // 2 + 1)
        found = (self.to(hex, self.grid.turned(facing, turn)) for turn in turns)
        return [other for other in found if other]

    @cached_property
    def border(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes at each edge of the map: ``north``, ``east``, ``south``, ``west``."""
        def rim(axis: int, most: bool) -> tuple[str, ...]:
            by_line: dict[int, list[str]] = {}
            for id, at in self.at.items():
                by_line.setdefault(at[1 - axis], []).append(id)
            pick = max if most else min
            return tuple(pick(line, key=lambda id: self.at[id][axis]) for _, line in sorted(by_line.items()))
        return {"north": rim(1, False), "east": rim(0, True), "south": rim(1, True), "west": rim(0, False)}

    def zone(self, hexes: Iterable[str]) -> set[str]:
        """The zones of control that units in these hexes exert; not over sides that stop it."""
        stopped = {kind for kind, side in self.file.sides.items() if side.no_zone}
        return {
            edge.other for hex in hexes for edge in self.edges[hex]
            if not stopped.intersection(edge.sides)
        }
