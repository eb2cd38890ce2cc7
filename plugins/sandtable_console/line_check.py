"""Checks a half-typed line without changing anything, fast enough to run at every key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sandtable import (
    Action,
    AmbiguousAction,
    AmbiguousName,
    IllegalAction,
    IncompleteAction,
    SandtableError,
    listing,
    sentence,
)
from sandtable.tooling import undo
from sandtable_console import lines
from sandtable_console.console import Console, NotRepeated
from sandtable_console.option_rows import MOST_NAMED
from sandtable_console.reading import AmbiguousWord, NotNow, NotYours

Reason = Literal["illegal", "ambiguous", "incomplete", "unknown"]
"""Why words are refused: not legal now, several meanings, a part missing, or no meaning at all."""

Kind = Literal["empty", "valid", "command"] | Reason


class Check(NamedTuple):
    """The state of a half-typed line, and a text about it.

    - ``valid``: the line is an action; the text says what it does.
    - ``command``: the line is a command; the text says what it does.
    - ``incomplete``: one of the words in the text must follow.
    - ``ambiguous``: the line may mean any of the words in the text.
    - ``illegal``: the text gives the reason.
    - ``unknown``: the line means nothing.
    - ``empty``: nothing can be said, as when an earlier command of the line changes what is legal.
    """

    kind: Kind
    text: str = ""


NOTHING = Check("empty")


def check(console: Console, text: str) -> Check:
    """Check the text before the cursor as the console would read it, without changing anything."""
    rows = [*lines.split_rows(text).values()]
    if len(rows) != 1:
        return NOTHING
    try:
        *before, last = lines.commands_of(rows[0], console.reader.takes_text)
    except SandtableError as error:
        return Check("unknown", str(error))
    for place, part in enumerate(before):
        checked = _check_command(console, part, first=place == 0)
        if checked.kind not in ("empty", "command"):
            return NOTHING if checked.kind == "valid" else checked
        if not part:
            continue
        command = console.reader.meaning(part, first=place == 0).command
        if command and (command.moves or command.kind == "leaves"):  # it may change what is legal
            return NOTHING
    return _check_command(console, last, first=not before)


def _check_command(console: Console, text: str, *, first: bool) -> Check:
    if not text:
        return NOTHING
    try:
        meant = console.reader.meaning(text, first=first)
        if meant.command:
            return Check("command", meant.command.effect(console, meant.rest))
    except SandtableError as error:
        return _check_refused(console, text, error)
    does = "; ".join(_effect(console, move[0], text) for move in meant.moves)
    count = len(meant.moves)
    return Check("valid", f"{count} actions, each if still legal: {does}" if count > 1 else does)


def _effect(console: Console, action: Action, text: str) -> str:
    """Say what an action does, after its words unless they were typed in full."""
    about, told = console.display.about(action), console.display.in_words(action)
    return about if about and text == told else f"{told}{f': {about}' if about else ''}"


def _check_refused(console: Console, text: str, error: SandtableError) -> Check:
    """Return the state of a refused line, which may still begin a legal one."""
    if isinstance(error, AmbiguousAction):
        return _several(console, text, error.choices)
    if isinstance(error, AmbiguousWord):
        return Check("ambiguous", f"can mean {listing(error.words, MOST_NAMED)}")
    if isinstance(error, IllegalAction):
        return Check(
            "illegal", " ".join([sentence(str(error.refusal)), *error.details]).removesuffix(".")
        )
    return Check(reason(error), str(error))


def reason(error: SandtableError) -> Reason:
    """Return the reason for which an error refuses words."""
    if isinstance(error, AmbiguousAction | AmbiguousName):
        return "ambiguous"
    if isinstance(error, IllegalAction | NotNow | NotRepeated | NotYours | undo.UndoRefused):
        return "illegal"
    return "incomplete" if isinstance(error, IncompleteAction) else "unknown"


def _several(console: Console, text: str, choices: Sequence[Action]) -> Check:
    """Return the state of words that fit several options: the next words, or the meanings."""
    count, told = len(text.split()), console.display.in_words
    heads = dict.fromkeys(told(choice.words[:count]) for choice in choices)
    if len(heads) > 1:
        return Check("ambiguous", f"can mean {listing(list(heads), MOST_NAMED)}")
    next_words = dict.fromkeys(told(choice.words[count : count + 1]) for choice in choices)
    return Check("incomplete", f"then {listing([*filter(None, next_words)], MOST_NAMED)}")
