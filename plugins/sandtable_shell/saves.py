"""The saves in a folder, each with its state; ``saves`` lists them, a line each."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from sandtable import Replay, SandtableError, SaveError, ShellCommand
from sandtable.tooling import Catalog, config, printing, recording, records
from sandtable_shell import completers
from sandtable_shell.arguments import add_json
from sandtable_shell.output import in_columns, say
from sandtable_shell.parser import Parser

OPEN, OVER, DAMAGED = "open", "over", "damaged"

STEP = ".step"
"""The suffix of the file next to a lesson's save that holds the step of the lesson."""


class Summary(Struct, frozen=True):
    """A save, as a list of saves shows it.

    - `state`: ``open``, ``over`` or ``damaged``. In a damaged save, unknown fields are empty.
    - `changed`: when the file was last written, in seconds since 1970.
    - `turn`: the time in the game.
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


def newest(folder: Path) -> list[Path]:
    """The saves in a folder, the last written first; empty if there is no such folder."""
    return sorted(folder.glob("*.jsonl"), key=lambda path: (-_changed(path), path.name))


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # deleted since the folder was read, or a dead link
        return 0.0


def summaries(paths: Iterable[Path], plugins: Catalog | None = None) -> Iterator[Summary]:
    """A summary of each save, found by replaying it."""
    for path in paths:
        try:
            yield _summary(Replay(path, plugins))
        except recording.OnlyRecorded as error:
            yield _recorded_summary(path, error.why)
        except SandtableError as error:
            why = str(error).removeprefix(f"{path}").lstrip(": ")
            shown, at, names = printing.visible(str(path)), _changed(path), _names(path)
            yield Summary(shown, DAMAGED, at, names.game, names.scenario, about=why)


def _summary(run: Replay) -> Summary:
    session = run.run()
    game, header = session.scenario.game, run.header
    eyes = game.seats[0] if len(game.seats) == 1 else None
    return Summary(
        path=printing.visible(str(run.path)),
        state=OVER if session.outcome else OPEN,
        changed=_changed(run.path),
        game=header.game,
        scenario=header.scenario,
        seats=header.seats,
        lines=len(run.lines),
        turn=game.turn(session.view(eyes)),
        outcome=session.outcome.name if session.outcome else "",
        about=run.migrated or run.other_rules,
        typed_in=header.typed_in,
    )


def _recorded_summary(path: Path, why: str) -> Summary:
    """The summary of a save whose game cannot be played here."""
    run = recording.Recording(path)
    over = is_over(path)
    outcome = run.line(len(run.lines)).outcome if over else None
    return Summary(
        path=printing.visible(str(path)),
        state=OVER if over else OPEN,
        changed=_changed(path),
        game=run.header.game,
        scenario=run.header.scenario,
        seats=run.header.seats,
        lines=len(run.lines),
        outcome=outcome.name if outcome else "",
        about=why,
        typed_in=run.header.typed_in,
    )


class _Names(Struct):
    """The parts of a header that can be read in any format."""

    game: str = ""
    scenario: str = ""


def _names(path: Path) -> _Names:
    """The game and the scenario of a save that cannot be replayed, if its header names them."""
    try:
        found = msgspec.json.decode(records.read_lines(path).lines[0], type=_Names)
        return _Names(records.one_line(found.game), records.one_line(found.scenario))
    except (SaveError, IndexError, ValueError, RecursionError):
        return _Names()


def is_over(path: Path) -> bool:
    """Whether a save ends with the game's outcome, without replaying it."""
    try:
        lines = records.read_lines(path).lines
    except SaveError:
        return True
    return not lines or b'"outcome":{' in lines[-1]


def list_saves(arguments: argparse.Namespace) -> int:
    """List the user's saves, or those of folders or files."""
    where = [Path(name) for name in arguments.where]
    for path in where:
        if not path.exists():
            raise SandtableError(f"{path}: no such folder or save")
    folders = where or [config.saves_folder()]
    paths = [save for path in folders for save in ([path] if path.is_file() else newest(path))]
    if arguments.json:
        print(printing.as_json(list(summaries(paths)), indent=-1))
        return 0
    rows: list[tuple[str, ...]] = []
    for save in summaries(paths):
        date = datetime.fromtimestamp(save.changed).strftime("%Y-%m-%d %H:%M")
        state = f"over: {save.outcome}" if save.outcome else save.state
        line = f"line {save.lines}" + f", {save.turn}" * bool(save.turn) if save.lines else ""
        about = f"{line}{', luck typed in' * save.typed_in} {save.about}"
        rows.append((Path(save.path).stem, save.scenario, state, date, " ".join(about.split())))
    for line in in_columns(rows) if rows else [f"no saves in {', '.join(map(str, folders))}"]:
        say(line)
    return 0


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
