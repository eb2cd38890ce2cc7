"""The command `goto`, whose modules are imported only when it is used."""

# ruff: noqa: PLC0415 (asked at every start, of any game)

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sandtable import hookimpl

if TYPE_CHECKING:
    from sandtable import Command, Session


@hookimpl
def prompt_commands(session: Session) -> Mapping[str, Command]:
    """Return the command `goto` if this game is played."""
    from sandtable import Command
    from sandtable_console import import_on_call

    if session.scenario.game.id != "lrdg":
        return {}
    goto = Command(
        "goto [PATROL] ZONE [FROM]",
        "move a stack link by link until something happens",
        import_on_call("sandtable_lrdg.goto", "run"),
        complete=import_on_call("sandtable_lrdg.goto", "complete"),
        preview=import_on_call("sandtable_lrdg.goto", "preview"),
        kind="changes",
        examples=("goto jalo", "goto 1st msus siwa"),
    )
    return {goto.word: goto}
