"""A typed line and what it does: pure, without a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from sandtable.action import Action, ActionError, IllegalAction, InvalidAction
from sandtable.errors import SandtableError
from sandtable.phase import Decision
from sandtable.repl.commands import Command
from sandtable.repl.lines import commands, rows
from sandtable.repl.reading import Reader
from sandtable.session import Entry, Session
from sandtable.words import clipped


class Reply(NamedTuple):
    """What a line did: text to show, the error that stopped it, whether to leave."""

    lines: list[str]
    error: SandtableError | None = None
    quit: bool = False


def _nothing(entry: Entry) -> None:
    """What is done with a bot's move where nobody wants to be told at once."""


def _yes(question: str) -> bool:  # noqa: ARG001
    """What is answered where nobody wants to be asked once more."""
    return True


class Chosen(NamedTuple):
    """What a line chose: who decided what, and the action in words."""

    asked: tuple[str, type[Decision[Any]]] | None
    text: str


class NotRepeated(ActionError):
    """What the last line chose is not chosen now."""


class Console(Reader):
    """Takes lines for a session: the game's actions and the table's own commands.

    After a human's action the bots play until a human decides again.
    """

    def __init__(
        self, session: Session, width: int = 80, height: int | None = None, *, numbers: bool = False
    ) -> None:
        super().__init__(session, width, height, numbers=numbers)
        self.watched = False
        """Whether somebody at a terminal sees how far long thinking is."""
        self.enters = False
        """Whether an empty line does something anywhere, also from a pipe, as in a lesson."""
        self.left = False
        self.after_bot: Callable[[Entry], object] = _nothing
        """Told what each bot does, before the next one decides."""
        self.patience: Callable[[str], AbstractContextManager[object]] = nullcontext
        """Stands by while the bot of a seat thinks."""
        self.refused: dict[str | None, str] = {}
        """The last command of each viewer that could not be done."""
        self.ask: Callable[[str], bool] = _yes
        """Asks a player once more, before something that is not easily mended."""
        self.typed = ""
        """The command that is being done, as it was typed."""
        self._done: list[Chosen] = []
        self._acted = False
        """Whether the lines that are being done have chosen something."""
        self._doing: Command | None = None
        """The command that is being done, if it is no action."""
        self._last: dict[str | None, tuple[Chosen, ...]] = {}

    def stands_for(self, line: str) -> str:
        """What is done for a line: itself; in a lesson an empty one is what it asks for."""
        return line

    def do(self, line: str) -> Reply:
        """Do what a line says, or each row of a paste; those before an error stay done."""
        lines: list[str] = []
        self._acted = False
        typed = rows(line)
        seat = self.session.to_move
        for place, row in typed.items():
            reply = self._row(row, seat, first=place == min(typed))
            lines += reply.lines
            if reply.error and len(typed) > 1:
                after = sum(other > place for other in typed)
                what = f"; of the lines after it {after} were not done" if after else ""
                count = len(line.splitlines())
                said = f'Line {place} of {count}, "{clipped(row)}", was not done{what}.'
                reply.error.details = [*reply.error.details, said]
            if reply.error or self.left:
                return Reply(lines, reply.error, self.left)
        return Reply(lines, None, self.left)

    def _row(self, row: str, seat: str | None, *, first: bool) -> Reply:
        """Do the commands of a row, as long as it is a decision of `seat` (of anybody in the first)."""
        lines: list[str] = []
        part, viewer, self._done = "", self.viewer, []
        left: list[str] = []
        try:
            self.bots()  # they may have been stopped, by a roll that was not answered
            seat = self.session.to_move if first else seat
            parts = commands(row, self.takes_text)
            for place, part in enumerate(parts):
                left = parts[place + 1 :]
                if self.session.to_move != seat and part:
                    raise ActionError(f'"{clipped(part)}" was not done: {self.asks()}')
                lines += self._one(part, first=first and place == 0)
                if self.left:
                    break
        except SandtableError as error:
            illegal = isinstance(error, IllegalAction | InvalidAction)
            if self._doing.moves if self._doing else illegal:
                self.refused[viewer] = part
            if left:
                error.details = [f"Not done, for what came before it: {'; '.join(map(clipped, left))}."]
            return Reply(lines, error, self.left)
        finally:
            if self._done:
                self._last[viewer] = tuple(self._done)
        return Reply(lines, None, self.left)

    def _one(self, text: str, *, first: bool) -> list[str]:
        self._doing, self.typed = None, text
        if not text:
            only = self.only if first else None
            return [] if only is None else self._choose([only])
        try:
            meant = self.meaning(text, first=first)
        finally:
            self._words = ()
        if meant.command:
            self._doing = meant.command
            before = self.news() if self._acted else []
            return [*before, *meant.command.run(self, meant.rest)]
        return self._choose(*meant.moves)

    def repeat(self) -> list[str]:
        """Do again, in words, what the viewer's last line did that chose something."""
        done = self._done
        try:
            for one in self.again():
                self._stay(one)
                self._choose([self.read(one.text, first=False)])
        finally:
            self._done = done  # so that the same is repeated the next time
        return []

    def again(self) -> Sequence[Chosen]:
        """What the viewer's last line chose, if its first can be chosen again. Raises ActionError."""
        again = self._last.get(self.viewer, ())
        if not again:
            raise NotRepeated("there is nothing yet to do again")
        self._stay(again[0])
        self.read(again[0].text, first=False)
        return again

    def _stay(self, one: Chosen) -> None:
        """Raise ActionError where another decision waits than the one in which something was chosen."""
        if one.asked != self._asked_now():
            title = one.asked[1].title if one.asked else ""
            raise NotRepeated(
                f'"{one.text}" was chosen in {title}, and is not repeated here: {self.asks()}'
            )

    def agree(self, question: str) -> None:
        """Raise ActionError where a player, asked once more, thinks better of it."""
        if not self.ask(question):
            raise ActionError(f'"{clipped(self.typed)}" was not done')

    def _choose(self, *moves: Sequence[Action]) -> list[str]:
        """Choose moves from one list, as long as it is the same choice of the same seat."""
        asked = self._asked_now()
        for move in moves:
            self.may_choose()
            if self._asked_now() != asked:
                raise ActionError(f'"{move[0]}" was not done: {self.asks()}')
            seat = self.session.to_move
            self.session.choose(move[0])
            self._acted = True
            self._done.append(Chosen(asked, str(move[0])))
            self.shown = ()
            self.bots()
            self._go_on(seat, move[1:])
        return []

    def _go_on(self, seat: str | None, rest: Sequence[Action]) -> None:
        """Do the rest of a move that a seat has begun, as long as it can be done."""
        for action in rest:
            if self.session.to_move != seat or action not in self.options:
                raise ActionError(f'"{action}" was not done: {self.asks()}')
            asked = self._asked_now()
            self.session.choose(action)
            self._done.append(Chosen(asked, str(action)))
            self.bots()

    def bots(self) -> None:
        """Let the bots play until a human decides or the game is over."""
        moves = self.session.play()
        while True:
            with self.patience(self.session.to_move or ""):
                entry = next(moves, None)
            if entry is None:
                return
            self.after_bot(entry)
