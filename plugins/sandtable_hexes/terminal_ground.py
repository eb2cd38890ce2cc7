"""A map of hexes in characters without contents: ground, hexsides, ways and numbers, drawn once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable_hexes.looks import FACING, signs
from sandtable_hexes.terminal_sizes import PLAIN, UNICODE, Size
from sandtable_pictures import art, chart, palette

if TYPE_CHECKING:
    from sandtable_hexes.hexmap import Edge, HexMap


class View(NamedTuple):
    """What is shown of a map: a size, the cell of the whole map at the top left, columns and rows.

    Without `ruled`, there is no row for the numbers of columns: the first hex of each column has it.
    """

    size: Size
    corner: art.Cell
    width: int
    rows: int
    ruled: bool = True


def origin(map: HexMap[Any], size: Size, hex: str) -> art.Cell:
    """The cell of the whole map at which a hex begins."""
    column, row = map.at[hex]
    if map.grid.tops == "flat":
        lower = map.grid.is_shifted(column) * (size.down // 2)
        return column * size.across, row * size.down + lower
    return column * size.across + map.grid.is_shifted(row) * (size.across // 2), row * size.down


@lru_cache(maxsize=64)
def extent(map: HexMap[Any], size: Size) -> art.Cell:
    """The columns and rows of a whole map, without its rulers."""
    cells = [origin(map, size, hex) for hex in map.at]
    return max(x for x, _ in cells) + size.width, max(y for _, y in cells) + size.rows


def is_bridged(map: HexMap[Any], edge: Edge, sides: Iterable[str] = ()) -> bool:
    """Whether a way crosses a side on a bridge; by default, `sides` are the features of the edge."""
    crossed = {*(sides or edge.sides)}
    return any(not crossed.isdisjoint(map.file.ways[way].over) for way in edge.ways)


def rulers(map: HexMap[Any], size: Size) -> art.Cell:
    """The columns at the left and the rows above in which the numbers of rows and columns are."""
    if size.number or len(map.rows) == 0:
        return 0, 0
    letters = max(len(map.grid.label("R", row, len(map.rows))) for row in range(len(map.rows)))
    return letters + 1, int(not size.sides.get("n") and not size.corners)


class Ground:
    """A part of a map: a canvas, whose cells belong to which hex, and which cells a name may cover."""

    def __init__(self, map: HexMap[Any], view: View, *, unicode: bool, painted: bool) -> None:
        self.map, self.view, self.size = map, view, view.size
        self.canvas = art.Canvas(view.width, view.rows, unicode=unicode, painted=painted)
        self.signs = signs(map, unicode=unicode)
        self.left, above = rulers(map, view.size)
        self._shift = self.left - view.corner[0], above - view.corner[1]
        self.origins = {hex: cell for hex in map.at if (cell := self._visible(hex))}
        self.owners = {
            (x + u, y + v): hex
            for hex, (x, y) in self.origins.items()
            for u, v in view.size.inside
            if (x + u, y + v) in self.canvas
        }
        u, v, letters = view.size.slots[0]
        self.places = {id: chart.Place(x + u, y + v, letters) for id, (x, y) in self.origins.items()}
        self.features, self.crossed = set[art.Cell](), set[art.Cell]()
        """The cells of hexsides that count, and with those in which ways cross a side."""
        self._draw()

    @property
    def scale(self) -> art.Scale:
        """Where a point of the map is."""
        across, down = (90, 104) if self.map.grid.tops == "flat" else (104, 90)
        x, y = self.size.middle
        left, top = self._shift
        return art.Scale(
            2 * self.size.across / across, 4 * self.size.down / down, 2 * (x + left), 4 * (y + top)
        )

    def _visible(self, hex: str) -> art.Cell | None:
        """The cell at which a hex begins, if its first line of contents is on the canvas."""
        x, y = origin(self.map, self.size, hex)
        left, above = x + self._shift[0], y + self._shift[1]
        u, v, letters = self.size.slots[0]
        least = bool(self.left) and self.view.ruled
        is_inside = left + u >= self.left and above + v >= least
        return (
            (left, above) if is_inside and (left + u + letters - 1, above + v) in self.canvas else None
        )

    def _draw(self) -> None:
        for hex, (x, y) in self.origins.items():
            self._paint(hex, x, y)
            for (u, v), corner in self.size.corners:
                self._write((x + u, y + v), self._plain(corner), "scarp")
        crossings = self._ways()
        for hex, (x, y) in self.origins.items():
            for edge in self.map.edges[hex]:
                self._side(hex, edge, x, y, crossings)
        for hex, (x, y) in self.origins.items():
            if self.size.number:
                self._number(hex, x, y)
        self._label()
        self.crossed |= self.features

    def _plain(self, sign: str) -> str:
        return UNICODE.get(sign, sign) if self.canvas.unicode else {"^": "+", "v": "+"}.get(sign, sign)

    def _write(self, cell: art.Cell, text: str, tint: palette.Tint | None) -> None:
        for at, letter in enumerate(text, cell[0]):
            self.canvas.put((at, cell[1]), letter, tint)

    def _paint(self, hex: str, x: int, y: int) -> None:
        """The paper of a hex with its sign here and there, and the plain lines of its sides."""
        sign, paper = self.signs.terrain[self.map.terrain[hex]]
        tint: palette.Tint = "sea" if paper == "water" else "way"
        few = self.size.across == 2 and self.size.down == 1
        for u, v in self.size.inside:
            shown = sign if (u + v) % 2 == (0 if self.size.down > 1 else 1) or few else " "
            self.canvas.put((x + u, y + v), shown, tint, paper)
        there = {edge.direction for edge in self.map.edges[hex]}
        for direction, cells in self.size.sides.items():
            if direction in there and direction in ("n", "ne", "nw", "w"):
                continue  # its neighbour has drawn this side, or draws it
            own = None if direction in ("n",) else paper
            letter = self._plain(PLAIN[self.map.grid.tops][direction])
            for u, v in cells:
                self.canvas.put((x + u, y + v), letter, "scarp", own)

    def _ways(self) -> set[art.Cell]:
        """Roads, railways and tracks from middle to middle; returns their cells."""
        found = set[art.Cell]()
        dot, spaces = self.scale.dot, self.map.spaces
        for name, (style, tint) in reversed([*self.signs.ways.items()]):
            for a, edges in self.map.edges.items():
                for edge in edges:
                    if name in edge.ways and a < edge.other and {a, edge.other} & self.origins.keys():
                        ends = [dot((spaces[id].x, spaces[id].y)) for id in (a, edge.other)]
                        among = len(edge.ways) > 1 and edge.ways.index(name)
                        aside = [(x + 2 * among, y + among) for x, y in ends]
                        found.update(self.canvas.stroke(aside, self._style(style), tint))
        return found

    def _style(self, sign: str) -> str:
        """In Unicode, how dense a way is: a road is double, a railway unbroken, a track dotted."""
        dense = {"=": "=", "+": "-", ":": ".", "*": "~", "-": "*"}
        return dense.get(sign, ".") if self.canvas.unicode else sign

    def _side(self, hex: str, edge: Edge, x: int, y: int, crossings: set[art.Cell]) -> None:
        """The features of a side, and the bridges over them."""
        cells = [(x + u, y + v) for u, v in self.size.sides.get(edge.direction, ())]
        other = self.map.edge(edge.other, hex)
        into = other.sides if other else ()
        kinds = [kind for kind in into if kind not in edge.sides]
        kinds += [kind for kind in edge.sides if kind in into]
        if not kinds or not cells:
            self.crossed.update(cell for cell in cells if edge.ways and cell in crossings)
            return
        met = [cell for cell in cells if cell in crossings] or [cells[len(cells) // 2]]
        paper = self.signs.terrain[self.map.terrain[hex]][1]
        for at, cell in enumerate(cells):
            kind = kinds[at % len(kinds)]
            sign, tint = self.signs.sides[kind]
            one_sided = kind not in edge.sides
            if one_sided:
                sign = self._facing(kind, edge.direction, sign)
            self.canvas.put(cell, sign, tint, paper if one_sided else None)
            self.features.add(cell)
        if is_bridged(self.map, edge, kinds):
            self.canvas.put(met[len(met) // 2], self.signs.bridge, "road")

    def _facing(self, kind: str, direction: str, sign: str) -> str:
        """The sign of a side that counts for who comes over it in one direction only."""
        if kind not in self.signs.faces:
            return sign
        way = direction if direction in FACING else direction[1:]
        return FACING[way][self.signs.faces.index(kind)]

    def _number(self, hex: str, x: int, y: int) -> None:
        u, v, letters = self.size.number or (0, 0, 0)
        self._write((x + u, y + v), hex.upper().center(letters)[:letters], "crossing")
        self.features.update((x + at, y + v) for at in range(u, u + letters))

    def _label(self) -> None:
        """The numbers of columns above, and of rows at the left, of what is visible."""
        if not self.left:
            return
        grid, rows, (u, v, letters) = self.map.grid, len(self.map.rows), self.size.slots[0]
        top = min((self.map.at[hex][1] for hex in self.origins), default=0)
        seen: dict[tuple[str, int], art.Cell] = {}
        for hex, (x, y) in sorted(self.origins.items(), key=lambda item: item[1][1]):
            column, row = self.map.at[hex]
            seen.setdefault(("R", row), (0, y + v))
            if grid.tops == "flat" or row == top:
                seen.setdefault(("C", column), (x + u, 0 if self.view.ruled else y + v))
        for (axis, index), cell in seen.items():
            text = grid.label("C" if axis == "C" else "R", index, rows).upper()
            if axis == "C":
                lower = self.size.down == 1 and grid.tops == "flat" and grid.is_shifted(index)
                text = (text + ("▾" if self.canvas.unicode else "v") * lower)[:letters].center(letters)
            self._write(cell, text if axis == "C" else text.rjust(self.left - 1), "crossing")


@lru_cache(maxsize=24)
def ground(map: HexMap[Any], view: View, *, unicode: bool, painted: bool) -> Ground:
    """A part of a map; the last few are kept."""
    return Ground(map, view, unicode=unicode, painted=painted)
