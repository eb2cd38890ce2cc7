"""Plans a board with links, a map.

Spaces stay near their coordinates. The map is large enough for each space to show its name and a
counter; crowded spaces move apart a little.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, hypot, inf, sqrt

from sandtable import Link, Shape, Space
from sandtable_pictures.svg.frame import free_places
from sandtable_pictures.svg.plan import GAP, MARGIN, SMALL, BoardPlan, Name, Rect, break_name, size
from sandtable_pictures.svg.terrain import region_names
from sandtable_pictures.svg.ways import curves

COUNTER = (36, 36)
"""The size of a counter on a map."""

MOST_ROWS = 3
"""The most rows of counters in a room."""

AIRINESS = (2.0, 4)
"""The least and greatest ratio of a map's area to that of its names and counters."""

MOST_WIDTH = 660
"""The greatest width to which a map grows to become less crowded."""

STRAY = 45
"""How far a space may move from its coordinates."""

OUTSKIRTS = 32
"""The margin around a map, which keeps its shores visible within the neat line."""

PASSES, GROWTHS, STEP = 120, 10, 4
"""A map grows at most GROWTHS times, with PASSES rounds of pushing each; rooms grow by STEP."""

OVERLAP_COST = 6
"""How many points of links a name may cover before covering a sea's name would be better."""

NEARBY = 60
"""The square of a distance on the map: all spaces nearer than that move the ground equally."""

Point = tuple[int, int]


def plan(
    spaces: Sequence[Space],
    links: Sequence[Link],
    texts: Mapping[str, str],
    columns: int,
    shapes: Sequence[Shape] = (),
) -> BoardPlan:
    """Plan a map; `texts` are the names, and at most `columns` counters are side by side."""
    spots = {space.id: (space.x, space.y) for space in _in_rows(spaces)}
    lines = {id: break_name(text) for id, text in texts.items()}
    small = {space.id: not SMALL.isdisjoint(space.kinds[:1]) for space in spaces}
    names = {
        id: _name_box(size(lines[id], small=small[id]), below=_crowded_above(id, spots, links))
        for id in spots
    }
    cells = [_room(names[id]) for id in spots]
    scale, spread = _spread(list(spots.values()), cells)
    placed = dict(zip(spots, spread, strict=True))
    margin = OUTSKIRTS
    left = min(x + cell.x for (x, _), cell in zip(placed.values(), cells, strict=True)) - margin
    top = min(y + cell.y for (_, y), cell in zip(placed.values(), cells, strict=True)) - margin
    placed = {id: (x - left, y - top) for id, (x, y) in placed.items()}
    drawn = curves(placed, links)
    dots = [dot for curve in drawn for dot in curve.points()]
    boxes = [cell.shift(*spot) for cell, spot in zip(cells, placed.values(), strict=True)]
    width, height = (max(box[axis] + box[axis + 2] for box in boxes) + margin for axis in (0, 1))
    moves = [(spots[id], placed[id]) for id in spots]
    ground = tuple(_move_along(shape, moves, scale) for shape in shapes)
    regions = [*region_names(ground, width)]
    ground_names = [name.box for name in regions]
    beyond = Rect(margin // 2, margin // 2, width - margin, height - margin)
    around = {id: names[id].shift(*placed[id]) for id in placed}
    names = _settle_names(around, placed, dots, beyond, ground_names)
    counters = (_counter_at(*spot) for spot in placed.values())
    places = free_places(width, height, [*counters, *names.values(), *ground_names], dots)
    rooms = _rooms(placed, [*names.values(), *places.values()], columns, (width, height))
    return BoardPlan(
        width,
        height,
        placed,
        {id: Name(lines[id], box, "small" * small[id]) for id, box in names.items()},
        rooms,
        COUNTER,
        trays=False,
        shapes=ground,
        curves=drawn,
        places=places,
        regions=regions,
    )


def _counter_at(x: int, y: int) -> Rect:
    return Rect(x - COUNTER[0] // 2, y - COUNTER[1] // 2, *COUNTER)


def _settle_names(
    boxes: dict[str, Rect],
    spots: Mapping[str, Point],
    dots: Sequence[complex],
    edge: Rect,
    below: Sequence[Rect],
) -> dict[str, Rect]:
    """Move the boxes of names around their spaces to where they cover links the least."""
    settled = dict(boxes)
    counters = [_counter_at(*spot) for spot in spots.values()]
    points = sorted((dot.real, dot.imag) for dot in dots)
    for id, box in boxes.items():
        (x, y), (_, _, wide, high) = spots[id], box
        half = COUNTER[0] // 2
        aligned = (x - wide // 2, x - wide + half, x - half)
        sides = [
            Rect(left, top, wide, high) for top in (box.y, 2 * y - box.y - high) for left in aligned
        ]
        beside = (x + half + 2, x - half - 2 - wide)
        sides += [Rect(left, y - high // 2, wide, high) for left in beside]
        others = [other for key, other in settled.items() if key != id]
        free = [
            side
            for side in sides
            if side.is_inside(edge) and not any(map(side.overlaps, (*others, *counters)))
        ]
        other_spots = [spot for key, spot in spots.items() if key != id]
        costs = {
            side: _count_in(side, points)
            + OVERLAP_COST * any(map(side.overlaps, below))
            + OVERLAP_COST * (min(map(side.gap, other_spots), default=99) < side.gap(spots[id]) + half)
            + 2 * (side.x in beside)
            for side in free
        }
        settled[id] = min(costs, key=lambda side: costs[side], default=box)
    return settled


def _count_in(box: Rect, points: Sequence[tuple[float, float]]) -> int:
    """Count the points in a box; the points must be sorted."""
    left, right = bisect_left(points, (box.x,)), bisect_left(points, (box.x + box.width, inf))
    return sum(0 <= y - box.y <= box.height for _, y in points[left:right])


def _in_rows(spaces: Sequence[Space]) -> list[Space]:
    """Return the spaces, arranged in rows if all have the same coordinates."""
    if len({(space.x, space.y) for space in spaces}) > 1 or len(spaces) < 2:
        return list(spaces)
    columns = ceil(sqrt(len(spaces)))
    return [
        Space(space.id, space.name, space.kinds, turn % columns, turn // columns)
        for turn, space in enumerate(spaces)
    ]


def _crowded_above(id: str, spots: Mapping[str, Point], links: Iterable[Link]) -> bool:
    """Return whether more links leave a space upwards than downwards."""
    x, y = spots[id]
    downwards = 0.0
    for link in links:
        if id in (link.a, link.b):
            u, v = spots[link.other(id)]
            downwards += (v - y) / (hypot(u - x, v - y) or 1)
    return downwards < 0


def _name_box(extent: tuple[int, int], *, below: bool) -> Rect:
    """Return a name's box relative to the middle of its space, above or below its counter."""
    width, height = extent
    half = COUNTER[1] // 2
    return Rect(-(width // 2), half + 1 if below else -half - height - 1, width, height)


def _room(name: Rect) -> Rect:
    """Return the room that a space needs for a counter, its name and a margin."""
    width, height = COUNTER
    half = max(name.width, width * 3 // 2) // 2 + GAP
    top = min(name.y, -height // 2) - GAP
    bottom = max(name.y + name.height, height // 2) + GAP
    return Rect(-half, top, 2 * half, bottom - top)


def _move_along(shape: Shape, moves: Sequence[tuple[Point, Point]], scale: float) -> Shape:
    """Move a shape into the drawing: each of its points moves with the spaces around it.

    `moves` pairs each space's place on the map with its place in the drawing, `scale` times as large.
    """

    def move(point: Point) -> Point:
        total = across = down = 0.0
        for (x, y), (u, v) in moves:
            weight = 1 / ((x - point[0]) ** 2 + (y - point[1]) ** 2 + NEARBY) ** 1.5
            total += weight
            across += weight * (u - x * scale)
            down += weight * (v - y * scale)
        return round(point[0] * scale + across / total), round(point[1] * scale + down / total)

    if shape.kind == "scale":
        return Shape(shape.kind, tuple((round(x * scale), 0) for x, _ in shape.points), shape.name)
    at = move(shape.at) if shape.at else None
    return Shape(shape.kind, tuple(map(move, shape.points)), shape.name, at)


def _spread(points: Sequence[Point], cells: Sequence[Rect]) -> tuple[float, list[Point]]:
    """Return the scale of a map, and its points pushed apart until their cells no longer overlap.

    It is the first scale tried at which no point moves farther than STRAY or, failing that, the last.
    """
    width, height = (max(p[axis] for p in points) - min(p[axis] for p in points) for axis in (0, 1))
    needed_area = sum(cell.width * cell.height for cell in cells)
    smallest, largest = (
        sqrt(ratio * needed_area / max(width * height, width, height, 1)) for ratio in AIRINESS
    )
    scale = max(smallest, min(largest, MOST_WIDTH / max(width, 1)))
    pushed = list(points)
    for growth in range(GROWTHS):
        scale *= 1.07 if growth else 1
        start = [(round(x * scale), round(y * scale)) for x, y in points]
        pushed, apart = _push_apart(start, cells)
        moved = max(max(abs(a - c), abs(b - d)) for (a, b), (c, d) in zip(start, pushed, strict=True))
        if apart and moved <= STRAY:
            break
    return scale, pushed


def _push_apart(start: Sequence[Point], cells: Sequence[Rect]) -> tuple[list[Point], bool]:
    """Push overlapping cells apart; return the points, and whether none overlap any more."""
    rects = list(start)
    for _ in range(PASSES):
        settled = True
        for a in range(len(rects)):
            for b in range(a):
                settled &= not _push(rects, cells, b, a)
        if settled:
            return rects, True
    return rects, False


def _push(rects: list[Point], cells: Sequence[Rect], a: int, b: int) -> bool:
    """Push two points apart if their cells overlap, by the shorter way; return whether they did."""
    shifts = []
    for axis in (0, 1):
        a_low, b_low = rects[a][axis] + cells[a][axis], rects[b][axis] + cells[b][axis]
        back, forward = a_low + cells[a][axis + 2] - b_low, b_low + cells[b][axis + 2] - a_low
        if back <= 0 or forward <= 0:
            return False
        shifts.append((back, axis, -1) if back <= forward else (forward, axis, 1))
    distance, axis, direction = min(shifts)
    for point, step in ((a, direction * -(-distance // 2)), (b, direction * (distance // -2))):
        x, y = rects[point]
        rects[point] = (x + step, y) if axis == 0 else (x, y + step)
    return True


def _rooms(
    spots: Mapping[str, Point], texts: Sequence[Rect], columns: int, sheet: Point
) -> dict[str, Rect]:
    """Return each space's room for counters; rooms grow in turn until nothing more fits."""
    width, height = COUNTER
    rooms = {id: _counter_at(*spot) for id, spot in spots.items()}
    most = (columns * (width + GAP) - GAP, MOST_ROWS * (height + GAP) - GAP)
    edge = Rect(MARGIN, MARGIN, sheet[0] - 2 * MARGIN, sheet[1] - 2 * MARGIN)
    growing = [(id, side) for side in ("right", "left", "down", "up") for id in spots]
    while growing:
        growing = [(id, side) for id, side in growing if _grow(rooms, id, side, texts, most, edge)]
    return rooms


def _grow(
    rooms: dict[str, Rect], id: str, side: str, texts: Iterable[Rect], most: Point, edge: Rect
) -> bool:
    """Extend a room by a step on one side if nothing is in the way; return whether it grew."""
    x, y, width, height = rooms[id]
    across, down = (STEP, 0) if side in ("left", "right") else (0, STEP)
    grown = Rect(x - across * (side == "left"), y - down * (side == "up"), width + across, height + down)
    fits = grown.width <= most[0] and grown.height <= most[1] and grown.is_inside(edge)
    others = (room for other, room in rooms.items() if other != id)
    free = fits and not any(map(grown.overlaps, texts)) and not any(map(grown.overlaps, others))
    if free:
        rooms[id] = grown
    return free
