"""``list`` and ``rules``: the games, and their rules."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.model.scenario_file import ScenarioInfo
from sandtable.plugins.catalog import Catalog, catalog
from sandtable.plugins.shell_command import ShellCommand
from sandtable.text import config
from sandtable.text.errors import PluginError, SandtableError
from sandtable.text.shown import as_json
from sandtable_console import rulebook
from sandtable_shell import completers, front
from sandtable_shell.arguments import GAME, add_json
from sandtable_shell.output import say
from sandtable_shell.pairs import GENERAL_BOTS
from sandtable_shell.parser import Parser


def list_games(arguments: argparse.Namespace) -> int:
    """List the games and first scenarios; for one game, its scenarios and house rules."""
    installed = catalog()
    width = shutil.get_terminal_size().columns
    game = installed.names.game(arguments.game) if arguments.game else None
    installed.problems += installed.scenarios.own.problems
    if arguments.json:
        games = [game] if game else [*installed.games.infos]
        print(as_json({"games": [_game(installed, id) for id in games]}))
        return 0
    for line in _game_lines(installed, game, width) if game else front.page(installed, width):
        say(line)
    return 0


def rules(arguments: argparse.Namespace) -> int:
    """Print a game's rules: the headings, or a section, or the sections with some words."""
    installed = catalog()
    game = installed.game(installed.names.game(arguments.game))
    wanted = " ".join(arguments.wanted).removeprefix(f"{game.info.cite} ")
    width = min(shutil.get_terminal_size().columns, 100)
    print("\n".join(rulebook.show(game.rules_text, wanted, width, f"sandtable rules {game.info.id}")))
    return 0


def _game(installed: Catalog, id: str) -> dict[str, Any]:
    info = installed.games.infos[id]
    about: dict[str, Any] = msgspec.to_builtins(info)
    about["bots"] = list(dict.fromkeys([*info.bots, *GENERAL_BOTS, *_bots(installed, id)]))
    about["lesson_minutes"] = (
        front.lesson_minutes(installed, id) if id in front.lesson_files(installed) else None
    )
    ids = [scenario for scenario in installed.scenarios.ids if scenario.partition("/")[0] == id]
    return {**about, "scenarios": [_scenario(installed, scenario) for scenario in ids]}


def _bots(installed: Catalog, id: str) -> list[str]:
    """The bots of a game, which is loaded for that; none, with a remark, if it does not load."""
    try:
        return installed.bots.names(installed.game(id))
    except PluginError as error:
        installed.problems.note([str(error)])
        return []


def _scenario(installed: Catalog, id: str) -> dict[str, Any]:
    name = id.partition("/")[2]
    try:
        info = installed.scenarios.info(id)
    except SandtableError as error:
        info = ScenarioInfo("", "", f"cannot be read: {error}")
    keys = ("title", "summary", "minutes", "difficulty")
    return {"id": id, "name": name, **{key: getattr(info, key) for key in keys}}


def _game_lines(installed: Catalog, id: str, width: int) -> Iterator[str]:
    """The details of a game, in lines at most `width` wide if possible."""
    game = _game(installed, id)
    yield f"{game['title']} ({game['id']}): {game['summary']}"
    yield f"seats: {', '.join(game['seats'])}; bots: {', '.join(game['bots'])}"
    if game["id"] in front.lesson_files(installed):
        minutes = front.length(game["lesson_minutes"])
        yield f"lesson: sandtable learn {game['id']}{f', {minutes}' if minutes else ''}"
    yield f"scenarios (sandtable play GAME/SCENARIO; your own belong in {config.scenarios_folder()}):"
    yield from front.table(front.scenarios(installed, game["id"], whole=True), width)
    if game["options"]:
        yield "house rules (sandtable play GAME/SCENARIO --set NAME=VALUE):"
    for name, option in game["options"].items():
        default, *others = (str(value).lower() for value in _values(option))
        also = f" (or {', '.join(others)})" if others else ""
        yield f"  --set {name}={default}{also}: {option['help']}"


def _values(option: dict[str, Any]) -> list[Any]:
    """The default of an option, then its other values if they are known."""
    default = option["default"]
    values = option["values"] or ([True, False] if isinstance(default, bool) else [])
    return [default, *(value for value in values if value != default)]


# The commands.


def _list_arguments(parser: Parser) -> None:
    what = f"{GAME}: all of its scenarios and house rules"
    parser.add_argument("game", nargs="?", metavar="GAME", help=what, completer=completers.games)
    add_json(parser)


LIST = ShellCommand(
    summary="where to begin, and what there is to play",
    group="play",
    run=list_games,
    arguments=_list_arguments,
    examples=("sandtable list", "sandtable list lrdg"),
)


def _rules_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME, completer=completers.games)
    parser.add_argument(
        "wanted",
        nargs="*",
        default=[],
        metavar="SECTION|WORDS",
        help="a section, or words to search for; default: list all headings",
        completer=completers.sections,
    )


RULES = ShellCommand(
    summary="a game's rules: all headings, a section, or a search",
    group="look things up",
    run=rules,
    arguments=_rules_arguments,
    examples=("sandtable rules lrdg 6.1.1", "sandtable rules megiddo line of supply"),
)
