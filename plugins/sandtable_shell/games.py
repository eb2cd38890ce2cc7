"""``list`` and ``rules``: show the games and their rules."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable import SandtableError, ScenarioInfo, ShellCommand, number_of
from sandtable.tooling import Catalog, catalog, config
from sandtable_console import as_json, print_to_stderr, put, rulebook
from sandtable_shell import completers, front
from sandtable_shell.arguments import GAME, add_json
from sandtable_shell.output import Line, show
from sandtable_shell.parser import Parser


@print_to_stderr()
def list_games(arguments: argparse.Namespace) -> int:
    """List all games with their first scenarios, or one game's scenarios or house rules."""
    installed = catalog()
    width = shutil.get_terminal_size().columns
    game = installed.names.game(arguments.game) if arguments.game else None
    installed.problems += installed.scenarios.own.problems
    if arguments.json:
        games = [game] if game else [*installed.games.infos]
        put(as_json({"games": [_game(installed, id) for id in games]}))
        return 0
    lines = _house_rules if arguments.rules else _game_lines
    for line in lines(installed, game, width) if game else front.page(installed, width):
        show(line)
    return 0


@print_to_stderr()
def rules(arguments: argparse.Namespace) -> int:
    """Print a game's rules: the headings, a section, or the sections that contain some words."""
    installed = catalog()
    game = installed.game(installed.names.game(arguments.game))
    wanted = " ".join(arguments.wanted).removeprefix(f"{game.info.cite} ")
    width = min(shutil.get_terminal_size().columns, 100)
    lines = rulebook.show(game.rules_text, wanted, width, f"sandtable rules {game.info.id}")
    put("\n".join(lines))
    return 0


def _game(installed: Catalog, id: str) -> dict[str, Any]:
    scenarios: list[dict[str, Any]] = []
    seats = installed.games.infos[id].seats
    for scenario in installed.scenarios.ids:
        game, _, name = scenario.partition("/")
        if game != id:
            continue
        try:
            info = installed.scenarios.info(scenario)
        except SandtableError as error:
            info = ScenarioInfo("", "", f"cannot be read: {error}")
        about = {key: getattr(info, key) for key in ("title", "summary", "minutes", "difficulty")}
        who = {"seats": info.seats or seats, "fewest_seats": info.fewest_seats, "teams": info.teams}
        scenarios.append({"id": scenario, "name": name, **about, **who})
    lesson = front.lesson_minutes(installed, id) if id in front.lesson_files(installed) else None
    document: dict[str, Any] = msgspec.to_builtins(installed.games.infos[id])
    bots = [*front.bots(installed, id)]
    return {**document, "bots": bots, "lesson_minutes": lesson, "scenarios": scenarios}


def _game_lines(installed: Catalog, id: str, width: int) -> Iterator[Line]:
    """Yield a game's details, scenarios last, at most `width` wide if possible."""
    info = installed.games.infos[id]
    yield [("title", info.title), ("dim", f" ({id})")]
    yield from ([("", line)] for line in textwrap.wrap(info.summary, width))
    yield from _ways_to_play(installed, id, width)
    yield [("title", "Scenarios")]
    yield from front.table(front.scenarios(installed, id), width)
    own_folder = f"Your own scenarios go in {config.scenarios_folder()}."
    yield from ([("dim", line)] for line in textwrap.wrap(own_folder, width))


def _ways_to_play(installed: Catalog, id: str, width: int) -> Iterator[Line]:
    """Yield a game's possible players, and the commands to type next."""
    info = installed.games.infos[id]
    yield [("title", "Players")]
    bots = front.bots(installed, id).items()
    yield from front.table((front.Choice(name, "", "", about) for name, about in bots), width)
    seats = f" {' and '.join(info.seats)}" if len(info.seats) > 1 else ""
    ways = [(f"play {id}", f"choose a scenario, and who plays{seats}")]
    if id in front.lesson_files(installed):
        minutes = front.length(front.lesson_minutes(installed, id))
        ways.append((f"learn {id}", f"a lesson, {minutes}".removesuffix(", ")))
    if info.options:
        ways.append((f"list {id} --rules", f"explains {number_of(len(info.options), 'house rule')}"))
    yield [("title", "Commands")]
    yield from front.table((front.Choice(f"sandtable {way}", "", "", text) for way, text in ways), width)


def _house_rules(installed: Catalog, id: str, width: int) -> Iterator[Line]:
    """Yield a game's house rules: each with its default, its other values, and its effect."""
    info = installed.games.infos[id]
    number = number_of(len(info.options), "house rule")
    yield [("title", f"{info.title}: {number}")]
    yield [("dim", f"As in sandtable play {id} --set NAME=VALUE. The first value is the default.")]
    for name, option in info.options.items():
        values = option.values or ([True, False] if isinstance(option.default, bool) else [])
        others = [value for value in values if value != option.default]
        shown = ", ".join(str(value).lower() for value in (option.default, *others))
        yield [("name", f"  {name}"), ("dim", f" = {shown}")]
        yield from ([("", f"      {line}")] for line in textwrap.wrap(option.help, max(width - 6, 20)))


def _list_arguments(parser: Parser) -> None:
    what = f"{GAME}, to list all its scenarios and house rules"
    parser.add_argument("game", nargs="?", metavar="GAME", help=what, completer=completers.games)
    parser.add_argument("--rules", action="store_true", help="explain the game's house rules")
    add_json(parser)


LIST = ShellCommand(
    summary="list the games and where to begin",
    group="play",
    run=list_games,
    arguments=_list_arguments,
    examples=("sandtable list", "sandtable list lrdg", "sandtable list lrdg --rules"),
)


def _rules_arguments(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME, completer=completers.games)
    parser.add_argument(
        "wanted",
        nargs="*",
        default=[],
        metavar="SECTION|WORDS",
        help="a section, or words to search for; default: all headings",
        completer=completers.sections,
    )


RULES = ShellCommand(
    summary="print a game's rules: all headings, a section, or a search",
    group="look things up",
    run=rules,
    arguments=_rules_arguments,
    examples=("sandtable rules lrdg 6.1.1", "sandtable rules megiddo line of supply"),
)
