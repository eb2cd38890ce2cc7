"""A typed line and what it does: pure, without a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sandtable.action import Action, ActionError, AmbiguousAction, IllegalAction, InvalidAction, find
from sandtable.errors import AmbiguousName, SandtableError
from sandtable.phase import Decision
from sandtable.repl import screen, season
from sandtable.repl.commands import ALIASES, LOOKING_BACK, known
from sandtable.repl.lines import commands, is_note, rows
from sandtable.repl.sight import Sight
from sandtable.session import Entry, Session
from sandtable.words import clipped, listing, marked, match

LOOKS = ("coach", "help", "hint", "history", "log", "map", "odds", "rules", "show", "status", "why")
"""Commands that ask and change nothing, at whose end a question mark does not count."""

BACK = (".", "abort", "redo", "rollback", "undo")
"""Commands that go back or on, and may be refused as an action may."""


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


class NotYours(ActionError):
    """A choice that is not for those who sit at this prompt."""


class NotRepeated(ActionError):
    """What the last line chose is not chosen now."""


class Meaning(NamedTuple):
    """What a command means: one of the table's own with what follows it, or moves to be done."""

    moves: Sequence[Sequence[Action]] = ()
    command: str = ""
    rest: str = ""


class AmbiguousWord(AmbiguousName):
    """A beginning that commands, or commands and verbs, share; `words` are those that fit."""

    def __init__(self, typed: str, words: Sequence[str]) -> None:
        super().__init__(f'"{typed}" can mean {listing(words)}')
        self.words = words


class Unfinished(AmbiguousAction):
    """A verb alone, where what it is done to is left out, if it can only be one thing."""

    def __init__(self, typed: str, action: Action) -> None:
        super().__init__(typed, [action])
        self.args = (f'"{clipped(typed)}" is not all of it; there is only "{action}"',)


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
        self.looking_back: Sequence[str] = LOOKING_BACK
        """The words that may still be typed when the game is over."""
        self.enters = False
        """Whether an empty line does something anywhere, also from a pipe, as in a lesson."""
        self.left = False
        self.after_bot: Callable[[Entry], object] = _nothing
        """Told what each bot does, before the next one decides."""
        self.refused: dict[str | None, str] = {}
        """The last command of each viewer that could not be done."""
        self.ask: Callable[[str], bool] = _yes
        """Asks a player once more, before something that is not easily mended."""
        self.typed = ""
        """The command that is being done, as it was typed."""
        self._words: Sequence[str] = ()
        self._done: list[Chosen] = []
        self._acted = False
        """Whether the lines that are being done have chosen something."""
        self._doing = ""
        """The one of the table's own words that is being done, if any."""
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
            parts = commands(row)
            for place, part in enumerate(parts):
                left = parts[place + 1 :]
                if self.session.to_move != seat and part:
                    raise ActionError(f'"{clipped(part)}" was not done: {self.asks()}')
                lines += self._one(part, first=first and place == 0)
                if self.left:
                    break
        except SandtableError as error:
            illegal = isinstance(error, IllegalAction | InvalidAction) and not self._doing
            if illegal or self._doing in BACK:
                self.refused[viewer] = part
            if left:
                error.details = [f"Not done, for what came before it: {'; '.join(map(clipped, left))}."]
            return Reply(lines, error, self.left)
        finally:
            if self._done:
                self._last[viewer] = tuple(self._done)
        return Reply(lines, None, self.left)

    def _one(self, text: str, *, first: bool) -> list[str]:
        self._doing, self.typed = "", text
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
            return [*before, *self.commands[meant.command].run(self, meant.rest)]
        return self._choose(*meant.moves)

    def meaning(self, text: str, *, first: bool = True) -> Meaning:
        """What a command means, changing nothing; `first` of its line it may be numbers.

        Raises ActionError or AmbiguousName in one line for what can not be done.
        """
        text = self._question(text)
        word, _, rest = text.partition(" ")
        offered = self._words
        if first and text.isdecimal() and len(text) < 6 and 0 < int(text) <= len(offered):
            word = text = offered[int(text) - 1]
        if text.replace(" ", "").isdecimal():
            return Meaning(self._moves(text.split(), first=first))
        verbs = list(dict.fromkeys(option.name() for option in self.options))
        if name := self._command(word, verbs):
            if rest and self.commands[name].usage == name:
                raise ActionError(f'{name} takes nothing, not "{clipped(rest)}"')
            return Meaning(command=name, rest=rest)
        self.may_choose()
        try:
            return Meaning([(self.read(text, first=first),)])
        except InvalidAction:
            if several := self._several(text):
                return Meaning([(self.read(one, first=False),) for one in several])
            raise

    def _question(self, text: str) -> str:
        """A command with a question mark at an end as ``? WORDS``; one that only asks goes without."""
        if is_note(text) or not (text.endswith("?") or text.startswith("?")):
            return text
        said = text.strip("? ")
        if text.startswith("?"):
            return f"? {said}".strip()
        verbs = dict.fromkeys(option.name() for option in self.options)
        meant = match(said.partition(" ")[0], [*self.commands, *verbs])
        return said if set(meant) <= set(LOOKS) and meant else f"? {said}"

    def _command(self, word: str, verbs: Sequence[str]) -> str:
        """The command that a word means; "" for none. Raises AmbiguousWord."""
        if marked(word) and word not in self.commands:
            return ""
        word = ALIASES.get(word.lower(), word)
        meant = match(word, [*self.commands, *verbs])
        mine = [name for name in meant if name in self.commands]
        if mine and len(meant) > 1:
            raise AmbiguousWord(word, meant)
        return mine[0] if mine else ""

    def about(self, action: Action) -> str:
        """What an option takes and does, in a few words of the game's."""
        cost, does = self.cost(action), self.describe(action)
        return does if cost in does else f"{cost}, {does}" if does else cost

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

    def read(self, text: str, *, first: bool) -> Action:
        """An action in words, whose last may be its number in the list last shown.

        Where an action has a number for a word, as ``recruit 2``, the word comes first.
        """
        *head, last = text.split() or [""]
        whole = any(option.words[-1:] == (last,) for option in screen.beginning(self.options, text))
        if not whole and head and last.isdecimal() and self.numbers and first and len(last) < 6:
            place = int(last) - 1
            if 0 <= place < len(self.shown) and screen.beginning([self.shown[place]], " ".join(head)):
                return self.shown[place]
        try:
            action = self.session.table.read(text)
        except InvalidAction as error:
            raise self._instead(text, error) from None
        except IllegalAction as error:
            raise self._refusal(text, error) from None
        if not head and len(action.words) > 1 and len(self.options) > 1:
            raise Unfinished(text, action)  # what it is done to must not be a surprise
        return action

    def _instead(self, text: str, error: InvalidAction) -> InvalidAction:
        """An error that says when such an action is chosen, or how to find out what can be done."""
        if said := season.of(self.session.table, text):
            return season.OutOfSeason(said)
        known = match(text.split()[0], [option.name() for option in self.options])
        return error if known else InvalidAction(f"{error} (? lists what can be done)")

    def _refusal(self, text: str, error: IllegalAction) -> ActionError:
        """An error that says when such an action is chosen, or what is legal that begins as it does."""
        if said := season.of(self.session.table, str(error.action)):
            return season.OutOfSeason(said)
        if legal := find(text.split(), self.options):
            error.details = [f"Legal that begins so: {listing([str(one) for one in legal])}."]
        return error

    def _several(self, text: str) -> list[str]:
        """Commands that a verb with several things means, where it is done to one at a time."""
        word, *things = text.split()
        verbs = match(word, dict.fromkeys(option.name() for option in self.options))
        one_each = all(len(option.words) == 2 for option in self.options if option.name() in verbs)
        return [f"{word} {thing}" for thing in things] if len(verbs) == 1 and one_each else []

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
            if (verb := self._shown[int(word) - 1][0].name()) in self.closed:
                raise ActionError(f'"{word}" was not shown; ? {verb} lists its options')
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

    def _asked_now(self) -> tuple[str, type[Decision[Any]]] | None:
        """Who decides, and in which phase; None when the game is over."""
        if self.session.outcome is not None:
            return None
        decision = self.session.table.decision
        return decision.seat, type(decision)

    def may_choose(self) -> None:
        """Raise NotYours when it is not a human's decision: nobody plays for a bot."""
        seat = self.session.to_move
        if seat is not None and self.humans and seat not in self.humans:
            raise NotYours(f"{seat} decides, who is played by {self.session.seats[seat]}")

    def bots(self) -> None:
        """Let the bots play until a human decides or the game is over."""
        for entry in self.session.play():
            self.after_bot(entry)

    def offer(self, error: SandtableError) -> list[str]:
        """A numbered list of what ambiguous words can mean, from which a number then picks."""
        if self.numbers and isinstance(error, AmbiguousWord):
            self.shown, self._words = (), error.words
            return [f"{number:4}  {word}" for number, word in enumerate(error.words, 1)]
        if not (self.numbers and isinstance(error, AmbiguousAction)):
            return []
        self.shown = error.choices
        return screen.numbered(self.shown, self.describe, self.width)
