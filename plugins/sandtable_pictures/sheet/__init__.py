"""A board as a sheet of character cells, with every place at its true position, at any size.

What never changes during a game (ground, links, names) is drawn once for each size. Badges are placed
on it with the names of their places, and may hide other names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from itertools import chain
from typing import NamedTuple, TypeAlias

from sandtable import Board
from sandtable_pictures.palette import Tint
from sandtable_pictures.sheet.badges import Marks, Options, badges
from sandtable_pictures.sheet.bare import Bare
from sandtable_pictures.sheet.cells import SIGNS, Look, line
from sandtable_pictures.sheet.cells import Kind as Kind
from sandtable_pictures.sheet.lettering import Text
from sandtable_pictures.sheet.scale import Cell
from sandtable_pictures.styled import Styled

REACH, OWN, ENEMY = ("O", "○"), ("o", "●"), ("x", "◆")
"""The signs of a place that an option leads to, and of a crossing with one's own or enemy units."""


Letter: TypeAlias = tuple[Cell, str, Tint]
"""A letter in a cell, with the ground below it."""


class DrawnSheet(NamedTuple):
    """A position on a sheet: its rows, the place that each cell belongs to, and badges cut short."""

    rows: list[Styled]
    owners: dict[Cell, str]
    names: dict[str, Text]
    badges: dict[str, Text]
    cut: dict[str, str]


class Sheet:
    """The sheet of a board in one size, on which positions are drawn."""

    def __init__(self, board: Board, kind: Kind) -> None:
        self.bare, self.kind = Bare(board, kind), kind
        self._rows: dict[int, Styled] = {}
        """Rows with all names and no badge, cached when they are first needed."""
        self._names_in: dict[int, list[str]] = {}
        for id, text in self.bare.lettering.names.items():
            self._names_in.setdefault(text.y, []).append(id)

    def draw(self, marks: Marks, options: Options) -> DrawnSheet:
        """Draw a position: the marks of places, and the numbers of options."""
        kind, bare = self.kind, self.bare
        formed = badges([*bare.nodes], marks, options, unicode=kind.unicode, painted=kind.painted)
        texts = [(forms[0].place, [badge.text for badge in forms]) for forms in formed]
        placed, names = bare.lettering.place_badges(texts)
        hidden = bare.lettering.names.keys() - names.keys()
        named = names.keys() - bare.lettering.names.keys()
        lettered = {cell: id for id, text in names.items() for cell in text.cells}
        covered = {cell for text in placed.values() for cell in text.cells}
        over: dict[int, dict[int, Look]] = {}
        for (x, y), letter, tint in (
            *self._highlights(marks, options, lettered),
            *self._signs(marks, options, lettered),
            *self._bright_names(names, named, marks, options),
        ):
            over.setdefault(y, {})[x] = (letter, tint, bare.paper((x, y)))
        by_text = {(badge.place, badge.text): badge for forms in formed for badge in forms}
        shown = [by_text[id, text.text].looks(text) for id, text in placed.items()]
        for (x, y), look in chain(*shown, bare.inset.marks(marks) if bare.inset else ()):
            over.setdefault(y, {})[x] = look
        changed = {*over, *(bare.lettering.names[id].y for id in hidden)}
        rows = [
            self._row(y, over.get(y, {}), hidden, covered) if y in changed else self._plain_row(y)
            for y in range(kind.rows)
        ]
        owners = {cell: id for id, cell in bare.nodes.items()} | lettered
        owners |= {cell: id for id, text in placed.items() for cell in text.cells}
        cut = {
            id: whole.strip()
            for id, (whole, *_) in texts
            if id not in placed or placed[id].text != whole
        }
        return DrawnSheet(rows, owners, names, placed, cut)

    def _signs(self, marks: Marks, options: Options, lettered: Collection[Cell]) -> Iterator[Letter]:
        """Yield the signs of places where they differ from the bare sheet."""
        for id, cell in self.bare.nodes.items():
            roles = [role for _, role in marks.get(id, ())]
            ink = self.bare.inks[id]
            signs: tuple[str, str] = SIGNS[ink]
            tint: Tint = "own"
            if "enemy" in roles and "own" not in roles:
                signs, tint = ENEMY, "enemy"
            elif id in options and ink != "home":
                signs, tint = REACH, "reach"
            elif "own" in roles:
                signs = OWN if ink == "crossing" else signs
            else:
                continue
            if cell not in lettered:
                yield cell, signs[self.kind.unicode], tint

    def _bright_names(
        self, names: Mapping[str, Text], named: Collection[str], marks: Marks, options: Options
    ) -> Iterator[Letter]:
        """Yield the names that are brighter in this position, or shown only in it."""
        for id, text in names.items():
            ink = self.bare.inks[id]
            if id in options or id in named or (id in marks and ink == "crossing"):
                tint: Tint = "reach" if id in options else "village" if ink == "crossing" else ink
                for letter, cell in zip(text.text, text.cells, strict=True):
                    yield cell, letter, tint

    def _highlights(
        self, marks: Marks, options: Options, lettered: Collection[Cell]
    ) -> Iterator[Letter]:
        """Yield the cells of links from one's own places, brighter if an option leads along them."""
        bare = self.bare
        own = {id for id, parts in marks.items() if "own" in [role for _, role in parts]}
        hidden = {*lettered, *bare.nodes.values(), *(bare.inset.cells if bare.inset else ())}
        tints: dict[Cell, Tint] = {}
        for stroke, link in zip(bare.links, bare.board.links, strict=True):
            others = [other for other in (link.a, link.b) if link.other(other) in own]
            leads = any(id in options for id in others)
            for cell in stroke.bits.keys() - hidden if others else ():
                tints[cell] = "reach" if leads else tints.get(cell, "village")
        for (x, y), tint in tints.items():
            yield (x, y), bare.looks[y][x][0], tint

    def _plain_row(self, y: int) -> Styled:
        if y not in self._rows:
            self._rows[y] = self._row(y, {}, (), frozenset())
        return self._rows[y]

    def _row(
        self, y: int, over: Mapping[int, Look], hidden: Collection[str], covered: Set[Cell]
    ) -> Styled:
        """Return a row with its names, except the `hidden` ones, and what is placed over it.

        A name on the ground is left out if any of its cells is `covered`.
        """
        bare = self.bare
        row = [*bare.looks[y]]
        texts: list[tuple[Text, Tint]] = [
            (text, ink)
            for text, ink in bare.ground_names
            if text.y == y and covered.isdisjoint(text.cells)
        ]
        for id in self._names_in.get(y, ()):
            if id not in hidden:
                texts.append((bare.lettering.names[id], bare.inks[id]))
        for text, ink in texts:
            for letter, cell in zip(text.text, text.cells, strict=True):
                row[cell[0]] = (letter, ink, bare.paper(cell))
        for x, look in over.items():
            row[x] = look
        return line(row)
