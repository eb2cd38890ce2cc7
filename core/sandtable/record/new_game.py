"""Setting up a game: its scenario, its seed, its players, and the first line of its save."""

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
from sandtable.record.records import HUMAN, Embedded, Header
from sandtable.record.session import Session
from sandtable.text.errors import SandtableError
from sandtable.text.words import clip

MOST_SEED = 80
"""A seed has at most this many characters."""


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

    `scenario` is loaded, ``game/name`` or a file. `seed` is a number or a word; None draws a new one.
    `seats` says who plays: ``human`` (the default), a bot, or ``none`` for a seat that stays empty.
    `options` sets house rules. `dice` replaces the seeded dice, for example with real ones. Raises
    SandtableError, with one clear line, for anything that does not exist.
    """
    plugins = plugins or catalog()
    players = dict(seats or {})
    loaded = (plugins.scenario(scenario) if isinstance(scenario, str) else scenario).seated(players)
    name = loaded.id.partition("/")[2]
    embedded = (
        Embedded(name, loaded.hash, loaded.text, loaded.own_parts) if loaded.bare else msgspec.UNSET
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
    """A session from a header, with its players and its save file.

    It starts from a `position`, as JSON, or else from the set-up of the scenario.
    """
    session = Session(scenario, header, plugins, dice, position)
    session.sit(seats)
    header.seats = dict(session.seats)
    header.plugins = plugins.stamps(scenario, header.seats.values())
    session.begin()
    if save is not None:
        session.save(save)
    return session


def read_seed(typed: int | str) -> int | str:
    """A seed as typed: a number if it is one, else a word of printable characters."""
    text = str(typed).strip()
    if re.fullmatch(r"-?[0-9]{1,18}", text):
        return int(text)
    if not text or len(text) > MOST_SEED or not text.isprintable():
        raise SandtableError(
            f'--seed takes a number or a word of at most {MOST_SEED} characters, not "{clip(text)}"'
        )
    return text
