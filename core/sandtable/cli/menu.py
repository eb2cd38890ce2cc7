"""``sandtable`` alone at a terminal: choose what to play, by number or word."""

from __future__ import annotations

import argparse
import shutil
import sys
from itertools import islice
from pathlib import Path
from textwrap import wrap

from sandtable import config
from sandtable.cli import learn
from sandtable.cli import play as playing
from sandtable.cli import resume as resuming
from sandtable.cli.output import say
from sandtable.cli.parser import build_parser
from sandtable.errors import SandtableError
from sandtable.plugins import Catalog, catalog
from sandtable.plugins.patience import LoadStopped
from sandtable.saves import is_over, newest
from sandtable.session import HUMAN
from sandtable.words import match, resolve, visible

MOST_SAVES = 9
"""So many of the newest saves that are not over are offered."""


def choose() -> int:
    """Offer scenarios and saves, ask who plays, and play."""
    known = catalog()
    going_on = (path for path in newest(config.saves_folder()) if not is_over(path))
    saves = list(islice(going_on, MOST_SAVES))
    lessons = [f"learn {game}" for game in known.lessons]
    words = [*known.scenario_ids, *lessons, *(path.stem for path in saves)]
    for line in known.folder_troubles:
        print(f"sandtable: {visible(line)}", file=sys.stderr)
    for line in lines(known, saves):
        say(line)
    try:
        chosen = _ask("Number or word (nothing leaves): ", words)
        if not chosen:
            return 0
        seats = _seats(known, chosen) if chosen in known.scenario_ids else []
    except LoadStopped:
        raise
    except (EOFError, KeyboardInterrupt):
        print()
        return 0
    if chosen in known.scenario_ids:
        return playing.play(_arguments("play", chosen, *seats))
    if chosen in lessons:
        return learn.learn(_arguments(*chosen.split()))
    return resuming.resume(_arguments("resume", chosen))


def lines(known: Catalog, saves: list[Path]) -> list[str]:
    """What can be chosen, numbered."""
    width = shutil.get_terminal_size().columns
    games = [f"{id:<24} {_title(known, id)}" for id in known.scenario_ids]
    lessons = [f"learn {id:<18} {known.infos[id].title}: a guided first game" for id in known.lessons]
    rows, number = [], 0
    for title, group in (
        ("Play:", games),
        ("New here? Learn by playing:", lessons),
        ("Go on with:", [path.stem for path in saves]),
    ):
        rows += [title] if group else []
        for text in group:
            number += 1
            rows += wrap(f"{number:4}  {text}", width, subsequent_indent=" " * 31)
    return rows


def _title(known: Catalog, id: str) -> str:
    try:
        return known.scenario_info(id).title
    except SandtableError as error:
        return f"can not be read: {error}"


def pick(typed: str, words: list[str]) -> str:
    """The word that a number or the beginning of a word means; SandtableError with help."""
    if typed.isdecimal() and len(typed) < 6:
        if not 1 <= int(typed) <= len(words):
            raise SandtableError(f'"{typed}": 1 to {len(words)} was expected')
        return words[int(typed) - 1]
    # The part after the slash is as good as the whole, and a scenario comes before a save.
    for kind in (True, False):
        tails = {word.partition("/")[2] or word: word for word in words if ("/" in word) == kind}
        found = match(typed, tails)
        if len(found) == 1:
            return tails[found[0]]
    return resolve("choice", typed, words)


def _ask(question: str, words: list[str]) -> str:
    while True:
        typed = input(question).strip()
        if not typed or typed in ("quit", "q"):
            return ""
        try:
            return pick(typed, words)
        except SandtableError as error:
            say(str(error))


def _seats(known: Catalog, id: str) -> list[str]:
    """Ask who plays each seat: you the first, a bot the others, unless said otherwise."""
    game = id.partition("/")[0]
    info = known.infos[game]
    players = list(dict.fromkeys([HUMAN, *info.bots, *known.bot_names(known.game(game))]))
    chosen = []
    for place, seat in enumerate(info.seats):
        default = HUMAN if place == 0 else info.bots[0]
        answer = _ask(f"Who plays {seat}: {', '.join(players)}? [{default}] ", players) or default
        chosen += ["--seat", f"{seat}={answer}"]
    return chosen


def _arguments(*words: str) -> argparse.Namespace:
    return build_parser().parse_args(words)
