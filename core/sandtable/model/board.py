"""A point-to-point map: spaces and links of several kinds, and the distances between spaces.

A board never changes during a game; the game's state says what is on it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from sandtable.text.errors import GameError
from sandtable.text.words import resolve

M = TypeVar("M", bound="MapSpace")

ShapeKind = Literal["sea", "sand", "escarpment", "rail", "relief", "scale"]
"""The kinds of shape that can be drawn on the ground of a map."""


class Space(Struct, frozen=True):
    """A place on the map.

    `id` is its one-word name, and `kinds` says what it is (desert, town). It is drawn at `x` and `y`,
    in map units from the top left.
    """

    id: str
    name: str = ""
    kinds: tuple[str, ...] = ()
    x: int = 0
    y: int = 0

    def __str__(self) -> str:
        return self.name or self.id


class Link(Struct, frozen=True):
    """A link between two spaces, passable in both directions; `kind` is road, path, ..."""

    a: str
    b: str
    kind: str = "link"

    def other(self, space: str) -> str:
        """Return the end of the link that is not `space`."""
        return self.b if space == self.a else self.a


class Shape(Struct, frozen=True, forbid_unknown_fields=True):
    """A feature of the ground, drawn below everything else; no rule depends on it.

    `points` are in map units: the outline of a ``sea`` or a ``sand`` sea, or the course of a ``rail``.
    For an ``escarpment`` they trace the upper edge; the ground falls away on its right. A ``relief`` is
    the same, but only pictures show it. A ``scale`` is as long as its `name` says. Any other `name` is
    centred on the point `at`; a shape without points is only a name.
    """

    kind: ShapeKind
    points: tuple[tuple[int, int], ...] = ()
    name: str = ""
    at: tuple[int, int] | None = None


class Board:
    """Spaces and the links between them, on a ground of `shapes`.

    Two spaces may be joined by several links of different kinds. Distances are in links. A method that
    takes `kinds` follows only links of these kinds; None means all. For a map that is not
    points and links, such as a hex map, derive a class whose `art` draws and describes it.
    Raises GameError for a space or a link that occurs twice, or a link to nowhere.
    """

    art: Any = None

    def __init__(
        self, spaces: Iterable[Space], links: Iterable[Link], shapes: Iterable[Shape] = ()
    ) -> None:
        by_id: dict[str, Space] = {}
        for space in spaces:
            if space.id in by_id:
                raise GameError(f"the space {space.id} is on the map twice")
            by_id[space.id] = space
        self.spaces: Mapping[str, Space] = by_id
        self.links = tuple(links)
        self.shapes = tuple(shapes)
        self._from: dict[str, list[Link]] = {space: [] for space in self.spaces}
        seen: set[tuple[frozenset[str], str]] = set()
        for link in self.links:
            key = (frozenset((link.a, link.b)), link.kind)
            if link.a == link.b or key in seen:
                raise GameError(f"the link {link.a} to {link.b} ({link.kind}) occurs twice or is a loop")
            seen.add(key)
            for end in (link.a, link.b):
                if end not in self._from:
                    raise GameError(f"a link leads to {end}, which is not on the map")
                self._from[end].append(link)
        self._near = {space: self._other_ends(space, None) for space in self.spaces}
        self._far: dict[str, Mapping[str, int]] = {}

    def space(self, name: str) -> Space:
        """Return the space that a word means. Raises UnknownName or AmbiguousName."""
        return self.spaces.get(name) or self.spaces[resolve("space", name, self.spaces)]

    def links_of(self, space: str, kinds: Collection[str] | None = None) -> list[Link]:
        """Return the links that leave a space, in the order of the map's data."""
        return [link for link in self._from[space] if kinds is None or link.kind in kinds]

    def neighbours(self, space: str, kinds: Collection[str] | None = None) -> list[str]:
        """Return the spaces that are one link away, each once, in the order of the map's data."""
        return list(self._near[space]) if kinds is None else self._other_ends(space, kinds)

    def _other_ends(self, space: str, kinds: Collection[str] | None) -> list[str]:
        return list(dict.fromkeys(link.other(space) for link in self.links_of(space, kinds)))

    def adjacent(self, a: str, b: str, kinds: Collection[str] | None = None) -> bool:
        """Return whether a link joins two spaces; a space is not adjacent to itself."""
        return b in self.neighbours(a, kinds)

    def distances(self, origin: str, kinds: Collection[str] | None = None) -> Mapping[str, int]:
        """Return the distance in links from `origin` to every space within reach, nearest first."""
        if kinds is not None:
            return self._measure(origin, kinds)
        if origin not in self._far:
            self._far[origin] = self._measure(origin, None)
        return self._far[origin]

    def _measure(self, origin: str, kinds: Collection[str] | None) -> Mapping[str, int]:
        distances = {origin: 0}
        edge = deque([origin])
        while edge:
            here = edge.popleft()
            for neighbour in self.neighbours(here, kinds):
                if neighbour not in distances:
                    distances[neighbour] = distances[here] + 1
                    edge.append(neighbour)
        return distances

    def distance(self, a: str, b: str, kinds: Collection[str] | None = None) -> int | None:
        """Return the number of links on the shortest route; None if there is no route."""
        return self.distances(a, kinds).get(b)

    def nearest(
        self, origin: str, spaces: Iterable[str], kinds: Collection[str] | None = None
    ) -> list[str]:
        """Return those of `spaces` that are closest to `origin`, ties included, in the given order.

        Spaces out of reach do not count, so the list may be empty.
        """
        reach = self.distances(origin, kinds)
        reached = [space for space in dict.fromkeys(spaces) if space in reach]
        least = min((reach[space] for space in reached), default=0)
        return [space for space in reached if reach[space] == least]


class MapSpace(Struct, frozen=True, forbid_unknown_fields=True):
    """A space in a map's file. If your spaces have more keys, derive a class with a field for each.

    >>> from sandtable import MapSpace
    >>> class Ground(MapSpace, frozen=True, forbid_unknown_fields=True):
    ...     risk: int = 0
    >>> Ground("Old Mill", (40, 25), risk=2).kinds
    ()

    - `name`: its name as people write it.
    - `at`: where it is drawn, in map units from the top left.
    - `kinds`: what it is, such as desert or town.
    """

    name: str
    at: tuple[int, int]
    kinds: tuple[str, ...] = ()


class MapFile(Struct, Generic[M], frozen=True, forbid_unknown_fields=True):
    """A map's file; ``read_data(PACKAGE, "map.toml", MapFile[MapSpace])`` reads one.

    >>> from sandtable import MapFile, MapSpace
    >>> spaces = {"mill": MapSpace("Old Mill", (40, 25)), "fort": MapSpace("Fort", (80, 25))}
    >>> MapFile(spaces, {"road": (("mill", "fort"),)}).board().distance("mill", "fort")
    1

    - `spaces`: the spaces by id.
    - `links`: the pairs that each kind of link joins.
    - `shapes`: features of the ground below the spaces.
    """

    spaces: dict[str, M]
    links: dict[str, tuple[tuple[str, str], ...]]
    shapes: tuple[Shape, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """The names of the spaces, by id."""
        return {id: space.name for id, space in self.spaces.items()}

    def board(self, kinds: Mapping[str, tuple[str, ...]] | None = None) -> Board:
        """Return the board; `kinds` replaces the kinds of some spaces, for example for a house rule.

        Raises GameError as `Board` does.
        """
        other = kinds or {}
        return Board(
            (
                Space(id, space.name, other.get(id, space.kinds), *space.at)
                for id, space in self.spaces.items()
            ),
            (Link(a, b, kind) for kind, ends in self.links.items() for a, b in ends),
            self.shapes,
        )
