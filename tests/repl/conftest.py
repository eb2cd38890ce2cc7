"""A session at the British first choice, and a console for it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

import sandtable
from sandtable.dice import GENERATOR
from sandtable.plugins import catalog
from sandtable.records import Header
from sandtable.repl.console import Console
from sandtable.session import start


@pytest.fixture
def console() -> Callable[..., Console]:
    """Makes a console; seats and Console's own arguments may be given."""

    def make(seed: int = 11, seats: dict[str, str] | None = None, **more: object) -> Console:
        players = {"turkish": "scripted"} if seats is None else seats
        session = sandtable.new("megiddo/1918-even", seed=seed, seats=players)
        made = Console(session, **{"numbers": True, **more})  # type: ignore[arg-type]
        made.bots()
        return made

    return make


@pytest.fixture
def stones(toy: ModuleType) -> Console:
    """The toy game at red's first choice, between two humans."""
    ready = toy.scenario()
    header = Header(
        generator=GENERATOR,
        game="stones",
        scenario=ready.id,
        seats=dict.fromkeys(toy.SEATS, "human"),
        seed=1,
        rules_version=1,
        plugins=[],
        options={},
    )
    return Console(start(ready, header, {}, None, catalog()), numbers=True)
