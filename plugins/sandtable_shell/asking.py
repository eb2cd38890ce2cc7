"""Questions at a terminal: which of these, which scenario of a game, who plays."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from sandtable.plugins.installation import Catalog
from sandtable.plugins.load_watch import LoadStopped
from sandtable.record.seating import HUMAN
from sandtable.text.errors import SandtableError
from sandtable.text.shown import visible
from sandtable.text.words import match, resolve
from sandtable_shell import front
from sandtable_shell.output import say

Names = Sequence[Mapping[str, str]]
"""The names that may be typed and their meanings, in groups; an earlier group takes precedence."""


def possible(arguments: argparse.Namespace) -> bool:
    """Whether a user at a terminal can be asked."""
    from_file = getattr(arguments, "input", None) is not None
    return not from_file and all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


@contextmanager
def leaving() -> Iterator[None]:
    """While the block runs, the user may leave a question by Ctrl-D, Ctrl-C or ``q``."""
    try:
        yield
    except LoadStopped:
        raise
    except (EOFError, KeyboardInterrupt):
        print()


def ask(question: str, numbered: Sequence[str], names: Names = (), default: str = "") -> str:
    """Ask until the answer has one meaning: a number or a name; Enter alone gives the default.

    Raises EOFError if the user leaves.
    """
    while True:
        typed = input(visible(question)).strip()
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
    by_id = {id: id for id in ids}
    return ask(f"Which scenario (q leaves)? [{ids[0]}] ", ids, [by_name(ids), by_id], ids[0])


def seats(installed: Catalog, id: str, given: Mapping[str, str]) -> list[str]:
    """Ask who plays each seat that is not given: you play one of them, a bot the others.

    The answers are ``SEAT=PLAYER``.
    """
    game = id.partition("/")[0]
    info = installed.games.infos[game]
    players = list(dict.fromkeys([HUMAN, *info.bots, *installed.bots.names(installed.game(game))]))
    chosen: dict[str, str] = {}
    for seat in (name for name in info.seats if name not in given):
        human_plays = HUMAN in (*given.values(), *chosen.values())
        default = info.bots[0] if human_plays or chosen else HUMAN
        chosen[seat] = who_plays(info.seat_title(seat), players, default)
    return [f"{seat}={player}" for seat, player in chosen.items()]


def who_plays(seat: str, players: Sequence[str], default: str) -> str:
    """Ask who plays a seat, named by its title."""
    return ask(f"Who plays {seat}: {', '.join(players)}? [{default}] ", players, default=default)
