"""A window on the map that follows what moved last, else the viewer's own pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable import chart, styled
from sandtable.tooling import Console
from sandtable_tools.screen.rows import Row, filled, row

WIDTHS = range(60, 141, 10)
"""The widths of maps, in columns; at some, all names are whole and no link hides another."""

CLEAR = 80
"""The built-in maps are clear at this width; a map that never is clear has it too."""

WIDE = 140
"""At this width, a map has the most room for marks in its spaces."""

MARGIN = (4, 1)
"""What the pane shows has this many columns and rows around it, if there are more."""

MATTERS = ("own", "target", "enemy")
"""The roles that a new game shows first, in this order."""

Cell = tuple[int, int]


class MapPane:
    """The map of a console in a pane that shows a part of it."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.left = self.top = 0
        self.width = self.height = 0
        self.zoom = 0
        """The size of the map: 0 clear, 1 with the most room, -1 small and whole."""
        self._middle: Cell = (0, 0)
        """The cell that stays in the middle when the pane changes its size."""
        self._shapes: dict[int, int] = {}
        """The rows that a clear map takes, by its columns; 0 where it is not clear."""
        self._centre_space = ""
        """The space in the middle of the last map that was not small."""
        self._focus = ""
        """The space in the middle of the next picture."""
        self._drawn: tuple[object, ...] = ()
        self._lines = chart.MapLines([])
        self._columns = CLEAR

    @property
    def picture(self) -> Sequence[str]:
        """The whole map."""
        return self._lines[: self._lines.rows]

    def seen(self, width: int, height: int) -> list[Row]:
        """The visible part, as rows of a pane of this size."""
        self._draw(width, height)
        lines = styled.window(self.picture, self.left, self.top, width, height)
        return filled([row(line) for line in lines], width, height)

    def forget(self) -> None:
        """Draw the map again next time."""
        self._drawn = ()

    def scroll(self, columns: int, rows: int) -> None:
        """Move the window, within the map."""
        self._move_to(self.left + columns, self.top + rows)

    def zoom_by(self, step: int) -> None:
        """Draw the map larger, or smaller, with the same middle."""
        zoom = max(min(self.zoom + step, 1), -1)
        if zoom != self.zoom:
            if self.zoom >= 0:
                places = self._lines.places
                near = min(places, key=lambda id: _far(places[id][:2], self._middle), default="")
                self._centre_space = near
            self.zoom, self._drawn, self._focus = zoom, (), self._centre_space

    def show_space(self, space: str) -> None:
        """Show a space in the middle of the map, which is then not small."""
        self.zoom, self._drawn, self._focus = max(self.zoom, 0), (), space

    def space_at(self, column: int, line: int) -> str:
        """The space whose name or marks are in a cell of the pane; "" for none."""
        x, y = column + self.left, line + self.top
        for space, place in self._lines.places.items():
            if place.y <= y <= place.y + 1 and place.x <= x < place.x + max(place.letters, 5):
                return space
        return ""

    def _draw(self, width: int, height: int) -> None:
        """Draw the map again if the position has changed, or the pane has room for a better one."""
        session, display = self.console.session, self.console.display
        state = (session.journal.n, self.console.viewer, display.fine, self.zoom)
        resized = (width, height) != (self.width, self.height)
        if not resized and state == self._drawn:
            return
        anew = resized or not self._drawn or self._drawn[-1] != self.zoom
        columns = self._best_width(width, height) if anew else self._columns
        is_drawn = bool(self._drawn) and columns == self._columns
        if is_drawn and resized:
            self._resize(width, height)
        if is_drawn and state == self._drawn and self.zoom >= 0:
            return
        before = self.picture if is_drawn else ()
        self.width, self.height, self._columns, self._drawn = width, height, columns, state
        self._lines = display.whole_map(columns, height if self.zoom < 0 else None)
        focus, self._focus = self._lines.places.get(self._focus), ""
        if focus:
            self._centre(focus[:2])
        elif named := self._named():
            self._show(named)
        elif not before:
            self._begin()
        elif moved := list(_changed(before, self.picture)):
            self._show(moved)
        else:
            self._move_to(self.left, self.top)

    def _resize(self, width: int, height: int) -> None:
        """Change the size: the middle stays in the middle, and places in the question stay visible."""
        seen, middle = [cell for cell in self._named() if self._in_sight(cell)], self._middle
        self.width, self.height = width, height
        self._centre(middle)
        if seen:
            self._show(seen)
        self._middle = middle

    def _in_sight(self, cell: Cell) -> bool:
        x, y = cell
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height

    def _best_width(self, width: int, height: int) -> int:
        """The width at which the pane shows the most of a clear map; the greatest of several."""
        if self.zoom:
            return width if self.zoom < 0 else WIDE

        def share(columns: int) -> tuple[float, int]:
            if columns not in self._shapes:
                lines = self.console.display.whole_map(columns)
                self._shapes[columns] = lines.rows if lines.is_clear else 0
            rows = self._shapes[columns]
            seen = min(1, width / columns) * min(1, height / max(rows, 1))
            return (seen if rows else 0, columns)

        best = max(map(share, (columns for columns in WIDTHS if columns <= max(width, CLEAR))))
        return best[1] if best[0] else CLEAR

    def _named(self) -> list[Cell]:
        """The cells of places that the question names, each with the row below it."""
        if self.zoom < 0:
            return []
        asked = self.console.display.asks().lower()
        names = {
            self.picture[place.y][place.x : place.x + place.letters].rstrip("~!.:").lower(): place
            for place in self._lines.places.values()
        }
        places = [place for name, place in names.items() if name and name in asked]
        corners = ((place.x, place.x + place.letters, place.y) for place in places)
        return [cell for left, right, y in corners for cell in ((left, y), (right, y + 1))]

    def _begin(self) -> None:
        """Show what matters most: of the viewer's own pieces, the one nearest to all others."""
        cells = next(filter(None, (list(self._cells(role)) for role in MATTERS)), [(0, 0)])
        self._centre(min(cells, key=lambda cell: sum(_far(cell, other) for other in cells)))

    def _cells(self, role: str) -> Iterator[Cell]:
        for y, line in enumerate(self.picture):
            yield from ((span.start, y) for span in styled.spans(line) if span.role == role)

    def _show(self, cells: Sequence[Cell]) -> None:
        """Move the window as little as possible, so that cells are visible with a margin."""
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        left, right, top, bottom = min(xs), max(xs) + 1, min(ys), max(ys) + 1
        if right - left > self.width or bottom - top > self.height:
            self._centre(cells[-1])
            return
        across = min(MARGIN[0], (self.width - right + left) // 2)
        down = min(MARGIN[1], (self.height - bottom + top) // 2)
        self._move_to(
            min(max(self.left, right + across - self.width), left - across),
            min(max(self.top, bottom + down - self.height), top - down),
        )

    def _centre(self, cell: Cell) -> None:
        self._move_to(cell[0] - self.width // 2, cell[1] - self.height // 2)

    def _move_to(self, left: int, top: int) -> None:
        self.left = max(min(left, self._widest() - self.width), 0)
        self.top = max(min(top, len(self.picture) - self.height), 0)
        self._middle = (self.left + self.width // 2, self.top + self.height // 2)

    def _widest(self) -> int:
        return max((len(line) for line in self.picture), default=0)


def _changed(before: Sequence[str], now: Sequence[str]) -> Iterator[Cell]:
    """The cells in which two pictures differ."""
    for y, (old, new) in enumerate(zip(before, now, strict=False)):
        if old != new:
            wide = max(len(old), len(new))
            pairs = zip(old.ljust(wide), new.ljust(wide), strict=True)
            yield from ((x, y) for x, (a, b) in enumerate(pairs) if a != b)


def _far(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + 2 * abs(a[1] - b[1])
