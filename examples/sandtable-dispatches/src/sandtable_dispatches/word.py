"""Adds ``dispatch``, a command at the prompt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any

from sandtable import Candidate, Command, Session, hookimpl, suggest

from sandtable_dispatches.telegrams import find_telegrams, telegrams


def chosen_telegrams(console: Any, rest: str) -> list[str]:
    """Return the telegrams of the turns that `rest` names, or the last telegram if it is empty."""
    known = telegrams(console.session, console.viewer)
    return find_telegrams(rest, known) if rest else [*known.values()][-1:]


def dispatch(console: Any, rest: str) -> list[str]:
    return [line for text in chosen_telegrams(console, rest) for line in wrap(text, console.width)]


def complete(console: Any, rest: str) -> Iterable[Candidate]:
    known = telegrams(console.session, console.viewer)
    return suggest({turn: f"{len(text.split())} words" for turn, text in known.items()}, rest)


def preview(console: Any, rest: str) -> str:
    texts = chosen_telegrams(console, rest)
    words = sum(len(text.split()) for text in texts)
    return f"{len(texts)} telegram{'s' * (len(texts) > 1)} of {words} words"


DISPATCH = Command(
    "dispatch [TURN]",
    "tell a turn as a telegram",
    dispatch,
    complete=complete,
    preview=preview,
    kind="looks",
    examples=("dispatch", "dispatch 1"),
    after_end=True,
)


@hookimpl
def prompt_commands(session: Session) -> Mapping[str, Command]:
    return {"dispatch": DISPATCH}
