"""A point-to-point map: typed spaces, typed links, and how far things are.

A board never changes during a game; what is on it is in the game's state.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Generic, Literal, TypeVar

from msgspec import Struct

from sandtable.text.errors import GameError
from sandtable.text.words import resolve

M = TypeVar("M", bound="MapSpace")

ShapeKind = Literal["sea", "sand", "escarpment", "rail"]
"""The kinds of shape on the ground of a map."""


class Space(Struct, frozen=True):
    """A place on the map.

    `id` is its one-word name, `kinds` what it is (desert, town), `x` and `y` where it is
    drawn, in map units from the top left.
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
        """The end of the link that is not `space`."""
        return self.b if space == self.a else self.a


class Shape(Struct, frozen=True, forbid_unknown_fields=True):
    """A feature of the ground that no rule uses; it is drawn below everything else.

    `points` are in map units: the outline of a ``sea`` or a ``sand`` sea, or the course of a
    ``rail``. For an ``escarpment`` they are the upper edge, which falls to the right of its
    direction. `name`, if there is one, is centred on the point `at`; a shape without points is only a
    name.
    """

    kind: ShapeKind
    points: tuple[tuple[int, int], ...] = ()
    name: str = ""
    at: tuple[int, int] | None = None


class Board:
    """Spaces and the links between them, on a ground of `shapes`.

    Two spaces may have several links of different kinds. Distances count links. Wherever
    `kinds` is asked for, only links of these kinds count; None counts all.
    Raises GameError for a double space, a double link, or a link to nowhere.
    """

    def __init__(
        self, spaces: Iterable[Space], links: Iterable[Link], shapes: Iterable[Shape] = ()
    ) -> None:
        self.spaces: Mapping[str, Space] = _by_id(spaces)
        self.links = tuple(links)
        self.shapes = tuple(shapes)
        self._from: dict[str, list[Link]] = {space: [] for space in self.spaces}
        seen: set[tuple[frozenset[str], str]] = set()
        for link in self.links:
            key = (frozenset((link.a, link.b)), link.kind)
            if link.a == link.b or key in seen:
                raise GameError(f"the link {link.a} to {link.b} ({link.kind}) goes nowhere new")
            seen.add(key)
            for end in (link.a, link.b):
                if end not in self._from:
                    raise GameError(f"a link leads to {end}, which is not on the map")
                self._from[end].append(link)
        self._near = {space: self._ends(space, None) for space in self.spaces}
        self._far: dict[str, Mapping[str, int]] = {}

    def space(self, name: str) -> Space:
        """The space that a word means; UnknownName or AmbiguousName with help otherwise."""
        return (
            self.spaces[name]
            if name in self.spaces
            else self.spaces[resolve("space", name, self.spaces)]
        )

    def links_of(self, space: str, kinds: Collection[str] | None = None) -> list[Link]:
        """The links that leave a space, in the order of the map's data."""
        return [link for link in self._from[space] if kinds is None or link.kind in kinds]

    def neighbours(self, space: str, kinds: Collection[str] | None = None) -> list[str]:
        """The spaces one link away, each once, in the order of the map's data."""
        return list(self._near[space]) if kinds is None else self._ends(space, kinds)

    def _ends(self, space: str, kinds: Collection[str] | None) -> list[str]:
        return list(dict.fromkeys(link.other(space) for link in self.links_of(space, kinds)))

    def adjacent(self, a: str, b: str, kinds: Collection[str] | None = None) -> bool:
        """Whether a link joins two spaces; a space is not adjacent to itself."""
        return b in self.neighbours(a, kinds)

    def distances(self, origin: str, kinds: Collection[str] | None = None) -> Mapping[str, int]:
        """The number of links from `origin` to every space within reach, nearest first."""
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
        """The number of links on the shortest way: 0 for the same space, None if there is no way."""
        return self.distances(a, kinds).get(b)

    def nearest(
        self, origin: str, spaces: Iterable[str], kinds: Collection[str] | None = None
    ) -> list[str]:
        """The spaces among `spaces` that are closest to `origin`, ties included, in the given order.

        Spaces out of reach do not count, so the list may be empty.
        """
        reach = self.distances(origin, kinds)
        reached = [space for space in dict.fromkeys(spaces) if space in reach]
        least = min((reach[space] for space in reached), default=0)
        return [space for space in reached if reach[space] == least]


def _by_id(spaces: Iterable[Space]) -> dict[str, Space]:
    by_id: dict[str, Space] = {}
    for space in spaces:
        if space.id in by_id:
            raise GameError(f"the space {space.id} is on the map twice")
        by_id[space.id] = space
    return by_id


class MapSpace(Struct, frozen=True, forbid_unknown_fields=True):
    """A space in a map's file. Derive a class with a field for each key that your spaces have besides.

    >>> from sandtable import MapSpace
    >>> class Ground(MapSpace, frozen=True, forbid_unknown_fields=True):
    ...     risk: int = 0
    >>> Ground("Old Mill", (40, 25), risk=2).kinds
    ()

    - `name`: as people write it.
    - `at`: where it is drawn, in map units from the top left.
    - `kinds`: what it is: desert, town.
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
    - `shapes`: features of the ground below them.
    """

    spaces: dict[str, M]
    links: dict[str, tuple[tuple[str, str], ...]]
    shapes: tuple[Shape, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """The names of the spaces, by id."""
        return {id: space.name for id, space in self.spaces.items()}

    def board(self, kinds: Mapping[str, tuple[str, ...]] | None = None) -> Board:
        """The board; `kinds` replaces the kinds of some spaces, as a house rule may need.

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


# A map in words.


def direction(here: Space, other: Space) -> str:
    """The direction of one space from another: one of eight points of the compass, with north up.

    Empty for two spaces at the same coordinates.
    """
    east, south = other.x - here.x, other.y - here.y
    # Two fifths is nearly the tangent of half the angle between two points of the compass.
    upright = "" if 5 * abs(south) <= 2 * abs(east) else "south" if south > 0 else "north"
    level = "" if 5 * abs(east) <= 2 * abs(south) else "east" if east > 0 else "west"
    return "-".join(filter(None, (upright, level)))


def ways(board: Board, space: str, words: Mapping[str, str] | None = None) -> list[str]:
    """The links of a space by kind: ``path north to Wadi Faregh, east to Serir South``.

    `words` has names for kinds of link that are not called by their kind.
    """
    called = words or {}
    return [f"{called.get(kind, kind)} {ends}" for kind, ends in _link_ends(board, space)]


@lru_cache(maxsize=1024)
def _link_ends(board: Board, space: str) -> Sequence[tuple[str, str]]:
    """The other ends of the links that leave a space, by kind of link."""
    origin, targets = board.spaces[space], dict[str, list[str]]()
    for link in board.links_of(space):
        target = board.spaces[link.other(space)]
        targets.setdefault(link.kind, []).append(f"{direction(origin, target)} to {target}".strip())
    return [(kind, ", ".join(ends)) for kind, ends in targets.items()]


def places(
    board: Board,
    what: Mapping[str, str],
    there: Mapping[str, str],
    words: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """A line for every space, those with something in them first.

    `what` says what a space is, and `there` what is in it ("" for nothing); `words` is as in `ways`:
    ``Jalo, oasis: path north to Wadi Faregh; empty``.
    """
    for id in sorted(board.spaces, key=lambda id: not there.get(id)):
        head = ", ".join(filter(None, (str(board.spaces[id]), what.get(id, ""))))
        yield f"{head}: {'; '.join([*ways(board, id, words), there.get(id) or 'empty'])}"
