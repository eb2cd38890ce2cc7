"""Playing, and what was played: `list`, `learn`, `play`, `resume`, `replay`, `saves`, `check`."""

from __future__ import annotations

from sandtable.cli.parser.base import (
    GAME,
    SAVE,
    SCENARIO,
    Words,
    add_house_rules,
    add_input,
    add_json,
    add_place,
    add_seats,
)


def add(commands: Words) -> None:
    """Add them."""
    for one in (_list, _learn, _play, _resume, _replay, _saves, _check):
        one(commands)


def _list(commands: Words) -> None:
    one = commands.add("list", "catalogue:list_games", "where to begin, and what there is to play")
    one.examples = ("sandtable list", "sandtable list lrdg")
    one.add_argument(
        "game", nargs="?", metavar="GAME", help=f"{GAME}: all of its scenarios and house rules"
    )
    add_json(one)


def _learn(commands: Words) -> None:
    one = commands.add("learn", "learn:learn", "a guided first game, in some twenty minutes")
    one.examples = ("sandtable learn", "sandtable learn megiddo --chapter 3")
    one.add_argument("game", nargs="?", metavar="GAME", help=f"{GAME}; left out: what there is to learn")
    one.add_argument("--again", action="store_true", help="begin anew, not where you left it")
    one.add_argument("--chapter", type=int, metavar="N", help="begin anew, at chapter N")
    add_input(one)


def _play(commands: Words) -> None:
    one = commands.add("play", "play:play", "play a scenario, or watch bots play it")
    one.examples = (
        "sandtable play lrdg/benghazi-road --seed 3",
        "sandtable play megiddo/1918 --seat british=human --seat turkish=scripted",
    )
    scenario = f"{SCENARIO}; a game alone offers its scenarios"
    one.add_argument("scenario", metavar="GAME/SCENARIO|FILE.toml", help=scenario)
    one.hint = "sandtable list shows what there is to play"
    one.add_argument("--seed", help="a number or a word; the same seed gives the same luck")
    add_seats(one, "human|BOT")
    add_house_rules(one)
    one.add_argument("--save", metavar="FILE", help="where the game is saved")
    dice = "ask: you roll real dice and draw real cards, and type what comes"
    one.add_argument("--dice", choices=["ask"], help=dice)
    add_input(one)


def _resume(commands: Words) -> None:
    one = commands.add("resume", "resume:resume", "go on with a saved game")
    one.examples = ("sandtable resume", "sandtable resume lrdg-benghazi-road-3")
    one.add_argument("save", nargs="?", metavar="SAVE", help="the newest of your saves when left out")
    add_seats(one, "human|BOT")
    add_input(one)


def _replay(commands: Words) -> None:
    one = commands.add("replay", "replays:replay", "show or verify a saved game, or branch off it")
    one.examples = (
        "sandtable replay lrdg-benghazi-road-3 --verify",
        "sandtable replay lrdg-benghazi-road-3 --to 2 --play",
    )
    one.add_argument("save", metavar="SAVE", help=SAVE)
    one.add_argument("--verify", action="store_true", help="only check it: status 1 where it differs")
    add_place(one, "stop after line N, or at a bookmark")
    one.add_argument("--play", action="store_true", help="play on from there in a new save")
    one.add_argument("--save", dest="new", metavar="FILE", help="the new save of --play")
    one.add_argument("--step", action="store_true", help="watch it at the terminal, step by step")
    one.add_argument("--html", metavar="FILE", help="write a page in which it can be watched")
    one.add_argument("--as", dest="view", metavar="SEAT", help="show only what a seat may know")
    add_seats(one, "human|BOT")
    add_input(one)
    add_json(one)


def _saves(commands: Words) -> None:
    one = commands.add("saves", "checks:list_saves", "your saved games, the newest first")
    one.examples = ("sandtable saves", "sandtable saves . --json")
    one.add_argument("where", nargs="*", metavar="FOLDER|SAVE", help="your own saves when left out")
    add_json(one)


def _check(commands: Words) -> None:
    one = commands.add("check", "checks:check", "verify saves against the installed plugins")
    one.examples = (
        "sandtable check lrdg-benghazi-road-3",
        "sandtable check lrdg-benghazi-road-3 --migrate --dry-run",
    )
    one.add_argument("saves", nargs="+", metavar="SAVE", help=SAVE)
    migrate = "write older saves anew, beside the old ones"
    one.add_argument("--migrate", action="store_true", help=migrate)
    one.add_argument("--dry-run", action="store_true", help="only show what --migrate would change")
