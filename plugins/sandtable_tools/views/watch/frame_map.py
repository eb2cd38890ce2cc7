"""The map of a watched save: a window that follows the changes of each line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sandtable import chart
from sandtable_pictures import Frame, window
from sandtable_tools.views.watch.rows import Row, wrap_text


class FrameMap:
    """The part of the map that a frame shows, the same one however the watcher gets there.

    With `unicode`, links are drawn with box-drawing characters. `aside` and `down` say how far the
    watcher has scrolled from it.
    """

    def __init__(self, frames: Sequence[Frame]) -> None:
        self.frames = frames
        self.unicode = False
        self.aside = self.down = 0
        self.window = window.Window(0, 0, 0, 0)
        self.lines = chart.MapLines([])
        self._place = 0
        self._columns = window.CLEAR
        self._maps: list[chart.MapLines] = []
        """The maps of the frames, from the first on."""
        self._windows: list[window.Window] = []
        """The windows of the frames before any scrolling."""

    def fill(self, place: int, width: int, height: int) -> None:
        """Take the map of a frame, and a size."""
        if (width, height) != self.window[2:]:
            columns = window.best_width(width, height, lambda columns: self._draw(0, columns))
            self._maps = self._maps if columns == self._columns else []
            self._windows, self._columns = [], columns
        for k in range(len(self._windows), place + 1):
            if k == len(self._maps):
                self._maps.append(self._draw(k, self._columns))
            self._windows.append(self._move(k, width, height))
        self._place, self.lines = place, self._maps[place]
        self.window = self._windows[place]
        self.move(0)

    def move(self, rows: int, columns: int = 0) -> bool:
        """Scroll by rows and columns, as far as the map reaches; return whether anything moved."""
        if not self._windows:
            return False
        start = self._windows[self._place]
        left, top = start.left + self.aside + columns, start.top + self.down + rows
        before, self.window = self.window, start.move_to(left, top, self.lines)
        self.aside, self.down = self.window.left - start.left, self.window.top - start.top
        return self.window != before

    def crop(self) -> list[Row]:
        """The visible rows; everything that was not there a line before is marked as new."""
        left, top, width, _ = self.window
        new: dict[int, list[int]] = defaultdict(list)
        for *_, (x, y) in self._diff(self._place) if self._place else ():
            if 0 <= x - left < width:
                new[y - top].append(x - left)
        visible = (wrap_text(line, width)[0] for line in self.window.crop(self.lines))
        return [Row("", line, tuple(sorted(new[y]))) for y, line in enumerate(visible)]

    def _draw(self, k: int, columns: int) -> chart.MapLines:
        drawer = self.frames[k].drawer
        with chart.in_unicode(wanted=self.unicode):
            return drawer.map(columns) if drawer else chart.MapLines([])

    def _move(self, k: int, width: int, height: int) -> window.Window:
        """The window of the frame before, moved to what changed, else to the spaces that are named."""
        lines = self._maps[k]
        if not k:
            return window.Window(0, 0, width, height).centre_on(window.first_look(lines), lines)
        named = (word for word in self.frames[k].words.split() if word in lines.places)
        things = self._diff(k) or window.spaces(lines, named)
        return self._windows[k - 1].move_to_show(things, lines)

    def _diff(self, k: int) -> list[list[window.Cell]]:
        before = self._maps[k - 1]
        return window.diff(before[: before.rows], self._maps[k])
