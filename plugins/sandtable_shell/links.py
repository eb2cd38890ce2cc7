"""``link``: a game as a link; and the save of a link, wherever a save is named."""

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
    """The path of a save, typed as a path, as the name of one of the user's saves, or as a link.

    With `keep`, the save of a link is one of the user's, to be played on. Raises UnknownName, with the
    nearest name, if there is no such file, and SaveError for a link that cannot be opened.
    """
    if link.MARK not in typed:
        return find_file(typed)
    return keep_link(typed) if keep else open_link(typed)


def open_link(typed: str) -> Path:
    """The save of a link, in a folder that is removed when the program ends."""
    game = link.read_link(typed)
    folder = Path(tempfile.mkdtemp(prefix="sandtable-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    game.copy(path := folder / f"{_stem(game)}.jsonl")
    return path


def shown(path: Path) -> str:
    """A save's path for messages; of a link's save only the name, since its folder is temporary."""
    return path.name if path.parent.name.startswith("sandtable-") else str(path)


def keep_link(typed: str) -> Path:
    """The save, among the user's, in which the game of a link goes on.

    It is one that goes on from there already, unless the link names a line or that game is over, or else
    a new one. A human takes over where only bots would play.
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
    put(link.on_page(arguments.page, text) if arguments.page else text)
    return 0


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "save",
        nargs="?",
        metavar="SAVE",
        help=f"{SAVE}; default: the newest of your saves",
        completer=completers.saves,
    )
    add_place(parser, "the game up to this line or bookmark")
    parser.add_argument("--page", metavar="URL", help="a page of sandtable web that opens the link")


LINK = ShellCommand(
    summary="a game as a link, to send in a message",
    more="Wherever a command takes a SAVE, it takes a link too. LINK@12 is the game up to line 12",
    group="play",
    run=_link,
    arguments=_arguments,
    examples=(
        "sandtable play lrdg/benghazi-road --seed 3 --seat lrdg=scripted",
        "sandtable link lrdg-benghazi-road-3",
        "sandtable link lrdg-benghazi-road-3 --to 20",
    ),
)
"""``link SAVE``."""
