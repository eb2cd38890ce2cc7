"""What stands on the screen, without a terminal."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.tooling import Console
from sandtable_tools.screen.stage import Stage


@pytest.mark.parametrize("size", [(100, 30), (120, 40), (160, 50)])
def test_a_fight_stands_in_one_place_and_the_forces_are_whole(size: tuple[int, int]) -> None:
    session = sandtable.new("lawrence/aqaba", seed=5)
    for words in ("buy bedouin", "buy mercenaries", "done", "move umm-lejj"):
        session.choose(words)
    stage = Stage(Console(session))
    rows = ["".join(text for _, text in row) for row in stage.above("", *size)]
    assert sum("BATTLE at Umm Lejj" in row for row in rows) == 1
    assert "BATTLE" in rows[1][:40]
    assert any("Umm Lejj: Lawrence" in row for row in rows)
