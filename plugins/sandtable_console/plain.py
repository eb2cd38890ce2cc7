"""The sink for pipes, scripts and dumb terminals: reads commands, and writes plain text."""

from __future__ import annotations

from collections.abc import Iterable
from shutil import get_terminal_size
from textwrap import fill
from typing import NoReturn

from sandtable import SandtableError
from sandtable.tooling import printing
from sandtable_console.console import Console
from sandtable_console.outputs import (
    Board,
    Confirm,
    News,
    Options,
    Output,
    Over,
    Question,
    Refused,
    Status,
    Text,
)
from sandtable_console.page import NARROW, Page, last_position
from sandtable_console.sink import SinkContext
from sandtable_console.terminal import drop_typeahead, has_unread_input

STANDARD_INPUT = 0

BLANK_LINES = 50
"""The number of blank lines between two humans' turns at a terminal that cannot be cleared."""


class StoppedAt(SandtableError):
    """A line of a script failed; the game is saved up to it."""


class Plain:
    """Shows plain lines and reads commands until they end.

    Empty lines and comments (``#``) are skipped. A line that fails raises StoppedAt with its number;
    with `keep_going`, the error is shown instead and play continues. If a user is `typing`, lines need
    no echo, and a bare number picks from the last list shown.
    """

    stops = False
    recent = 0

    def __init__(self, console: Console, context: SinkContext) -> None:
        self.console = console
        self.context = context
        self.typing = context.typing
        self._led = False
        console.reader.numbers = console.confirms = context.typing
        console.display.plain = context.plain
        self._lines = enumerate(context.lines, 1)
        self._number = 0
        self._position: dict[type[Output], Output] = {}
        self._page = Page(console)
        self._refused: list[Refused] = []
        self._shown_for = ""
        """The seat and title of the decision at which the position was last shown."""
        self._seat: str | None = None
        self._measure()

    def show(self, output: Output) -> None:  # noqa: C901 (a case for each output)
        """Show an output. The parts of a position wait for the question; refusals follow it.

        Raises StoppedAt for a line that fails.
        """
        if isinstance(output, News | Question | Over):
            self._hand_over()
        if self.console.left:
            return
        match output:
            case Text(lines):
                self._print(lines)
            case News(lines):
                self._print(lines)
            case Confirm(question):
                self._print([question])
            case Refused() if not self.context.keep_going:
                if self._number:
                    self._print(self.console.display.news())
                self.stop(output)
            case Refused():
                self._refused.append(output)
            case Board() | Status() | Options():
                self._position[type(output)] = output
            case Question():
                self._ask(output)
                self._show_refusals()
            case Over(lines):
                if self.typing and self.console.humans:
                    self._print([*last_position(self._position), *lines, *output.numbered])
                self._position = {}
                self._show_refusals()

    def stop(self, refused: Refused) -> NoReturn:
        """Raise a line's error with the line's number, unless it comes before the first line."""
        if not self._number:
            raise refused.error
        stopped = StoppedAt(f"{self.context.source} line {self._number}: {refused.error}")
        stopped.status, stopped.details = refused.error.status, refused.error.details
        raise stopped

    def lead(self, rows: int) -> None:  # noqa: ARG002
        """Read empty lines as well."""
        self._led = True

    def _ask(self, question: Question) -> None:
        board, status, options = (self._position.get(kind) for kind in (Board, Status, Options))
        self._position = {}
        if isinstance(board, Board) and isinstance(status, Status) and isinstance(options, Options):
            if self.typing:
                parts = self._page.parts(board, status, options, question)
                self._print(["", *(line for part in parts for line in part.lines)])
                return
            decision = self.console.session.table.decision
            shown_before, self._shown_for = self._shown_for, f"{decision.seat} {decision.title}"
            if self._shown_for != shown_before:
                self._print(["", status.text, *board.lines])
        self._print([question.text])

    def _show_refusals(self) -> None:
        refusals, self._refused = self._refused, []
        for error in (refused.error for refused in refusals):
            self._print([*self.console.reader.offer(error), str(error), *error.details])

    def read(self) -> str | None:
        """Return the next command, or None at the end of the input or after the end of the game."""
        self.console.typed_ahead = self.typing and has_unread_input(STANDARD_INPUT)
        self._show_refusals()
        while True:
            self._number, line = next(self._lines, (self._number, None))
            if line is None:
                break
            self._measure()
            text = self._command(line)
            if self.console.pending:
                return text
            if self.console.session.outcome is not None and not self._after_end(text):
                return None
            if text and not self.typing:
                self._print([f"> {text}"])
            # An empty line means the only legal action or a lesson's next step.
            if text or (not line.strip() and (self._led or self.console.reader.only_option is not None)):
                return text
        return "" if self.console.pending else None

    def _command(self, line: str) -> str:
        """Strip the comment from a line, unless it ends in free text."""
        text = line.strip()
        if text.startswith("#"):
            return ""
        takes_text = self.console.reader.takes_text(text)
        return text if takes_text else text.partition(" #")[0].strip()

    def _after_end(self, text: str) -> bool:
        """Return whether a line uses a command that is allowed after the end."""
        if self.typing and text.isdecimal():
            return True
        command = self.console.commands.get(text.partition(" ")[0])
        return command is not None and command.after_end

    def _print(self, lines: Iterable[str]) -> None:
        width = self.console.display.width
        for line in map(printing.escape, lines):
            too_long = self.typing and len(line) > width
            text = (
                fill(line, width, subsequent_indent="  ", break_on_hyphens=False) if too_long else line
            )
            print(text, file=self.context.out, flush=True)

    def _measure(self) -> None:
        if self.typing:
            self.console.display.width = max(get_terminal_size().columns, NARROW)

    def _hand_over(self) -> None:
        """Print blank lines and wait for Enter, so that no human sees the other's lines."""
        before, self._seat = self._seat, self.console.viewer
        if not self.typing or not self.console.display.hides_from(before):
            return
        self._print([""] * BLANK_LINES)
        self._print(["This terminal cannot hide the lines above."])
        while not self.console.left:
            self._print(self.console.display.handover().splitlines())
            drop_typeahead(STANDARD_INPUT)
            self._number, line = next(self._lines, (self._number, None))
            if line is None:
                self.console.left = True
            if not (line or "").strip():
                break
