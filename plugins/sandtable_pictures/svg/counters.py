"""Draws counters and cards: a name, a symbol and a figure, arranged to suit the size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from sandtable import Counter, Symbol
from sandtable_pictures.svg.plan import break_name, escape_text, text_length
from sandtable_pictures.svg.symbols import symbol

LETTERS = 13
"""The smallest letters: 10 pixels if a page shows a drawing at 0.775 of its size."""

TIGHT = 1.1
"""Letters may be this much larger than estimated, since the estimate is generous."""

CARD, UNIT, SLIP = 80, 60, 30
"""A counter at least CARD high is a card, one UNIT high is square, and one lower than SLIP is a slip."""


def draw(counter: Counter, size: tuple[int, int], edge: int = 0) -> str:
    """Draw a counter around the point 0, 0; if covered, only its left `edge` remains visible."""
    text = tuple(line for line in counter.text if line.strip())
    return _draw(replace(counter, key="", at="", name="", text=text), size, edge)


@lru_cache(maxsize=16_384)
def _draw(seen: Counter, size: tuple[int, int], edge: int) -> str:
    """Draw a counter from its visible parts, once for all steps of a game."""
    width, height = size
    text, sign, figure = seen.text, seen.symbol, seen.figure
    if edge:
        face = _spine(text, sign, figure, edge, width)
    elif height < SLIP:
        face = _slip(text, figure, size)
    elif not sign and not figure:
        face = _lines(text, size)
    elif UNIT <= height < CARD:
        face = _unit(seen, size)
    else:
        face = (_piece if height < CARD else _card)(text, sign, figure, size)
    hidden = [line for line in text if escape_text(line) not in face and line not in seen.about]
    said = "; ".join(filter(None, (" ".join(hidden), seen.about)))
    title = f"<title>{escape_text(said)}</title>" if said else ""
    kind = " card" * (height >= CARD) + " slip" * (height < SLIP) + " faint" * seen.faint
    return (
        f'<g class="counter {seen.tone}{kind}">{title}{_box(width, height)}<g class="ink">{face}</g></g>'
    )


def _box(width: int, height: int) -> str:
    """Draw cardboard: its shadow, its face, and the light on its upper edges."""
    x, y, turn = -width // 2, -height // 2, 5 if height >= CARD else 2
    return (
        f'<g class="box"><path class="shadow" d="M{x + 4} {y + height}H{x + width}V{y + 4}"/>'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{turn}"/>'
        f'<path class="light" d="M{x + 1.5:g} {y + height - 2}V{y + 1.5:g}H{x + width - 2}"/></g>'
    )


def _card(text: Sequence[str], sign: Symbol, figure: str, size: tuple[int, int]) -> str:
    """Draw a card: the name on a band at the top, a large symbol, and the figure in a corner."""
    width, height = size
    band = 8 + 13 * len(text)
    top = -height / 2
    lines = [_text(line, 0, top + 15 + 13 * turn, LETTERS, width - 3) for turn, line in enumerate(text)]
    middle = (top + band + height / 2) / 2
    drawn = symbol(sign, -width / 5 if figure else 0, middle, 1.45)
    number = _text(figure, width / 4, middle + 10, 29, width / 2 - 6) if figure else ""
    body = f'<rect class="body" x="{-width // 2 + 4}" y="{top + band:g}" width="{width - 8}" '
    body += f'height="{height - band - 4:g}" rx="3"/>'
    return f'{"".join(lines)}{body}<g class="print">{drawn}{number}</g>'


def _slip(text: Sequence[str], figure: str, size: tuple[int, int]) -> str:
    """Draw a slip: the figure at the left, then the name and the rest of the text on one line."""
    width, _ = size
    figure_width = 20 if figure else 0
    rest = "".join(f" {line}" for line in text[1:])
    room = width - figure_width - 14 - text_length(rest) * LETTERS
    name = _text("".join(text[:1]), figure_width / 2, 4.5, LETTERS, room, rest)
    number = _text(figure, (figure_width - width) / 2 + 2, 5.5, 16, figure_width) if figure else ""
    return f"{name}{number}"


def _piece(text: Sequence[str], sign: Symbol, figure: str, size: tuple[int, int]) -> str:
    """Draw a small counter: the name at the top if it fits, the symbol and the figure below."""
    width, height = size
    name, room = " ".join(text), width - 2
    lines = (name,) if _fits(name, room) else break_name(name, 0)
    shown = [line for line in lines if all(_fits(line, room) for line in lines)]
    shown = shown[: 1 if height < 50 else 2] if len(shown) * 12 <= height / 2 else []
    head = "".join(
        _text(line, 0, -height / 2 + 12 + 12 * turn, LETTERS, room) for turn, line in enumerate(shown)
    )
    low, scale = height / 2, height / 36
    if not figure:
        return head + symbol(sign, 0, 6 * len(shown), min(1.4, (height - 12 * len(shown) - 4) / 18))
    worth = figure if _fits(figure, room) else figure.split()[0]
    if shown and not _fits(worth, room - 20 * scale):
        return head + _text(worth, 0, low - 4.8 * scale, 16 * scale, room)
    if shown:
        head += symbol(sign, 11 * scale - low, low - 9 * scale, 0.72 * scale)
        return head + _text(worth, 10 * scale, low - 4.8 * scale, 16 * scale, room - 20 * scale)
    above = symbol(sign, 0, -low + height * 0.27, height / 39) if sign else ""
    return f"{above}{_text(worth, 0, low - 4.8 * scale if sign else 6, 17 * scale, room)}"


def _unit(seen: Counter, size: tuple[int, int]) -> str:
    """Draw a unit: echelon above the symbol, name at its left, reading upwards, figure below."""
    width, height = size
    above = _text(seen.echelon.upper(), 7, 12 - height / 2, LETTERS, width) if seen.echelon else ""
    drawn = symbol(seen.symbol, 7, -height * (0.1 if seen.echelon else 0.17), 1.5)
    name = _text(" ".join(seen.text), 0, 14 - width / 2, LETTERS, height)
    below = _text(seen.figure, 7, height / 2 - 5, 20, width - 18)
    return f'{above}{drawn}<g transform="rotate(-90)">{name}</g>{below}'


def _spine(text: Sequence[str], sign: Symbol, figure: str, edge: int, width: int) -> str:
    """Draw a covered counter's left edge: the name, or the symbol if it does not fit; the figure."""
    name, x = " ".join(text), (edge - width) / 2
    named = _fits(name, edge - 2) or not sign
    head = _text(name, x, -4, LETTERS, edge - 2) if named else symbol(sign, x, -9 if figure else 0, 0.8)
    return head + (_text(figure, x, 16, 16, edge - 4) if figure else "")


def _lines(text: Sequence[str], size: tuple[int, int]) -> str:
    """Draw lines of text below each other, as large as the longest allows."""
    width, height = size
    lines = [
        part for line in text[:3] for part in ([line] if _fits(line, width) else break_name(line, 0))
    ]
    if not lines:
        return ""
    lines = lines[: max(1, height // 13)]
    largest = min(16 if height < UNIT else 34, 0.9 * (height - 4) / len(lines))
    letters = max(LETTERS, min(largest, *((width - 4) / text_length(line) for line in lines)))
    top = -letters * (len(lines) - 1) / 2 + letters * 0.36
    return "".join(
        _text(line, 0, top + letters * turn, letters, width - 2) for turn, line in enumerate(lines)
    )


def _fits(line: str, room: float) -> bool:
    return text_length(line) * LETTERS <= room * TIGHT


def _text(line: str, x: float, y: float, letters: float, room: float, rest: str = "") -> str:
    """Draw a text centred at `x` within its room; it is cut before the `rest`, which always shows."""
    fitting = max(LETTERS, min(letters, room * TIGHT / max(text_length(line), 0.1)))
    while line[1:] and text_length(line) * fitting > room * TIGHT + 1:
        line = f"{line[:-2].rstrip()}…"
    across = f' x="{x:.1f}"' if x else ""
    return f'<text{across} y="{y:.1f}" font-size="{fitting:.3g}">{escape_text(line + rest)}</text>'
