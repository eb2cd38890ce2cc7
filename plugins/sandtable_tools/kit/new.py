"""``plugins new``: a small distribution to start from."""

from __future__ import annotations

import argparse

from sandtable import ShellCommand, number_of
from sandtable.tooling import Parser, catalog, completers
from sandtable_tools.kit import scaffold


def new(arguments: argparse.Namespace) -> int:
    """Write a small distribution to start from, and say what to type next."""
    game = catalog().names.game(arguments.game) if arguments.game else None
    what = (arguments.kind, arguments.name, arguments.into, game)
    folder, *files = scaffold.write(*what)
    print(f"{folder}: {number_of(len(files), 'file')}. Next:")
    for line in scaffold.next_commands(*what):
        print(f"  {line}")
    return 0


def _new_arguments(parser: Parser) -> None:
    kinds = ("game", "scenario", "bot")
    kind = "what the distribution brings"
    parser.add_argument("kind", metavar="|".join(kinds), help=kind, completer=completers.choice(*kinds))
    parser.add_argument("name", metavar="NAME", help="its name; the distribution is sandtable-NAME")
    into = "the folder in which to make the distribution's folder"
    parser.add_argument("--into", default=".", metavar="FOLDER", help=into, completer=completers.files)
    game = "the game that a scenario or a bot is for"
    parser.add_argument("--game", metavar="GAME", help=game, completer=completers.games)


NEW = ShellCommand(
    run=new,
    arguments=_new_arguments,
    examples=(
        "sandtable plugins new game outpost",
        "sandtable plugins new scenario night-march --game lrdg",
    ),
)
