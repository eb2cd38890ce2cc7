"""Pictures of characters: a board with its names and links, and two battle lines.

`draw` writes what `layout` has planned. Lines below the picture list what it does not show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from itertools import cycle, groupby, zip_longest
from typing import NamedTuple, TypeAlias

from sandtable import Board
from sandtable_pictures import styled
from sandtable_pictures.layout import NEVER, Cell, MapLayout, plan
from sandtable_pictures.layout.ground import ground
from sandtable_pictures.overview import Overview
from sandtable_pictures.palette import Ground, Role
from sandtable_pictures.styled import Part, Span, Styled

STYLES = {"road": "=###", "path": "-|/\\"}
"""The characters of links, by kind: level, upright, rising and falling."""

# Styles of other kinds, in the order in which the kinds appear on the board.
OTHER_STYLES = ("-|/\\", ".:..", "=###", "~~~~", "****")

BOX_DRAWING = {"-|/\\": "─│╱╲", ".:..": "┈┊··", "=###": "═║▞▚"}  # noqa: RUF001
"""The box-drawing characters for a style, character by character."""

ROLES: Mapping[str, Role] = {"road": "road", "rail": "road", "water": "sea", "sea": "sea"}
"""The role of each kind of link; the roles of other kinds are quiet."""

Mark: TypeAlias = str | Sequence[Part]
"""The content of a space: a text, or parts, each with or without a role, with blanks between them."""

FREE, LINK, TEXT = " ", "-", "a"
"""The contents of a cell of a picture: nothing, a link, or text."""

BARE: tuple[str, Role | None] = (" ", None)
"""The letter and the role of a cell without a link."""

MARK_ROWS = 2
"""A mark is at most this many rows below the name of its space."""

MOST_CANVASES = 16
"""At most this many pictures without marks are kept."""

CROSSINGS = {"-": "+", "─": "┼"}


class MapLines(list[str]):
    """A map in lines: the first `rows` are the picture, the others list what it does not show.

    `places` says where the name of each space begins, by column and row, and how long it is. It is
    empty if the lines are a list instead of a picture. It `is_clear` if the picture has every name
    whole and no link hides another.
    """

    def __init__(
        self,
        lines: Iterable[str],
        rows: int = 0,
        places: Mapping[str, Place] = {},
        *,
        is_clear: bool = False,
    ) -> None:
        super().__init__(lines)
        self.rows = rows
        self.places = dict(places)
        self.is_clear = is_clear


class Place(NamedTuple):
    """The place of a name in a map: its first column, its row from 0, its number of letters."""

    x: int
    y: int
    letters: int


_unicode: ContextVar[bool] = ContextVar("unicode", default=False)


@contextmanager
def in_unicode(*, wanted: bool = True) -> Iterator[None]:
    """Within the block, draw lines with box-drawing characters, for a display that has them."""
    before = _unicode.set(wanted)
    try:
        yield
    finally:
        _unicode.reset(before)


_rows: ContextVar[int | None] = ContextVar("rows", default=None)


@contextmanager
def fit_whole(rows: int | None) -> Iterator[None]:
    """Within the block, draw whole boards in `rows` rows: a sign for each space, names if they fit."""
    before = _rows.set(rows)
    try:
        yield
    finally:
        _rows.reset(before)


def draw(
    board: Board,
    marks: Mapping[str, Mark] = {},
    width: int = 100,
    height: int | None = None,
    styles: Mapping[str, str] = {},
    labels: Mapping[str, str] = {},
    legend: str = "",
    package: str | None = None,
    roles: Mapping[str, Role] = {},
    cut: str = "",
) -> MapLines:
    """A board as lines of text, none wider than `width` (20 or more); names never move.

    - `marks`: what is in each space.
    - `styles`: four characters for a kind of link; they take precedence over STYLES.
    - `labels`: shorter names.
    - `legend`: printed below the picture, followed by `cut` if marks are cut.
    - `package`: a package whose ``data/maps.json`` saves the time to lay out the board;
      ``sandtable test --maps GAME`` prints that file.
    - `roles`: the roles that colour links, by kind, and the names of spaces, by id.

    The picture has the proportions of the map. With `height` it has at most that many rows, the
    lines below included, if possible. Names that do not fit are cut; lines below list these names,
    and marks that are cut, in full. Without room for a picture, the result is a list of the spaces
    and their links.

    Raises KeyError for a mark of a space that is not on the board.
    """
    texts = {board.spaces[id].id: text for id, mark in marks.items() if (text := _mark(mark))}
    names = {id: labels.get(id) or str(space) for id, space in board.spaces.items()}
    if names and (rows := _rows.get()) is not None:
        roles = {**ROLES, **roles}
        small = Overview(board, texts, names, roles, width, rows, unicode=_unicode.get())
        places = {id: Place(*cell, small.texts[id]) for id, cell in small.places.items()}
        return MapLines(small.rows(), rows, places)
    drawn = MapLines([])
    rows, key, legend_lines = height, tuple(names.items()), wrap(_legend_in_unicode(legend), width)
    for _ in range(3):
        planned = (
            plan(board, key, width, rows, package) or plan(board, key, width, None, package)
            if names
            else None
        )
        if planned is None:
            return MapLines([*_list(board, texts, width), *legend_lines])
        canvas = _draw(board, planned, width, styles, roles, unicode=_unicode.get()).copy()
        hidden = [id for id, text in texts.items() if not canvas.write(id, text)]
        if hidden and cut:
            legend_lines = wrap(_legend_in_unicode(styled.join("   ", (legend, cut))), width)
        below = [*_notes(planned, names, texts, hidden, width), *legend_lines]
        drawn = canvas.picture(below, is_clear=not planned.unclear and dict(planned.labels) == names)
        if height is None or len(drawn) <= height:
            break
        rows = height - len(below)
    return drawn


def lines(left: Sequence[str], right: Sequence[str], width: int, nobody: str = "nobody") -> list[str]:
    """Two battle lines side by side, position by position from 1; no row is wider than `width`.

    `width` is 20 or more. `nobody` fills the gaps of the shorter line. The left column is as wide as
    it needs to be, but at most half the width if the right one needs the rest. Longer entries
    continue on the next row. The left line is the viewer's own, the right one the enemy's.
    """
    pairs = [
        (a.strip() or nobody, b.strip() or nobody) for a, b in zip_longest(left, right, fillvalue="")
    ]
    digits = len(str(len(pairs)))
    room = width - digits - 7
    longest = [max(map(len, column)) for column in zip(*pairs, strict=True)] or [0, 0]
    left_width = min(longest[0], max(room // 2, room - longest[1]))
    rows_drawn: list[str] = []
    for place, (ours, theirs) in enumerate(pairs, 1):
        rows = zip_longest(wrap(ours, left_width), wrap(theirs, room - left_width), fillvalue="")
        for row, (a, b) in enumerate(rows):
            number = f"  {'' if row else place:>{digits}}  "
            line = f"{number}{a:<{left_width}} | {b}".rstrip()
            sides: tuple[tuple[int, str, Role], ...] = (
                (len(number), a, "own"),
                (len(number) + left_width + 3, b, "enemy"),
            )
            spans = [
                Span(start, start + len(side), role)
                for start, side, role in sides
                if side not in ("", nobody)
            ]
            rows_drawn.append(Styled(line, spans))
    return rows_drawn


def _notes(
    plan: MapLayout,
    names: Mapping[str, str],
    marks: Mapping[str, str],
    hidden: Sequence[str],
    width: int,
) -> Iterator[str]:
    """The lines below the picture; they list all marks under full names if a name is cut."""
    cut = [f"{short}\0{names[id]}" for id, short in plan.labels.items() if short != names[id]]
    listed = [f"{names[id]}\0{mark}" for id, mark in marks.items() if cut or id in hidden]
    links = [f"{names[link.a]} to {names[link.b]} ({link.kind})" for link in plan.unclear]
    for title, items in (("Names cut", cut), ("Marks", listed), ("Links hard to see", links)):
        if items:
            yield from wrap(f"{title}: {', '.join(items)}.", width)


def _list(board: Board, marks: Mapping[str, str], width: int) -> Iterator[str]:
    """Each space with its marks, and the spaces at the other ends of its links, kind by kind."""
    for id, space in board.spaces.items():
        parts = [f"{space}\0{marks[id]}" if id in marks else str(space)]
        for kind in dict.fromkeys(link.kind for link in board.links_of(id)):
            ends = (str(board.spaces[other]) for other in board.neighbours(id, (kind,)))
            parts.append(f"{kind} to {', '.join(ends)}")
        yield from wrap("; ".join(parts), width)


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """A text in lines, not broken at hyphens, nor where a null character stands for a space.

    All lines but the first are indented by `indent`.
    """
    lines = styled.wrap(text, width, indent)
    return [styled.with_roles_of(line, line.replace("\0", " ")) for line in lines]


def _mark(mark: Mark) -> str:
    """A mark in one line; its parts keep their roles."""
    return " ".join(mark.split()) if isinstance(mark, str) else styled.join(" ", mark)


class _Canvas:
    """The rows of a picture, and the contents of each cell: FREE, LINK or TEXT."""

    def __init__(
        self,
        board: Board,
        plan: MapLayout,
        width: int,
        styles: Mapping[str, str],
        roles: Mapping[str, Role],
    ) -> None:
        self.plan, self.width = plan, width
        pens = {kind: _pen(style) for kind, style in _pens(board, styles).items()}
        links: dict[Cell, tuple[str, Role]] = {}
        for cell, ways in plan.lines.items():
            kind = board.links[ways[0][0]].kind
            links[cell] = _stroke(pens[kind], *ways[0][1:]), roles.get(kind, "quiet")
        below = ground(board, tuple(plan.boxes.items()), width) if board.shapes else {}
        height = max(y for _, y in (*links, *((box.x, box.y) for box in plan.boxes.values()))) + 1
        self.rows = [_row(y, width, links, below) for y in range(height + MARK_ROWS)]
        self.held = [
            "".join([LINK if (x, y) in links else FREE for x in range(width)])
            for y in range(height + MARK_ROWS)
        ]
        self.texts: list[tuple[int, int, str]] = []
        """The texts that are not in the rows yet, each with its row and its first column."""
        for id, box in plan.boxes.items():
            label = plan.labels[id]
            self._put(box.x, box.y, styled.line_of((label, roles[id])) if id in roles else label)
        self.rows = self._write_texts()
        self.texts.clear()

    def copy(self) -> _Canvas:
        """A canvas with the same cells, to be written on."""
        other = copy(self)
        other.texts, other.held = [], [*self.held]
        return other

    def _put(self, x: int, y: int, text: str) -> None:
        end, held = x + len(text), self.held[y]
        self.texts.append((y, x, text))
        self.held[y] = f"{held[:x]}{TEXT * len(text)}{held[end:]}"

    def _write_texts(self) -> list[Styled]:
        """The rows with the texts that are not in them yet."""
        by_row: dict[int, list[tuple[int, str]]] = {}
        for y, x, text in self.texts:
            by_row.setdefault(y, []).append((x, text))
        return [
            styled.with_texts(row, by_row[y]) if y in by_row else row for y, row in enumerate(self.rows)
        ]

    def write(self, id: str, mark: str) -> bool:
        """Write a mark at its space, in two rows or cut with a ``+`` if need be; True if it is whole."""
        if self._write_whole(id, mark):
            return True
        before, held = len(self.texts), self.held
        for gap in [span.end for span in reversed(styled.spans(mark)[:-1])]:
            first, rest = styled.cut(mark, 0, gap), styled.cut(mark, gap + 1, len(mark))
            self.held = [*held]
            if self._write_whole(id, first) and self._write_whole(id, rest, rows=(1, MARK_ROWS)):
                return True
            del self.texts[before:]
        self.held = held
        for letters in range(len(mark) - 2, -1, -1):
            if self._write_whole(id, styled.line_of(styled.cut(mark, 0, letters), "+")):
                break
        return False

    def _write_whole(self, id: str, text: str, rows: Sequence[int] = (1,)) -> bool:
        """Write a text at a space, if there is room."""
        size, best = len(text), (NEVER, 0, 0)
        for distance, x, y in sorted(self._spots(id, size, rows)):
            if distance > best[0]:
                break
            cost = distance + self._hides(x, y, size)
            if cost <= best[0]:
                best = min(best, (cost, x, y))
        cost, x, y = best
        if cost < NEVER:
            self._put(x, y, text)
        return cost < NEVER

    def _spots(self, id: str, size: int, rows: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """The places where a mark could begin, each with its distance from the best one."""
        box = self.plan.boxes[id]
        for x in range(box.x - size + 1, box.x + box.room):
            for row in rows:
                yield abs(x - box.x) + 6 * (row - 1), x, box.y + row
        yield 8, box.x + box.letters + 1, box.y
        yield 12, box.x - size - 1, box.y

    def _hides(self, x: int, y: int, size: int) -> int:
        """The cost of writing into these cells; NEVER if they are taken, or too near a text."""
        held, end = self.held[y], x + size
        if x < 0 or end > self.width or not held[x:end].isspace():
            return NEVER
        beside = held[max(x - 1, 0) : x] + held[end : end + 1]
        return NEVER if TEXT in beside else 4 * beside.count(LINK)

    def picture(self, below: Sequence[str], *, is_clear: bool) -> MapLines:
        """The rows, without empty ones at the top and the bottom, and the lines below the picture."""
        drawn = [y for y, held in enumerate(self.held) if not held.isspace()]
        top, end = drawn[0], drawn[-1] + 1
        boxes = self.plan.boxes.items()
        places = {id: Place(box.x, box.y - top, box.letters) for id, box in boxes}
        return MapLines([*self._write_texts()[top:end], *below], end - top, places, is_clear=is_clear)


def _row(
    y: int, width: int, links: Mapping[Cell, tuple[str, Role]], below: Mapping[Cell, Ground]
) -> Styled:
    """A row of links on their ground, without spaces at its end."""
    letters: list[str] = []
    looks: list[tuple[Role | None, Ground | None]] = []
    for x in range(width):
        letter, role = links.get((x, y), BARE)
        letters.append(letter)
        looks.append((role, below.get((x, y))))
    parts: list[Span] = []
    for look, columns in groupby(range(width), key=looks.__getitem__):
        first, *rest = columns
        if any(look):
            parts.append(Span(first, first + len(rest) + 1, *look))
    return Styled("".join(letters).rstrip(), parts)


_canvases: dict[tuple[int, int, int, bool], tuple[object, ...]] = {}
"""The last pictures without marks; each is kept with the board and styles that it was drawn from."""


def _draw(
    board: Board,
    plan: MapLayout,
    width: int,
    styles: Mapping[str, str],
    roles: Mapping[str, Role],
    *,
    unicode: bool,
) -> _Canvas:
    """A picture without marks, from the cache if it was drawn before."""
    key, made_of = (id(board), id(plan), width, unicode), (board, plan, styles, roles)
    kept = _canvases.get(key)
    if kept is not None and kept[1:] == made_of:
        assert isinstance(kept[0], _Canvas)  # noqa: S101
        return kept[0]
    canvas = _Canvas(board, plan, width, {**STYLES, **styles}, {**ROLES, **roles})
    if len(_canvases) >= MOST_CANVASES:
        _canvases.clear()
    _canvases[key] = (canvas, *made_of)
    return canvas


def _pens(board: Board, styles: Mapping[str, str]) -> dict[str, str]:
    """The four characters of every kind of link on a board."""
    kinds = dict.fromkeys(link.kind for link in board.links)
    used = [styles[kind] for kind in kinds if kind in styles]
    free = cycle([style for style in OTHER_STYLES if style not in used] or OTHER_STYLES)
    return {kind: styles[kind] if kind in styles else next(free) for kind in kinds}


def _pen(style: str) -> str:
    return BOX_DRAWING.get(style, style) if _unicode.get() else style


def legend(signs: Iterable[Part]) -> str:
    """A legend of signs and their meaning (``.. desert``); no line breaks within an item.

    A sign may be a pair of text and role; then its first word is coloured.
    """
    return styled.join("   ", map(_sign, signs))


def _sign(sign: Part) -> str:
    text, role = sign if isinstance(sign, tuple) else (sign, None)
    shown, about = text.replace(" ", "\0"), text.find(" ")
    return styled.line_of((shown[:about], role), shown[about:]) if role and about > 0 else shown


def _legend_in_unicode(text: str) -> str:
    """A legend whose samples of lines (``--`` or ``-|``) look like the lines of the map."""
    samples = {pen[:2]: _pen(pen)[:2] for pen in BOX_DRAWING} | {
        pen[0] * 2: _pen(pen)[0] * 2 for pen in BOX_DRAWING
    }
    drawn = re.sub(r"(?<![^ \0])..(?=[ \0])", lambda found: samples.get(found[0], found[0]), text)
    return styled.with_roles_of(text, drawn)


def _stroke(pen: str, into: int, out: int) -> str:
    """The character of a route through a cell; a line that turns by a right angle has a ``+``."""
    square = into % 2 == 0 and (into - out) % 4 == 2
    if square and pen[0] in CROSSINGS:
        return CROSSINGS[pen[0]]
    return pen[(0, 3, 1, 2)[into % 4]]
