"""Options as rows of text: number, name, cost, and risk or effect; verb by verb, as far as rows last.

Every option has its number in any case. A verb without room for its options is packed: its numbers, its
word, and what tells them apart. The name of an option may be cut, but not its number, cost or risk.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple, cast

from sandtable import Action, Item, Range, styled, times
from sandtable.tooling import match, rows_of, wording
from sandtable_console import short, show

if TYPE_CHECKING:
    from sandtable_console.display import Display
    from sandtable_pictures.palette import Ink, Role

MOST_NAMED = 6
"""At most this many next words, or possible meanings of typed words, are named."""

MOST_ROWS = 10
"""The options take at most this many rows, unless they take more when all verbs are packed."""

LEAST_NAME = 9
"""A name is not cut to fewer letters than this for the sake of another column."""

LEAST_EFFECT, SHORTEST_EFFECT = 26, 9
"""An effect that is cut keeps this many letters if others share its row: if rows last, or if not."""

MANY = 12
"""A table of more options than this may have numbers only."""

LEFT = 20
"""The names at the left of a table take this many columns before those above it are cut."""

SHORT = 16
"""Effects that all have at most so many letters are shown even where names are cut."""

MOST_OPENED = 6
"""A verb with more options than this for each row is not opened: it would take too many columns."""

HEADS = range(2, 7)
"""A table has so many columns."""

TAILS = (999, 30, 0)
"""The letters that the names of packed options may take: with more room, and with less."""

NUMBER: Role | Ink = "reach"
"""The role of a number: that of the places on a map which one can go to."""

VERB: Role = "target"
"""The role of a verb."""

GAP = "  "
"""The gap between two things in a row."""

HANG = " " * 8
"""The indent of text that does not fit next to an option."""

PERCENT = re.compile("([0-9]+) ?%")
"""How likely a risk is, in its text."""


class _Option(NamedTuple):
    """An option, and what is said of it; `number` is 0 where a number is one of a range."""

    number: int
    words: tuple[str, ...]
    copies: int
    cost: str
    risk: str
    about: str


class _Cell(NamedTuple):
    """An option as it is shown; if several are alike, all of them. Its name is cut word by word."""

    number: str
    name: Sequence[str]
    cost: str
    risk: str
    about: str


def filter_options(options: Sequence[Action], typed: str) -> Sequence[Action]:
    """The options that begin with typed words, or contain them."""
    words = typed.split()
    if not words:
        return options
    if fits := wording.find(words, options):
        return cast("Sequence[Action]", rows_of(fits))
    vocabulary = {part for option in options for part in option.words}
    meant = [{part for part in vocabulary if match(word, [part])} for word in words]
    return [option for option in options if all(parts.intersection(option.words) for parts in meant)]


def list_options(options: Sequence[Action], display: Display, *, numbers: bool = True) -> list[str]:
    """One option a line, with all that is said of it; a long one continues on a second line.

    If several are alike, the others are named after the first.
    """
    lines: list[str] = []
    groups = _alike(_described(options, display), _things(display))
    for _, some in groupby(groups, lambda group: group[0].words[0]):
        cells = [_in_full(group, numbers=numbers) for group in some]
        widths, said = _widths(cells), ""
        for cell in cells:
            heads = _draw(cell, widths), _draw(cell, _widths([cell]))
            whole = (styled.line_of(head, GAP, cell.about) for head in heads)
            if line := next((line for line in whole if len(line) <= display.width), None):
                lines.append(styled.cut(line, 0, len(line.rstrip())))
                continue
            lines.append(heads[1])
            about = cell.about if cell.about != said else ""
            lines += wrap(about, display.width, initial_indent=HANG, subsequent_indent=HANG)
            said = cell.about
    return lines


def _in_full(group: Sequence[_Option], *, numbers: bool) -> _Cell:
    """Options that are alike, with the words to type for the first, and the others behind its effect."""
    first, *others = group
    also = ", ".join(f"{option.number} {option.words[1]}" for option in others)
    about = " ".join(filter(None, (first.about, f"(or {also})" * bool(also))))
    number = f"{first.number:4} " if numbers and first.number else " "
    name = times(" ".join(first.words), first.copies)
    return _Cell(number, [name], first.cost, first.risk, about)


class OptionRows:
    """The options of a decision, in rows of less than `width` columns.

    For screen readers, no two options of an opened verb share a row.
    """

    def __init__(self, options: Sequence[Action], display: Display, width: int | None = None) -> None:
        self._width, self._linear = (width or display.width) - 1, display.plain
        self._things = _things(display)
        self._verbs: dict[str, list[_Option]] = {}
        self._packed: dict[tuple[str, int], styled.Styled] = {}
        for option in _described(options, display):
            self._verbs.setdefault(option.words[0], []).append(option)
        self._begin = Counter(option.words[:3] for some in self._verbs.values() for option in some)

    def rows(self, most: int = MOST_ROWS) -> list[str]:
        """At most `most` rows, or as many as the packed verbs take: verbs are opened in their order.

        The names of packed options come before the opening of all verbs but the first; rows that are
        left then go to effects that were cut.
        """
        opened: dict[str, list[styled.Styled]] = {}
        letters = 0
        few = [verb for verb in self._verbs if len(self._verbs[verb]) <= MOST_OPENED * most]
        for whole, verb in product((False, True), few):
            room = most - sum(len(rows) for other, rows in opened.items() if other != verb)
            for block in self._blocks(verb, whole=whole):
                if len(block) <= room and len(self._join(opened | {verb: block}, letters)) <= most:
                    opened[verb] = block
                    break
            fitting = (tail for tail in TAILS if len(self._join(opened, tail)) <= most)
            letters = letters or next(fitting, 0)
        return [styled.cut(row, 0, len(row.rstrip())) for row in self._join(opened, letters)]

    def fewest(self, most: int) -> int:
        """The rows with the options of the first verb, if they are at most `most`; else all packed."""
        shortest = {verb: block for verb in [*self._verbs][:1] for block in self._blocks(verb)}
        with_first, packed = len(self._join(shortest, 0)), len(self._join({}, 0))
        return with_first if with_first <= most else packed

    def _join(self, opened: Mapping[str, list[styled.Styled]], letters: int) -> list[styled.Styled]:
        """All rows, in the order of the verbs; those that are packed share rows."""
        rows: list[styled.Styled] = []
        for is_open, verbs in groupby(self._verbs, opened.__contains__):
            if is_open:
                rows += [row for verb in verbs for row in opened[verb]]
                continue
            row = styled.Styled()
            for verb in verbs:
                key = (verb, letters)
                packed = self._packed.get(key) or self._packed.setdefault(key, self._pack(verb, letters))
                if row and len(row) + len(GAP) + len(packed) <= self._width:
                    row = styled.line_of(row, GAP, packed)
                else:
                    rows += [row] if row else []
                    row = styled.line_of(" ", packed)
            rows.append(row)
        return rows

    def _pack(self, verb: str, letters: int) -> styled.Styled:
        """A verb with the numbers of its options, and their names in at most so many letters."""
        some = self._verbs[verb]
        alike = len({(option.cost, option.risk) for option in some}) == 1
        cost, risk = (some[0].cost, some[0].risk) if alike else ("", "")
        numbers = _runs(some)
        taken = sum(len(text) + 1 for text in (numbers, verb, cost, risk) if text)
        name = short.cut(self._differences(some), min(letters, self._width - taken - 1))
        head: list[styled.Part] = [(numbers, NUMBER)] if numbers else []
        end: list[styled.Part] = [(risk, _role(risk))] if risk else []
        return styled.join(" ", [*head, (verb, VERB), *filter(None, (name, cost)), *end])

    def _differences(self, some: Sequence[_Option]) -> str:
        """The names of the options of a verb, in the first of their words in which all differ."""
        if len(some) == 1:
            return " ".join(self._name(some[0])[len(some[0].words) == 1 :])
        for place in range(1, min(len(option.words) for option in some)):
            if len({option.words[place] for option in some}) == len(some):
                titles = (times(self._title(option.words[place]), option.copies) for option in some)
                return ", ".join(titles)
        return ""

    def _blocks(self, verb: str, *, whole: bool = False) -> Iterator[list[styled.Styled]]:
        """The rows of an opened verb, ever fewer; none if its options read alike.

        With `whole`, rows are no object: effects come in full, and pairs that read alike as a table.
        """
        some = self._verbs[verb]
        if len(some) == 1:
            line = styled.line_of(" ", self._pack(verb, TAILS[0]), GAP)
            room = self._width - len(line)
            text = wrap(some[0].about, room) if whole and room > LEAST_EFFECT else []
            for about in text[:1] or [short.cut_words(some[0].about, room)] * bool(some[0].about):
                more = [styled.line_of((" " * len(line) + part, "quiet")) for part in text[1:]]
                yield [styled.line_of(line, (about, "quiet")), *more]
            return
        read_alike = len({option[3:] for option in some}) == 1
        groups = _alike(some, self._things)
        if not self._linear and whole >= read_alike:
            yield from self._tables(verb, some, len(groups))
        if read_alike and not (whole and all(len(self._needed(option)) > 1 for option in some)):
            return
        cells = [self._cell(group) for group in groups]
        start = f" {verb} "
        shared = {cell.name[0] if cell.name[1:] and not cell.cost + cell.risk else "" for cell in cells}
        if len(shared) == 1 and len(min(shared)) > LEAST_NAME and not self._linear:
            start = f" {verb} {cells[0].name[0]} "
            cells = [cell._replace(name=cell.name[1:]) for cell in cells]
        width = self._width - len(start)
        differ = len({cell.about for cell in cells}) > 1 or whole
        has_effects = (
            differ and any(cell.about for cell in cells) and not any(cell.risk for cell in cells)
        )
        for with_effects in (True, False)[not has_effects : 1 + (not whole)]:
            least = 999 if whole else LEAST_EFFECT * with_effects
            for rows in _side_by_side(cells, width, least, linear=self._linear):
                heads: list[styled.Part] = [(start, VERB), *[" " * len(start)] * len(rows)]
                yield [styled.line_of(head, row) for head, row in zip(heads, rows, strict=False)]

    def _tables(self, verb: str, some: Sequence[_Option], alike: int) -> Iterator[list[styled.Styled]]:
        """The options as a table, if they are nearly a product of two words: wide, and brief.

        It has a column for each first word, and a row for each second; where options that are `alike`
        take no more rows than that, there is none.
        """
        names = [self._needed(option) for option in some]
        firsts, rests = (
            dict.fromkeys(name[:1] for name in names),
            dict.fromkeys(name[1:] for name in names),
        )
        if not all(rests) or 2 * len(some) < len(firsts) * len(rests):
            return
        priced = any(option.cost or option.risk for option in some)
        bare = not priced and len(some) > MANY
        for size, turned in product(range(2 + bare), (False, True)):
            across, down = (rests, firsts) if turned else (firsts, rests)
            if len(across) not in HEADS or not 1 < len(down) < alike:
                continue
            cells = [self._cell([option]) for option in some]
            cells = [_brief(cell) for cell in cells] if size else cells
            cells = [cell._replace(name=[] if priced or size > 1 else [cell.about]) for cell in cells]
            widths = _widths(cells)
            drawn = {name: _draw(cell, widths) for name, cell in zip(names, cells, strict=True)}
            heads, titles = (
                [" ".join(map(self._title, name)) for name in side] for side in (across, down)
            )
            indent = widths[0] + 1
            narrow = max(map(len, drawn.values())) + len(GAP)
            column = max(narrow, indent + max(map(len, heads)) + len(GAP))
            longest = 5 + max(map(len, titles))
            least_left = min(longest, LEFT if size < 2 else LEAST_NAME + 3)
            if self._width - column * len(heads) < least_left:
                column = max(narrow, (self._width - least_left) // len(heads))
            left = min(max(longest, len(verb) + 2), self._width - len(heads) * column)
            room = column - indent - len(GAP)
            least = min(longest, LEFT - 5), min(max(map(len, heads)), LEAST_NAME + 2)
            least = (LEAST_NAME, LEAST_NAME // 2) if size > 1 else least
            if left >= max(len(verb) + 2, least[0]) and room >= least[1]:
                sizes = [left, *[column] * len(heads)]
                above = [" " * indent + head for head in short.distinct(heads, room)]
                yield [
                    _row([(f" {verb}", VERB), *((head, "quiet") for head in above)], sizes),
                    *(
                        _row(
                            [
                                f"   {title}",
                                *(
                                    drawn.get(other + one if turned else one + other, "")
                                    for one in across
                                ),
                            ],
                            sizes,
                        )
                        for title, other in zip(short.distinct(titles, left - 4), down, strict=True)
                    ),
                ]

    def _cell(self, group: Sequence[_Option]) -> _Cell:
        """Options that are alike, in one cell."""
        first, *others = group
        name = self._name(first)
        if others:
            *rest, last = map(self._title, first.words[2:])
            name = [*rest, f"{last}:", ", ".join(self._title(option.words[1]) for option in group)]
        return _Cell(_runs(group), name, *first[3:])

    def _name(self, option: _Option) -> list[str]:
        *names, last = map(self._title, self._needed(option) or option.words)
        return [*names, times(last, option.copies)]

    def _needed(self, option: _Option) -> tuple[str, ...]:
        """The words after the verb, but for a last of three that need not be typed."""
        spare = len(option.words) == 4 and self._begin[option.words[:3]] == 1
        return option.words[1:3] if spare and not option.words[3].isdecimal() else option.words[1:]

    def _title(self, word: str) -> str:
        """A word as people write what it names."""
        return self._things[word].title or word if word in self._things else word


def _described(options: Sequence[Action], display: Display) -> list[_Option]:
    rows = cast("Sequence[Action | Range]", options)
    ranged = any(isinstance(row, Range) for row in rows)
    return [
        _Option(
            0 if ranged else number,
            row.words,
            display.copies(row),
            display.cost(row),
            display.risk(row),
            display.describe(row),
        )
        for number, row in enumerate(rows, 1)
    ]


def _things(display: Display) -> Mapping[str, Item]:
    """The items that a viewer may ask about, by name."""
    return {item.name: item for item in show.items(display)}


def _alike(some: Sequence[_Option], things: Mapping[str, Item]) -> list[list[_Option]]:
    """Options in groups of those that read the same, but for second words that name equal things."""
    groups: dict[object, list[_Option]] = {}
    for option in some:
        verb, *rest = option.words
        thing = things.get(rest[0]) if len(rest) > 1 else None
        what = (thing.kind, thing.brief, thing.about) if thing else None
        groups.setdefault((verb, what, *rest[1:], *option[2:]) if what else option, []).append(option)
    return [*groups.values()]


def _side_by_side(
    cells: Sequence[_Cell], width: int, least: int, *, linear: bool
) -> Iterator[list[styled.Styled]]:
    """Options in columns, down and then across: as they are, then in ever more columns with cut names.

    Their effects follow them, first in `least` letters, then in fewer; with 0, in none.
    """
    effect = max(len(cell.about) for cell in cells) + len(GAP) if least else 0
    number, name, *says = _widths(cells)
    whole = number + name + 1 + sum(size + len(GAP) for size in says if size)
    natural = 1 if linear else _count(width, whole + min(effect, least), len(cells))
    yield _in_columns(cells, width, natural, GAP, bool(least))
    if linear:
        return
    cells = [_brief(cell) for cell in cells]
    number, name, *says = _widths(cells)
    effect = max(len(cell.about) for cell in cells) + len(GAP) if least else 0
    effect = effect if effect <= SHORT else SHORTEST_EFFECT + len(GAP)
    words = max(len(cell.name) for cell in cells) if least else 1
    fewest = number + min(name, LEAST_NAME * words) + 1 + sum(size + 1 for size in says if size) + effect
    for columns in range(natural + 1, _count(width, fewest, len(cells)) + 1):
        yield _in_columns(cells, width, columns, " ", bool(least))


def _count(width: int, each: int, most: int) -> int:
    """The number of columns, one at least, of this width."""
    return max(min((width + len(GAP)) // (each + len(GAP)), most), 1)


def _in_columns(
    cells: Sequence[_Cell], width: int, columns: int, gap: str, about: bool
) -> list[styled.Styled]:
    """Options in so many columns; names are cut where they must, and whole effects before them."""
    height = -(-len(cells) // columns)
    room = (width + len(GAP)) // -(-len(cells) // height) - len(GAP)
    number, name, *says = _widths(cells)
    fixed = number + 1 + sum(size + len(gap) for size in says if size)
    effect = max(len(cell.about) for cell in cells) + len(GAP) if about and gap != GAP else 0
    effect = min(effect, room * 4 // 7)
    words = max(len(cell.name) for cell in cells) if about else 1
    name = min(name, max(room - fixed - effect, min(LEAST_NAME * words, room - fixed), 1))
    names = [short.shorten(cell.name, name) for cell in cells]
    if len(set(names)) < len(names):
        names = [
            short.shorten([short.abbreviate(part, name // len(cell.name)) for part in cell.name], name)
            for cell in cells
        ]
    lines = []
    for cell, text in zip(cells, names, strict=True):
        line = _draw(cell._replace(name=[text]), [number, name, *says], gap)
        text = short.cut_words(cell.about, room - len(line) - len(GAP)) if about else ""
        lines.append(styled.line_of(line, GAP, (text, "quiet")) if text else line)
    return [_row(lines[top::height], [room + len(GAP)] * columns) for top in range(height)]


def _row(parts: Sequence[styled.Part], sizes: Sequence[int]) -> styled.Styled:
    """Parts side by side, each but the last filled up to its size."""
    filled: list[styled.Part] = []
    for part, size in zip(parts, sizes, strict=False):
        filled += [part, " " * (size - len(part if isinstance(part, str) else part[0]))]
    return styled.line_of(*filled[:-1])


def _draw(cell: _Cell, widths: Sequence[int], gap: str = GAP) -> styled.Styled:
    """The number, name, cost and risk of a cell in columns; an empty column takes no room."""
    number, name, cost, risk = widths
    parts: list[styled.Part] = [(cell.number.rjust(number), NUMBER)] if number else []
    parts += [" " * bool(number), short.shorten(cell.name, name).ljust(name)] if name else []
    parts += [gap, cell.cost.rjust(cost)] if cost else []
    parts += [gap, (cell.risk, _role(cell.risk)), " " * (risk - len(cell.risk))] if risk else []
    return styled.line_of(*parts)


def _widths(cells: Sequence[_Cell]) -> list[int]:
    """The columns that number, name, cost and risk take."""
    texts = [(cell.number, " ".join(cell.name), cell.cost, cell.risk) for cell in cells]
    return [max((len(text[place]) for text in texts), default=0) for place in range(4)]


def _brief(cell: _Cell) -> _Cell:
    """A cell with only the percentage of its risk (a chance to hit keeps its word) or a last word."""
    found = PERCENT.search(cell.risk)
    risk = f"{'hits ' * ('hits' in cell.risk)}{found[1]}%" if found else cell.risk
    word = cell.about.rpartition(": ")[2]
    return cell._replace(risk=risk, about=cell.about if " " in word else word)


def _role(risk: str) -> Role:
    """The role of a risk by its greatness: over 50 % bad, up to 20 % good; a chance to hit is none."""
    found = PERCENT.search(risk)
    percent = int(found[1]) if found else 50
    return "quiet" if "hits" in risk else "bad" if percent > 50 else "fair" if percent > 20 else "good"


def _runs(some: Sequence[_Option]) -> str:
    """The numbers of options: consecutive ones as the first and the last."""
    numbers = [option.number for option in some if option.number]
    known = set(numbers)
    starts = [number for number in numbers if number - 1 not in known]
    ends = [number for number in numbers if number + 1 not in known]
    pairs = zip(starts, ends, strict=True)
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in pairs)
