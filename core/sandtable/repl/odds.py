"""The word `odds` at the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.action import Action, ActionError
from sandtable.repl import odds_words, waiting
from sandtable.repl.outputs import Told

if TYPE_CHECKING:
    from sandtable.repl.console import Console

USAGE = "odds ACTION [then ACTION] [--horizon N] [--all]: what can come of it, and how likely that is"

STOPPED = "Stopped before the odds were known."


def odds(console: Console, rest: str) -> Told:
    """What can come of an action of the viewer's, as far as the viewer may know."""
    from sandtable.odds import forecasting, telling  # noqa: PLC0415 (slow to import)

    session, seat = console.session, console.session.to_move
    options, words = odds_words.read(rest.split())
    if not words:
        yield USAGE
        return
    if seat is None:
        raise ActionError("the game is over")
    if seat != console.viewer:
        raise ActionError(f"odds are for a decision of your own; {seat} decides now")
    first, *more = telling.split(words)
    plan = [_meant(console, first), *(_numbered(console, text) or text for text in more)]
    try:
        steps = forecasting(
            session.table,
            seat,
            plan,
            horizon=options.horizon,
            most=options.most,
            samples=options.samples,
        )
        found = yield from waiting.thinking(steps, stop="leave it")
    except KeyboardInterrupt:
        yield STOPPED
        return
    yield from telling.lines(found, console.width, whole=options.all)


def _meant(console: Console, text: str) -> Action:
    return _numbered(console, text) or console.reader.read(text, first=True)


def _numbered(console: Console, text: str) -> Action | None:
    """What a bare number means: the same as when it is typed alone."""
    if not text.isdecimal():
        return None
    (action,) = console.reader.numbered([text], first=True)
    return action
