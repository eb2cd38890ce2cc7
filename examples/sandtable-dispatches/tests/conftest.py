"""Fixtures: a saved game between two bots, and a function that runs a command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sandtable import Session


@pytest.fixture
def save(session: Callable[..., Session], tmp_path: Path) -> Path:
    game = session("megiddo/1918-even", seed=11, seats={"british": "random", "turkish": "random"})
    for _ in game.play(most=60):
        pass
    return game.save(tmp_path / "game.jsonl")


@pytest.fixture
def sandtable(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that runs a command line, checks its exit status and returns its output."""
    from sandtable_shell import main

    def run(*words: object, status: int = 0) -> str:
        assert main([str(word) for word in words]) == status
        output = capsys.readouterr()
        return output.out + output.err

    return run
