"""Boards that draw themselves because they are not points and links: hexes, squares, areas.

`Art` is what such a board must provide, and a `Canvas` is what it draws its characters on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sandtable import Picture
from sandtable_pictures.palette import Ground, Ink, Tint
from sandtable_pictures.sheet import cells, strokes
from sandtable_pictures.sheet.badges import BADGE_INKS, form
from sandtable_pictures.sheet.badges import Marks as Marks
from sandtable_pictures.sheet.badges import Options as Options
from sandtable_pictures.sheet.badges import Part as Part
from sandtable_pictures.sheet.scale import Cell as Cell
from sandtable_pictures.sheet.scale import Point
from sandtable_pictures.sheet.scale import Scale as Scale
from sandtable_pictures.styled import Span, Styled

if TYPE_CHECKING:
    from sandtable_pictures.chart import Look, MapLines
    from sandtable_pictures.svg import Drawing


class Run(NamedTuple):
    """A text on a canvas: where it begins, its ink, and the paper below it."""

    x: int
    y: int
    text: str
    tint: Tint | None = None
    paper: Ground | None = None

    @property
    def cells(self) -> Iterator[Cell]:
        """Its cells."""
        return ((x, self.y) for x in range(self.x, self.x + len(self.text)))


class Art(Protocol):
    """The `art` of a board, which `chart.draw`, `drawing` and `places` use if there is one."""

    def lines(
        self,
        marks: Marks,
        width: int,
        height: int | None,
        look: Look,
        legend: Sequence[Styled],
    ) -> MapLines:
        """Draw the board in characters, with marks, options and near view as in `chart.draw`.

        `legend` holds the game's entries that occur; the art adds entries for its ground.
        """
        ...

    def drawing(self, picture: Picture) -> Drawing:
        """Draw a picture on the board as SVG."""
        ...

    def places(self, there: Mapping[str, str]) -> Iterator[str]:
        """Describe the board in words: a line for each space that matters, given what is in each."""
        ...

    def place(self, space: str, there: Mapping[str, str]) -> Iterator[str]:
        """Describe a space: what it is, what is in it and around it, and the distances to others."""
        ...


class Canvas:
    """Cells with letters on paper; a board is drawn on it once and then shown with varying contents."""

    def __init__(self, width: int, rows: int, *, unicode: bool = False, painted: bool = False) -> None:
        self.width, self.rows = width, rows
        self.unicode, self.painted = unicode, painted
        self.cells = [[cells.BLANK] * width for _ in range(rows)]
        self._lines: dict[int, Styled] = {}

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.rows

    def paper(self, cell: Cell) -> Ground | None:
        """Return the paper of a cell."""
        return self.cells[cell[1]][cell[0]][2]

    def put(
        self, cell: Cell, letter: str, tint: Tint | None = None, paper: Ground | None = None
    ) -> None:
        """Write a letter in a cell, if the cell exists; without `paper`, the cell keeps its own."""
        if cell in self:
            ground = paper if paper and self.painted else self.paper(cell)
            self.cells[cell[1]][cell[0]] = (letter, tint, ground)

    def stroke(self, points: Sequence[Point], style: str, tint: Tint) -> list[Cell]:
        """Draw a line through points, in dots (2 by 4 in each cell); return its cells.

        In Unicode, the first character of `style` says how dense the line is, as in `chart.draw`; in
        ASCII, the line is made of this character.
        """
        drawn = strokes.link(points[0], points[-1], style, self.width, self.rows, ())
        for cell, bits in drawn.bits.items():
            before = self.cells[cell[1]][cell[0]][0]
            dots = ord(before) - strokes.BRAILLE if "\u2800" <= before <= "\u28ff" else 0
            self.put(cell, chr(strokes.BRAILLE + (bits | dots)) if self.unicode else style[0], tint)
        return [*drawn.bits]

    def lines(self, runs: Iterable[Run]) -> list[Styled]:
        """Return the rows with these texts on them, which must not overlap; plain rows are cached."""
        by_row: dict[int, list[Run]] = {}
        for run in runs:
            by_row.setdefault(run.y, []).append(run)
        return [self._with(y, by_row.get(y, ())) for y in range(self.rows)]

    def _with(self, y: int, runs: Sequence[Run]) -> Styled:
        if y not in self._lines:
            self._lines[y] = cells.line(self.cells[y])
        return lay_on(self._lines[y], runs) if runs else self._lines[y]


def lay_on(line: Styled, runs: Iterable[Run]) -> Styled:
    """Return a row with texts on it."""
    text, spans, rest = "", list[Span](), [*reversed(line.spans)]
    for run in sorted(runs):
        text += line[len(text) : run.x].ljust(run.x - len(text)) + run.text
        end = run.x + len(run.text)
        while rest and rest[-1].start < end:
            span = rest.pop()
            if span.end > end:
                rest.append(span._replace(start=end))
            if span.start < run.x:
                spans.append(span if span.end <= run.x else span._replace(end=run.x))
        spans.append(Span(run.x, end, run.tint, run.paper))
    return Styled(text + line[len(text) :], (*spans, *reversed(rest)))


def badge(text: str, role: str | None, canvas: Canvas) -> str:
    """Return the text of a badge in the form that shows its role without colour."""
    return form(text, role, unicode=canvas.unicode, painted=canvas.painted)


def badge_ink(role: str | None) -> Ink:
    """Return the ink of a badge with this role."""
    return BADGE_INKS.get(role or "", "other-badge")
