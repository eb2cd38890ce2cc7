"""Pictures of figures as SVG: shares with their intervals, and how often each value occurred.

They have no colours of their own; the page's style gives colours to their classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil, lcm
from textwrap import wrap

from sandtable_batch import Estimate
from sandtable_pictures import escape_text, text_length

WIDE = 440
"""The width of a picture of shares, in units; letters are 14 units high."""

ROW, LETTER, LINE = 30, 14, 18
"""The height of a bar's row, the width of a letter, and the height of a label's line."""

CELL = 62
"""A cell of a map of shares is at least this wide."""

MOST_BARS = 30
"""A histogram has at most this many columns; beyond that, several values share a column."""

NARROW, HIGH, FOOT = 300, 110, 24
"""A histogram's width, the height of its columns, and the height of the numbers below."""

SHORT, MOST_LETTERS = 20, 58
"""The most letters of a label next to its bar, and of a line of a label above it."""


def bars(rows: Sequence[tuple[str, Estimate]], mark: float | None = None) -> str:
    """A bar for every share, from 0 to 1, with a whisker for its interval, and a line at `mark`.

    Labels are to the left, long ones above; figures are to the right.
    """
    labels = [wrap(label, MOST_LETTERS) or [""] for label, _ in rows]
    most_lines = max(map(len, labels))
    above = most_lines > 1 or any(len(line) > SHORT for label in labels for line in label)
    left = 2.0 if above else max(text_length(line) for label in labels for line in label) * LETTER + 10
    right, row = WIDE - 58, ROW + (LINE * most_lines if above else 0)
    scale, high = right - left, row * len(rows)
    parts, names = [_grid(left, scale, high)], []
    for number, (label, (_, estimate)) in enumerate(zip(labels, rows, strict=True)):
        middle = row * (number + 1) - ROW / 2
        for line_number, words in enumerate(reversed(label)):
            y = middle - 16 - LINE * line_number
            position = ("start", left, y) if above else ("end", left - 8, middle + 5)
            names.append(_text("label", words, *position))
        parts += _bar(estimate, left, scale, middle)
    if mark is not None:
        parts.append(f'<path class="mark" d="M{left + mark * scale:.1f} 0V{high}"/>')
    return _picture(WIDE, high + 20, "shares with their intervals", [*parts, *names])


def _grid(left: float, scale: float, high: float) -> str:
    """Lines at every quarter, with their percentages."""
    places = [left + scale * quarter / 4 for quarter in range(5)]
    lines = "".join(f"M{x:.1f} 0v{high}" for x in places)
    words = (
        _text(
            "tick", f"{25 * quarter} %", "start" if x < 14 else "middle", x if x >= 14 else 0, high + 14
        )
        for quarter, x in enumerate(places)
    )
    return f'<path class="grid" d="{lines}"/>{"".join(words)}'


def _bar(share: Estimate, left: float, scale: float, y: float) -> Iterator[str]:
    low, value, high = (left + scale * end for end in (share.low, share.value, share.high))
    yield f'<rect class="bar" x="{left:.1f}" y="{y - 9:.1f}" width="{value - left:.1f}" height="18"/>'
    ends = f"M{low:.1f} {y - 5:.1f}v10M{high:.1f} {y - 5:.1f}v10"
    yield f'<path class="whisker" d="M{low:.1f} {y:.1f}H{high:.1f}{ends}"/>'
    yield _text("figure", share.percent, "end", WIDE - 2, y + 5)


def _text(kind: str, text: str, anchor: str, x: float, y: float) -> str:
    position = f'x="{x:.1f}" y="{y:.1f}"'
    return f'<text class="{kind}" text-anchor="{anchor}" {position}>{escape_text(text)}</text>'


def heat_map(
    keys: tuple[str, str],
    columns: Sequence[str],
    rows: Mapping[str, Sequence[float]],
    best: tuple[int, int],
) -> str:
    """Shares, 0 to 1, in a grid, the larger the darker; the cell at row and column `best` has a frame.

    `keys` are the titles of the rows and of the columns. Cells contain their figures, so that nothing
    depends only on colour.
    """
    down, across = keys
    left = max(map(text_length, (*rows, down))) * LETTER + 10
    cell_width = max(
        CELL,
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
    """The number of times that each of one or more values occurred, with a line at the mean.

    The values are whole numbers, or have few decimals.
    """
    parts_of_one = lcm(*(value.as_integer_ratio()[1] for value in values))
    wholes = [round(value * parts_of_one) for value in values]
    low = min(wholes)
    step = ceil((max(wholes) - low + 1) / MOST_BARS)
    by_column = Counter((whole - low) // step for whole in wholes)
    counts = [by_column[column] for column in range(max(by_column) + 1)]
    bar_width = NARROW / len(counts)
    tallest = max(counts)
    parts = [f'<path class="grid" d="M0 {HIGH}H{NARROW}"/>']
    for place, count in enumerate(counts):
        if count:
            first = low + place * step
            ends = dict.fromkeys((first, first + step - 1))
            span = " to ".join(f"{end / parts_of_one:g}" for end in ends)
            height = max(1.0, HIGH * 0.94 * count / tallest)
            gap = min(2.0, bar_width * 0.12)
            parts.append(
                f'<rect class="bar" x="{place * bar_width + gap / 2:.2f}" y="{HIGH - height:.2f}"'
                f' width="{bar_width - gap:.2f}" height="{height:.2f}"><title>'
                f"{span}: {count}</title></rect>"
            )
    parts += _ticks(low, step, len(counts), parts_of_one)
    x = ((mean * parts_of_one - low) / step + 0.5 / step) * bar_width
    parts.append(f'<path class="mark" d="M{x:.1f} 0V{HIGH}"/>')
    return _picture(NARROW, HIGH + FOOT, "how often each value occurred", parts)


def _ticks(low: int, step: int, columns: int, parts_of_one: int) -> Iterator[str]:
    """Numbers below the first, the middle and the last column."""
    bar_width = NARROW / columns
    places = sorted({0, columns // 2, columns - 1} if columns > 2 else set(range(columns)))
    for place in places:
        x = (place + 0.5) * bar_width
        anchor = "start" if x < 20 else "end" if x > NARROW - 20 else "middle"
        x = {"start": 0, "end": NARROW, "middle": x}[anchor]
        yield _text("value", f"{(low + place * step) / parts_of_one:g}", anchor, x, HIGH + 18)


def _picture(width: float, height: float, name: str, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{1.2 * width:g}"'
    return f'<svg class="chart" {size} role="img" aria-label="{name}">{"".join(parts)}</svg>'
