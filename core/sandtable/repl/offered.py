"""The words that the table's own commands take, each with a few words about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sandtable.repl.lines import FORCE

if TYPE_CHECKING:
    from sandtable.repl.console import Console

OPENLY = {FORCE: "openly, also over a roll or a reveal"}


def after(console: Console, name: str) -> Mapping[str, str]:
    """The words that can stand after a command; none when it takes none, or any text."""
    offer = _OFFERS.get(name)
    return offer(console) if offer else {}


def _things(console: Console) -> Mapping[str, str]:
    from sandtable.repl.show import names  # noqa: PLC0415 (needed only when asked)

    return names(console)


def _sections(console: Console) -> Mapping[str, str]:
    from sandtable import rulebook  # noqa: PLC0415 (needed only when asked)

    text = console.session.scenario.game.rules_text
    return {one.id: one.title for one in rulebook.sections(text)} | {"contents": "all sections"}


def _turns(console: Console) -> Mapping[str, str]:
    from sandtable.repl import past  # noqa: PLC0415 (needed only when asked)

    return {turn.name.lower(): about for turn, about in past.starts(console) if turn.name}


def _places(console: Console) -> Mapping[str, str]:
    from sandtable.repl import past  # noqa: PLC0415 (needed only when asked)

    return {**_turns(console), **past.marks(console), **OPENLY}


def _verbs(console: Console) -> Mapping[str, str]:
    return {verb: kind.help for verb, kind in console.session.scenario.verbs.items()}


_OFFERS: Mapping[str, Callable[[Console], Mapping[str, str]]] = {
    "show": _things,
    "rules": _sections,
    "history": _turns,
    "rollback": _places,
    "undo": lambda _: OPENLY,
    "redo": lambda _: {"all": "all that was taken back"},
    "help": lambda console: {
        **{name: one.help for name, one in console.commands.items()},
        **_verbs(console),
    },
    "why": _verbs,
    "hint": lambda _: {"5s": "seconds of thinking", "30s": "the same, longer", "300": "games"},
    "coach": lambda _: {"60s": "seconds of thinking", "300s": "the same, longer"},
    "log": lambda _: {"20": "lines", "100": "lines"},
}
