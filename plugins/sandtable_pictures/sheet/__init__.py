"""A board as a sheet of paper in cells: every place at its true position, at any size.

What is the same in every position of a game (ground, links, names) is drawn once for a size. Badges
are laid on it; they may hide a name of low rank, and move none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from sandtable import Board
from sandtable_pictures.palette import PALETTE, Ground, Ink, Role, Tint
from sandtable_pictures.sheet import ground, strokes
from sandtable_pictures.sheet import scale as scales
from sandtable_pictures.sheet.lettering import Lettering, Text
from sandtable_pictures.sheet.scale import Cell, Point, Scale
from sandtable_pictures.styled import Span, Styled

Look: TypeAlias = tuple[str, Tint | None, Ground | None]
"""A cell: its letter, the colour of the letter, and its paper."""

Marks: TypeAlias = Mapping[str, Sequence[tuple[str, str | None]]]
"""What is in each place, in parts: each a text and its role."""

Options: TypeAlias = Mapping[str, Sequence[int]]
"""The numbers of the options that lead to each place."""

BLANK: Look = (" ", None, None)

RANKS: tuple[Ink, ...] = ("crossing", "village", "town")
"""The ink of a name, by its rank."""

SIGNS = {"crossing": (".", "·"), "village": ("o", "●"), "town": ("#", "■"), "home": ("^", "⌂")}
"""The sign of a place by its ink, in ASCII and in Unicode."""

REACH, OWN, ENEMY = ("O", "○"), ("o", "●"), ("x", "◆")
"""The sign of a place that an option leads to, of a crossing with one's own, of one with an enemy."""

EDGES: Mapping[str, str] = {"own": "[]", "enemy": "<>", "option": "()"}
"""The characters around a badge on a display without papers, by role."""

PAINTED_EDGES: Mapping[str, str] = {"enemy": "‹›"}  # noqa: RUF001
"""Those on a display with papers and Unicode; other badges have spaces."""

BADGES: Mapping[str, Ink] = {
    "own": "own-badge",
    "enemy": "enemy-badge",
    "target": "target-badge",
    "option": "option-badge",
}

MOST_NUMBERS = 3
"""At most this many numbers of options are at a place; a plus stands for more."""

INSET = (18, 7)
"""The least size of the whole map inside the near view."""

WAVES = 6
"""On a display without papers, a sea has a wave in one of this many cells."""


class Kind(NamedTuple):
    """What a sheet shows, whatever the position: all that names and links depend on.

    - `names`, `ranks`, `homes`: the name of each place, its rank from 0 to 2, and the places that are
      a home.
    - `styles`: the four characters of each kind of link.
    - `width`, `rows`: the size in cells.
    - `unicode`, `painted`: whether the display has Braille and blocks, and papers.
    - `middle`: the point in the middle of a near view; None shows the whole map.
    """

    names: tuple[tuple[str, str], ...]
    ranks: tuple[tuple[str, int], ...]
    homes: tuple[str, ...]
    styles: tuple[tuple[str, str], ...]
    width: int
    rows: int
    unicode: bool
    painted: bool
    middle: Point | None = None


class Badge(NamedTuple):
    """Parts of a badge at a place, each a text and its role; the roles say how it looks."""

    place: str
    parts: tuple[tuple[str, str | None], ...]


class Drawn(NamedTuple):
    """A position on a sheet: its rows, whose cells belong to which place, and what had no room."""

    rows: list[Styled]
    owners: dict[Cell, str]
    names: dict[str, Text]
    without_badge: list[str]


class Sheet:
    """A board without any marks, in a size."""

    def __init__(self, board: Board, kind: Kind) -> None:
        self.board, self.kind = board, kind
        width, rows, middle = kind.width, kind.rows, kind.middle
        self.scale = (
            scales.whole(board, width, rows)
            if middle is None
            else scales.near(board, middle, width, rows)
        )
        self.nodes = scales.cells(board, self.scale, width, rows)
        self.ranks, self.styles = dict(kind.ranks), dict(kind.styles)
        self.inset = _Inset.of(self) if middle is not None else None
        covered = self.inset.cells if self.inset else frozenset[Cell]()
        self.nodes = {id: cell for id, cell in self.nodes.items() if cell not in covered}
        self._quarters = ground.quarters(board, self.scale, width, rows)
        self._links = [self._stroke(number) for number in range(len(board.links))]
        lines = {cell for stroke in self._links for cell in stroke.bits}
        self.lettering = Lettering(
            (width, rows), self.nodes, dict(kind.names), self.ranks, lines, covered
        )
        self._bare = self._draw_bare()
        self._ground_names = [*self._place_ground_names()]
        self._rows: dict[int, Styled] = {}
        """Rows that have all names and no badge, as far as they were needed."""

    # What is the same in every position.

    def _stroke(self, number: int) -> strokes.Stroke:
        link, width, rows = self.board.links[number], self.kind.width, self.kind.rows
        ends = self._dots[link.a], self._dots[link.b]
        outside = any(
            max(a[axis] for a in ends) < 0 or min(a[axis] for a in ends) > size
            for axis, size in ((0, 2 * width), (1, 4 * rows))
        )
        if outside:
            return strokes.Stroke()
        around = list(self._dots.values())
        return strokes.link(*ends, self.styles[link.kind], width, rows, around)

    @cached_property
    def _dots(self) -> dict[str, Point]:
        """The dot of each place: the middle of its cell, or where it would be outside the sheet."""
        return {
            id: (2 * self.nodes[id][0] + 0.5, 4 * self.nodes[id][1] + 1.5)
            if id in self.nodes
            else self.scale.dot((space.x, space.y))
            for id, space in self.board.spaces.items()
        }

    def _four(self, x: int, y: int) -> bytes:
        above, below = self._quarters[2 * y], self._quarters[2 * y + 1]
        return bytes(above[2 * x : 2 * x + 2] + below[2 * x : 2 * x + 2])

    def paper(self, x: int, y: int) -> Ground | None:
        """The ground below a letter; None on a display without papers."""
        return ground.below_letter(self._four(x, y)) if self.kind.painted else None

    def _draw_bare(self) -> list[list[Look]]:
        """The ground, the links and the places."""
        width, rows, unicode = self.kind.width, self.kind.rows, self.kind.unicode
        drawn = [[self._ground(x, y) for x in range(width)] for y in range(rows)]
        for stroke, style, ink in self._strokes():
            for (x, y), letter in _letters(stroke, style, unicode=unicode):
                drawn[y][x] = (letter, ink, self.paper(x, y))
        for cell, letter in self._merged().items():
            drawn[cell[1]][cell[0]] = (letter, "way", self.paper(*cell))
        for id, (x, y) in self.nodes.items():
            ink = self._ink(id)
            drawn[y][x] = (SIGNS[ink][unicode], ink, self.paper(x, y))
        if self.inset:
            for (x, y), look in self.inset.looks():
                drawn[y][x] = look
        return drawn

    def _ground(self, x: int, y: int) -> Look:
        block = ground.block(self._four(x, y))
        if self.kind.painted:
            return block if self.kind.unicode else (" ", None, block[2])
        if block[2] in ("water", "shoal") and (x + 3 * y) % WAVES == 0:
            return "~", "sea-name", None
        return BLANK

    def _strokes(self) -> Iterator[tuple[strokes.Stroke, str, Tint]]:
        """The escarpments, in Unicode; and links in ASCII, the main ones last."""
        size = self.kind.width, self.kind.rows
        if self.kind.unicode:
            for shape in self.board.shapes:
                if shape.kind == "escarpment" and shape.points:
                    yield strokes.escarpment([*map(self.scale.dot, shape.points)], *size), "", "scarp"
            return
        for number in sorted(range(len(self._links)), key=lambda number: self._weight(number)):
            yield self._links[number], self.styles[self.board.links[number].kind], "way"

    def _weight(self, number: int) -> int:
        style = self.styles[self.board.links[number].kind][:1]
        return 2 if style in strokes.DOUBLE else 0 if style in strokes.PATTERNS else 1

    def _merged(self) -> dict[Cell, str]:
        """The dots of all links together, in Unicode."""
        bits: dict[Cell, int] = {}
        if self.kind.unicode:
            for stroke in self._links:
                for cell, some in stroke.bits.items():
                    bits[cell] = bits.get(cell, 0) | some
        return {cell: chr(strokes.BRAILLE + some) for cell, some in bits.items()}

    def _ink(self, id: str) -> Ink:
        return "home" if id in self.kind.homes else RANKS[self.ranks[id]]

    def _place_ground_names(self) -> Iterator[tuple[Text, Ink]]:
        """The names of seas and deserts that have room."""
        taken = {cell for text in self.lettering.names.values() for cell in (*text.cells, *text.ends)}
        taken |= {*self.nodes.values(), *(self.inset.cells if self.inset else ())}
        for shape in self.board.shapes:
            if not shape.name or shape.at is None:
                continue
            x, y = self.scale.dot(shape.at)
            column, row = int(x // 2), int(y // 4)
            for name in (" ".join(shape.name), shape.name):
                start = max(min(column - len(name) // 2, self.kind.width - len(name) - 1), 1)
                text = Text(start, row, name)
                free = 0 <= column < self.kind.width and 0 <= row < self.kind.rows and start > 0
                if free and all(
                    cell not in taken
                    and cell[0] < self.kind.width
                    and _is_plain(self._bare[row][cell[0]])
                    for cell in (*text.cells, *text.ends)
                ):
                    yield text, "sea-name" if shape.kind == "sea" else "land-name"
                    break

    # A position.

    def draw(self, marks: Marks, options: Options) -> Drawn:
        """The rows with the badges of a position: the marks of places, and numbers of options."""
        badges = sorted(self._badges(marks, options), key=_importance)
        texts = [(badge.place, " ".join(text for text, _ in badge.parts)) for badge in badges]
        placed, named, hidden = self.lettering.place_badges(texts)
        names = {id: text for id, text in self.lettering.names.items() if id not in hidden} | named
        over: dict[int, dict[int, Look]] = {}
        for (x, y), look in (
            *self._highlights(marks, options),
            *self._signs(marks, options),
            *self._bright_names(names, named, marks, options),
            *_badge_looks(badges, placed),
            *(self.inset.marks(marks) if self.inset else ()),
        ):
            over.setdefault(y, {})[x] = look
        changed = {*over, *(self.lettering.names[id].y for id in hidden)}
        covered = {cell for text in placed.values() for cell in text.cells}
        rows = [
            self._row(y, over.get(y, {}), hidden, covered) if y in changed else self._plain_row(y)
            for y in range(self.kind.rows)
        ]
        owners = {cell: id for id, cell in self.nodes.items()}
        for some in (names, placed):
            owners |= {cell: id for id, text in some.items() for cell in text.cells}
        return Drawn(rows, owners, names, [b.place for b in badges if b.place not in placed])

    def _badges(self, marks: Marks, options: Options) -> Iterator[Badge]:
        for id in self.nodes:
            parts = [(self._badge(text, role), role) for text, role in marks.get(id, ())]
            if numbers := options.get(id):
                more = "+" * (len(numbers) > MOST_NUMBERS)
                text = " ".join(map(str, numbers[:MOST_NUMBERS]))
                parts.append((self._badge(f"{text}{more}", "option"), "option"))
            if parts:
                yield Badge(id, tuple(parts))

    def _badge(self, text: str, role: str | None) -> str:
        """The text of a badge in the form of its role."""
        if role == "target":
            sign = PALETTE["target"]
            text = f"{sign.shape if self.kind.unicode else sign.sign}{text}"
        edges = EDGES.get(role or "", "")
        if self.kind.painted:
            edges = PAINTED_EDGES.get(role or "", "  ") if self.kind.unicode else "  "
        return f"{edges[:1]}{text}{edges[1:]}"

    def _signs(self, marks: Marks, options: Options) -> Iterator[tuple[Cell, Look]]:
        """The signs of places that differ from those on the bare sheet."""
        for id, cell in self.nodes.items():
            roles = [role for _, role in marks.get(id, ())]
            ink = self._ink(id)
            signs: tuple[str, str] = SIGNS[ink]
            tint: Tint = "own"
            if id in options and ink != "home":
                signs, tint = REACH, "reach"
            elif "own" in roles:
                signs = OWN if ink == "crossing" else signs
            elif "enemy" in roles:
                signs, tint = ENEMY, "enemy"
            else:
                continue
            yield cell, (signs[self.kind.unicode], tint, self.paper(*cell))

    def _bright_names(
        self, names: Mapping[str, Text], named: Collection[str], marks: Marks, options: Options
    ) -> Iterator[tuple[Cell, Look]]:
        """The names that are brighter in this position, and those that are `named` only in it."""
        for id, text in names.items():
            ink = self._ink(id)
            if id in options or id in named or (id in marks and ink == "crossing"):
                tint: Tint = "reach" if id in options else "village" if ink == "crossing" else ink
                for letter, cell in zip(text.text, text.cells, strict=True):
                    yield cell, (letter, tint, self.paper(*cell))

    def _highlights(self, marks: Marks, options: Options) -> Iterator[tuple[Cell, Look]]:
        """The links from one's own to the places that options lead to."""
        if not options:
            return
        own = {id for id, parts in marks.items() if "own" in [role for _, role in parts]}
        hidden = {cell for text in self.lettering.names.values() for cell in text.cells}
        hidden |= {*self.nodes.values(), *(self.inset.cells if self.inset else ())}
        for stroke, link in zip(self._links, self.board.links, strict=True):
            if any(a in own and b in options for a, b in ((link.a, link.b), (link.b, link.a))):
                for x, y in stroke.bits.keys() - hidden:
                    yield (x, y), (self._bare[y][x][0], "reach", self.paper(x, y))

    def _plain_row(self, y: int) -> Styled:
        if y not in self._rows:
            self._rows[y] = self._row(y, {}, (), ())
        return self._rows[y]

    def _row(
        self, y: int, over: Mapping[int, Look], hidden: Collection[str], covered: Collection[Cell]
    ) -> Styled:
        """A row with its names, without the `hidden` ones, and what is laid on it.

        A name of the ground is left out if one of its cells is `covered`.
        """
        row = [*self._bare[y]]
        for text, ink in self._ground_names:
            if text.y == y and not any(cell in covered for cell in text.cells):
                for letter, (x, _) in zip(text.text, text.cells, strict=True):
                    row[x] = (letter, ink, self.paper(x, y))
        for id, (x, _, name) in self._names_by_row.get(y, ()):
            if id not in hidden:
                ink = self._ink(id)
                for letter in name:
                    row[x] = (letter, ink, self.paper(x, y))
                    x += 1
        for x, look in over.items():
            row[x] = look
        return _styled(row)

    @cached_property
    def _names_by_row(self) -> dict[int, list[tuple[str, Text]]]:
        by_row: dict[int, list[tuple[str, Text]]] = {}
        for id, text in self.lettering.names.items():
            by_row.setdefault(text.y, []).append((id, text))
        return by_row


class _Inset(NamedTuple):
    """The whole map inside a near view, with a frame around what the near view shows."""

    sheet: Sheet
    left: int
    top: int
    width: int
    rows: int
    scale: Scale

    @classmethod
    def of(cls, sheet: Sheet) -> _Inset | None:
        """The inset of a near view, in the emptiest corner; None where there is no room."""
        kind = sheet.kind
        width, rows = max(kind.width // 4, INSET[0]), max(kind.rows // 4, INSET[1])
        if 3 * width > 2 * kind.width or 2 * rows > kind.rows:
            return None
        corners = [(x, y) for y in (kind.rows - rows, 0) for x in (kind.width - width, 0)]

        def crowd(corner: Cell) -> int:
            return sum(
                0 <= x - corner[0] < width and 0 <= y - corner[1] < rows for x, y in sheet.nodes.values()
            )

        left, top = min(corners, key=crowd)
        return cls(sheet, left, top, width, rows, scales.whole(sheet.board, width - 2, rows - 2))

    @property
    def cells(self) -> frozenset[Cell]:
        """All its cells."""
        across, down = range(self.left, self.left + self.width), range(self.top, self.top + self.rows)
        return frozenset((x, y) for y in down for x in across)

    def looks(self) -> Iterator[tuple[Cell, Look]]:
        """Its border, its ground, its places, and the frame of the near view."""
        kind = self.sheet.kind
        right, bottom = self.left + self.width - 1, self.top + self.rows - 1
        paper: Ground | None = "land" if kind.painted else None
        inner = ground.quarters(self.sheet.board, self.scale, self.width - 2, self.rows - 2)
        for y in range(self.rows - 2):
            for x in range(self.width - 2):
                four = bytes(inner[2 * y][2 * x : 2 * x + 2] + inner[2 * y + 1][2 * x : 2 * x + 2])
                block = ground.block(four)
                shown = block if kind.unicode else (" ", None, block[2])
                yield (self.left + 1 + x, self.top + 1 + y), shown if kind.painted else BLANK
        for (x, y), letter in _box(self.left, self.top, right, bottom, unicode=kind.unicode):
            yield (x, y), (letter, "inset", paper)
        for id in self.sheet.board.spaces:
            x, y = self._cell(id)
            yield (x, y), ("·" if kind.unicode else ".", "crossing", paper)
        for (x, y), letter in _box(*self._frame(), unicode=kind.unicode):
            yield (x, y), (letter, "home", paper)

    def marks(self, marks: Marks) -> Iterator[tuple[Cell, Look]]:
        """The places with something in them, each as the sign of its most important role."""
        kind, order = self.sheet.kind, ("enemy", "target", "own")
        found: dict[Cell, Role] = {}
        for id, parts in marks.items():
            roles = [role for _, role in parts if role in order]
            for role in sorted(roles, key=lambda role: order.index(role or "")):
                cell = self._cell(id)
                if cell not in found or order.index(found[cell]) <= order.index(role or ""):
                    found[cell] = role  # type: ignore[assignment]
        for cell, role in found.items():
            sign = PALETTE[role].shape if kind.unicode else PALETTE[role].sign
            yield cell, (sign, role, "land" if kind.painted else None)

    def _cell(self, id: str) -> Cell:
        space = self.sheet.board.spaces[id]
        x, y = self.scale.dot((space.x, space.y))
        column = min(max(int(x // 2), 0), self.width - 3)
        return self.left + 1 + column, self.top + 1 + min(max(int(y // 4), 0), self.rows - 3)

    def _frame(self) -> tuple[int, int, int, int]:
        """The corners of what the near view shows."""
        near, kind = self.sheet.scale, self.sheet.kind
        corners = []
        for x, y in ((0, 0), (2 * kind.width, 4 * kind.rows)):
            at = ((x - near.left) / near.across, (y - near.top) / near.down)
            dot = self.scale.dot(at)
            corners += [
                self.left + 1 + min(max(int(dot[0] // 2), 0), self.width - 3),
                self.top + 1 + min(max(int(dot[1] // 4), 0), self.rows - 3),
            ]
        left, top, right, bottom = corners
        return left, top, right, bottom


def _box(left: int, top: int, right: int, bottom: int, *, unicode: bool) -> Iterator[tuple[Cell, str]]:
    """The cells of a rectangle's edge, each with its character."""
    level, upright, corners = ("─", "│", "┌┐└┘") if unicode else ("-", "|", "++++")
    for x in range(left + 1, right):
        yield (x, top), level
        yield (x, bottom), level
    for y in range(top + 1, bottom):
        yield (left, y), upright
        yield (right, y), upright
    cells = (left, top), (right, top), (left, bottom), (right, bottom)
    yield from zip(cells, corners, strict=True)


def _importance(badge: Badge) -> int:
    """The place of a badge in the order in which badges look for room."""
    roles = [role for _, role in badge.parts]
    return next((n for n, role in enumerate(("own", "target", "option", "enemy")) if role in roles), 4)


def _badge_looks(badges: Sequence[Badge], placed: Mapping[str, Text]) -> Iterator[tuple[Cell, Look]]:
    """The cells of the badges that have room."""
    for badge in badges:
        if badge.place in placed:
            x, y, _ = placed[badge.place]
            for part, role in badge.parts:
                for step, letter in enumerate(part):
                    yield (x + step, y), (letter, BADGES.get(role or "", "other-badge"), None)
                x += len(part) + 1


def _is_plain(look: Look) -> bool:
    """Whether a cell shows nothing but one ground."""
    return look[0] in " ~"


def _letters(stroke: strokes.Stroke, style: str, *, unicode: bool) -> Iterator[tuple[Cell, str]]:
    """A stroke in characters: Braille, or the style's character for its direction.

    In ASCII, a line that is not level has one character in each row.
    """
    drawn = set[int]()
    for cell, bits in stroke.bits.items():
        slope = stroke.slopes[cell]
        if unicode:
            yield cell, chr(strokes.BRAILLE + bits)
        elif not slope or cell[1] not in drawn:
            drawn.add(cell[1])
            yield cell, style[slope]


def _styled(row: Sequence[Look]) -> Styled:
    """A row of cells as a line; blank cells take the ink of those before them."""
    spans: list[Span] = []
    start, ink, paper = 0, row[0][1], row[0][2]
    for x, (letter, its_ink, its_paper) in enumerate(row):
        if its_paper == paper and (its_ink == ink or (letter == " " and its_paper is not None)):
            continue
        if ink or paper:
            spans.append(Span(start, x, ink, paper))
        start, ink, paper = x, its_ink, its_paper
    if ink or paper:
        spans.append(Span(start, len(row), ink, paper))
    return Styled("".join([letter for letter, _, _ in row]).rstrip(), spans)
