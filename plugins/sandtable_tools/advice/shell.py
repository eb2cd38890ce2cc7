"""``hint`` and ``coach``."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable

from sandtable import HUMAN, Replay, SandtableError, ShellCommand
from sandtable.tooling import config, printing
from sandtable_console import waiting
from sandtable_shell import Parser, add_json, add_place, add_save, add_view, line_of, say, seat_of
from sandtable_tools.advice import coach as coaching
from sandtable_tools.advice import coach_lines, documents, hint_lines, hints
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.crew import cores


def hint(arguments: argparse.Namespace) -> int:
    """Rank the moves of the seat to move at the end of a save, or at another place in it."""
    budget = _budget(arguments.time, hints.DEFAULT)
    run = Replay(config.find_save(arguments.save))
    session = run.run(line_of(run, arguments.to))
    if session.to_move is None:
        raise SandtableError(f"{run.path}: the game is over (--to takes an earlier line)")
    jobs = cores() if arguments.jobs is None else arguments.jobs
    advice = waiting.watched(hints.hinting(session.seat(session.to_move), budget, jobs=jobs))
    if arguments.json:
        print(printing.as_json(documents.hint_document(advice)))
    else:
        _say_all(hint_lines.lines(advice, _width()))
    return 0


def coach(arguments: argparse.Namespace) -> int:
    """Print the worth of a seat's decisions and luck in a save."""
    budget = _budget(arguments.time, coaching.DEFAULT)
    run = Replay(config.find_save(arguments.save))
    session = run.run()
    seats = session.seats
    seat = seat_of(arguments.view, seats) or next(
        (seat for seat, player in seats.items() if player == HUMAN), next(iter(seats))
    )
    review = waiting.watched(coaching.reviewing(session, seat, budget))
    if arguments.quiet:
        documents.keep_account(session, run.path, review)
        return 0
    if arguments.json:
        print(printing.as_json(documents.review_document(review)))
    else:
        _say_all(coach_lines.lines(review, _width()))
    try:
        documents.keep_account(session, run.path, review)
    except SandtableError as error:
        print(f"sandtable: {printing.visible(str(error))}", file=sys.stderr)
    return 0


def _budget(time: str | None, usual: Budget) -> Budget:
    """The budget of ``--time``, else the default."""
    return usual if time is None else Budget.read(time, "--time")


def _width() -> int:
    return shutil.get_terminal_size().columns


def _say_all(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


# The commands.


def _hint_arguments(parser: Parser) -> None:
    add_save(parser)
    time = "seconds (2.5s) or a number of games (default: 5s)"
    parser.add_argument("--time", metavar="TIME", help=time)
    parser.add_argument("--jobs", type=int, metavar="J", help="processes (one for each processor)")
    add_place(parser, "at this line of the save, or at a bookmark")
    add_json(parser)


HINT = ShellCommand(
    summary="the moves of the side to move, ranked by playing the game out",
    group="odds and advice",
    run=hint,
    arguments=_hint_arguments,
    examples=(
        "sandtable hint lrdg-benghazi-road-3 --time 2.5s",
        "sandtable hint lrdg-benghazi-road-3 --to 2 --time 100",
    ),
)


def _coach_arguments(parser: Parser) -> None:
    add_save(parser)
    add_view(parser, "the seat to review (the human's)")
    time = "seconds (90s) or a number of games (default: 60s)"
    parser.add_argument("--time", metavar="TIME", help=time)
    quiet = "print nothing: only keep the review, for replay --html and report"
    parser.add_argument("--quiet", action="store_true", help=quiet)
    add_json(parser)


COACH = ShellCommand(
    summary="what choices and luck were worth in a saved game",
    group="odds and advice",
    run=coach,
    arguments=_coach_arguments,
    examples=(
        "sandtable coach lrdg-benghazi-road-3 --time 5s",
        "sandtable coach megiddo-1918-1 --as british --time 100",
    ),
)
