"""Lists of options as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from textwrap import wrap

from sandtable.action import Action, find
from sandtable.words import match

HANG = " " * 8
"""How far what does not fit beside an option is set in below it."""


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
        hung = wrap(about, width, initial_indent=HANG, subsequent_indent=HANG)
        lines += [line] if fits else [f"{number:4}  {option}", *hung]
    return lines


def grouped(options: Sequence[Action], width: int, most: int | None = None) -> list[str]:
    """Options by their words but the last, each with its number, wrapped to `width` columns.

    Options of a verb that share no more than the verb stand together. When all takes more than
    `most` rows, the verbs with most rows only say how many options they have.
    """
    heads = Counter(option.words[:-1] for option in options)
    shared = {head[0] for head, count in heads.items() if head and count > 1}
    verbs: dict[str, dict[str, list[str]]] = {}
    for number, option in enumerate(options, 1):
        words = option.words
        cut = 0 if len(words) == 1 else len(words) - 1 if words[0] in shared else 1
        groups = verbs.setdefault(words[0] if cut else "", {})
        groups.setdefault(" ".join(words[:cut]), []).append(f"{number} {' '.join(words[cut:])}")
    rows = {
        verb: [row for head, items in groups.items() for row in _rows(head, items, width)]
        for verb, groups in verbs.items()
    }
    for verb in sorted(filter(None, rows), key=lambda verb: -len(rows[verb])):
        if most is None or sum(map(len, rows.values())) <= most:
            break
        ways = sum(map(len, verbs[verb].values()))
        rows[verb] = [f"  {verb}: {ways} way{'s' * (ways != 1)} (? {verb})"]
    return [row for group in rows.values() for row in group]


def _rows(head: str, items: Sequence[str], width: int) -> list[str]:
    label = f"  {head}: " if head else "  "
    # A number must not be torn from its word, so the space between them does not break.
    text = label + "   ".join(item.replace(" ", "\0").replace("-", "\1") for item in items)
    lines = wrap(text, width, subsequent_indent="      ", break_long_words=False)
    return [line.replace("\0", " ").replace("\1", "-") for line in lines]
