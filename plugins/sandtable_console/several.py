"""Reads several names after a verb that takes one: ``commit roads kemal``, ``commit all but roads``.

Reading changes nothing: actions are tried only in an imagined world.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sandtable import (
    Action,
    ActionError,
    GameError,
    IncompleteAction,
    InvalidAction,
    SandtableError,
    ScriptedDice,
    Table,
    listing,
)
from sandtable.tooling import clip, match

if TYPE_CHECKING:
    from sandtable_console.reading import Reader

ALL, BUT, AND = "all", "but", "and"
"""The words that mean every object of a verb, introduce exceptions, and join objects."""

MOST_TIMES = 99
"""The largest count after an object (``x99``)."""

_TIMES = re.compile(r"x([0-9]{1,2})", re.IGNORECASE)


def all_actions(reader: Reader, text: str, *, first: bool) -> Sequence[Action]:
    """Return the actions, in order, that a verb with ``all`` means; () for other words.

    Raises ActionError if they cannot all be done as parts of one choice.
    """
    verb, *things = _words(text)
    if not things or things[0].lower() != ALL:
        return ()
    one_each = _with_one_word(reader.options, verb)
    if not one_each or ALL in (option.words[1] for option in one_each):
        return ()
    return _all_but(reader, one_each, things[1:], first=first)


def several_actions(reader: Reader, text: str, *, first: bool) -> Sequence[Action]:
    """Return the actions, in order, that a verb with several objects means; () for other words.

    ``x2`` after an object repeats it. In the `first` command of a line, an object may be a number from
    the last list shown. Raises ActionError if one of the actions cannot be done.
    """
    verb, *things = _words(text)
    one_each = _with_one_word(reader.options, verb)
    if not one_each or len(things) < 2:
        return ()
    names = [option.words[1] for option in one_each]
    actions: list[Action] = []
    for thing in things:
        if actions and thing not in names and (number := _TIMES.fullmatch(thing)):
            if not 1 <= int(number[1]) <= MOST_TIMES:
                raise ActionError(f'"x{number[1]}": a number after a name is x1 to x{MOST_TIMES}')
            actions += [actions[-1]] * (int(number[1]) - 1)
        else:
            actions.append(_read(reader, f"{one_each[0].name()} {thing}", text, first=first))
    return actions


def _words(text: str) -> list[str]:
    """Return the words of a line without the commas and ``and`` of a list."""
    return [word for word in text.replace(",", " ").split() if word.lower() != AND] or [text]


def _with_one_word(options: Sequence[Action], verb: str) -> Sequence[Action]:
    """Return the options of the verb that a word means, if each takes exactly one object."""
    named = [option for option in options if isinstance(option, Action)]  # ranges are left out
    verbs = match(verb, dict.fromkeys(option.name() for option in named))
    fitting = [option for option in named if option.name() in verbs]
    return fitting if len(verbs) == 1 and all(len(option.words) == 2 for option in fitting) else ()


def _read(reader: Reader, part: str, text: str, *, first: bool) -> Action:
    """Read one of several actions; if it means nothing, the whole line is refused."""
    try:
        return reader.read(part, first=first)
    except SandtableError as error:
        error.details = [*error.details, f'None of "{clip(text)}" was done.']
        raise


def _all_but(
    reader: Reader, options: Sequence[Action], rest: Sequence[str], *, first: bool
) -> Sequence[Action]:
    """Return all options of a verb but the exceptions, repeated for identical items."""
    verb = options[0].name()
    if rest and rest[0].lower() != BUT:
        raise InvalidAction(f'{verb} {ALL} takes "{BUT}" and names to leave out, not "{clip(rest[0])}"')
    if rest and not rest[1:]:
        raise IncompleteAction(f"{verb} {ALL} {BUT} needs names to leave out")
    if count := next((thing for thing in rest[1:] if _TIMES.fullmatch(thing)), ""):
        raise InvalidAction(f'"{count}": {verb} {ALL} {BUT} takes names without a count')
    exceptions = [reader.read(f"{verb} {thing}", first=first) for thing in rest[1:]]
    copies = reader.display.copies
    actions = [option for option in options for _ in range(copies(option)) if option not in exceptions]
    if not actions:
        raise ActionError(f"{verb} {ALL} {BUT} {' '.join(rest[1:])} leaves nothing to {verb}")
    _check_all_possible(reader, actions)
    return actions


def _check_all_possible(reader: Reader, wanted: Sequence[Action]) -> None:
    """Raise ActionError unless all the actions can be done as parts of one choice."""
    session = reader.session
    world: Table[Any] = session.seat(session.table.decision.seat).imagine()
    world.dice = ScriptedDice()  # no faces, so any roll raises GameError
    decision = type(world.decision)
    for done, action in enumerate(wanted):
        if done and not (isinstance(world.decision, decision) and world.decision.part):
            raise _no_sequence_error(action) if done == 1 else _not_all_error(world, wanted, done)
        if action not in world.options:
            raise _not_all_error(world, wanted, done)
        try:
            world.choose(action)
        except GameError:
            if not done or action != wanted[-1]:
                raise _no_sequence_error(action) from None
        if world.outcome is not None:
            return


def _no_sequence_error(action: Action) -> ActionError:
    verb = action.name()
    return ActionError(f"{verb} takes one name here, not {ALL}; type {verb} and a name")


def _not_all_error(world: Table[Any], wanted: Sequence[Action], done: int) -> ActionError:
    """Return an error that says why not all can be done, and how to name fewer."""
    action, verb = wanted[done], wanted[0].name()
    refusal = world.refusal(action)
    why = f": {refusal}" if refusal else ""
    problem = f"not all {len(wanted)} can be done"
    error = ActionError(f"{problem}: after {done} of them, {action} is not legal{why}")
    legal = [option for option in world.options if isinstance(option, Action) and option.name() == verb]
    if not legal:
        error.details = [f"Name at most {done} of them."]
    else:
        names = dict.fromkeys(other.words[1] for other in wanted[done:] if other not in legal)
        error.details = [f'Name only some, or leave out {listing([*names])} after "{ALL} {BUT}".']
    return error


def completions(reader: Reader, typed: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the words that may follow a verb besides its options, each with a description."""
    options = _with_one_word(reader.options, typed[0]) if typed else ()
    names = [option.words[1] for option in options]
    takes = reader.session.table.decision.takes
    if len(options) < 2 or ALL in names or not any(kind.name() == "done" for kind in takes):
        return
    match typed[1:]:
        case []:
            yield ALL, f"all {sum(map(reader.display.copies, options))} of them"
        case [word] if word.lower() == ALL:
            yield BUT, "and the names to leave out"
        case [*things]:
            remaining = [option for option in options if option.words[1] not in things]
            yield from ((option.words[1], reader.display.about(option)) for option in remaining)
