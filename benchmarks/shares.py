"""Measures the shares of the framework's rooms and of the rules in random games of lrdg/slonta."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path
from random import Random  # noqa: TID251 (no dice of the game's)
from tempfile import TemporaryDirectory
from types import FrameType

import sandtable

SCENARIO = "lrdg/slonta"
ENDS = ("give-up", "abandon")
"""Verbs that random play leaves out, so that games last longer."""

ROOMS = {
    "table": "schedule and positions",
    "phase": "options",
    "action": "options",
    "session": "journal",
    "journal": "journal",
    "dice": "dice, decks, boards",
    "deck": "dice, decks, boards",
    "board": "dice, decks, boards",
}
RULES = "rules"
COMPONENTS = "dice, decks, boards"
EVERY = 0.001


def room(frame: FrameType | None) -> str:
    """Return the room of the running code; a library's code counts for its caller."""
    while frame is not None:
        top, *inside = str(frame.f_globals.get("__name__", "")).split(".")
        if top == "sandtable_lrdg":
            return RULES
        if top == "sandtable":
            return next((ROOMS[name] for name in inside if name in ROOMS), "other")
        if top == "benchmarks":
            return "random choice"
        frame = frame.f_back
    return "other"


def play(games: int, folder: Path) -> int:
    """Play random games, each written to a file; return the number of actions."""
    pick, actions = Random(1).choice, 0
    for game in range(games):
        with sandtable.new(SCENARIO, seed=game, save=folder / f"{game}.jsonl") as session:
            while session.outcome is None:
                options = [option for option in session.options() if option.name() not in ENDS]
                session.choose(pick(options))
                actions += 1
    return actions


def shares(games: int = 40) -> tuple[dict[str, float], int]:
    """Sample some games; return each room's share of the time, and the number of actions."""
    samples: Counter[str] = Counter()
    handler = signal.signal(signal.SIGPROF, lambda _, frame: samples.update([room(frame)]))
    with TemporaryDirectory() as folder:
        play(2, Path(folder))  # imports and caches are not the game's time
        for old in Path(folder).iterdir():
            old.unlink()
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
        try:
            actions = play(games, Path(folder))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, handler)
    samples.pop("random choice", None)
    whole = sum(samples.values())
    return {name: count / whole for name, count in samples.most_common()}, actions


def framework(found: dict[str, float]) -> float:
    """Return the share of schedule, options and journal."""
    return sum(share for name, share in found.items() if name not in (RULES, COMPONENTS))
