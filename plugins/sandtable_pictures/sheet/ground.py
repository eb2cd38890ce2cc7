"""The ground of a sheet: sea, sand and land in quarter cells, with shoals along the coast."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil

from sandtable import Board
from sandtable_pictures.palette import Ground
from sandtable_pictures.sheet.scale import Point, Scale

LAND, SAND, WATER, SHOAL = b"lswh"

KINDS: dict[int, Ground] = {LAND: "land", SAND: "sand", WATER: "water", SHOAL: "shoal"}

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"

GroundCell = tuple[str, Ground | None, Ground]
"""A cell of ground: its block, the block's ink, and the ground below it."""


def quarters(board: Board, scale: Scale, width: int, rows: int) -> list[bytearray]:
    """Return the kind of each quarter cell: two columns for each column, two rows for each row."""
    across, down = 2 * width, 2 * rows
    drawn = [bytearray([LAND]) * across for _ in range(down)]
    sea = [0] * down
    for kind, code in (("sand", SAND), ("sea", WATER)):
        for shape in board.shapes:
            if shape.kind == kind and shape.points:
                edge = [(x, y / 2) for x, y in map(scale.dot, shape.points)]
                for y, left, right in _runs_inside(edge, across, down):
                    drawn[y][left:right] = bytes([code]) * (right - left)
                    if code == WATER:
                        sea[y] |= ((1 << (right - left)) - 1) << left
    everything = (1 << across) - 1
    dry = [row ^ everything for row in sea]
    for y, row in enumerate(dry):
        above, below = dry[max(y - 1, 0)], dry[min(y + 1, down - 1)]
        near = (row | row << 1 | row >> 1 | row << 2 | row >> 2 | above | below) & sea[y]
        for run in re.finditer("1+", f"{near:b}"[::-1]):
            drawn[y][run.start() : run.end()] = bytes([SHOAL]) * (run.end() - run.start())
    return drawn


def _runs_inside(edge: Sequence[Point], width: int, rows: int) -> Iterator[tuple[int, int, int]]:
    """Yield the runs inside a closed edge: the row, the first column, and the column after the last."""
    sides = [(a, b, c, d) for (a, b), (c, d) in pairwise([*edge, edge[0]]) if b != d]
    for y in range(rows):
        middle = y + 0.5
        cuts = sorted(
            a + (middle - b) * (c - a) / (d - b) for a, b, c, d in sides if (b > middle) != (d > middle)
        )
        for left, right in zip(cuts[::2], cuts[1::2], strict=True):
            start, end = max(ceil(left - 0.5), 0), min(ceil(right - 0.5), width)
            if start < end:
                yield y, start, end


def four_quarters(drawn: Sequence[bytearray], x: int, y: int) -> bytes:
    """Return the four quarters of a cell: top left, top right, bottom left, bottom right."""
    return bytes(drawn[2 * y][2 * x : 2 * x + 2] + drawn[2 * y + 1][2 * x : 2 * x + 2])


@lru_cache(maxsize=512)
def block(four: bytes) -> GroundCell:
    """Return the cell that shows four quarters."""
    kinds = sorted(set(four), key=four.count, reverse=True)
    back = KINDS[kinds[0]]
    if len(kinds) == 1:
        return " ", None, back
    covered = sum(1 << place for place, kind in enumerate(four) if kind != kinds[0])
    return QUADRANTS[covered], KINDS[kinds[1]], back


@lru_cache(maxsize=512)
def below_letter(four: bytes) -> Ground:
    """Return the ground below a letter, which covers four quarters: no shoal, which is too pale."""
    plain = four.replace(bytes([SHOAL]), bytes([WATER]))
    return KINDS[max(set(plain), key=plain.count)]
