"""The panes of a screen, and the cells in which two pictures of a map differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from sandtable_pictures import styled
from sandtable_pictures.sheet.scale import Cell

TWO_PANES = 90
"""The fewest columns at which a screen shows texts next to the map instead of below it."""


def diff(before: Sequence[str], now: Sequence[str]) -> list[Cell]:
    """Return the cells of badges that are new or changed in a picture."""
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
    """Return the widths of a map or board and of the text next to it; three columns are between them.

    `texts` is the preferred width of the text, by default 2/5 of all, but it gets 36 to 64. On a
    screen with fewer columns than TWO_PANES, both get the whole width.
    """
    if width < TWO_PANES:
        return width, width
    beside = max(min(width * 2 // 5 if texts is None else texts, 64), 36)
    return width - beside - 3, beside
