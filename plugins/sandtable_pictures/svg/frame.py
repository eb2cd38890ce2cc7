"""Draws what surrounds a printed map: a neat line, a compass, a scale and a title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

from sandtable_pictures.svg.plan import BoardPlan, Rect, break_name, escape_text, text_length

ROOMS = {"title": (210, 56), "compass": (56, 78), "scale": (190, 26)}
"""The sizes of the title, the compass and the scale, in the order in which they are placed."""

BORDER, STEP, GAP = 10, 10, 6
"""The width of the neat line, the step between places to try, and the gap around what is there."""

LETTERS, LINE = 21, 22
"""The size of the largest letters in a title, and the height of its lines."""


def free_places(
    width: int, height: int, taken: Sequence[Rect], dots: Sequence[complex]
) -> dict[str, Rect]:
    """Find places near the corners for the title, compass and scale where they hide nothing."""
    found: dict[str, Rect] = {}
    for what, (wide, high) in ROOMS.items():
        start = 2 * BORDER
        spots = product(
            range(start, width - wide - start, STEP), range(start, height - high - start, STEP)
        )
        near = sorted(spots, key=partial(_from_corner, right=width - wide, bottom=height - high))
        for x, y in near:
            around = Rect(x - GAP, y - GAP, wide + 2 * GAP, high + 2 * GAP)
            boxed = any(map(around.overlaps, (*taken, *found.values())))
            if not boxed and not any(map(around.holds, dots)):
                found[what] = Rect(x, y, wide, high)
                break
    return found


def _from_corner(spot: tuple[int, int], right: int, bottom: int) -> int:
    return min(spot[0], right - spot[0]) + min(spot[1], bottom - spot[1])


def border(width: int, height: int) -> Iterator[str]:
    """Yield the neat line around a map."""
    for style, inset in (("band", BORDER / 2), ("ticks", BORDER / 2), ("neat", 1), ("neat", BORDER)):
        size = f'width="{width - 2 * inset:g}" height="{height - 2 * inset:g}"'
        yield f'<rect class="{style}" x="{inset:g}" y="{inset:g}" {size}/>'


def frame(plan: BoardPlan) -> Iterator[str]:
    """Draw the neat line around a map, its compass and its scale."""
    yield from border(plan.width, plan.height)
    if box := plan.places.get("compass"):
        yield (
            f'<g class="compass" transform="translate({box.x + box.width // 2} {box.y + 48})">'
            '<circle r="20"/><circle r="17"/>'
            '<path d="M11-11L3-6L6-3zM11 11L6 3L3 6zM-11 11L-3 6L-6 3zM-11-11L-6-3L-3-6z'
            'M0-29L4-4L0 0zM29 0L4 4L0 0zM0 29L-4 4L0 0zM-29 0L-4-4L0 0z"/>'
            '<path class="pale" d="M0-29L-4-4L0 0zM29 0L4-4L0 0zM0 29L4 4L0 0zM-29 0L-4 4L0 0z"/>'
            '<text y="-34">N</text></g>'
        )
    if (box := plan.places.get("scale")) and plan.scale:
        wide = plan.scale.points[1][0] - plan.scale.points[0][0]
        x, y = box.x + (box.width - wide) // 2, box.y + 16
        parts = (
            f'<rect{style} x="{x + wide * turn // 4}" y="{y}" width="{wide // 4}" height="5"/>'
            for turn, style in enumerate(("", ' class="pale"') * 2)
        )
        yield f'<g class="scale">{"".join(parts)}</g>'


def cartouche(box: Rect, title: str) -> str:
    """Draw a title in a frame."""
    lines = break_name(title, 16)
    letters = min(LETTERS, (box.width - 16) / (max(map(text_length, lines)) or 1))
    frames = (
        f'<rect{style} x="{box.x + inset}" y="{box.y + inset}" width="{box.width - 2 * inset}" '
        f'height="{box.height - 2 * inset}"/>'
        for inset, style in ((0, ""), (3, ' class="inner"'))
    )
    first = box.y + (box.height - LINE * len(lines)) / 2 + 16
    texts = (
        f'<text x="{box.x + box.width // 2}" y="{first + LINE * turn:g}" font-size="{letters:.1f}">'
        f"{escape_text(line)}</text>"
        for turn, line in enumerate(lines)
    )
    return f'<g class="cartouche">{"".join((*frames, *texts))}</g>'
