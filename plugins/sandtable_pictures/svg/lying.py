"""The places of counters in the room of their space."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Literal, NamedTuple

from sandtable import Picture
from sandtable_pictures.svg.plan import GAP, BoardPlan, Rect

LEAST = (0.96, 0.46)
"""At least this share of a counter's width and height shows on a map when others are on it.

So its first line stays legible.
"""

COVERED = 0.9
"""A counter is covered if less than this share of it shows: height on a map, width in a tray."""

LEAST_IN_TRAY = (0.13, 0.2)
"""At least this share of a counter's width and height shows in a tray."""

Point = tuple[int, int]
Seen = Literal["", "top", "left"]


class Spot(NamedTuple):
    """The middle of a counter, and its visible part: "" for all or most of it, its top, or its left."""

    x: int
    y: int
    seen: Seen = ""


def places(picture: Picture, plan: BoardPlan) -> list[Spot]:
    """The place of each counter of a picture, in their order."""
    lying: dict[str, list[int]] = {}
    for index, counter in enumerate(picture.counters):
        lying.setdefault(picture.board.spaces[counter.at].id, []).append(index)
    spots = [Spot(0, 0)] * len(picture.counters)
    for space, indexes in lying.items():
        laid = _lay(len(indexes), space, plan, picture.columns)
        for index, spot in zip(indexes, laid, strict=True):
            spots[index] = spot
    return spots


def _lay(count: int, space: str, plan: BoardPlan, most: int) -> Iterator[Spot]:
    """The middles of `count` counters in a space: side by side, or stacked if there is little room."""
    room, size = plan.rooms[space], plan.counter(space)
    width, height = size
    x, y = room.x, room.y
    if plan.trays:  # row by row from the top left; if there are too few rows, each holds more
        rows = max(1, (room.height + GAP) // (height + GAP))
        way = _way(count, min(count, max(most, ceil(count / rows))), room, size, LEAST_IN_TRAY)
    else:
        way = _pack(count, room, size, most)
        x, y = _corner(way, room, plan.spots[space], below=plan.names[space].box.y > room.y)
    tight = way.across < COVERED * width if plan.trays else way.down < COVERED * height
    for turn in range(count):
        row, column = divmod(turn, way.columns)
        last = column + 1 == way.columns if plan.trays else turn + way.columns >= count
        hidden = tight and not last and turn + 1 < count
        yield Spot(
            _clamp(x + column * way.across + width // 2, width // 2, plan.width - width // 2),
            _clamp(y + row * way.down + height // 2, height // 2, plan.height - height // 2),
            ("left" if plan.trays else "top") if hidden else "",
        )


def _pack(count: int, room: Rect, size: Point, most: int) -> _Way:
    """Counters around a spot, in as few rows and columns as show the most of each."""
    ways = [
        _way(count, columns, room, size, LEAST) for columns in range(1, min(count, max(most, 1)) + 1)
    ]
    return max(ways, key=lambda way: (-way.beyond, way.across * way.down, -way.rows, -way.columns))


def _corner(way: _Way, room: Rect, spot: Point, *, below: bool) -> Point:
    """The first place of counters around a spot; counters that do not fit extend away from the name."""
    x = _clamp(spot[0] - way.width // 2, room.x, room.x + room.width - way.width)
    last = room.y + room.height - way.height
    y = _clamp(spot[1] - way.height // 2, room.y, last)
    return x, min(y, last) if below else y


class _Way(NamedTuple):
    """A way to lay out counters: their distance, the room that they take, and how much does not fit."""

    columns: int
    rows: int
    across: int
    down: int
    width: int
    height: int
    beyond: int


def _way(count: int, columns: int, room: Rect, size: Point, least: tuple[float, float]) -> _Way:
    """The way to lay out `count` counters in a number of columns."""
    rows = ceil(count / columns)
    across, down = (
        _pitch(number, room[axis + 2], size[axis], round(least[axis] * size[axis]))
        for axis, number in enumerate((columns, rows))
    )
    width, height = (columns - 1) * across + size[0], (rows - 1) * down + size[1]
    beyond = width * height - min(width, room.width) * min(height, room.height)
    return _Way(columns, rows, across, down, width, height, beyond)


def _pitch(number: int, room: int, size: int, least: int) -> int:
    """The distance of counters of a size that share a room."""
    free = (room - size) // (number - 1) if number > 1 else size + GAP
    return max(least, min(free, size + GAP))


def _clamp(value: int, least: int, most: int) -> int:
    """A value, limited to the range from `least` to `most`."""
    return max(least, min(value, most))
