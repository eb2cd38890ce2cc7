"""Marks what changed in a picture with trails, rings and ghosts, as on the replay page."""

from __future__ import annotations

from cmath import phase
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from math import degrees
from operator import attrgetter
from typing import NamedTuple

from sandtable import Picture
from sandtable_pictures.svg import Drawing, DrawnCounter, Rect, drawing, escape_text

MOST_MARKS = 24
"""The most changed pieces that are marked; if a step changes more, none is."""

TIP, PARTS = 8, 24
"""The distance between a trail's tip and the ring, and the number of parts of a straight trail."""

GAP = 6
"""The gap between a stack and the ghost of a removed counter next to it."""

LEAST_PART = (500, 280)
"""The part of a map that is shown is at least this wide and high, in units of the drawing."""

MARGIN = 40
"""The margin around the changes in a shown part of the map."""

MOST_PART = 0.75
"""If a part would cover more than this share of the map, the whole map is shown."""

LEGIBLE = 0.78
"""The scale at which a drawing's smallest letters are 10 pixels high."""


class Changes(NamedTuple):
    """A drawing's changes: counters that moved (from, to), are new, look different, or are gone."""

    moves: list[tuple[DrawnCounter, DrawnCounter]]
    added: list[DrawnCounter]
    changed: list[DrawnCounter]
    gone: list[DrawnCounter]


def changes(before: Drawing, after: Drawing) -> Changes:
    """Compare two drawings: a counter that vanished has moved if a new one elsewhere looks the same.

    Otherwise it is gone, but is marked only if its place is now empty and it is a counter, not a paper
    slip.
    """
    gone = {key: counter for key, counter in before.counters.items() if key not in after.counters}
    result = Changes([], [], [], [])
    for key, now in after.counters.items():
        then = before.counters.get(key)
        if then is None:
            same_look = (
                old for old, counter in gone.items() if counter.look == now.look and counter.at != now.at
            )
            source = next(same_look, None)
            if source is None:
                result.added.append(now)
            else:
                result.moves.append((gone.pop(source), now))
        elif then.at != now.at:
            result.moves.append((then, now))
        elif then.look != now.look:
            result.changed.append(now)
    taken = {(counter.x, counter.y) for counter in after.counters.values()}
    result.gone.extend(old for old in gone.values() if not (old.is_slip or (old.x, old.y) in taken))
    return result


def marks(before: Drawing, after: Drawing) -> str:
    """Return the marks of the changes as an SVG fragment, or "" if too much changed at once."""
    moves, added, changed, gone = changes(before, after)
    groups = [list(group) for _, group in groupby(sorted(moves, key=_way), key=_way)]
    if len(groups) + len(added) + len(changed) + len(gone) > MOST_MARKS:
        return ""
    parts = []
    for ghost in _ghosts(gone, after):
        cross = '<path d="M-13 -9L13 9M-13 9L13 -9"/>'
        place = f"translate({ghost.x} {ghost.y})"
        parts.append(f'<g class="ghost" transform="{place}">{ghost.look}{cross}</g>')
    for group in groups:
        starts, ends = ([move[end] for move in group] for end in (0, 1))
        start = sum(complex(counter.x, counter.y) for counter in starts) / len(starts)
        way = [point for link in after.route(starts[0].at, ends[0].at) for point in link.points()]
        parts.append(_trail(start, _bounds(ends), way))
    for kind, counters in (("moved", [move[1] for move in moves]), ("changed", changed), ("new", added)):
        for _, counters_here in groupby(sorted(counters, key=attrgetter("at")), key=attrgetter("at")):
            left, top, width, height = _bounds(list(counters_here))
            size = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
            parts.append(f'<rect class="ring {kind}" {size} rx="8"/>')
    return f'<g class="marks">{"".join(parts)}</g>'


def _way(move: tuple[DrawnCounter, DrawnCounter]) -> tuple[str, str]:
    return move[0].at, move[1].at


def _bounds(placed: Sequence[DrawnCounter]) -> tuple[float, float, float, float]:
    """Return the box around a space's counters."""
    boxes = [(counter.x, counter.y, *(side / 2 + 3 for side in counter.size)) for counter in placed]
    left, top = (min(box[axis] - box[axis + 2] for box in boxes) for axis in (0, 1))
    right, bottom = (max(box[axis] + box[axis + 2] for box in boxes) for axis in (0, 1))
    return left, top, right - left, bottom - top


def _trail(start: complex, box: tuple[float, float, float, float], way: Sequence[complex]) -> str:
    """Draw a trail along a path, or straight, up to the edge of the counters' box."""
    if not way:
        last = complex(box[0] + box[2] / 2, box[1] + box[3] / 2)
        way = [start + (last - start) * turn / PARTS for turn in range(PARTS + 1)]
    points_outside = [point for point in way if not _is_near(point, box)]
    shown = points_outside if len(points_outside) > 1 else way[:2]
    d = "M" + "L".join(f"{point.real:.0f} {point.imag:.0f}" for point in shown)
    tip, course = shown[-1], phase(shown[-1] - shown[-2])
    transform = f"translate({tip.real:.0f} {tip.imag:.0f}) rotate({degrees(course):.0f})"
    lines = f'<path class="casing" d="{d}"/><path class="trail" d="{d}"/>'
    return f'{lines}<path class="tip" d="M8 0L-6 -7V7z" transform="{transform}"/>'


def _is_near(point: complex, box: tuple[float, float, float, float]) -> bool:
    left, top, width, height = box
    return -TIP < point.real - left < width + TIP and -TIP < point.imag - top < height + TIP


def _ghosts(gone: Sequence[DrawnCounter], after: Drawing) -> Iterator[DrawnCounter]:
    """Place the ghosts of removed counters; on a map, next to a stack that they would cover."""
    for at, group in groupby(sorted(gone, key=attrgetter("at")), key=attrgetter("at")):
        removed = list(group)
        remaining = [counter for counter in after.counters.values() if counter.at == at]
        covers = any(counter.overlaps(other) for counter in removed for other in remaining)
        if not after.spots or not covers:
            yield from removed
            continue
        width, height = removed[0].size
        x = max(counter.x for counter in remaining) + width + GAP
        if x + width // 2 > after.width:
            x = min(counter.x for counter in remaining) - width - GAP
        top = min(counter.y for counter in remaining)
        for turn, counter in enumerate(removed):
            yield counter._replace(x=x, y=top + turn * height * 3 // 4)


def figure(picture: Picture, before: Picture | None = None, headline: str = "") -> str:
    """Draw a picture as SVG with marks; of a map, only what changed or what `headline` names."""
    drawn = drawing(picture)
    marked, area = "", Rect(0, 0, drawn.width, drawn.height)
    if before:
        then = drawing(before)
        spaces = picture.board.spaces
        named = [drawn.spots[id] for id in drawn.spots if str(spaces[id]) in headline]
        marked, area = marks(then, drawn), part(then, drawn, named)
    part_class = ' class="part"' * (area.width < drawn.width)
    size = f'viewBox="{area.x} {area.y} {area.width} {area.height}" width="{area.width * LEGIBLE:.0f}"'
    if part_class:
        drawn = drawn._replace(names=[name for name in drawn.names if name.box.is_inside(area)])
    size += f'{part_class} role="img" aria-label="{escape_text(picture.title)}"'
    return f"<svg {size}>{drawn.svg}{marked}</svg>"


def part(before: Drawing, after: Drawing, named: Sequence[tuple[int, int]] = ()) -> Rect:
    """Return the part of a map around its changes and `named` spots; all of any other drawing."""
    moves, *others = changes(before, after)
    boxes = [(counter.x, counter.y, *counter.size) for counter in chain(*moves, *others)]
    boxes += [(*spot, 0, 0) for spot in named]
    whole = Rect(0, 0, after.width, after.height)
    if not (boxes and after.spots):
        return whole
    ends = []
    for axis in (0, 1):
        low_edge = min(box[axis] - box[axis + 2] // 2 for box in boxes) - MARGIN
        high_edge = max(box[axis] + box[axis + 2] // 2 for box in boxes) + MARGIN
        length = min(max(high_edge - low_edge, LEAST_PART[axis]), whole[axis + 2])
        start = max(0, min((low_edge + high_edge - length) // 2, whole[axis + 2] - length))
        ends.append((start, length))
    (left, width), (top, height) = ends
    is_large = width * height > MOST_PART * whole.width * whole.height
    return whole if is_large else Rect(left, top, width, height)
