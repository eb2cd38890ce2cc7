"""Looking things up: `map`, `rules`."""

from __future__ import annotations

from sandtable.cli.parser.base import GAME, Words


def add(commands: Words) -> None:
    """Add them."""
    for one in (_map, _rules):
        one(commands)


def _map(commands: Words) -> None:
    one = commands.add("map", "maps:show", "the map at a scenario's start, or at the end of a save")
    one.examples = (
        "sandtable map lawrence/aqaba",
        "sandtable map lrdg-benghazi-road-3 --svg cyrenaica.svg",
    )
    one.add_argument("source", metavar="GAME/SCENARIO|SAVE", help="at its start, or at its end")
    one.add_argument("--as", dest="view", metavar="SEAT", help="what this seat may know")
    one.add_argument("--svg", metavar="FILE", help="write it to a file as a picture")
    one.add_argument("--plain", action="store_true", help="in words, place by place")


def _rules(commands: Words) -> None:
    one = commands.add(
        "rules", "catalogue:rules", "a game's rules: all headings, a section, or a search"
    )
    one.examples = ("sandtable rules lrdg 6.1.1", "sandtable rules megiddo line of supply")
    one.add_argument("game", metavar="GAME", help=GAME)
    one.add_argument("wanted", nargs="*", metavar="SECTION|WORDS")
