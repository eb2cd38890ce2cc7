"""The recorded games in saves/ still verify, and every scenario has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.plugins.catalog import catalog
from sandtable.record.new_game import start
from sandtable.record.replay import Replay

SAVES = sorted((Path(__file__).parents[2] / "saves").glob("*.jsonl"))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_recorded_game_verifies_to_its_end(path: Path) -> None:
    replay = Replay(path)
    assert replay.run().outcome is not None
    assert path.stem == replay.header.scenario.replace("/", "-")


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_the_same_seed_and_commands_give_the_same_bytes_on_every_python(path: Path) -> None:
    replay = Replay(path)
    commands = [str(entry.action) for entry in replay.steps() if entry.action]
    again = start(replay.session.scenario, replay.header, {}, None, catalog())
    for command in commands:
        again.choose(command)
    assert again.journal.lines == path.read_bytes().splitlines()


def test_every_scenario_has_a_recorded_game() -> None:
    recorded = {path.stem for path in SAVES}
    assert recorded == {id.replace("/", "-") for id in catalog().scenarios.ids}
