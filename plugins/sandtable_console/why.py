"""The command `why`: why an action is not legal, and which choices would make it legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable import (
    Action,
    ActionError,
    AmbiguousAction,
    IllegalAction,
    InvalidAction,
    SandtableError,
    ScriptedDice,
    Snapshot,
    Table,
    listing,
    sentence,
)
from sandtable.tooling import either, mark_of, match
from sandtable_console import rulebook
from sandtable_console.reading import when_legal

if TYPE_CHECKING:
    from sandtable import Seat
    from sandtable_console.console import Console

WORLDS = 3
"""The number of worlds to imagine for a seat; a choice must make the action legal in each."""

MOST_TRIED = 500
"""The most choices that are tried, which takes a second; no built-in game has more."""

MOST_LISTED = 5
"""The most reasons, or choices that would help, that are listed."""


def why(console: Console, rest: str) -> list[str]:
    """Say why an action, by default the last one refused, is not legal, or what it would do.

    The action may also be a command. Raises ActionError for words that name neither.
    """
    text = rest or console.refused.get(console.viewer, "")
    if not text:
        raise ActionError("no action was refused; type why and an action, such as why done")
    if answer := _about_command(console, text):
        return list(_wrap_line(answer, console.width))
    if console.session.outcome is not None:
        raise ActionError(f"{text} is not possible: the game is over")
    console.reader.check_may_choose()
    return [row for line in _answer(console, text) for row in _wrap_line(line, console.width)]


def _about_command(console: Console, text: str) -> str:
    """Say what a command would do now, or why it is refused; "" for other words."""
    word, _, rest = text.partition(" ")
    verbs = console.session.scenario.verbs
    meant = (
        match(word, [*console.commands, *verbs]) if word in console.commands or not mark_of(word) else []
    )
    if len(meant) != 1 or meant[0] not in console.commands:
        return ""
    try:
        return f"{text} is possible now: {console.commands[meant[0]].effect(console, rest)}."
    except SandtableError as error:
        return sentence(f"{text} is not possible now: {error}")


def _answer(console: Console, text: str) -> Iterator[str]:
    try:
        if text.isdecimal():  # its place in the last list shown
            legal = console.reader.moves_of(text, first=True)[0][0]
        else:
            legal = console.session.table.read(text)
    except IllegalAction as error:
        yield from _illegal(console, error)
    except AmbiguousAction as error:
        yield f"Legal now: {listing([*map(console.display.in_words, error.choices)])}."
    except InvalidAction:
        if when := when_legal(console.session, text):
            yield f"{when}."
            verbs = console.session.scenario.verbs
            if len(text.split()) == 1 and len(meant := match(text, verbs)) == 1:
                seat = console.session.seat(console.session.table.decision.seat)
                yield from _choices_leading_to(seat, verbs[meant[0]])
            return
        reasons = _why_none_is_legal(console, text)
        if not reasons:
            raise
        yield from reasons
    else:
        about = console.display.about(legal)
        yield f"{console.display.in_words(legal)} is legal{f': {about}' if about else ''}."
        yield _cite(console, console.session.table.decision.rule)


def _illegal(console: Console, error: IllegalAction) -> Iterator[str]:
    """Yield the reason for a refusal, its rule's heading, and the choices that would help."""
    refusal, decision = error.refusal, console.session.table.decision
    seat = console.session.seat(decision.seat)
    if when := when_legal(console.session, str(error.action)):
        yield f"{when}."
        yield from _choices_leading_to(seat, type(error.action), error.action)
        return
    fact = f" ({refusal.fact})" if refusal.fact else ""
    yield f"{console.display.in_words(error.action)} is not legal now: {refusal.text}{fact}."
    yield _cite(console, refusal.rule or decision.rule)
    yield from map(str, error.details)
    helpful = legal_after(seat, error.action)
    if helpful.found:
        yield f"Legal after: {helpful}."
    elif error.action in decision.candidates(console.session.table):  # no choice makes any other legal
        yield f"{helpful} is sure to make it legal."


def _choices_leading_to(seat: Seat, kind: type[Action], action: Action | None = None) -> Iterator[str]:
    """Yield the choices that lead to a decision where the action, or its kind, is legal."""
    if action and (helpful := legal_after(seat, action)).found:
        yield f"Legal after: {helpful}."
        return
    leads = try_choices(seat, lambda world: any(isinstance(option, kind) for option in world.options))
    if leads.found:
        yield f"{kind.name()} can be chosen after: {leads}."
    elif leads.tried < leads.of:
        yield f"{leads} is sure to lead to {kind.name()}."


def _cite(console: Console, rule: str) -> str:
    """Return a section's heading and how to read it."""
    text = console.session.scenario.game.rules_text
    return f"Rule {rulebook.heading(text, rule).replace('  ', ', ', 1)} (rules {rule} shows it)."


def _why_none_is_legal(console: Console, text: str) -> list[str]:
    """Return lines that say why no action of a verb is legal; [] if one is, or for other words."""
    table = console.session.table
    verbs = match(text.split()[0], table.scenario.verbs)
    if len(text.split()) > 1 or len(verbs) != 1:
        return []
    kind = table.scenario.verbs[verbs[0]]
    candidates = [
        candidate for candidate in table.decision.candidates(table) if isinstance(candidate, kind)
    ]
    told = console.display.in_words
    refused = {told(action): refusal for action in candidates if (refusal := table.refusal(action))}
    if len(refused) < len(candidates):
        return []
    if not candidates:
        return [f"There is nothing to {kind.name()} now.", _cite(console, table.decision.rule)]
    by_reason: dict[str, list[str]] = {}
    for action, refusal in refused.items():
        by_reason.setdefault(f"{refusal.text} [rule {refusal.rule}]", []).append(action)
    reasons = list(by_reason.items())[:MOST_LISTED]
    lines = [f"  {listing(actions, 3)}: {reason}" for reason, actions in reasons]
    return [f"No {kind.name()} is legal now:", *lines]


class Trial(NamedTuple):
    """The helpful choices `found` among the first `tried` of a seat's `of` choices."""

    found: Sequence[Action]
    tried: int
    of: int

    def __str__(self) -> str:
        """Return the first few choices found, or say that there are none."""
        if not self.found:
            if self.tried == self.of:
                return "None of your choices"
            return f"None of the first {self.tried} of your {self.of} choices"
        more = [f"{len(self.found) - MOST_LISTED} more"] * (len(self.found) > MOST_LISTED)
        cut = f" (the first {self.tried} of your {self.of} choices were tried)" * (self.tried < self.of)
        return either([*map(str, self.found[:MOST_LISTED]), *more]) + cut


def legal_after(seat: Seat, action: Action) -> Trial:
    """Return a seat's choices after which an action is legal, as `try_choices` does."""
    return try_choices(seat, lambda world: action in world.options)


def try_choices(seat: Seat, wanted: Callable[[Table[Any]], bool]) -> Trial:
    """Return a seat's choices, among the first `MOST_TRIED`, that make `wanted` true for the table.

    Each is tried in worlds that the seat imagines. A choice that needs luck does not count, and
    neither does one after which another seat decides.
    """
    worlds = list({world.position: world for world in (seat.imagine() for _ in range(WORLDS))}.values())
    for world in worlds:
        world.dice = ScriptedDice()  # no faces, so any roll raises GameError
    starts = [world.snapshot() for world in worlds]
    options = seat.options
    tried = options[:MOST_TRIED]
    choices = [
        option
        for option in tried
        if all(
            _makes_true(world, start, seat.name, option, wanted)
            for world, start in zip(worlds, starts, strict=True)
        )
    ]
    return Trial(choices, len(tried), len(options))


def _makes_true(
    world: Table[Any],
    start: Snapshot,
    seat: str,
    option: Action,
    wanted: Callable[[Table[Any]], bool],
) -> bool:
    """Return whether an option makes `wanted` true for a world in which the seat still decides."""
    world.restore(start)
    try:
        world.choose(option)
    except SandtableError:
        return False
    return world.outcome is None and world.decision.seat == seat and wanted(world)


def _wrap_line(line: str, width: int) -> Sequence[str]:
    return wrap(line, width, subsequent_indent="    ", break_on_hyphens=False)
