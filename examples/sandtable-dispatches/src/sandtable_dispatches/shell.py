"""``sandtable dispatch``, a word for the shell."""

from __future__ import annotations

from argparse import Namespace
from textwrap import fill

from sandtable import Divergence, SandtableError, ShellCommand, load
from sandtable.tooling import resolve
from sandtable_shell import Parser, completers, find_save

from sandtable_dispatches.telegrams import WIDTH, meant, telegrams


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "save", metavar="SAVE", help="a file, or one of your saves", completer=completers.saves
    )
    parser.add_argument("--turn", metavar="N", help="that of turn N only, or of a turn by its name")
    parser.add_argument(
        "--as", dest="seat", metavar="SEAT", help="tell what a seat may know", completer=completers.seats
    )


def run(typed: Namespace) -> int:
    path = find_save(typed.save)
    try:
        session = load(path)
    except Divergence as error:  # the difference may be something that the seat must not see
        raise SandtableError(f"{path}: line {error.n} differs; sandtable check tells how") from None
    with session:
        seat = resolve("seat", typed.seat, session.seats) if typed.seat else None
        known = telegrams(session, seat)
    texts = known.values() if typed.turn is None else meant(typed.turn, known)
    print("\n\n".join(fill(text, WIDTH) for text in texts))
    return 0


DISPATCH = ShellCommand(
    summary="the turns of a save as telegrams",
    group="play",
    run=run,
    arguments=arguments,
    examples=(
        "sandtable dispatch lrdg-benghazi-road-3",
        "sandtable dispatch lrdg-benghazi-road-3 --turn 2",
    ),
)
