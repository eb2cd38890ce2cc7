"""Typed lines, split into rows and commands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from sandtable import ActionError, slug
from sandtable.tooling import match, printing

MOST = 2_000
"""A row has at most this many characters, unless it takes a text."""

FORCE = "--force"
"""The word that lets an undo cross a barrier."""

QUESTION = "?"
"""The mark that asks about words, before or after them."""

NOT_TYPED = ("Cc", "Cs")
"""Control characters, and lone surrogates from bytes that are not UTF-8."""

PROMPT = re.compile(r"\A\s*[a-z-]*>\s*")
"""The prompt with which a line may be pasted: ``>`` or ``british>``."""

ENDS = re.compile("[;\uff1b]")
"""The signs that end a command: a semicolon, also in full width."""


def rows(text: str) -> dict[int, str]:
    """The rows of a paste, without prompts, empty rows and comments, by their numbers from 1.

    An empty text gives one empty row.
    """
    typed = enumerate((strip_prompt(row).strip() for row in text.splitlines()), 1)
    numbered = {place: row for place, row in typed if row}
    return {place: row for place, row in numbered.items() if row[0] != "#"} if numbered else {1: ""}


def strip_prompt(row: str) -> str:
    """A row without the prompt with which it was pasted."""
    return PROMPT.sub("", row)


def numbers(part: str) -> bool:
    """Whether a command consists of numbers only."""
    return part.replace(" ", "").isdecimal()


def commands(row: str, takes_text: Callable[[str], bool]) -> list[str]:
    """The commands of a row, which ``;`` separates, with one space between words.

    A command with free text, for which `takes_text` is true, extends to the end of the row, as typed.
    Numbers at the beginning of a row are one command, since they all pick from the list last shown.
    Raises ActionError for a row that is too long, and for characters that cannot be typed.
    """
    parts: list[str] = []
    rest: str | None = row
    while rest is not None:
        if takes_text(rest):
            parts.append(rest.strip())
            break
        first, *after = ENDS.split(rest, maxsplit=1)
        parts.append(" ".join(unicodedata.normalize("NFKC", first).split()))
        rest = after[0] if after else None
    if len(row) > MOST and not takes_text(parts[-1]):
        raise ActionError(f"a line takes at most {MOST} characters, not {len(row)}")
    unprinted = (char for char in row if unicodedata.category(char) in NOT_TYPED)
    if strange := next((char for char in unprinted if not char.isspace()), None):
        raise ActionError(f'a line cannot have the character "{printing.escape(strange)}"')
    picked = list(takewhile(numbers, parts))
    return [" ".join(picked), *parts[len(picked) :]] if picked else parts


def with_words(typed: str, names: Iterable[str]) -> list[str]:
    """The names that contain the typed words side by side, else those that contain all their beginnings.

    A number must match whole: 3 is not the beginning of 30.
    """
    pool = list(names)
    side_by_side = [name for name in pool if f"-{slug(typed)}-" in f"-{slug(name)}-"]
    words = slug(typed).split("-")
    return side_by_side or [name for name in pool if _has_all(slug(name).split("-"), words)]


def _has_all(words: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether each typed word is, or can mean, one of `words`."""
    return all(
        word in words if word.isdecimal() else bool(word and match(word, words)) for word in typed
    )
