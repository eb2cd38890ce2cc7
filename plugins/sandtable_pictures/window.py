"""A window on a larger picture: its place, and how it follows the cells that matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sandtable_pictures import styled

if TYPE_CHECKING:
    from sandtable_pictures.chart import MapLines
    from sandtable_pictures.palette import Role

Cell: TypeAlias = tuple[int, int]
"""A column and a row, from 0."""

MATTERS: tuple[Role, ...] = ("own", "target", "enemy")
"""The roles that a picture shows first, in this order."""

MARGIN = (4, 1)
"""Columns and rows kept free around what a window shows, if the picture is large enough."""

SHIFT = 8
"""A window moves by at most this many columns so that it cuts no name."""

MARKS = 2
"""A name and the marks in its space take this many rows."""

TWO_PANES = 90
"""A screen of at least this many columns has texts next to the map, a narrower one below it."""

CLEAR = 80
"""The width in columns at which the built-in maps are clear. A map that is never clear has it too."""

WIDTHS = range(60, 141, 10)
"""The widths at which a map is tried, in columns. It is clear at one where all names are whole and no
link hides another."""


class Box(NamedTuple):
    """A rectangle of cells, up to but without `right` and `bottom`."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def of(cls, cells: Sequence[Cell]) -> Box:
        """The smallest rectangle around some cells, at least one."""
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        return cls(min(xs), min(ys), max(xs) + 1, max(ys) + 1)

    def union(self, other: Box) -> Box:
        """The smallest rectangle around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


class Window(NamedTuple):
    """The visible part of a picture: its first column and row, and its size."""

    left: int
    top: int
    width: int
    height: int

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is visible."""
        x, y = cell
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height

    def crop(self, lines: MapLines) -> list[str]:
        """The visible part of the picture, without the lines below it."""
        return styled.window(lines[: lines.rows], *self)

    def move_to(self, left: int, top: int, lines: MapLines) -> Window:
        """The window at another place, moved back into the picture if need be."""
        widest = max(map(len, lines[: lines.rows]), default=0)
        left = max(min(left, widest - self.width), 0)
        return self._replace(left=left, top=max(min(top, lines.rows - self.height), 0))

    def move_to_show(self, things: Iterable[Sequence[Cell]], lines: MapLines) -> Window:
        """The window, moved as little as possible so that it shows some things with a margin.

        A thing is the cells that it takes. The first thing is always shown. Each later one is shown if
        it fits together with those before it.
        """
        box = self._bounds(things)
        if box is None:
            return self.move_to(self.left, self.top, lines)
        across = min(MARGIN[0], (self.width - box.right + box.left) // 2)
        down = min(MARGIN[1], (self.height - box.bottom + box.top) // 2)
        left = min(max(self.left, box.right + across - self.width), box.left - across)
        top = min(max(self.top, box.bottom + down - self.height), box.top - down)
        return self.move_to(left, top, lines)._with_whole_names(box, lines)

    def centre_on(self, things: Iterable[Sequence[Cell]], lines: MapLines) -> Window:
        """The window with things in its middle; the first matter most, as in `move_to_show`."""
        box = self._bounds(things)
        if box is None:
            return self.move_to(self.left, self.top, lines)
        left = (box.left + box.right - self.width) // 2
        top = (box.top + box.bottom - self.height) // 2
        return self.move_to(left, top, lines)._with_whole_names(box, lines)

    def _bounds(self, things: Iterable[Sequence[Cell]]) -> Box | None:
        """The rectangle around the first thing, and around each later one with which it still fits."""
        around: Box | None = None
        for cells in things:
            box = Box.of(cells)
            wider = around.union(box) if around else box
            small = wider.right - wider.left <= self.width and wider.bottom - wider.top <= self.height
            if small or around is None:
                around = wider
        if around is None:
            return None
        # Something larger than the window is shown from its beginning.
        right, bottom = around.left + self.width, around.top + self.height
        return around._replace(right=min(around.right, right), bottom=min(around.bottom, bottom))

    def _with_whole_names(self, box: Box, lines: MapLines) -> Window:
        """The window, moved sideways to where it shows the most whole names and cuts the fewest."""
        places = [place for place in lines.places.values() if self.holds((self.left, place.y))]
        widest = max(map(len, lines[: lines.rows]), default=0)

        def cost(left: int) -> tuple[int, int]:
            right = left + self.width
            whole = sum(left <= place.x and place.x + place.letters <= right for place in places)
            apart = sum(place.x >= right or place.x + place.letters <= left for place in places)
            return len(places) - 2 * whole - apart, abs(left - self.left)

        first, last = max(box.right - self.width, 0), min(box.left, max(widest - self.width, 0))
        lefts = range(max(self.left - SHIFT, first), min(self.left + SHIFT, last) + 1)
        return self._replace(left=min(lefts, key=cost, default=self.left))


def spaces(lines: MapLines, ids: Iterable[str]) -> list[list[Cell]]:
    """The corners of each space on a map, together with what is in the space."""
    corners: list[list[Cell]] = []
    for place in (lines.places[id] for id in ids if id in lines.places):
        right, below = place.x + max(place.letters, 1), place.y + MARKS - 1
        for span in styled.spans(lines[below]) if below < lines.rows else ():
            if span.role in MATTERS and place.x <= span.start <= right + 1:
                right = max(right, span.end)
        corners.append([(place.x, place.y), (right - 1, below)])
    return corners


def with_role(lines: MapLines, role: Role) -> list[Cell]:
    """The first cells of the parts of a picture that have a role."""
    return [
        (span.start, y)
        for y, line in enumerate(lines[: lines.rows])
        for span in styled.spans(line)
        if span.role == role
    ]


def first_look(lines: MapLines) -> list[list[Cell]]:
    """The first view of a picture: the most important piece that is nearest to all others like it.

    The other important pieces follow, the nearest first.
    """
    found = [with_role(lines, role) for role in MATTERS]
    cells = next(filter(None, found), [(0, 0)])
    middle = min(cells, key=lambda cell: sum(far(cell, other) for other in cells))
    near = sorted(cells, key=lambda cell: far(cell, middle))
    others = [cell for role in found for cell in sorted(role, key=lambda cell: far(cell, middle))]
    return [_below_name(cell) for cell in dict.fromkeys([*near, *others])]


def diff(before: Sequence[str], now: MapLines) -> list[list[Cell]]:
    """The cells in which two pictures differ; cells that hold something now come first.

    Each is the last of a thing that has the cell above it too, where a name may be.
    """
    roles = {
        (x, y): MATTERS.index(span.role)
        for y, line in enumerate(now[: now.rows])
        for span in styled.spans(line)
        if span.role in MATTERS
        for x in range(span.start, span.end)
    }
    found: list[Cell] = []
    for y, (old, new) in enumerate(zip_longest(before, now[: now.rows], fillvalue="")):
        if old != new:
            wide = max(len(old), len(new))
            pairs = zip(old.ljust(wide), new.ljust(wide), strict=True)
            found += [(x, y) for x, (a, b) in enumerate(pairs) if a != b]
    found.sort(key=lambda cell: roles.get(cell, len(MATTERS)))
    return [_below_name(cell) for cell in found]


def _below_name(cell: Cell) -> list[Cell]:
    """A cell of a mark, together with the cell above, where the name of its space is."""
    x, y = cell
    return [(x, max(y - 1, 0)), cell]


def best_width(
    width: int, height: int, draw: Callable[[int], MapLines], shapes: dict[int, int] | None = None
) -> int:
    """The greatest width at which a window shows the most of a clear map.

    `draw` gives the map in some columns. `shapes` keeps the rows that it takes, by its columns, and 0
    where it is not clear.
    """
    known = {} if shapes is None else shapes

    def share(columns: int) -> tuple[float, int]:
        if columns not in known:
            lines = draw(columns)
            known[columns] = lines.rows if lines.is_clear else 0
        rows = known[columns]
        visible = min(1, width / columns) * min(1, height / max(rows, 1))
        return (visible if rows else 0, columns)

    best = max(map(share, (columns for columns in WIDTHS if columns <= max(width, CLEAR))))
    return best[1] if best[0] else CLEAR


def panes(width: int, texts: int | None = None) -> tuple[int, int]:
    """The columns of a map or board, and of the texts next to it; three columns separate them.

    `texts` says how many columns the texts should have, two fifths by default; they get 36 to 64. On a
    screen with fewer columns than TWO_PANES, both have its whole width.
    """
    if width < TWO_PANES:
        return width, width
    beside = max(min(width * 2 // 5 if texts is None else texts, 64), 36)
    return width - beside - 3, beside


def far(a: Cell, b: Cell) -> int:
    """The distance of two cells; a row counts as two columns."""
    return abs(a[0] - b[0]) + 2 * abs(a[1] - b[1])
