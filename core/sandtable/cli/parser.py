"""The words of the command line."""

from __future__ import annotations

import argparse
from typing import NoReturn

from sandtable import __version__
from sandtable.errors import SandtableError
from sandtable.repl import odds_words
from sandtable.words import nearest, resolve

COMMANDS = (
    *("list", "play", "resume", "replay", "saves", "check", "simulate", "map", "rules", "plugins"),
    *("scenario", "odds", "hint", "coach"),
)

PLUGIN_WORDS = ("list", "info", "doctor", "new", "install", "uninstall", "enable", "disable")

WORDS = {"plugins": PLUGIN_WORDS, "scenario": ("export", "check")}
"""The second words of the commands that have some."""


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
    second = getattr(arguments, "word", None)
    known = _options_of(parser, arguments.command, second)
    close = nearest(option.lstrip("-"), [text.lstrip("-") for text in known])
    hint = f'; did you mean "--{close}"?' if close and option.startswith("-") else ""
    name = f"{arguments.command} {second or ''}".strip() + ": " if arguments.command else ""
    raise UsageError(f"{name}unrecognized arguments: {' '.join(unknown_words)}{hint}")


def _options_of(parser: argparse.ArgumentParser, *commands: str | None) -> list[str]:
    """The long options of a command (and its second word), or of the program itself for None."""
    for action in parser._actions:
        if commands and commands[0] and isinstance(action.choices, dict):
            return _options_of(action.choices[commands[0]], *commands[1:])
    texts = (text for action in parser._actions for text in action.option_strings)
    return [text for text in texts if text.startswith("--")]


def expand(words: list[str]) -> list[str]:
    """The words with the command written out, when its beginning was typed; its second word too."""
    places = [k for k, word in enumerate(words) if not word.startswith("-")][:2]
    whole = list(words)
    if places:
        whole[places[0]] = resolve("command", words[places[0]], COMMANDS)
    if len(places) == 2 and whole[places[0]] in WORDS:
        command = whole[places[0]]
        whole[places[1]] = resolve(f"{command} command", words[places[1]], WORDS[command])
    return whole


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; `run` of its result is ``module:function`` below sandtable.cli."""
    parser = _Parser(prog="sandtable", description="Historical wargames at a terminal prompt.")
    parser.add_argument("--version", action="version", version=f"sandtable {__version__}")
    parser.add_argument("--debug", action="store_true", help="show where a fault came from")
    parser.add_argument("--no-plugins", action="store_true", help="use the built-in plugins alone")
    parser.set_defaults(run="catalogue:welcome")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", parser_class=_Parser
    )

    def command(name: str, run: str, help: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=help, description=help)
        _everywhere(one)
        one.set_defaults(run=run)
        return one

    _list(command("list", "catalogue:list_games", "the games and scenarios that are installed"))
    _play(command("play", "play:play", "play a scenario, or watch bots play it"))
    _resume(command("resume", "play:resume", "go on with a saved game"))
    _replay(command("replay", "replays:replay", "show or verify a saved game, or branch off it"))
    _simulate(command("simulate", "batch:simulate", "play many games between bots"))
    _odds(command("odds", "odds:odds", "what can come of an action, and how likely that is"))
    _hint(command("hint", "thinking:hint", "what the side to move could do, ranked by playing on"))
    _coach(command("coach", "thinking:coach", "what choices and luck were worth in a saved game"))
    _map(command("map", "maps:show", "the map at a scenario's start, or at the end of a save"))
    _rules(command("rules", "catalogue:rules", "a game's rules: all headings, a section, or a search"))
    _plugins(command("plugins", "plugins:list_plugins", "what is installed, and what is wrong with it"))
    _scenario(command("scenario", "", "for authors: a scenario's file to start from, or examined"))
    _check(command("check", "checks:check", "verify saves against the installed plugins"))
    _saves(command("saves", "checks:list_saves", "your saved games, the newest first"))
    return parser


def _everywhere(one: argparse.ArgumentParser) -> None:
    """What every command takes; where it is left out, what stands before the command counts."""
    for option in ("--debug", "--no-plugins"):
        one.add_argument(option, action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def _json(one: argparse.ArgumentParser, default: bool | str = False) -> None:
    one.add_argument("--json", action="store_true", default=default, help="print JSON")


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


SCENARIO = "one that is installed or lies in your scenarios folder (list names it), or a file"
SAVE = "a file, or the name of one of your saves"
GAME = "a game's id, or the beginning of it"


def _play(one: argparse.ArgumentParser) -> None:
    one.add_argument("scenario", metavar="GAME/SCENARIO|FILE.toml", help=SCENARIO)
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
    one.add_argument("save", metavar="SAVE", help=SAVE)
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
    one.add_argument("scenario", metavar="GAME/SCENARIO|FILE.toml", help=SCENARIO)
    one.add_argument("--games", type=int, metavar="N", help="100; with --until at most 10000")
    one.add_argument("--seed", default="1", help="a number or a word")
    _seats(one, "BOT")
    one.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule")
    until = "stop when every outcome's share is known to within W each way, 95 percent sure, as 0.02"
    one.add_argument("--until", metavar="W", help=until)
    sweep = "play with each of these values of the scenario's file; set.OPTION=A,B for a house rule"
    one.add_argument("--sweep", action="append", default=[], metavar="KEY=A,B,C", help=sweep)
    target = "the share of games that is wished, to name the nearest point (won by the first seat)"
    one.add_argument("--target", metavar="OUTCOME[+OUTCOME]=SHARE", help=target)
    one.add_argument("--jobs", type=int, metavar="J", help="processes that work on it (1)")
    one.add_argument("--cluster", metavar="ADDRESS", help="have it played by a cluster of dask")
    one.add_argument("--csv", metavar="FILE", help="write a row for each game")
    one.add_argument("--jsonl", metavar="FILE", help="write a line for each game, after the job's")
    one.add_argument("--resume", action="store_true", help="go on with that file where it ends")
    one.add_argument("--html", metavar="FILE", help="write a report with pictures")
    _json(one)


def _odds(one: argparse.ArgumentParser) -> None:
    one.add_argument("save", metavar="SAVE", help=SAVE)
    one.add_argument("words", nargs="+", metavar="ACTION-WORDS", help="the action; more after `then`")
    one.add_argument("--to", metavar="N|@BOOKMARK", help="ask at line N, or at a bookmark")
    odds_words.add_options(one)
    _json(one)


def _hint(one: argparse.ArgumentParser) -> None:
    one.add_argument("save", metavar="SAVE", help=SAVE)
    one.add_argument("--time", metavar="TIME", help="seconds (2.5s) or a number of games to play (5s)")
    one.add_argument("--to", metavar="N|@BOOKMARK", help="ask at line N, or at a bookmark")
    _json(one)


def _coach(one: argparse.ArgumentParser) -> None:
    one.add_argument("save", metavar="SAVE", help=SAVE)
    one.add_argument("--as", dest="view", metavar="SEAT", help="whose game it is: the human's")
    one.add_argument("--time", metavar="TIME", help="seconds (90s) or a number of games to play (60s)")
    _json(one)


def _map(one: argparse.ArgumentParser) -> None:
    one.add_argument("source", metavar="GAME/SCENARIO|SAVE", help="at its start, or at its end")
    one.add_argument("--as", dest="view", metavar="SEAT", help="what this seat may know")
    one.add_argument("--svg", metavar="FILE", help="write it to a file as a picture")


def _rules(one: argparse.ArgumentParser) -> None:
    one.add_argument("game", metavar="GAME", help=GAME)
    one.add_argument("wanted", nargs="*", metavar="SECTION|WORDS")


def _scenario(one: argparse.ArgumentParser) -> None:
    words = one.add_subparsers(metavar="export|check", dest="word", parser_class=_Parser, required=True)
    says = {"export": "print a scenario's file", "check": "find all that is wrong or odd in it"}
    export, check = (words.add_parser(name, help=help, description=help) for name, help in says.items())
    for name, sub in (("export", export), ("examine", check)):
        _everywhere(sub)
        sub.set_defaults(run=f"scenarios:{name}")
        sub.add_argument("scenario", metavar="GAME/SCENARIO|FILE.toml", help=SCENARIO)
    values = 'a value that is another: duration=9, targets.mechili=4, rules.0.zones=["jalo"]'
    export.add_argument(
        "--with", action="append", default=[], dest="values", metavar="KEY=VALUE", help=values
    )
    check.add_argument("--games", type=int, default=20, metavar="N", help="games that bots play (20)")
    check.add_argument("--seed", default="1", help="a number or a word")
    _json(check)


def _plugins(one: argparse.ArgumentParser) -> None:
    _json(one)
    words = one.add_subparsers(title="words", metavar="WORD", dest="word", parser_class=_Parser)

    def word(name: str, run: str, help: str) -> argparse.ArgumentParser:
        sub = words.add_parser(name, help=help, description=help)
        _everywhere(sub)
        sub.set_defaults(run=run)
        return sub

    _json(word("list", "plugins:list_plugins", "every plugin and its state"), argparse.SUPPRESS)
    info = word("info", "plugins:info", "all that is known of a distribution or an id")
    info.add_argument("name", metavar="NAME")
    _json(info, argparse.SUPPRESS)
    _doctor(word("doctor", "doctor:doctor", "load each plugin by itself, and examine it"))
    _new(word("new", "plugins:new", "write a small distribution to start from"))
    _pip(
        word("install", "installing:install", "add plugins from a package index, a wheel or a folder"),
        "install",
    )
    _pip(word("uninstall", "installing:uninstall", "take plugins away"), "uninstall")
    for name, help in (("enable", "use it again"), ("disable", "leave it out until it is enabled")):
        sub = word(name, f"plugins:{name}", f"a plugin or a distribution: {help}")
        sub.add_argument("name", metavar="NAME")


def _doctor(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "name", nargs="?", metavar="NAME", help="a distribution or an id; all when left out"
    )
    one.add_argument(
        "--timeout", type=float, default=60.0, metavar="SECONDS", help="for each plugin (60)"
    )
    one.add_argument("--load-only", action="store_true", help="load it, without the conformance kit")
    _json(one, argparse.SUPPRESS)


def _new(one: argparse.ArgumentParser) -> None:
    one.add_argument("kind", metavar="game|scenario|bot")
    one.add_argument("name", metavar="NAME")
    one.add_argument("--into", default=".", metavar="FOLDER", help="where its folder is made")
    one.add_argument("--game", metavar="GAME", help="the game that a scenario or a bot is for")


def _pip(one: argparse.ArgumentParser, way: str) -> None:
    several = "*" if way == "install" else "+"
    one.add_argument("names", nargs=several, metavar="NAME|WHEEL" if way == "install" else "NAME")
    if way == "install":
        one.add_argument(
            *("-e", "--editable"), action="append", default=[], metavar="FOLDER",
            help="one that you work on",
        )  # fmt: skip
    one.add_argument("--verbose", action="store_true", help="show all that pip says")


def _check(one: argparse.ArgumentParser) -> None:
    one.add_argument("saves", nargs="+", metavar="SAVE", help=SAVE)
    one.add_argument(
        "--migrate", action="store_true", help="write older saves anew, beside the old ones"
    )
    one.add_argument("--dry-run", action="store_true", help="only show what --migrate would change")


def _saves(one: argparse.ArgumentParser) -> None:
    one.add_argument("where", nargs="*", metavar="FOLDER|SAVE", help="your own saves when left out")
    _json(one)
