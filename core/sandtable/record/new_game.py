"""Sets up a game: its scenario, seed and players, and the first line of its save."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from sandtable.model import scenario as scenarios
from sandtable.model.dice import GENERATOR, REAL, Dice
from sandtable.model.scenario import Scenario
from sandtable.plugins.catalog import Catalog, catalog
from sandtable.record.records import HUMAN, Header, SavedScenario
from sandtable.record.session import Session
from sandtable.text.errors import SandtableError
from sandtable.text.words import clip

MOST_SEED = 80
"""The most characters of a seed."""


def new(
    scenario: str | Scenario,
    seed: int | str | None = None,
    seats: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    save: str | Path | None = None,
    plugins: Catalog | None = None,
    dice: Dice | None = None,
) -> Session:
    """Set up a game and write its first line.

    `scenario` is a Scenario, ``game/name`` or a file. `seed` is a number or a word; None picks one at
    random. `seats` names the players: ``human`` (the default), a bot, or ``none`` for an empty seat.
    `options` sets house rules. `dice` replaces the seeded dice, for example with real ones. Raises
    SandtableError, with one clear line, for anything that does not exist.
    """
    plugins = plugins or catalog()
    players = dict(seats or {})
    loaded = (plugins.scenario(scenario) if isinstance(scenario, str) else scenario).seated(players)
    name = loaded.id.partition("/")[2]
    embedded = (
        SavedScenario(name, loaded.hash, loaded.text, loaded.own_parts) if loaded.bare else msgspec.UNSET
    )
    house = scenarios.read_options(loaded.game, options or {})
    header = Header(
        generator=REAL if dice else GENERATOR,
        game=loaded.game.id,
        scenario=loaded.id,
        seats=dict.fromkeys(loaded.seats, HUMAN),
        seed=read_seed(seed) if seed is not None else secrets.randbelow(10**9),
        rules_version=loaded.game.info.rules_version,
        plugins=[],
        options=msgspec.to_builtins(house),
        embedded=embedded,
    )
    playing = {seat: players[seat] for seat in loaded.seats if seat in players}
    return start(loaded, header, playing, save, plugins, dice)


def start(
    scenario: Scenario,
    header: Header,
    seats: Mapping[str, str],
    save: str | Path | None,
    plugins: Catalog,
    dice: Dice | None = None,
    position: str | None = None,
) -> Session:
    """Start a session from a header, with its players and its save file.

    The game starts from a `position`, as JSON, or by default from the scenario's set-up.
    """
    session = Session(scenario, header, plugins, dice, position)
    session.seat_players(seats)
    header.seats = dict(session.seats)
    header.plugins = plugins.stamps(scenario, header.seats.values())
    session.begin()
    if save is not None:
        session.save(save)
    return session


def read_seed(typed: int | str) -> int | str:
    """Read a typed seed: a number if it is one, otherwise a word of printable characters."""
    text = str(typed).strip()
    if re.fullmatch(r"-?[0-9]{1,18}", text):
        return int(text)
    if not text or len(text) > MOST_SEED or not text.isprintable():
        raise SandtableError(
            f'--seed takes a number or a word of at most {MOST_SEED} characters, not "{clip(text)}"'
        )
    return text
