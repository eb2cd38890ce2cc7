"""Lists of options as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap

from sandtable.action import Action, find
from sandtable.words import match


def beginning(options: Sequence[Action], typed: str) -> Sequence[Action]:
    """The options that typed words may be the beginning of, or that have such words in them."""
    words = typed.split()
    if not words:
        return options
    within = [option for option in options if all(match(word, option.words) for word in words)]
    return find(words, options) or within


def numbered(options: Sequence[Action], describe: Callable[[Action], str], width: int = 80) -> list[str]:
    """One option a line, with its number and what it does; a long one takes a second line."""
    wide = max((len(str(option)) for option in options), default=0)
    lines = []
    for number, option in enumerate(options, 1):
        about = describe(option)
        line = f"{number:4}  {option!s:<{wide}}  {about}".rstrip()
        fits = len(line) <= width
        lines += [line] if fits else [f"{number:4}  {option}", f"        {about}"]
    return lines


def grouped(options: Sequence[Action], width: int, most: int | None = None) -> list[str]:
    """Options by their words but the last, each with its number, wrapped to `width` columns.

    When that takes more than `most` rows, the largest groups only say how many they are.
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    first: dict[tuple[str, ...], int] = {}
    for number, option in enumerate(options, 1):
        words = option.words
        head = words[:-1]
        first.setdefault(head, number)
        groups.setdefault(head, []).append(f"{number} {words[-1]}")
    rows = {head: _rows(" ".join(head), items, width) for head, items in groups.items()}
    for head in sorted(rows, key=lambda head: -len(rows[head])):
        if most is None or sum(map(len, rows.values())) <= most:
            break
        rows[head] = [_short(" ".join(head), first[head], len(groups[head]))]
    return [row for group in rows.values() for row in group]


def _rows(head: str, items: Sequence[str], width: int) -> list[str]:
    label = f"  {head}: " if head else "  "
    # A number must not be torn from its word, so the space between them does not break.
    text = label + "   ".join(item.replace(" ", "\0").replace("-", "\1") for item in items)
    lines = wrap(text, width, subsequent_indent="      ", break_long_words=False)
    return [line.replace("\0", " ").replace("\1", "-") for line in lines]


def _short(head: str, number: int, count: int) -> str:
    return f"  {head}: {number} to {number + count - 1} (?)"
