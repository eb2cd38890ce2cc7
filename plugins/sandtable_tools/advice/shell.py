"""The commands ``hint`` and ``coach``."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable

from sandtable import HUMAN, Replay, SandtableError, ShellCommand
from sandtable.tooling import printing
from sandtable_console import as_json, print_to_stderr, put, waiting
from sandtable_shell import (
    Parser,
    add_json,
    add_place,
    add_save,
    add_view,
    find_save,
    line_of,
    say,
    seat_of,
)
from sandtable_tools import reviews
from sandtable_tools.advice import coach as coaching
from sandtable_tools.advice import coach_lines, documents, hint_lines
from sandtable_tools.advice.budget import Budget
from sandtable_tools.advice.crew import cores
from sandtable_tools.advice.hints import Study


@print_to_stderr()
def hint(arguments: argparse.Namespace) -> int:
    """Name the best move of the seat to move, at the end of a save or at an earlier line."""
    budget = _budget(arguments.time)
    run = Replay(find_save(arguments.save))
    session = run.run(line_of(run, arguments.to))
    if session.to_move is None:
        raise SandtableError(f"{run.path}: the game is over (--to N asks at an earlier line)")
    jobs = cores() if arguments.jobs is None else arguments.jobs
    advice = waiting.wait_for(Study(session.seat(session.to_move)).press(budget, jobs))
    if arguments.json:
        put(as_json(documents.hint_document(advice)))
    else:
        _say_all(hint_lines.lines(advice, _width(), every=arguments.all, in_shell=True))
    return 0


@print_to_stderr()
def coach(arguments: argparse.Namespace) -> int:
    """Print a seat's result in a save, and the choices and the luck that changed it."""
    budget = _budget(arguments.time) or coaching.DEFAULT
    run = Replay(find_save(arguments.save))
    session = run.run()
    seats = session.seats
    seat = seat_of(arguments.view, seats) or next(
        (seat for seat, player in seats.items() if player == HUMAN), next(iter(seats))
    )
    review = waiting.wait_for(coaching.review_in_steps(session, seat, budget))
    if arguments.json and not arguments.quiet:
        put(as_json(documents.review_document(review)))
    elif not arguments.quiet:
        _say_all(coach_lines.lines(review, arguments.save, _width()))
        _say_all(coach_lines.all_lines(review, _width()) if arguments.all else ())
    try:
        reviews.keep(run.path, session.journal.digest, seat, coach_lines.seat_review(review))
    except SandtableError as error:
        print(f"sandtable: {printing.escape(str(error))}", file=sys.stderr)
    return 0


def _budget(time: str | None) -> Budget | None:
    return None if time is None else Budget.read(time, "--time")


def _width() -> int:
    return shutil.get_terminal_size().columns


def _say_all(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


# The commands.


def _hint_arguments(parser: Parser) -> None:
    add_save(parser)
    time = "seconds (60s) or a number of games (default: as many as an answer takes, at most 20s)"
    parser.add_argument("--time", metavar="TIME", help=time)
    parser.add_argument(
        "--jobs", type=int, metavar="J", help="how many processes (one for each processor)"
    )
    add_place(parser, "at this line of the save, or at a bookmark")
    parser.add_argument("--all", action="store_true", help="show every move that was tried")
    add_json(parser)


HINT = ShellCommand(
    summary="name the best move of the side to move, if playing the game out shows one",
    group="odds and advice",
    run=hint,
    arguments=_hint_arguments,
    examples=(
        "sandtable play lrdg/benghazi-road --seed 3 --seat lrdg=scripted",
        "sandtable hint lrdg-benghazi-road-3 --to 2 --time 10s",
        "sandtable hint lrdg-benghazi-road-3 --to 2 --time 100 --all",
    ),
)


def _coach_arguments(parser: Parser) -> None:
    add_save(parser)
    add_view(parser, "the seat to review (the human's)")
    time = "seconds (90s) or a number of games (default: 40s)"
    parser.add_argument("--time", metavar="TIME", help=time)
    quiet = "print nothing: only keep the review, for replay --html and report"
    parser.add_argument("--all", action="store_true", help="show the figures, with intervals")
    parser.add_argument("--quiet", action="store_true", help=quiet)
    add_json(parser)


COACH = ShellCommand(
    summary="find the choices and the luck that decided a saved game",
    group="odds and advice",
    run=coach,
    arguments=_coach_arguments,
    examples=(
        "sandtable play lrdg/benghazi-road --seed 3 --seat lrdg=scripted",
        "sandtable coach lrdg-benghazi-road-3 --time 5s",
        "sandtable coach lrdg-benghazi-road-3 --time 100 --all",
    ),
)
