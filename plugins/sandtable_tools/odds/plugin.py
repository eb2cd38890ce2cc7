"""Adds the word `odds` to the prompt; slow imports wait until it is used."""

# ruff: noqa: PLC0415 (slow to import, and this is loaded at every start)

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sandtable import Command, hookimpl
from sandtable_console import import_on_call

if TYPE_CHECKING:
    from sandtable import Action, Session, Table


PROMPT = "sandtable_tools.odds.prompt"

ODDS = Command(
    "odds [ACTION] [then ACTION] [next] [more]",
    "say what one action or more can lead to, and how likely each result is; next stops at your"
    " next choice, more shows every chance",
    import_on_call(PROMPT, "odds"),
    complete=import_on_call(PROMPT, "complete"),
    preview=import_on_call(PROMPT, "preview"),
    kind="looks",
    examples=("odds 1", "odds 1 then 2 more"),
)


@hookimpl
def prompt_commands(session: Session) -> Mapping[str, Command]:  # noqa: ARG001
    """Return the word `odds`."""
    return {ODDS.word: ODDS}


@hookimpl
def odds_claims(
    table: Table[Any], seat: str, action: Action, horizon: int | None, seed: int
) -> Mapping[str, Any]:
    """Make the same forecast as `odds`; another seed takes other samples."""
    from sandtable_tools.odds.documents import document
    from sandtable_tools.odds.forecasts import forecast

    return document(forecast(table, seat, action, horizon=horizon, seed=seed))
