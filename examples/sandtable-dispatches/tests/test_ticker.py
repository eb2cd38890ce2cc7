"""Tests of the screen, which reads its lines from a list."""

from __future__ import annotations

import io
from collections.abc import Callable

from sandtable import Session
from sandtable_console import SinkContext, settings
from sandtable_console.sink import play
from sandtable_tools.kit import Typist

from sandtable_dispatches.ticker import Ticker


def test_it_shows_what_happens_and_what_is_asked(session: Callable[..., Session]) -> None:
    console = Typist(session("megiddo/1918-even", seed=11, seats={"turkish": "scripted"}))
    out = io.StringIO()
    play(console, Ticker(console, SinkContext(settings(), ["done", "attack", "quit"], out)))
    shown = out.getvalue().splitlines()
    assert shown[0] == "Round 1."
    assert "British: Discard up to 5 cards to draw new ones (0 chosen). [rule 2]" in shown
    assert any(line.startswith("No: ") for line in shown)
    assert not any("draw pile" in line for line in shown)
