"""What was typed or pasted, taken apart: rows, the commands of a row, and what no command is made of."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from itertools import takewhile

from sandtable.base.shown import visible
from sandtable.model.action import ActionError

MOST = 2_000
"""A row has at most this many characters, unless it takes a text."""

FORCE = "--force"
"""What is typed to take back openly."""

QUESTION = "?"
"""The mark that asks, before words or after them."""

NOT_TYPED = ("Cc", "Cs")
"""Control characters, and what is left of bytes that are no UTF-8."""


def rows(text: str) -> dict[int, str]:
    """The rows of a paste that say something, which a comment does not, by their places in it from 1.

    One empty row for no text.
    """
    found = {place: row.strip() for place, row in enumerate(text.splitlines(), 1) if row.strip()}
    return {place: row for place, row in found.items() if row[0] != "#"} if found else {1: ""}


def numbers(part: str) -> bool:
    """Whether a command is nothing but numbers."""
    return part.replace(" ", "").isdecimal()


def commands(row: str, takes_text: Callable[[str], bool]) -> list[str]:
    """The commands of a row, parted by ``;``, with one space between words.

    One that takes a text, which `takes_text` says, goes on to the end as it was typed. Numbers at its
    beginning are one command, as they all pick from the list last shown. Raises ActionError for a row
    that is too long, and for characters that can not be typed.
    """
    found: list[str] = []
    rest: str | None = row
    while rest is not None:
        if takes_text(rest):
            found.append(rest.strip())
            break
        first, cut, after = rest.partition(";")
        found.append(" ".join(first.split()))
        rest = after if cut else None
    if len(row) > MOST and not takes_text(found[-1]):
        raise ActionError(f"a line has {len(row)} characters, and {MOST} are the most")
    if strange := next((char for char in row if _strange(char)), None):
        raise ActionError(f'the line has a character that no command has: "{visible(strange)}"')
    picked = list(takewhile(numbers, found))
    return [" ".join(picked), *found[len(picked) :]] if picked else found


def _strange(char: str) -> bool:
    return not char.isspace() and unicodedata.category(char) in NOT_TYPED
