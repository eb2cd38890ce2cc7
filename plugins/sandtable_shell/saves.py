"""The saves in a folder, each with its state; ``saves`` lists them, a line each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from os import SEEK_END
from pathlib import Path

import msgspec
from msgspec import Struct

from sandtable import Outcome, Replay, SandtableError, SaveError, Session, ShellCommand, number_of
from sandtable.tooling import (
    Catalog,
    catalog,
    config,
    journal,
    printing,
    recording,
    records,
    write_whole,
)
from sandtable_console import as_json
from sandtable_shell import completers
from sandtable_shell.arguments import add_json
from sandtable_shell.output import say
from sandtable_shell.parser import Parser
from sandtable_shell.progress import at_work

OPEN, OVER, DAMAGED = "open", "over", "damaged"

HEADER, OUTCOME = 100_000, 4_096
"""A header that names a scenario, and the line of an outcome, have at most this many bytes."""

STEP, TURN = ".step", ".turn"
"""The suffixes of the files next to a save that hold the step of a lesson, and the time in the game."""


class Summary(Struct, frozen=True):
    """A save, as a list of saves shows it.

    - `state`: ``open``, ``over`` or ``damaged``. In a damaged save, unknown fields are empty.
    - `changed`: when the file was last written, in seconds since 1970.
    - `turn`: the time in a game that is not over.
    - `outcome`: how the game ended.
    - `about`: what is damaged or missing, or how an older save was migrated.
    - `typed_in`: whether players typed in the luck.
    """

    path: str
    state: str
    changed: float
    game: str = ""
    scenario: str = ""
    seats: dict[str, str] = {}
    lines: int = 0
    turn: str = ""
    outcome: str = ""
    about: str = ""
    typed_in: bool = False


def by_age(folder: Path) -> list[Path]:
    """The saves in a folder, the last written first; empty if there is no such folder."""
    return sorted(folder.glob("*.jsonl"), key=lambda path: (-changed(path), path.name))


def changed(path: Path) -> float:
    """When a file was last written, in seconds since 1970; 0 if it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:  # deleted since the folder was read, or a dead link
        return 0.0


def summaries(paths: Iterable[Path], plugins: Catalog | None = None) -> Iterator[Summary]:
    """A summary of each save, found by replaying it if its digests are not enough."""
    plugins = plugins or catalog()
    for path in paths:
        try:
            yield _finished_summary(path, plugins) or _summary(Replay(path, plugins))
        except recording.OnlyRecorded as error:
            run = recording.Recording(path)
            yield _read_summary(run, run.outcome, error.why)
        except SandtableError as error:
            why = str(error).removeprefix(f"{path}").lstrip(": ")
            shown, at, names = printing.escape(str(path)), changed(path), names_in(path)
            yield Summary(shown, DAMAGED, at, names.game, names.scenario, about=why)


def _finished_summary(path: Path, plugins: Catalog) -> Summary | None:
    """The summary of a game that is over under today's rules, if its digests prove it; else None."""
    try:
        run = recording.Recording(path)
        info = plugins.games.infos.get(run.header.game)
        if is_over(path) and run.sealed and info and info.rules_version == run.header.rules_version:
            run.prove()
            return _read_summary(run, run.outcome)
    except SandtableError:
        return None  # a replay says what is wrong
    return None


def _summary(run: Replay) -> Summary:
    session = run.run()
    game = session.scenario.game
    eyes = next(iter(session.seats)) if len(session.seats) == 1 else None
    about, turn = run.migrated or run.other_rules, game.turn(session.view(eyes))
    return _read_summary(run, session.outcome, about, "" if session.outcome else turn)


def _read_summary(
    run: recording.Recording, outcome: Outcome | None, about: str = "", turn: str = ""
) -> Summary:
    """The summary of a save that can be read, whether or not it was replayed."""
    return Summary(
        path=printing.escape(str(run.path)),
        state=OVER if outcome else OPEN,
        changed=changed(run.path),
        game=run.header.game,
        scenario=run.header.scenario,
        seats=run.header.seats,
        lines=len(run.lines),
        turn=turn,
        outcome=outcome.name if outcome else "",
        about=about,
        typed_in=run.header.typed_in,
    )


class Names(Struct):
    """The parts of a header that can be read in any format."""

    game: str = ""
    scenario: str = ""


def names_in(path: Path) -> Names:
    """The game and the scenario in the first line of a file, if it names them."""
    try:
        found = msgspec.json.decode(_read(path, HEADER).partition(b"\n")[0], type=Names)
        return Names(records.one_line(found.game), records.one_line(found.scenario))
    except (ValueError, RecursionError):
        return Names()


class _Last(Struct):
    """The last line of a save, as far as it tells how the game ended."""

    outcome: Outcome


def outcome_of(path: Path) -> str | None:
    """How the game of a save ended, "" if it is not over, None for no save; only its end is read."""
    *before, last = _read(path, -OUTCOME).split(b"\n")
    line = last or (before or [b""])[-1]
    if not before or b'"outcome":{' not in line:
        return "" if before else None
    try:
        return records.one_line(msgspec.json.decode(line, type=_Last).outcome.name)
    except (ValueError, RecursionError):
        return OVER


def is_over(path: Path) -> bool:
    """Whether a save ends with the game's outcome, or is not a save; only its end is read."""
    return outcome_of(path) != ""


def _read(path: Path, size: int) -> bytes:
    """The first bytes of a file, or with a negative size the last; empty if it cannot be read."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                if size < 0:
                    file.seek(max(file.seek(0, SEEK_END) + size, 0))
                return file.read(abs(size))
    return b""


def turn_of(path: Path) -> str:
    """The time in the game of a save, "" if unknown; the save is replayed once for it."""
    turn = kept_turn(path)
    if turn is None:
        (summary,) = summaries([path])
        turn = summary.turn
        keep_turn(path, turn)
    return turn


def kept_turn(path: Path) -> str | None:
    """The time in the game of a save, if it was kept for all of it."""
    size, _, turn = _read(path.with_suffix(TURN), 1_000).decode(errors="replace").partition(" ")
    return turn.strip() if size == str(path.stat().st_size) else None


def keep_turn(path: Path, turn: str) -> None:
    """Keep the time in the game next to its save."""
    with suppress(OSError):
        write_whole(path.with_suffix(TURN), f"{path.stat().st_size} {turn}\n")


def save_somewhere(session: Session, mark: str) -> None:
    """Save a game without --save among the user's saves; if that is impossible, play unsaved."""
    try:
        session.save(journal.free_path(str(config.saves_folder() / stem_of(session.scenario.id, mark))))
    except SaveError as error:
        session.journal.write_error = str(error)
        say(f"{error}; {journal.UNSAVED}")


def stem_of(scenario: str, mark: str) -> str:
    """The name of a save's file, without its suffix: ``lrdg-slonta-3``."""
    stem = f"{scenario.replace('/', '-')}-{mark}"
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in stem)


def list_saves(arguments: argparse.Namespace) -> int:
    """List the user's saves, or those of folders or files."""
    where = [Path(name) for name in arguments.where]
    for path in where:
        if not path.exists():
            raise SandtableError(f"{path}: no such folder or save; sandtable saves lists yours")
    folders = where or [config.saves_folder()]
    paths = [save for path in folders for save in ([path] if path.is_file() else by_age(path))]
    if arguments.json:
        print(as_json(list(_summaries(paths, shown=True)), indent=-1))
        return 0
    if not paths:
        say(f"no saves in {', '.join(map(str, folders))}")
    names = max((len(printing.escape(path.stem)) for path in paths), default=0)
    scenarios = max((len(names_in(path).scenario) for path in paths), default=0)
    for save in _summaries(paths, shown=not (sys.stdout and sys.stdout.isatty())):
        date = datetime.fromtimestamp(save.changed).strftime("%Y-%m-%d %H:%M")
        say(f"{Path(save.path).stem:{names}}  {save.scenario:{scenarios}}  {date}  {_in_words(save)}")
        print(end="", flush=True)  # for whoever reads along
    return 0


def _summaries(paths: Sequence[Path], *, shown: bool) -> Iterator[Summary]:
    """A summary of each save; meanwhile, a line says how many there are."""
    with at_work(shown=shown) as show:
        for place, save in enumerate(summaries(paths), 1):
            show(f"{place} of {number_of(len(paths), 'save')}")
            yield save


def _in_words(save: Summary) -> str:
    """The state of a save, and what else is known about it."""
    info = catalog().games.infos.get(save.game)
    outcome = info.outcomes.get(save.outcome, save.outcome) if info else save.outcome
    state = f"{save.state}: {outcome}" if outcome else save.state
    luck, lines = "luck typed in" * save.typed_in, f"line {save.lines}" * bool(save.lines)
    return ", ".join(filter(None, (state, lines, save.turn, luck, save.about)))


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "where",
        nargs="*",
        metavar="FOLDER|SAVE",
        help="a folder of saves, or a save; default: all of your saves",
        completer=completers.saves,
    )
    add_json(parser)


SAVES = ShellCommand(
    summary="your saved games, the newest first",
    group="play",
    run=list_saves,
    arguments=_arguments,
    examples=("sandtable saves", "sandtable saves . --json"),
)
