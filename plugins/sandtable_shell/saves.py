"""``saves``: list the saves in a folder, each with its state."""

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
from sandtable_shell.progress import status_line

OPEN, OVER, DAMAGED = "open", "over", "damaged"

MOST_HEADER_BYTES, MOST_OUTCOME_BYTES = 100_000, 4_096
"""The most bytes of a header that names a scenario, and of a line with an outcome."""

STEP, TURN = ".step", ".turn"
"""The suffixes of two files next to a save: the lesson's step, and the current turn in the game."""


class Summary(Struct, frozen=True):
    """A save's row in a list of saves.

    - `state`: ``open``, ``over`` or ``damaged``. In a damaged save, unknown fields are empty.
    - `changed`: when the file was last written, in seconds since 1970.
    - `turn`: the current turn, if the game is not over.
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
    """Return the saves in a folder, newest first; none if there is no such folder."""
    return sorted(folder.glob("*.jsonl"), key=lambda path: (-changed_at(path), path.name))


def changed_at(path: Path) -> float:
    """Return when a file was last written, in seconds since 1970; 0 if it is gone."""
    try:
        return path.stat().st_mtime
    except OSError:  # deleted since the folder was read, or a broken symbolic link
        return 0.0


def summaries(paths: Iterable[Path], plugins: Catalog | None = None) -> Iterator[Summary]:
    """Yield a summary of each save; replay it only if its digests are not enough."""
    plugins = plugins or catalog()
    for path in paths:
        try:
            yield _finished_summary(path, plugins) or _summary(Replay(path, plugins))
        except recording.OnlyRecorded as error:
            run = recording.Recording(path)
            yield _read_summary(run, run.outcome, error.why)
        except SandtableError as error:
            why = str(error).removeprefix(f"{path}").lstrip(": ")
            shown, at, names = printing.escape(str(path)), changed_at(path), names_in(path)
            yield Summary(shown, DAMAGED, at, names.game, names.scenario, about=why)


def _finished_summary(path: Path, plugins: Catalog) -> Summary | None:
    """Return a finished game's summary, if digests prove its outcome under today's rules."""
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
    viewer = next(iter(session.seats)) if len(session.seats) == 1 else None
    about, turn = run.migrated or run.other_rules, game.turn(session.view(viewer))
    return _read_summary(run, session.outcome, about, "" if session.outcome else turn)


def _read_summary(
    run: recording.Recording, outcome: Outcome | None, about: str = "", turn: str = ""
) -> Summary:
    """Return the summary of a readable save, replayed or not."""
    return Summary(
        path=printing.escape(str(run.path)),
        state=OVER if outcome else OPEN,
        changed=changed_at(run.path),
        game=run.header.game,
        scenario=run.header.scenario,
        seats=run.header.seats,
        lines=len(run.lines),
        turn=turn,
        outcome=outcome.name if outcome else "",
        about=about,
        typed_in=run.header.typed_in,
    )


class HeaderNames(Struct):
    """The header fields that every save format has."""

    game: str = ""
    scenario: str = ""


def names_in(path: Path) -> HeaderNames:
    """Return the game and the scenario in the first line of a file, if it names them."""
    try:
        found = msgspec.json.decode(_read(path, MOST_HEADER_BYTES).partition(b"\n")[0], type=HeaderNames)
        return HeaderNames(records.one_line(found.game), records.one_line(found.scenario))
    except (ValueError, RecursionError):
        return HeaderNames()


class _LastLine(Struct):
    """The fields of a save's last line that tell how the game ended."""

    outcome: Outcome


def outcome_of(path: Path) -> str | None:
    """Return a save's outcome from its end; "" if the game is not over, None if it is no save."""
    *before, last = _read(path, -MOST_OUTCOME_BYTES).split(b"\n")
    line = last or (before or [b""])[-1]
    if not before or b'"outcome":{' not in line:
        return "" if before else None
    try:
        return records.one_line(msgspec.json.decode(line, type=_LastLine).outcome.name)
    except (ValueError, RecursionError):
        return OVER


def is_over(path: Path) -> bool:
    """Tell from a file's end whether its game is over or it is not a save."""
    return outcome_of(path) != ""


def _read(path: Path, size: int) -> bytes:
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                if size < 0:
                    file.seek(max(file.seek(0, SEEK_END) + size, 0))
                return file.read(abs(size))
    return b""


def turn_of(path: Path) -> str:
    """Return the current turn of a saved game, "" if unknown; the save is replayed once."""
    turn = stored_turn(path)
    if turn is None:
        (summary,) = summaries([path])
        turn = summary.turn
        store_turn(path, turn)
    return turn


def stored_turn(path: Path) -> str | None:
    """Return the current turn of a saved game, if it was stored for the whole save."""
    size, _, turn = _read(path.with_suffix(TURN), 1_000).decode(errors="replace").partition(" ")
    return turn.strip() if size == str(path.stat().st_size) else None


def store_turn(path: Path, turn: str) -> None:
    """Store the game's current turn next to its save."""
    with suppress(OSError):
        write_whole(path.with_suffix(TURN), f"{path.stat().st_size} {turn}\n")


def save_somewhere(session: Session, mark: str) -> None:
    """Save a game among the user's saves; if that is impossible, play unsaved."""
    try:
        session.save(journal.free_path(str(config.saves_folder() / stem_of(session.scenario.id, mark))))
    except SaveError as error:
        session.journal.write_error = str(error)
        say(f"{error}; {journal.UNSAVED}")


def stem_of(scenario: str, mark: str) -> str:
    """Return a save's file name, without its suffix: ``lrdg-slonta-3``."""
    stem = f"{scenario.replace('/', '-')}-{mark}"
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in stem)


def list_saves(arguments: argparse.Namespace) -> int:
    """List the user's saves, or those in the given folders and files."""
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
        print(end="", flush=True)  # for a program that reads along
    return 0


def _summaries(paths: Sequence[Path], *, shown: bool) -> Iterator[Summary]:
    """Yield a summary of each save, and show how many are done."""
    with status_line(shown=shown) as show:
        for place, save in enumerate(summaries(paths), 1):
            show(f"{place} of {number_of(len(paths), 'save')}")
            yield save


def _in_words(save: Summary) -> str:
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
    summary="list your saved games, newest first",
    group="play",
    run=list_saves,
    arguments=_arguments,
    examples=("sandtable saves", "sandtable saves . --json"),
)
