"""Chances and counsel: `simulate`, `odds`, `hint`, `coach`."""

from __future__ import annotations

from sandtable.cli.parser.base import (
    SAVE,
    SCENARIO,
    Words,
    add_house_rules,
    add_json,
    add_place,
    add_seats,
)
from sandtable.repl import odds_words


def add(commands: Words) -> None:
    """Add them."""
    for one in (_simulate, _odds, _hint, _coach):
        one(commands)


def _simulate(commands: Words) -> None:
    one = commands.add("simulate", "batch:simulate", "play many games between bots")
    one.examples = (
        "sandtable simulate lrdg/benghazi-road --games 20",
        "sandtable simulate megiddo/1918 --games 20 --seat british=random --csv games.csv",
    )
    one.add_argument("scenario", metavar="GAME/SCENARIO|FILE.toml", help=SCENARIO)
    one.add_argument("--games", type=int, metavar="N", help="100; with --until at most 10000")
    one.add_argument("--seed", default="1", help="a number or a word")
    add_seats(one, "BOT")
    add_house_rules(one)
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
    add_json(one)


def _odds(commands: Words) -> None:
    one = commands.add("odds", "odds:odds", "what can come of an action, and how likely that is")
    one.examples = (
        "sandtable odds lrdg-benghazi-road-3 end",
        "sandtable odds lrdg-benghazi-road-3 move 1st siwa-track then end --to 2",
    )
    one.add_argument("save", metavar="SAVE", help=SAVE)
    one.add_argument("words", nargs="+", metavar="ACTION-WORDS", help="the action; more after `then`")
    add_place(one, "ask at line N, or at a bookmark")
    odds_words.add_options(one)
    add_json(one)


def _hint(commands: Words) -> None:
    one = commands.add("hint", "thinking:hint", "what the side to move could do, ranked by playing on")
    one.examples = (
        "sandtable hint lrdg-benghazi-road-3 --time 2.5s",
        "sandtable hint lrdg-benghazi-road-3 --to 2 --time 100",
    )
    one.add_argument("save", metavar="SAVE", help=SAVE)
    one.add_argument("--time", metavar="TIME", help="seconds (2.5s) or a number of games to play (5s)")
    add_place(one, "ask at line N, or at a bookmark")
    add_json(one)


def _coach(commands: Words) -> None:
    one = commands.add("coach", "thinking:coach", "what choices and luck were worth in a saved game")
    one.examples = (
        "sandtable coach lrdg-benghazi-road-3 --time 5s",
        "sandtable coach megiddo-1918-1 --as british --time 100",
    )
    one.add_argument("save", metavar="SAVE", help=SAVE)
    one.add_argument("--as", dest="view", metavar="SEAT", help="whose game it is: the human's")
    one.add_argument("--time", metavar="TIME", help="seconds (90s) or a number of games to play (60s)")
    add_json(one)
