"""The list of events, with new ones last and marked."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from functools import lru_cache

from sandtable import number_of, styled
from sandtable_pictures import palette
from sandtable_tools.screen.rows import Row, columns_of, fill, row, wrap_rows

MOST_KEPT = 200
"""The number of lines to keep; `log` and `history` show all."""

_DICE = re.compile(r"(?:(?<=rolls )|(?<=roll )|(?<=: ))(\d+(?:[ +]\d+)*)(?=[,.;]| \(| with | [-+=]|$)")
"""The dice rolled in the text of an event."""

NEW, OLD = "> ", "  "
"""The marks before new and old lines."""


class Events:
    """The lines of events for one seat."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=MOST_KEPT)
        self._new = 0
        self.more = ""
        """Where new lines are hidden or cut, and the key that shows them."""

    @property
    def all_new(self) -> bool:
        """Whether every line is new, as at the beginning of a game."""
        return self._new == len(self._lines)

    def add(self, lines: Sequence[str]) -> None:
        """Add lines, which count as new until `begin`."""
        written = [line for line in lines if line.strip()]
        self._lines.extend(written)
        self._new = min(self._new + len(written), len(self._lines))

    def replace(self, lines: Sequence[str]) -> None:
        """Replace all lines, after an undo; none is new."""
        self._lines.clear()
        self._lines.extend(line for line in lines if line.strip())
        self._new = 0

    def begin(self) -> None:
        """Mark all lines as seen."""
        self._new = 0

    def crop(self, width: int, height: int) -> list[Row]:
        """Return as many of the last lines as fit, or of the first if all are new.

        Good and bad news have a sign.
        """
        self.more = ""
        if self.all_new and self.new_rows(width) > height:
            self.more = "more below: F9"
            drawn = (self._rows(place, width) for place in range(len(self._lines)))
            return fill([line for lines in reversed([*drawn]) for line in lines], width, height)
        rows: list[Row] = []
        shown = 0
        for place in range(len(self._lines)):
            line = self._rows(place, width)
            if rows and place >= self._new and len(line) + len(rows) > height:
                break  # an old line is shown whole or not at all
            rows = line + rows
            shown = place + (len(rows) <= height)
            if len(rows) >= height:
                break
        if (unseen := self._new - shown) > 0:
            self.more = f"{number_of(unseen, 'new line')} above: F9"
        return fill(rows[max(len(rows) - height, 0) :], width, height)

    def line(self, width: int) -> Row:
        """Return a line across the screen: the newest with a badge, or else with a role, or the last.

        It also counts the other new lines. If all events are new, it shows the first.
        """
        more = self._new - 1
        hint = f" {f'+{more}: ' if more > 0 else ''}F9 "
        news = [k for k in range(self._new) if styled.spans(self._lines[-1 - k])]
        moments = (k for k in news if str(styled.spans(self._lines[-1 - k])[0].role).endswith("-badge"))
        place = next(moments, news[0] if news else self._new - 1 if self.all_new else 0)
        room = width - len(hint) - 5
        rows = self._rows(place, room) if self._lines else [[]]
        if news and len(rows) > 1 and (end := (line := self._lines[-1 - place]).rfind(". ", 0, -1)) > 0:
            last = styled.cut(line, end + 2, len(line))  # the result comes last
            rows = _in_rows(str(last), styled.spans(last), room, new=place < self._new)
        cells = [*rows[0], *row("..." * (len(rows) > 1), "role.quiet"), ("", " ")]
        rule = "─" * (width - columns_of(cells) - len(hint))
        return [*cells, ("class:frame", rule), *row(hint, "role.quiet")]

    def new_rows(self, width: int) -> int:
        """Return how many rows all new lines together take."""
        return sum(len(self._rows(place, width)) for place in range(self._new))

    def _rows(self, place: int, width: int) -> list[Row]:
        """Return a line as rows, with its marks; `place` counts from the last line."""
        line = self._lines[-1 - place]
        return _in_rows(str(line), styled.spans(line), width, new=place < self._new)


@lru_cache(maxsize=4 * MOST_KEPT)
def _in_rows(text: str, spans: tuple[styled.Span, ...], width: int, *, new: bool) -> list[Row]:
    """Return a line as rows, cached because a screen redraws the same lines often."""
    line = styled.Styled(text, spans)
    kind, mark = ("", NEW) if new else ("role.quiet", OLD)
    signed = _with_sign(line)
    parts = wrap_rows([signed if new else str(signed)], max(width - len(mark), 8), kind)
    return [[*row(OLD if n else mark, kind), *part] for n, part in enumerate(parts)]


def _with_sign(line: str) -> str:
    """Put the sign of its role before a line, or mark its dice."""
    span = next(iter(styled.spans(line)), None)
    for role, colour in palette.PALETTE.items():
        if span and span.role == role:
            return styled.line_of((f"{colour.shape} ", role), line)
    parts: list[styled.Part] = [*_DICE.split(line)]
    parts[1::2] = [(str(dice), "town") for dice in parts[1::2]]
    return line if span else styled.line_of(*parts)
