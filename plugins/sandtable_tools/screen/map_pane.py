"""The map in a pane: whole, or enlarged around the acting units."""

from __future__ import annotations

from functools import cached_property

from sandtable import chart, styled
from sandtable_console import Console, nearby
from sandtable_tools.screen.rows import Row, fill, fit, row

LEAST_MAP = 10
"""With fewer rows, the map is left out, since its names would be misplaced."""

EDGE = 4
"""An enlarged map follows its units when they come within this fraction (1/EDGE) of its edge."""


class MapPane:
    """The map of a console: whole, or enlarged if `zoom` is 1."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.zoom = 0
        self._near: str | tuple[float, float] = ""
        """The space or point in the middle of the enlarged map; empty until one is chosen."""
        self._position: object = None
        self._drawn: object = None
        self._size = (0, 0)
        self._lines = chart.MapLines([])
        self._rows: list[Row] = []
        self._scales: dict[tuple[int, int], float] = {}
        self._kept: dict[object, Row] = {}
        """The rows of the last picture, keyed by the width and line they were made from."""

    def crop(self, width: int, height: int) -> list[Row]:
        """Return the map as rows of a pane of this size."""
        if height < 1:
            return []
        session, display = self.console.session, self.console.display
        position = (session.journal.n, self.console.viewer)
        if self.zoom and position != self._position:
            self._follow()
        shown = (position, [*self.console.reader.moves], self.zoom and self._near)
        look = (*shown, display.unicode, display.painted, width, height)
        if look != self._drawn:
            options = nearby.option_numbers(self.console)
            near = self._near if self.zoom and self._near else None
            self._lines = display.whole_map(width, height, options=options, near=near)
            self._rows = fill(self._rows_of(self._lines[: self._lines.rows], width), width, height)
        self._position, self._drawn, self._size = position, look, (width, height)
        return [*self._rows]

    def _rows_of(self, lines: list[str], width: int) -> list[Row]:
        """Turn lines into rows, reusing those of unchanged lines."""
        before, self._kept = self._kept, {}
        rows = []
        for line in lines:
            key = (width, str(line), styled.spans(line))
            self._kept[key] = before.get(key) or fit(row(line), width)
            rows.append(self._kept[key])
        return rows

    @cached_property
    def draws_itself(self) -> bool:
        """Whether the map draws itself, like a hex map, and so comes in few sizes."""
        return nearby.draws_itself(self.console)

    def scale(self, width: int, height: int) -> float:
        """Return the whole map's scale in a pane of this size: across or down, whichever is smaller."""
        if (width, height) not in self._scales:
            scale = self.console.display.whole_map(width, height).scale
            self._scales[width, height] = min(scale[:2]) if scale else 0
        return self._scales[width, height]

    def forget(self) -> None:
        """Draw the map again next time."""
        self._drawn = None

    def zoom_by(self, step: int) -> None:
        """Enlarge the map around the acting units, or show all of it."""
        zoom = max(min(self.zoom + step, 1), 0)
        if zoom != self.zoom:
            self.zoom, self._near = zoom, ""
            self._follow()

    def show_space(self, space: str) -> None:
        """Enlarge the map around a space."""
        self.zoom, self._near = 1, space

    def scroll(self, columns: int, rows: int) -> None:
        """Move the enlarged map by some columns and rows; the whole map does not move."""
        if self.zoom and (scale := self._lines.scale) is not None:
            width, height = self._size
            x = (width + 2 * columns - scale.left) / scale.across
            y = (2 * height + 4 * rows - scale.top) / scale.down
            self._near = (round(x, 3), round(y, 3))

    def space_at(self, column: int, line: int) -> str:
        """Return the space whose sign, name or badge is in a cell of the pane, or ""."""
        return self._lines.owners.get((column, line), "")

    def _follow(self) -> None:
        """Move the enlarged map to the decision's first space, or else a unit's, if not well inside."""
        matters = nearby.what_matters(self.console)[:1]
        places, height = self._lines.places, self._lines.rows
        inside = self._near and all(
            id in places and height // EDGE <= places[id].y < height - height // EDGE for id in matters
        )
        if matters and not inside:
            self._near = matters[0]
        elif places and not self._near:
            x, y = self._size[0] // 2, height // 2
            self._near = min(places, key=lambda id: abs(places[id].x - x) + 2 * abs(places[id].y - y))
