"""Checks saves: a game is saved, loaded midway and replayed, and nothing may differ."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sandtable import Replay, Scenario, SeededDice, Session, new
from sandtable.tooling import Catalog, catalog, resume
from sandtable_tools.kit.findings import Finding, Found, attempt
from sandtable_tools.kit.position_checks import random_option

BREAKS = (5, 40, 200)
"""The numbers of actions after which a game is resumed, and undone and redone."""

HASH_SEEDS = ("1", "2")
"""Values of PYTHONHASHSEED under which a save must verify."""

MOST_ACTIONS = 400
"""The most actions played in a game, which are enough for a save."""


def check(
    scenario: Scenario,
    seed: str,
    plugins: Catalog | None,
    *,
    elsewhere: bool = True,
    most: int = MOST_ACTIONS,
) -> list[Finding]:
    """Check that a random game with breaks writes the same file as one without, and verifies.

    With `elsewhere`, the file must also verify in separate processes. A game stops after `most` actions.
    """
    installed, commands = plugins or catalog(), list[str]()
    if scenario.bare or scenario.id not in installed.scenarios.ids:
        return []

    def find() -> Iterator[Found]:
        with TemporaryDirectory() as folder:
            unbroken, broken = Path(folder, "whole.jsonl"), Path(folder, "broken.jsonl")
            for path in (unbroken, broken):
                commands.clear()
                _play(scenario.id, seed, path, installed, most, commands, breaks=path == broken)
            Replay(unbroken, installed).run()
            if unbroken.read_bytes() != broken.read_bytes():
                yield Found("save", "a game that was closed and resumed is saved differently")
            elif elsewhere and installed is catalog():
                yield from _verify_elsewhere(unbroken)

    faults, state = attempt("save", find), scenario.game.State
    return [fault.finding(scenario, seed, commands, otherwise=state) for fault in faults]


def _play(
    id: str, seed: str, path: Path, installed: Catalog, most: int, commands: list[str], *, breaks: bool
) -> None:
    """Play a random game, with undo and redo at some points, and with `breaks` also a resume."""
    luck = SeededDice(f"{seed} saves")
    session: Session = new(id, seed, save=path, plugins=installed)
    while session.outcome is None and len(commands) < most:
        action = random_option(session.options(), luck)
        commands.append(str(action))
        session.choose(action)
        if len(commands) in BREAKS and breaks:
            session.close()
            session, _ = resume.resume(path, installed)
        if len(commands) in BREAKS and session.outcome is None:
            session.undo(force=True)
            session.redo()
    session.close()


def _verify_elsewhere(path: Path) -> Iterator[Found]:
    """Check that the save verifies in other processes, where hash() and sets behave differently."""
    for seed in HASH_SEEDS:
        env = {**os.environ, "PYTHONHASHSEED": seed}
        words = [sys.executable, "-m", "sandtable", "check", str(path)]
        process = subprocess.run(words, env=env, capture_output=True, text=True, check=False)  # noqa: S603
        if process.returncode:
            output = process.stdout.replace(str(path), "the save").strip()
            yield Found("same seed", f"another process plays differently: {output}")
            return
