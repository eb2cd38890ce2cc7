"""The command ``learn``, which guides a player through a first game."""

from __future__ import annotations

import argparse
import sys

from sandtable import SandtableError, ShellCommand
from sandtable.tooling import catalog
from sandtable_shell import GAME, Parser, Source, add_input, completers, program, say
from sandtable_tools.lessons.beginning import begin, next_lesson
from sandtable_tools.lessons.demonstration import demonstrate


def learn(arguments: argparse.Namespace) -> int:
    """Guide the player through a game's lesson; without a game, through the first one not done yet."""
    installed = catalog()
    if arguments.game is not None:
        game = installed.names.game(arguments.game)
    elif arguments.input is not None or arguments.again or arguments.chapter is not None:
        raise SandtableError("--input, --again and --chapter take a lesson: name its GAME")
    elif not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        demonstrate()
        return 0
    elif (next_game := next_lesson(installed)) is None:
        say(f"You have done every lesson. {program()} learn GAME repeats one.")
        return 0
    else:
        game = next_game
    guide = begin(game, again=arguments.again, chapter=arguments.chapter, sync=arguments.sync)
    session = guide.session
    for line in guide.remarks:
        say(line)
    if guide.resumed and arguments.chapter in (None, 1):
        where = f"in {session.journal.path} (--again starts over)"
        say(f"The lesson continues where you left it, {where}.")
    try:
        with Source(arguments) as source:
            return source.play(session, resumed=guide.resumed, console=guide.console, over=guide.over)
    finally:
        guide.keep()


def _arguments(parser: Parser) -> None:
    what = f"{GAME}; default: your next lesson; without a terminal, a bot plays a game"
    parser.add_argument("game", nargs="?", metavar="GAME", help=what, completer=completers.games)
    parser.add_argument("--again", action="store_true", help="start over instead of continuing")
    parser.add_argument("--chapter", type=int, metavar="N", help="start over at chapter N")
    add_input(parser)


LEARN = ShellCommand(
    summary="play a guided first game, in about twenty minutes",
    group="play",
    run=learn,
    arguments=_arguments,
    examples=("sandtable learn", "sandtable learn megiddo --chapter 3"),
)
