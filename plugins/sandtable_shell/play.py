"""``play``: set up a game and play it."""

from __future__ import annotations

import argparse

from sandtable import SandtableError, ShellCommand, new
from sandtable.tooling import Catalog, catalog, link
from sandtable_shell import asking
from sandtable_shell.arguments import (
    add_file,
    add_house_rules,
    add_input,
    add_json,
    add_scenario,
    add_seats,
)
from sandtable_shell.links import find_save
from sandtable_shell.output import say
from sandtable_shell.pairs import house_rules, players, seats
from sandtable_shell.parser import Parser
from sandtable_shell.source import Source, begin, title_of


def play(arguments: argparse.Namespace) -> int:
    """Set up a scenario and play it; if only a game is named, ask for the scenario."""
    installed = catalog()
    _refuse_save(arguments.scenario)
    if (game := installed.names.game_only(arguments.scenario)) and not _ask_what_to_play(
        installed, game, arguments
    ):
        return 0
    scenario = installed.scenario(arguments.scenario)
    with Source(arguments) as source:
        if arguments.dice == "ask":  # before the first roll is asked for, which may be during set-up
            say(f"{title_of(scenario)}, real dice")
        session = new(
            arguments.scenario,
            arguments.seed,
            players(arguments.seat, scenario, installed),
            house_rules(arguments.set, scenario.game),
            dice=source.dice() if arguments.dice == "ask" else None,
        )
        session.journal.sync = arguments.sync
        begin(session, arguments.save, secret=arguments.seed is None)
        return source.play(session)


def _refuse_save(typed: str) -> None:
    if link.MARK in typed:
        raise SandtableError("this is a link, not a scenario; sandtable resume LINK continues its game")
    if typed.endswith(".jsonl"):
        save = find_save(typed)
        raise SandtableError(f"{typed} is a save; sandtable resume {save} continues it")


def _ask_what_to_play(installed: Catalog, game: str, arguments: argparse.Namespace) -> bool:
    """Ask for one of a game's scenarios and who plays; return whether the user chose."""
    if not asking.can_ask(arguments):
        installed.names.scenario(game)  # raises, and names the scenarios
    given = seats(arguments.seat, installed.games.infos[game].seats)
    with asking.allow_leaving():
        scenario = asking.ask_scenario(installed, game)
        arguments.seat += asking.ask_seats(installed, scenario, given)
        arguments.scenario = scenario
    return arguments.scenario in installed.scenarios.ids


def _arguments(parser: Parser) -> None:
    add_scenario(parser, "; a game's id asks which scenario")
    parser.add_argument("--seed", help="a number or a word; the same seed gives the same luck")
    add_seats(parser, "human|BOT|none")
    add_house_rules(parser)
    add_file(parser, "--save", "save the game to this file")
    dice = "ask: roll real dice, draw real cards, and type the results"
    parser.add_argument("--dice", choices=["ask"], help=dice)
    add_input(parser)
    add_json(parser)


PLAY = ShellCommand(
    summary="play a scenario, or watch bots play it",
    group="play",
    run=play,
    arguments=_arguments,
    examples=(
        "sandtable play lrdg/benghazi-road --seed 3",
        "sandtable play megiddo/1918 --seat british=human --seat turkish=scripted",
    ),
    hint="sandtable list shows what there is to play",
)
