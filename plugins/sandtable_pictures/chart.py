"""Maps of characters: a board as a sheet, with its marks; and two battle lines.

`draw` lays the marks of a position on a `Sheet`. Lines below the picture list what it does not show.
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
"""The characters of links, by kind: level, upright, rising and falling."""

# Styles of other kinds, in the order in which the kinds appear on the board.
OTHER_STYLES = ("-|/\\", ".:..", "=###", "~~~~", "****")

Mark: TypeAlias = str | Sequence[Part]
"""The content of a space: a text, or parts, each with or without a role."""

NARROWEST = 36
"""In fewer columns, a board is a list."""


class MapLines(list[str]):
    """A map in lines: the first `rows` are the picture, the others list what it does not show.

    `places` says where the name of each visible space begins, by column and row, and how long it is;
    for a space without a name, where its sign is. `owners` has the space of each cell of a sign, a
    name or a badge, and `scale` says where a point of the map is. They are empty if the lines are a list
    instead of a picture.
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
    """The place of a name in a map: its first column, its row from 0, its number of letters."""

    x: int
    y: int
    letters: int


class Look(NamedTuple):
    """How a display shows a map; games need not know.

    - `unicode`: in Braille, blocks and signs, else in ASCII.
    - `painted`: on papers of its own, for a display with more than 16 colours.
    - `rows`: the rows of the picture; None gives the map its true proportions.
    - `options`: the numbers of the options that lead to each space.
    - `near`: the space, or the point, around which a part is shown, larger; None shows the whole map.
    """

    unicode: bool = False
    painted: bool = False
    rows: int | None = None
    options: Mapping[str, Sequence[int]] = {}
    near: str | tuple[float, float] | None = None


_look: ContextVar[Look | None] = ContextVar("look", default=None)


@contextmanager
def shown(look: Look) -> Iterator[None]:
    """Within the block, draw maps for a display that shows them like this."""
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
    """A board as lines of text, none wider than `width` (20 or more).

    - `marks`: what is in each space. A part with the role ``own``, ``enemy`` or ``target`` is a badge
      in the form of its role; a target's text is its value.
    - `styles`: four characters for a kind of link; they take precedence over STYLES. The first one says
      how dense the link is in Braille: ``=`` double, ``-`` unbroken, ``.`` dotted.
    - `labels`: shorter names.
    - `legend`: signs, each a text whose first word is a sample, and its role: that of a mark, or
      ``way``, ``town``, ``village``, ``crossing`` or ``home``. Those that occur are printed below.
    - `ranks`: how much a space matters: 2 for a town, 0 for a mere crossing; 1 by default. Names of low
      rank are left out first.
    - `homes`: the spaces to which the viewer's own come home.

    Every space is at its true position. With `height` there are at most that many rows, the lines below
    included, if possible. Lines below list names without room, and marks of spaces that are not visible.
    Without room for a picture, the result is a list of the spaces and their links.

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
    """A board in a size; the last few are kept."""
    return sheet.Sheet(board, kind)


def _parts(mark: Mark) -> list[tuple[str, str | None]]:
    """The parts of a mark, each a text in a line and its role."""
    parts = [mark] if isinstance(mark, str) else mark
    pairs = [part if isinstance(part, tuple) else (part, None) for part in parts]
    return [(" ".join(text.split()), role) for text, role in pairs if text.strip()]


def lines(left: Sequence[str], right: Sequence[str], width: int, nobody: str = "no unit") -> list[str]:
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


@lru_cache(maxsize=256)
def battle_lines(
    left: tuple[str, str], right: tuple[str, str], positions: int, above: tuple[Space, ...] = ()
) -> Board:
    """A grid for two battle lines side by side, with a tray for each position of either side, from 1.

    A side is the beginning of its trays' ids and of their names: ``("arabs", "Arab")`` gives
    ``arabs-1``, named ``Arab 1``, and so on. The spaces in `above` get trays above these, two rows of
    counters high.
    """
    first = 2 * bool(above)
    trays = (
        Space(f"{side}-{place}", f"{name} {place}", (), column, first + place - 1)
        for column, (side, name) in enumerate((left, right))
        for place in range(1, positions + 1)
    )
    return Board((*trays, *above), ())


def _notes(names: Mapping[str, str], drawn: sheet.Drawn, width: int) -> Iterator[str]:
    """The lines below a picture: the names and the marks that have no room, or too little, in it."""
    nameless = [names[id].replace(" ", "\0") for id in names if id not in drawn.names]
    hidden = [f"{names[id]}\0{badge}" for id, badge in drawn.cut.items()]
    short = [names[id].replace(" ", "\0") for id, text in drawn.names.items() if text.text != names[id]]
    lists = ("Without a name here", nameless), ("Shortened here", short), ("Marks", hidden)
    for title, items in lists:
        if items:
            yield from wrap(f"{title}: {', '.join(items)}.", width)


def wrap(text: str, width: int, indent: str = "  ") -> list[str]:
    """A text in lines, not broken at hyphens, nor where a null character stands for a space.

    All lines but the first are indented by `indent`.
    """
    lines = styled.wrap(text, width, indent)
    return [styled.with_roles_of(line, line.replace("\0", " ")) for line in lines]


def _pens(board: Board, styles: Mapping[str, str]) -> dict[str, str]:
    """The four characters of every kind of link on a board."""
    kinds = dict.fromkeys(link.kind for link in board.links)
    used = [styles[kind] for kind in kinds if kind in styles]
    free = cycle([style for style in OTHER_STYLES if style not in used] or OTHER_STYLES)
    return {kind: styles[kind] if kind in styles else next(free) for kind in kinds}


SAMPLES = {"==": "⠶⠶", "--": "⠤⠤", "..": "⠄⠠", **dict(SIGNS.values())}
"""The samples of a legend in ASCII, and in Unicode."""


def _key(
    legend: Iterable[tuple[str, str | None]],
    inks: Set[str],
    marks: Sequence[tuple[str, str | None]],
    look: Look,
) -> Iterator[styled.Styled]:
    """The signs of a legend that occur, with samples that look as on the map."""
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
    """Whether a sample stands for a mark: both begin with it, or both have a number."""
    start = sample if sample.isalpha() else sample[:1] if not sample[:1].isalnum() else ""
    return text.startswith(start) if start else any(letter.isdecimal() for letter in text)
