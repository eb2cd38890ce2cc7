"""The inset of a near view: the whole map in a corner, with a frame around the part shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sandtable import Board
from sandtable_pictures.palette import PALETTE, Ground, Role
from sandtable_pictures.sheet import ground
from sandtable_pictures.sheet.cells import BLANK, Kind, Look, box
from sandtable_pictures.sheet.scale import Cell, Scale, whole

LEAST_SIZE = (18, 7)
"""The smallest size of an inset."""

ORDER: tuple[Role, ...] = ("own", "target", "enemy")
"""The roles that an inset shows; if several share a cell, the first counts."""


class Inset:
    """The whole map in `width` by `rows` cells; `near` is the scale of the view around it."""

    def __init__(self, board: Board, kind: Kind, near: Scale, corner: Cell, size: Cell) -> None:
        self.board, self.kind, self.near = board, kind, near
        self.left, self.top = corner
        self.width, self.rows = size
        self.scale = whole(board, self.width - 2, self.rows - 2)
        self.paper: Ground | None = "land" if kind.painted else None
        across, down = range(self.left, self.left + self.width), range(self.top, self.top + self.rows)
        self.cells = frozenset((x, y) for y in down for x in across)

    @classmethod
    def of(cls, board: Board, kind: Kind, near: Scale, nodes: Mapping[str, Cell]) -> Inset | None:
        """Return the inset of a near view, in the emptiest corner; None if there is no room."""
        width, rows = max(kind.width // 4, LEAST_SIZE[0]), max(kind.rows // 4, LEAST_SIZE[1])
        if 3 * width > 2 * kind.width or 2 * rows > kind.rows:
            return None
        corners = [(x, y) for y in (kind.rows - rows, 0) for x in (kind.width - width, 0)]

        def crowd(corner: Cell) -> int:
            return sum(
                0 <= x - corner[0] < width and 0 <= y - corner[1] < rows for x, y in nodes.values()
            )

        return cls(board, kind, near, min(corners, key=crowd), (width, rows))

    def looks(self) -> Iterator[tuple[Cell, Look]]:
        """Yield its border, ground and places, and the frame around the near view."""
        kind, width, rows = self.kind, self.width - 2, self.rows - 2
        inner = ground.quarters(self.board, self.scale, width, rows)
        for y in range(rows):
            for x in range(width):
                block = ground.block(ground.four_quarters(inner, x, y))
                shown = block if kind.unicode else (" ", None, block[2])
                yield (self.left + 1 + x, self.top + 1 + y), shown if kind.painted else BLANK
        right, bottom = self.left + width + 1, self.top + rows + 1
        for cell, letter in box(self.left, self.top, right, bottom, unicode=kind.unicode):
            yield cell, (letter, "inset", self.paper)
        for space in self.board.spaces.values():
            yield self._cell((space.x, space.y)), ("·" if kind.unicode else ".", "crossing", self.paper)
        dots = (0, 0), (2 * kind.width, 4 * kind.rows)
        (left, top), (right, bottom) = (self._cell(self.near.point(dot)) for dot in dots)
        for cell, letter in box(left, top, right, bottom, unicode=kind.unicode):
            yield cell, (letter, "home", self.paper)

    def marks(
        self, marks: Mapping[str, Sequence[tuple[str, str | None]]]
    ) -> Iterator[tuple[Cell, Look]]:
        """Yield the places with anything in them, each as the sign of its first role."""
        found: dict[Cell, Role] = {}
        for role in reversed(ORDER):
            for id, parts in marks.items():
                space = self.board.spaces[id]
                if role in [other for _, other in parts]:
                    found[self._cell((space.x, space.y))] = role
        for cell, role in found.items():
            sign = PALETTE[role].shape if self.kind.unicode else PALETTE[role].sign
            yield cell, (sign, role, self.paper)

    def _cell(self, point: tuple[float, float]) -> Cell:
        x, y = self.scale.dot(point)
        column, row = min(max(int(x // 2), 0), self.width - 3), min(max(int(y // 4), 0), self.rows - 3)
        return self.left + 1 + column, self.top + 1 + row
