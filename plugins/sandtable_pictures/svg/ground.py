"""The ground of a drawing: links, spaces, names, and a legend of their styles and shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable import Board
from sandtable_pictures.svg.frame import frame
from sandtable_pictures.svg.plan import (
    GAP,
    LINE,
    MARGIN,
    NAME,
    BoardPlan,
    Name,
    Rect,
    escape_text,
    text_length,
)
from sandtable_pictures.svg.terrain import terrain

PENS = ("road", "path", "trail", "rail")
"""The styles of links: a kind of that name gets its own style, others get the next free one."""

SHAPES = (
    "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z",
    "M-6-6h12v12h-12z",
    "M0-8l8 8l-8 8l-8-8z",
    "M-8 6.5L0-8.5L8 6.5z",
    "M-7-4L0-8L7-4V4L0 8L-7 4z",
    "M-8-6.5L0 8.5L8-6.5z",
)
"""The shapes of spaces, one for each first kind; more kinds get the same shapes, filled."""

KEY, ROW = 34, 20
"""The width of a sign in the legend, and the height of its lines."""

KEY_GAP = 14
"""The gap between a map and its legend."""


class GroundDrawing:
    """The drawing of a plan: a fragment of SVG, and its height with the legend."""

    def __init__(self, plan: BoardPlan, board: Board) -> None:
        self.plan, self.board = plan, board
        kinds = dict.fromkeys(link.kind for link in board.links)
        self.pens = _pens(list(kinds))
        first = dict.fromkeys(space.kinds[0] for space in board.spaces.values() if space.kinds)
        self.shapes = {kind: turn for turn, kind in enumerate(first)}
        legend, lines = ([], 0) if plan.trays else self._legend()
        self.height = plan.height + lines * ROW + KEY_GAP * bool(lines)
        ground = terrain(plan) if not plan.trays else ""
        border = [] if plan.trays else frame(plan)
        spaces = f'<g class="spots">{"".join(self._spaces())}</g>'
        parts = [ground, *self._links(), spaces, *self._names(), *border, *legend]
        self.svg = f'<g class="ground{" trays" * plan.trays}">{"".join(parts)}</g>'

    def _links(self) -> Iterator[str]:
        paths: dict[str, list[str]] = {kind: [] for kind in self.pens}
        for link, curve in zip(self.board.links, self.plan.curves, strict=True):
            x, y = self.plan.spots[link.a]
            paths[link.kind].append(f"M{x} {y}{curve.svg}")
        for kind in reversed(paths):
            yield _line(self.pens[kind], "".join(paths[kind]))

    def _names(self) -> Iterator[str]:
        """The names by rank."""
        ranks: dict[str, list[str]] = {"": [], " small": []}
        for name in self.plan.names.values():
            ranks[" small" * name.small].append(_name(name, middle=not self.plan.trays))
        for rank, names in ranks.items():
            if names:
                yield f'<g class="names{rank}" font-size="{NAME}">{"".join(names)}</g>'

    def _spaces(self) -> Iterator[str]:
        for id, space in self.board.spaces.items():
            kinds = f": {', '.join(space.kinds)}" if space.kinds else ""
            title = f"<title>{escape_text(str(space) + kinds)}</title>"
            if self.plan.trays:
                yield f"<g>{title}{_tray(self.plan.rooms[id], self.plan.names[id].box)}</g>"
            else:
                x, y = self.plan.spots[id]
                yield f'<g transform="translate({x} {y})">{title}{self._shape(space.kinds[:1])}</g>'

    def _shape(self, kinds: Sequence[str]) -> str:
        turn = self.shapes[kinds[0]] if kinds else 0
        full = ' class="full"' * (turn // len(SHAPES) % 2)
        return f'<path{full} d="{SHAPES[turn % len(SHAPES)]}"/>'

    def _legend(self) -> tuple[list[str], int]:
        """The meaning of lines and shapes, in rows that fit the width; and the number of rows."""
        items = [(_line(pen, "M0 0H26"), kind) for kind, pen in self.pens.items()]
        items += [
            (f'<g class="spots" transform="translate(18 0)">{self._shape([kind])}</g>', kind)
            for kind in self.shapes
        ]
        x, line, drawn = MARGIN, 0, []
        for sign, kind in items:
            item_width = KEY + int(text_length(kind) * NAME) + 12
            if x + item_width > self.plan.width and x > MARGIN:
                x, line = MARGIN, line + 1
            y = self.plan.height + line * ROW + KEY_GAP
            text = f'<text class="key" x="{KEY}" y="5" font-size="{NAME}">{escape_text(kind)}</text>'
            drawn.append(f'<g transform="translate({x} {y})">{sign}{text}</g>')
            x += item_width
        return drawn, line + 1 if items else 0


def _pens(kinds: Sequence[str]) -> dict[str, str]:
    """The pen of each kind of link."""
    free = [pen for pen in PENS if pen not in kinds] or list(PENS)
    others = [kind for kind in kinds if kind not in PENS]
    assigned = {kind: free[turn % len(free)] for turn, kind in enumerate(others)}
    return {kind: assigned.get(kind, kind) for kind in kinds}


def _line(pen: str, way: str) -> str:
    over = f'<path class="{pen} over" d="{way}"/>' if pen in ("road", "rail") else ""
    return f'<path class="{pen}" d="{way}"/>{over}'


def _tray(room: Rect, name: Rect) -> str:
    """The box around a room and the name above it."""
    x, y = name.x - GAP, name.y - GAP
    width, height = room.width + 2 * GAP, room.y + room.height + GAP - y
    return f'<rect class="tray" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'


def _name(name: Name, *, middle: bool) -> str:
    """The lines of a name: in the middle of their box, or from its left."""
    x = name.box.x + name.box.width // 2 * middle
    return "".join(
        f'<text x="{x}" y="{name.box.y + LINE * turn + NAME - 2}">{escape_text(line)}</text>'
        for turn, line in enumerate(name.lines)
    )
