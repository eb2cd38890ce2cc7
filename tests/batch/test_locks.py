"""Workers hold nothing of the game that started them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandtable.record.journal import open_locked
from sandtable_batch.workers import process_pool


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_a_worker_does_not_hold_the_lock_of_a_game_that_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    held = open_locked(path, path.open("xb"))
    with process_pool(2) as pool:
        pool.submit(os.getpid).result()
        held.close()  # as the death of the game would, while its worker lives on
        open_locked(path).close()
    assert path.read_bytes() == b""
