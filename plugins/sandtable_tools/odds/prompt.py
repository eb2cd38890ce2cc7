"""The word `odds` at the prompt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sandtable import Action, ActionError, Candidate, Done, Session, suggest
from sandtable.tooling import match
from sandtable_console import CommandOutputs, action_words, waiting
from sandtable_tools.odds import options as odds_words

if TYPE_CHECKING:
    from sandtable_console import Console
    from sandtable_tools.odds.forecasts import SampledAnswers

EXTRA_WORDS = {
    "next": "only up to your next choice",
    "more": "every chance, and how it was calculated",
}
"""The words that may follow the actions, and what they do."""

EXAMPLES = (
    "odds 1 then 2: one after the other; odds 1 next: up to your next choice; odds 1 more: all results"
)
"""How to ask."""

ALL_WORD, DONE = "all", Done.name()
"""The prompt's words for every object of a verb, and for the end of a choice."""

SAMPLED_ANSWERS: WeakKeyDictionary[Session, SampledAnswers] = WeakKeyDictionary()
"""The sampled answers of each game; asking again adds to them."""

STOPPED = "Stopped before the odds were known."


def odds(console: Console, rest: str) -> CommandOutputs:
    """Show what an action of the viewer can lead to, using only what the viewer may know."""
    from sandtable_tools.odds import render  # noqa: PLC0415 (slow to import)
    from sandtable_tools.odds.forecasts import forecast_in_steps  # noqa: PLC0415 (likewise)
    from sandtable_tools.odds.headlines import has_too_few_games  # noqa: PLC0415 (likewise)
    from sandtable_tools.odds.topics import REFUSED  # noqa: PLC0415 (likewise)

    session, seat = console.session, console.session.to_move
    words, extra = _read(rest)
    if seat is None:
        raise ActionError("the game is over")
    if seat != console.viewer:
        raise ActionError(f"odds are only for your own decisions; {seat} decides now")
    if not words:
        options = console.reader.choices()
        what = "its number" if console.reader.numbers_pick else "its words"
        yield from [f"Type odds, then an action or {what}. Nothing is played:", *options]
        yield from wrap(EXAMPLES, console.width)
        return
    plan = read_plan(console, words)
    try:
        steps = forecast_in_steps(
            session.table,
            seat,
            plan,
            horizon=0 if "next" in extra else None,
            seconds=odds_words.time_limit(),
            kept=SAMPLED_ANSWERS.setdefault(session, {}),
        )
        forecast = yield from waiting.think(steps)
    except KeyboardInterrupt:
        yield STOPPED
        return
    refused = any(event.kind == REFUSED for event in forecast.events)
    lines = render.lines if refused or "more" in extra else render.answer
    yield from lines(forecast, console.width)
    if has_too_few_games(forecast):
        yield "Ask again to play more."
    if forecast.can_be_done:
        yield f"If you choose no more: odds {rest} {odds_words.THEN} {DONE}"


def _read(rest: str) -> tuple[list[str], set[str]]:
    """Split the line into the words of the actions and the extra words after them."""
    words, extra = rest.split(), set[str]()
    while words[1:] and words[-1] in EXTRA_WORDS:
        extra.add(words.pop())
    return words, extra


def read_plan(console: Console, words: Sequence[str]) -> list[Action | str]:
    """Return the actions that words mean, as at the prompt; later ones, if not legal yet, stay words."""
    first, *more = odds_words.split_actions(words)
    plan: list[Action | str] = [*_actions(console, first)]
    for text in more:
        plan += _later_actions(console, text, Counter(plan))
    return plan


def _later_actions(
    console: Console, text: str, planned: Counter[Action | str]
) -> Sequence[Action | str]:
    """Return the actions that follow a `then`; ``all`` leaves out those that are `planned` already."""
    verb, *things = text.split()
    try:
        actions = _actions(console, text)
    except ActionError:
        verbs = console.session.scenario.verbs
        one_each = all(len(verbs[name].__struct_fields__) == 1 for name in match(verb, verbs))
        if verb.isdecimal() or (one_each and ALL_WORD in things):
            raise
        return [f"{verb} {thing}" for thing in things] if one_each and things else [text]
    return (
        [*(Counter[Action | str](actions) - planned).elements()] if ALL_WORD in things[:1] else actions
    )


def _actions(console: Console, text: str) -> list[Action]:
    return [action for move in console.reader.moves_of(text, first=True) for action in move]


def complete(console: Console, rest: str) -> Iterable[Candidate]:
    """Complete the actions, and the words after them."""
    words = rest.split()
    begun = words.pop() if words and not rest.endswith(" ") else ""
    if odds_words.THEN in words:
        return suggest(EXTRA_WORDS, begun)  # the options after the first action are not known yet
    candidates = action_words(console, " ".join([*words, begun]))
    return candidates or (suggest({odds_words.THEN: "and then", **EXTRA_WORDS}, begun) if words else ())


def preview(console: Console, rest: str) -> str:
    """Describe the line, except the actions after ``then``, which need a later position."""
    before, then, _ = f"{rest} ".partition(f" {odds_words.THEN} ")
    words, _ = _read(before)
    if not words:
        return "type an action or its number; nothing is played"
    first, *others = read_plan(console, words)
    return f"what {first}{', then more,' if then or others else ''} can lead to"
