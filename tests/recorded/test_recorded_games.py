"""The recorded games in saves/ still verify, and every scenario has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.plugins import catalog
from sandtable.replay import Replay

SAVES = sorted((Path(__file__).parents[2] / "saves").glob("*.jsonl"))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_recorded_game_verifies_to_its_end(path: Path) -> None:
    replay = Replay(path)
    assert replay.run().outcome is not None
    assert path.stem == replay.header.scenario.replace("/", "-")


def test_every_scenario_has_a_recorded_game() -> None:
    recorded = {path.stem for path in SAVES}
    assert recorded == {id.replace("/", "-") for id in catalog().scenario_ids}
