"""Adds ``sandtable dispatch``, a shell command."""

from __future__ import annotations

from argparse import Namespace
from textwrap import fill

from sandtable import Divergence, SandtableError, ShellCommand, load
from sandtable.tooling import resolve
from sandtable_shell import Parser, completers, find_save

from sandtable_dispatches.telegrams import WIDTH, find_telegrams, telegrams


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "save", metavar="SAVE", help="a file or one of your saves", completer=completers.saves
    )
    parser.add_argument("--turn", metavar="TURN", help="print only this turn, by its number or name")
    parser.add_argument(
        "--as",
        dest="seat",
        metavar="SEAT",
        help="tell only what a seat may know",
        completer=completers.seats,
    )


def run(typed: Namespace) -> int:
    path = find_save(typed.save)
    try:
        session = load(path)
    except Divergence as error:  # its message may tell what the seat must not see
        raise SandtableError(f"{path}: line {error.n} differs; see sandtable check") from None
    with session:
        seat = resolve("seat", typed.seat, session.seats) if typed.seat else None
        known = telegrams(session, seat)
    texts = known.values() if typed.turn is None else find_telegrams(typed.turn, known)
    print("\n\n".join(fill(text, WIDTH) for text in texts))
    return 0


DISPATCH = ShellCommand(
    summary="print the turns of a save as telegrams",
    group="play",
    run=run,
    arguments=arguments,
    examples=(
        "sandtable dispatch lrdg-benghazi-road-3",
        "sandtable dispatch lrdg-benghazi-road-3 --turn 2",
    ),
)
