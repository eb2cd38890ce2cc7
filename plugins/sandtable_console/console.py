"""The console: runs typed lines and yields outputs, without a terminal."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable import (
    HUMAN,
    Action,
    ActionError,
    AmbiguousAction,
    Decision,
    GameError,
    IllegalAction,
    InvalidAction,
    SandtableError,
    Session,
    listing,
    number_of,
)
from sandtable.tooling import clip
from sandtable_console.commands import Command
from sandtable_console.display import Display
from sandtable_console.lines import commands_of, is_numbers, split_rows
from sandtable_console.outputs import (
    Board,
    CommandOutputs,
    Confirm,
    Line,
    News,
    NextStep,
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
from sandtable_console.reading import NumberNeeded, Reader
from sandtable_console.vocabulary import all_commands
from sandtable_console.words import onward
from sandtable_console.words.onward import NextGame

YES, NO = ("y", "yes"), ("", "n", "no")
"""The lines that answer a Confirm; any other line cancels it and is then run as usual."""

MOST_DEPTH = 20
"""A command can run lines, and these can run more, to at most this depth."""


class ChoiceMade(NamedTuple):
    """A choice that a line made: the seat and decision that it answered, and the action in words."""

    asked: tuple[str, type[Decision[Any]]] | None
    text: str


class NotRepeated(ActionError):
    """The last line's choice cannot be repeated now."""


class Declined(ActionError):
    """The player did not confirm a line."""


class Console:
    """Runs lines in a session and yields outputs; it calls no sink.

    `display` knows what the viewer may see, and `reader` what typed words mean; `commands` holds the
    prompt's commands. Most commands need only `session` and `display.width`.
    """

    def __init__(self, session: Session, width: int = 80, *, numbers: bool = False) -> None:
        self.session = session
        self.display: Display = Display(session, width)
        self.commands: dict[str, Command] = all_commands(session)
        self.reader = Reader(self.display, self.commands, numbers=numbers)
        self.confirms: bool = False
        """Whether the player must confirm an action that the game thinks is a mistake."""
        self.typed_ahead = False
        """Whether the next line was typed before its question was shown; a sink sets this."""
        self.left = False
        """Whether a line left the game."""
        self.next_game: NextGame | None = None
        """The game to play next, if a line left for one."""
        self.refused: dict[str | None, str] = {}
        """The last refused command, by viewer."""
        self.typed = ""
        """The current command, as typed."""
        self.pending: Confirm | None = None
        """The open question that the next line answers, if any."""
        self._pending: Generator[Output] | None = None
        """The rest of the line that asked the open question."""
        self._was_typed_ahead = False
        """Whether the current line was typed ahead."""
        self._depth = 0
        """How deep commands are nested that run other lines."""
        self._shown: bytes = b""
        """The position last shown."""
        self._done: list[ChoiceMade] = []
        self._command: Command | None = None
        self._last: dict[str | None, tuple[ChoiceMade, ...]] = {}

    @property
    def viewer(self) -> str | None:
        """The seat that reads the text, as in `Display.viewer`."""
        return self.display.viewer

    @property
    def humans(self) -> list[str]:
        """The seats that humans play."""
        return self.display.humans

    @property
    def options(self) -> Sequence[Action]:
        """The viewer's legal actions."""
        return self.display.options

    @property
    def width(self) -> int:
        """The width for text and pictures, in columns."""
        return self.display.width

    @width.setter
    def width(self, columns: int) -> None:
        self.display.width = columns

    # Running lines.

    def begin(self, recent: int | None = None) -> Generator[Output]:
        """Let the bots play until a human must decide, then show the position.

        In a resumed game, first show the last `recent` lines of events.
        """
        if recent is None and self.reader.numbers and self.display.is_new:
            if text := self.display.opening():
                yield Text(text)
        elif recent is not None and (past := self.display.catch_up(recent)):
            yield News(past)
        try:
            yield from self._let_bots_play()
        except SandtableError as error:
            yield Refused(error)
        yield from self.position()

    def do(self, line: str) -> Generator[Output]:
        """Run a line, or each row of a paste; if a row fails, the rows before it stay done.

        A new position is yielded. The last output is a Question or an Over, except after a Confirm or
        a line that leaves.
        """
        pending, answer = self._pending, line.strip().lower()
        self.pending, self._pending = None, None
        self._was_typed_ahead, self.typed_ahead = self.typed_ahead, False
        if pending is not None and answer in YES:
            yield from self._run_to_question(pending)
        elif pending is not None:
            declined = Declined(f'"{clip(self.typed)}" was not done')
            for output in self._run_to_question(pending, declined):
                if isinstance(output, Refused):
                    yield Refused(output.error, at_once=answer not in NO)
                else:
                    yield output
        if pending is None or answer not in (*YES, *NO):
            yield from self._run_to_question(self._do_rows(line))
        if self.left or self.pending:
            return
        yield from self._problems()
        yield from self.position(changed=True)

    def position(self, *, changed: bool = False) -> Generator[Output]:
        """Yield the news and the position; with `changed`, leave out a position that was shown last."""
        yield from self._news()
        yield from self._problems()
        position = self.session.table.position
        unchanged, self._shown = changed and position == self._shown, position
        if (outcome := self.session.outcome) is not None:
            self.commands.setdefault(onward.PLAY.word, onward.PLAY)
            steps = self._next_steps()
            if not unchanged:
                from sandtable_console import ending  # noqa: PLC0415 (needed only at the end)

                yield Board(self.display.board())
                yield Status(self.display.status())
                review = ending.review(self.session, outcome, self.viewer)
                yield Over([*ending.review_lines(review, self.width)], steps, review)
            self.reader.offer_words([step.line for step in steps])
            return
        if self.commands.get(onward.PLAY.word) is onward.PLAY:
            del self.commands[onward.PLAY.word]  # the end was undone
        if not unchanged:
            yield from self.show_position()
        yield Question(self.display.question())

    def _news(self, seat: str | None = None) -> Iterator[News]:
        """Yield the events since the viewer's last news, if any; `seat` is the bot that caused them."""
        fresh = self.display.unseen_entries()
        if lines := [line for entry in fresh for line in self.display.entry_lines(entry)]:
            yield News(lines, seat, [event for entry in fresh for event in entry.seen_by(self.viewer)])

    def _next_steps(self) -> list[NextStep]:
        """Return what the player can do when the game is over: review it, play another, or leave."""
        words = self.commands.items()
        reviews = [
            NextStep(word, re.split(" \\(|[,;:] ", command.help)[0])
            for word, command in words
            if command.after_end and command.kind == "works"
        ]
        games = onward.next_games(self.session).items()
        plays = [NextStep(f"{onward.PLAY.word} {words}", game.about) for words, game in games]
        return [*reviews, *plays, NextStep("quit", "leave; the game is saved")]

    def show_position(self) -> Iterator[Output]:
        """Yield the position at a decision and let numbers pick from its options."""
        yield Board(self.display.board())
        yield Status(self.display.status())
        options = self.options
        self.reader.list_actions(options)
        yield Options(options)

    def _problems(self) -> Iterator[Output]:
        """Yield the problems of plugins that failed, each once."""
        if problems := self.session.plugins.problems.take():
            yield Text(problems, "error")

    def _do_rows(self, line: str) -> Generator[Output]:
        """Run the rows of a line, up to the first that fails."""
        typed, seat = split_rows(line), self.session.to_move
        first = min(typed, default=0)
        for place, row in typed.items():
            try:
                yield from self._do_row(row, seat, first=place == first)
            except SandtableError as error:
                if len(typed) > 1:
                    error.details = [*error.details, _say_row_of_paste(line, typed, place)]
                self.reader.head = error.head if isinstance(error, NumberNeeded) else ""
                yield Refused(error)
                return
            if self.left:
                return

    def _run_to_question(
        self, outputs: Generator[Output], thrown: BaseException | None = None
    ) -> Iterator[Output]:
        """Yield outputs up to a Confirm and keep the rest pending; first raise `thrown` there."""
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
        """Run the commands of a row while `seat` decides; in the first row, any seat may."""
        viewer, self._done, self._command = self.viewer, [], None
        parts: list[str] = []
        try:
            typed = commands_of(row, self.reader.takes_text)
            if not all(map(self._keeps_position, typed)):
                if self._was_typed_ahead and self.bot_decides and row.strip():
                    raise ActionError(f'"{clip(row)}" was typed while a bot chose, so it was not done')
                yield from self._let_bots_play()  # a bot was stopped, or a roll not answered
            seat = self.session.to_move if first else seat
            parts, begins = typed, first
            while parts and not self.left:
                yield from self._do_command(parts[0], seat, first=begins)
                begins = False
                parts.pop(0)
        except SandtableError as error:
            illegal = isinstance(error, IllegalAction | InvalidAction)
            if parts and (self._command.moves if self._command else illegal):
                self.refused[viewer] = parts[0]
            if parts[1:]:
                error.details = [f"Not done: {'; '.join(map(clip, parts))}."]
            raise
        finally:
            if self._done:
                self._last[viewer] = tuple(self._done)

    @property
    def bot_decides(self) -> bool:
        """Whether a bot still has to decide, because it was stopped or failed."""
        return self.session.to_move not in (None, *self.humans)

    def _keeps_position(self, text: str) -> bool:
        """Return whether a command leaves the game alone, so that a bot's choice can wait."""
        meant = [self.commands.get(name) for name in self.reader.meanings_of(text.partition(" ")[0])]
        return len(meant) == 1 and meant[0] is not None and meant[0].kind != "changes"

    def _do_command(self, text: str, seat: str | None, *, first: bool) -> Iterator[Output]:
        """Run one command, if `seat` still decides."""
        self._command, self.typed = None, text
        if self.session.to_move != seat and text:
            raise ActionError(f'"{clip(text)}" was not done: {self.display.question()}')
        if not text:
            only = self.reader.only_option if first else None
            yield from self._choose([only] if only else [])
            return
        if self._was_typed_ahead and is_numbers(text):
            raise ActionError(f'"{clip(text)}" was typed before its list was shown, so it was ignored')
        try:
            meant = self.reader.meaning(text, first=first)
        finally:
            self.reader.words, self.reader.head = (), ""
        if meant.command is None:
            yield from self._do_moves(meant.moves)
            return
        self._command = meant.command
        if self._done:
            yield from self._news()
        try:
            yield from self._outputs(meant.command.run(self, meant.rest))
        except AmbiguousAction as error:
            error.asked_by = f"{meant.command.word} {meant.rest}"
            raise
        if meant.command.moves:
            yield from self._let_bots_play()

    def _outputs(self, command_outputs: CommandOutputs) -> Iterator[Output]:
        """Yield a command's outputs, joining its lines of text into one Text, even before an error."""
        lines: list[str] = []
        steps = iter(command_outputs)
        thrown: BaseException | None = None
        try:
            while (output := step(steps, thrown)) is not None:
                thrown = None
                if isinstance(output, str):
                    lines.append(output)
                    continue
                if lines:
                    yield Text([*lines])
                    lines.clear()
                try:
                    yield from self._do_for_word(output.text) if isinstance(output, Line) else (output,)
                except (KeyboardInterrupt, SandtableError) as stopped:
                    thrown = stopped
        except SandtableError:
            if lines:
                yield Text(lines)
            raise
        if lines:
            yield Text(lines)

    def _do_for_word(self, line: str) -> Iterator[Output]:
        """Run a line for a command; `.` will not repeat its choices."""
        if self._depth == MOST_DEPTH:
            raise ActionError(f'"{clip(line)}" repeats itself endlessly')
        done_before, self._done = self._done, []
        command, typed = self._command, self.typed
        self._depth += 1
        try:
            for row in split_rows(line).values():
                for part in commands_of(row, self.reader.takes_text):
                    yield from self._do_command(part, self.session.to_move, first=False)
        finally:
            self._done, self._depth = done_before, self._depth - 1
        self._command, self.typed = command, typed

    def _do_moves(self, moves: Sequence[Sequence[Action]]) -> Iterator[Output]:
        """Make moves while the same decision is open; if one fails, say which were not made."""
        decision, done_before = self.reader.current_question(), len(self._done)
        try:
            for move in moves:
                self.reader.check_may_choose()
                if self.reader.current_question() != decision:
                    raise ActionError(f'"{move[0]}" was not done: {self.display.question()}')
                yield from self._choose(move)
        except SandtableError as error:
            all_actions = [str(action) for move in moves for action in move]
            done = len(self._done) - done_before
            if len(all_actions) > 1:
                how_far = f"Done: {listing(all_actions[:done])}. " if done else ""
                how_far += f"Not done: {listing(all_actions[done:])}."
                error.details = [*error.details, how_far]
            raise

    def _choose(self, move: Sequence[Action]) -> Iterator[Output]:
        """Choose a move's actions while the same seat decides, and let the bots play after each."""
        seat = self.session.to_move
        for place, action in enumerate(move):
            if place and (self.session.to_move != seat or action not in self.session.options()):
                raise ActionError(f'"{action}" was not done: {self.display.question()}')
            table = self.session.table
            # An action that is not legal will be refused, with the reason.
            asks = self.confirms and action in table.options and table.decision.confirm(table, action)
            if asks:
                yield Confirm(f"{asks} [y/N] ")
            asked = self.reader.current_question()
            self.session.choose(action)
            self._done.append(ChoiceMade(asked, str(action)))
            self.refused.clear()
            self.reader.list_moves(())
            yield from self._let_bots_play()

    def _let_bots_play(self) -> Iterator[Output]:
        """Let the bots play until a human must decide or the game is over; yield what each did."""
        moves = self.session.play()
        while (seat := self.session.to_move) is not None and self.session.seats[seat] != HUMAN:
            yield Thinking("" if self.display.simultaneous else seat)
            try:
                if next(moves, None) is None:
                    return
            except GameError as error:
                instead = f"sandtable resume --seat {seat}=human takes over its side"
                error.details = [f"Enter asks it again; {instead}."] if self.reader.numbers else ()
                raise
            yield from self._news(seat)

    # Repeating.

    def last_choices(self) -> Sequence[ChoiceMade]:
        """Return the choices of the viewer's last line, to repeat them. Raises ActionError."""
        choices = self._last.get(self.viewer, ())
        if not choices:
            raise NotRepeated("nothing to repeat yet; . repeats the actions of your last line")
        self.check_repeatable(choices[0])
        self.reader.read(choices[0].text, first=False)
        return choices

    def check_repeatable(self, chosen: ChoiceMade) -> None:
        """Raise NotRepeated unless the decision of a choice to repeat is open again."""
        if chosen.asked != self.reader.current_question():
            title = chosen.asked[1].title if chosen.asked else ""
            problem = f"was chosen in {title} and cannot be repeated here"
            raise NotRepeated(f'"{chosen.text}" {problem}: {self.display.question()}')


def _say_row_of_paste(line: str, typed: Mapping[int, str], place: int) -> str:
    """Say which row of a paste was not done, and how many rows after it."""
    after = sum(other > place for other in typed)
    others = "the line" if after == 1 else f"the {number_of(after, 'line')}"
    rest = f", nor {others} after it" if after else ""
    count = len(line.splitlines())
    return f'Line {place} of {count}, "{clip(typed[place])}", was not done{rest}.'
