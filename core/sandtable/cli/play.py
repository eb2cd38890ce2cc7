"""``play`` and ``resume``."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from sandtable import config
from sandtable.cli.output import say
from sandtable.cli.pairs import pairs, seats
from sandtable.dice import REAL, AskedDice
from sandtable.errors import SandtableError
from sandtable.going_on import Resumed, fork, free
from sandtable.going_on import resume as go_on
from sandtable.plugins import catalog
from sandtable.records import Divergence, SaveError
from sandtable.repl import plain
from sandtable.repl.real_dice import NotRolled, asked_dice
from sandtable.saves import is_over, newest
from sandtable.session import HUMAN, UNSAVED, Session, new

GENERAL_BOTS = ("random", "mcts")
"""The bots that the core itself brings for every game."""

MOST_LINE = 10_000
"""A line of commands is shorter."""


def play(arguments: argparse.Namespace) -> int:
    """Set up a game and play it."""
    scenario = catalog().scenario(arguments.scenario)
    with _Input(arguments) as source:
        session = new(
            arguments.scenario,
            arguments.seed,
            seats(arguments.seat, scenario.game.seats),
            pairs("set", arguments.set),
            dice=source.dice() if arguments.dice == "ask" else None,
        )
        session.journal.sync = arguments.sync
        # Two at one keyboard must not learn the seed, which would tell them all.
        secret = arguments.seed is None and list(session.seats.values()).count(HUMAN) > 1
        if arguments.save is None:
            _save_somewhere(session, "hot-seat" if secret else str(session.header.seed))
        else:
            session.save(arguments.save)
        luck = "a secret seed" if secret else f"seed {session.header.seed}"
        if session.header.generator == REAL:
            luck = "real dice"
        say(f"{scenario.game.info.title}: {scenario.title} ({scenario.id}), {luck}")
        return source.play(session)


def resume(arguments: argparse.Namespace) -> int:
    """Go on with a saved game."""
    path = config.find_save(arguments.save) if arguments.save else _newest()
    with _Input(arguments) as source:
        session, said = _go_on(path, sync=arguments.sync)
        for line in said:
            say(line)
        session.sit(seats(arguments.seat, session.seats))
        where = f"from line {session.journal.n} of {session.journal.path}"
        say(f"{session.scenario.title} ({session.scenario.id}), {where}")
        return source.play(session, resumed=True)


def _go_on(path: Path, *, sync: bool) -> Resumed:
    """Resume a save; where it differs, say how to go on from before that."""
    try:
        return go_on(path, sync=sync)
    except Divergence as error:
        if error.n == 1:
            raise
        hint = f"replay {path} --to {error.n - 1} --play goes on from before it"
        raise Divergence(str(path), error.n, f"{error.text}; {hint}", error.details) from error


def branch(arguments: argparse.Namespace) -> int:
    """Go on from a line of a save in a new one."""
    with _Input(arguments) as source:
        session = fork(arguments.save, arguments.to, arguments.new, sync=arguments.sync)
        session.sit(seats(arguments.seat, session.seats))
        if arguments.new is None:
            mark = (arguments.to or "end").removeprefix("@")
            session.save(free(f"{arguments.save.with_suffix('')}-from-{mark}"))
        say(f"{session.scenario.title} ({session.scenario.id}), branched off {arguments.save}")
        return source.play(session)


class _Input(ExitStack):
    """Where lines come from: a file, standard input, or somebody at a terminal."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        super().__init__()
        self.name = arguments.input or "input"
        self.keep_going = arguments.keep_going
        self.typing = arguments.input is None and bool(sys.stdin) and sys.stdin.isatty()
        plainly = getattr(arguments, "plain", False) or os.environ.get("TERM") == "dumb"
        self.fancy = self.typing and sys.stdout.isatty() and not plainly
        self._lines = _typed() if self.typing else self._opened(arguments.input)

    def _opened(self, path: str | None) -> Iterator[str]:
        if path is None:
            return _lines(sys.stdin or io.StringIO(), self.name)
        try:
            file = Path(path).open(encoding="utf-8")  # noqa: SIM115 (this stack closes it)
        except OSError as error:
            raise SandtableError(f"{path}: {(error.strerror or 'can not be read').lower()}") from error
        self.callback(file.close)
        return _lines(file, self.name)

    def dice(self) -> AskedDice:
        """Dice that ask here what was rolled."""
        if self.fancy:
            from sandtable.repl.prompt import read_line  # noqa: PLC0415 (slow to import)

            return asked_dice(read_line, print)
        return asked_dice(self._next_line, print, again=self.keep_going or self.typing)

    def _next_line(self, question: str) -> str:
        print(question, end="" if self.typing else "\n", flush=True)
        for line in self._lines:
            if line.strip() and not line.strip().startswith("#"):
                return line
        raise NotRolled(f"{self.name} ended where a roll was asked for")

    def play(self, session: Session, *, resumed: bool = False) -> int:
        """Play a session from here, and say where it is saved."""
        self.callback(session.close)
        if session.header.generator == REAL:
            session.table.dice = self.dice()
        try:
            self._loop(resumed)(session)
        except KeyboardInterrupt:
            print()
        finally:
            say(_ending(session))
        if session.journal.trouble:
            raise SaveError(f"not saved: {session.journal.trouble}")
        return 0

    def _loop(self, resumed: bool) -> Callable[[Session], None]:
        if self.fancy:
            from sandtable.repl.prompt import Terminal  # noqa: PLC0415 (slow to import)

            return lambda session: Terminal(session, resumed=resumed).play()
        return lambda session: plain.play(
            session,
            self._lines,
            sys.stdout,
            source=self.name,
            keep_going=self.keep_going or self.typing,
            typing=self.typing,
            resumed=resumed,
        )


def _lines(file: TextIO, name: str) -> Iterator[str]:
    try:
        while line := file.readline(MOST_LINE):
            if len(line) == MOST_LINE:
                raise SandtableError(f"{name}: a line of more than {MOST_LINE - 1} characters")
            line.encode()
            yield line
    except UnicodeError as error:
        raise SandtableError(f"{name}: not UTF-8 text") from error


def _typed() -> Iterator[str]:
    while True:
        try:
            yield input("> ")
        except EOFError:
            return


def _ending(session: Session) -> str:
    over = f"Over: {session.outcome.name}." if session.outcome else "To be continued."
    return over if session.journal.trouble else f"{over} Saved in {session.journal.path}"


def _save_somewhere(session: Session, mark: str) -> None:
    """Save a game that named no file among the user's saves; where that is impossible, play unsaved."""
    stem = f"{session.scenario.id.replace('/', '-')}-{mark}"
    safe = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in stem)
    try:
        session.save(free(str(config.saves_folder() / safe)))
    except SaveError as error:
        session.journal.trouble = str(error)
        say(f"{error}; {UNSAVED}")


def _newest() -> Path:
    """The newest save that is not over."""
    found = newest(config.saves_folder())
    if not found:
        raise SaveError(f"there is no save in {config.saves_folder()}; name one")
    return next((path for path in found if not is_over(path)), found[0])
