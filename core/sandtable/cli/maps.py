"""``map``."""

from __future__ import annotations

import argparse
import shutil
import sys

from sandtable import config
from sandtable.cli.output import new_file, say
from sandtable.errors import SandtableError, UnknownName
from sandtable.plugins import catalog
from sandtable.plugins.folder import names_file
from sandtable.replay import load
from sandtable.session import HUMAN, Session, new
from sandtable.svg import document
from sandtable.words import resolve

MOST_COLUMNS = 140
"""A wider terminal gets no wider map."""

NO_TERMINAL = 100
"""The columns of a map that goes to a file or a pipe."""


def show(arguments: argparse.Namespace) -> int:
    """Print the map of a scenario's start or of a save's last position, or write it as SVG."""
    session = _session(arguments.source)
    seat = resolve("seat", arguments.view, session.seats) if arguments.view else _viewer(session)
    if arguments.svg is not None:
        return _written(session, seat, arguments.svg)
    lines = session.scenario.game.map(session.view(seat), _columns())
    if not lines:
        raise SandtableError(f"{session.scenario.game.info.title} has no map")
    print("\n".join(lines))
    return 0


def _written(session: Session, seat: str, name: str) -> int:
    """Write all pictures of a position into a file, one below the other.

    Raises SandtableError for a game without pictures, and for a file that can not be written.
    """
    game = session.scenario.game
    pictures = game.pictures(session.view(seat))
    if not pictures:
        raise SandtableError(f"{game.info.title} has no pictures")
    with new_file(name) as file:
        file.write(document(*pictures))
    say(f"written to {name}")
    return 0


def _session(typed: str) -> Session:
    """A game to be looked at, which is written nowhere.

    Raises UnknownName with the nearest scenario, or the nearest save for a word that names no game.
    """
    known = catalog()
    if typed in known.scenario_ids or names_file(typed):
        return new(typed, seed=1)
    try:
        return load(config.find_save(typed))
    except UnknownName as no_save:
        missing = typed.endswith(".jsonl") or ("/" not in typed and "did you mean" in str(no_save))
        if missing:
            raise
    return new(known.scenario_id(typed), seed=1)


def _viewer(session: Session) -> str:
    """Whose eyes the map is for: the only human's, else the first seat's."""
    humans = [seat for seat, player in session.seats.items() if player == HUMAN]
    return humans[0] if len(humans) == 1 else next(iter(session.seats))


def _columns() -> int:
    if not (sys.stdout and sys.stdout.isatty()):
        return NO_TERMINAL
    return min(shutil.get_terminal_size().columns, MOST_COLUMNS)
