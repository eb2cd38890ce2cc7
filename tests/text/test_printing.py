"""Invisible characters are written out, on each way that a text can take."""

from __future__ import annotations

import io
import json
import sys
import unicodedata
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sandtable.text.printing import (
    Outlet,
    as_json,
    escape,
    find_invisible,
    outlets,
    steer,
    visible_data,
    visible_lines,
)

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


@example({"name": "\udcff\x7f\x1b\u202e"})
@given(
    st.recursive(
        ANY | st.integers() | st.none(), lambda values: st.lists(values) | st.dictionaries(ANY, values)
    )
)
def test_json_means_the_same_and_is_shown(data: Any) -> None:
    for indent in (2, -1):
        shown = as_json(data, indent)
        assert json.loads(shown) == data
        assert shown.replace("\n", "").isprintable()
    assert not find_invisible(as_json(visible_data(data), -1))
    assert "\\u" not in as_json(visible_data(data), -1).replace("\\\\", "")


def test_json_keeps_what_can_be_read() -> None:
    assert as_json({"title": "Hachéim 🐪"}, -1) == '{"title":"Hachéim 🐪"}'


@given(ANY)
def test_an_outlet_lets_nothing_through_that_nobody_sees(text: str) -> None:
    out = io.StringIO()
    outlet = Outlet(out)
    print(text, text, file=outlet)  # type: ignore[arg-type]
    outlet.writelines([text])
    assert out.getvalue() == f"{visible_lines(text)} {visible_lines(text)}\n{visible_lines(text)}"


def test_streams_are_as_before_when_all_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout, sys.stderr
    with outlets():
        print("\x1b[31m")
        print("\x9b", file=sys.stderr)
        steer(sys.stdout, "\x1b[K")
        assert sys.stdout.encoding == before[0].encoding
    assert (sys.stdout, sys.stderr) == before
    assert capsys.readouterr() == ("\\x1b[31m\n\x1b[K", "\\x9b\n")


def test_where_there_is_no_stream_there_is_none_to_wrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with outlets():
        assert sys.stdout is None


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_what_an_encoding_lacks_is_written_out(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = "Łódź, 6\u202f000 \U0001f600"
    stream = io.TextIOWrapper(io.BytesIO(), encoding, newline="\n")
    monkeypatch.setattr(sys, "stdout", stream)
    with outlets():
        print(told)
        print(as_json({"note": told}, indent=-1))
    stream.flush()
    line, document = stream.buffer.getvalue().decode(encoding).splitlines()  # type: ignore[attr-defined]
    assert line == {
        "ascii": r"\u0141\u00f3d\u017a, 6 000 \ud83d\ude00",
        "utf-8": "Łódź, 6 000 \U0001f600",
    }.get(encoding, r"\u0141ód\u017a, 6 000 \ud83d\ude00")
    assert json.loads(document) == {"note": told}
