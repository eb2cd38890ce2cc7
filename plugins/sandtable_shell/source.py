"""Reads a game's lines from a file, standard input or a terminal, and plays the game."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stdout, suppress
from pathlib import Path
from typing import Self, TextIO

from sandtable import AskedDice, SandtableError, SaveError, Scenario, Session, new
from sandtable.tooling import signals
from sandtable_console import (
    Console,
    NotRolled,
    Sink,
    SinkContext,
    asked_dice,
    handlers,
    read_line,
    settings,
    sink,
    sinks,
    terminal,
)
from sandtable_shell.output import program, say
from sandtable_shell.saves import save_somewhere

LINE_LIMIT = 10_000
"""The length in characters that no command line may reach."""


class Source(ExitStack):
    """A source of command lines: a file, standard input, or a user at a terminal."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        super().__init__()
        self.name = arguments.input or "input"
        self.keep_going = getattr(arguments, "keep_going", False)
        self.typing = arguments.input is None and bool(sys.stdin) and sys.stdin.isatty()
        self.settings = settings()
        self.plain = getattr(arguments, "plain", False) or self.settings.plain
        self.json = getattr(arguments, "json", False)
        self.out = sys.stdout
        in_plain_lines = self.plain or self.json or os.environ.get("TERM") == "dumb"
        self.fancy = self.typing and sys.stdout.isatty() and not in_plain_lines
        self.lines = _typed_lines() if self.typing else self._open(arguments.input)

    def __enter__(self) -> Self:
        if self.json:  # only JSON goes to standard output
            self.enter_context(redirect_stdout(sys.stderr))
        self.enter_context(terminal.restore_modes() if self.fancy else handlers.end_in_order())
        return super().__enter__()

    def _open(self, path: str | None) -> Iterator[str]:
        if path is None:
            if isinstance(sys.stdin, io.TextIOWrapper):
                with suppress(io.UnsupportedOperation):  # an embedding program has read some of it
                    sys.stdin.reconfigure(encoding="utf-8")  # as in a file, whatever the terminal uses
            return _lines(sys.stdin or io.StringIO(), self.name)
        try:
            file = Path(path).open(encoding="utf-8")  # noqa: SIM115 (this stack closes it)
        except OSError as error:
            why = (error.strerror or "cannot be read").lower()
            raise SandtableError(f"--input: {path}: {why}") from error
        self.callback(file.close)
        return _lines(file, self.name)

    def dice(self) -> AskedDice:
        """Dice whose rolls the user types in."""
        if self.json:
            raise SandtableError("a player rolls real dice at a prompt: leave out --json")
        if self.fancy:
            return asked_dice(read_line, print)
        return asked_dice(self._next_line, print, again=self.keep_going or self.typing)

    def _next_line(self, question: str) -> str:
        print(question, end="" if self.typing else "\n", flush=True)
        for line in self.lines:
            if line.strip() and not line.strip().startswith("#"):
                return line
        raise NotRolled(f"{self.name} ends where a roll is needed")

    def play(
        self,
        session: Session,
        *,
        resumed: bool = False,
        console: Console | None = None,
        over: Callable[[Sink], Sink] | None = None,
    ) -> int:
        """Play a session from this source, then print where it is saved; `over` wraps the sink."""
        self.callback(session.close)
        console = console or Console(session)
        if session.header.typed_in:
            session.table.dice = self.dice()
        try:
            own_sink = self._sink(console)
            sink.play(console, over(own_sink) if over else own_sink, resumed=resumed)
        except KeyboardInterrupt as stopped:
            if not signals.is_signal(stopped):
                raise
            print()
        finally:
            with suppress(OSError):  # the terminal may be gone
                say(ending(session, is_lesson=bool(over)))
        if session.journal.write_error:
            raise SaveError(f"not saved: {session.journal.write_error}")
        if (game := console.next_game) is None:
            return 0
        dice = self.dice() if session.header.typed_in else None
        next_session = new(game.scenario, game.seed, game.seats, session.header.options, dice=dice)
        next_session.journal.sync = session.journal.sync
        begin(next_session, secret=game.seed is None)
        return self.play(next_session)

    def _sink(self, console: Console) -> Sink:
        """Return the sink that shows the game: at a terminal the user's choice, else plain lines."""
        context = SinkContext(
            self.settings,
            self.lines,
            self.out,
            source=self.name,
            typing=self.typing,
            keep_going=self.keep_going or self.typing,
            plain=self.plain,
        )
        name = self.settings.screen if self.fancy else "json" if self.json else "plain"
        return sinks.make_sink(name, console, context)


def _lines(file: TextIO, name: str) -> Iterator[str]:
    try:
        while line := file.readline(LINE_LIMIT):
            if len(line) == LINE_LIMIT:
                raise SandtableError(f"{name}: a line of more than {LINE_LIMIT - 1} characters")
            line.encode()
            yield line
    except UnicodeError as error:
        raise SandtableError(f"{name}: not UTF-8 text") from error


def _typed_lines() -> Iterator[str]:
    while True:
        try:
            yield input("> ")
        except EOFError:
            return


def begin(session: Session, save: str | None = None, *, secret: bool) -> None:
    """Save a new game in a file or among the user's saves, and print its title and seed.

    Two players at one keyboard must not see a new seed, which would reveal everything.
    """
    secret = secret and len(session.humans) > 1
    if save is None:
        save_somewhere(session, "hot-seat" if secret else str(session.header.seed))
    else:
        session.save(save)
    if not session.header.typed_in:
        say(f"{title_of(session.scenario)}, {'a secret seed' if secret else session.header.luck}")


def title_of(scenario: Scenario) -> str:
    """Return a scenario's full title: ``Who Dares Wins!: The Slonta Raid (lrdg/slonta)``."""
    return f"{scenario.game.info.title}: {scenario.title} ({scenario.id})"


def ending(session: Session, *, is_lesson: bool = False) -> str:
    """Return the message for leaving a game: its state, and where it is saved."""
    header, path = session.header, session.journal.path
    saved = "" if session.journal.write_error else f"Saved in {path}"
    if not session.outcome:
        what = f"learn {header.game} continues the lesson" if is_lesson else "resume continues it"
        return f"{saved}. {program()} {what}." if saved else "Left without a save."
    text = f"Over: {session.scenario.game.verdict(session.table)}."
    if len(session.humans) > 1 and not header.typed_in:
        text += f" The seed was {header.seed}."  # during play, the seed would reveal both hands
    return f"{text} {saved}".rstrip()
