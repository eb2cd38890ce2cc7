"""``list`` and ``rules``: what is there."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable import config, rulebook
from sandtable.cli import menu
from sandtable.cli.output import say
from sandtable.cli.pairs import GENERAL_BOTS
from sandtable.cli.parser import build_parser
from sandtable.errors import SandtableError
from sandtable.plugins import Catalog, catalog
from sandtable.simulate import as_json
from sandtable.words import sentence


def welcome(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    """What ``sandtable`` alone does: at a terminal it offers games, else it shows help."""
    if all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return menu.choose()
    build_parser().print_help()
    return 0


def list_games(arguments: argparse.Namespace) -> int:
    """The games and their scenarios."""
    known = catalog()
    document = _games(known)
    known.troubles += known.folder_troubles
    if arguments.json:
        print(as_json(document))
        return 0
    for line in (*_game_lines(document), f"Scenarios of your own: {config.scenarios_folder()}"):
        say(line)
    return 0


def rules(arguments: argparse.Namespace) -> int:
    """A game's rules in our words: the headings, or what was asked for."""
    known = catalog()
    game = known.game(known.game_id(arguments.game))
    wanted = " ".join(arguments.wanted).removeprefix(f"{game.info.cite} ")
    width = min(shutil.get_terminal_size().columns, 100)
    print("\n".join(rulebook.show(game.rules_text, wanted, width)))
    return 0


def _games(known: Catalog) -> dict[str, Any]:
    games = []
    for id, info in known.infos.items():
        mine = [one for one in known.scenario_ids if one.partition("/")[0] == id]
        about: dict[str, Any] = msgspec.to_builtins(info)
        about["bots"] = list(dict.fromkeys([*info.bots, *GENERAL_BOTS, *known.bots_known(id)]))
        about["bots_unknown"] = known.bots_unknown(id)
        games.append({**about, "scenarios": [_scenario(known, one) for one in mine]})
    return {"games": games}


def _scenario(known: Catalog, id: str) -> dict[str, str]:
    name = id.partition("/")[2]
    try:
        info = known.scenario_info(id)
    except SandtableError as error:
        return {"id": id, "name": name, "title": "", "summary": f"can not be read: {error}"}
    return {"id": id, "name": name, "title": info.title, "summary": info.summary}


def _game_lines(document: dict[str, Any]) -> Iterator[str]:
    for game in document["games"]:
        yield f"{game['title']} ({game['id']}): {game['summary']}"
        more = [f"those of {', '.join(game['bots_unknown'])}"] if game["bots_unknown"] else []
        yield f"  seats: {', '.join(game['seats'])}; bots: {', '.join([*game['bots'], *more])}"
        for one in game["scenarios"]:
            yield f"  {one['id']:<26} {sentence(one['title'])} {one['summary']}"
        for name, option in game["options"].items():
            default, *others = (str(value).lower() for value in _values(option))
            also = f" (or {', '.join(others)})" if others else ""
            yield f"  --set {name}={default}{also}: {option['help']}"


def _values(option: dict[str, Any]) -> list[Any]:
    """The default of an option, then what else it takes, as far as that is told."""
    default = option["default"]
    known = option["values"] or ([True, False] if isinstance(default, bool) else [])
    return [default, *(value for value in known if value != default)]
