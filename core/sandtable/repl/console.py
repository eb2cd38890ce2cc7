"""A typed line and what it does: pure, without a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.action import Action, ActionError, AmbiguousAction, InvalidAction
from sandtable.errors import AmbiguousName, SandtableError
from sandtable.repl import screen
from sandtable.repl.commands import ALIASES, known
from sandtable.repl.sight import Sight
from sandtable.session import Session
from sandtable.words import listing, match


class Reply(NamedTuple):
    """What a line did: text to show, the error that stopped it, whether to leave."""

    lines: list[str]
    error: SandtableError | None = None
    quit: bool = False


class AmbiguousWord(AmbiguousName):
    """A beginning that commands, or commands and verbs, share; `words` are those that fit."""

    def __init__(self, typed: str, words: Sequence[str]) -> None:
        super().__init__(f'"{typed}" can mean {listing(words)}')
        self.words = words


class Console(Sight):
    """Takes lines for a session: the game's actions and the table's own commands.

    After a human's action the bots play until a human decides again.
    """

    def __init__(
        self, session: Session, width: int = 80, height: int | None = None, *, numbers: bool = False
    ) -> None:
        super().__init__(session, width, height, numbers=numbers)
        self.watched = False
        """Whether somebody at a terminal sees how far long thinking is."""
        self.commands = known(session)
        self.left = False
        self._words: Sequence[str] = ()

    def do(self, line: str) -> Reply:
        """Do what a line says; with several commands, those before an error stay done."""
        lines: list[str] = []
        parts = [line] if line.split(" ")[0] == "note" else line.split(";")
        try:
            self.bots()  # they may have been stopped, by a roll that was not answered
        except SandtableError as error:
            return Reply(lines, error)
        seat = self.session.to_move
        for place, part in enumerate(parts):
            try:
                if self.session.to_move != seat and part.strip():
                    raise ActionError(f'"{part.strip()}" was not done: {self.asks()}')
                lines += self._one(part.strip(), first=place == 0)
            except SandtableError as error:
                return Reply(lines, error, self.left)
            if self.left:
                break
        return Reply(lines, None, self.left)

    def _one(self, text: str, *, first: bool) -> list[str]:
        if not text:
            only = self.only if first else None
            return [] if only is None else self._choose([only])
        word, _, rest = text.partition(" ")
        word = ALIASES.get(word, word)
        offered, self._words = self._words, ()
        if first and text.isdecimal() and len(text) < 6 and 0 < int(text) <= len(offered):
            return self._one(offered[int(text) - 1], first=first)
        if text.replace(" ", "").isdecimal():
            return self._choose(*self._moves(text.split(), first=first))
        verbs = list(dict.fromkeys(option.name() for option in self.options))
        meant = match(word, [*self.commands, *verbs])
        commands = [name for name in meant if name in self.commands]
        if commands and len(meant) > 1:
            raise AmbiguousWord(word, meant)
        if commands:
            command = self.commands[commands[0]]
            if rest.strip() and command.usage == commands[0]:
                raise ActionError(f'{commands[0]} takes nothing, not "{rest.strip()}"')
            return command.run(self, rest.strip())
        self.may_choose()
        try:
            return self._choose([self.read(text, first=first)])
        except InvalidAction as error:
            if meant:
                raise
            raise InvalidAction(f"{error} (? lists what can be done)") from None

    def read(self, text: str, *, first: bool) -> Action:
        """An action in words, whose last may be its number in the list last shown."""
        *head, last = text.split()
        if head and last.isdecimal() and self.numbers and first and len(last) < 6:
            place = int(last) - 1
            if 0 <= place < len(self.shown) and screen.beginning([self.shown[place]], " ".join(head)):
                return self.shown[place]
        return self.session.table.read(text)

    def numbered(self, typed: Sequence[str], *, first: bool) -> list[Action]:
        """The actions that bare numbers mean; of a whole move, the first."""
        return [move[0] for move in self._moves(typed, first=first)]

    def _moves(self, typed: Sequence[str], *, first: bool) -> list[Sequence[Action]]:
        """The moves that bare numbers mean."""
        if not (self.numbers and first):
            text = " ".join(typed)[:20]
            raise ActionError(f'"{text}": a number only means something right after a list; use words')
        for word in typed:
            if not (len(word) < 6 and 1 <= int(word) <= len(self.shown)):
                there = f"has 1 to {len(self.shown)}" if self.shown else "is used up; ? shows it anew"
                raise ActionError(f'"{word[:20]}": the list last shown {there}')
        return [self._shown[int(word) - 1] for word in typed]

    def _choose(self, *moves: Sequence[Action]) -> list[str]:
        """Choose moves from one list, as long as it is the same choice of the same seat."""
        asked = self._asked_now()
        for move in moves:
            self.may_choose()
            if self._asked_now() != asked:
                raise ActionError(f'"{move[0]}" was not done: {self.asks()}')
            seat = self.session.to_move
            self.session.choose(move[0])
            self.shown = ()
            self.bots()
            self._go_on(seat, move[1:])
        return []

    def _go_on(self, seat: str | None, rest: Sequence[Action]) -> None:
        """Do the rest of a move that a seat has begun, as long as it can be done."""
        for action in rest:
            if self.session.to_move != seat or action not in self.options:
                raise ActionError(f'"{action}" was not done: {self.asks()}')
            self.session.choose(action)
            self.bots()

    def _asked_now(self) -> tuple[str, type[object]] | None:
        """Who decides, and in which phase; None when the game is over."""
        if self.session.outcome is not None:
            return None
        decision = self.session.table.decision
        return decision.seat, type(decision)

    def may_choose(self) -> None:
        """Raise ActionError when it is not a human's decision: nobody plays for a bot."""
        seat = self.session.to_move
        if seat is not None and self.humans and seat not in self.humans:
            raise ActionError(f"{seat} decides, who is played by {self.session.seats[seat]}")

    def bots(self) -> None:
        """Let the bots play until a human decides or the game is over."""
        for _ in self.session.play():
            pass

    def offer(self, error: SandtableError) -> list[str]:
        """A numbered list of what ambiguous words can mean, from which a number then picks."""
        if self.numbers and isinstance(error, AmbiguousWord):
            self.shown, self._words = (), error.words
            return [f"{number:4}  {word}" for number, word in enumerate(error.words, 1)]
        if not (self.numbers and isinstance(error, AmbiguousAction)):
            return []
        self.shown = error.choices
        return screen.numbered(self.shown, self.describe, self.width)
