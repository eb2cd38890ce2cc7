"""The word `goto` at the prompt; it imports its modules when it is used."""

# ruff: noqa: PLC0415 (asked at every start, of any game)

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sandtable import hookimpl

if TYPE_CHECKING:
    from sandtable import Candidate, Command, Session
    from sandtable_console import CommandOutputs, Console


def _run(console: Console, rest: str) -> CommandOutputs:
    from sandtable_lrdg.goto import run

    return run(console, rest)


def _complete(console: Console, rest: str) -> Iterable[Candidate]:
    from sandtable_lrdg.goto import complete

    return complete(console, rest)


def _preview(console: Console, rest: str) -> str:
    from sandtable_lrdg.goto import preview

    return preview(console, rest)


@hookimpl
def prompt_commands(session: Session) -> Mapping[str, Command]:
    """The word `goto`, for the games of the Long Range Desert Group."""
    from sandtable import Command

    if session.scenario.game.id != "lrdg":
        return {}
    goto = Command(
        "goto [PATROL] ZONE [FROM]",
        "move a stack link by link until something happens",
        _run,
        complete=_complete,
        preview=_preview,
        kind="changes",
        examples=("goto jalo", "goto 1st msus siwa"),
    )
    return {goto.word: goto}
