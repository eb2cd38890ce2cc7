"""Hex maps: what a map's file contains, and the board that is made from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar

from msgspec import Struct

from sandtable import Board, Link, Space
from sandtable_hexes import layout
from sandtable_hexes.charts import Side, Terrain, Way
from sandtable_hexes.grid import Grid, Named
from sandtable_hexes.hexes import Hexes

if TYPE_CHECKING:
    from sandtable_pictures.art import Art

T = TypeVar("T", bound=Terrain)
S = TypeVar("S", bound=Side)
F_co = TypeVar("F_co", bound="HexFile[Any, Any]", covariant=True)


class Edge(NamedTuple):
    """The side of a hex that leads to the hex `other`, in a `direction`.

    `sides` are the kinds of hexside that affect a unit leaving the hex across it, and `back` those that
    affect a unit entering. `ways` are the roads and railways across it.
    """

    other: str
    direction: str
    sides: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    back: tuple[str, ...] = ()


class HexFile(Struct, Generic[T, S], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A map's file, as `read_map` reads it. Derive a class with a field for each table that you add.

    >>> from sandtable_hexes import HexFile, Side, Terrain
    >>> plain, hill = Terrain(letter=".", cost=1), Terrain(letter="n", cost=2, height=1)
    >>> file = HexFile[Terrain, Side](picture=". n .", terrain={"plain": plain, "hill": hill})
    >>> file.map().effects("0201").height
    1

    - `picture`: a line for each row, with a letter for each hex, or ``-`` for none; blanks are ignored.
    - `terrain`: the terrain effects chart, by name.
    - `grid`: the orientation and numbering of the hexes.
    - `sides`: kinds of hexside, by name.
    - `ways`: kinds of road and railway, by name.
    - `places`: names of hexes, by number.
    - `areas`: sets of hexes that scenarios and rules can name.
    """

    picture: str
    terrain: dict[str, T]
    grid: Grid = Grid()
    sides: dict[str, S] = {}
    ways: dict[str, Way] = {}
    places: dict[str, str] = {}
    areas: dict[str, tuple[str, ...]] = {}

    def map(self) -> HexMap[Self]:
        """Make the map. Raises SandtableError, which names a wrong key and what was expected."""
        return HexMap(self)


class HexMap(Board, Hexes, Generic[F_co]):
    """A board of hexes. The base class `Hexes` provides range, lines and other hex geometry.

    Links join neighbours: one of the kind ``hex``, and one for each hexside and way between them.

    - `file`: the contents of its file.
    - `terrain`: the name of each hex's terrain.
    - `edges`: each hex's edges, clockwise.
    - `movements`: the kinds of movement that its costs name.
    - `aliases`: each place's hex, by the slug of its name, if that has letters.
    - `areas`: each area's hexes, by its name.
    - `rows`: the letters of its picture.
    """

    def __init__(self, file: F_co) -> None:
        self.file = file
        self.rows, at, terrain = layout.place_hexes(file.picture, file.grid, file.terrain)
        Hexes.__init__(self, file.grid, at)
        self.terrain: Mapping[str, str] = Named("hex", terrain)
        charts = {"terrain": file.terrain, "sides": file.sides, "ways": file.ways}
        layout.check_rows(charts)
        self.movements = layout.read_movements(charts)
        self.aliases: Mapping[str, str] = layout.read_places(self, file.places)
        self.areas: Mapping[str, tuple[str, ...]] = Named("area", layout.read_areas(self, file.areas))
        self.edges: Mapping[str, tuple[Edge, ...]] = Named("hex", self._make_edges())
        spaces = (
            Space(id, file.places.get(id, id.upper()), (kind,), *self.grid.middle(*at[id]))
            for id, kind in terrain.items()
        )
        Board.__init__(self, spaces, self._links())

    def _make_edges(self) -> dict[str, tuple[Edge, ...]]:
        """Return the edges of each hex, clockwise."""
        sides, ways = layout.read_links(self, self.file.sides, self.file.ways)

        def edges(hex: str) -> Iterator[Edge]:
            for direction in self.grid.directions:
                if other := self.to(hex, direction):
                    over, back = (hex, other), (other, hex)
                    crossed = sides.get(over, ()), ways.get(over, ()), sides.get(back, ())
                    yield Edge(other, direction, *crossed)

        return {hex: tuple(edges(hex)) for hex in self.at}

    def _links(self) -> Iterator[Link]:
        for id, edges in self.edges.items():
            for edge in edges:
                kinds = (layout.HEX, *edge.sides, *edge.back, *edge.ways) if id < edge.other else ()
                yield from (Link(id, edge.other, kind) for kind in dict.fromkeys(kinds))

    def effects(self: HexMap[HexFile[T, Any]], hex: str) -> T:
        """Return a hex's row of the terrain effects chart."""
        return self.file.terrain[self.terrain[hex]]

    def edge(self, a: str, b: str) -> Edge | None:
        """Return the edge that a unit crosses between two hexes; None if they are not adjacent."""
        return next((edge for edge in self.edges[a] if edge.other == b), None)

    def bridges(self, edge: Edge) -> tuple[str, ...]:
        """Return the ways that bridge one of an edge's hexsides."""
        sides = {*edge.sides, *edge.back}
        return tuple(way for way in edge.ways if not sides.isdisjoint(self.file.ways[way].over))

    def zone(self, hexes: Iterable[str]) -> set[str]:
        """Return the zone of control of units in these hexes: neighbours, except across `no_zone`."""
        return {other for hex in hexes for other in self._zones[hex]}

    @cached_property
    def _zones(self) -> Mapping[str, tuple[str, ...]]:
        no_zone = {kind for kind, side in self.file.sides.items() if side.no_zone}
        zones = {
            id: tuple(edge.other for edge in edges if no_zone.isdisjoint(edge.sides))
            for id, edges in self.edges.items()
        }
        return Named("hex", zones)

    @cached_property
    def art(self) -> Art:
        """The map's art, loaded only when the map is drawn or described."""
        from sandtable_hexes.art import HexArt  # noqa: PLC0415

        return HexArt(self)
