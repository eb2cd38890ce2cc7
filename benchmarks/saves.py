"""What long saves cost: opening them, writing them, and the page in which they are watched."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import sandtable
from sandtable.export import page
from sandtable.replay import Replay

LONG = """game = "lrdg"
title = "A long campaign"
parts = [
    "slonta", "bardia", "benghazi-watch", "slonta",
    "bardia", "benghazi-watch", "slonta", "bardia", "slonta",
]
"""
ACTIONS = 1_000
CAMPAIGNS = ("lrdg-campaign-1942", "lawrence-campaign")
SAVES = Path(__file__).parents[1] / "saves"


def long_game(path: Path, actions: int = ACTIONS) -> None:
    """Write a game of so many actions: the scripted bot in a campaign of long missions."""
    scenario = path.with_suffix(".toml")
    scenario.write_text(LONG)
    with sandtable.new(str(scenario), seed=1942, seats={"lrdg": "scripted"}, save=path) as session:
        played = sum(1 for _ in session.play(actions))
    assert played == actions, f"the game has only {played} actions"


def opening(rounds: int, actions: int = ACTIONS) -> tuple[float, int]:
    """Milliseconds in which a game of so many actions is loaded and verified, and its save's bytes."""
    with TemporaryDirectory() as folder:
        path, best = Path(folder, "long.jsonl"), float("inf")
        long_game(path, actions)
        for _ in range(rounds):
            start = perf_counter()
            Replay(path, open_end=True).run()
            best = min(best, (perf_counter() - start) * 1e3)
        return best, path.stat().st_size


def page_size(name: str) -> int:
    """The bytes of the page of a recorded game."""
    return len(page(Replay(SAVES / f"{name}.jsonl")).encode())
