"""Invisible characters are written out, on each way that a text can take."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.text.printing import escape, find_invisible, visible_lines

ANY = st.text(st.characters())
"""Any text, with halves of characters in it."""


@pytest.mark.parametrize(
    ("char", "shown"),
    [
        *(("\x1b", r"\x1b"), ("\x9b", r"\x9b"), ("\x7f", r"\x7f"), ("\0", r"\x00"), ("\r", r"\r")),
        *(("\u202e", r"\u202e"), ("\u2066", r"\u2066"), ("\u200f", r"\u200f"), ("\u061c", r"\u061c")),
        *(("\u2028", r"\u2028"), ("\u2029", r"\u2029"), ("\ufeff", r"\ufeff"), ("\u200b", r"\u200b")),
        *(("\U000e0041", r"\U000e0041"), ("\udcff", r"\udcff"), ("\ue000", r"\ue000")),
    ],
)
def test_invisible_characters_are_written_out(char: str, shown: str) -> None:
    text = f"Bir {char} Hachéim"
    assert escape(text) == visible_lines(text) == f"Bir {shown} Hachéim"
    assert find_invisible(text) == char


def test_a_line_has_no_newline_and_lines_keep_theirs() -> None:
    assert escape("a\n\tb") == r"a\n\tb"
    assert visible_lines("a\n\tb\r") == "a\n\tb\\r"
    assert find_invisible("a\n\tb") == ""


def test_a_space_of_another_width_is_a_space() -> None:
    assert escape("6\xa0000") == visible_lines("6\u202f000") == "6 000"
    assert find_invisible("6\xa0000") == ""


@given(ANY)
def test_all_that_is_shown_can_be_printed(text: str) -> None:
    assert escape(text).isprintable()
    assert not find_invisible(visible_lines(text))
    assert (find_invisible(text) == "") == (visible_lines(text) == "".join(map(_plain_space, text)))
    assert escape(escape(text)) == escape(text)


def _plain_space(char: str) -> str:
    return " " if unicodedata.category(char) == "Zs" else char
