"""What is asked once more before it is done, where a player wants to be asked."""

from __future__ import annotations

from sandtable.errors import SandtableError
from sandtable.repl.console import Console
from sandtable.repl.lines import FORCE

OPENLY = "This is written into the save, for all to see. Do it? [y/N] "

UNSAVED = "The game could not be saved, and will be lost. Leave it? [y/N] "


def doubt(console: Console, line: str) -> str:
    """The question that a line raises; empty for one that can be done without."""
    for part in filter(None, map(str.strip, line.split(";"))):
        try:
            meant = console.meaning(part, first=True)
        except SandtableError:
            return ""
        if meant.command in ("undo", "rollback") and FORCE in part.split():
            return OPENLY
        if meant.command == "quit" and console.session.journal.trouble:
            return UNSAVED
    return ""
