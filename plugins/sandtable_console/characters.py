"""Converts lines to ASCII of the same width, for terminals and fonts without Unicode."""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from functools import lru_cache

from sandtable import styled

_NAMES = (
    (r"LATIN SMALL LETTER DOTLESS I", "i"),
    (r"MIDDLE DOT", "."),
    (r"DIAGONAL UPPER RIGHT", "/"),
    (r"DIAGONAL UPPER LEFT", "\\"),
    (r"BOX DRAWINGS .*(UP|DOWN|VERTICAL).*(LEFT|RIGHT|HORIZONTAL)", "+"),
    (r"BOX DRAWINGS DOUBLE HORIZONTAL", "="),
    (r"BOX DRAWINGS .*(HORIZONTAL|LEFT|RIGHT)|DASH|HYPHEN|MINUS", "-"),
    (r"BOX DRAWINGS .*(VERTICAL|UP|DOWN)", "|"),
    (r"LEFT.*(ARROW|TRIANGLE|POINTER)|(ARROW|TRIANGLE|POINTER).*LEFT", "<"),
    (r"RIGHT.*(ARROW|TRIANGLE|POINTER)|(ARROW|TRIANGLE|POINTER).*RIGHT", ">"),
    (r"DOWN.*(ARROW|TRIANGLE)|(ARROW|TRIANGLE).*DOWN", "v"),
    (r"ARROW|TRIANGLE", "^"),
    (r"SINGLE.*QUOTATION|PRIME", "'"),
    (r"QUOTATION", '"'),
    (r"BLOCK|SHADE|SQUARE", "#"),
    (r"BULLET|CIRCLE|STAR|CHECK MARK|ASTERISK", "*"),
    (r"MULTIPLICATION|CROSS|BALLOT X", "x"),
)
"""Patterns of Unicode names, each with an ASCII character; the first that matches counts."""

_LETTER = re.compile(r"LATIN (SMALL|CAPITAL) (?:LETTER|LIGATURE) (\w)")


def takes_unicode() -> bool:
    """Return whether standard output is UTF-8 and signs are as wide as letters."""
    is_utf8 = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "") == "utf8"
    return is_utf8 and not _has_wide_signs()


def _has_wide_signs() -> bool:
    """Return whether signs may take two columns, as in fonts for Chinese, Japanese and Korean."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "")
    return locale[:2] in ("zh", "ja", "ko")


def plain_ascii(line: str) -> str:
    """Convert a line to ASCII of the same width; letters lose their accents.

    A character with no similar one becomes ``?``. In locales with wide signs, wide letters stay.
    """
    if line.isascii():
        return line
    kept = "WF" if _has_wide_signs() else ""
    letters = unicodedata.normalize("NFC", line)
    plain = "".join(c if unicodedata.east_asian_width(c) in kept else _to_ascii(c) for c in letters)
    return styled.with_roles_of(line, plain) if len(plain) == len(line) else plain


@lru_cache(maxsize=1024)
def _to_ascii(char: str) -> str:
    """Return ASCII for a character, one character for each column that it takes."""
    if char.isascii():
        return char
    if unicodedata.category(char) in ("Mn", "Me", "Cf", "Cc"):
        return ""
    return f"{_look_alike(char)} " if unicodedata.east_asian_width(char) in "WF" else _look_alike(char)


def _look_alike(char: str) -> str:
    """Return the ASCII character most like another character."""
    letters = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    if letters:
        return letters[0]
    name = unicodedata.name(char, "")
    for pattern, ours in _NAMES:
        if re.search(pattern, name):
            return ours
    if letter := _LETTER.match(name):
        return letter[2].lower() if letter[1] == "SMALL" else letter[2]
    return "?"
