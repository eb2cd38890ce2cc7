"""Arguments that several commands take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.tooling import resolve
from sandtable_shell import completers
from sandtable_shell.parser import Parser, name_option

if TYPE_CHECKING:
    from sandtable.tooling import recording

SCENARIO = "an installed scenario or your own (sandtable list GAME shows them), or a file"
SAVE = "a file, the name of one of your saves, or a link"
GAME = "a game's id, or the beginning of it"
PLUGIN = "a distribution or an id"


def add_json(parser: Parser) -> None:
    """Add `json`."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_scenario(parser: Parser, more: str = "") -> None:
    """Add `scenario`: installed, the user's own, or a file."""
    parser.add_argument(
        "scenario",
        metavar="GAME/SCENARIO|FILE.toml",
        help=SCENARIO + more,
        completer=completers.or_files(completers.scenarios),
    )


def add_save(parser: Parser) -> None:
    """Add `save`."""
    parser.add_argument("save", metavar="SAVE", help=SAVE, completer=completers.saves)


def add_file(parser: Parser, name: str, help: str) -> None:
    """Add a file to write or read; its value is None if it is left out."""
    parser.add_argument(name, metavar="FILE", help=help, completer=completers.files)


def add_coach(parser: Parser) -> None:
    """Add ``--coach TIME``, for a file written from a save."""
    about = "let the coach review the game first: seconds (60s) or a number of games"
    parser.add_argument("--coach", metavar="TIME", help=about)


def add_view(parser: Parser, help: str) -> None:
    """Add `view`, a seat."""
    parser.add_argument("--as", dest="view", metavar="SEAT", help=help, completer=completers.seats)


def add_seats(parser: Parser, players: str) -> None:
    """Add `seat`, a list."""
    completer = completers.players if "human" in players else completers.bots
    what = f"SEAT={players}"
    parser.add_argument(
        "--seat", action="append", default=[], metavar=what, help="who plays a seat", completer=completer
    )


def add_house_rules(parser: Parser) -> None:
    """Add `set`, a list."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="a house rule",
        completer=completers.house_rules,
    )


def add_place(parser: Parser, help: str) -> None:
    """Add `to`, a place in a save."""
    parser.add_argument("--to", metavar="N|@BOOKMARK", help=help)


def seat_of(typed: str | None, seats: Iterable[str]) -> str | None:
    """The seat that ``--as`` names; None if it is left out. Raises UsageError with the nearest."""
    if not typed:
        return None
    with name_option("--as"):
        return resolve("seat", typed, seats)


def line_of(run: recording.Recording, typed: str | None, seat: str | None = None) -> int | None:
    """The line of a save that ``--to`` names, among those that a seat may know.

    It is None if the option is left out. Raises UsageError with the nearest line or bookmark.
    """
    if typed is None:
        return None
    with name_option("--to"):
        return run.place(typed, seat)


def add_input(parser: Parser) -> None:
    """Add the options for the source of lines, the screen, and the disk."""
    add_file(parser, "--input", "read commands from a file, one per line")
    keep_going = "continue after a command that is not legal"
    parser.add_argument("--keep-going", action="store_true", help=keep_going)
    parser.add_argument("--plain", action="store_true", help="print plain lines, even at a terminal")
    parser.add_argument("--sync", action="store_true", help="write every line to the disk at once")
