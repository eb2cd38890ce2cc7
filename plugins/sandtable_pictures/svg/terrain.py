"""Draws the terrain under a map: seas with lines along their coasts, sand, relief, railways, names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from sandtable import Shape
from sandtable_pictures.svg.plan import BoardPlan, Name, Rect, break_name, text_length

GRAIN = 9
"""The distance between the grains of a sand sea."""

LINING = (("far", 46, 44.4), ("mid", 29, 27.6), ("near", 15, 13.8))
"""The lines along a coast, outermost first: twice the distance of each, and of the tint inside."""

STROKES, APART = (11, 7, 13, 8, 10, 6), 5
"""The lengths of an escarpment's strokes, in turn, and the distance between them."""

LETTER, WIDE = 18, 1.28
"""The size of the letters in a shape's name, and how much wider they are than in other texts."""

KINDS = ("sand", "relief", "escarpment", "rail")
"""The kinds of shapes on land, from the bottom up."""

Point = tuple[float, float]


def terrain(plan: BoardPlan) -> str:
    """Draw the terrain under a map, clipped to the map's edges."""
    width, height = plan.width, plan.height
    seas = [shape.points for shape in plan.shapes if shape.kind == "sea" and shape.points]
    sheet = f"M-9-9h{width + 18}v{height + 18}h-{width + 18}z"
    coast = "".join(_round_outline(sea) for sea in seas)
    drawn = [f'<path class="water" d="{sheet}"/>'] * bool(seas)
    for name, line, tint in LINING if seas else ():
        shore = "".join(_round_outline(_thin_out(sea, line / 4)) for sea in seas)
        drawn.append(f'<path class="lining" stroke-width="{line}" d="{shore}"/>')
        drawn.append(f'<path class="{name}" stroke-width="{tint}" d="{shore}"/>')
    drawn.append(f'<path class="land" d="{sheet}{coast}"/>')
    drawn += (part for kind in KINDS for part in _draw(kind, plan.shapes))
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg class="terrain" {size}>{"".join(drawn)}</svg>'


def _draw(kind: str, shapes: Sequence[Shape]) -> Iterator[str]:
    """Draw all shapes of a kind."""
    for shape in shapes:
        if shape.kind != kind or not shape.points:
            continue
        if kind == "sand":
            edge = _cut_corners(shape.points, closed=True)
            yield f'<path class="sand" d="{_round_outline(shape.points)}"/>'
            yield f'<path class="grain" d="{_grains(edge)}"/>'
            continue
        closed = shape.points[0] == shape.points[-1]
        way = _cut_corners(shape.points[: -1 if closed else None], closed=closed)
        way += way[:1] * closed
        if kind != "rail":
            yield f'<path class="slope" d="{_path(_offset(way, 7))}"/>'
            yield f'<path class="fall" d="{_hachures(way)}"/>'
        if kind != "relief":
            yield f'<path class="{"line" if kind == "rail" else "scarp"}" d="{_path(way)}"/>'


def region_names(shapes: Sequence[Shape], width: int) -> Iterator[Name]:
    """Yield the names of shapes, kept within the left and right edges."""
    for shape in shapes:
        if shape.name and shape.at:
            room = 2 * max(LETTER, min(shape.at[0], width - shape.at[0])) / LETTER / WIDE
            lines = break_name(shape.name, 10 if text_length(shape.name) > room else len(shape.name))
            wide = round(max(map(text_length, lines)) * LETTER * WIDE)
            left = max(14, min(shape.at[0] - wide // 2, width - wide - 14))
            box = Rect(left, shape.at[1] - LETTER, wide, (LETTER + 3) * len(lines))
            yield Name(lines, box, "region" + " sea" * (shape.kind == "sea"), LETTER)


def _path(points: Sequence[Point]) -> str:
    """Return a path through points, each relative to the one before."""
    steps = [(round(x), round(y)) for x, y in points]
    return f"M{steps[0][0]} {steps[0][1]}l" + " ".join(
        f"{u - x} {v - y}" for (x, y), (u, v) in pairwise(steps)
    )


def _thin_out(points: Sequence[Point], apart: float) -> Sequence[Point]:
    """Return an outline without points that are too close to the one before."""
    kept = [points[0]]
    for point in points:
        if hypot(point[0] - kept[-1][0], point[1] - kept[-1][1]) >= apart:
            kept.append(point)
    return kept if len(kept) > 2 else points


def _round_outline(points: Sequence[Point]) -> str:
    """Return a closed curve along an outline, through the middles of its sides."""
    middles = [((a + c) // 2, (b + d) // 2) for (a, b), (c, d) in pairwise([*points, points[0]])]
    x, y = middles[-1]
    parts = [f"M{x:.0f} {y:.0f}q"]
    for (a, b), (c, d) in zip(points, middles, strict=True):
        parts.append(f"{a - x:.0f} {b - y:.0f} {c - x:.0f} {d - y:.0f} ")
        x, y = c, d
    return "".join(parts).rstrip() + "z"


def _cut_corners(points: Sequence[Point], *, closed: bool) -> list[Point]:
    """Return a line with its corners cut off twice."""
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
    """Return lines across a closed outline, which the stroke style breaks into grains."""
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


def _offset(way: Sequence[Point], distance: float) -> list[Point]:
    """Return a line parallel to another, at a distance to its right."""
    return [
        (x + distance * (y - v) / hypot(u - x, v - y), y + distance * (u - x) / hypot(u - x, v - y))
        for (x, y), (u, v) in pairwise(way)
        if (x, y) != (u, v)
    ]


def _hachures(way: Sequence[Point]) -> str:
    """Return wedges along an escarpment, which run downhill, to the right of the line."""
    strokes, next_stroke, count = [], 0.0, 0
    for (x, y), (u, v) in pairwise(way):
        length = hypot(u - x, v - y)
        while next_stroke < length:
            along, down = (u - x) / length, (v - y) / length
            a, b, fall = x + along * next_stroke, y + down * next_stroke, STROKES[count % len(STROKES)]
            foot = f"{-fall * down - along:.0f} {fall * along - down:.0f}"
            strokes.append(
                f"M{a:.0f} {b:.0f}l{foot} {fall * down - along:.0f} {-fall * along - down:.0f}z"
            )
            next_stroke, count = next_stroke + APART, count + 1
        next_stroke -= length
    return "".join(strokes)
