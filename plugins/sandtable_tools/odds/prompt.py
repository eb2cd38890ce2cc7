"""The word `odds` at the prompt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sandtable import Action, ActionError, Candidate, Session
from sandtable_console import CommandOutputs, actions, waiting
from sandtable_tools.odds import options as odds_words

if TYPE_CHECKING:
    from sandtable_console import Console
    from sandtable_tools.odds.forecasts import Kept

USAGE = "odds ACTION [then ACTION] [--next] [--all]: type an action, or its number in the list"

KEPT: WeakKeyDictionary[Session, Kept] = WeakKeyDictionary()
"""The sampled answers of each game: asking again adds to them."""

STOPPED = "Stopped before the odds were known."


def odds(console: Console, rest: str) -> CommandOutputs:
    """The outcomes of an action of the viewer, with only what the viewer may know."""
    from sandtable_tools.odds import render  # noqa: PLC0415 (slow to import)
    from sandtable_tools.odds.forecasts import forecast_in_steps  # noqa: PLC0415 (slow to import)

    session, seat = console.session, console.session.to_move
    options, words = odds_words.read(rest.split())
    if not words:
        yield USAGE
        return
    if seat is None:
        raise ActionError("the game is over")
    if seat != console.viewer:
        raise ActionError(f"odds are only for your own decisions; {seat} decides now")
    first, *more = odds_words.split(words)
    plan = [_first_action(console, first), *(_by_number(console, text) or text for text in more)]
    try:
        steps = forecast_in_steps(
            session.table,
            seat,
            plan,
            horizon=options.horizon,
            most=options.most,
            samples=options.samples,
            seconds=odds_words.seconds(options),
            kept=KEPT.setdefault(session, {}),
        )
        forecast = yield from waiting.think(steps)
    except KeyboardInterrupt:
        yield STOPPED
        return
    yield from render.lines(forecast, console.width, whole=options.all)


def _first_action(console: Console, text: str) -> Action:
    return _by_number(console, text) or console.reader.read(text, first=True)


def _by_number(console: Console, text: str) -> Action | None:
    """The option with that number in the list last shown; None if the text is no number."""
    if not text.isdecimal():
        return None
    (action,) = console.reader.by_numbers([text], first=True)
    return action


def complete(console: Console, rest: str) -> Iterable[Candidate]:
    """The actions whose odds can be shown, and the options of `odds`."""
    words = rest.split()
    begun = words.pop() if words and not rest.endswith(" ") else ""
    typed = odds_words.others(words)
    if begun.startswith("-"):
        return _options(begun)
    if "then" in typed:
        return ()  # the options after the first action are not known yet
    candidates = actions(console, " ".join([*typed, begun]))
    return candidates if candidates or begun or not typed else _options("")


def _options(begun: str) -> list[Candidate]:
    options = odds_words.OPTIONS.items()
    return [Candidate(name, len(begun), about) for name, about in options if name.startswith(begun)]


def preview(console: Console, rest: str) -> str:
    """The outcomes of the first action; the actions after ``then`` need another position."""
    before, then, _ = f"{rest} ".partition(" then ")
    _, words = odds_words.read(before.split())
    if not words:
        return ""
    first = _first_action(console, " ".join(words))
    return f"what {first}{', then more,' if then else ''} can lead to"
