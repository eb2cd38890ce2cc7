"""Measures what long saves cost: opening them, writing them, and their replay page."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from tests.shell.fuzzing import games

import sandtable
from sandtable import Exported
from sandtable.record.replay import Replay
from sandtable_tools.views.replay_page import page

PARTS = ("slonta", "bardia", "benghazi-watch") * 6
LONG = f"""game = "lrdg"
title = "A long campaign"
parts = [{", ".join(f'"{part}"' for part in PARTS)}]
"""
ACTIONS = 1_000
CAMPAIGNS = ("lrdg-campaign-1942", "lawrence-campaign")
SAVES = Path(__file__).parents[1] / "saves"
SHORT_SAVE = SAVES / "megiddo-1918-even.jsonl"
"""Its first action crosses no barrier, so that an undo may take it back."""
LINES = 50_000
"""Half the lines that a save may have."""


def long_game(path: Path, actions: int = ACTIONS) -> None:
    """Write a game with this many actions: the scripted bot in a campaign of long missions."""
    scenario = path.with_suffix(".toml")
    scenario.write_text(LONG)
    with sandtable.new(str(scenario), seed=1942, seats={"lrdg": "scripted"}, save=path) as session:
        played = sum(1 for _ in session.play(actions))
    assert played == actions, f"the game has only {played} actions"


def opening(rounds: int, actions: int = ACTIONS) -> tuple[float, int]:
    """Return the milliseconds to load and verify a game of `actions`, and its save's size in bytes."""
    with TemporaryDirectory() as folder:
        path, best = Path(folder, "long.jsonl"), float("inf")
        long_game(path, actions)
        for _ in range(rounds):
            start = perf_counter()
            Replay(path).run()
            best = min(best, (perf_counter() - start) * 1e3)
        return best, path.stat().st_size


def slowdown(rounds: int, lines: int = LINES) -> float:
    """Return how much longer a line takes to read in a save of `lines` than in one a tenth as long."""
    best = dict.fromkeys((lines // 10, lines), float("inf"))
    with TemporaryDirectory() as folder:
        for count in best:
            Path(folder, str(count)).write_bytes(_save_of_notes_and_undos(count))
        for _ in range(rounds):
            for count in best:
                start = process_time()
                assert Replay(Path(folder, str(count))).run().journal.n == count
                best[count] = min(best[count], (process_time() - start) / count)
    return best[lines] / best[lines // 10]


def _save_of_notes_and_undos(count: int) -> bytes:
    """Write a save of `count` lines: four fifths are notes, the rest pairs of an action and its undo."""
    first, second = games.lines_of(
        next(original for original in games.originals() if original.path == SHORT_SAVE)
    )[:2]
    actions = (count - 1) // 10
    notes = count - 1 - 2 * actions
    lines = [first] + [games.Line({"note": "x", "n": 0}, first.position)] * notes
    for _ in range(actions):
        undo = games.Line({"n": 0, "undo": len(lines)}, first.position)
        lines += [second, undo]
    return bytes(games.with_fitting_digests(lines, numbered=True))


def page_size(name: str) -> int:
    """Return the size of a recorded game's replay page, in bytes."""
    return len(page(Exported.of_replay(Replay(SAVES / f"{name}.jsonl"))).encode())
