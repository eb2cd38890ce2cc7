"""Tests of the .txt format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


def test_a_replay_is_written_as_telegrams(sandtable: Callable[..., str], save: Path) -> None:
    file = save.with_name("game.txt")
    sandtable("replay", save, "--out", file, "--as", "turkish")
    title, first, *_ = file.read_text().split("\n\n")
    assert title == "MEGIDDO, EVENLY MATCHED"
    assert first in sandtable("dispatch", save, "--as", "turkish")
    assert "THE BRITISH DRAW 3 CARDS: " not in " ".join(first.split())


def test_a_replay_is_told_as_far_as_wanted(sandtable: Callable[..., str], save: Path) -> None:
    file = save.with_name("game.txt")
    sandtable("replay", save, "--out", file, "--to", 1)
    assert file.read_text().count("\n\n") == 1
