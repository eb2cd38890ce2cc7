"""Plugins and what authors need: `plugins`, `scenario`."""

from __future__ import annotations

import argparse

from sandtable.cli.parser.base import SCENARIO, Words, add_json

PLUGIN = "a distribution or an id"


def add(commands: Words) -> None:
    """Add them, with the words that follow each."""
    _plugins(commands)
    _scenario(commands)


def _plugins(commands: Words) -> None:
    one = commands.add("plugins", "plugins:list_plugins", "what is installed, and what is wrong with it")
    one.examples = ("sandtable plugins", "sandtable plugins --json")
    add_json(one)
    words = one.words(title="words", metavar="WORD", dest="word")
    for sub in (_known, _doctor, _new, _install, _uninstall, _switches):
        sub(words)


def _known(words: Words) -> None:
    every = words.add("list", "plugins:list_plugins", "every plugin and its state")
    every.examples = ("sandtable plugins list", "sandtable plugins list --json")
    add_json(every, argparse.SUPPRESS)
    info = words.add("info", "plugins:info", "all that is known of a distribution or an id")
    info.examples = ("sandtable plugins info sandtable", "sandtable plugins info lrdg.slonta --json")
    info.add_argument("name", metavar="PLUGIN", help=PLUGIN)
    add_json(info, argparse.SUPPRESS)


def _doctor(words: Words) -> None:
    one = words.add("doctor", "doctor:doctor", "load each plugin, and examine it")
    one.examples = ("sandtable plugins doctor --load-only", "sandtable plugins doctor megiddo")
    one.add_argument("name", nargs="?", metavar="PLUGIN", help=f"{PLUGIN}; all when left out")
    hangs = "a plugin that makes no progress for so long hangs (120)"
    one.add_argument("--timeout", type=float, default=120.0, metavar="SECONDS", help=hangs)
    one.add_argument("--load-only", action="store_true", help="load it, and do not examine it")
    add_json(one, argparse.SUPPRESS)


def _new(words: Words) -> None:
    one = words.add("new", "plugins:new", "write a small distribution to start from")
    one.examples = (
        "sandtable plugins new game outpost",
        "sandtable plugins new scenario night-march --game lrdg",
    )
    one.add_argument("kind", metavar="game|scenario|bot")
    one.add_argument("name", metavar="NAME")
    one.add_argument("--into", default=".", metavar="FOLDER", help="where its folder is made")
    one.add_argument("--game", metavar="GAME", help="the game that a scenario or a bot is for")


def _install(words: Words) -> None:
    help = "add plugins from a package index, a wheel or a folder"
    one = words.add("install", "installing:install", help)
    one.examples = (
        "sandtable plugins install sandtable-outpost",
        "sandtable plugins install --editable sandtable-outpost",
    )
    one.add_argument("names", nargs="*", metavar="NAME|WHEEL")
    editable = "one that you work on"
    one.add_argument("-e", "--editable", action="append", default=[], metavar="FOLDER", help=editable)
    one.add_argument("--verbose", action="store_true", help="show all that pip says")


def _uninstall(words: Words) -> None:
    one = words.add("uninstall", "installing:uninstall", "take plugins away")
    one.examples = (
        "sandtable plugins uninstall sandtable-outpost",
        "sandtable plugins uninstall sandtable-outpost --verbose",
    )
    one.add_argument("names", nargs="+", metavar="DISTRIBUTION")
    one.add_argument("--verbose", action="store_true", help="show all that pip says")


def _switches(words: Words) -> None:
    for name, help in (("enable", "use it again"), ("disable", "leave it out until it is enabled")):
        one = words.add(name, f"plugins:{name}", f"a plugin or a distribution: {help}")
        one.examples = (f"sandtable plugins {name} lrdg", f"sandtable plugins {name} sandtable:megiddo")
        one.add_argument("name", metavar="PLUGIN", help=PLUGIN)


def _scenario(commands: Words) -> None:
    one = commands.add("scenario", "", "for authors: a scenario's file to start from, or examined")
    one.examples = ("sandtable scenario export lrdg/slonta", "sandtable scenario check slonta.toml")
    words = one.words(metavar="export|check", dest="word", required=True)
    export = words.add("export", "scenarios:export", "print a scenario's file")
    export.examples = (
        "sandtable scenario export lrdg/slonta > slonta.toml",
        "sandtable scenario export lrdg/slonta --with duration=9",
    )
    check = words.add("check", "scenarios:examine", "find all that is wrong or odd in it")
    check.examples = (
        "sandtable scenario check slonta.toml --games 5",
        "sandtable scenario check lrdg/slonta --games 5 --json",
    )
    for sub in (export, check):
        sub.add_argument("scenario", metavar="GAME/SCENARIO|FILE.toml", help=SCENARIO)
    values = 'a value that is another: duration=9, targets.mechili=4, rules.0.zones=["jalo"]'
    export.add_argument(
        "--with", action="append", default=[], dest="values", metavar="KEY=VALUE", help=values
    )
    check.add_argument("--games", type=int, default=20, metavar="N", help="games that bots play (20)")
    check.add_argument("--seed", default="1", help="a number or a word")
    add_json(check)
