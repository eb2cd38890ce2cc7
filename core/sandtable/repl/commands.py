"""The table's own words; they share one pool with the verbs of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from sandtable.action import ActionError, InvalidAction
from sandtable.errors import PluginError, SandtableError
from sandtable.game import Game
from sandtable.repl import doubts, season
from sandtable.repl.lines import CONTENTS, lines_of_log
from sandtable.repl.screen import beginning
from sandtable.words import clipped, marked, match, resolve, slug

if TYPE_CHECKING:
    from sandtable.repl.console import Console
    from sandtable.session import Entry, Session

USAGE = 22
"""The columns for how a command is used; one that takes more has its help below."""

OVER = "The game is over. coach tells what your choices and your luck were worth; Enter leaves."
"""What is said when nothing is left to be decided."""

LOOKING_BACK = ("coach", "history", "log", "map", "show", "status")
"""What lines may still ask for when the game is over."""


class Command(NamedTuple):
    """A command: how it is used, what it does in a few words, and the function that does it."""

    usage: str
    help: str
    run: Callable[[Console, str], list[str]]


def _later(module: str, name: str) -> Callable[[Console, str], list[str]]:
    """A command whose module of this package is imported when it is first asked for."""

    def run(console: Console, rest: str) -> list[str]:
        done: list[str] = getattr(import_module(f"sandtable.repl.{module}"), name)(console, rest)
        return done

    return run


def _options(console: Console, rest: str) -> list[str]:
    if rest and not beginning(console.options, rest):
        return _not_legal(console, rest)
    mapless = type(console.session.scenario.game).map is Game.map
    there = (name for name in console.commands if name.isalpha() and not (mapless and name == "map"))
    words = ", ".join(there)
    return [*console.choices(rest), *wrap(f"also: {words}", console.width, subsequent_indent="  ")]


def _not_legal(console: Console, rest: str) -> list[str]:
    """What commands do that begin so; else an ActionError that says why nothing legal does."""
    if said := season.of(console.session.table, rest):
        raise ActionError(said)
    word = rest.split()[0]
    if meant := [] if marked(word) and word not in console.commands else match(word, console.commands):
        return [row for name in meant for row in _help_rows(console.commands[name], console.width)]
    try:
        console.read(rest, first=False)
    except InvalidAction:
        raise ActionError(f'nothing that is legal now begins with "{clipped(rest)}"') from None
    return []


def _help(console: Console, rest: str) -> list[str]:
    if rest:
        word = resolve("command", rest.split()[0], [*console.commands, *console.session.scenario.verbs])
        if command := console.commands.get(word):
            return _help_rows(command, console.width)
        kind = console.session.scenario.verbs[word]
        names = (field.name.upper() for field in structs.fields(kind))
        return [f"  {' '.join([word, *names])}", f"  {kind.help} (? {word} lists what is legal now)"]
    return [
        "Type what you do: a verb and its words, or any beginning that means only one thing.",
        *(row for command in console.commands.values() for row in _help_rows(command, console.width)),
        "Several commands on a line are parted by ; and numbers pick from the list last shown.",
        "A verb that takes one thing takes several, one after the other.",
    ]


def _help_rows(command: Command, width: int) -> list[str]:
    """A command and what it does, beside it or below."""
    hang = " " * (USAGE + 3)
    rows = wrap(command.help, max(width, 2 * USAGE), initial_indent=hang, subsequent_indent=hang)
    if len(command.usage) > USAGE:
        return [f"  {command.usage}", *rows]
    return [f"  {command.usage:<{USAGE}} {rows[0].strip()}", *rows[1:]]


def _status(console: Console, _: str) -> list[str]:
    return [*console.status(), console.asks()]


def _map(console: Console, _: str) -> list[str]:
    return console.map()


def _log(console: Console, rest: str) -> list[str]:
    count = lines_of_log(rest)
    lines = [line for entry in console.session.story for line in console.entry_lines(entry)]
    return lines[len(lines) - min(count, len(lines)) :]


def _rules(console: Console, rest: str) -> list[str]:
    from sandtable import rulebook  # noqa: PLC0415 (needed only when asked)

    session = console.session
    here = session.table.decision.rule if session.outcome is None else ""
    game = session.scenario.game
    if rest == CONTENTS:
        headings = rulebook.sections(game.rules_text)
        return [f"{'  ' * (one.level - 2)}{one.id}  {one.title}".rstrip() for one in headings]
    wanted = (rest or here).removeprefix(f"{game.info.cite} ")
    return rulebook.show(game.rules_text, wanted, console.width)


def _abort(console: Console, _: str) -> list[str]:
    session = console.session
    first = session.abort()
    lines = [f"taken back, to before: {_what(console, first)}"]
    if session.table.decision.part:
        lines.append(f"It goes back no further: before that came {session.past[-1].barrier}.")
    return lines


def _what(console: Console, entry: Entry) -> str:
    """What was taken back, as far as the viewer may know it."""
    return str(entry.action) if entry.shows(console.viewer) else "a secret choice"


def _note(console: Console, rest: str) -> list[str]:
    if not rest:
        raise ActionError("note needs a text")
    console.session.note(rest, console.viewer)
    return console.news()


def _save(console: Console, rest: str) -> list[str]:
    session = console.session
    if not rest:
        where = session.journal.path
        return [f"saved in {where}" if where else "not saved yet; save NAME writes it"]
    name = Path(rest if rest.endswith(".jsonl") else f"{rest}.jsonl")
    here = session.journal.path
    target = here.parent / name if here and name == Path(name.name) else name
    return [f"saved in {session.save(target)}"]


def _again(console: Console, _: str) -> list[str]:
    return console.repeat()


def _quit(console: Console, _: str) -> list[str]:
    if console.session.journal.trouble:
        console.agree(doubts.UNSAVED)
    elif console.typed == "q":  # that was meant for a page that has ended already
        console.agree(doubts.LEAVE)
    console.left = True
    return []


COMMANDS = {
    "?": Command("? [WORDS]", "what is legal now (of what begins so)", _options),
    "help": Command("help [WORD]", "these commands, or one of them or of the game's verbs", _help),
    "status": Command("status", "the board and the scores", _status),
    "map": Command("map", "the map, as you may know it", _map),
    "show": Command(
        "show [THING]",
        "a place, unit, card, track, pile: what you may know of it",
        _later("show", "show"),
    ),
    "why": Command(
        "why [ACTION]", "why it is not legal now (or was not), and what would help", _later("why", "why")
    ),
    "log": Command("log [N]", "what happened, the last N lines", _log),
    "rules": Command(
        "rules [SECTION|WORDS]", "the rule in force, another, a search; rules contents lists all", _rules
    ),
    "odds": Command(
        "odds ACTION", "what can come of it (of it then ANOTHER), and how likely", _later("odds", "odds")
    ),
    "hint": Command(
        "hint [TIME]",
        "what you could do, ranked by playing on (5s, or 300 games)",
        _later("thinking", "hint"),
    ),
    "coach": Command(
        "coach [TIME]", "what your choices and your luck were worth (60s)", _later("thinking", "coach")
    ),
    "undo": Command("undo [--force]", "take back the last action", _later("back", "undo")),
    "redo": Command("redo [N|all]", "do it again, or N actions", _later("back", "redo")),
    "abort": Command("abort", "back to before this sequence of choices", _abort),
    "history": Command(
        "history [TURN]", "the turns so far, or all that happened in one", _later("past", "history")
    ),
    "rollback": Command(
        "rollback [TURN|line N|@BOOKMARK] [--force]",
        "back to the start of a turn",
        _later("back", "rollback"),
    ),
    ".": Command(".", "your last actions once more", _again),
    "note": Command("note TEXT", "write a note into the save", _note),
    "save": Command("save [NAME]", "where it is saved, or a copy of it", _save),
    "quit": Command("quit", "leave; the game is saved", _quit),
}
"""Every command by its word."""

ALIASES = {"exit": "quit"}
"""Other words for commands, which completion does not offer."""


def known(session: Session) -> dict[str, Command]:
    """The table's own commands, then those of plugins (the hook `commands`), each by its word.

    A plugin's word that is taken, or that is none, is named among the troubles and left out.
    """
    found = dict(COMMANDS)
    for key, more in session.plugins.ask("commands", Mapping, session=session):
        for word, command in more.items():
            if wrong := _wrong(word, command, found):
                session.plugins.troubles.append(f"{key}: {wrong}")
            else:
                found[word] = command._replace(run=partial(_guarded, key, word, command))
    return found


def _wrong(word: object, command: object, taken: Mapping[str, Command]) -> str:
    """Why something can not be a command, in words; empty when it can."""
    if not isinstance(word, str) or slug(word) != word or not word or not word[0].isalpha():
        return f"a command is one plain word, not {word!r}"
    if word in taken or word in ALIASES:
        return f"the command {word} is there already"
    if not isinstance(command, Command) or not command.usage.startswith(word):
        return f"the command {word} is no Command with a usage that begins with {word}"
    return ""


def _guarded(key: str, word: str, command: Command, console: Console, rest: str) -> list[str]:
    """What a plugin's command says; one that fails is left out from then on."""
    try:
        return [str(line) for line in command.run(console, rest)]
    except SandtableError:
        raise
    except (Exception, SystemExit) as error:
        del console.commands[word]
        plugins = console.session.plugins
        plugins.leave_out(key, f"its command {word}", error)
        raise PluginError(plugins.troubles.pop()) from error
