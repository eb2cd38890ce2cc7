"""A game between two bots, as a save."""

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
    """Runs a command line to its end: what it prints; its status must be as expected."""
    from sandtable_shell import main

    def run(*words: object, status: int = 0) -> str:
        assert main([str(word) for word in words]) == status
        output = capsys.readouterr()
        return output.out + output.err

    return run
