"""A whole board at any size: a sign for each space, thin links, and the names that fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from sandtable import Board, Space
from sandtable_pictures import styled
from sandtable_pictures.palette import PALETTE, Role

EMPTY = "+", "•"
"""The sign of an empty space, in ASCII and in Unicode."""

WAY = ".", "·"
"""The character of links, in ASCII and in Unicode."""

SHORTEST = 4
"""A name is cut to at least this many letters, or left out."""

FIRST: tuple[Role, ...] = ("own", "target", "enemy")
"""The roles whose signs come first, and whose names are written first."""

Cell = tuple[int, int]


BLANK: tuple[str, Role | None] = (" ", None)
"""A cell with nothing in it."""


def legend(*, unicode: bool) -> str:
    """What the signs of spaces mean, in one line."""
    signs = (
        (colour.shape if unicode else colour.sign, colour.about)
        for colour in (PALETTE[role] for role in FIRST)
    )
    return "   ".join(f"{sign} {about}" for sign, about in (*signs, (EMPTY[unicode], "nothing")))


class Overview:
    """The cells of a board in `width` columns and `height` rows.

    `marks` has the contents of spaces, of which only the roles are shown, and `names` the names of
    spaces. `places` has the cell of each space's sign, and `texts` its width in columns, with the name.
    """

    def __init__(
        self,
        board: Board,
        marks: Mapping[str, str],
        names: Mapping[str, str],
        roles: Mapping[str, Role],
        width: int,
        height: int,
        *,
        unicode: bool,
    ) -> None:
        self.width, self.height, self.unicode = width, height, unicode
        self._cells: dict[Cell, tuple[str, Role | None]] = {}
        self._taken: set[Cell] = set()
        self.places = _places(board, width, height)
        self.texts: dict[str, int] = {}
        for link in board.links:
            for cell in _between(self.places[link.a], self.places[link.b]):
                self._cells.setdefault(cell, (WAY[unicode], roles.get(link.kind, "quiet")))
        for id, (x, y) in self.places.items():
            signs = self._signs(marks.get(id, ""), roles.get(id, "quiet"))
            for step, sign in enumerate(signs[: width - x]):
                self._put(x + step, y, *sign)
            self.texts[id] = len(signs)
        ranked = sorted(names, key=lambda id: not _roles_of(marks.get(id, "")))
        for id in ranked:
            self._name(id, names[id], roles.get(id))

    def rows(self) -> list[str]:
        """The picture in lines."""
        lines: list[str] = []
        for y in range(self.height):
            end = max((x + 1 for x in range(self.width) if (x, y) in self._cells), default=0)
            row = [self._cells.get((x, y), BLANK) for x in range(end)]
            parts: list[styled.Part] = []
            for role, cells in groupby(row, key=_role):
                text = "".join(letter for letter, _ in cells)
                parts.append((text, role) if role else text)
            lines.append(styled.line_of(*parts))
        return lines

    def _signs(self, mark: str, role: Role) -> list[tuple[str, Role]]:
        """The signs of a space: one for each role of its contents."""
        roles = _roles_of(mark)
        if not roles:
            return [(EMPTY[self.unicode], role)]
        return [(PALETTE[held].shape if self.unicode else PALETTE[held].sign, held) for held in roles]

    def _put(self, x: int, y: int, letter: str, role: Role | None) -> None:
        self._cells[x, y] = letter, role
        self._taken.add((x, y))

    def _name(self, id: str, name: str, role: Role | None) -> None:
        """Write a name next to the sign of its space, above it or below it; else cut, or not at all."""
        x, y = self.places[id]
        after, rows = x + self.texts[id] + 1, (y - 1, y + 1)
        middle = x - len(name) // 2
        starts = [(start, row) for row in rows for start in (middle, x, after - len(name) - 1)]
        if self._written(id, name, [(after, y), (x - len(name) - 1, y), *starts], role):
            return
        for letters in range(len(name) - 1, min(SHORTEST, len(name)) - 1, -1):
            cut = name[:letters] if name[letters - 1] != " " else ""
            if cut and self._written(id, cut, [(after, y), (x - letters - 1, y)], role):
                return

    def _written(self, id: str, name: str, starts: Sequence[Cell], role: Role | None) -> bool:
        """Write a name at the first of some cells where it touches no sign and no other name."""
        x, y = self.places[id]
        own_cells = {(x + step, y) for step in range(self.texts[id])}
        for start, row in starts:
            cells = [(start + step, row) for step in range(-1, len(name) + 1)]
            inside = start >= 0 and start + len(name) <= self.width and 0 <= row < self.height
            if inside and not self._taken & (set(cells) - own_cells):
                for letter, cell in zip(name, cells[1:], strict=False):
                    self._put(*cell, letter, role)
                for cell in {cells[0], cells[-1]} - own_cells:
                    self._cells.pop(cell, None)
                return True
        return False


def _role(cell: tuple[str, Role | None]) -> Role | None:
    return cell[1]


def _roles_of(mark: str) -> list[Role]:
    """The roles of a mark, each once, the most important first."""
    roles: list[Role] = list(dict.fromkeys(span.role for span in styled.spans(mark) if span.role))
    return sorted(roles, key=lambda role: FIRST.index(role) if role in FIRST else len(FIRST))


def _places(board: Board, width: int, height: int) -> dict[str, Cell]:
    """A cell for each space, in the proportions of the board, as far as possible."""
    spaces = board.spaces.values()
    left, top = min(space.x for space in spaces), min(space.y for space in spaces)
    across = max(space.x for space in spaces) - left or 1
    down = max(space.y for space in spaces) - top or 1
    cells: dict[str, Cell] = {}

    def place(space: Space) -> Cell:
        x = round((space.x - left) * (width - 1) / across)
        y = round((space.y - top) * (height - 1) / down)
        return next(cell for cell in _spiral(x, y, width, height) if cell not in cells.values())

    for space in spaces:
        cells[space.id] = place(space)
    return cells


def _spiral(x: int, y: int, width: int, height: int) -> Iterator[Cell]:
    """The cells of a picture, from one cell outwards: the nearest first."""
    cells = [(column, row) for row in range(height) for column in range(width)]
    if 0 <= x < width and 0 <= y < height:
        yield x, y
    yield from sorted(cells, key=lambda cell: abs(cell[0] - x) + 2 * abs(cell[1] - y))


def _between(start: Cell, end: Cell) -> Iterator[Cell]:
    """The cells of a straight link between its ends; every other column if it is level."""
    (x, y), (u, v) = start, end
    steps = max(abs(u - x) // 2, abs(v - y))
    for step in range(1, steps):
        yield x + round((u - x) * step / steps), y + round((v - y) * step / steps)
