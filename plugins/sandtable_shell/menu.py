"""``sandtable`` alone at a terminal: choose what to play, by number or word."""

from __future__ import annotations

import shutil
import sys
from itertools import islice
from textwrap import wrap

from sandtable.plugins.installation import Catalog, catalog
from sandtable.record.saves import is_over, newest
from sandtable.text import config
from sandtable.text.shown import visible
from sandtable_shell import asking, front
from sandtable_shell.output import say

MOST_SAVES = 5
"""At most this many unfinished saves are offered, the newest first."""


def choose() -> list[str]:
    """Offer lessons, scenarios, games and saves, and ask who plays; return the chosen line, if any."""
    installed = catalog()
    going_on = (path for path in newest(config.saves_folder()) if not is_over(path))
    saves = [path.stem for path in islice(going_on, MOST_SAVES)]
    for line in installed.scenarios.own.problems:
        print(f"sandtable: {visible(line)}", file=sys.stderr)
    for line in lines(installed, saves):
        say(line)
    with asking.leaving():
        if chosen := asking.ask("Number or name (Enter leaves): ", *offered(installed, saves)):
            return _line(installed, chosen)
    return []


def lines(installed: Catalog, saves: list[str]) -> list[str]:
    """The numbered choices."""
    width = shutil.get_terminal_size().columns
    rows: list[str] = []
    number = 1
    to_resume = [front.Choice(stem, "", "", "") for stem in saves]
    begin = [*front.lessons(installed), *front.first_scenarios(installed)]
    learn = "New here? A lesson guides you through a whole game. Then play on your own:"
    for title, choices in (
        (learn if installed.games.lessons else front.FIRST, begin),
        (front.GAMES, front.games(installed)),
        ("Resume a game:", to_resume),
    ):
        if choices:
            rows += [*[""] * bool(rows), *wrap(title, width), *front.table(choices, width, number)]
        number += len(choices)
    return rows


def offered(installed: Catalog, saves: list[str]) -> tuple[list[str], asking.Names]:
    """The commands for each number, and those for each name; saves come last."""
    lessons = [f"learn {game}" for game in installed.games.lessons]
    firsts = [f"play {choice.words}" for choice in front.first_scenarios(installed)]
    games = {game: f"play {game}" for game in installed.games.infos}
    by_id = {id: f"play {id}" for id in installed.scenarios.ids}
    resumed = {save: f"resume {save}" for save in saves}
    tails = {tail: f"play {id}" for tail, id in asking.by_name(installed.scenarios.ids).items()}
    groups = [tails, games | {command: command for command in lessons}, by_id | resumed]
    return [*lessons, *firsts, *games.values(), *resumed.values()], groups


def _line(installed: Catalog, chosen: str) -> list[str]:
    """The choice as a command line, with an answer for each seat of a scenario."""
    command, _, name = chosen.partition(" ")
    answers = asking.seats(installed, name, {}) if "/" in name and command == "play" else []
    return [command, name, *(f"--seat={answer}" for answer in answers)]
