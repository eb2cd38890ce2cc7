"""Playing line by line, without a terminal: commands come in, plain text goes out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from textwrap import fill
from typing import TextIO

from sandtable.errors import SandtableError
from sandtable.repl import doubts, typed_ahead
from sandtable.repl.console import Console
from sandtable.repl.sight import NARROW, OVER
from sandtable.session import Session
from sandtable.words import visible

STANDARD_INPUT = 0

BLANK_LINES = 50
"""Between two humans at a terminal that can not be cleared."""


class StoppedAt(SandtableError):
    """A line of a script that can not be done; the game is kept up to it."""


def play(
    session: Session,
    lines: Iterable[str],
    out: TextIO,
    *,
    source: str = "input",
    keep_going: bool = False,
    typing: bool = False,
    resumed: bool = False,
    plain: bool = False,
    console: Console | None = None,
) -> None:
    """Play a session by lines until they end, `quit`, or the game is over.

    Empty lines and those that begin with ``#`` are passed over. Raises StoppedAt with the
    number of a line that can not be done, unless `keep_going`, which shows it and goes on.
    With `typing` the lines are seen as they are typed and need no echo, and a bare number
    means a place in the list last shown; a `resumed` game's past is not told again. When `plain`,
    maps are told in words.
    """
    console = console or Console(session)
    console.numbers, console.plain = typing, plain
    lines = iter(lines)
    reader = _Reader(console, out, lines, typing=typing)
    if resumed:
        console.news()
    reader.catch_up()
    if console.left:
        return
    reader.show(console.before())
    for number, line in enumerate(lines, 1):
        text = _command(console, line)
        if session.outcome is not None and not _after_end(console, text):
            return
        if not text and not (console.enters and not line.strip()):
            continue
        said, text = text, console.stands_for(text)
        if text and (text != said or not typing):
            reader.show([f"> {text}"])
        reply = console.do(text)
        reader.show(reply.lines)
        if reply.error and not keep_going:
            reader.show(console.news())
            stopped = StoppedAt(f"{source} line {number}: {reply.error}")
            stopped.details = reply.error.details
            raise stopped
        reader.catch_up()
        if reply.error:
            reader.show([*console.offer(reply.error), *reply.error.details, str(reply.error)])
        if console.left:
            return
        reader.show(console.before())


def _command(console: Console, line: str) -> str:
    """A line without its comment; one that takes a text is kept whole."""
    text = line.strip()
    if text.startswith("#"):
        return ""
    return text if console.takes_text(text) else text.partition(" #")[0].strip()


def _after_end(console: Console, text: str) -> bool:
    """Whether a line asks something that may be asked when the game is over."""
    command = console.commands.get(text.partition(" ")[0])
    return command is not None and command.after_end


class _Reader:
    """Prints, and lets the bots play before the next decision of a human is asked for."""

    def __init__(self, console: Console, out: TextIO, lines: Iterator[str], *, typing: bool) -> None:
        self.console = console
        self.typing = typing
        self.out = out
        self.lines = lines
        self._asked: object = None
        if typing:
            console.ask = self.agrees
        self._seat: str | None = None

    def show(self, lines: Iterable[str]) -> None:
        for line in map(visible, lines):
            long = self.typing and len(line) > self.console.width
            width = self.console.width
            text = fill(line, width, subsequent_indent="  ", break_on_hyphens=False) if long else line
            print(text, file=self.out, flush=True)

    def agrees(self, question: str) -> bool:
        """Whether a player, asked once more, still wants something."""
        self.show([question])
        return doubts.is_yes(next(self.lines, ""))

    def catch_up(self) -> None:
        """Play the bots, tell the news, and ask when something new is asked."""
        console, session = self.console, self.console.session
        if self.typing:
            console.width = max(get_terminal_size().columns, NARROW)
        try:
            console.bots()
        except SandtableError as error:
            if not self.typing:
                raise
            self.show([str(error)])
        self._hand_over()
        if console.left:
            return
        self.show(console.news())
        for trouble in session.plugins.troubles:
            self.show([trouble])
        session.plugins.troubles.clear()
        if session.outcome is None and not console.left:
            self._ask()
        elif self.typing and console.humans and not console.left:
            self.show([*console.ending(), OVER])

    def _hand_over(self) -> None:
        """Two humans at a terminal that can not be cleared are parted by blank lines and by Enter."""
        seat = self.console.session.to_move
        if self.typing and len(self.console.humans) > 1 and seat not in (self._seat, None):
            self.show([""] * BLANK_LINES)
            self.show(["This terminal can not hide what stands above."])
            while True:
                self.show([f"{seat.capitalize()}: press Enter when only you can see this."])
                typed_ahead.forget(STANDARD_INPUT)
                line = next(self.lines, None)
                if line is None:
                    self.console.left = True
                if not (line or "").strip():
                    break
        self._seat = seat

    def _ask(self) -> None:
        if self.typing:
            place: object = self.console.session.journal.n
            self.show(self.console.picture() if place != self._asked else [self.console.asks()])
            self._asked = place
            return
        decision = self.console.session.table.decision
        place = f"{decision.seat} {decision.title}"
        if place != self._asked:
            self.show(["", *self.console.status()])
            self._asked = place
        self.show([self.console.asks()])
