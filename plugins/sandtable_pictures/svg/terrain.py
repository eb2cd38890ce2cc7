"""The ground below a map: seas, sand, escarpments and railways, and their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from sandtable import Shape
from sandtable_pictures.svg.plan import BoardPlan, escape_text, text_length

GRAIN = 9
"""The distances between the grains of a sand sea, and between the strokes of an escarpment."""

FALL = 7
"""The length of the strokes of an escarpment."""

LETTER = 15
"""The size of the letters of a shape's name."""

KINDS = ("sand", "sea", "escarpment", "rail")
"""The kinds of shapes, the lowest first."""

Point = tuple[float, float]


def terrain(plan: BoardPlan) -> str:
    """The ground below a map, cut off at its edges; empty for a board without shapes."""
    if not plan.shapes:
        return ""
    size = f'width="{plan.width}" height="{plan.height}" viewBox="0 0 {plan.width} {plan.height}"'
    drawn = [part for kind in KINDS for part in _draw(kind, plan.shapes)]
    return f'<svg class="terrain" {size}>{"".join([*drawn, *_names(plan)])}</svg>'


def _draw(kind: str, shapes: Sequence[Shape]) -> Iterator[str]:
    """All shapes of a kind."""
    for shape in shapes:
        if shape.kind != kind or not shape.points:
            continue
        if kind == "sea":
            yield f'<path class="sea" d="M{" ".join(f"{x} {y}" for x, y in shape.points)}z"/>'
        elif kind == "sand":
            edge = _round_corners(shape.points, closed=True)
            yield f'<path class="sand" d="{_way(edge)}z"/><path class="grain" d="{_grains(edge)}"/>'
        else:
            way = _round_corners(shape.points, closed=False)
            strokes = f'<path class="fall" d="{_strokes(way)}"/>' if kind == "escarpment" else ""
            yield f'<path class="{"scarp" if strokes else "line"}" d="{_way(way)}"/>{strokes}'


def _names(plan: BoardPlan) -> Iterator[str]:
    """The names of shapes; none extends beyond an edge."""
    for shape in plan.shapes:
        if shape.name and shape.at:
            half = round(text_length(shape.name) * LETTER * 0.6)
            x, y = max(half, min(shape.at[0], plan.width - half)), shape.at[1]
            yield f'<text class="{shape.kind}" x="{x}" y="{y}">{escape_text(shape.name)}</text>'


def _way(points: Sequence[Point]) -> str:
    return "M" + " ".join(f"{x:.0f} {y:.0f}" for x, y in points)


def _round_corners(points: Sequence[Point], *, closed: bool) -> list[Point]:
    """A line with its corners cut twice."""
    corners = list(points)
    for _ in range(2):
        ends = [*corners, corners[0]] if closed else corners
        cut = [
            (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
            for a, b in pairwise(ends)
            for part in (0.25, 0.75)
        ]
        corners = cut if closed else [corners[0], *cut, corners[-1]]
    return corners


def _grains(edge: Sequence[Point]) -> str:
    """Lines across a closed outline; the stroke style breaks them into grains."""
    grains = []
    top, bottom = (round(end(y for _, y in edge)) for end in (min, max))
    for turn, y in enumerate(range(top + GRAIN // 2, bottom, GRAIN)):
        sides = sorted(
            a + (y - b) * (c - a) / (d - b)
            for (a, b), (c, d) in pairwise([*edge, edge[0]])
            if (b > y) != (d > y)
        )
        rows = zip(sides[::2], sides[1::2], strict=True)
        grains += [
            f"M{left + GRAIN * (turn % 2) / 2 + 3:.0f} {y}H{right - 3:.0f}"
            for left, right in rows
            if right - left > GRAIN
        ]
    return "".join(grains)


def _strokes(way: Sequence[Point]) -> str:
    """Strokes of an escarpment: they run downhill, to the right of the line."""
    strokes, next_stroke = [], 0.0
    for (x, y), (u, v) in pairwise(way):
        length = hypot(u - x, v - y)
        while next_stroke < length:
            a, b = x + (u - x) * next_stroke / length, y + (v - y) * next_stroke / length
            strokes.append(
                f"M{a:.0f} {b:.0f}l{FALL * (y - v) / length:.0f} {FALL * (u - x) / length:.0f}"
            )
            next_stroke += GRAIN
        next_stroke -= length
    return "".join(strokes)
