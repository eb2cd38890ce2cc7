"""The one way from a text to a terminal, a document or JSON.

A save, a scenario file, a plugin or a file's name may hold any character. Invisible ones move the
cursor, set the title, reverse a line or hide words. Here they become visible.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable


def find_invisible(text: str) -> str:
    """The invisible characters in a text; a newline, a tab and spaces of any width do not count.

    They are control characters, direction marks, characters of no width, and lone surrogates.
    """
    if _is_shown(text):
        return ""
    return "".join(c for c in text if not _is_shown(c) and unicodedata.category(c) != "Zs")


def escape(text: str) -> str:
    r"""A text in one line, with invisible characters written out: an escape becomes ``\x1b``.

    Everything that comes from a file or a person goes through here before a terminal shows it.
    """
    return text if text.isprintable() else text.translate(_LINE)


def visible_lines(text: str) -> str:
    """The same as `escape`, except that newlines and tabs stay."""
    return text if _is_shown(text) else text.translate(_LINES)


def _is_shown(text: str) -> bool:
    return text.replace("\n", "").replace("\t", "").isprintable()


class Replacements(dict[int, str]):
    """The replacement of each character, for `str.translate`; the characters in `kept` stay."""

    def __init__(self, escape: Callable[[str], str], kept: str = "") -> None:
        super().__init__({ord(char): char for char in kept})
        self._escape = escape

    def __missing__(self, code: int) -> str:
        char = chr(code)
        return char if char.isprintable() else self._escape(char)


def _in_escapes(char: str) -> str:
    return " " if unicodedata.category(char) == "Zs" else ascii(char)[1:-1]


_LINE, _LINES = Replacements(_in_escapes), Replacements(_in_escapes, "\n\t")
