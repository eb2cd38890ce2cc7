"""Draws a hex map in characters, without contents: terrain, hexsides, ways and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sandtable_hexes.looks import DENSE, ONE_SIDED, signs
from sandtable_hexes.terminal_sizes import UNICODE
from sandtable_hexes.terminal_view import View
from sandtable_pictures import art, chart, palette

if TYPE_CHECKING:
    from sandtable_hexes.hexmap import Edge, HexMap

SIDES_OF_NEIGHBOURS = ("n", "ne", "nw", "w")
"""The sides that a hex's neighbours draw."""


class Ground:
    """The visible part of a map, drawn on a canvas.

    - `cells`: where each hex with a visible first line begins; `places`: where those lines are.
    - `owners`: the hex of each cell.
    - `features`: the cells of hexside features and of numbers, which no name covers.
    - `crossed`: `features`, and the cells where ways cross a side.
    - `labels`: without a ruler, where the column numbers in the first hexes begin.
    """

    def __init__(self, map: HexMap[Any], view: View, *, unicode: bool, painted: bool) -> None:
        self.map, self.view = map, view
        self.canvas = art.Canvas(view.width, view.rows, unicode=unicode, painted=painted)
        self.signs = signs(map, unicode=unicode)
        size, (u, v, letters) = view.size, view.size.slots[0]
        first = int(view.left > 0 and view.ruled)
        begin = {hex: view.cell(map, hex) for hex in map.at}
        self._begin = {
            hex: (x, y)
            for hex, (x, y) in begin.items()
            if -size.width < x < view.width and -size.rows < y < view.rows
        }
        self.cells = {
            hex: (x, y)
            for hex, (x, y) in self._begin.items()
            if view.left <= x + u <= view.width - letters and first <= y + v < view.rows
        }
        self.places = {hex: chart.Place(x + u, y + v, letters) for hex, (x, y) in self.cells.items()}
        self.owners = {
            cell: hex
            for hex in self._begin
            for cell in self._cells_of(hex, size.inside)
            if cell in self.canvas and cell[0] >= view.left
        }
        self.features, self.crossed = set[art.Cell](), set[art.Cell]()
        self.labels: Set[art.Cell] = set()
        self._draw()

    def _draw(self) -> None:
        for hex in self._begin:
            self._paint(hex)
        crossings = self._draw_ways()
        for hex in self._begin:
            for edge in self.map.edges[hex]:
                self._draw_side(hex, edge, crossings)
            self._draw_number(hex)
        if self.view.left:
            self._draw_labels()
        self.crossed |= self.features

    def _cells_of(self, hex: str, cells: Iterable[art.Cell]) -> list[art.Cell]:
        x, y = self._begin[hex]
        return [(x + u, y + v) for u, v in cells]

    def _draw_number(self, hex: str) -> None:
        u, v, letters = self.view.size.number or (0, 0, 0)
        cells = self._cells_of(hex, [(u + at, v) for at in range(letters)])
        if all(cell in self.canvas for cell in cells):
            self.features.update(cells)
            for cell, letter in zip(cells, hex.upper().center(letters), strict=False):
                self.canvas.put(cell, letter, "crossing")

    def _paint(self, hex: str) -> None:
        """Paint a hex's paper, with its sign here and there, and the plain lines of its sides."""
        size, (sign, paper) = self.view.size, self.signs.terrain[self.map.terrain[hex]]
        tint: palette.Tint = "sea" if paper == "water" else "way"
        for (u, v), cell in zip(size.inside, self._cells_of(hex, size.inside), strict=True):
            shown = (u + v + (size.rows == 1)) % 2 == 0 or size.width == 2
            self.canvas.put(cell, sign if shown else " ", tint, paper)
        there = {edge.direction for edge in self.map.edges[hex]}
        for direction, cells in size.sides.items():
            if direction not in there or direction not in SIDES_OF_NEIGHBOURS:
                line = size.plain(self.map.grid.tops, direction, unicode=self.canvas.unicode)
                for cell, letter in zip(self._cells_of(hex, cells), line, strict=True):
                    self.canvas.put(cell, letter, "scarp", None if direction == "n" else paper)
        for cell, corner in zip(self._cells_of(hex, size.corners), size.corners.values(), strict=True):
            self.canvas.put(cell, UNICODE[corner] if self.canvas.unicode else "'", "scarp", paper)

    def _draw_ways(self) -> Set[art.Cell]:
        """Draw the ways from middle to middle, those named first on top, and return their cells."""
        found, dot = set[art.Cell](), self.view.scale(self.map).dot
        for name, (sign, tint) in reversed([*self.signs.ways.items()]):
            style = DENSE[sign] if self.canvas.unicode else sign
            for hex, edges in self.map.edges.items():
                for edge in edges:
                    if name not in edge.ways or edge.other < hex:
                        continue
                    ends = self.map.spaces[hex], self.map.spaces[edge.other]
                    if hex in self._begin or edge.other in self._begin:
                        offset = edge.ways.index(name)
                        dots = [dot((end.x, end.y)) for end in ends]
                        points = [(x + 2 * offset, y + offset) for x, y in dots]
                        found.update(self.canvas.stroke(points, style, tint))
        return found

    def _draw_side(self, hex: str, edge: Edge, crossings: Set[art.Cell]) -> None:
        """Draw the features of a side that count for a unit entering across it, and its bridges."""
        cells = self._cells_of(hex, self.view.size.sides[edge.direction])
        met = [cell for cell in cells if cell in crossings]
        self.crossed.update(met)
        for at, cell in enumerate(cells if edge.back else ()):
            kind = edge.back[at % len(edge.back)]
            (sign, tint), paper = self.signs.sides[kind], None
            if kind not in edge.sides:  # it is one-sided
                paper = self.signs.terrain[self.map.terrain[hex]][1]
                if kind in self.signs.faces:
                    looks = edge.direction[-1 if self.map.grid.tops == "flat" else 0]
                    sign = ONE_SIDED[looks][self.signs.faces.index(kind)]
            self.features.add(cell)
            self.canvas.put(cell, sign, tint, paper)
        if cells and self.map.bridges(edge):
            crossing = met or cells
            self.canvas.put(crossing[len(crossing) // 2], self.signs.bridge, "road")

    def _draw_labels(self) -> None:
        """Write the numbers of the visible columns above, and of the visible rows to the left."""
        for cells in self.canvas.cells:
            cells[: self.view.left] = [(" ", None, None)] * self.view.left
        grid, rows, (u, v, letters) = self.map.grid, len(self.map.rows), self.view.size.slots[0]
        top = min((self.map.at[hex][1] for hex in self.cells), default=0)
        labels: dict[tuple[str, int], tuple[art.Cell, str]] = {}
        for hex, (x, y) in sorted(self.cells.items(), key=lambda item: item[1][1]):
            column, row = self.map.at[hex]
            label = grid.label("R", row, rows).rjust(self.view.left - 1)
            labels.setdefault(("R", row), ((0, y + v), label))
            if grid.tops == "flat" or row == top:
                is_lower = self.view.size.rows == 1 and grid.tops == "flat" and grid.is_shifted(column)
                label = grid.label("C", column, rows)[-letters:]
                label += ("▾" if self.canvas.unicode else "v") * is_lower
                cell = (x + u, 0 if self.view.ruled else y + v)
                labels.setdefault(("C", column), (cell, label[:letters].center(letters)))
        self.labels = {cell for cell, _ in labels.values()}
        for (x, y), label in labels.values():
            for column, letter in enumerate(label.upper(), x):
                self.canvas.put((column, y), letter, "crossing")


@lru_cache(maxsize=24)
def ground(map: HexMap[Any], view: View, *, unicode: bool, painted: bool) -> Ground:
    """Return the ground of the visible part of a map; the last few are cached."""
    return Ground(map, view, unicode=unicode, painted=painted)
