"""The word `replay` at the prompt: the game so far, step by step, like `replay --step`."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator

from sandtable import ActionError
from sandtable.tooling import Console, Replay, frames, outputs
from sandtable_tools.views.watch import watch

MOST_COLUMNS = 140
"""A board is at most this wide, in columns."""


def replay(console: Console, _rest: str) -> Iterator[outputs.Lent | str]:
    """Show the save of a game at the terminal, as far as the viewer may know it.

    Raises ActionError without a save, and without a terminal.
    """
    session = console.session
    path = session.journal.path
    if path is None or session.journal.write_error:
        raise ActionError("this game is not saved, so there is nothing to watch")
    if not at_terminal():
        raise ActionError(f"replay needs a terminal; sandtable replay {path} prints the game")
    width = min(shutil.get_terminal_size().columns, MOST_COLUMNS)
    scenario = session.scenario
    shown = frames(Replay(path), console.viewer, None, width, maps=True)
    yield outputs.Lent()
    watch(shown, f"{scenario.title} ({scenario.id})")
    yield "That was the game so far."


def at_terminal() -> bool:
    """Whether there is a terminal on which a game can be watched."""
    at_terminal = sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()
    return bool(at_terminal) and os.environ.get("TERM") != "dumb"
