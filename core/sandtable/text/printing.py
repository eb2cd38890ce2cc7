"""Makes any text safe to show in a terminal, a document or JSON.

A save, a scenario file, a plugin or a file's name may contain any character. Invisible ones can move
the cursor, set the title, reverse a line or hide words. Here they become visible.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable


def find_invisible(text: str) -> str:
    """Return the invisible characters in a text, other than newlines, tabs and spaces of any width.

    They are control characters, direction marks, zero-width characters and lone surrogates.
    """
    if _is_shown(text):
        return ""
    return "".join(c for c in text if not _is_shown(c) and unicodedata.category(c) != "Zs")


def escape(text: str) -> str:
    r"""Return a text on one line, with invisible characters written out: escape becomes ``\x1b``.

    Everything from a file or a person passes through here before a terminal shows it.
    """
    return text if text.isprintable() else text.translate(_LINE)


def visible_lines(text: str) -> str:
    """Return a text with invisible characters written out, like `escape`, but keep newlines and tabs."""
    return text if _is_shown(text) else text.translate(_LINES)


def _is_shown(text: str) -> bool:
    return text.replace("\n", "").replace("\t", "").isprintable()


class Replacements(dict[int, str]):
    """The replacement for each character, for `str.translate`; characters in `kept` stay."""

    def __init__(self, escape: Callable[[str], str], kept: str = "") -> None:
        super().__init__({ord(char): char for char in kept})
        self._escape = escape

    def __missing__(self, code: int) -> str:
        char = chr(code)
        return char if char.isprintable() else self._escape(char)


def _in_escapes(char: str) -> str:
    return " " if unicodedata.category(char) == "Zs" else ascii(char)[1:-1]


_LINE, _LINES = Replacements(_in_escapes), Replacements(_in_escapes, "\n\t")
