"""Layouts that come with a game's package, in its ``data/maps.json``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from itertools import pairwise
from typing import NamedTuple

import msgspec
from msgspec import Struct

from sandtable import Board, Link
from sandtable_pictures.layout.boxes import Cell, NameBox
from sandtable_pictures.layout.routes import STEPS, Route, Way, shared, ways

FILE = "maps.json"

Names = tuple[tuple[str, str], ...]


class MapLayout(NamedTuple):
    """A plan of names and links, which no marks change.

    - `labels`: the name of each space as it is drawn.
    - `boxes`: where the names stand.
    - `routes`: the cells of each link.
    - `lines`: the links in each cell; the first one is drawn.
    - `unclear`: the links that others hide.
    - `rows`: the height of the picture.
    """

    labels: Mapping[str, str]
    boxes: Mapping[str, NameBox]
    routes: Sequence[Route]
    lines: Mapping[Cell, Sequence[Way]]
    unclear: Sequence[Link]
    rows: int

    @classmethod
    def of(
        cls,
        board: Board,
        labels: Mapping[str, str],
        boxes: Mapping[str, NameBox],
        routes: Sequence[Route],
        rows: int,
    ) -> MapLayout:
        """The plan of a board from the boxes of its names and the routes of its links."""
        lines = ways(routes)
        lost = {way[0] for placed in lines.values() for way in placed[1:] if shared(way, placed[0])}
        lost |= {k for k, route in enumerate(routes) if not route}
        return cls(labels, boxes, routes, lines, [board.links[k] for k in sorted(lost)], rows)


class KeptLayout(Struct):
    """A plan as the file has it: cut names, their first cells, and the first cell and steps of links."""

    rows: int
    labels: dict[str, str]
    boxes: dict[str, tuple[int, int]]
    routes: list[tuple[int, int, str] | None]


class KeptLayouts(Struct):
    """The plans of a board, by their width in columns."""

    board: str
    plans: dict[int, KeptLayout]


def find(package: str, board: Board, names: Names, width: int) -> MapLayout | None:
    """The widest plan of a package for a board that fits `width` columns; None if it has none."""
    plans = _sheets(package).get(digest(board, names), {})
    fits = [columns for columns in plans if columns <= width]
    return _plan_from(board, names, plans[max(fits)]) if fits else None


@cache
def _sheets(package: str) -> dict[str, dict[int, KeptLayout]]:
    """The plans of a package, by board and width; empty if its file cannot be read."""
    try:
        text = (resources.files(package) / "data" / FILE).read_bytes()
        return {sheet.board: sheet.plans for sheet in msgspec.json.decode(text, type=list[KeptLayouts])}
    except (OSError, ValueError, ModuleNotFoundError):
        return {}


def digest(board: Board, names: Names) -> str:
    """A key for a board: boards that need different plans have different keys; case does not matter."""
    places = [(space.id, space.x, space.y) for space in board.spaces.values()]
    links = [(link.a, link.b, link.kind) for link in board.links]
    written = tuple((id, name.lower()) for id, name in names)
    return sha256(repr((places, links, written)).encode()).hexdigest()[:16]


def unpack(plan: MapLayout, names: Names) -> KeptLayout:
    """The plan of a board from its form in the file."""
    full_names = dict(names)
    return KeptLayout(
        plan.rows,
        {id: label for id, label in plan.labels.items() if label != full_names[id]},
        {id: (box.x, box.y) for id, box in plan.boxes.items()},
        [(*route[0], "".join(_steps(route))) if route else None for route in plan.routes],
    )


def _steps(route: Route) -> Iterator[str]:
    return (str(STEPS.index((u - x, v - y))) for (x, y), (u, v) in pairwise(route))


def _plan_from(board: Board, names: Names, kept: KeptLayout) -> MapLayout:
    labels = {**dict(names), **kept.labels}
    boxes = {id: NameBox(*place, len(labels[id])) for id, place in kept.boxes.items()}
    return MapLayout.of(board, labels, boxes, [list(_route(route)) for route in kept.routes], kept.rows)


def _route(kept: tuple[int, int, str] | None) -> Iterator[Cell]:
    """The cells of a link."""
    if kept:
        x, y, steps = kept
        yield x, y
        for right, down in (STEPS[int(step)] for step in steps):
            x, y = x + right, y + down
            yield x, y
