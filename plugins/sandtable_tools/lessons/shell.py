"""``learn``: a guided first game."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from sandtable import ShellCommand, sentence
from sandtable.tooling import Catalog, catalog
from sandtable_shell import GAME, Parser, Source, add_input, completers, say
from sandtable_tools.lessons import lesson as lessons
from sandtable_tools.lessons.beginning import begin


def learn(arguments: argparse.Namespace) -> int:
    """Guide through a game's lesson; without a game, list the lessons."""
    installed = catalog()
    if arguments.game is None:
        for line in _listing(installed):
            say(line)
        return 0
    game = installed.names.game(arguments.game)
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


def _listing(installed: Catalog) -> Iterator[str]:
    """The lessons, and the games without one."""
    no_lesson = []
    for id in installed.games.infos:
        game = installed.game(id)
        lesson = lessons.of(game)
        if lesson is None:
            no_lesson.append(id)
        else:
            yield f"{id:<12}{sentence(game.info.title)} {lesson.about}"
    yield "sandtable learn GAME begins a lesson, or continues it."
    if no_lesson:
        yield f"No lesson: {', '.join(no_lesson)}"


def _arguments(parser: Parser) -> None:
    what = f"{GAME}; default: list the lessons"
    parser.add_argument("game", nargs="?", metavar="GAME", help=what, completer=completers.games)
    parser.add_argument("--again", action="store_true", help="start over instead of continuing")
    parser.add_argument("--chapter", type=int, metavar="N", help="start over at chapter N")
    add_input(parser)


LEARN = ShellCommand(
    summary="a guided first game, in about twenty minutes",
    group="play",
    run=learn,
    arguments=_arguments,
    examples=("sandtable learn", "sandtable learn megiddo --chapter 3"),
)
