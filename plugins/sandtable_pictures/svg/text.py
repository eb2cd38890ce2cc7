"""Text in a drawing: escaped, measured, and broken into lines."""

from __future__ import annotations

import unicodedata
from html import escape

from sandtable.text.shown import visible_lines

_NARROW, _WIDE = frozenset("fijlrt.,:;'|!()[]- /"), frozenset("mwMW@%")


def escaped(text: str) -> str:
    """Any text as SVG may have it, in one line, with control characters made visible."""
    return escape(" ".join(visible_lines(text).split()))


def text_length(text: str) -> float:
    """The width of a text in multiples of its font size: an estimate, on the large side."""
    return sum(map(_letter, text))


def _letter(letter: str) -> float:
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE:
        return 0.92
    if not letter.isascii():
        return 1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.75
    return 0.72 if letter.isupper() else 0.6


def broken(text: str, most: int = 10) -> tuple[str, ...]:
    """A name of more than `most` letters in two lines, as even as its spaces allow."""
    words = text.split()
    if len(text) <= most or len(words) < 2:
        return (" ".join(words),)
    ways = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(ways, key=lambda way: max(map(text_length, way)))
