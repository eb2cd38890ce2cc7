"""Draws SVG charts: shares with their intervals, and how often each value occurred.

The page's style sheet colours their parts by class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil, lcm

from sandtable_batch import Estimate
from sandtable_pictures import escape_text, text_length

BAR_WIDTH = 200
"""The width of a bar for a share of 1, in SVG units."""

ROW, LETTER, LINE = 30, 14, 18
"""In a heat map: a row's height, a letter's width, and a label line's height."""

LEAST_CELL = 62
"""The smallest width of a heat map's cell."""

MOST_BARS = 30
"""The most columns of a histogram; with more values, several share a column."""

LEFT, TOP, RIGHT, HIGH, FOOT = 38, 20, 298, 130, 24
"""A histogram's left, upper, right and lower edge, and the height of the numbers below it."""


def bar(share: Estimate, mark: float | None = None) -> str:
    """Return a bar for a share, from 0 to 1, with a whisker for its interval and a line at `mark`.

    It stretches to its cell, so that one axis from 0 to 100 % fits a column of bars.
    """
    low, value, high = (BAR_WIDTH * end for end in (share.low, share.value, share.high))
    quarters = "".join(f"M{BAR_WIDTH * quarter / 4:g} 0v24" for quarter in range(5))
    ends = f"M{low:.1f} 7v10M{high:.1f} 7v10"
    parts = [
        f'<path class="grid" d="{quarters}"/>',
        f'<rect class="bar" x="0" y="4" width="{value:.1f}" height="16"/>',
        f'<path class="whisker" d="M{low:.1f} 12H{high:.1f}{ends}"/>',
    ]
    if mark is not None:
        parts.append(f'<path class="mark" d="M{BAR_WIDTH * mark:.1f} 0V24"/>')
    size = f'viewBox="0 0 {BAR_WIDTH} 24" preserveAspectRatio="none"'
    return f'<svg class="share" {size} aria-hidden="true">{"".join(parts)}</svg>'


def _text(kind: str, text: str, anchor: str, x: float, y: float) -> str:
    position = f'x="{x:.1f}" y="{y:.1f}"'
    return f'<text class="{kind}" text-anchor="{anchor}" {position}>{escape_text(text)}</text>'


def heat_map(
    keys: tuple[str, str],
    columns: Sequence[str],
    rows: Mapping[str, Sequence[float]],
    best: tuple[int, int],
) -> str:
    """Return a grid of shares, 0 to 1, darker for larger ones; a frame marks the cell at `best`.

    `keys` are the titles of the rows and the columns. Cells show their figures, so that nothing
    depends on colour alone.
    """
    down, across = keys
    left = max(map(text_length, (*rows, down))) * LETTER + 10
    cell_width = max(
        LEAST_CELL,
        *(text_length(column) * LETTER + 12 for column in columns),
        text_length(across) * LETTER / len(columns),
    )
    middle = left + cell_width * len(columns) / 2
    parts = [_text("tick", across, "middle", middle, LETTER - 2)]
    parts.append(_text("tick", down, "end", left - 8, LETTER + LINE))
    parts += [
        _text("label", column, "middle", left + cell_width * (place + 0.5), LETTER + LINE)
        for place, column in enumerate(columns)
    ]
    frames, framed = [], ""
    for turn, (label, shares) in enumerate(rows.items()):
        y = ROW * (turn + 0.8) + LINE
        parts.append(_text("label", label, "end", left - 8, y + ROW / 2 + 5))
        for place, share in enumerate(shares):
            x = left + cell_width * place
            box = f'x="{x:.1f}" y="{y:.1f}" width="{cell_width:.1f}" height="{ROW}"'
            parts.append(f'<rect class="heat" {box} fill-opacity="{0.06 + 0.42 * share:.2f}"/>')
            parts.append(
                _text("inside", f"{100 * share:.0f} %", "middle", x + cell_width / 2, y + ROW / 2 + 5)
            )
            frames.append(f'<rect class="cell" {box}/>')
            if (turn, place) == best:
                framed = f'<rect class="cell best" {box}/>'
    width, height = left + cell_width * len(columns) + 2, ROW * (len(rows) + 0.8) + LINE + 2
    return _picture(width, height, "shares by the values of two keys", [*parts, *frames, framed])


def histogram(values: Sequence[int | float], mean: float) -> str:
    """Return a histogram of one or more values, with a line at the mean.

    The values are whole numbers, or have few decimals.
    """
    parts_of_one = lcm(*(value.as_integer_ratio()[1] for value in values))
    whole_numbers = [round(value * parts_of_one) for value in values]
    low = min(whole_numbers)
    step = ceil((max(whole_numbers) - low + 1) / MOST_BARS)
    by_column = Counter((whole - low) // step for whole in whole_numbers)
    counts = [by_column[column] for column in range(max(by_column) + 1)]
    bar_width = (RIGHT - LEFT) / len(counts)
    axis = _axis(max(counts))
    unit = (HIGH - TOP) / axis[-1]
    parts = [_text("value", "games", "start", 0, 10)]
    for count in axis:
        y = HIGH - unit * count
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{RIGHT}"/>')
        parts.append(_text("value", f"{count:,}", "end", LEFT - 5, y + 5))
    for place, count in enumerate(counts):
        if count:
            first = low + place * step
            ends = dict.fromkeys((first, first + step - 1))
            span = " to ".join(f"{end / parts_of_one:g}" for end in ends)
            height = max(1.0, unit * count)
            gap = min(2.0, bar_width * 0.12)
            parts.append(
                f'<rect class="bar" x="{LEFT + place * bar_width + gap / 2:.2f}" y="{HIGH - height:.2f}"'
                f' width="{bar_width - gap:.2f}" height="{height:.2f}"><title>'
                f"{span}: {count}</title></rect>"
            )
    for place in sorted({0, len(counts) // 2, len(counts) - 1}):
        x = LEFT + (place + 0.5) * bar_width
        anchor = "start" if x < LEFT + 20 else "end" if x > RIGHT - 20 else "middle"
        x = {"start": LEFT, "end": RIGHT, "middle": x}[anchor]
        words = f"{(low + place * step) / parts_of_one:g}"
        parts.append(_text("value", words, anchor, x, HIGH + 18))
    x = LEFT + ((mean * parts_of_one - low) / step + 0.5 / step) * bar_width
    parts.append(f'<path class="mark" d="M{x:.1f} {TOP}V{HIGH}"/>')
    return _picture(RIGHT + 2, HIGH + FOOT, "how many games had each value", parts)


def _axis(most: int) -> list[int]:
    """Return at most five round numbers from 0 to `most` or a little more."""
    sizes = (size * 10**digits for digits in range(len(str(most)) + 1) for size in (1, 2, 5))
    step = next(size for size in sizes if size * 4 >= most)
    return [*range(0, most + step, step)]


def _picture(width: float, height: float, name: str, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{1.2 * width:g}"'
    return f'<svg class="chart" {size} role="img" aria-label="{name}">{"".join(parts)}</svg>'
