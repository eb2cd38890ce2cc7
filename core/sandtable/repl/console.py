"""A typed line and what it does: pure, without a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from sandtable.action import Action, ActionError, AmbiguousAction, InvalidAction
from sandtable.errors import AmbiguousName, SandtableError
from sandtable.repl import screen
from sandtable.repl.commands import ALIASES, known
from sandtable.session import HUMAN, Entry, Session
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


class Console:
    """Takes lines for a session: the game's actions and the table's own commands.

    It shows only what the viewer may know. After a human's action the bots play until a human
    decides again. With `numbers` a bare number means a place in the list last shown; `width` and
    `height` are the room for pictures, in columns and rows (no limit for None).
    """

    def __init__(
        self, session: Session, width: int = 80, height: int | None = None, *, numbers: bool = False
    ) -> None:
        self.session = session
        self.width = width
        self.height = height
        self.numbers = numbers
        self.watched = False
        """Whether somebody at a terminal sees how far long thinking is."""
        self.commands = known(session)
        self.left = False
        self._shown: Sequence[Sequence[Action]] = ()
        self._words: Sequence[str] = ()
        self._told: dict[str | None, int] = {}

    @property
    def humans(self) -> list[str]:
        """The seats that humans play."""
        return [seat for seat, player in self.session.seats.items() if player == HUMAN]

    @property
    def viewer(self) -> str | None:
        """Whose eyes the text is for: the only human, else whoever decides, else everybody's."""
        humans = self.humans
        if len(humans) == 1:
            return humans[0]
        return self.session.to_move if humans else None

    @property
    def options(self) -> Sequence[Action]:
        """What the viewer can choose now."""
        mine = self.viewer in (None, self.session.to_move)
        return self.session.options() if mine else ()

    @property
    def shown(self) -> Sequence[Action]:
        """The list last shown, which numbers go by; of whole moves, their first actions."""
        return [move[0] for move in self._shown]

    @shown.setter
    def shown(self, actions: Sequence[Action]) -> None:
        self.show_moves([(action,) for action in actions])

    def show_moves(self, moves: Sequence[Sequence[Action]]) -> None:
        """Make moves the list last shown: a bare number then does all the actions of one."""
        self._shown = moves

    @property
    def only(self) -> Action | None:
        """The one thing that can be done, which an empty line does at a terminal once it was shown."""
        alone = self.numbers and len(self.shown) == 1 and list(self.options) == list(self.shown)
        return self.shown[0] if alone else None

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

    # What is shown.

    def news(self) -> list[str]:
        """What has happened since the viewer was last told."""
        told = self._told.get(self.viewer, 0)
        self._told[self.viewer] = self.session.journal.n
        fresh = [entry for entry in self.session.story if entry.n > told]
        return [line for entry in fresh for line in self.entry_lines(entry)]

    def entry_lines(self, entry: Entry) -> list[str]:
        """What a line of the save did, as the viewer may know it."""
        if entry.undo is not None:
            return ["Taken back openly."]
        if entry.note is not None:
            return [f"note: {entry.note}"] if entry.shows(self.viewer) else []
        return [event.text for event in entry.seen_by(self.viewer)]

    def catch_up(self, lines: int) -> list[str]:
        """The last lines of what has happened, all of which then counts as told."""
        told = [line for entry in self.session.story for line in self.entry_lines(entry)]
        self.news()
        return told[len(told) - min(lines, len(told)) :]

    def describe(self, action: Action) -> str:
        """What an option would do, in a few words of the game's."""
        return self.session.table.decision.describe(self.session.table, action)

    def asks(self) -> str:
        """Whose decision it is, of what, by which rule."""
        session = self.session
        if session.to_move is None:
            return f"The game is over: {session.outcome.name if session.outcome else ''}."
        decision = session.table.decision
        return f"{decision.seat.capitalize()}: {decision.ask(session.table)} [rule {decision.rule}]"

    def status(self, height: int | None = None) -> list[str]:
        """The status line and the board, in at most `height` rows if the game can."""
        game, view = self.session.scenario.game, self.session.view(self.viewer)
        room = height - 1 if height else None
        return [game.status(view), *game.board(view, self.width, room)]

    def map(self) -> list[str]:
        """The map as the viewer may know it; empty for a game without one."""
        return list(self.session.scenario.game.map(self.session.view(self.viewer), self.width))

    def choices(self, wanted: str = "") -> list[str]:
        """What is legal now, one a line with what it does; `wanted` keeps those that begin so."""
        options = screen.beginning(self.options, wanted)
        if wanted and not options:
            raise ActionError(f'nothing that is legal now begins with "{wanted}"')
        self.shown = options
        if self.numbers:
            return [self.asks(), *screen.numbered(options, self.describe, self.width)]
        return [self.asks(), *(f"  {option}" for option in options)]

    def picture(self) -> list[str]:
        """All that a choice needs: board, status, question, and the options by verb."""
        options = self.shown = self.options
        asks = wrap(self.asks(), self.width, subsequent_indent="  ")
        rows = screen.grouped(options, self.width)
        room = None if self.height is None else self.height - 2 - len(asks)
        board = self.status(None if room is None else max(room - len(rows), 2))
        if room is not None and len(board) + len(rows) > room:
            rows = screen.grouped(options, self.width, most=max(room - len(board), 1))
        enter = [f"  Enter: {self.only}"] if self.only is not None else rows
        return ["", *board[1:], board[0], *enter, *asks]
