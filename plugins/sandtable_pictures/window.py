"""The panes of a screen, and the cells in which two pictures differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from sandtable_pictures import styled
from sandtable_pictures.sheet.scale import Cell

TWO_PANES = 90
"""A screen of at least this many columns has texts next to the map, a narrower one below it."""


def diff(before: Sequence[str], now: Sequence[str]) -> list[Cell]:
    """The cells of badges that are new in a picture, or differ from those before."""
    found: list[Cell] = []
    for y, (old, new) in enumerate(zip_longest(before, now, fillvalue="")):
        if old != new:
            badges = [span for span in styled.spans(new) if (span.role or "").endswith("-badge")]
            known = {(span.start, old[span.start : span.end]) for span in styled.spans(old)}
            found += [
                (x, y)
                for span in badges
                if (span.start, new[span.start : span.end]) not in known
                for x in range(span.start, span.end)
            ]
    return found


def panes(width: int, texts: int | None = None) -> tuple[int, int]:
    """The columns of a map or board, and of the texts next to it; three columns separate them.

    `texts` says how many columns the texts should have, two fifths by default; they get 36 to 64. On a
    screen with fewer columns than TWO_PANES, both have its whole width.
    """
    if width < TWO_PANES:
        return width, width
    beside = max(min(width * 2 // 5 if texts is None else texts, 64), 36)
    return width - beside - 3, beside
