"""``odds``."""

from __future__ import annotations

import argparse
import shutil

from sandtable import SandtableError, Session, ShellCommand
from sandtable.tooling import (
    Interrupted,
    Parser,
    Replay,
    add_json,
    add_place,
    add_save,
    as_json,
    config,
    say,
    waiting,
)
from sandtable_tools.odds import Forecast, forecasting, render
from sandtable_tools.odds import options as odds_words
from sandtable_tools.odds.prompt import STOPPED


def odds(arguments: argparse.Namespace) -> int:
    """Say what can come of an action at the end of a save, or at another place in it."""
    run = Replay(config.find_save(arguments.save))
    session = run.run(None if arguments.to is None else run.place(arguments.to.strip()))
    if session.to_move is None:
        raise SandtableError(f"{run.path}: the game is over (--to asks at an earlier line)")
    try:
        found = _found(session, session.to_move, arguments)
    except KeyboardInterrupt:
        raise Interrupted(STOPPED) from None
    if arguments.json:
        print(as_json(render.document(found)))
    else:
        for line in render.lines(found, shutil.get_terminal_size().columns, whole=arguments.all):
            say(line)
    return 0


def _found(session: Session, seat: str, arguments: argparse.Namespace) -> Forecast:
    first, *more = render.split(arguments.words)
    steps = forecasting(
        session.table,
        seat,
        [session.table.read(first), *more],
        horizon=arguments.horizon,
        most=arguments.most,
        samples=arguments.samples,
    )
    return waiting.watched(steps, stop="leave it")


def _arguments(parser: Parser) -> None:
    add_save(parser)
    words = "the action; more after `then`"
    parser.add_argument("words", nargs="+", metavar="ACTION-WORDS", help=words)
    add_place(parser, "ask at line N, or at a bookmark")
    odds_words.add_options(parser)
    add_json(parser)


ODDS = ShellCommand(
    run=odds,
    arguments=_arguments,
    examples=(
        "sandtable odds lrdg-benghazi-road-3 end",
        "sandtable odds lrdg-benghazi-road-3 move 1st siwa-track then end --to 2",
    ),
)
