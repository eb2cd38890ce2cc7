"""Pictures of a position as SVG for a page, without what the page already has."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandtable import Picture
from sandtable_console import data
from sandtable_pictures import drawing


class DrawnPicture(Struct, frozen=True):
    """A picture in parts: the counters from the lowest up, and what is `below` and `above` them.

    - `counters`: key, x, y, look, space, size and edge of each, as in `DrawnCounter`.
    - `called`: the names of counters that have one, by key.
    - `spots`, `names`: the middle and the name of each space, by id.
    - `ways`: the ends and the path of each link of a map.
    - `trays`: the id, x, y and kinds of each space of a board without links.

    Everything but the counters and their names is null if it is the same as in the last picture of this
    name.
    """

    name: str
    title: str
    width: int
    height: int
    columns: int
    counters: Sequence[tuple[Any, ...]]
    called: dict[str, str]
    below: str | None = None
    above: str | None = None
    spots: Mapping[str, tuple[int, int]] | None = None
    names: Mapping[str, str] | None = None
    ways: list[tuple[str, str, str]] | None = None
    trays: list[tuple[str, int, int, tuple[str, ...]]] | None = None


class DrawnBoard(data.BoardData, frozen=True, tag="board"):
    """A position with its pictures as SVG."""

    drawn: list[DrawnPicture] = []


class Drawer:
    """Draws the pictures of positions, and remembers which grounds the page has."""

    def __init__(self) -> None:
        self._grounds: dict[str, Hashable] = {}

    def forget(self) -> None:
        """Draw everything again next time."""
        self._grounds.clear()

    def board(self, told: data.BoardData, pictures: Iterable[Picture]) -> DrawnBoard:
        """Return a position, which `told` describes, with its pictures."""
        drawn = [self._draw(picture) for picture in pictures]
        return DrawnBoard(told.reader, told.lines, told.marks, told.fight, [], drawn)

    def _draw(self, picture: Picture) -> DrawnPicture:
        drawn = drawing(picture)
        counters = [(key, *placed) for key, placed in drawn.counters.items()]
        called = {counter.key: counter.name for counter in picture.counters if counter.name}
        size = drawn.width, drawn.height, picture.columns
        told = DrawnPicture(picture.name, picture.title, *size, counters, called)
        ground = (*size, drawn.ground, drawn.over, tuple(drawn.names), tuple(picture.labels.items()))
        if self._grounds.get(picture.name) == ground:
            return told
        self._grounds[picture.name] = ground
        spaces = picture.board.spaces
        flat = () if picture.board.links or drawn.spots else spaces.values()
        return replace(
            told,
            below=drawn.below,
            above=drawn.above,
            spots=drawn.spots,
            names={id: picture.labels.get(id) or str(space) for id, space in spaces.items()},
            ways=[(a, b, way.path) for (a, b), way in drawn.ways.items()],
            trays=[(space.id, space.x, space.y, space.kinds) for space in flat],
        )
