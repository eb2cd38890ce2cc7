"""``link``: turn a game into a link. Also opens a link wherever a save is expected."""

from __future__ import annotations

import argparse
import atexit
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

from sandtable import HUMAN, Replay, SaveError, ShellCommand
from sandtable.tooling import config, journal, link, printing, records, resume
from sandtable_console import put
from sandtable_shell import completers
from sandtable_shell.arguments import SAVE, add_place, line_of
from sandtable_shell.completers import find_file
from sandtable_shell.parser import Parser
from sandtable_shell.saves import by_age, is_over, stem_of


def find_save(typed: str, *, keep: bool = False) -> Path:
    """Return the path of a save that is typed as a path, by its name, or as a link.

    With `keep`, a link is stored among the user's saves, to play on. Raises UnknownName with the nearest
    name if there is no such file, and SaveError if a link cannot be opened.
    """
    if link.MARK not in typed:
        return find_file(typed)
    return keep_link(typed) if keep else open_link(typed)


def open_link(typed: str) -> Path:
    """Return a save made from a link, in a folder that is deleted when the program ends."""
    game = link.read_link(typed)
    folder = Path(tempfile.mkdtemp(prefix="sandtable-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    game.copy(path := folder / f"{_stem(game)}.jsonl")
    return path


def shown(path: Path) -> str:
    """Return a save's path for messages; for a link's save only its name: its folder is temporary."""
    return path.name if path.parent.match(f"{tempfile.gettempdir()}/sandtable-*") else str(path)


def keep_link(typed: str) -> Path:
    """Return the user's save in which a link's game continues.

    It is a save with exactly this game or, unless the link names a line, one that continues it and is
    not over; failing that, a new save. A human takes over if only bots would play.
    """
    game, names_line = link.read_link(typed), "@" in typed.partition(link.MARK)[2]
    for path in by_age(config.saves_folder()):
        with suppress(SaveError, IndexError, *records.DECODING_ERRORS):
            lines = records.read_lines(path).lines
            same = lines == game.lines
            if same or (not names_line and not is_over(path) and _continues(lines, game)):
                return path
    path = journal.free_path(str(config.saves_folder() / _stem(game)))
    if HUMAN in _header(game.lines).seats.values() or b'"outcome":{' in game.lines[-1]:
        game.copy(path)
    else:
        resume.fork(open_link(typed), None, path, taken_over=True).close()
    return path


def _continues(lines: list[bytes], game: journal.Journal) -> bool:
    end, parent = records.split(game.lines[-1]), _header(lines).parent
    return lines[: game.n] == game.lines or bool(end and parent and parent.digest == end[1])


class _Header(msgspec.Struct):
    scenario: str
    seed: int | str
    seats: dict[str, str]
    parent: records.Parent | None = None


def _header(lines: list[bytes]) -> _Header:
    return msgspec.json.decode(lines[0], type=_Header)


def _stem(game: journal.Journal) -> str:
    header = _header(game.lines)
    return stem_of(header.scenario, str(header.seed))


def _link(arguments: argparse.Namespace) -> int:
    saves = [find_save(arguments.save)] if arguments.save else by_age(config.saves_folder())
    if not saves:
        raise SaveError(f"there is no save in {config.saves_folder()}; sandtable play starts a game")
    run = Replay(saves[0])
    to = line_of(run, arguments.to)
    text = link.link_of(run, to)
    for remark in link.remarks(run.lines[:to]):
        print(f"sandtable: {printing.escape(shown(run.path))}: {remark}", file=sys.stderr)
    put(link.page_address(arguments.page, text) if arguments.page else text)
    return 0


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "save",
        nargs="?",
        metavar="SAVE",
        help=f"{SAVE}; default: your newest save",
        completer=completers.saves,
    )
    add_place(parser, "end the game at this line or bookmark")
    parser.add_argument("--page", metavar="URL", help="the sandtable web page that opens the link")


LINK = ShellCommand(
    summary="print a game as a link, to send in a message",
    more="Any command that takes a SAVE also takes a link. LINK@12 is the game up to line 12",
    group="play",
    run=_link,
    arguments=_arguments,
    examples=(
        "sandtable play lrdg/benghazi-road --seed 3 --seat lrdg=scripted",
        "sandtable link lrdg-benghazi-road-3",
        "sandtable link lrdg-benghazi-road-3 --to 20",
    ),
)
"""The command ``link``."""
