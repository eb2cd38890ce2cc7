"""Draws curves as an SVG picture, such as a learner's progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, log10
from pathlib import Path

from sandtable import SandtableError
from sandtable.tooling import write_whole
from sandtable_pictures import escape_text, palette

WIDTH, HEIGHT, LEFT_MARGIN, FOOT_MARGIN, TOP_MARGIN = 560, 260, 64, 40, 30
"""The size of the plot, and its margins on the left, below and above."""

ROLES: Sequence[palette.Role] = ("own", "enemy", "target", "good")
"""The palette roles that colour the curves, in order."""


def plot(
    file: str | Path,
    curves: Mapping[str, Mapping[float, float]],
    across: str,
    title: str,
    *,
    log: bool = False,
) -> None:
    """Write an SVG file of named curves, each with one value for every point in `across`.

    With `log`, the scale is logarithmic, and values must be above 0. Raises SandtableError if there is
    nothing to plot, and OSError if the file cannot be written.
    """
    places = [place for curve in curves.values() for place in curve]
    values = [log10(value) if log else value for curve in curves.values() for value in curve.values()]
    if len(set(places)) < 2 or len(curves) > len(ROLES):
        raise SandtableError(f"a plot has 1 to {len(ROLES)} curves, each with several points")
    low, high = (floor(min(values)), max(values)) if log else (min(0.0, *values), max(values))
    start, end = min(0.0, *places), max(places)

    def x(place: float) -> float:
        return LEFT_MARGIN + WIDTH * (place - start) / (end - start)

    def y(value: float) -> float:
        return TOP_MARGIN + HEIGHT * (high - value) / ((high - low) or 1)

    whole = range(floor(low), floor(high) + 1)
    ticks = whole if log else [low + (high - low) * part / 4 for part in range(5)]
    parts = [_text(LEFT_MARGIN, TOP_MARGIN - 12, title, "start")]
    for tick in ticks:
        parts.append(f'<path class="grid" d="M{LEFT_MARGIN} {y(tick):.1f}h{WIDTH}"/>')
        parts.append(_text(LEFT_MARGIN - 8, y(tick) + 5, f"{10**tick if log else tick:.3g}", "end"))
    for part in range(5):
        place = start + (end - start) * part / 4
        parts.append(_text(x(place), TOP_MARGIN + HEIGHT + 18, f"{place:.4g}", "middle"))
    parts.append(_text(LEFT_MARGIN + WIDTH / 2, TOP_MARGIN + HEIGHT + 34, across, "middle"))
    for number, (name, curve) in enumerate(curves.items()):
        points = [
            f"{x(place):.1f},{y(log10(value) if log else value):.1f}" for place, value in curve.items()
        ]
        parts.append(f'<polyline class="curve-{number}" points="{" ".join(points)}"/>')
        parts.append(
            _text(LEFT_MARGIN + WIDTH, TOP_MARGIN - 12 + 16 * number, name, "end", f"name-{number}")
        )
    size = f'viewBox="0 0 {LEFT_MARGIN + WIDTH + 24} {TOP_MARGIN + HEIGHT + FOOT_MARGIN}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape_text(title)}">'
    )
    svg = f"{head}<style>{_style()}</style>{''.join(parts)}</svg>\n"
    write_whole(Path(file), svg)


def _text(x: float, y: float, text: str, anchor: str, kind: str = "word") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape_text(text)}</text>'
    )


def _style() -> str:
    rules = ["text{font:14px sans-serif}polyline{fill:none;stroke-width:2}.grid{stroke:#8884}"]
    for theme in ("light", "dark"):
        quiet = getattr(palette.PALETTE["quiet"], theme)
        colours = [getattr(palette.PALETTE[role], theme) for role in ROLES]
        lines = [f".word{{fill:{quiet}}}"]
        lines += [f".curve-{n}{{stroke:{c}}}.name-{n}{{fill:{c}}}" for n, c in enumerate(colours)]
        text = "".join(lines)
        rules.append(text if theme == "light" else f"@media(prefers-color-scheme:dark){{{text}}}")
    return "".join(rules)
