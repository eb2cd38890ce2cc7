"""The prompt that scrolls, in a terminal whose width changes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.plain_text import PlainTextOutput
from screens import Watched, watched

import sandtable
from sandtable_console.configuration import Settings
from sandtable_console.pager import FROM_THE_TOP
from sandtable_console.scroll import Scroll
from sandtable_tools.kit import Typist

__all__ = ["watched"]


def test_however_often_the_width_changes_there_is_one_copy_of_the_question(
    watched: Callable[..., Watched], home: Path
) -> None:
    (home / "config.toml").write_text('screen = "scroll"\n', encoding="utf-8")
    words = ("play", "megiddo/1918-even", "--seed", "11", "--seat", "turkish=scripted")
    seen = watched(*words, columns=80, rows=24).wait("(0 chosen)", "british>")
    cleared = FROM_THE_TOP.encode()
    for columns in (70, 90, 60):
        before = seen.raw.count(cleared)
        seen.resize(columns, 24)
        seen.until(lambda before=before: seen.raw.count(cleared) > before)  # type: ignore[misc]
        seen.wait("(0 chosen)", "british>")
        assert seen.text.count("(0 chosen)") == 1


def test_the_position_is_drawn_again_with_what_happened_but_never_over_an_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    console = Typist(sandtable.new("megiddo/1918-even", seed=11, seats={"turkish": "scripted"}))
    output = PlainTextOutput(sys.stdout)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        scroll = Scroll(console, Settings(theme="none", pace="none", pager=False))

        def drawn_again(line: str | None = None) -> str:
            for shown in console.do(line) if line else console.begin():
                scroll.show(shown)
            capsys.readouterr()
            scroll._redraw()
            return capsys.readouterr().out

        first = drawn_again()
        assert first.startswith(FROM_THE_TOP)
        assert "The British draw 9 cards" in first
        assert first.count("(0 chosen)") == 1
        assert drawn_again("rules 2") == ""
        assert "(1 chosen)" in drawn_again("discard dysentery")
