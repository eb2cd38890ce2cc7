"""Odds: the word `odds` at the prompt; its slow imports wait until it is used."""

# ruff: noqa: PLC0415 (slow to import, and this is loaded at every start)

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sandtable import Candidate, Command, hookimpl

if TYPE_CHECKING:
    from sandtable import Action, Session, Table
    from sandtable_console import CommandOutputs, Console


def _run(console: Console, rest: str) -> CommandOutputs:
    from sandtable_tools.odds.prompt import odds

    return odds(console, rest)


def _complete(console: Console, rest: str) -> Iterable[Candidate]:
    from sandtable_tools.odds.prompt import complete

    return complete(console, rest)


def _preview(console: Console, rest: str) -> str:
    from sandtable_tools.odds.prompt import preview

    return preview(console, rest)


ODDS = Command(
    "odds [ACTION] [then ACTION] [next] [more]",
    "say what an action, or one after another, can lead to, and how likely that is; next stops at your"
    " next choice, more shows every chance",
    _run,
    complete=_complete,
    preview=_preview,
    kind="looks",
    examples=("odds 1", "odds 1 then 2 more"),
)


@hookimpl
def prompt_commands(session: Session) -> Mapping[str, Command]:  # noqa: ARG001
    """The word `odds`."""
    return {ODDS.word: ODDS}


@hookimpl
def odds_claims(
    table: Table[Any], seat: str, action: Action, horizon: int | None, seed: int
) -> Mapping[str, Any]:
    """The same forecast as `odds` makes; another seed, other samples."""
    from sandtable_tools.odds.documents import document
    from sandtable_tools.odds.forecasts import forecast

    return document(forecast(table, seat, action, horizon=horizon, seed=seed))
