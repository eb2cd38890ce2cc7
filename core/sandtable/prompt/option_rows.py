"""Lists of options as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import NamedTuple

from sandtable.base.words import match, times
from sandtable.model.action import Action
from sandtable.model.wording import find

Cost = Callable[[Action], str]
"""What an option takes, in a few letters; empty where it is free."""

Copies = Callable[[Action], int]
"""How many equal things an option stands for."""

MOST_NAMED = 6
"""At most this many words that could come next, or that are meant, are named."""

HANG = " " * 8
"""How far what does not fit beside an option is set in below it."""


def beginning(options: Sequence[Action], typed: str) -> Sequence[Action]:
    """The options that typed words may be the beginning of, or that have such words in them."""
    words = typed.split()
    if not words:
        return options
    within = [option for option in options if all(match(word, option.words) for word in words)]
    return find(words, options) or within


def numbered(
    options: Sequence[Action],
    describe: Callable[[Action], str],
    width: int = 80,
    copies: Copies = lambda _: 1,
) -> list[str]:
    """One option a line, with its number and what it does; a long one takes a second line."""
    numbers = [f"{number:4}  " for number in range(1, len(options) + 1)]
    return described(options, describe, width, copies, numbers)


def described(
    options: Sequence[Action],
    describe: Callable[[Action], str],
    width: int,
    copies: Copies = lambda _: 1,
    heads: Sequence[str] = (),
) -> list[str]:
    """One option a line, with what it does, each after its own of some `heads`."""
    names = [times(str(option), copies(option)) for option in options]
    wide = max(map(len, names), default=0)
    lines = []
    for head, name, option in zip(heads or ["  "] * len(names), names, options, strict=True):
        about = describe(option)
        line = f"{head}{name:<{wide}}  {about}".rstrip()
        hung = wrap(about, width, initial_indent=HANG, subsequent_indent=HANG)
        lines += [line] if len(line) <= width else [f"{head}{name}", *hung]
    return lines


class OptionRows(NamedTuple):
    """Options as rows of text, and the verbs of which the rows only say how many options they have."""

    rows: list[str]
    closed: set[str]


def grouped(
    options: Sequence[Action],
    width: int,
    most: int | None = None,
    cost: Cost = lambda _: "",
    copies: Copies = lambda _: 1,
) -> OptionRows:
    """Options by their words but the last, each with number, copies and cost, in `width` columns.

    Options of a verb that share no more than the verb stand together. When all takes more than
    `most` rows, the verbs with most rows only say how many options they have, the first one last. The
    numbers are the same in any case.
    """
    closed: set[str] = set()
    while True:
        rows = _verbs(options, width, cost, copies)
        for verb in closed:
            del rows[verb]
        ways = Counter(option.name() for option in options if option.name() in closed)
        counts = [f"  {verb}: {ways[verb]} ways (? {verb})" for verb in ways]
        found = OptionRows([*(row for group in rows.values() for row in group), *counts], closed)
        # The first verb of a game's list is what is done most, so it is the last to go.
        every = [verb for verb in rows if verb and len(rows[verb]) > 1]
        long = [verb for verb in every if verb != next(filter(None, rows))] or every
        if most is None or len(found.rows) <= most or not long:
            return found
        over = len(found.rows) - most
        enough = [verb for verb in long if len(rows[verb]) > over]
        closed.add(min(enough or long, key=lambda verb: len(rows[verb]) * (1 if enough else -1)))


def _verbs(options: Sequence[Action], width: int, cost: Cost, copies: Copies) -> dict[str, list[str]]:
    """The rows of each verb; single words stand together, under the empty one."""
    heads = Counter(option.words[:-1] for option in options)
    shared = {head[0] for head, count in heads.items() if head and count > 1}
    verbs: dict[str, dict[str, list[str]]] = {}
    for number, option in enumerate(options, 1):
        words = option.words
        cut = 0 if len(words) == 1 else len(words) - 1 if words[0] in shared else 1
        groups = verbs.setdefault(words[0] if cut else "", {})
        price = f" ({text})" if (text := cost(option)) else ""
        # A number never stands beside a number.
        shown = words if words[cut][:1].isdigit() else words[cut:]
        name = times(" ".join(shown), copies(option))
        item = f"{number} {name}{price}"
        groups.setdefault(" ".join(words[:cut]), []).append(item)
    return {
        verb: [row for head, items in groups.items() for row in _rows(head, items, width)]
        for verb, groups in verbs.items()
    }


def _rows(head: str, items: Sequence[str], width: int) -> list[str]:
    label = f"  {head}: " if head else "  "
    # A number must not be torn from its word, so the space between them does not break.
    text = label + "   ".join(item.replace(" ", "\0").replace("-", "\1") for item in items)
    lines = wrap(text, width, subsequent_indent="      ", break_long_words=False)
    return [line.replace("\0", " ").replace("\1", "-") for line in lines]


def changed(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """The paragraphs of a board that are not as they were; lines that are set in belong to one."""
    known = {tuple(one) for one in _paragraphs(before)}
    return [line for one in _paragraphs(now) if tuple(one) not in known for line in one]


def _paragraphs(lines: Sequence[str]) -> list[list[str]]:
    found: list[list[str]] = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1].append(line)
        else:
            found.append([line])
    return found
