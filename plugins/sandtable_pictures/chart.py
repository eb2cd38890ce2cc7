"""Draws maps in characters, from a board and its marks, and two battle lines side by side.

`draw` puts a position's marks on a `Sheet`. Lines below the picture list what it does not show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import chain, cycle, zip_longest
from typing import Any, NamedTuple, TypeAlias, cast

from sandtable import Board, Space
from sandtable_pictures import sheet, styled, words
from sandtable_pictures.palette import Role
from sandtable_pictures.sheet.badges import BADGE_INKS, form
from sandtable_pictures.sheet.cells import RANKS, SIGNS
from sandtable_pictures.sheet.scale import LEAST_ROWS, Scale, rows_for
from sandtable_pictures.styled import Part, Span, Styled

STYLES = {"road": "=###", "path": "-|/\\"}
"""The characters of each kind of link: level, upright, rising and falling."""

# Styles for other kinds, assigned in the order in which the kinds appear on the board.
OTHER_STYLES = ("-|/\\", ".:..", "=###", "~~~~", "****")

Mark: TypeAlias = str | Sequence[Part]
"""The contents of a space: a text, or parts, each with or without a role."""

NARROWEST = 36
"""With fewer columns, a board becomes a list."""


class MapLines(list[str]):
    """A map in lines: the first `rows` are the picture; the others list what it does not show.

    `places` gives the column, row and length of each visible space's name or, for a space without a
    name, of its sign. `owners` gives the space to which each cell of a sign, name or badge belongs, and
    `scale` converts between the map's points and cells. They are empty if the lines are only a list.
    """

    def __init__(
        self,
        lines: Iterable[str],
        rows: int = 0,
        places: Mapping[str, Place] = {},
        owners: Mapping[tuple[int, int], str] = {},
        scale: Scale | None = None,
    ) -> None:
        super().__init__(lines)
        self.rows = rows
        self.places = dict(places)
        self.owners = owners
        self.scale = scale


class Place(NamedTuple):
    """The place of a name on a map: its first column, its row from 0, its length."""

    x: int
    y: int
    letters: int


class Look(NamedTuple):
    """How a display shows maps; games need not know.

    - `unicode`: whether to use Braille, blocks and signs instead of ASCII.
    - `painted`: whether maps have backgrounds, which takes more than 16 colours.
    - `rows`: the height of the picture; None gives the map its true proportions.
    - `options`: the numbers of the options that lead to each space.
    - `near`: the space or point at the centre of an enlarged view; None shows the whole map.
    """

    unicode: bool = False
    painted: bool = False
    rows: int | None = None
    options: Mapping[str, Sequence[int]] = {}
    near: str | tuple[float, float] | None = None


_look: ContextVar[Look | None] = ContextVar("look", default=None)


@contextmanager
def with_look(look: Look) -> Iterator[None]:
    """Within the block, draw maps for a display with this look."""
    token = _look.set(look)
    try:
        yield
    finally:
        _look.reset(token)


def draw(
    board: Board,
    marks: Mapping[str, Mark] = {},
    width: int = 100,
    height: int | None = None,
    styles: Mapping[str, str] = {},
    labels: Mapping[str, str] = {},
    legend: Iterable[Part] = (),
    *,
    ranks: Mapping[str, int] = {},
    homes: Iterable[str] = (),
) -> MapLines:
    """Draw a board as lines of text, none wider than `width` (20 or more).

    - `marks`: what is in each space. A part with the role ``own``, ``enemy`` or ``target`` becomes a
      badge in the form of its role; the text of a target is its value.
    - `styles`: four characters for a kind of link, which override STYLES. The first says how dense the
      link is in Braille: ``=`` double, ``-`` solid, ``.`` dotted.
    - `labels`: shorter names.
    - `legend`: signs, each a text whose first word is a sample, with its role: that of a mark, or
      ``way``, ``town``, ``village``, ``crossing`` or ``home``. Those that occur are printed below.
    - `ranks`: how much a space matters: 2 for a town, 0 for a mere crossing, 1 by default. Names of low
      rank are left out first.
    - `homes`: the spaces to which the viewer's own units return.

    Every space is at its true position. With `height`, there are at most that many rows if possible,
    including the lines below, which list names that do not fit and marks of spaces that are not
    visible. If there is no room for a picture, the result is a list of the spaces and their links.

    Raises KeyError for a mark of a space that is not on the board.
    """
    parts = {board.spaces[id].id: _parts(mark) for id, mark in marks.items()}
    look, kinds = _look.get() or Look(), {**STYLES, **styles}
    marked = [*chain(*parts.values(), [("1", "option")] if look.options else ())]
    signs = [*_parts([*legend]), ("1 option: type its number", "option")]
    if board.art:
        key = [*_key(signs, set(), marked, look)]
        return cast("MapLines", board.art.lines(parts, width, height, look, key))
    spots = {(space.x, space.y) for space in board.spaces.values()}
    own_homes = [id for id in homes if id in board.spaces]
    inks = {"home" if id in own_homes else RANKS[ranks.get(id, 1)] for id in board.spaces}
    below = wrap(styled.join("   ", _key(signs, inks, marked, look)), width)
    names = {id: labels.get(id) or str(space) for id, space in board.spaces.items()}
    if width < NARROWEST or (len(spots) < 2 and len(board.spaces) > 1) or not spots:
        texts = {id: " ".join(text for text, _ in mark) for id, mark in parts.items() if mark}
        said = words.places(board, {}, texts)
        return MapLines([*chain(*(wrap(line, width) for line in said)), *below])
    rows = rows_for(board, width) if look.rows is None else max(look.rows, 1)
    if height is not None:
        rows = max(min(rows, height - len(below)), LEAST_ROWS)
    middle = look.near
    if isinstance(middle, str):
        space = board.spaces.get(middle)
        middle = (space.x, space.y) if space else None
    kind = sheet.Kind(
        tuple(names.items()),
        tuple((id, ranks.get(id, 1)) for id in board.spaces),
        tuple(own_homes),
        tuple(_pens(board, kinds).items()),
        width,
        rows,
        look.unicode,
        look.painted,
        middle,
    )
    base = _sheet(board, kind)
    drawn = base.draw({id: mark for id, mark in parts.items() if mark}, look.options)
    places = {
        id: Place(*drawn.names[id][:2], len(drawn.names[id].text))
        if id in drawn.names
        else Place(*cell, 1)
        for id, cell in base.bare.nodes.items()
    }
    notes = [] if middle else [*_notes(names, drawn, width)]
    return MapLines([*drawn.rows, *notes, *below], rows, places, drawn.owners, base.bare.scale)


@lru_cache(maxsize=24)
def _sheet(board: Board, kind: sheet.Kind) -> sheet.Sheet:
    """Return the sheet of a board in one size; the last few sheets are cached."""
    return sheet.Sheet(board, kind)


def _parts(mark: Mark) -> list[tuple[str, str | None]]:
    """Return the parts of a mark, each a text on one line and its role."""
    parts = [mark] if isinstance(mark, str) else mark
    pairs = [part if isinstance(part, tuple) else (part, None) for part in parts]
    return [(" ".join(text.split()), role) for text, role in pairs if text.strip()]


def lines(left: Sequence[str], right: Sequence[str], width: int, nobody: str = "no unit") -> list[str]:
    """Show two battle lines side by side, position by position from 1, within `width` columns.

    `width` is at least 20. `nobody` fills the gaps in the shorter line. The left column is as wide as
    its contents, but at most half the width if the right one needs the rest. Longer entries continue
    on the next row. The viewer's own line is on the left, the enemy's on the right.
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


@lru_cache(maxsize=256)
def battle_lines(
    left: tuple[str, str], right: tuple[str, str], positions: int, above: tuple[Space, ...] = ()
) -> Board:
    """Return a grid of trays for two battle lines, one tray for each position of each side, from 1.

    A side is the beginning of its trays' ids and names: ``("arabs", "Arab")`` gives ``arabs-1``, named
    ``Arab 1``, and so on. The spaces in `above` get trays above these, two rows of counters
    high.
    """
    first = 2 * bool(above)
    trays = (
        Space(f"{side}-{place}", f"{name} {place}", (), column, first + place - 1)
        for column, (side, name) in enumerate((left, right))
        for place in range(1, positions + 1)
    )
    return Board((*trays, *above), ())


def _notes(names: Mapping[str, str], drawn: sheet.DrawnSheet, width: int) -> Iterator[str]:
    """Yield the lines below a picture, which list names and marks that it has no room for."""
    nameless = [names[id].replace(" ", "\0") for id in names if id not in drawn.names]
    hidden = [f"{names[id]}\0{badge}" for id, badge in drawn.cut.items()]
    texts = ((text.text, names[id]) for id, text in drawn.names.items())
    short = [f"{text} = {name}".replace(" ", "\0") for text, name in texts if text != name]
    lists = ("Names left out", nameless), ("Shortened here", short), ("Marks", hidden)
    for title, items in lists:
        if items:
            yield from wrap(f"{title}: {', '.join(items)}.", width)


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """Break a text into lines, but not at hyphens or at null characters, which become spaces.

    All lines except the first are indented by `indent`.
    """
    lines = styled.wrap(text, width, indent)
    return [styled.with_roles_of(line, line.replace("\0", " ")) for line in lines]


def _pens(board: Board, styles: Mapping[str, str]) -> dict[str, str]:
    """Return the four characters of each kind of link on a board."""
    kinds = dict.fromkeys(link.kind for link in board.links)
    used = [styles[kind] for kind in kinds if kind in styles]
    free = cycle([style for style in OTHER_STYLES if style not in used] or OTHER_STYLES)
    return {kind: styles[kind] if kind in styles else next(free) for kind in kinds}


SAMPLES = {"==": "⠶⠶", "--": "⠤⠤", "..": "⠄⠠", **dict(SIGNS.values())}
"""The samples in a legend: in ASCII, and in Unicode."""


def _key(
    legend: Iterable[tuple[str, str | None]],
    inks: Set[str],
    marks: Sequence[tuple[str, str | None]],
    look: Look,
) -> Iterator[styled.Styled]:
    """Yield the entries of a legend that occur on the map, with samples that look the same there."""
    for text, role in legend:
        sample, _, about = text.partition(" ")
        ink: Any = BADGE_INKS.get(role or "", role)
        if role in BADGE_INKS:
            if not any(_is_like(text, sample) for text, other in marks if other == role):
                continue
            sample = form(sample, role, unicode=look.unicode, painted=look.painted)
        elif role in SIGNS and role not in inks:
            continue
        elif look.unicode:
            sample = SAMPLES.get(sample, sample)
        parts = [(sample, ink), (f" {about}", "quiet")]
        yield styled.line_of(*((part.replace(" ", "\0"), tint) for part, tint in parts))


def _is_like(text: str, sample: str) -> bool:
    """Return whether a sample represents a mark: they begin alike, or both contain a number."""
    start = sample if sample.isalpha() else sample[:1] if not sample[:1].isalnum() else ""
    return text.startswith(start) if start else any(letter.isdecimal() for letter in text)
