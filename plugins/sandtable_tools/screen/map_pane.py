"""A window on the map that follows the last moves, else the viewer's own pieces."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable import chart, styled
from sandtable_console import Console, decision_spaces
from sandtable_pictures import window
from sandtable_tools.screen.rows import Row, fit, row

WIDE = 140
"""At this width, a map has the most room for marks in its spaces."""


class MapPane:
    """The map of a console in a pane that shows a part of it."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.window = window.Window(0, 0, 0, 0)
        self.zoom = 0
        """The size of the map: 0 clear, 1 with the most room, -1 small and whole."""
        self._middle: window.Cell = (0, 0)
        """The cell that stays in the middle when the pane changes its size."""
        self._shapes: dict[int, int] = {}
        """The rows that a clear map takes, by its columns; 0 where it is not clear."""
        self._centre_space = ""
        """The space in the middle of the last map that was not small."""
        self._focus = ""
        """The space in the middle of the next picture."""
        self._drawn: tuple[object, ...] = ()
        self._lines = chart.MapLines([])
        self._columns = window.CLEAR
        self._rows: tuple[chart.MapLines, window.Window | None, list[Row]] = (self._lines, None, [])
        """The rows that are visible, with the picture and the window that they come from."""
        self._kept: dict[tuple[int, str, tuple[styled.Span, ...]], Row] = {}
        """The rows of the visible lines, each by the width and the line that it was made from."""

    def crop(self, width: int, height: int) -> list[Row]:
        """The visible part, as rows of a pane of this size."""
        self._draw(width, height)
        lines, view, _ = self._rows
        if lines is not self._lines or view != self.window:
            self._rows = (self._lines, self.window, self._rows_of(self.window.crop(self._lines), width))
        return [*self._rows[2]]

    def _rows_of(self, lines: Sequence[str], width: int) -> list[Row]:
        """Visible lines as rows; those of lines that were visible before are kept."""
        before, self._kept = self._kept, {}
        for line in lines:
            key = (width, str(line), styled.spans(line))
            self._kept[key] = before.get(key) or fit(row(line), width)
        return [self._kept[width, str(line), styled.spans(line)] for line in lines]

    def forget(self) -> None:
        """Draw the map again next time."""
        self._drawn = ()

    def scroll(self, columns: int, rows: int) -> None:
        """Move the window, within the map."""
        self._put(self.window.move_to(self.window.left + columns, self.window.top + rows, self._lines))

    def zoom_by(self, step: int) -> None:
        """Draw the map larger, or smaller, with the same middle."""
        zoom = max(min(self.zoom + step, 1), -1)
        if zoom != self.zoom:
            if self.zoom >= 0:
                places = self._lines.places
                near = min(places, key=lambda id: window.far(places[id][:2], self._middle), default="")
                self._centre_space = near
            self.zoom, self._drawn, self._focus = zoom, (), self._centre_space

    def show_space(self, space: str) -> None:
        """Show a space in the middle of the map, which is then not small."""
        self.zoom, self._drawn, self._focus = max(self.zoom, 0), (), space

    def space_at(self, column: int, line: int) -> str:
        """The space whose name or marks are in a cell of the pane; "" for none."""
        x, y = column + self.window.left, line + self.window.top
        for space, place in self._lines.places.items():
            if place.y <= y <= place.y + 1 and place.x <= x < place.x + max(place.letters, 5):
                return space
        return ""

    def _draw(self, width: int, height: int) -> None:
        """Draw the map again if the position has changed, or the pane has room for a better one."""
        session, display = self.console.session, self.console.display
        state = (session.journal.n, self.console.viewer, display.unicode, self.zoom)
        resized = (width, height) != self.window[2:]
        if not resized and state == self._drawn:
            return
        anew = resized or not self._drawn or self._drawn[-1] != self.zoom
        columns = self._best_width(width, height) if anew else self._columns
        is_drawn = bool(self._drawn) and columns == self._columns
        if is_drawn and resized:
            self._resize(width, height)
        if is_drawn and state == self._drawn and self.zoom >= 0:
            return
        before = self._lines[: self._lines.rows] if is_drawn else None
        self.window = self.window._replace(width=width, height=height)
        self._columns, self._drawn = columns, state
        self._lines = display.whole_map(columns, height if self.zoom < 0 else None)
        self._look(before)

    def _look(self, before: Sequence[str] | None) -> None:
        """Move the window to the important places of a new picture; `before` is the former one."""
        lines, focus = self._lines, window.spaces(self._lines, [self._focus])
        self._focus = ""
        if focus:
            self._put(self.window.centre_on(focus, lines))
            return
        named, concerned = decision_spaces(self.console) if self.zoom >= 0 else ((), ())
        asked, units = window.spaces(lines, named), window.spaces(lines, concerned)
        news = window.diff(before, lines) if before is not None else window.first_look(lines)
        if before is None and not asked:
            self._put(self.window.centre_on([*units, *news], lines))
            return
        self._put(self.window.move_to_show([*asked, *news], lines))
        if units and not any(self.window.holds(cells[0]) for cells in units):
            self._put(self.window.move_to_show([*units, *asked, *news], lines))

    def _resize(self, width: int, height: int) -> None:
        """Change the size: the middle stays in the middle, and places in the question stay visible."""
        named = window.spaces(self._lines, decision_spaces(self.console)[0]) if self.zoom >= 0 else []
        visible = [cells for cells in named if self.window.holds(cells[0])]
        (x, y), middle = self._middle, self._middle
        self.window = self.window._replace(width=width, height=height)
        self._put(self.window.move_to(x - width // 2, y - height // 2, self._lines))
        if visible:
            self._put(self.window.move_to_show(visible, self._lines))
        self._middle = middle

    def _best_width(self, width: int, height: int) -> int:
        """The columns of the map: those that show the most of it in the pane, unless it is zoomed."""
        if self.zoom:
            return width if self.zoom < 0 else WIDE
        return window.best_width(width, height, self.console.display.whole_map, self._shapes)

    def _put(self, moved: window.Window) -> None:
        self.window = moved
        left, top, width, height = moved
        self._middle = (left + width // 2, top + height // 2)
