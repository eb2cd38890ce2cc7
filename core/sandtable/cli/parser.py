"""The words of the command line."""

from __future__ import annotations

import argparse
from typing import NoReturn

from sandtable import __version__
from sandtable.errors import SandtableError
from sandtable.words import nearest, resolve

COMMANDS = (
    *("list", "play", "resume", "replay", "saves", "check", "simulate", "map", "rules", "plugins"),
)


class UsageError(SandtableError):
    """A command line that can not be read."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        name = self.prog.removeprefix("sandtable").strip()
        raise UsageError(f"{name}: {message}" if name else f"{message} (see sandtable --help)")


def parse(words: list[str]) -> argparse.Namespace:
    """The arguments that words mean; UsageError in one line, with the nearest option."""
    parser = build_parser()
    arguments, unknown_words = parser.parse_known_args(expand(words))
    if not unknown_words:
        return arguments
    option = unknown_words[0].partition("=")[0]
    known = _options_of(parser, arguments.command)
    close = nearest(option.lstrip("-"), [text.lstrip("-") for text in known])
    hint = f'; did you mean "--{close}"?' if close and option.startswith("-") else ""
    name = f"{arguments.command}: " if arguments.command else ""
    raise UsageError(f"{name}unrecognized arguments: {' '.join(unknown_words)}{hint}")


def _options_of(parser: argparse.ArgumentParser, command: str | None) -> list[str]:
    """The long options of a command, or of the program itself for None."""
    for action in parser._actions:
        if command and isinstance(action.choices, dict):
            return _options_of(action.choices[command], None)
    texts = (text for action in parser._actions for text in action.option_strings)
    return [text for text in texts if text.startswith("--")]


def expand(words: list[str]) -> list[str]:
    """The words with the command written out, when its beginning was typed."""
    place = next((k for k, word in enumerate(words) if not word.startswith("-")), None)
    if place is None:
        return words
    return [*words[:place], resolve("command", words[place], COMMANDS), *words[place + 1 :]]


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; `run` of its result is ``module:function`` below sandtable.cli."""
    parser = _Parser(prog="sandtable", description="Historical wargames at a terminal prompt.")
    parser.add_argument("--version", action="version", version=f"sandtable {__version__}")
    parser.add_argument("--debug", action="store_true", help="show where a fault came from")
    parser.set_defaults(run="catalogue:welcome")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", parser_class=_Parser
    )

    def command(name: str, run: str, help: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help, description=help)
        one.add_argument("--debug", action="store_true", help=argparse.SUPPRESS)
        one.set_defaults(run=run)
        return one

    _list(command("list", "catalogue:list_games", "the games and scenarios that are installed"))
    _play(command("play", "play:play", "play a scenario, or watch bots play it"))
    _resume(command("resume", "play:resume", "go on with a saved game"))
    _replay(command("replay", "replays:replay", "show or verify a saved game, or branch off it"))
    _simulate(command("simulate", "batch:simulate", "play many games between bots"))
    _map(command("map", "maps:show", "the map at a scenario's start, or at the end of a save"))
    _rules(command("rules", "catalogue:rules", "a game's rules: all headings, a section, or a search"))
    _plugins(command("plugins", "catalogue:plugins", "what is installed, and what is wrong with it"))
    _check(command("check", "checks:check", "verify saves against the installed plugins"))
    _saves(command("saves", "checks:list_saves", "your saved games, the newest first"))
    return parser


def _json(one: argparse.ArgumentParser) -> None:
    one.add_argument("--json", action="store_true", help="print JSON")


def _seats(one: argparse.ArgumentParser, players: str) -> None:
    one.add_argument(
        "--seat", action="append", default=[], metavar=f"SEAT={players}", help="who plays a seat"
    )


def _input(one: argparse.ArgumentParser) -> None:
    one.add_argument("--input", metavar="FILE", help="read commands from a file, one per line")
    one.add_argument("--keep-going", action="store_true", help="go on after a command that is not legal")
    one.add_argument("--plain", action="store_true", help="plain lines, also at a terminal")
    one.add_argument("--sync", action="store_true", help="have every line on the disk at once")


def _list(one: argparse.ArgumentParser) -> None:
    _json(one)


def _play(one: argparse.ArgumentParser) -> None:
    one.add_argument("scenario", metavar="GAME/SCENARIO|FILE.toml")
    one.add_argument("--seed", help="a number or a word; the same seed gives the same luck")
    _seats(one, "human|BOT")
    one.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")
    one.add_argument("--save", metavar="FILE", help="where the game is saved")
    dice = "ask: you roll real dice and draw real cards, and type what comes"
    one.add_argument("--dice", choices=["ask"], help=dice)
    _input(one)


def _resume(one: argparse.ArgumentParser) -> None:
    one.add_argument("save", nargs="?", metavar="SAVE", help="the newest of your saves when left out")
    _seats(one, "human|BOT")
    _input(one)


def _replay(one: argparse.ArgumentParser) -> None:
    one.add_argument("save", metavar="SAVE")
    one.add_argument("--verify", action="store_true", help="only check it: status 1 where it differs")
    one.add_argument("--to", metavar="N|@BOOKMARK", help="stop after line N, or at a bookmark")
    one.add_argument("--play", action="store_true", help="play on from there in a new save")
    one.add_argument("--save", dest="new", metavar="FILE", help="the new save of --play")
    one.add_argument("--step", action="store_true", help="watch it at the terminal, step by step")
    one.add_argument("--html", metavar="FILE", help="write a page in which it can be watched")
    one.add_argument("--as", dest="view", metavar="SEAT", help="show only what a seat may know")
    _seats(one, "human|BOT")
    _input(one)
    _json(one)


def _simulate(one: argparse.ArgumentParser) -> None:
    one.add_argument("scenario", metavar="GAME/SCENARIO|FILE.toml")
    one.add_argument("--games", type=int, default=100, metavar="N")
    one.add_argument("--seed", default="1", help="a number or a word")
    _seats(one, "BOT")
    one.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")
    one.add_argument("--jobs", type=int, default=1, metavar="J", help="processes that work on it")
    one.add_argument("--csv", metavar="FILE", help="write a row for each game")
    _json(one)


def _map(one: argparse.ArgumentParser) -> None:
    one.add_argument("source", metavar="GAME/SCENARIO|SAVE")
    one.add_argument("--as", dest="view", metavar="SEAT", help="what this seat may know")
    one.add_argument("--svg", metavar="FILE", help="write it to a file as a picture")


def _rules(one: argparse.ArgumentParser) -> None:
    one.add_argument("game", metavar="GAME")
    one.add_argument("wanted", nargs="*", metavar="SECTION|WORDS")


def _plugins(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "what", nargs="?", default="list", choices=["list"], help="list: every plugin and its state"
    )
    _json(one)


def _check(one: argparse.ArgumentParser) -> None:
    one.add_argument("saves", nargs="+", metavar="SAVE")
    one.add_argument(
        "--migrate", action="store_true", help="write older saves anew, beside the old ones"
    )
    one.add_argument("--dry-run", action="store_true", help="only show what --migrate would change")


def _saves(one: argparse.ArgumentParser) -> None:
    one.add_argument("where", nargs="*", metavar="FOLDER|SAVE", help="your own saves when left out")
    _json(one)
