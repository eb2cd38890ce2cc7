"""Measures what a save of megiddo and its verification cost, and how much a second process helps."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random  # noqa: TID251 (the same luck for every contender)
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import sandtable
from benchmarks.tictactoe import play_bare
from sandtable.plugins.catalog import catalog
from sandtable.record.replay import Replay
from sandtable_batch.results import Job
from sandtable_tools.lab import simulate

SCENARIO = "megiddo/1918-even"
GAMES = 12


def random_tables(seed: int = 1) -> int:
    """Play random games on bare tables; return the number of actions."""
    scenario, pick, actions = catalog().scenario(SCENARIO), Random(seed).choice, 0
    for game in range(GAMES):
        table: sandtable.Table[Any] = sandtable.Table.new(scenario, sandtable.SeededDice(game))
        while table.outcome is None:
            table.choose(pick(table.options))
            actions += 1
    return actions


def play_to_file(folder: Path, seed: int = 1) -> int:
    """Play the same games, with each action written to a file and flushed."""
    pick, actions = Random(seed).choice, 0
    for game in range(GAMES):
        path = folder / f"{game}.jsonl"
        path.unlink(missing_ok=True)
        with sandtable.new(SCENARIO, seed=game, save=path) as session:
            while session.outcome is None:
                session.choose(pick(session.options()))
                actions += 1
    return actions


def verify(folder: Path) -> int:
    """Verify the same games from their files."""
    return sum(len(Replay(path).run().journal.lines) - 2 for path in folder.glob("*.jsonl"))


def record_costs(rounds: int) -> tuple[float, float, float]:
    """Return microseconds per action: on a bare table, added by the journal, and added by verifying.

    Processor time counts, so that other programs hardly matter.
    """
    best = [float("inf")] * 3
    with TemporaryDirectory() as name:
        folder = Path(name)
        for _ in range(rounds):
            runs = (random_tables, lambda: play_to_file(folder), lambda: verify(folder))
            for place, run in enumerate(runs):
                start = process_time()
                actions = run()
                best[place] = min(best[place], (process_time() - start) / actions * 1e6)
    return best[0], best[1] - best[0], best[2] - best[0]


def speed_up(games: int) -> float:
    """Return how much faster `simulate` is with a second process."""
    job = Job(SCENARIO, {"british": "scripted", "turkish": "scripted"}, 1)
    one_process, two_processes = simulate(job, games, 1).seconds, simulate(job, games, 2).seconds
    return one_process / two_processes


def loops(games: int) -> float:
    """Return how much faster two bare loops are with a second process, on this machine now."""
    start = perf_counter()
    play_bare(games * 400)
    alone = perf_counter() - start
    start = perf_counter()
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(play_bare, [games * 200] * 2))
    return alone / (perf_counter() - start)
