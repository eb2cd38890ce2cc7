"""Frames of a save in which seats choose together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sandtable
from sandtable_pictures.frame import frames


def test_an_undo_of_another_seat_gives_no_frame_and_moves_no_line(shelf: Any, tmp_path: Path) -> None:
    shelf.goofspiel()
    with sandtable.new("goofspiel/three", seed=1) as game:
        path = game.save(tmp_path / "game.jsonl")
        game.choose("bid 2", seat="east")
        game.choose("bid 1", seat="west")
        game.undo(seat="east")
        game.undo(seat="west")
    shown = [(frame.n, frame.words, frame.undo) for frame in frames(sandtable.Replay(path), "west")]
    assert shown == [(1, "", None), (2, "bid 1", None), (3, "", 1)]
