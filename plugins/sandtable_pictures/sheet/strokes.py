"""The links on a sheet, as Braille dots or as one character per cell; they bend around places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, hypot

from sandtable_pictures.sheet.scale import Cell, Point

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot in a Braille character, by row and column."""

BRAILLE = 0x2800

PATTERNS: Mapping[str, Sequence[int]] = {
    ".": (1, 0, 0),
    ":": (1, 0, 0),
    "~": (1, 1, 0, 0),
    "*": (1, 0),
}
"""The dots of a style, on and off, by its first character; other styles are solid."""

DOUBLE_STYLES = "=#"
"""The first characters of styles drawn as two rows of dots."""

CLEAR = 4.0
"""The dots by which a link keeps clear of places that it does not join."""

BENDS = [bend * side for bend in (6, 9, 12, 16, 20, 26, 32) for side in (1, -1)]
"""How far to the side the middle of a link may be pulled, in dots."""


class Stroke:
    """A line of dots: the bits of each cell, and the direction of the line in each."""

    def __init__(self) -> None:
        self.bits: dict[Cell, int] = {}
        self.slopes: dict[Cell, int] = {}
        """For each cell, the index of its direction in a style: level, upright, rising, falling."""

    def add(self, points: Sequence[Point], width: int, rows: int, pattern: Sequence[int] = (1,)) -> None:
        """Draw a line through points, within a sheet of this size."""
        run, last = 0.0, None
        for (x, y), (u, v) in pairwise(points):
            steps = max(ceil(max(abs(u - x), abs(v - y))), 1)
            length, slope = hypot(u - x, v - y) / steps, _slope(u - x, v - y)
            for step in range(steps + 1):
                dot = int(x + (u - x) * step / steps + 0.5), int(y + (v - y) * step / steps + 0.5)
                run += length * bool(step)
                if dot == last:
                    continue
                last = dot
                if (
                    pattern[int(run) % len(pattern)]
                    and 0 <= dot[0] < 2 * width
                    and 0 <= dot[1] < 4 * rows
                ):
                    cell = dot[0] // 2, dot[1] // 4
                    self.bits[cell] = self.bits.get(cell, 0) | DOTS[dot[1] % 4][dot[0] % 2]
                    self.slopes.setdefault(cell, slope)


def _slope(across: float, down: float) -> int:
    """Return the index of a direction in a style: level, upright, rising or falling."""
    if abs(down) <= 0.6 * abs(across):
        return 0
    if abs(down) >= 4 * abs(across):
        return 1
    return 3 if (across > 0) == (down > 0) else 2


def density(style: str) -> int:
    """Return a sort key by which dotted links are drawn first, then solid, then double ones."""
    return 2 if style[:1] in DOUBLE_STYLES else 0 if style[:1] in PATTERNS else 1


def link(start: Point, end: Point, style: str, width: int, rows: int, around: Sequence[Point]) -> Stroke:
    """Return the stroke of a link between two places, bent to keep clear of places `around` it."""
    points = path(start, end, around)
    stroke = Stroke()
    stroke.add(points, width, rows, PATTERNS.get(style[:1], (1,)))
    if style[:1] in DOUBLE_STYLES:
        level = abs(end[0] - start[0]) > abs(end[1] - start[1])
        sideways = [(x + (not level), y + level) for x, y in points]
        stroke.add(sideways, width, rows)
    return stroke


def path(start: Point, end: Point, around: Sequence[Point]) -> Sequence[Point]:
    """Return a straight line or, if needed, the gentlest curve that keeps clear of other places."""
    straight: Sequence[Point] = (start, end)
    low_x, high_x = sorted((start[0], end[0]))
    low_y, high_y = sorted((start[1], end[1]))
    room = max(map(abs, BENDS)) / 2 + CLEAR
    near = [
        point
        for point in around
        if low_x - room < point[0] < high_x + room
        and low_y - room < point[1] < high_y + room
        and point not in straight
    ]
    best, most = straight, _clearance(straight, near)
    if most >= CLEAR:
        return straight
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    sideways = (start[1] - end[1]) / length, (end[0] - start[0]) / length
    for bend in BENDS:
        if abs(bend) > length:
            break
        curve = _curve(start, end, sideways, bend)
        clear = _clearance(curve, near)
        if clear >= CLEAR:
            return curve
        if clear > most + 1:
            best, most = curve, clear
    return best


def _curve(start: Point, end: Point, sideways: Point, bend: float) -> tuple[Point, ...]:
    """Return a quadratic curve whose middle is pulled to the side."""
    middle = (
        (start[0] + end[0]) / 2 + sideways[0] * bend,
        (start[1] + end[1]) / 2 + sideways[1] * bend,
    )

    def at(t: float) -> Point:
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        return (
            a * start[0] + b * middle[0] + c * end[0],
            a * start[1] + b * middle[1] + c * end[1],
        )

    return tuple(at(step / 8) for step in range(9))


def _clearance(points: Sequence[Point], near: Sequence[Point]) -> float:
    """Return the distance from a line to the nearest of several points."""
    return min((_gap(point, a, b) for point in near for a, b in pairwise(points)), default=CLEAR)


def _gap(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a line segment."""
    across, down = b[0] - a[0], b[1] - a[1]
    square = across * across + down * down or 1.0
    t = ((point[0] - a[0]) * across + (point[1] - a[1]) * down) / square
    t = min(max(t, 0.0), 1.0)
    return hypot(point[0] - a[0] - t * across, point[1] - a[1] - t * down)


def escarpment(points: Sequence[Point], width: int, rows: int) -> Stroke:
    """Return the stroke of an upper edge, with ticks on its lower side."""
    stroke = Stroke()
    stroke.add(points, width, rows)
    for x, y in _ticks(points):
        stroke.add([(x, y), (x, y)], width, rows)
    return stroke


def _ticks(points: Sequence[Point]) -> Iterator[Point]:
    run = 0.0
    for (a, b), (c, d) in pairwise(points):
        length = hypot(c - a, d - b)
        start = -run % 3
        while start < length:
            right = -(d - b) / length, (c - a) / length
            at = a + (c - a) * start / length, b + (d - b) * start / length
            yield from ((at[0] + right[0] * far, at[1] + right[1] * far) for far in (1, 2))
            start += 3
        run += length
