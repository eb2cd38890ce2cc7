"""Marks for the changes in a picture: a trail, a ring, a ghost, as on the replay page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import atan2, degrees, hypot
from typing import NamedTuple

from sandtable import Picture
from sandtable.tooling import Drawing, Placed, drawing, escaped

MOST_MARKS = 24
"""A step that changes more than this many pieces at once marks none of them."""

TIP = 26
"""A trail stops this far before the middle of the piece that moved."""

Point = tuple[float, float]


class Changes(NamedTuple):
    """How a drawing differs from the one before: counters that moved (from, to), and others."""

    moves: list[tuple[Placed, Placed]]
    added: list[Placed]
    changed: list[Placed]
    gone: list[Placed]


def changes(before: Drawing, after: Drawing) -> Changes:
    """The changes. A counter that is gone from one place and looks like a new one elsewhere has moved.

    Other counters count as gone only if nothing lies in their place now.
    """
    gone = {key: one for key, one in before.counters.items() if key not in after.counters}
    found = Changes([], [], [], [])
    for key, now in after.counters.items():
        then = before.counters.get(key)
        if then is None:
            twins = (old for old, one in gone.items() if one.look == now.look and one.at != now.at)
            twin = next(twins, None)
            if twin is None:
                found.added.append(now)
            else:
                found.moves.append((gone.pop(twin), now))
        elif then.at != now.at:
            found.moves.append((then, now))
        elif then.look != now.look:
            found.changed.append(now)
    taken = {(counter.x, counter.y) for counter in after.counters.values()}
    found.gone.extend(one for one in gone.values() if (one.x, one.y) not in taken)
    return found


def marks(before: Drawing, after: Drawing) -> str:
    """The marks of the changes, as a fragment of SVG; empty for too many changes at once."""
    moves, added, changed, gone = changes(before, after)
    groups = [list(group) for _, group in groupby(sorted(moves, key=_way), key=_way)]
    if len(groups) + len(added) + len(changed) + len(gone) > MOST_MARKS:
        return ""
    parts = [*map(_ghost, gone)]
    for group in groups:
        starts, ends = ([move[end] for move in group] for end in (0, 1))
        parts += [_trail(_center(starts), _center(ends)), _ring(ends, "moved")]
    for kind, some in (("changed", changed), ("new", added)):
        parts += [_ring(list(group), kind) for _, group in groupby(sorted(some, key=_at), key=_at)]
    return f'<g class="marks">{"".join(parts)}</g>'


def _way(move: tuple[Placed, Placed]) -> tuple[str, str]:
    return move[0].at, move[1].at


def _at(placed: Placed) -> str:
    return placed.at


def _center(placed: Sequence[Placed]) -> Point:
    return sum(one.x for one in placed) / len(placed), sum(one.y for one in placed) / len(placed)


def _ring(placed: Sequence[Placed], kind: str) -> str:
    """A ring around what is seen of counters of one space: of one under another its upper edge."""
    boxes = [(one.x, one.y, *(side / 2 + 3 for side in one.size)) for one in placed]
    left, top = (min(box[axis] - box[axis + 2] for box in boxes) for axis in (0, 1))
    right = max(box[0] + box[2] for box in boxes)
    low = max(one.y if one.edge else one.y + one.size[1] / 2 + 3 for one in placed)
    size = f'x="{left:g}" y="{top:g}" width="{right - left:g}" height="{low - top:g}"'
    return f'<rect class="ring {kind}" {size} rx="8"/>'


def _trail(start: Point, end: Point) -> str:
    across, down = end[0] - start[0], end[1] - start[1]
    far = hypot(across, down) or 1
    bend, short = min(24.0, far / 6) / far, min(1.0, TIP / far)
    knee = (start[0] + end[0]) / 2 - down * bend, (start[1] + end[1]) / 2 + across * bend
    tip = end[0] - across * short, end[1] - down * short
    way = " ".join(f"{value:.0f}" for value in (*knee, *tip))
    d = f"M{start[0]:.0f} {start[1]:.0f}Q{way}"
    turn = degrees(atan2(end[1] - knee[1], end[0] - knee[0]))
    where = f"translate({tip[0]:.0f} {tip[1]:.0f}) rotate({turn:.0f})"
    lines = f'<path class="casing" d="{d}"/><path class="trail" d="{d}"/>'
    return f'{lines}<path class="tip" d="M8 0L-6 -7V7z" transform="{where}"/>'


def _ghost(placed: Placed) -> str:
    cross = '<path d="M-13 -9L13 9M-13 9L13 -9"/>'
    return f'<g class="ghost" transform="translate({placed.x} {placed.y})">{placed.look}{cross}</g>'


def figure(picture: Picture, before: Picture | None = None) -> str:
    """A picture as SVG for a page with PICTURE_STYLE, with marks of the changes since `before`."""
    drawn = drawing(picture)
    told = marks(drawing(before), drawn) if before else ""
    size = f'viewBox="0 0 {drawn.width} {drawn.height}"'
    title = escaped(picture.title)
    return f'<svg {size} role="img" aria-label="{title}">{drawn.svg}{told}</svg>'
