"""Adds the arguments that several commands take."""

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
GAME = "a game's id or its beginning"
PLUGIN = "a distribution or an id"


def add_json(parser: Parser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_scenario(parser: Parser, more: str = "") -> None:
    """Add the argument SCENARIO: installed, the user's own, or a file."""
    parser.add_argument(
        "scenario",
        metavar="GAME/SCENARIO|FILE.toml",
        help=SCENARIO + more,
        completer=completers.with_files(completers.scenarios),
    )


def add_save(parser: Parser) -> None:
    """Add the argument SAVE."""
    parser.add_argument("save", metavar="SAVE", help=SAVE, completer=completers.saves)


def add_file(parser: Parser, name: str, help: str) -> None:
    """Add an option for a file; its value is None if it is left out."""
    parser.add_argument(name, metavar="FILE", help=help, completer=completers.files)


def add_coach(parser: Parser) -> None:
    """Add ``--coach TIME``, for a file written from a save."""
    about = "let the coach review the game first: seconds (60s) or a number of games"
    parser.add_argument("--coach", metavar="TIME", help=about)


def add_view(parser: Parser, help: str) -> None:
    """Add ``--as SEAT``, which sets `view`."""
    parser.add_argument("--as", dest="view", metavar="SEAT", help=help, completer=completers.seats)


def add_seats(parser: Parser, players: str) -> None:
    """Add ``--seat SEAT=PLAYER``, which may be repeated."""
    completer = completers.players if "human" in players else completers.bots
    what = f"SEAT={players}"
    parser.add_argument(
        "--seat", action="append", default=[], metavar=what, help="who plays a seat", completer=completer
    )


def add_house_rules(parser: Parser) -> None:
    """Add ``--set OPTION=VALUE``, which may be repeated."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="a house rule",
        completer=completers.house_rules,
    )


def add_place(parser: Parser, help: str) -> None:
    """Add ``--to``, which names a line or a bookmark of a save."""
    parser.add_argument("--to", metavar="N|@BOOKMARK", help=help)


def seat_of(typed: str | None, seats: Iterable[str]) -> str | None:
    """Return the seat that ``--as`` names, or None. Raises UsageError with the nearest name."""
    if not typed:
        return None
    with name_option("--as"):
        return resolve("seat", typed, seats)


def line_of(run: recording.Recording, typed: str | None, seat: str | None = None) -> int | None:
    """Return the line of a save that ``--to`` names, if the seat may know it.

    Return None if the option is left out. Raises UsageError with the nearest line or bookmark.
    """
    if typed is None:
        return None
    with name_option("--to"):
        return run.place(typed, seat)


def add_input(parser: Parser) -> None:
    """Add ``--input``, ``--plain`` and the other options for input, screen and disk."""
    add_file(parser, "--input", "read commands from a file, one per line")
    keep_going = "continue after an illegal command"
    parser.add_argument("--keep-going", action="store_true", help=keep_going)
    parser.add_argument("--plain", action="store_true", help="print plain lines, even at a terminal")
    parser.add_argument("--sync", action="store_true", help="write each line to the disk at once")
