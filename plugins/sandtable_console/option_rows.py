"""Options as rows of text, verb by verb: number, name, cost, and risk or effect.

A verb is opened, with each option shown, if there are enough rows; otherwise it is packed into its
numbers, its word and what tells its options apart. Weighty verbs (the first, and those with risks) are
opened first. Numbers, costs and risks are never cut; names may be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby, product
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple, cast

from sandtable import Action, Item, Range, slug, styled, times
from sandtable.tooling import match, rows_of, wording
from sandtable_console import short, show
from sandtable_pictures import phrase

if TYPE_CHECKING:
    from sandtable_console.display import Display
    from sandtable_pictures.palette import Ink, Role

MOST_NAMED = 6
"""The most next words, or meanings of typed words, that are named."""

MOST_ROWS = 10
"""The maximum rows for options, unless they take more even with all verbs packed."""

LEAST_NAMES, LEAST_EFFECT = (12, 7), 26
"""The fewest letters to which names, and the effects next to them, are cut."""

MOST_HEADS, LEAST_HEAD = 6, 12
"""The maximum columns of a table, and the fewest letters of its headings."""

MOST_OPENED = 6
"""A verb with more options than this per row is not opened: it would need too many columns."""

MOST_LETTERS = (999, 30, 0)
"""The maximum letters for the names of packed options, with more and with less room."""

NUMBER: Role | Ink = "reach"
"""The role of a number, the same as for reachable places on a map."""

VERB: Role = "target"
"""The role of a verb."""

GAP = "  "
"""The gap between two things in a row."""

PERCENT = re.compile("([0-9]+) ?%")
"""The probability in the text of a risk."""

COLUMN_GAP = re.compile(r"(?<=[^\s,:;]) {2,}(?=\S)")
"""The space between two columns, which screen readers do not read."""


class _Option(NamedTuple):
    """An option, or several that read alike, as texts; a name is cut word by word.

    A range has no number. `before` is the word before an optional last word, such as "from".
    """

    number: str
    words: tuple[str, ...]
    copies: int
    cost: str
    risk: str
    about: str
    name: Sequence[str] = ()
    before: str = ""


class _Layout(NamedTuple):
    """A way to show a verb in `height` rows; a `lavish` one is used only if rows are left over.

    `cut` is true if its names are cut.
    """

    height: int
    draw: Callable[[], Sequence[str]]
    lavish: bool = False
    cut: bool = False


def filter_options(options: Sequence[Action], typed: str, names: wording.Names) -> Sequence[Action]:
    """Return the options that begin with the typed words, or else contain them."""
    words = typed.split()
    if not words:
        return options
    if fits := wording.find(words, options, names):
        return cast("Sequence[Action]", rows_of(fits))
    vocabulary = {slug(name): slug(id) for name, id in names.aliases}
    vocabulary |= {part: part for option in options for part in option.words}
    meant = [{vocabulary[part] for part in vocabulary if match(word, [part])} for word in words]
    return [option for option in options if all(parts.intersection(option.words) for parts in meant)]


def list_options(options: Sequence[Action], display: Display, *, numbers: bool = True) -> list[str]:
    """Return one line per option with its full description, continued below if it is long.

    If several read alike, the first one's line names the others.
    """
    lines: list[str] = []
    hang = " " * 8
    every = _describe(options, display)
    every = [option._replace(about=display.titles(option.words, option.about)) for option in every]
    groups = _group_alike(every, _items(display))
    for _, some in groupby(groups, lambda group: group[0].words[0]):
        shown = [_merge_in_full(group, numbers=numbers) for group in some]
        widths, said = _widths(shown), ""
        for option in shown:
            heads = _draw(option, widths), _draw(option, _widths([option]))
            whole = (styled.line_of(head, GAP, option.about) for head in heads)
            if line := next((line for line in whole if len(line) <= display.width), None):
                lines.append(styled.cut(line, 0, len(line.rstrip())))
                continue
            lines.append(heads[1])
            about = option.about if option.about != said else ""
            lines += wrap(about, display.width, initial_indent=hang, subsequent_indent=hang)
            said = option.about
    return [COLUMN_GAP.sub(", ", line) for line in lines] if display.plain else lines


def _merge_in_full(group: Sequence[_Option], *, numbers: bool) -> _Option:
    """Merge options that read alike: show the words to type for the first, and name the others."""
    first, *others = group
    also = ", ".join(f"{option.number} {option.words[1]}" for option in others)
    about = " ".join(filter(None, (first.about, f"(or {also})" * bool(also))))
    number = f"{first.number:>4} " if numbers and first.number else " "
    return first._replace(number=number, name=[times(" ".join(first.words), first.copies)], about=about)


class OptionRows:
    """The options of a decision, in rows of fewer than `width` columns.

    For screen readers, each option of an opened verb has a row of its own.
    """

    def __init__(self, options: Sequence[Action], display: Display, width: int | None = None) -> None:
        self._width, self._linear = (width or display.width) - 1, display.plain
        self._items, self._arrow = _items(display), "\N{RIGHTWARDS ARROW}" if display.unicode else ">"
        self._verbs: dict[str, list[_Option]] = {}
        self._packed: dict[tuple[str, int], styled.Styled] = {}
        self._layouts: dict[str, Sequence[_Layout]] = {}
        for option in _describe(options, display):
            self._verbs.setdefault(option.words[0], []).append(option)
        risky = (verb for verb, some in self._verbs.items() if any(option.risk for option in some))
        self._weighty = [*dict.fromkeys([*[*self._verbs][:1], *risky])]
        self._begin = Counter(option.words[:3] for some in self._verbs.values() for option in some)
        starts = {
            (option.words[:2], option.words[3:]) for some in self._verbs.values() for option in some
        }
        self._starts = Counter(first for first, _ in starts)
        words = {word for first in self._begin for word in first[1:]} & self._items.keys()
        titles = {word: self._items[word].title or word for word in words}
        shared = Counter(titles.values())
        self._titles = {word: title + f" {word}" * (shared[title] > 1) for word, title in titles.items()}
        self._titles = {id: display.in_words([id]) for id in display.aliases.values()} | self._titles

    def rows(self, most: int = MOST_ROWS, last: int = 0) -> list[str]:
        """Return at most `most` rows, or as many as the packed verbs need, with weighty verbs first.

        Weighty verbs may use up to `last` rows. Showing the names of packed options has priority over
        opening verbs other than the first. Any rows left over go to effects that were cut.
        """
        opened: dict[str, _Layout] = {}
        letters = 0
        few = [verb for verb in self._verbs if len(self._verbs[verb]) <= MOST_OPENED * most]
        for verb in self._weighty:
            layouts = self._open(verb) if verb in few else ()
            whole = [layout for layout in layouts if not layout.cut]
            larger = len(self._verbs[verb]) > len(self._verbs[self._weighty[0]])
            for layout in [*whole[-1:], *layouts[-1:]]:
                if self._height(opened | {verb: layout}, 0) <= max(most, 0 if larger else last):
                    opened[verb] = layout
                    break
        for lavish, verb in product((False, True), few):
            for layout in self._open(verb):
                if layout is opened.get(verb):
                    break
                if layout.lavish <= lavish and self._height(opened | {verb: layout}, letters) <= most:
                    opened[verb] = layout
                    break
            letters = letters or next((n for n in MOST_LETTERS if self._height(opened, n) <= most), 0)
        rows = [row for layout in self._join(opened, letters) for row in layout.draw()]
        if self._linear:
            return [COLUMN_GAP.sub(", ", row.rstrip()) for row in rows]
        return [styled.cut(row, 0, len(row.rstrip())) for row in rows]

    def fewest_rows(self, most: int) -> int:
        """Return how many rows open the first verb or, if that is more than `most`, pack all verbs."""
        rows = self._height({v: item for v in [*self._verbs][:1] for item in self._open(v)[-1:]}, 0)
        return rows if rows <= most else self._height({}, 0)

    def _height(self, opened: Mapping[str, _Layout], letters: int) -> int:
        return sum(layout.height for layout in self._join(opened, letters))

    def _join(self, opened: Mapping[str, _Layout], letters: int) -> Iterator[_Layout]:
        """Yield all rows, opened weighty verbs first; packed verbs share rows."""
        order = sorted(self._verbs, key=lambda verb: verb not in self._weighty or verb not in opened)
        for is_open, verbs in groupby(order, opened.__contains__):
            if is_open:
                yield from map(opened.__getitem__, verbs)
                continue
            rows: list[list[str]] = []
            for verb in verbs:
                packed = self._pack(verb, letters)
                if not rows or sum(map(len, [*rows[-1], GAP, packed])) > self._width:
                    rows.append([" ", packed])
                else:
                    rows[-1] += [GAP, packed]
            yield from (_Layout(1, partial(_grid, [row], [0] * len(row))) for row in rows)

    def _pack(self, verb: str, letters: int) -> styled.Styled:
        """Return a verb with its options' numbers, and their names in at most `letters` letters."""
        if (verb, letters) not in self._packed:
            some = self._verbs[verb]
            alike = len({(option.cost, option.risk) for option in some}) == 1
            cost, risk = (some[0].cost, some[0].risk) if alike else ("", "")
            numbers = _number_ranges(some)
            taken = sum(len(text) + 1 for text in (numbers, verb, cost, risk) if text)
            name = short.cut(self._differences(some), min(letters, self._width - taken - 1))
            parts = [(numbers, NUMBER), (verb, VERB), (name, None), (cost, None), (risk, _role(risk))]
            shown = ((text, role) if role else text for text, role in parts if text)
            self._packed[verb, letters] = styled.join(" ", shown)
        return self._packed[verb, letters]

    def _differences(self, some: Sequence[_Option]) -> str:
        """Name a verb's options by the first word in which they all differ; "" if there is none."""
        names = [self._name(option) for option in some]
        if len(some) == 1:
            return " ".join(self._add_arrow(some[0]._replace(name=names[0])))
        columns = (column for column in zip(*names, strict=False) if len({*column}) == len(some))
        return ", ".join(next(columns, ()))

    def _open(self, verb: str) -> Sequence[_Layout]:
        """Return the layouts of an opened verb, from best to smallest.

        Options that all have the same cost, risk and effect are opened only if rows are left over.
        """
        some = self._verbs[verb]
        if verb not in self._layouts:
            read_alike = len(some) > 1 and len({option[3:] for option in some}) == 1
            cells = [self._merge(group) for group in _group_alike(some, self._items)]
            layouts = [*self._tables(verb, some, len(cells))] if some[1:] and not self._linear else []
            wide = self._columns(verb, cells, read_alike) if some[1:] else self._lay_out(verb, cells[0])
            layouts += wide
            self._layouts[verb] = [item._replace(lavish=item.lavish or read_alike) for item in layouts]
        return self._layouts[verb]

    def _lay_out(self, verb: str, option: _Option) -> Sequence[_Layout]:
        """Lay out one option with its effect: in full over several rows, or cut to one."""
        line = styled.line_of(" ", self._pack(verb, MOST_LETTERS[0]), GAP)
        whole = styled.line_of(line, (option.about, "quiet"))
        full = styled.wrap(whole, self._width, " " * min(len(line), self._width // 3))
        brief = styled.line_of(line, (short.cut_words(option.about, self._width - len(line)), "quiet"))
        layouts = [_Layout(len(text), partial(list, text), len(text) > 1) for text in (full, [brief])]
        return layouts[len(full) < 2 :] if option.about else []

    def _tables(self, verb: str, some: Sequence[_Option], alike: int) -> Iterator[_Layout]:
        """Lay the options out as a table, wide or brief, if two words combine in nearly all ways.

        It has a column for each first word and a row for each second. There is no table with as
        many rows as the `alike` items that are left after merging options that read alike.
        """
        pairs = [(name[0], " ".join(name[1:])) for name in map(self._name, some) if name[1:]]
        first_words, other_words = (dict.fromkeys(pair[place] for pair in pairs) for place in (0, 1))
        sides = [(first_words, other_words), (other_words, first_words)]
        sides = [side for side in sides if 1 < len(side[0]) <= MOST_HEADS and 1 < len(side[1]) < alike]
        if not sides or len(pairs) < len(some) or 2 * len(some) < len(first_words) * len(other_words):
            return
        cells = [self._merge([option]) for option in some]
        priced = any(cell.cost or cell.risk for cell in cells)
        for style in (cells, _shorten_options(cells)):
            shown = [cell._replace(name=[cell.about] * (not priced)) for cell in style]
            cell_of = dict(zip(pairs, shown, strict=True))
            made = [self._table(verb, cell_of, [*across], [*down]) for across, down in sides]
            best = max(is_whole for is_whole, _ in made)
            yield from (layout for is_whole, layout in made if is_whole is best and layout.height)

    def _table(
        self,
        verb: str,
        cells: Mapping[tuple[str, str], _Option],
        across: Sequence[str],
        down: Sequence[str],
    ) -> tuple[bool, _Layout]:
        """Return whether a table cuts no name, and its layout: empty if it would cut too much."""
        widths = _widths([*cells.values()])
        indent, head = widths[0] + 1, max(map(len, across))
        left, inner = max(len(title) + 5 for title in [*down, verb]), _width(widths)
        others = len(across) * (max(inner, indent + min(head, LEAST_HEAD)) + len(GAP))
        size = min(left, self._width - others)
        if size < min(left, LEAST_HEAD + 5):
            return False, _Layout(0, list)
        column = max(inner, min(indent + head, (self._width - size) // len(across) - len(GAP)))
        above = short.cut_distinct(across, column - indent)
        heads: list[styled.Part] = [(" " * indent + text, "quiet") for text in above]
        rows: list[list[styled.Part | _Option]] = [[(f" {verb}", VERB), *heads]]
        for title, text in zip(down, short.cut_distinct(down, size - 4), strict=True):
            pairs_of_words = (((one, title), (title, one)) for one in across)
            rows.append([f"   {text}", *(cells.get(a) or cells.get(b) or "" for a, b in pairs_of_words)])
        sizes = [size, *[column + 2] * len(across)]
        return size == left and column - indent >= head, _Layout(
            len(rows), partial(_grid, rows, sizes, widths)
        )

    def _columns(self, verb: str, some: Sequence[_Option], read_alike: bool) -> Iterator[_Layout]:
        """Lay the options out in columns or one after the other, with effects and then without.

        Long effects that take more rows than shortened ones are lavish.
        """
        does, risky = max(len(option.about) for option in some), any(option.risk for option in some)
        if read_alike and (risky or not does or not all(option.words[2:] for option in some)):
            return
        brief = _shorten_options(some)
        bare = [option._replace(about="") for option in brief]
        effects_differ = not risky and len({option.about for option in some}) > 1
        with_effects = [(some, min(does, LEAST_EFFECT)), (_by_start(brief), -1)] * effects_differ
        flowing = _by_start(bare)
        cuts = [_cut_names(flowing, letters) for letters in LEAST_NAMES if verb == self._weighty[0]]
        cut = [(one, -1) for one in cuts if len({*_name_words(one)}) == len({*_name_words(flowing)})]
        found, least = list[_Layout](), MOST_LETTERS[0]
        packed = [(flowing, -1), *((one, -1) for one in [_by_cost(bare)] if one)]
        for options, effect in chain([(some, does), *with_effects, (bare, 0)], packed, cut):
            if least == 1:
                break
            layout = (
                self._in_columns(verb, options, effect) if effect >= 0 else self._in_a_row(verb, options)
            )
            if 0 < layout.height < least:
                found.append(layout._replace(cut=(options, effect) in cut))
                least = layout.height
        is_lavish = does > LEAST_EFFECT and len(found) > 1
        yield from (layout._replace(lavish=is_lavish and layout is found[0]) for layout in found)

    def _in_columns(self, verb: str, some: Sequence[_Option], effect: int) -> _Layout:
        """Lay options out in as many columns as possible with `effect` letters of effect in each."""
        names = [option.name for option in some]
        shared = not self._linear and all(name[1:] and name[0] == names[0][0] for name in names)
        start = f" {verb} " + f"{names[0][0]} " * shared
        cells = [o._replace(name=o.name[1:] if shared else self._add_arrow(o)) for o in some]
        widths, room = _widths(cells), self._width - len(start) + len(GAP)
        each = _width(widths) + (effect and effect + len(GAP)) + len(GAP)
        columns = min(room // each, len(some)) if not self._linear else room >= each or not effect
        height = -(-len(some) // columns) if columns else 0
        return _Layout(height, partial(_columns, cells, start, height, self._width, effect > 0))

    def _in_a_row(self, verb: str, options: Sequence[_Option]) -> _Layout:
        """Lay options out one after the other, naming a shared first word once before them."""
        height = len([*self._rows_in_a_row(verb, options, _text_of)])
        return _Layout(
            0 if self._linear else height, partial(self._rows_in_a_row, verb, options, styled.line_of)
        )

    def _rows_in_a_row(
        self, verb: str, options: Sequence[_Option], line_of: Callable[..., str]
    ) -> Sequence[str]:
        """Return rows of options one after the other; `line_of` joins a row's parts, styled or not."""
        first_words = Counter(option.name[0] for option in options if option.name[1:])
        groups, head = 2 * len(first_words) <= first_words.total() == len(options), ""
        rows = [line_of((f" {verb}", VERB))]
        for option in options:
            before = f"{option.name[0]}: " if groups and option.name[0] != head else ""
            head = option.name[0] if option.name else ""
            parts: list[styled.Part] = [(option.number, NUMBER), " ".join(option.name[groups:])]
            parts += [option.cost, (option.risk, _role(option.risk))]
            said = [piece for part in parts if _text_of(part) for piece in (" ", part)][1:]
            about = f": {option.about}" * bool(option.about)
            cell = line_of((before, "quiet"), *said, (about, "quiet"))
            if len(rows[-1]) + len(GAP) + len(cell) > self._width and option is not options[0]:
                rows.append("  ")
            gap = GAP if option is not options[0] else " "
            rows += styled.wrap(line_of(rows.pop(), gap, cell), self._width, " " * 6)
        return rows

    def _merge(self, group: Sequence[_Option]) -> _Option:
        """Merge options that are alike; an effect does not repeat the name before it."""
        first, about, name = group[0], group[0].about, self._name(group[0])
        if group[1:]:
            name = [*name[1:-1], f"{name[-1]}:", ", ".join(self._name(option)[0] for option in group)]
        for word in first.words[1:]:
            title = self._items[word].title if word in self._items else ""
            about = about.removeprefix(f"{title or word}: ")
        return first._replace(number=_number_ranges(group), name=name, about=about)

    def _add_arrow(self, option: _Option) -> Sequence[str]:
        """Return an option's name, with an arrow if one item acts on another of its kind."""
        kinds = [self._items[word].kind for word in option.words[1:] if word in self._items]
        acts = len(kinds) == 2 == len(option.name) and len({*kinds}) == 1 and option.name[0][-1] != ":"
        return [f"{option.name[0]} {self._arrow}", option.name[1]] if acts else option.name

    def _name(self, option: _Option) -> Sequence[str]:
        """Return the words after the verb as people write them, without an unneeded third word."""
        several = bool(option.before) and self._starts[option.words[:2]] > 1
        spare = len(option.words) == 4 and self._begin[option.words[:3]] == 1 and not several
        most = 3 if spare and not option.words[3].isdecimal() else None
        names = [self._titles.get(word, word) for word in option.words[1:most]]
        if several and (names[2:] or self._begin[option.words[:3]] > 1):
            return [names[0], f"{names[1]}, {option.before} {(names[2:] or ['any'])[0]}"]
        return [*names[:-1], times(names[-1], option.copies)] if names else []


def _text_of(*parts: styled.Part) -> str:
    return "".join(part if isinstance(part, str) else part[0] for part in parts)


def _describe(options: Sequence[Action], display: Display) -> list[_Option]:
    rows = cast("Sequence[Action | Range]", options)
    ranged = any(isinstance(row, Range) for row in rows)
    described = []
    for number, row in enumerate(rows, 1):
        texts = display.cost(row), display.risk(row), display.describe(row)
        before = "".join(phrase.OPTIONAL.findall(getattr(row, "phrase", ""))[:1])
        number_of = "" if ranged else str(number)
        described.append(_Option(number_of, row.words, display.copies(row), *texts, before=before))
    return described


def _items(display: Display) -> Mapping[str, Item]:
    return {item.name: item for item in show.items(display)}


def _group_alike(some: Sequence[_Option], things: Mapping[str, Item]) -> list[list[_Option]]:
    """Group options that read the same except for second words that name identical items."""
    groups: dict[object, list[_Option]] = {}
    for option in some:
        verb, *rest = option.words
        thing = things.get(rest[0]) if len(rest) > 1 else None
        what = (thing.kind, thing.brief, thing.about) if thing else None
        groups.setdefault((verb, what, *rest[1:], *option[2:]) if what else option, []).append(option)
    return [*groups.values()]


def _grid(
    lines: Sequence[Sequence[styled.Part | _Option]], sizes: Sequence[int], widths: Sequence[int] = ()
) -> Sequence[styled.Styled]:
    """Draw lines of texts and options, padding all but a line's last to their sizes."""
    rows = []
    for line in lines:
        parts: list[styled.Part] = []
        for part, size in zip(line, sizes, strict=False):
            drawn = _draw(part, widths) if isinstance(part, _Option) else part
            parts += [drawn, " " * (size - len(drawn if isinstance(drawn, str) else drawn[0]))]
        rows.append(styled.line_of(*parts[:-1]))
    return rows


def _columns(
    cells: Sequence[_Option], start: str, height: int, width: int, does: bool
) -> Sequence[styled.Styled]:
    """Draw options in columns of `height` rows after `start`, cutting effects as needed."""
    number, name, *texts = _widths(cells)
    room = (width - len(start) + len(GAP)) // -(-len(cells) // height) - len(GAP)
    name = min(name, max(room - _width([number, 0, *texts]) - 1, 1))
    lines = []
    for option in cells:
        line = _draw(option, [number, name, *texts])
        about = short.cut_words(option.about, room - len(line) - len(GAP)) if does else ""
        lines.append(styled.line_of(line, GAP * bool(about), (about, "quiet")))
    heads: list[styled.Part] = [(start, VERB), *[""] * height]
    rows = [[heads[top], *lines[top::height]] for top in range(height)]
    return _grid(rows, [len(start), *[room + len(GAP)] * len(lines)])


def _draw(option: _Option, widths: Sequence[int]) -> styled.Styled:
    """Draw an option's number, name, cost and risk in columns; an empty column takes no room."""
    number, name, cost, risk = widths
    parts: list[styled.Part] = [(option.number.rjust(number), NUMBER)] if number else []
    parts += [" " * bool(number), short.shorten(option.name, name).ljust(name)] if name else []
    parts += [GAP, option.cost.rjust(cost)] if cost else []
    parts += [GAP, (option.risk, _role(option.risk)), " " * (risk - len(option.risk))] if risk else []
    return styled.line_of(*parts)


def _widths(options: Sequence[_Option]) -> list[int]:
    """Return the widths of the columns for number, name, cost and risk."""
    texts = [(option.number, " ".join(option.name), option.cost, option.risk) for option in options]
    return [max((len(text[place]) for text in texts), default=0) for place in range(4)]


def _width(widths: Sequence[int]) -> int:
    """Return the total width of what `_draw` draws."""
    number, name, *texts = widths
    return number + (name and name + bool(number)) + sum(size + len(GAP) for size in texts if size)


def _shorten_options(options: Sequence[_Option]) -> Sequence[_Option]:
    """Shorten the effects and risks of options."""
    return [
        option._replace(risk=option.risk.replace(" %", "%"), about=option.about.rpartition(": ")[2])
        for option in options
    ]


def _cut_names(options: Sequence[_Option], most: int) -> Sequence[_Option]:
    """Cut the words of options' names to at most `most` letters."""
    ends = [f", {option.before} " for option in options]
    parts = zip(options, ends, strict=True)
    words = [*dict.fromkeys(word for o, end in parts for word in o.name if end not in word)]
    brief = dict(zip(words, short.cut_distinct(words, most), strict=True))
    return [option._replace(name=[brief.get(word, word) for word in option.name]) for option in options]


def _name_words(options: Sequence[_Option]) -> Sequence[str]:
    return [word for option in options for word in option.name]


def _by_start(options: Sequence[_Option]) -> Sequence[_Option]:
    """Group options that start from the same place, to name it only once, if enough do."""
    moved: dict[str, list[_Option]] = {}
    for option in options:
        *first, last = option.name or [""]
        thing, between, start = last.partition(f", {option.before} ")
        head = [*first, f"{option.before} {start}"] if between else first
        name = [", ".join(head), thing] if between else option.name
        moved.setdefault(", ".join(head), []).append(option._replace(name=name))
    ordered = [option for some in moved.values() for option in some]
    return ordered if 2 * len(moved) <= len(options) else options


def _by_cost(options: Sequence[_Option]) -> Sequence[_Option]:
    """Group options by cost, to name each cost only once; () if too few share a cost."""
    costs = {option.cost: None for option in options}
    if not all(costs) or 2 * len(costs) > len(options) or any(option.risk for option in options):
        return ()
    moved = [option._replace(name=[option.cost, " ".join(option.name)], cost="") for option in options]
    return sorted(moved, key=lambda option: [*costs].index(option.name[0]))


def _role(risk: str) -> Role:
    """Return the role of a risk: bad over 50 %, good up to 20 %, else fair."""
    percent = int((PERCENT.findall(risk) or ["50"])[0])
    return "bad" if percent > 50 else "fair" if percent > 20 else "good"


def _number_ranges(some: Sequence[_Option]) -> str:
    """Return options' numbers as text, with consecutive ones as a range."""
    numbers = [int(option.number) for option in some if option.number]
    known = set(numbers)
    starts = [number for number in numbers if number - 1 not in known]
    ends = [number for number in numbers if number + 1 not in known]
    pairs = zip(starts, ends, strict=True)
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in pairs)
