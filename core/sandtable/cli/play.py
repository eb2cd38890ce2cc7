"""``play`` and ``resume``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

from sandtable import config
from sandtable import replay as replays
from sandtable.cli.pairs import pairs, seats
from sandtable.errors import SandtableError
from sandtable.journal import SaveError
from sandtable.plugins import catalog
from sandtable.repl import plain
from sandtable.session import Session, new


def play(arguments: argparse.Namespace) -> int:
    """Set up a game and play it."""
    scenario = catalog().scenario(arguments.scenario)
    session = new(
        arguments.scenario,
        arguments.seed,
        seats(arguments.seat, scenario.game.seats),
        pairs("set", arguments.set),
        arguments.save,
    )
    if arguments.save is None:
        _save_somewhere(session)
    print(f"{scenario.game.info.title}: {scenario.title} ({scenario.id}), seed {session.header.seed}")
    return run(session, arguments)


def resume(arguments: argparse.Namespace) -> int:
    """Go on with a saved game."""
    path = config.find_save(arguments.save) if arguments.save else _newest()
    session, torn = replays.resume(path)
    if torn:
        print(f"{path}: the last line was not finished and has been dropped")
    session.sit(seats(arguments.seat, session.seats))
    print(f"{session.scenario.title} ({session.scenario.id}), from line {session.journal.n} of {path}")
    return run(session, arguments)


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Play a session by lines from a file, from standard input, or typed; say where it is saved."""
    with ExitStack() as stack:
        stack.callback(session.close)
        source = arguments.input or "input"
        typing = arguments.input is None and sys.stdin.isatty()
        try:
            lines = _typed(session) if typing else stack.enter_context(_opened(arguments.input))
            keep_going = arguments.keep_going or typing
            plain.play(session, lines, sys.stdout, source=source, keep_going=keep_going, typing=typing)
        except KeyboardInterrupt:
            print()
        finally:
            print(_ending(session))
    return 0


def _ending(session: Session) -> str:
    over = f"Over: {session.outcome.name}. " if session.outcome else "To be continued. "
    trouble = session.journal.trouble
    return over + (f"NOT SAVED: {trouble}" if trouble else f"Saved in {session.journal.path}")


def _typed(session: Session) -> Iterator[str]:
    while session.outcome is None:
        try:
            yield input("> ")
        except EOFError:
            return


class _opened:  # noqa: N801 (used like the function open)
    """The lines of a script, or of standard input for None."""

    def __init__(self, path: str | None) -> None:
        self.path = path

    def __enter__(self) -> Iterable[str]:
        try:
            self._file = sys.stdin if self.path is None else Path(self.path).open(encoding="utf-8")
        except OSError as error:
            raise SandtableError(
                f"{self.path}: {(error.strerror or 'can not be read').lower()}"
            ) from error
        return self._lines()

    def _lines(self) -> Iterator[str]:
        try:
            yield from self._file
        except UnicodeDecodeError as error:
            raise SandtableError(f"{self.path or 'input'}: not UTF-8 text") from error

    def __exit__(self, *_: object) -> None:
        if self.path is not None:
            self._file.close()


def _save_somewhere(session: Session) -> None:
    """Save a game that named no file among the user's saves."""
    stem = f"{session.scenario.id.replace('/', '-')}-{session.header.seed}"
    safe = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in stem)
    for count in range(1, 10_000):
        name = f"{safe}.jsonl" if count == 1 else f"{safe}-{count}.jsonl"
        path = config.saves_folder() / name
        if not path.exists():
            session.save(path)
            return
    raise SaveError(f"{config.saves_folder()} is full of games of this seed; use --save FILE")


def _newest() -> Path:
    found = sorted(config.saves_folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise SaveError(f"there is no save in {config.saves_folder()}; name one")
    return found[-1]
