"""The words `replay` and `report` at the prompt."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from sandtable import ActionError, Exported, Replay
from sandtable_console import Console, outputs, settings
from sandtable_pictures import frames
from sandtable_shell import format_of, write_file

MOST_COLUMNS = 140
"""The greatest width at which a board is printed, in columns."""


def replay(console: Console, _rest: str) -> Iterator[outputs.Lent | str]:
    """Show the game's save step by step at the terminal. Raises ActionError if that is impossible."""
    from sandtable_tools.views.watch.screen import watch  # noqa: PLC0415 (slow to import)

    path = _save_path(console, "watch")
    if console.display.plain or not at_terminal():
        raise ActionError(
            f"replay needs a terminal that is not plain; sandtable replay {path} prints the game"
        )
    width = min(shutil.get_terminal_size().columns, MOST_COLUMNS)
    scenario = console.session.scenario
    shown = frames(Replay(path), console.viewer, None, width, maps=True)
    yield outputs.Lent()
    watch(shown, f"{scenario.title} ({scenario.id})")
    yield "That was the game so far."


def at_terminal() -> bool:
    """Return whether a game can be watched here: at a terminal, without `plain`."""
    at_terminal = sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()
    return bool(at_terminal) and os.environ.get("TERM") != "dumb" and not settings().plain


def report(console: Console, file: str) -> Iterator[str]:
    """Print a report of the game, or write it to a file, as far as the viewer may know it.

    Raises ActionError if the game is not saved, and SandtableError for a file that cannot be written.
    """
    from sandtable_tools.views import signs  # noqa: PLC0415 (slow to import)
    from sandtable_tools.views.report import markdown  # noqa: PLC0415 (likewise)

    path = _save_path(console, "report")
    format = format_of(file, "report") if file else None
    exported = Exported.of_replay(Replay(path), console.viewer, None)
    if format is None:
        prose = re.sub(r"(?ms)^(```+)text\n.*?^\1\n+", "", markdown(exported))  # a map may not fit
        yield from (line for line in signs.without_signs(prose) if line.strip("=-") or not line)
        return
    exporter, _ = format
    write_file(file, exporter.make(exported))
    yield f"written to {file}"


def _save_path(console: Console, do: str) -> Path:
    """Return the path of the game's save. Raises ActionError if the game is not saved."""
    journal = console.session.journal
    if journal.path is None or journal.write_error:
        raise ActionError(f"this game is not saved, so there is nothing to {do}")
    return journal.path
