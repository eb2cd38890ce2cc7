"""The word `odds` at the prompt."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sandtable.action import Action, ActionError
from sandtable.repl import odds_words, waiting

if TYPE_CHECKING:
    from sandtable.repl.console import Console

USAGE = "odds ACTION [then ACTION] [--horizon N] [--all]: what can come of it, and how likely that is"

STOPPED = "Stopped before the odds were known."

PATIENCE = 1.0
"""Seconds after which a line says how far it is."""


def odds(console: Console, rest: str) -> list[str]:
    """What can come of an action of the viewer's, as far as the viewer may know."""
    from sandtable.odds import forecast, telling  # noqa: PLC0415 (slow to import)

    session, seat = console.session, console.session.to_move
    options, words = odds_words.read(rest.split())
    if not words:
        return [USAGE]
    if seat is None:
        raise ActionError("the game is over")
    if seat != console.viewer:
        raise ActionError(f"odds are for a decision of your own; {seat} decides now")
    first, *more = telling.split(words)
    plan = [_meant(console, first), *(_numbered(console, text) or text for text in more)]
    try:
        with waiting.line(shown=console.watched, stop="leave it") as said:
            found = forecast(
                session.table,
                seat,
                plan,
                horizon=options.horizon,
                most=options.most,
                samples=options.samples,
                said=later(said),
            )
    except KeyboardInterrupt:
        return [STOPPED]
    return telling.lines(found, console.width, whole=options.all)


def _meant(console: Console, text: str) -> Action:
    return _numbered(console, text) or console.read(text, first=True)


def _numbered(console: Console, text: str) -> Action | None:
    """What a bare number means: the same as when it is typed alone."""
    if not text.isdecimal():
        return None
    (action,) = console.numbered([text], first=True)
    return action


def later(
    said: Callable[[float, int], None] | None, patience: float = PATIENCE
) -> Callable[[float, int], None] | None:
    """One that says nothing in the first seconds."""
    if said is None:
        return None
    told, from_then = said, time.monotonic() + patience

    def patiently(part: float, games: int) -> None:
        if time.monotonic() >= from_then:
            told(part, games)

    return patiently
