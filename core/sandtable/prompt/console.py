"""A typed line and what it does: pure, without a terminal."""

from __future__ import annotations

import warnings
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.base.errors import SandtableError
from sandtable.base.words import clipped, listing
from sandtable.model.action import Action, ActionError, IllegalAction, InvalidAction
from sandtable.model.phase import Decision
from sandtable.prompt import confirming
from sandtable.prompt.commands import Command
from sandtable.prompt.display import Display
from sandtable.prompt.lines import commands, numbers, rows
from sandtable.prompt.opening import is_new, opening
from sandtable.prompt.outputs import (
    Board,
    CommandOutputs,
    Confirm,
    Line,
    News,
    Options,
    Output,
    Over,
    Question,
    Refused,
    Status,
    Text,
    Thinking,
    step,
)
from sandtable.prompt.reading import Reader
from sandtable.prompt.vocabulary import known
from sandtable.record.seating import HUMAN
from sandtable.record.session import Session

YES, NO = ("y", "yes"), ("", "n", "no")
"""The lines that answer a Confirm. Any other line cancels it, and is then done itself."""

MOST_DEPTH = 20
"""At most this many words may have lines done, one within another."""


class Chosen(NamedTuple):
    """What a line chose: who decided what, and the action in words."""

    asked: tuple[str, type[Decision[Any]]] | None
    text: str


class NotRepeated(ActionError):
    """What the last line chose is not chosen now."""


class Declined(ActionError):
    """What a player, asked once more, does not want."""


class Console:
    """Takes lines for a session, and yields what comes of them; it calls nobody back.

    `display` is what the viewer sees, `reader` what words mean, `commands` the words beside the
    game's own. `session` and `display.width` are what most words need.
    """

    def __init__(self, session: Session, width: int = 80, *, numbers: bool = False) -> None:
        self.session = session
        self.display = Display(session, width)
        self.commands = known(session)
        self.reader = Reader(self.display, self.commands, numbers=numbers)
        self.confirms = False
        """Whether a player is asked once more before something that is not easily mended."""
        self.typed_ahead = False
        """Whether the next line was typed before the player saw what it answers; a sink says so."""
        self.left = False
        """Whether a line has left the game."""
        self.refused: dict[str | None, str] = {}
        """The last command of each viewer that could not be done."""
        self.typed = ""
        """The command that is being done, as it was typed."""
        self.pending: Confirm | None = None
        """What was asked once more, and the next line answers."""
        self._pending: Generator[Output] | None = None
        """The rest of the line that asked."""
        self._in_haste = False
        """Whether the line that is done was typed ahead."""
        self._depth = 0
        """How many words are having lines done, one within another."""
        self._shown: bytes = b""
        """The position that was last yielded."""
        self._done: list[Chosen] = []
        self._command: Command | None = None
        self._last: dict[str | None, tuple[Chosen, ...]] = {}

    def __getattr__(self, name: str) -> Any:
        """What words asked of the console itself before it had parts."""
        for part in ("display", "reader"):
            there = vars(self).get(part)
            if not name.startswith("_") and hasattr(there, name):
                warnings.warn(f"console.{part}.{name} tells it now", DeprecationWarning, stacklevel=2)
                return getattr(there, name)
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}", name=name)

    @property
    def viewer(self) -> str | None:
        """Whose eyes the text is for: the only human, else whoever decides, else everybody's."""
        return self.display.viewer

    @property
    def humans(self) -> list[str]:
        """The seats that humans play."""
        return self.display.humans

    @property
    def options(self) -> Sequence[Action]:
        """What the viewer can choose now."""
        return self.display.options

    @property
    def width(self) -> int:
        """The room for text and pictures, in columns."""
        return self.display.width

    @width.setter
    def width(self, columns: int) -> None:
        self.display.width = columns

    @property
    def looking_back(self) -> Sequence[str]:
        """The words that have something to tell of a game that is over, beside those that look."""
        words = self.commands.items()
        return [word for word, one in words if one.after_end and one.kind == "works"]

    # What comes of lines.

    def begin(self, recent: int | None = None) -> Generator[Output]:
        """Let the bots play until a human decides, then tell where the game stands.

        Of a resumed game only the `recent` last lines of the past are told.
        """
        if recent is None and self.reader.numbers and is_new(self.session):
            if told := opening(self.session, self.viewer):
                yield Text(told)
        elif recent is not None and (past := self.display.catch_up(recent)):
            yield News(past)
        try:
            yield from self._let_bots_play()
        except SandtableError as error:
            yield Refused(error)
        yield from self.position()

    def do(self, line: str) -> Generator[Output]:
        """Do what a line says, or each row of a paste; those before an error stay done.

        Where the position is another one then, it is told; the last output is what is asked, or that the
        game is over. Nothing comes after a Confirm, nor after a line that leaves.
        """
        pending, answer = self._pending, line.strip().lower()
        self.pending, self._pending = None, None
        self._in_haste, self.typed_ahead = self.typed_ahead, False
        if pending is not None and answer in YES:
            yield from self._until_asked(pending)
        elif pending is not None:
            declined = Declined(f'"{clipped(self.typed)}" was not done')
            yield from self._until_asked(pending, declined)
        if pending is None or answer not in (*YES, *NO):
            yield from self._until_asked(self._do_rows(line))
        if self.left or self.pending:
            return
        yield from self._troubles()
        yield from self.position(changed=True)

    def position(self, *, changed: bool = False) -> Generator[Output]:
        """The news and where the game stands; with `changed` only what is new since it last told."""
        if news := self.display.news():
            yield News(news)
        yield from self._troubles()
        now = self.session.table.position
        same, self._shown = changed and now == self._shown, now
        if self.session.outcome is not None:
            if not same:
                yield Thinking("Sandtable")
                yield Over(self.display.ending(odds=self.confirms), self._ways_on())
            self.reader.offer_words(self.looking_back)
            return
        if not same:
            yield from self.standing()
        yield Question(self.display.asks())

    def _ways_on(self) -> list[str]:
        """What can still be asked when the game is over, each with its number."""
        told = [
            f"{number:4}  {word}: {self.commands[word].help.partition(' (')[0]}"
            for number, word in enumerate(self.looking_back, 1)
        ]
        return [*told, f"The game is over. {'A number looks back; ' * bool(told)}Enter leaves."]

    def standing(self) -> Iterator[Output]:
        """Where the game stands at a decision; numbers then pick from its options."""
        yield Board(self.display.board())
        yield Status(self.display.status())
        options = self.options
        self.reader.list_actions(options)
        yield Options(options)

    def _troubles(self) -> Iterator[Output]:
        """The plugins that have failed, each named once."""
        if troubles := self.session.plugins.troubles.take():
            yield Text(troubles, "error")

    def _do_rows(self, line: str) -> Generator[Output]:
        """Do the rows of a line, up to one that can not be done."""
        typed, seat = rows(line), self.session.to_move
        for place, row in typed.items():
            try:
                yield from self._do_row(row, seat, first=place == min(typed))
            except SandtableError as error:
                if len(typed) > 1:
                    error.details = [*error.details, _place_in_paste(line, typed, place)]
                yield Refused(error)
                return
            if self.left:
                return

    def _until_asked(
        self, outputs: Generator[Output], thrown: BaseException | None = None
    ) -> Iterator[Output]:
        """Outputs up to a Confirm, after which the rest is pending; `thrown` is raised in them first."""
        while (output := step(outputs, thrown)) is not None:
            thrown = None
            if isinstance(output, Confirm):
                if not self.confirms:
                    continue
                self.pending, self._pending = output, outputs
                yield output
                return
            try:
                yield output
            except KeyboardInterrupt as stopped:
                thrown = stopped

    def _do_row(self, row: str, seat: str | None, *, first: bool) -> Generator[Output]:
        """Do the commands of a row, as long as it is a decision of `seat` (of anybody in the first)."""
        viewer, self._done, self._command = self.viewer, [], None
        parts: list[str] = []
        try:
            # Bots may have been stopped, by a roll that was not answered.
            yield from self._let_bots_play()
            seat = self.session.to_move if first else seat
            parts = commands(row, self.reader.takes_text)
            begins = first
            while parts and not self.left:
                yield from self._do_command(parts[0], seat, first=begins)
                begins = False
                parts.pop(0)
        except SandtableError as error:
            illegal = isinstance(error, IllegalAction | InvalidAction)
            if parts and (self._command.moves if self._command else illegal):
                self.refused[viewer] = parts[0]
            if parts[1:]:
                rest = "; ".join(map(clipped, parts[1:]))
                error.details = [f"Not done, for what came before it: {rest}."]
            raise
        finally:
            if self._done:
                self._last[viewer] = tuple(self._done)

    def _do_command(self, text: str, seat: str | None, *, first: bool) -> Iterator[Output]:
        """Do one command, if it is still a decision of `seat`."""
        self._command, self.typed = None, text
        if self.session.to_move != seat and text:
            raise ActionError(f'"{clipped(text)}" was not done: {self.display.asks()}')
        if not text:
            only = self.reader.only if first else None
            yield from self._choose([only] if only else [])
            return
        try:
            meant = self.reader.meaning(text, first=first)
        finally:
            self.reader.words = ()
        if meant.command is None:
            yield from self._do_moves(meant.moves, hasty=self._in_haste and numbers(text))
            return
        self._command = meant.command
        if news := self.display.news() if self._done else []:
            yield News(news)
        yield from self._outputs(meant.command.run(self, meant.rest))
        if meant.command.moves:
            yield from self._let_bots_play()

    def _outputs(self, told: CommandOutputs) -> Iterator[Output]:
        """What a word tells as outputs; text is told in one piece, also before an error."""
        lines: list[str] = []
        steps = iter(told)
        thrown: BaseException | None = None
        try:
            while (one := step(steps, thrown)) is not None:
                thrown = None
                if isinstance(one, str):
                    lines.append(one)
                    continue
                if lines:
                    yield Text([*lines])
                    lines.clear()
                try:
                    yield from self._do_for_word(one.text) if isinstance(one, Line) else (one,)
                except (KeyboardInterrupt, SandtableError) as stopped:
                    thrown = stopped
        except SandtableError:
            if lines:
                yield Text(lines)
            raise
        if lines:
            yield Text(lines)

    def _do_for_word(self, line: str) -> Iterator[Output]:
        """Do a line that a word wants done; what it chooses is not what `.` does again."""
        if self._depth == MOST_DEPTH:
            raise ActionError(f'"{clipped(line)}" is done over and over')
        kept, self._done = self._done, []
        command, typed = self._command, self.typed
        self._depth += 1
        try:
            for row in rows(line).values():
                for part in commands(row, self.reader.takes_text):
                    yield from self._do_command(part, self.session.to_move, first=False)
        finally:
            self._done, self._depth = kept, self._depth - 1
        self._command, self.typed = command, typed

    def _do_moves(self, moves: Sequence[Sequence[Action]], *, hasty: bool = False) -> Iterator[Output]:
        """Do moves while the same decision waits; where one can not be done, tell which are not.

        A `hasty` player is asked about what can not be taken back.
        """
        asked, before = self.reader.asked_now(), len(self._done)
        try:
            for move in moves:
                self.reader.may_choose()
                if self.reader.asked_now() != asked:
                    raise ActionError(f'"{move[0]}" was not done: {self.display.asks()}')
                yield from self._choose(move, hasty=hasty)
        except SandtableError as error:
            every = [str(action) for move in moves for action in move]
            done = len(self._done) - before
            if len(every) > 1:
                error.details = [*error.details, _how_far(every[:done], every[done:])]
            raise

    def _choose(self, move: Sequence[Action], *, hasty: bool = False) -> Iterator[Output]:
        """Choose the actions of a move, as long as the same seat can, and let the bots answer each."""
        seat = self.session.to_move
        for place, action in enumerate(move):
            if place and (self.session.to_move != seat or action not in self.options):
                raise ActionError(f'"{action}" was not done: {self.display.asks()}')
            if self.confirms and (asks := confirming.question(self.session, action, hasty=hasty)):
                yield Confirm(f"{asks} [y/N] ")
            asked = self.reader.asked_now()
            self.session.choose(action)
            self._done.append(Chosen(asked, str(action)))
            self.reader.list_moves(())
            yield from self._let_bots_play()

    def _let_bots_play(self) -> Iterator[Output]:
        """Let the bots play until a human decides or the game is over; tell what each did."""
        moves = self.session.play()
        while (seat := self.session.to_move) is not None and self.session.seats[seat] != HUMAN:
            yield Thinking(seat)
            if next(moves, None) is None:
                return
            if news := self.display.news():
                yield News(news, seat)

    # What was done before.

    def again(self) -> Sequence[Chosen]:
        """What the viewer's last line chose, if its first can be chosen again. Raises ActionError."""
        again = self._last.get(self.viewer, ())
        if not again:
            raise NotRepeated("there is nothing yet to do again")
        self.stay(again[0])
        self.reader.read(again[0].text, first=False)
        return again

    def stay(self, chosen: Chosen) -> None:
        """Raise ActionError where another decision waits than the one in which something was chosen."""
        if chosen.asked != self.reader.asked_now():
            title = chosen.asked[1].title if chosen.asked else ""
            raise NotRepeated(
                f'"{chosen.text}" was chosen in {title}, and is not repeated here: {self.display.asks()}'
            )


def _how_far(done: Sequence[str], left: Sequence[str]) -> str:
    """Which of several actions were done, and which were not."""
    not_done = f"Not done: {listing(left)}."
    return f"Done: {listing(done)}. {not_done}" if done else not_done


def _place_in_paste(line: str, typed: Mapping[int, str], place: int) -> str:
    """Which row of a paste was not done, and how many were not done after it."""
    after = sum(other > place for other in typed)
    what = f"; of the lines after it {after} were not done" if after else ""
    count = len(line.splitlines())
    return f'Line {place} of {count}, "{clipped(typed[place])}", was not done{what}.'
