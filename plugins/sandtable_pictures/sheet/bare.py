"""The bare sheet of a board in one size: the ground, links, places and names, without positions."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable import Board
from sandtable_pictures.palette import Ground, Ink, Tint
from sandtable_pictures.sheet import ground, scale, strokes
from sandtable_pictures.sheet.cells import BLANK, RANKS, SIGNS, Kind, Look
from sandtable_pictures.sheet.inset import Inset
from sandtable_pictures.sheet.lettering import HOME, Lettering, Text
from sandtable_pictures.sheet.scale import Cell, Point
from sandtable_pictures.sheet.strokes import Stroke

WAVES = 6
"""On a display without backgrounds, one in this many cells of a sea shows a wave."""


class Bare:
    """A sheet without marks.

    `nodes` holds the cell of each visible place, `links` the stroke of each of the board's links, and
    `looks` the cells row by row, without names.
    """

    def __init__(self, board: Board, kind: Kind) -> None:
        self.board, self.kind = board, kind
        width, rows = kind.width, kind.rows
        self.scale = (
            scale.near(board, kind.middle, width, rows)
            if kind.middle
            else scale.whole(board, width, rows)
        )
        self.nodes = scale.cells(board, self.scale, width, rows)
        self.inset = Inset.of(board, kind, self.scale, self.nodes) if kind.middle else None
        covered = self.inset.cells if self.inset else frozenset[Cell]()
        self.nodes = {id: cell for id, cell in self.nodes.items() if cell not in covered}
        self._quarters = ground.quarters(board, self.scale, width, rows)
        self._styles, ranks = dict(kind.styles), dict(kind.ranks) | dict.fromkeys(kind.homes, HOME)
        self.links = [*self._strokes()]
        lines = {cell for stroke in self.links for cell in stroke.bits}
        self.lettering = Lettering((width, rows), self.nodes, dict(kind.names), ranks, lines, covered)
        self.inks: dict[str, Ink] = {
            id: "home" if id in kind.homes else RANKS[ranks[id]] for id in self.nodes
        }
        self.looks = self._draw()
        self.ground_names = [*self._place_ground_names(covered)]

    def paper(self, cell: Cell) -> Ground | None:
        """Return the ground below a letter; None on a display without backgrounds."""
        four = ground.four_quarters(self._quarters, *cell)
        return ground.below_letter(four) if self.kind.painted else None

    def _strokes(self) -> Iterator[Stroke]:
        """Yield the strokes of links, between the middles of cells or places outside the sheet."""
        width, rows = self.kind.width, self.kind.rows
        dots: dict[str, Point] = {}
        for id, space in self.board.spaces.items():
            x, y = self.nodes.get(id, (0, 0))
            beyond = self.scale.dot((space.x, space.y))
            dots[id] = (2 * x + 0.5, 4 * y + 1.5) if id in self.nodes else beyond
        around = [*dots.values()]
        for link in self.board.links:
            ends = dots[link.a], dots[link.b]
            is_visible = all(
                max(a[axis] for a in ends) >= 0 and min(a[axis] for a in ends) <= size
                for axis, size in ((0, 2 * width), (1, 4 * rows))
            )
            style = self._styles[link.kind]
            yield strokes.link(*ends, style, width, rows, around) if is_visible else Stroke()

    def _draw(self) -> list[list[Look]]:
        """Draw the ground, escarpments, links, places and the inset."""
        width, rows, unicode = self.kind.width, self.kind.rows, self.kind.unicode
        drawn = [[self._ground(x, y) for x in range(width)] for y in range(rows)]
        for cell, letter, tint in self._braille() if unicode else self._ascii():
            drawn[cell[1]][cell[0]] = (letter, tint, self.paper(cell))
        for id, cell in self.nodes.items():
            ink = self.inks[id]
            drawn[cell[1]][cell[0]] = (SIGNS[ink][unicode], ink, self.paper(cell))
        for (x, y), look in self.inset.looks() if self.inset else ():
            drawn[y][x] = look
        return drawn

    def _ground(self, x: int, y: int) -> Look:
        block = ground.block(ground.four_quarters(self._quarters, x, y))
        if self.kind.painted:
            return block if self.kind.unicode else (" ", None, block[2])
        if block[2] in ("water", "shoal") and (x + 3 * y) % WAVES == 0:
            return "~", "sea-name", None
        return BLANK

    def _braille(self) -> Iterator[tuple[Cell, str, Tint]]:
        """Yield escarpments, then the dots of all links together, over them."""
        for shape in self.board.shapes:
            if shape.kind == "escarpment" and shape.points:
                points = [*map(self.scale.dot, shape.points)]
                for cell, bits in strokes.escarpment(
                    points, self.kind.width, self.kind.rows
                ).bits.items():
                    yield cell, chr(strokes.BRAILLE + bits), "scarp"
        together: dict[Cell, int] = {}
        for stroke in self.links:
            for cell, bits in stroke.bits.items():
                together[cell] = together.get(cell, 0) | bits
        for cell, bits in together.items():
            yield cell, chr(strokes.BRAILLE + bits), "way"

    def _ascii(self) -> Iterator[tuple[Cell, str, Tint]]:
        """Yield the links in the characters of their styles, the densest last.

        A line that is not level has only one character in each row.
        """
        styles = [self._styles[link.kind] for link in self.board.links]
        order = sorted(range(len(styles)), key=lambda number: strokes.density(styles[number]))
        for number in order:
            rows = set[int]()
            for cell, slope in self.links[number].slopes.items():
                if not slope or cell[1] not in rows:
                    rows.add(cell[1])
                    yield cell, styles[number][slope], "way"

    def _place_ground_names(self, covered: frozenset[Cell]) -> Iterator[tuple[Text, Ink]]:
        """Yield the names of seas and deserts that fit, spaced out if there is room."""
        width, rows = self.kind.width, self.kind.rows
        taken = {cell for text in self.lettering.names.values() for cell in (*text.cells, *text.ends)}
        taken |= {*self.nodes.values(), *covered}
        for shape in self.board.shapes:
            if not shape.name or shape.at is None:
                continue
            x, y = self.scale.dot(shape.at)
            column, row = int(x // 2), int(y // 4)
            if not (0 <= column < width and 0 <= row < rows):
                continue
            for name in (" ".join(shape.name), shape.name):
                text = Text(max(min(column - len(name) // 2, width - len(name) - 1), 1), row, name)
                cells = {*text.cells, *text.ends}
                if cells & taken or text.ends[1][0] >= width:
                    continue
                if all(self.looks[row][x][0] in " ~" for x, _ in cells):
                    yield text, "sea-name" if shape.kind == "sea" else "land-name"
                    break
