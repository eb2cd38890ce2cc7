"""The ground of a drawing: links, spaces, names, and a legend of styles and shapes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sandtable import Board
from sandtable_pictures.svg.frame import frame
from sandtable_pictures.svg.plan import (
    GAP,
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
"""The styles of links: a kind named here gets its style, and any other kind the next free style."""

SHAPES = (
    "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z",
    "M-6-6h12v12h-12z",
    "M0-8l8 8l-8 8l-8-8z",
    "M-8 6.5L0-8.5L8 6.5z",
    "M-7-4L0-8L7-4V4L0 8L-7 4z",
    "M-8-6.5L0 8.5L8-6.5z",
)
"""The shapes of spaces, by a space's first kind; when they run out, they are used again, filled."""

KEY, ROW = 34, 20
"""The width of a sign in the legend, and the height of the legend's lines."""

KEY_GAP = 14
"""The gap between a map and its legend."""


class GroundDrawing:
    """A plan drawn: the layers below and above the routes of pieces, the names, and the height."""

    def __init__(self, plan: BoardPlan, board: Board) -> None:
        self.plan, self.board = plan, board
        kinds = dict.fromkeys(link.kind for link in board.links)
        self.pens = _pens(list(kinds))
        first = dict.fromkeys(space.kinds[0] for space in board.spaces.values() if space.kinds)
        self.shapes = {kind: turn for turn, kind in enumerate(first)}
        key, rows = ("", 0) if plan.trays else legend(self._key(), plan.width, plan.height)
        self.height = plan.height + rows
        spaces = f'<g class="spots">{"".join(self._spaces())}</g>'
        self.names = [] if plan.trays else [*plan.regions, *plan.names.values()]
        if plan.scale and (box := plan.places.get("scale")):
            self.names.append(Name((plan.scale.name,), box, "small"))
        if plan.trays:
            texts = "".join(lettering(plan.names.values(), middle=False))
            self.below, self.over = f'<g class="ground trays">{spaces}{texts}</g>', ""
        else:
            self.below = f'<g class="ground">{terrain(plan)}{"".join(self._links())}</g>'
            self.over = f'<g class="ground">{spaces}{"".join(frame(plan))}{key}</g>'

    def _links(self) -> Iterator[str]:
        paths: dict[str, list[str]] = {kind: [] for kind in self.pens}
        for link, curve in zip(self.board.links, self.plan.curves, strict=True):
            paths[link.kind].append(curve.path)
        for kind in reversed(paths):
            yield _line(self.pens[kind], "".join(paths[kind]))

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

    def _key(self) -> Iterator[tuple[str, str]]:
        """Yield the meaning of lines and shapes."""
        for kind, pen in self.pens.items():
            yield _line(pen, "M0 0H26"), kind
        for kind in self.shapes:
            yield f'<g class="spots" transform="translate(18 0)">{self._shape([kind])}</g>', kind


def legend(items: Iterable[tuple[str, str]], width: int, top: int) -> tuple[str, int]:
    """Draw signs and their meanings in rows below a map; return the drawing and its height."""
    x, row, drawn = MARGIN, 0, []
    for sign, kind in items:
        item_width = KEY + int(text_length(kind) * NAME) + 12
        if x + item_width > width and x > MARGIN:
            x, row = MARGIN, row + 1
        text = f'<text class="key" x="{KEY}" y="5" font-size="{NAME}">{escape_text(kind)}</text>'
        drawn.append(f'<g transform="translate({x} {top + row * ROW + KEY_GAP})">{sign}{text}</g>')
        x += item_width
    return "".join(drawn), (row + 1) * ROW + KEY_GAP if drawn else 0


def lettering(names: Iterable[Name], *, middle: bool = True) -> Iterator[str]:
    """Draw names, grouped by rank."""
    ranks: dict[tuple[str, int], list[str]] = {}
    for name in names:
        ranks.setdefault((name.rank, name.letters), []).append(_name(name, middle=middle))
    for (rank, letters), texts in ranks.items():
        yield f'<g class="{f"names {rank}".rstrip()}" font-size="{letters}">{"".join(texts)}</g>'


def _pens(kinds: Sequence[str]) -> dict[str, str]:
    """Return the style of each kind of link."""
    free = [pen for pen in PENS if pen not in kinds] or list(PENS)
    others = [kind for kind in kinds if kind not in PENS]
    assigned = {kind: free[turn % len(free)] for turn, kind in enumerate(others)}
    return {kind: assigned.get(kind, kind) for kind in kinds}


def _line(pen: str, way: str) -> str:
    over = f'<path class="{pen} over" d="{way}"/>' if pen in ("road", "rail") else ""
    return f'<path class="{pen}" d="{way}"/>{over}'


def _tray(room: Rect, name: Rect) -> str:
    """Draw the box around a room and the name above it."""
    x, y = name.x - GAP, name.y - GAP
    width, height = room.width + 2 * GAP, room.y + room.height + GAP - y
    return f'<rect class="tray" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'


def _name(name: Name, *, middle: bool) -> str:
    """Draw the lines of a name, centred in their box or beginning at its left."""
    x, y = name.box.x + name.box.width // 2 * middle, name.box.y + name.letters - 2
    return "".join(
        f'<text x="{x}" y="{y + (name.letters + 1) * turn}">{escape_text(line)}</text>'
        for turn, line in enumerate(name.lines)
    )
