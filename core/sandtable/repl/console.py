"""A typed line and what it does: pure, without a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from sandtable import rulebook
from sandtable.action import Action, ActionError, InvalidAction
from sandtable.errors import AmbiguousName, SandtableError
from sandtable.session import HUMAN, Entry, Session
from sandtable.words import listing, match


class Reply(NamedTuple):
    """What a line did: text to show, the error that stopped it, whether to leave."""

    lines: list[str]
    error: SandtableError | None = None
    quit: bool = False


class Command(NamedTuple):
    """A word of the table's own, beside the verbs of the game."""

    usage: str
    help: str
    run: Callable[[Console, str], list[str]]


class Console:
    """Takes lines for a session: the game's actions and the table's own commands.

    It shows only what the seat that decides may know; with one human at the table, only
    what that human may know. `numbers` lets a bare number mean a place in the list last shown.
    """

    def __init__(self, session: Session, width: int = 80, *, numbers: bool = False) -> None:
        self.session = session
        self.width = width
        self.numbers = numbers
        self.left = False
        self._shown: Sequence[Action] = ()
        self._told = 0

    @property
    def viewer(self) -> str | None:
        """Whose eyes the text is for: the only human, else whoever decides, else everybody's."""
        humans = [seat for seat, player in self.session.seats.items() if player == HUMAN]
        if len(humans) == 1:
            return humans[0]
        return self.session.to_move if humans else None

    def do(self, line: str) -> Reply:
        """Do what a line says; with several commands, those before an error stay done."""
        lines: list[str] = []
        parts = [line] if line.split(" ")[0] == "note" else line.split(";")
        for place, part in enumerate(parts):
            try:
                lines += self._one(part.strip(), first=place == 0)
            except SandtableError as error:
                return Reply(lines, error, self.left)
            if self.left:
                break
        return Reply(lines, None, self.left)

    def _one(self, text: str, *, first: bool) -> list[str]:
        if not text:
            return []
        word, _, rest = text.partition(" ")
        if word.isdecimal():
            return self._choose(self._numbered(int(word), first=first))
        verbs = list(dict.fromkeys(option.name() for option in self.session.options()))
        meant = match(word, [*COMMANDS, *verbs])
        commands = [name for name in meant if name in COMMANDS]
        if commands and len(meant) > 1 and word not in COMMANDS:
            raise AmbiguousName(f'"{word}" can mean {listing(meant)}')
        if commands:
            return COMMANDS[commands[0]].run(self, rest.strip())
        try:
            return self._choose(self.session.table.read(text))
        except InvalidAction as error:
            if meant:
                raise
            raise InvalidAction(f"{error} (? lists what can be done)") from None

    def _numbered(self, number: int, *, first: bool) -> Action:
        if not (self.numbers and first):
            raise ActionError(f'"{number}": a number only means something right after a list; use words')
        if not 1 <= number <= len(self._shown):
            raise ActionError(f'"{number}": the list last shown has 1 to {len(self._shown)}')
        return self._shown[number - 1]

    def _choose(self, action: Action) -> list[str]:
        self.session.choose(action)
        self._shown = ()
        return self.news()

    # What is shown.

    def news(self) -> list[str]:
        """What has happened since this was last asked."""
        story = self.session.story
        fresh = [entry for entry in story if entry.n > self._told]
        self._told = self.session.journal.n
        return [line for entry in fresh for line in self._entry(entry)]

    def _entry(self, entry: Entry) -> list[str]:
        note = [f"note: {entry.note}"] if entry.note else []
        return [event.text for event in entry.seen_by(self.viewer)] + note

    def asks(self) -> str:
        """Whose decision it is, of what, by which rule."""
        session = self.session
        if session.to_move is None:
            return f"The game is over: {session.outcome.name if session.outcome else ''}."
        decision = session.table.decision
        return f"{decision.seat}: {decision.ask(session.table)} [rule {decision.rule}]"

    def status(self) -> list[str]:
        """The status line and the board."""
        game, view = self.session.scenario.game, self.session.view(self.viewer)
        return [game.status(view), *game.board(view, self.width)]

    def choices(self) -> list[str]:
        """What is legal now, by verb, and the table's own commands."""
        options = self.session.options()
        if self.session.to_move != self.viewer and self.viewer is not None:
            options = ()
        self._shown = options
        lines = [self.asks()]
        for number, option in enumerate(options, 1):
            lines.append(f"{number:4}  {option}" if self.numbers else f"  {option}")
        return [*lines, "also: " + ", ".join(command.usage for command in COMMANDS.values())]


def _help(console: Console, _: str) -> list[str]:
    return console.choices()


def _status(console: Console, _: str) -> list[str]:
    return [*console.status(), console.asks()]


def _log(console: Console, rest: str) -> list[str]:
    if rest and not rest.isdecimal():
        raise ActionError(f'log takes a number of lines, not "{rest}"')
    lines = [line for entry in console.session.story for line in console._entry(entry)]
    return lines[-int(rest) :] if rest else lines[-20:]


def _rules(console: Console, rest: str) -> list[str]:
    text = console.session.scenario.game.rules_text
    wanted = rest or console.session.table.decision.rule
    return "\n\n".join(map(str, rulebook.find(text, wanted))).splitlines()


def _undo(console: Console, rest: str) -> list[str]:
    if rest not in ("", "--force"):
        raise ActionError(f'undo takes nothing or --force, not "{rest}"')
    action = console.session.undo(force=rest == "--force")
    return [f"taken back: {action}"]


def _redo(console: Console, _: str) -> list[str]:
    entry = console.session.redo()
    return [f"done again: {entry.action}", *console.news()]


def _abort(console: Console, _: str) -> list[str]:
    action = console.session.abort()
    return [f"taken back, to before: {action}"]


def _note(console: Console, rest: str) -> list[str]:
    if not rest:
        raise ActionError("note needs a text")
    console.session.note(rest)
    return console.news()


def _save(console: Console, rest: str) -> list[str]:
    session = console.session
    if not rest:
        where = session.journal.path
        return [f"saved in {where}" if where else "not saved yet; save NAME writes it"]
    name = rest if rest.endswith(".jsonl") else f"{rest}.jsonl"
    return [f"saved in {session.save(Path(name))}"]


def _quit(console: Console, _: str) -> list[str]:
    console.left = True
    return []


COMMANDS = {
    "?": Command("?", "what is legal now", _help),
    "status": Command("status", "the board and the scores", _status),
    "log": Command("log [N]", "what happened, the last N lines", _log),
    "rules": Command("rules [SECTION]", "the rule in force, or another", _rules),
    "undo": Command("undo", "take back the last action", _undo),
    "redo": Command("redo", "do it again", _redo),
    "abort": Command("abort", "back to before this sequence of choices", _abort),
    "note": Command("note TEXT", "write a note into the save", _note),
    "save": Command("save [NAME]", "a copy of the game", _save),
    "quit": Command("quit", "leave; the game is saved", _quit),
}
"""The table's own words; they share one pool with the verbs of the game."""
