"""What one of the table's own words would do with what is typed after it: asked at every key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sandtable.errors import SandtableError
from sandtable.repl import back, odds_words, past
from sandtable.repl.lines import CONTENTS, lines_of_log
from sandtable.repl.screen import beginning
from sandtable.words import clipped, listing, resolve

if TYPE_CHECKING:
    from sandtable.repl.console import Console

MOST = 6
"""At most this many of the things that are meant are named."""


def told(console: Console, name: str, rest: str) -> str:
    """What a command would do, in a few words; its help where there is no more to say.

    Raises SandtableError, in the words of the command itself, where it would refuse.
    """
    tell = _TOLD.get(name)
    said = tell(console, rest) if tell and (rest or name in _ALONE) else ""
    return said or console.commands[name].help


def _options(console: Console, rest: str) -> str:
    if found := beginning(console.options, rest):
        return f"lists {listing([str(one) for one in found], MOST)}"
    about = console.commands["?"].run(console, rest)  # where it finds no command either it says why
    return f"about {about[0].split()[0]}" if about else ""


def _help(console: Console, rest: str) -> str:
    verbs = console.session.scenario.verbs
    word = resolve("command", rest.split()[0], [*console.commands, *verbs])
    return f"about {word}"


def _show(console: Console, rest: str) -> str:
    from sandtable.repl.show import show  # noqa: PLC0415 (needed only when asked)

    return " ".join(show(console, rest)[0].split())


def _log(_: Console, rest: str) -> str:
    return f"the last {lines_of_log(rest)} lines of what happened"


def _rules(console: Console, rest: str) -> str:
    from sandtable import rulebook  # noqa: PLC0415 (needed only when asked)

    game = console.session.scenario.game
    if rest == CONTENTS:
        return "lists all sections"
    wanted = rest.removeprefix(f"{game.info.cite} ")
    found = rulebook.find(game.rules_text, wanted)
    if rulebook.by_id(game.rules_text, wanted):
        return rulebook.heading(game.rules_text, found[0].id)
    return f"in {listing([one.id for one in found], MOST)}"


def _history(console: Console, rest: str) -> str:
    return f"all that happened in {past.named(console, rest)}"


def _rollback(console: Console, rest: str) -> str:
    found = back.back(console, rest)
    return f"back to {found.where}: takes back {found.what}{_openly(found.openly)}"


def _undo(console: Console, rest: str) -> str:
    what, openly = back.undone(console, rest)
    return f"takes back {what}{_openly(openly)}"


def _openly(openly: bool) -> str:
    return ", which the save will say" if openly else ""


def _redo(console: Console, rest: str) -> str:
    most = back.redone(console, rest)
    return f"does again what was taken back{f', up to {most} actions' if most > 1 else ''}"


def _again(console: Console, _: str) -> str:
    return f"does again {'; '.join(one.text for one in console.again())}"


def _think(_: Console, rest: str) -> str:
    from sandtable.thinking.budget import Budget  # noqa: PLC0415 (needed only when asked)

    return f"thinks for {Budget.read(rest)}"


def _odds(console: Console, rest: str) -> str:
    """What its first action does; those after ``then`` are of another position."""
    before, then, _ = f"{rest} ".partition(" then ")
    _, words = odds_words.read(before.split())
    if not words:
        return ""
    text = " ".join(words)
    first = (
        console.numbered([text], first=True)[0] if text.isdecimal() else console.read(text, first=True)
    )
    return f"what can come of {first}{' and so on' if then else ''}"


def _why(console: Console, rest: str) -> str:
    """The reason alone; what would help is found when it is asked for."""
    try:
        meant = console.meaning(rest)
    except SandtableError as error:
        return str(error)
    if meant.command:
        return told(console, meant.command, meant.rest)
    return f"{'; '.join(str(move[0]) for move in meant.moves)} is legal"


def _save(_: Console, rest: str) -> str:
    return f"a copy of it as {clipped(rest)}"


_TOLD: Mapping[str, Callable[[Console, str], str]] = {
    "?": _options,
    "help": _help,
    "show": _show,
    "why": _why,
    "log": _log,
    "rules": _rules,
    "odds": _odds,
    "hint": _think,
    "coach": _think,
    "undo": _undo,
    "redo": _redo,
    "history": _history,
    "rollback": _rollback,
    ".": _again,
    "save": _save,
}

_ALONE = ("undo", "redo", "rollback", ".")
"""Those of which there is something to say without any words after them."""
