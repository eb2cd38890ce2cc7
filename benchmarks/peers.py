"""Random tic-tac-toe in other frameworks, if installed (see benchmarks/README.md)."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random  # noqa: TID251 (the same luck for every contender)
from typing import Any

Contender = Callable[[int], int]
"""Plays a number of random games; returns how many actions they took."""


def find_peers() -> dict[str, Contender]:
    """Return the installed peers, by name."""
    peers: dict[str, Contender] = {}
    if find_spec("pettingzoo"):
        peers["PettingZoo raw_env"] = _pettingzoo()
    if find_spec("pyspiel"):
        peers["OpenSpiel C++ game"] = _openspiel("tic_tac_toe")
        peers["OpenSpiel Python game"] = _openspiel("python_tic_tac_toe")
    return peers


def _pettingzoo() -> Contender:
    from pettingzoo.classic.tictactoe.tictactoe import raw_env

    env: Any = raw_env()

    def play(games: int) -> int:
        pick, actions = Random(1).choice, 0
        for _ in range(games):
            env.reset()
            while True:
                observation, _, ended, cut, _ = env.last()
                if ended or cut:
                    break
                mask = observation["action_mask"]
                env.step(pick([cell for cell in range(9) if mask[cell]]))
                actions += 1
        return actions

    return play


def _openspiel(name: str) -> Contender:
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401 (registers the Python game)

    game: Any = pyspiel.load_game(name)

    def play(games: int) -> int:
        pick, actions = Random(1).choice, 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(pick(state.legal_actions()))
                actions += 1
        return actions

    return play


def boardgame_io() -> float | None:
    """Return microseconds per action in boardgame.io's client, at best; None if it is missing."""
    folder = Path(__file__).parent
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        return None
    done = subprocess.run(
        ["node", "boardgame.js"], cwd=folder, capture_output=True, text=True, check=False
    )
    return float(done.stdout) if done.returncode == 0 else None
