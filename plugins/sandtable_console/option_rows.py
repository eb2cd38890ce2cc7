"""Lists of options as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple, cast

from sandtable import Action, Range, number_of, times
from sandtable.tooling import match, rows_of, wording

Cost = Callable[[Action], str]
"""Gives the cost of an option, in a few letters; empty if it is free."""

Copies = Callable[[Action], int]
"""Gives the number of equal items that an option stands for."""

MOST_NAMED = 6
"""At most this many next words, or possible meanings of typed words, are named."""

MOST_LISTED = 40
"""A verb with more options than this is not listed among others; the first verb is."""

MOST_RUNS = 3
"""The numbers of a verb's options are named if they are at most this many unbroken runs."""

LONG_LIST = 3
"""A list on a board is long if it takes at least this many rows."""

BETWEEN = " " * 5
"""The gap between two groups of options that share a row."""

NO_BREAK = "\N{NO-BREAK SPACE}"
"""It keeps words in one row."""

NAMED_ROWS = 2
"""The words after a closed verb are all named if they take at most this many rows."""

HANG = " " * 8
"""The indent of text that does not fit next to an option."""


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


def list_numbered(
    options: Sequence[Action],
    describe: Callable[[Action], str],
    width: int = 80,
    copies: Copies = lambda _: 1,
) -> list[str]:
    """One option a line, with its number and what it does; a long one continues on a second line."""
    numbers = [f"{number:4}  " for number in range(1, len(options) + 1)]
    return list_described(options, describe, width, copies, numbers)


def list_described(
    options: Sequence[Action],
    describe: Callable[[Action], str],
    width: int,
    copies: Copies = lambda _: 1,
    heads: Sequence[str] = (),
) -> list[str]:
    """One option a line, with what it does, each after its head from `heads`."""
    names = [times(str(option), copies(option)) for option in options]
    name_width = max(map(len, names), default=0)
    lines = []
    for head, name, option in zip(heads or ["  "] * len(names), names, options, strict=True):
        about = describe(option)
        line = f"{head}{name:<{name_width}}  {about}".rstrip()
        hung = wrap(about, width, initial_indent=HANG, subsequent_indent=HANG)
        lines += [line] if len(line) <= width else [f"{head}{name}", *hung]
    return lines


class OptionRows(NamedTuple):
    """Options as rows of text, and the verbs whose options are only counted."""

    rows: list[str]
    closed: set[str]


def group(
    options: Sequence[Action],
    width: int,
    most: int | None = None,
    cost: Cost = lambda _: "",
    copies: Copies = lambda _: 1,
    numbers: int | None = None,
) -> OptionRows:
    """Options grouped by shared words, each with number, copies and cost, in `width` columns.

    Verbs with one option stand together. If everything takes more than `most` rows, short groups share
    a row. If that is not enough, or if more than `numbers` options have a number, some verbs are closed:
    as few as possible, and the first verb last. A closed verb has a row with its numbers, how to list
    its options, and the words that follow it where there is room. With `most`, verbs with more than
    MOST_LISTED options are always closed, but for the first verb. The numbers are the same in any case;
    where an option is a range, there are none, since a number is then one of that range.
    """
    ranged = any(isinstance(option, Range) for option in cast("Sequence[Action | Range]", options))
    every = [_Numbered(0 if ranged else n, option, option.words) for n, option in enumerate(options, 1)]
    counts = Counter([row.words[0] for row in every])
    first_verb = every[0].words[0] if every else ""
    closed = set[str]()
    if most is not None:
        closed = {verb for verb, count in counts.items() if count > MOST_LISTED} - {first_verb}
    groups = _groups(every, counts, closed, width, cost, copies)
    verbs = {verb: [row for row in every if row.words[0] == verb] for verb in counts if counts[verb] > 1}
    layout = _Layout(groups, {verb: _numbers(verb, rows) for verb, rows in verbs.items()}, width, most)
    if numbers is not None:
        closed = _close_for_numbers(counts, closed, first_verb, numbers)
    if not layout.fits(closed):
        closed = _close_to_fit(layout, {verb: counts[verb] for verb in verbs}, closed, first_verb)
    closed &= verbs.keys()
    _name_closed(layout, {verb: rows for verb, rows in verbs.items() if verb in closed})
    return OptionRows(layout.rows(closed), closed)


class _Layout(NamedTuple):
    """Groups of options, and what is shown for a closed verb, in at most `most` rows."""

    groups: list[_Group]
    folded: dict[str, _Folded]
    width: int
    most: int | None

    def rows(self, closed: set[str]) -> list[str]:
        """The rows with some verbs closed; short groups share rows if everything takes too many."""
        shown = _fold(self.groups, self.folded, closed)
        rows = _rows(shown, self.width)
        fits = self.most is None or len(rows) <= self.most
        return rows if fits else _rows(shown, self.width, packed=True)

    def fits(self, closed: set[str]) -> bool:
        """Whether there are at most `most` rows with some verbs closed."""
        return self.most is None or len(self.rows(closed)) <= self.most


def _name_closed(layout: _Layout, verbs: Mapping[str, Sequence[_Numbered]]) -> None:
    """Let the rows of closed verbs name the words that follow, as many as there is room for."""
    closed = set(verbs)
    for place, (verb, rows) in enumerate(verbs.items()):
        counted = layout.folded[verb]
        for folded in (*_names(verb, rows, "" if place else _hint(verb), layout.width), counted):
            layout.folded[verb] = folded
            if layout.fits(closed):
                break


def _close_to_fit(
    layout: _Layout, counts: Mapping[str, int], closed: set[str], first_verb: str
) -> set[str]:
    """The closed verbs, with those to close so that the rows fit; `counts` has the options of each verb.

    The first verb of a game's list is the most used, so it is closed only if nothing else helps.
    """
    first_groups = [group for group in layout.groups if group.verb in (first_verb, "")]
    can_close = {verb: count for verb, count in counts.items() if verb != first_verb}
    without_first = closed | {first_verb}
    has_room = layout._replace(groups=first_groups).fits(set())
    for start in (closed, without_first) if has_room else (without_first,):
        closed = _close_for_rows(layout, can_close, start)
        if layout.fits(closed):
            break
    return closed


def _close_for_rows(layout: _Layout, can_close: Mapping[str, int], closed: set[str]) -> set[str]:
    """The closed verbs, with as few others as make the rows fit.

    `can_close` has the number of options of each verb that can be closed. If the rows never fit, all
    of them are closed.
    """
    closed = set(closed)
    while not layout.fits(closed) and (open_verbs := [*can_close.keys() - closed]):
        fewest_first = sorted(open_verbs, key=lambda verb: (can_close[verb], verb))
        chosen = next((verb for verb in fewest_first if layout.fits(closed | {verb})), "")
        if not chosen:
            heights = {verb: len(layout.rows(closed | {verb})) for verb in open_verbs}
            chosen = min(open_verbs, key=lambda verb: (heights[verb], -can_close[verb], verb))
        closed.add(chosen)
    return closed


def _close_for_numbers(
    counts: Mapping[str, int], closed: set[str], first_verb: str, numbers: int
) -> set[str]:
    """The closed verbs, with those to close so that at most `numbers` options have a number.

    Verbs with one option stay. The first verb stays unless it and they alone have too many; if there
    are no others, it may have MOST_LISTED.
    """
    always = sum(count for verb, count in counts.items() if count == 1 or verb == first_verb)
    most = numbers if any(counts[verb] > 1 for verb in counts.keys() - {first_verb}) else MOST_LISTED
    closed = closed | {first_verb} if always > most else set(closed)
    while True:
        left = {verb: count for verb, count in counts.items() if verb not in closed}
        surplus = sum(left.values()) - numbers
        can_close = [(count, verb) for verb, count in left.items() if count > 1 and verb != first_verb]
        if surplus <= 0 or not can_close:
            return closed
        enough = [pair for pair in can_close if pair[0] >= surplus]
        closed.add((min(enough) if enough else max(can_close))[1])


class _Numbered(NamedTuple):
    """An option with its number, 0 for none, and its words."""

    number: int
    option: Action
    words: tuple[str, ...]


class _Group(NamedTuple):
    """The rows of options of a verb; the verb is empty for a group of options with different verbs."""

    verb: str
    rows: list[str]


def _groups(
    every: Sequence[_Numbered],
    counts: Counter[str],
    many: set[str],
    width: int,
    cost: Cost,
    copies: Copies,
) -> list[_Group]:
    """The options in groups, in the order of their first numbers; `counts` has those of each verb.

    The groups of verbs that are in `many` are empty, since only their numbers are shown.
    """
    heads: Counter[tuple[str, ...]] = Counter([row.words[:2] for row in every if len(row.words) > 2])
    alike: dict[tuple[str, ...], list[_Numbered]] = {}
    singles = 0
    key: tuple[str, ...]
    last_head: tuple[str, ...] = ()
    for row in every:
        head = row.words[:2]
        if counts[head[0]] == 1:
            singles += bool(last_head)
            key, last_head = (str(singles), ""), ()
        elif head[0] in many:
            key = last_head = head[:1]
        else:
            key = last_head = head if heads[head] > 1 else head[:1]
        alike.setdefault(key, []).append(row)
    return [
        _Group(key[0], []) if key[0] in many else _group(key, members, width, cost, copies)
        for key, members in alike.items()
    ]


def _group(
    key: tuple[str, ...], members: Sequence[_Numbered], width: int, cost: Cost, copies: Copies
) -> _Group:
    """Options that share words: the shared words once, and the different words of each."""
    single, several = key[-1] == "", len(members) > 1
    start, end = (
        _overlap([member.words for member in members], len(key)) if several and not single else (0, 0)
    )
    items = []
    for number, option, words in members:
        varying = words[start : len(words) - end]
        # Two numbers never stand side by side, and every number has a word.
        shown = words if not varying or (number and varying[0][:1].isdigit()) else varying
        name = times(" ".join(shown), copies(option))
        price = f" ({text})" if (text := cost(option)) else ""
        items.append(f"{number or ''} {name}{price}".lstrip())
    label = " ".join(members[0].words[:start])
    return _Group("" if single else key[0], _fill(f"{label}: " if label else "", items, width))


def _overlap(words: Sequence[tuple[str, ...]], least: int) -> tuple[int, int]:
    """The number of words that all share at the beginning and at the end; each keeps at least one."""
    shortest = min(map(len, words))
    start = end = 0
    while start < shortest - 1 and len({word[start] for word in words}) == 1:
        start += 1
    start = max(start, least)
    while start + end < shortest - 1 and len({word[-1 - end] for word in words}) == 1:
        end += 1
    return start, end


class _Folded(NamedTuple):
    """The rows that stand for a closed verb; `hinted` if they say how to list its options."""

    rows: list[str]
    hinted: bool = False


def _numbers(verb: str, rows: Sequence[_Numbered]) -> _Folded:
    """What is shown for a closed verb: the numbers of its options."""
    return _Folded([f"  {verb}: {_runs([row.number for row in rows])}"])


def _names(verb: str, rows: Sequence[_Numbered], hint: str, width: int) -> Iterator[_Folded]:
    """What can be shown for a closed verb: the words that follow it, ever fewer, and its numbers.

    Nothing if words are numbers themselves.
    """
    words = list(dict.fromkeys(row.words[1] for row in rows if len(row.words) > 1))
    numbers = "; ".join(filter(None, (_runs([row.number for row in rows]), hint)))
    if not words or any(word.isdecimal() for word in words):
        return
    label, end = f"  {verb}: ", f"({numbers})"
    unbroken = f"{label}{', '.join(words)} {end.replace(' ', NO_BREAK)}"
    whole = wrap(unbroken, width, subsequent_indent="      ", break_on_hyphens=False)
    if len(whole) <= NAMED_ROWS:
        yield _Folded([row.replace(NO_BREAK, " ") for row in whole], bool(hint))
    for count in range(len(words) - 1, 0, -1):
        row = f"{label}{', '.join(words[:count])} ... {end}"
        if len(row) <= width:
            yield _Folded([row], bool(hint))


def _hint(verb: str) -> str:
    """How to list the options of a closed verb."""
    return f"? {verb} lists them"


def _fold(groups: Sequence[_Group], folded: Mapping[str, _Folded], closed: set[str]) -> list[_Group]:
    """The groups; a closed verb has one, in its place, and the first says how to list its options."""
    shown: dict[str | int, _Group] = {}
    first = next((group.verb for group in groups if group.verb in closed), "")
    for place, group in enumerate(groups):
        verb = group.verb
        if verb not in closed:
            shown[place] = group
        elif verb not in shown:
            *rows, last = folded[verb].rows
            hint = f" ({_hint(verb)})" if verb == first and not folded[verb].hinted else ""
            shown[verb] = _Group(verb, [*rows, f"{last}{hint}"])
    return [*shown.values()]


def _runs(numbers: Sequence[int]) -> str:
    """Numbers as runs: consecutive numbers as a pair of the first and the last; of none, the count."""
    if not numbers[0]:
        return number_of(len(numbers), "option")
    known = set(numbers)
    starts = [number for number in numbers if number - 1 not in known]
    ends = [number for number in numbers if number + 1 not in known]
    if len(starts) > MOST_RUNS:
        return f"{len(numbers)} of {numbers[0]} to {numbers[-1]}"
    runs = zip(starts, ends, strict=True)
    return ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in runs)


def _rows(groups: Sequence[_Group], width: int, *, packed: bool = False) -> list[str]:
    """Groups as rows, each group on its own rows; with `packed`, two groups share a row if both fit."""
    rows: list[str] = []
    can_share = False
    for group in groups:
        joins = packed and can_share and len(group.rows) == 1
        if joins and len(rows[-1]) + len(BETWEEN) + len(group.rows[0]) - 2 <= width:
            rows[-1] += BETWEEN + group.rows[0].lstrip()
        else:
            rows += group.rows
            can_share = len(group.rows) == 1
    return rows


def _fill(label: str, items: Sequence[str], width: int) -> list[str]:
    """Items in rows after a label; no item is split."""
    rows, row = [], f"  {label}{items[0]}"
    for item in items[1:]:
        if len(row) + 3 + len(item) <= width:
            row += f"   {item}"
        else:
            rows.append(row)
            row = f"      {item}"
    return [*rows, row]


def diff(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """The paragraphs of a board that have changed; indented lines are part of the paragraph above.

    A long list that has only become shorter is left out: what happened says what it lost.
    """
    old_paragraphs = {tuple(paragraph): None for paragraph in _paragraphs(before)}
    old_lists = [paragraph for paragraph in old_paragraphs if len(paragraph) >= LONG_LIST]
    return [
        line
        for paragraph in _paragraphs(now)
        if tuple(paragraph) not in old_paragraphs
        and not any(_is_shorter(paragraph, old) for old in old_lists)
        for line in paragraph
    ]


def _is_shorter(paragraph: Sequence[str], before: Sequence[str]) -> bool:
    """Whether a paragraph is a list with a label (``Face down: ...``) that has only lost words."""
    words, old_words = " ".join(paragraph).split(), " ".join(before).split()
    label = paragraph[0].partition(": ")[0]
    is_list = label.replace(" ", "").isalpha() and before[0].startswith(f"{label}: ")
    return is_list and not Counter(map(_strip, words)) - Counter(map(_strip, old_words))


def _strip(word: str) -> str:
    return word.rstrip(",;")


def _paragraphs(lines: Sequence[str]) -> list[list[str]]:
    paragraphs: list[list[str]] = []
    for line in lines:
        if line.startswith(" ") and paragraphs:
            paragraphs[-1].append(line)
        else:
            paragraphs.append([line])
    return paragraphs
