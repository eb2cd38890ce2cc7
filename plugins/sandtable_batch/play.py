"""Plays games between bots, one after another: the work of each process of a batch."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sandtable import Bot, Event, GameError, Scenario, Seat, SeededDice, Table
from sandtable.tooling import Catalog, Guard, ask_bot, catalog, read_options
from sandtable_batch.results import GameResult, Job

MOST_ACTIONS = 100_000
"""A game that takes more actions than this counts as endless."""


def play_out(
    scenario: Scenario,
    bots: Mapping[str, Bot],
    seed: int | str,
    house: Any = None,
    names: Mapping[str, str] | None = None,
) -> tuple[Table[Any], int]:
    """Play one game between bots to its end; return the table and the number of actions.

    Raises GameError if the game does not end or a bot fails; `names` are the bots' names.
    """
    events: list[Event] = []
    table: Table[Any] = Table.new(scenario, SeededDice(seed), house, events)
    actions = 0
    while table.outcome is None:
        seat = table.decision.seat
        luck = SeededDice(f"{seed} bot {seat} {actions + 1}")
        name = names[seat] if names else type(bots[seat]).__name__
        table.choose(ask_bot(bots[seat], name, Seat(table, seat, luck, lambda: events)))
        actions += 1
        if actions > MOST_ACTIONS:
            raise GameError(f"seed {seed}: no end after {MOST_ACTIONS} actions")
    return table, actions


class Played(Struct, frozen=True):
    """The results of some of a job's games, in order, and how many seconds they took."""

    results: list[GameResult]
    seconds: float


@dataclass(frozen=True)
class ReadyJob:
    """A job that is ready to play: everything that it names has been found."""

    job: Job
    plugins: Catalog
    scenario: Scenario
    house: Any

    @property
    def bots(self) -> dict[str, Bot]:
        """New bots, which remember no other game."""
        return {
            seat: self.plugins.bots.make(self.scenario.game, name)
            for seat, name in self.job.seats.items()
        }


def ready_job(job: Job, plugins: Catalog | None = None) -> ReadyJob:
    """Find everything that a job names. Raises SandtableError if something is missing or unplayable."""
    installed = plugins or catalog()
    last = _last[0] if _last else None
    if last and last.job == job and last.plugins is installed:
        return last
    if job.text:
        name = job.scenario.rpartition("/")[2]
        scenario = installed.scenarios.from_text(job.text, name, job.scenario, job.parts)
    else:
        scenario = installed.scenario(job.scenario)
    scenario = scenario.seated(dict.fromkeys(scenario.seats, scenario.EMPTY) | job.seats)
    new_job = ReadyJob(job, installed, scenario, read_options(scenario.game, job.options))
    for name in job.seats.values():
        installed.bots.resolve(scenario.game, name)
    _ = new_job.bots
    _last[:] = [new_job]
    return new_job


_last: list[ReadyJob] = []
"""The last ready job, kept because a job comes in many pieces and reading a scenario is slow."""


def play_job(job: Job, first: int, count: int, plugins: Catalog | None = None) -> Played:
    """Play some of a job's games; game `k` has the seed ``SEED/k``."""
    began = time.perf_counter()
    ready = ready_job(job, plugins)
    results = [_play_game(ready, game) for game in range(first, first + count)]
    return Played(results, time.perf_counter() - began)


def _play_game(ready: ReadyJob, number: int) -> GameResult:
    """Return a game's result, in units that players know."""
    game, seed = ready.scenario.game, f"{ready.job.seed}/{number}"
    try:
        with Guard():
            table, actions = play_out(ready.scenario, ready.bots, seed, ready.house, ready.job.seats)
    except Exception as error:
        # An error that can be sent back from a worker process.
        raise GameError(f"seed {seed}: {ready.plugins.loader.blame(error)}") from None
    outcome = table.outcome
    assert outcome is not None  # noqa: S101
    metrics, score = game.figures(outcome.metrics), game.score_figure
    returns: dict[str, int | float | Fraction] = {
        seat: metrics[score] if score else int(value) if value.denominator == 1 else value
        for seat, value in outcome.returns.items()
    }
    return GameResult(number, seed, outcome.name, returns, metrics, actions, score)


def play_games(job: Job, first: int, count: int, plugins: Catalog | None = None) -> list[GameResult]:
    """Return the results of some of a job's games."""
    return play_job(job, first, count, plugins).results
