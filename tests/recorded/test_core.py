"""The core plays, saves, replays and verifies every scenario by itself: ``tox -e kernel``."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import sandtable
from sandtable.plugins.catalog import catalog
from sandtable.record.replay import Replay

ABOVE = ("batch", "console", "pictures", "shell", "tools")


@pytest.mark.parametrize("name", ["prompt_toolkit", *(f"sandtable_{package}" for package in ABOVE)])
def test_nothing_above_the_core_can_be_imported(name: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("part") != "kernel":
        pytest.skip("only tox -e kernel blocks it")
    with pytest.raises(ModuleNotFoundError):
        import_module(name)


@pytest.mark.parametrize("scenario", catalog().scenarios.ids)
def test_a_game_is_begun_taken_back_saved_and_loaded(scenario: str, tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    session = sandtable.new(scenario, seed=7, save=path)
    before = session.table.position
    session.choose(session.options()[0])
    after, done = session.table.position, session.log[-1].action
    session.undo(force=True)
    assert session.table.position == before
    session.choose(str(done))
    assert session.table.position == after
    session.close()
    loaded = sandtable.load(path)
    assert loaded.table.position == after
    assert Replay(path).run().journal.lines == session.journal.lines
