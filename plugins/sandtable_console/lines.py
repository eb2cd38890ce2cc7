"""Splits typed lines into rows and commands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from sandtable import ActionError, slug
from sandtable.tooling import match, printing

MOST_CHARACTERS = 2_000
"""The maximum length of a row, unless it has free text."""

FORCE = "--force"
"""The argument that lets an undo cross a barrier."""

QUESTION = "?"
"""The mark that asks about words, placed before or after them."""

UNTYPABLE = ("Cc", "Cs")
"""Unicode categories that cannot be typed: control characters, and surrogates from bad UTF-8."""

PROMPT = re.compile(r"\A\s*[a-z-]*>\s*")
"""A prompt that was pasted along with its line: ``>`` or ``british>``."""

SEPARATORS = re.compile("[;\uff1b]")
"""The characters that end a command: the semicolon and its full-width form."""


def split_rows(text: str) -> dict[int, str]:
    """Split a paste into rows numbered from 1, without prompts, empty rows and comments.

    An empty text gives one empty row.
    """
    typed = enumerate((strip_prompt(row).strip() for row in text.splitlines()), 1)
    numbered = {place: row for place, row in typed if row}
    return {place: row for place, row in numbered.items() if row[0] != "#"} if numbered else {1: ""}


def strip_prompt(row: str) -> str:
    """Remove a prompt that was pasted along with a row."""
    return PROMPT.sub("", row)


def is_numbers(part: str) -> bool:
    """Return whether a command consists only of numbers."""
    return part.replace(" ", "").isdecimal()


def commands_of(row: str, takes_text: Callable[[str], bool]) -> list[str]:
    """Split a row at each ``;`` into commands, with one space between words.

    A command with free text, for which `takes_text` is true, is kept as typed to the end of the row.
    Numbers at the start of a row form one command, since they all pick from the last list shown.
    Raises ActionError for a row that is too long or has characters that cannot be typed.
    """
    parts: list[str] = []
    rest: str | None = row
    while rest is not None:
        if takes_text(rest):
            parts.append(rest.strip())
            break
        first, *after = SEPARATORS.split(rest, maxsplit=1)
        parts.append(" ".join(unicodedata.normalize("NFKC", first).split()))
        rest = after[0] if after else None
    if len(row) > MOST_CHARACTERS and not takes_text(parts[-1]):
        raise ActionError(f"a line takes at most {MOST_CHARACTERS} characters, not {len(row)}")
    unprintable = (char for char in row if unicodedata.category(char) in UNTYPABLE)
    if strange := next((char for char in unprintable if not char.isspace()), None):
        raise ActionError(f'a line cannot have the character "{printing.escape(strange)}"')
    picked = list(takewhile(is_numbers, parts))
    return [" ".join(picked), *parts[len(picked) :]] if picked else parts


def with_words(typed: str, names: Iterable[str]) -> list[str]:
    """Return the names that contain the typed words in a row, or else abbreviated in any order.

    A number must match whole: 3 does not abbreviate 30.
    """
    pool = list(names)
    side_by_side = [name for name in pool if f"-{slug(typed)}-" in f"-{slug(name)}-"]
    words = slug(typed).split("-")
    return side_by_side or [name for name in pool if _has_all(slug(name).split("-"), words)]


def _has_all(words: Sequence[str], typed: Sequence[str]) -> bool:
    """Return whether each typed word is, or can mean, one of `words`."""
    return all(
        word in words if word.isdecimal() else bool(word and match(word, words)) for word in typed
    )
