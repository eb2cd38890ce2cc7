"""Games between bots, one after another: the work of each process of a batch."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from sandtable.model import scenario as scenarios
from sandtable.model.game import Game, Outcome
from sandtable.model.scenario import Scenario
from sandtable.model.seat import Bot
from sandtable.plugins.installation import Catalog, catalog
from sandtable.text import signals
from sandtable.text.errors import GameError
from sandtable_batch.playout import play_out
from sandtable_batch.results import GameResult, Job


class Played(Struct, frozen=True):
    """The results of some games of a job, in order, and how many seconds they took."""

    results: list[GameResult]
    seconds: float


@dataclass(frozen=True)
class ReadyJob:
    """A job ready to be played: everything that it names has been found."""

    job: Job
    plugins: Catalog
    scenario: Scenario
    house: Any

    @property
    def bots(self) -> dict[str, Bot]:
        """New bots, so that none remembers another game."""
        return {
            seat: self.plugins.bots.make(self.scenario.game, name)
            for seat, name in self.job.seats.items()
        }


def ready_job(job: Job, plugins: Catalog | None = None) -> ReadyJob:
    """Find what a job names. Raises SandtableError for what is missing or cannot be played."""
    installed = plugins or catalog()
    last = _last[0] if _last else None
    if last and last.job == job and last.plugins is installed:
        return last
    scenario = scenario_of(job, installed)
    new_job = ReadyJob(job, installed, scenario, scenarios.read_options(scenario.game, job.options))
    _ = new_job.bots
    _last[:] = [new_job]
    return new_job


_last: list[ReadyJob] = []
"""The last job made ready, kept because a job comes in many parts and reading a scenario takes long."""


def scenario_of(job: Job, installed: Catalog) -> Scenario:
    """The scenario of a job: the installed one, or the one whose text the job holds."""
    if not job.text:
        return installed.scenario(job.scenario)
    name = job.scenario.rpartition("/")[2]
    return installed.scenarios.from_text(job.text, name, job.scenario, job.parts)


def play_job(job: Job, first: int, count: int, plugins: Catalog | None = None) -> Played:
    """Play some games of a job; game `k` has the seed ``SEED/k``."""
    began = time.perf_counter()
    ready = ready_job(job, plugins)
    results = [_play_game(ready, game) for game in range(first, first + count)]
    return Played(results, time.perf_counter() - began)


def play_games(job: Job, first: int, count: int, plugins: Catalog | None = None) -> list[GameResult]:
    """The results of some games of a job."""
    return play_job(job, first, count, plugins).results


def _play_game(ready: ReadyJob, game: int) -> GameResult:
    seed = f"{ready.job.seed}/{game}"
    try:
        table, actions = play_out(ready.scenario, ready.bots, seed, ready.house)
    except BaseException as error:
        if signals.sent(error):
            raise
        # An error that can be sent back from a worker process.
        raise GameError(f"seed {seed}: {ready.plugins.loader.blame(error)}") from None
    assert table.outcome is not None  # noqa: S101
    return game_result(ready.scenario.game, game, seed, table.outcome, actions)


def game_result(game: Game[Any], number: int, seed: str, outcome: Outcome, actions: int) -> GameResult:
    """The result of a game that has ended, in units that players know."""
    metrics = game.figures(outcome.metrics)
    score = game.score_figure
    returns = {seat: metrics[score] if score else value for seat, value in outcome.returns.items()}
    return GameResult(number, seed, outcome.name, returns, metrics, actions, score)
