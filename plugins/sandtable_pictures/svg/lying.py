"""Finds a spot for each counter in its space's room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from sandtable import Picture
from sandtable_pictures.svg.counters import SLIP
from sandtable_pictures.svg.plan import GAP, BoardPlan, Rect

LEAST_SHARES = 0.13, 0.2
"""The share of a counter's width and height that must show in a tray if others cover it."""

COVERED = 0.9
"""A counter in a tray is covered if less than this share of its width shows."""

STEPS, HIGHEST = 12, 24
"""Counters in a stack are offset by 1/STEPS of their width, or less to keep it below HIGHEST."""

FAMILIES = ("khaki green gold", "red steel olive grey")
"""Counters whose tones are in the same family share a stack."""

Point = tuple[int, int]


class Spot(NamedTuple):
    """The middle of a counter.

    - `edge`: the width of its left edge, if others cover the rest.
    - `width`: a slip's width in a tray that is full of them; 0 for the usual width.
    """

    x: int
    y: int
    edge: int = 0
    width: int = 0


def places(picture: Picture, plan: BoardPlan) -> list[Spot]:
    """Return a spot for each of a picture's counters, in their order."""
    by_space: dict[str, list[int]] = {}
    for index, counter in enumerate(picture.counters):
        by_space.setdefault(picture.board.spaces[counter.at].id, []).append(index)
    spots = [Spot(0, 0)] * len(picture.counters)
    for space, indexes in by_space.items():
        tones = [picture.counters[index].tone for index in indexes]
        lay = _in_tray(len(indexes), space, plan, picture.columns) if plan.trays else None
        laid = lay or _on_map(tones, space, plan, picture.columns)
        for index, spot in zip(indexes, laid, strict=True):
            width, height = plan.counter(space)
            width, height = (spot.width or width) // 2, height // 2
            x = _clamp(spot.x, width, plan.width - width)
            spots[index] = spot._replace(x=x, y=_clamp(spot.y, height, plan.height - height))
    return spots


def _in_tray(count: int, space: str, plan: BoardPlan, most: int) -> Iterator[Spot]:
    """Yield spots row by row from the top left; if rows run out, counters move closer together."""
    room, (width, height) = plan.rooms[space], plan.counter(space)
    most = max(1, (room.width + GAP) // (width + GAP)) if space in plan.sizes else most
    rows = max(1, (room.height + GAP) // (height + GAP))
    columns = min(count, max(most, ceil(count / rows)))
    narrow = min(width, (room.width + GAP) // columns - GAP) if height < SLIP else 0
    width = narrow or width
    across = _pitch(columns, room.width, width, LEAST_SHARES[0])
    down = _pitch(ceil(count / columns), room.height, height, LEAST_SHARES[1])
    for turn in range(count):
        row, column = divmod(turn, columns)
        covered = across < COVERED * width and column + 1 < columns and turn + 1 < count
        x, y = room.x + column * across + width // 2, room.y + row * down + height // 2
        yield Spot(x, y, covered * across, narrow)


def _on_map(tones: Sequence[str], space: str, plan: BoardPlan, most: int) -> Iterator[Spot]:
    """Yield spots side by side around the middle or, if they do not fit, in a stack for each family."""
    room, size, spot = plan.rooms[space], plan.counter(space), plan.spots[space]
    middles, fit = _side_by_side(len(tones), room, size, spot, most)
    if len(tones) == 1 or fit:
        yield from (Spot(*middle) for middle in middles)
        return
    families = [next((family for family in FAMILIES if tone in family), tone) for tone in tones]
    piles = {family: families.count(family) for family in families}
    highest = max(piles.values())
    step = max(1, min(size[0] // STEPS, HIGHEST // max(highest - 1, 1)))
    depth = step * (highest - 1)
    middles, _ = _side_by_side(len(piles), room, (size[0] + depth, size[1] + depth), spot, most)
    above = dict(piles)
    for family in families:
        above[family] -= 1
        middle = middles[[*piles].index(family)]
        yield Spot(*(at - depth // 2 + step * above[family] for at in middle))


def _side_by_side(
    count: int, room: Rect, size: Point, spot: Point, most: int
) -> tuple[list[Point], bool]:
    """Return the counters' middles, in the columns that suit the room best, and whether all fit."""
    width, height = size[0] + GAP, size[1] + GAP

    def beyond(columns: int) -> int:
        wide, high = columns * width - GAP, -(-count // columns) * height - GAP
        return wide * high - min(wide, room.width) * min(high, room.height)

    columns = min(range(1, min(count, most) + 1), key=lambda columns: (beyond(columns), -columns))
    columns = ceil(count / ceil(count / columns))
    wide, high = columns * width - GAP, -(-count // columns) * height - GAP
    left = _clamp(spot[0] - wide // 2, room.x, room.x + room.width - wide)
    top = _clamp(spot[1] - high // 2, room.y, room.y + room.height - high)
    spots = [
        (left + turn % columns * width + size[0] // 2, top + turn // columns * height + size[1] // 2)
        for turn in range(count)
    ]
    return spots, wide <= room.width and high <= room.height


def _pitch(number: int, room: int, size: int, least: float) -> int:
    """Return the distance between counters of one size that share a room."""
    free = (room - size) // (number - 1) if number > 1 else size + GAP
    return max(round(least * size), min(free, size + GAP))


def _clamp(value: int, least: int, most: int) -> int:
    """Limit a value to the range from `least` to `most`."""
    return max(min(least, most), min(value, max(least, most)))
