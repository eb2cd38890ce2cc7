"""What a program prints passes an outlet, which shows what is invisible."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sandtable.text.printing import find_invisible, visible_lines
from sandtable_console.streams import VisibleStream, as_json, send_control, visible_data, visible_streams

ANY = st.text(st.characters())
"""Any text, with halves of characters in it."""


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
    outlet = VisibleStream(out)
    print(text, text, file=outlet)  # type: ignore[arg-type]
    outlet.writelines([text])
    assert out.getvalue() == f"{visible_lines(text)} {visible_lines(text)}\n{visible_lines(text)}"


def test_streams_are_as_before_when_all_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout, sys.stderr
    with visible_streams():
        print("\x1b[31m")
        print("\x9b", file=sys.stderr)
        send_control(sys.stdout, "\x1b[K")
        assert sys.stdout.encoding == before[0].encoding
    assert (sys.stdout, sys.stderr) == before
    assert capsys.readouterr() == ("\\x1b[31m\n\x1b[K", "\\x9b\n")


def test_where_there_is_no_stream_there_is_none_to_wrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with visible_streams():
        assert sys.stdout is None


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_what_an_encoding_lacks_is_written_out(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = "Łódź, 6\u202f000 \U0001f600"
    stream = io.TextIOWrapper(io.BytesIO(), encoding, newline="\n")
    monkeypatch.setattr(sys, "stdout", stream)
    with visible_streams():
        print(told)
        print(as_json({"note": told}, indent=-1))
    stream.flush()
    line, document = stream.buffer.getvalue().decode(encoding).splitlines()  # type: ignore[attr-defined]
    assert line == {
        "ascii": r"\u0141\u00f3d\u017a, 6 000 \ud83d\ude00",
        "utf-8": "Łódź, 6 000 \U0001f600",
    }.get(encoding, r"\u0141ód\u017a, 6 000 \ud83d\ude00")
    assert json.loads(document) == {"note": told}
