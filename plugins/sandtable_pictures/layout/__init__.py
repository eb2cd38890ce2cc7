"""Where the names and links of a board go in a picture of characters.

`plan` gives every name a place near its own on the map, and routes the links around the names. The
result is always the same. Since this takes long, a game's package can contain the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from sandtable import Board
from sandtable_pictures.layout.boxes import NEVER, ROOM, Cell, Placer
from sandtable_pictures.layout.kept import MapLayout, Names, find
from sandtable_pictures.layout.routes import Router

NARROW = 50  # With fewer columns there is a list instead of a picture.
LETTERS = (99, 12, 10, 8, 6, 5, 4)  # Names are cut to this many letters, in turn, until all have room.
TRIES = 2  # At most this many plans are made; the clearest is used.
HOPELESS = 8  # If more links than this are unclear, no other plan is tried.

__all__ = ["NEVER", "Cell", "MapLayout", "plan"]


_asked: ContextVar[list[tuple[Board, Names]] | None] = ContextVar("asked", default=None)


@contextmanager
def collect_boards() -> Iterator[list[tuple[Board, Names]]]:
    """Collect the boards that are planned within the block, each with its names."""
    boards: list[tuple[Board, Names]] = []
    before = _asked.set(boards)
    try:
        yield boards
    finally:
        _asked.reset(before)


def plan(
    board: Board, names: Names, width: int, height: int | None, package: str | None = None
) -> MapLayout | None:
    """The plan that the package has for this board, if one fits, else a new one.

    A plan for fewer columns also fits, if the package has none for `width`.
    """
    if (boards := _asked.get()) is not None:
        boards.append((board, names))
    return _plan(board, names, width, height, package)


@lru_cache(maxsize=16)
def _plan(
    board: Board, names: Names, width: int, height: int | None, package: str | None
) -> MapLayout | None:
    kept_layout = find(package, board, names, width) if package and width >= NARROW else None
    if kept_layout and (height is None or kept_layout.rows <= height):
        return kept_layout
    return make_plan(board, names, width, height)


def make_plan(board: Board, names: Names, width: int, height: int | None) -> MapLayout | None:
    """The first plan in which everything is clear, else the clearest; None if names always overlap."""
    plans: list[MapLayout] = []
    places = {(space.x, space.y) for space in board.spaces.values()}
    rows = _rows(board, names, width, height)
    for letters in LETTERS if width >= NARROW and len(places) * 2 > len(names) else ():
        labels = _cut(dict(names), letters)
        if sum(max(len(label), ROOM) + 2 for label in labels.values()) * 2.5 > width * rows:
            continue
        boxes = Placer(board, labels, width, rows).place()
        if boxes is not None:
            plans.append(
                MapLayout.of(board, labels, boxes, Router(board, boxes, width, rows).lead(), rows)
            )
            if not 0 < len(plans[-1].unclear) <= HOPELESS or len(plans) == TRIES:
                break
    return min(plans, key=lambda plan: len(plan.unclear), default=None)


def _rows(board: Board, names: Names, width: int, height: int | None) -> int:
    """The number of rows that keeps the map's shape: more for a flat map, fewer for a tall one."""
    xs, ys = ([getattr(space, axis) for space in board.spaces.values()] for axis in ("x", "y"))
    shape: int = (max(ys) - min(ys)) * width // max((max(xs) - min(xs)) * 2, 1)
    full = sum(len(name) + 4 for _, name in names) * 4 // width + 4
    rows = max(min(shape, width), full)
    return rows if height is None else max(min(rows, height), 2)


def _cut(names: Mapping[str, str], letters: int) -> dict[str, str]:
    """Names of at most `letters` letters, all different; each keeps some letters of every word."""
    shortened: dict[str, str] = {}
    for id, name in names.items():
        numbers = ("", *map(str, range(2, len(names) + 2))) if len(name) > letters else ("",)
        shorts = (_shorten(name, letters - len(number)) + number for number in numbers)
        shortened[id] = next(
            short for short in shorts if short == name or short not in shortened.values()
        )
    return shortened


def _shorten(name: str, letters: int) -> str:
    """A name shortened step by step: first its longest words, then its spaces."""
    if len(name) <= letters:
        return name
    words = name.split()
    while sum(map(len, words)) > letters and max(map(len, words)) > 1:
        longest = max(range(len(words)), key=lambda place: (len(words[place]), place))
        words[longest] = words[longest][:-1]
    return "".join(words)[:letters]
