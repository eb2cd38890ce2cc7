"""Draws SVG charts for a report, without colours: the sources of a score, and its course."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sandtable_pictures import escape_text

WIDTH, HEIGHT, LEFT, TOP, FOOT = 720, 200, 46, 16, 26
"""The width of a score chart, the height of its lines, and its margins."""

STEPS = (1, 2, 2.5, 5)
"""The distance between the ticks of an axis is one of these, times a power of ten."""

TICK_DISTANCE = 130
"""The smallest distance between the titles of turns, in units of the drawing."""


def waterfall(changes: Sequence[float]) -> list[str]:
    """Draw a bar for each change of a score, from the end of the bar before, then the total."""
    ends, total = [0.0], 0.0
    for by in changes:
        total += by
        ends.append(total)
    low, high = min(ends), max(ends)
    scale = 200 / ((high - low) or 1)
    spans = [*pairwise(ends), (0.0, total)]
    drawn = []
    for place, (start, end) in enumerate(spans):
        kind = "total" if place == len(changes) else "gain" if end >= start else "loss"
        x, width = (min(start, end) - low) * scale, abs(end - start) * scale
        zero = f'<path class="zero" d="M{-low * scale:.1f} 0v24"/>'
        bar = f'<rect class="{kind}" x="{x:.1f}" y="4" width="{max(width, 0.8):.1f}" height="16"/>'
        size = 'viewBox="0 0 200 24" preserveAspectRatio="none"'
        drawn.append(f'<svg class="fall" {size} aria-hidden="true">{zero}{bar}</svg>')
    return drawn


def course(
    lines: Sequence[tuple[str, Sequence[float]]], turns: Sequence[str], dots: Sequence[int]
) -> str:
    """Draw scores as stepped lines over the steps of a game.

    `lines` pairs a name with the score at each step, `turns` names each step's turn, and `dots` are the
    steps with a numbered mark. Lines are labelled at their ends.
    """
    values = [value for _, line in lines for value in line]
    ticks = axis(min(0.0, *values), max(0.0, *values))
    low, high = ticks[0], ticks[-1]
    right = WIDTH - (110 if len(lines) > 1 else 34)
    step = (right - LEFT) / max(len(turns) - 1, 1)
    unit = HEIGHT / ((high - low) or 1)
    parts = []
    for tick in ticks:
        y = TOP + (high - tick) * unit
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{right}"/>')
        parts.append(
            f'<text class="tick" text-anchor="end" x="{LEFT - 7}" y="{y + 4:.1f}">{tick:g}</text>'
        )
    last = -float(TICK_DISTANCE)
    for place, turn in enumerate(turns):
        x = LEFT + place * step
        if (
            (place == 0 or turn != turns[place - 1])
            and x - last >= TICK_DISTANCE
            and x < right - TICK_DISTANCE / 2
        ):
            last, text = x, escape_text(turn)
            parts.append(f'<path class="grid" d="M{x:.1f} {TOP}v{HEIGHT + 5}"/>')
            parts.append(f'<text class="tick" x="{x:.1f}" y="{TOP + HEIGHT + 20}">{text}</text>')
    for number, (name, line) in enumerate(lines):
        ways = [
            f"{LEFT + place * step:.1f} {TOP + (high - value) * unit:.1f}"
            for place, value in enumerate(line)
        ]
        path = "".join(_steps(ways))
        parts.append(f'<path class="line line-{number}" d="{path}"/>')
        y = TOP + (high - line[-1]) * unit
        text = escape_text(f"{name} {line[-1]:g}" if len(lines) > 1 else f"{line[-1]:g}")
        parts.append(f'<text class="end end-{number}" x="{right + 6}" y="{y + 4:.1f}">{text}</text>')
    for number, place in enumerate(dots, 1):
        best = max(line[place] for _, line in lines)
        x, y = LEFT + place * step, TOP + (high - best) * unit
        parts.append(
            f'<g class="dot" transform="translate({x:.1f} {y:.1f})"><circle r="9"/>'
            f'<text y="4" text-anchor="middle">{number}</text></g>'
        )
    names = escape_text(", ".join(name for name, _ in lines))
    size = f'viewBox="0 0 {WIDTH} {TOP + HEIGHT + FOOT}" role="img"'
    return f'<svg class="course" {size} aria-label="{names}, step by step">{"".join(parts)}</svg>'


def _steps(ways: Sequence[str]) -> Iterator[str]:
    """Draw a path that stays level until its next point."""
    yield f"M{ways[0]}"
    for before, now in pairwise(ways):
        x, y = now.split()
        yield f"H{x}" + (f"V{y}" if y != before.split()[1] else "")


def axis(low: float, high: float) -> list[float]:
    """Return at most seven round numbers that include the range from `low` to `high`."""
    sizes = (size * 10.0**power for power in range(-2, 7) for size in STEPS)
    step = next(size for size in sizes if size * 5 >= high - low)
    first, last = int(low // step), int(-(-high // step))
    return [step * place for place in range(first, max(last, first + 1) + 1)]
