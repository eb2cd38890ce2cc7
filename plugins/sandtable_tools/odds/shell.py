"""The command ``odds``."""

from __future__ import annotations

import argparse
import shutil

from sandtable import ActionError, Replay, SandtableError, ShellCommand
from sandtable.tooling import signals
from sandtable_console import Console, as_json, print_to_stderr, put, waiting
from sandtable_shell import Parser, add_json, add_place, add_save, find_save, line_of, say
from sandtable_tools.odds import documents, render
from sandtable_tools.odds import options as odds_words
from sandtable_tools.odds.forecasts import forecast_in_steps
from sandtable_tools.odds.prompt import STOPPED, read_plan


@print_to_stderr()
def odds(arguments: argparse.Namespace) -> int:
    """Print what an action can lead to, at the end of a save or at an earlier line."""
    run = Replay(find_save(arguments.save))
    session = run.run(line_of(run, arguments.to))
    if session.to_move is None:
        raise SandtableError(f"{run.path}: the game is over (--to N asks at an earlier line)")
    session.seat_players(dict.fromkeys(session.seats, "human"))
    try:
        actions = read_plan(Console(session), arguments.words)
    except ActionError:
        session.table.read(odds_words.split_actions(arguments.words)[0])  # without the prompt's words
        raise
    sized = arguments.samples is not None or arguments.most != odds_words.NUMBERS["--most"]
    try:
        steps = forecast_in_steps(
            session.table,
            session.to_move,
            actions,
            horizon=arguments.horizon,
            most=arguments.most,
            samples=arguments.samples,
            seconds=odds_words.time_limit(sized=sized),
        )
        forecast = waiting.wait_for(steps)
    except KeyboardInterrupt:
        raise signals.Interrupted(STOPPED) from None
    if arguments.json:
        put(as_json(documents.document(forecast)))
    else:
        for line in render.lines(forecast, shutil.get_terminal_size().columns):
            say(line)
    return 0


def _arguments(parser: Parser) -> None:
    add_save(parser)
    words = "the action; more actions after `then`"
    parser.add_argument("words", nargs="+", metavar="ACTION-WORDS", help=words)
    add_place(parser, "at this line of the save, or at a bookmark")
    odds_words.add_options(parser)
    add_json(parser)


ODDS = ShellCommand(
    summary="say what an action can lead to, and how likely each result is",
    group="odds and advice",
    run=odds,
    arguments=_arguments,
    examples=(
        "sandtable play lrdg/benghazi-road --seed 3 --seat lrdg=scripted",
        "sandtable odds lrdg-benghazi-road-3 end --to 2",
        "sandtable odds lrdg-benghazi-road-3 move 1st siwa-track then end --to 2",
    ),
)
