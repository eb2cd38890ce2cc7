"""The drawing of counters: a name, a symbol and a figure, arranged by the size of the counter."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable import Counter, Symbol
from sandtable_pictures.svg.lying import Seen
from sandtable_pictures.svg.plan import escape_text, text_length
from sandtable_pictures.svg.symbols import symbol

LETTERS = (14.5, 12.2, 9)
"""The size of the letters on a counter of 30 units with one, two or three lines."""

CARD, SLIP = 50, 27
"""A counter of at least CARD units in height is a card; a wide one below SLIP is a slip."""

CARD_LETTERS, SLIP_LETTERS, NAME_LETTERS = 10.4, 7.8, 9.6
"""The size of the letters of a name, the same on all cards, on slips, and on counters with a symbol."""


SHORT = 5
"""A name of at most this many letters is shown even on a counter that is mostly covered."""


def draw(counter: Counter, size: tuple[int, int], seen: Seen = "") -> str:
    """A counter around the point 0, 0. If others cover it, its visible part shows its name or figure."""
    text = tuple(line for line in counter.text if line.strip())
    look = (text, counter.symbol, counter.figure, counter.about, counter.tone, counter.faint)
    return _draw(*look, size, seen)


@lru_cache(maxsize=16_384)
def _draw(
    text: tuple[str, ...],
    sign: Symbol,
    figure: str,
    about: str,
    tone: str,
    faint: bool,
    size: tuple[int, int],
    seen: Seen,
) -> str:
    """A counter from its visible parts, drawn once for all steps of a game."""
    width, height = size
    box = f'x="{-width // 2}" y="{-height // 2}" width="{width}" height="{height}" rx="5"'
    title = f"<title>{escape_text(about)}</title>" if about else ""
    if seen == "top" and (sign or figure or len(text) == 1):
        face = _edge(text, sign, figure, size)
    elif not sign and not figure:
        face = _lines(text, size)
    elif height >= CARD:
        face = _card(text, sign, figure, size)
    elif height < SLIP and width > 2 * height:
        face = _slip(text, figure, size)
    elif seen == "left":
        face = _spine(text, sign, figure, size)
    else:
        face = _piece(text, sign, figure, size)
    return f'<g class="counter {tone}{" faint" * faint}">{title}<rect {box}/>{face}</g>'


def _card(text: Sequence[str], sign: Symbol, figure: str, size: tuple[int, int]) -> str:
    """The name at the top, in lines of one size; below it the symbol, and the figure in large type."""
    width, height = size
    lines = [
        _text(line, 0, -height / 2 + 12 + 10.8 * turn, CARD_LETTERS, width - 4)
        for turn, line in enumerate(text)
    ]
    middle = height / 2 - 15
    drawn = symbol(sign, -width / 4 if figure else 0, middle, 1.3)
    number = _text(figure, width / 4 if sign else 0, middle + 9, 27, width / 2 - 4) if figure else ""
    return "".join([*lines, drawn, number])


def _slip(text: Sequence[str], figure: str, size: tuple[int, int]) -> str:
    """The figure at the left, where it shows even under other slips; then the name in two lines."""
    width, _ = size
    figure_width = 15 if figure else 0
    first_y = 2.7 - 4.1 * (len(text[:2]) - 1)
    lines = [
        _text(line, figure_width / 2, first_y + 8.2 * turn, SLIP_LETTERS, width - figure_width - 3)
        for turn, line in enumerate(text[:2])
    ]
    number = _text(figure, (figure_width - width) / 2 + 1, 5, 14, figure_width) if figure else ""
    return "".join([*lines, number])


def _piece(text: Sequence[str], sign: Symbol, figure: str, size: tuple[int, int]) -> str:
    """The name above, the symbol and the figure side by side below."""
    width, height = size
    scale = height / 30
    name = _text(" ".join(text), 0, -4.2 * scale, NAME_LETTERS * scale, width - 4)
    room = width - 26 * 0.8 * scale - 5 if sign else width - 4
    drawn = symbol(sign, (-width / 2 + 12 * scale) if figure else 0, 7 * scale, 0.8 * scale)
    x = width / 2 - room / 2 - 2 if sign else 0
    number = _text(figure, x, 11.5 * scale, 13 * scale, room) if figure else ""
    return f"{name}{drawn}{number}"


def _spine(text: Sequence[str], sign: Symbol, figure: str, size: tuple[int, int]) -> str:
    """The figure at the left edge, and below it a short name, or else the symbol."""
    width, height = size
    name, scale = " ".join(text), height / 30
    if len(name) <= SHORT:
        head = _text(name, -width / 2 + 14, -4.2 * scale, NAME_LETTERS * scale, 24)
        return head + (_text(figure, -width / 2 + 14, 11.5 * scale, 12 * scale, 22) if figure else "")
    x = -width / 2 + 10
    drawn = symbol(sign, x, 6 * scale if figure else 0, 0.5 * scale)
    return drawn + (_text(figure, x, -1.5 * scale, 10 * scale, 17) if figure else "")


def _edge(text: Sequence[str], sign: Symbol, figure: str, size: tuple[int, int]) -> str:
    """The name and the figure side by side at the upper edge; the symbol below, under other counters."""
    width, height = size
    scale, right = height / 30, _share(" ".join(text), figure, width)
    y = -height / 2 + 10 * scale
    name = _text(" ".join(text), -right / 2, y, NAME_LETTERS * scale, width - right - 4)
    number = _text(figure, width / 2 - right / 2 - 1, y, 11 * scale, right) if figure else ""
    return f"{name}{symbol(sign, 0, 7 * scale, 0.8 * scale)}{number}"


def _share(name: str, figure: str, width: int) -> float:
    """The width of a figure next to a name: short ones have enough, long ones their part."""
    if not figure:
        return 0
    figure_length = text_length(figure)
    return min(0.45 * width, max(13, width * figure_length / (figure_length + text_length(name))))


def _lines(text: Sequence[str], size: tuple[int, int]) -> str:
    """Lines one below the other, as large as the longest of them allows."""
    lines = text[: len(LETTERS)]
    if not lines:
        return ""
    largest = LETTERS[len(lines) - 1] * size[1] / 30
    top = -largest * (len(lines) - 1) / 2
    longest = max(map(text_length, lines[:-1] or lines))
    drawn = []
    for turn, line in enumerate(lines):
        length = text_length(line) if turn == len(lines) - 1 else longest
        letters = min(largest, (size[0] - 4) / length)
        drawn.append(_text(line, 0, top + largest * turn + letters * 0.36, letters, size[0]))
    return "".join(drawn)


def _text(line: str, x: float, y: float, letters: float, room: float) -> str:
    """A text with its middle at `x`, no wider than its room."""
    fitting = round(min(letters, room / max(text_length(line), 0.1)), 1)
    across = f' x="{x:.1f}"' if x else ""
    return f'<text{across} y="{y:.1f}" font-size="{fitting:g}">{escape_text(line)}</text>'
