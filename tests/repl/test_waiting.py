"""The line that moves while the program thinks."""

from __future__ import annotations

import io
import sys

import pytest

from sandtable.repl import waiting


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_it_is_never_as_wide_as_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", str(columns))
    with waiting.line(shown=True) as said:
        assert said is not None
        said(0.5, 1_234_567)
    shown = screen.getvalue().split("\r")[1]
    assert shown.startswith("thinking: ")
    assert len(shown) < columns
