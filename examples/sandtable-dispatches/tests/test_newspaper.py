"""Tests of the newspaper, with and without the courier."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sandtable import Session


@pytest.fixture
def finished(session: Callable[..., Session], tmp_path: Path) -> Callable[[], Session]:
    """Return a function that plays a game to its end and saves it."""

    def play() -> Session:
        game = session("lawrence/aqaba", seed=4, seats={"lawrence": "random"})
        game.save(tmp_path / "game.jsonl")
        for _ in game.play():
            pass
        return game

    return play


def test_a_games_telegrams_are_written_next_to_its_save(
    finished: Callable[[], Session], tmp_path: Path
) -> None:
    finished()
    lines = (tmp_path / "game.news").read_text().splitlines()
    assert len(lines) > 1
    assert lines[0].startswith("OPS ")


def test_without_the_courier_there_is_no_news_and_no_error(
    finished: Callable[[], Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "dispatch-courier")
    assert finished().plugins.problems == []
    assert not (tmp_path / "game.news").exists()
