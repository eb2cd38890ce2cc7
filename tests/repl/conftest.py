"""A session at the British first choice, and a console for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import sandtable
from sandtable.repl.console import Console


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
