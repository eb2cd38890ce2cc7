"""The map of a watched save, with what each line changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sandtable import chart, styled
from sandtable_pictures import Frame, window
from sandtable_tools.views.watch.rows import Row


class FrameMap:
    """The map of a frame; `unicode` and `painted` say what the terminal can show."""

    def __init__(self, frames: Sequence[Frame]) -> None:
        self.frames = frames
        self.unicode = self.painted = False
        self._place = 0
        self._size = (0, 0)
        self._maps: dict[int, chart.MapLines] = {}
        """The maps drawn so far in this size."""

    def fill(self, place: int, width: int, height: int) -> None:
        """Take a frame, and the size to draw it in."""
        if (width, height) != self._size:
            self._size, self._maps = (width, height), {}
        self._place = place

    def crop(self) -> list[Row]:
        """Return the rows; badges that were not there a line before are marked as new."""
        now, new = self.lines, defaultdict[int, list[int]](list)
        if self._place:
            before = self._draw(self._place - 1)
            for x, y in window.diff(before[: before.rows], now[: now.rows]):
                new[y].append(x)
        width, height = self._size
        rows = (styled.with_roles_of(line, line.ljust(width)) for line in now[:height])
        return [Row("", line, tuple(new[y])) for y, line in enumerate(rows)]

    @property
    def lines(self) -> chart.MapLines:
        """The frame's map at the size last taken."""
        return self._draw(self._place)

    def _draw(self, place: int) -> chart.MapLines:
        if place not in self._maps:
            drawer, (width, height) = self.frames[place].drawer, self._size
            with chart.with_look(chart.Look(self.unicode, self.painted, height)):
                lines = drawer.map(width) if drawer else chart.MapLines([])
            self._maps[place] = chart.MapLines(lines[: lines.rows], lines.rows, lines.places)
        return self._maps[place]
