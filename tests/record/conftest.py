"""A recorded game to be damaged, and ways to damage it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import sandtable

BOTS = {"british": "scripted", "turkish": "scripted"}


@pytest.fixture(scope="session")
def game_lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of a whole game between two bots."""
    path = tmp_path_factory.mktemp("recorded") / "g.jsonl"
    session = sandtable.new("megiddo/1918", seed=7, seats=BOTS, save=path)
    for _ in session.play():
        pass
    session.close()
    return path.read_bytes().splitlines(keepends=True)


@pytest.fixture
def written(tmp_path: Path) -> Callable[[list[bytes]], Path]:
    """Writes lines as a save; its path."""

    def write(lines: list[bytes]) -> Path:
        path = tmp_path / "g.jsonl"
        path.write_bytes(b"".join(lines))
        return path

    return write
