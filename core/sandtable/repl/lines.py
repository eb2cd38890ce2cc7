"""What was typed or pasted, taken apart: rows, the commands of a row, and what no command is made of."""

from __future__ import annotations

import unicodedata

from sandtable.action import ActionError
from sandtable.words import visible

MOST = 2_000
"""A row of more characters than this is refused; a note may be longer."""

FORCE = "--force"
"""What is typed to take back openly."""

NOT_TYPED = ("Cc", "Cs")
"""Control characters, and what is left of bytes that are no UTF-8."""


def rows(text: str) -> list[str]:
    """The rows of a paste that say something, which a comment does not; one empty row for no text."""
    found = list(filter(None, (row.strip() for row in text.splitlines())))
    return [row for row in found if not row.startswith("#")] if found else [""]


def commands(row: str) -> list[str]:
    """The commands of a row, parted by ``;``, with one space between words; a note goes on to the end.

    Raises ActionError for a row that is too long, and for characters that can not be typed.
    """
    found: list[str] = []
    rest: str | None = row
    while rest is not None:
        if is_note(rest):
            found.append(rest.strip())
            break
        first, cut, after = rest.partition(";")
        found.append(" ".join(first.split()))
        rest = after if cut else None
    if len(row) > MOST and not is_note(found[-1]):
        raise ActionError(f"a line has {len(row)} characters, and {MOST} are the most")
    if strange := next((char for char in row if _strange(char)), None):
        raise ActionError(f'the line has a character that no command has: "{visible(strange)}"')
    return found


def is_note(text: str) -> bool:
    """Whether a command is a note, which is kept as it was typed."""
    return text.lstrip().startswith("note ")


def _strange(char: str) -> bool:
    return not char.isspace() and unicodedata.category(char) in NOT_TYPED
