"""Random lines are done or refused, and the save holds the game that was played."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.console import fuzzing

SCENARIOS = ("megiddo/1918", "lrdg/slonta", "lawrence/aqaba")
LONGER = ("lrdg/campaign-1942", "lawrence/campaign")


@pytest.mark.parametrize(
    ("scenario", "count"),
    [
        *((scenario, 60) for scenario in SCENARIOS),
        *(pytest.param(scenario, 1_000, marks=pytest.mark.soak) for scenario in (*SCENARIOS, *LONGER)),
    ],
)
def test_random_lines_are_done_or_refused(scenario: str, count: int, tmp_path: Path) -> None:
    outcomes = fuzzing.play(scenario, count, "1", tmp_path / "game.jsonl")
    assert outcomes["done"] > count // 4
    assert outcomes["refused"] > count // 5
