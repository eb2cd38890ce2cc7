"""Questions at a terminal: what to play, which scenario of a game, who plays."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from textwrap import wrap

from sandtable import HUMAN, SandtableError, Scenario
from sandtable.tooling import Catalog, catalog, config, match, printing, resolve
from sandtable_shell import front
from sandtable_shell.output import say
from sandtable_shell.saves import by_age, is_over

MOST_SAVES = 5
"""At most this many unfinished saves are offered, the newest first."""

Names = Sequence[Mapping[str, str]]
"""The names that may be typed and their meanings, in groups; an earlier group takes precedence."""


def possible(arguments: argparse.Namespace) -> bool:
    """Whether a user at a terminal can be asked."""
    from_file = getattr(arguments, "input", None) is not None
    return not from_file and all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


@contextmanager
def allow_leaving() -> Iterator[None]:
    """While the block runs, the user may leave a question by Ctrl-D, Ctrl-C or ``q``."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        print()


def ask(question: str, numbered: Sequence[str], names: Names = (), default: str = "") -> str:
    """Ask until the answer has one meaning: a number or a name; only Enter gives the default.

    Raises EOFError if the user leaves.
    """
    while True:
        typed = input(printing.escape(question)).strip()
        if not typed:
            return default
        if typed in ("quit", "q"):
            raise EOFError
        try:
            return pick(typed, numbered, names)
        except SandtableError as error:
            say(str(error))


def pick(typed: str, numbered: Sequence[str], names: Names = ()) -> str:
    """The meaning of a number, a name or the beginning of one. Raises SandtableError with help."""
    number = int(typed) if typed.isdecimal() and len(typed) < 6 else 0
    if 1 <= number <= len(numbered):
        return numbered[number - 1]
    groups = names or [{name: name for name in numbered}]
    for group in groups:
        fits = match(typed, group)
        if len(fits) == 1:
            return group[fits[0]]
    if number or typed == "0":
        raise SandtableError(f"type a number from 1 to {len(numbered)}, not {typed}")
    everything = {name: meaning for group in groups for name, meaning in group.items()}
    return everything[resolve("choice", typed, everything)]


def by_name(ids: Sequence[str]) -> dict[str, str]:
    """Scenarios by the part of their id after the game, if that is unique."""
    tails = [id.partition("/")[2] for id in ids]
    return {tail: id for tail, id in zip(tails, ids, strict=True) if tails.count(tail) == 1}


def scenario(installed: Catalog, game: str) -> str:
    """Ask for a scenario of a game; the one to begin with is the default."""
    choices = front.scenarios(installed, game)
    ids = [choice.words for choice in choices]
    say(f"{installed.games.infos[game].title} (sandtable list {game} has more):")
    for line in front.table(choices, shutil.get_terminal_size().columns, 1):
        say(line)
    names = [by_name(ids), {id: id for id in ids}]
    return ask(f"Which scenario (q leaves)? [{ids[0]}] ", ids, names, ids[0])


def seats(installed: Catalog, id: str, given: Mapping[str, str]) -> list[str]:
    """Ask who plays each seat that is not given: you play one of them, a bot the others.

    As many seats as the scenario allows may stay empty. The answers are ``SEAT=PLAYER``.
    """
    info, file = installed.games.infos[id.partition("/")[0]], front.scenario_info(installed, id)
    names = file.seats or info.seats
    spare = len(names) - (file.fewest_seats or len(names)) - [*given.values()].count(Scenario.EMPTY)
    players = list(dict.fromkeys([HUMAN, *info.bots, *installed.bots.names(installed.game(info.id))]))
    chosen: dict[str, str] = {}
    for seat in (name for name in names if name not in given):
        seated = {*chosen.values()} - {Scenario.EMPTY}
        default = info.bots[0] if seated or HUMAN in given.values() else HUMAN
        offered = [*players, Scenario.EMPTY] if spare > 0 else players
        chosen[seat] = who_plays(info.seat_title(seat), offered, default)
        spare -= chosen[seat] == Scenario.EMPTY
    return [f"{seat}={player}" for seat, player in chosen.items()]


def who_plays(seat: str, players: Sequence[str], default: str) -> str:
    """Ask who plays a seat, named by its title."""
    about = {HUMAN: " (you)", "scripted": " (the game's own bot)", "search": " (looks ahead)"}
    about[Scenario.EMPTY] = " (stays empty)"
    listed = (f"{n} {player}{about.get(player, '')}" for n, player in enumerate(players, 1))
    return ask(f"Who plays {seat}: {', '.join(listed)}? [{default}] ", players, default=default)


def choose() -> list[str]:
    """The line that ``sandtable`` without words runs: offer what to play, and ask who plays."""
    installed = catalog()
    going_on = (path for path in by_age(config.saves_folder()) if not is_over(path))
    saves = [path.stem for path in islice(going_on, MOST_SAVES)]
    for line in installed.scenarios.own.problems:
        print(f"sandtable: {printing.escape(line)}", file=sys.stderr)
    for line in menu_lines(installed, saves):
        say(line)
    with allow_leaving():
        if chosen := ask("Number or name (Enter leaves): ", *list_offers(installed, saves)):
            command, _, name = chosen.partition(" ")
            answers = seats(installed, name, {}) if "/" in name and command == "play" else []
            return [command, name, *(f"--seat={answer}" for answer in answers)]
    return []


def menu_lines(installed: Catalog, saves: list[str]) -> list[str]:
    """The numbered choices."""
    width = shutil.get_terminal_size().columns
    to_resume = [front.Choice(stem, "", "", "") for stem in saves]
    begin = [*front.lessons(installed), *front.first_scenarios(installed)]
    learn = "New here? A lesson guides you through a whole game. Then play on your own:"
    rows: list[str] = []
    number = 1
    for title, choices in (
        (learn if front.lesson_files(installed) else front.FIRST, begin),
        (front.GAMES, front.games(installed)),
        ("Resume a game:", to_resume),
    ):
        if choices:
            rows += [*[""] * bool(rows), *wrap(title, width), *front.table(choices, width, number)]
        number += len(choices)
    return rows


def list_offers(installed: Catalog, saves: list[str]) -> tuple[list[str], Names]:
    """The commands for each number, and those for each name; saves come last."""
    lessons = [f"learn {game}" for game in front.lesson_files(installed)]
    firsts = [f"play {choice.words}" for choice in front.first_scenarios(installed)]
    games = {game: f"play {game}" for game in installed.games.infos}
    by_id = {id: f"play {id}" for id in installed.scenarios.ids}
    resumed = {save: f"resume {save}" for save in saves}
    tails = {tail: f"play {id}" for tail, id in by_name(installed.scenarios.ids).items()}
    groups = [tails, games | {command: command for command in lessons}, by_id | resumed]
    return [*lessons, *firsts, *games.values(), *resumed.values()], groups
