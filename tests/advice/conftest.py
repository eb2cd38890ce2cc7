"""The common fixtures of hints and of the coach: toy games, and an interrupt at a known moment."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sandtable import Outcome, Session
from sandtable.model.dice import GENERATOR, Dice
from sandtable.model.scenario import build
from sandtable.plugins.catalog import catalog
from sandtable.record.new_game import start
from sandtable.record.records import Header
from sandtable_console.waiting import Progress
from sandtable_tools.advice import budget
from sandtable_tools.advice.race import Move
from sandtable_tools.advice.worlds import Players, World


def _module(path: Path, name: str) -> ModuleType:
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def dare() -> ModuleType:
    """The module dare.py."""
    return _module(Path(__file__).with_name("dare.py"), "sandtable_dare")


@pytest.fixture
def hero(dare: ModuleType) -> Callable[..., Session]:
    """Makes a session of Dare after some actions, with given dice."""

    def make(*lines: str, dice: Dice | None = None) -> Session:
        scenario = build(dare.DareGame(), "dare/one", dare.TOML)
        header = Header(
            generator=GENERATOR,
            game="dare",
            scenario="dare/one",
            seats={"hero": "human"},
            seed=1,
            rules_version=1,
            plugins=[],
            options={},
        )
        session = start(scenario, header, {}, None, catalog(), dice)
        for line in lines:
            session.choose(line)
        return session

    return make


@pytest.fixture
def slow_games(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], list[float]]:
    """Makes every game in thought take some seconds; returns a clock that only they advance."""

    def make(seconds: float) -> list[float]:
        now, outcome = [0.0], World.outcome

        def slow(world: World, move: Move, players: Players) -> Outcome:
            now[0] += seconds
            return outcome(world, move, players)

        monkeypatch.setattr(World, "outcome", slow)
        monkeypatch.setattr(budget, "now", lambda: now[0])
        return now

    return make


@pytest.fixture
def interrupted() -> Callable[[Generator[Progress, None, Any], int], Any]:
    """Presses Ctrl-C after a number of games of thinking; returns the result."""

    def stop(steps: Generator[Progress, None, Any], after: int) -> Any:
        for _ in range(after):
            next(steps)
        with pytest.raises(StopIteration) as end:
            steps.throw(KeyboardInterrupt())
        return end.value.value

    return stop
