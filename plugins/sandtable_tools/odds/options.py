"""The options of the command `odds`, and what it shares with the word at the prompt."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence

from sandtable import SandtableError

OPTIONS = {
    "--next": "stop at the next decision",
    "--horizon": "stop after N more decisions, even if the action goes on",
    "--most": "sample if an exact answer costs more than N (8000); a path costs 1, a new position 5",
    "--samples": "sample N games (400 to 1000, depending on their length)",
}
"""What each option does."""

THEN = "then"
"""The word between two actions in a row."""

SECONDS = 2.0
"""At a terminal, an answer takes at most this many seconds, unless its size is given."""

NUMBERS = {"--horizon": None, "--most": 8_000, "--samples": None}
"""The options that take a number, each with its default."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options to a parser, as `horizon` (0 for the next decision), `most` and `samples`."""
    how_far = parser.add_mutually_exclusive_group()
    how_far.add_argument("--next", dest="horizon", action="store_const", const=0, help=OPTIONS["--next"])
    for name, default in NUMBERS.items():
        where = how_far if name == "--horizon" else parser
        where.add_argument(name, type=_number, default=default, metavar="N", help=OPTIONS[name])


def time_limit(*, sized: bool = False) -> float | None:
    """Return the time limit; None if the user sets the `sized` limits, or a program reads the answer."""
    return None if sized or not sys.stdout.isatty() else SECONDS


def split_actions(words: Sequence[str]) -> list[str]:
    """Split words at `then` into actions. Raises SandtableError if an action is missing."""
    actions: list[list[str]] = [[]]
    for word in words:
        if word == THEN:
            actions.append([])
        else:
            actions[-1].append(word)
    if not all(actions):
        raise SandtableError('odds: "then" goes between two actions')
    return [" ".join(action) for action in actions]


def _number(typed: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", typed):
        raise argparse.ArgumentTypeError(f'takes a whole number, not "{typed}"')
    return int(typed)
