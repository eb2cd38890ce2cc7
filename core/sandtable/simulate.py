"""Batches of games between bots: the same outcomes for one seed, however many work on them."""

from __future__ import annotations

import csv
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TextIO

import msgspec
from msgspec import Struct

from sandtable import scenario as scenarios
from sandtable.dice import SeededDice
from sandtable.errors import GameError, SandtableError
from sandtable.event import Event
from sandtable.plugins import Catalog, catalog
from sandtable.scenario import Scenario
from sandtable.seat import Bot, Seat, ask_bot
from sandtable.special_rule import RuleFault
from sandtable.table import Table

BATCH = 25
"""Games that a worker plays before it reports."""

MOST_GAMES = 10_000_000
MOST_JOBS = 256

MOST_ACTIONS = 100_000
"""A game with more actions than this does not end."""


class Job(Struct, frozen=True):
    """What is to be played, as plain data: a scenario, who plays, house rules, a seed."""

    scenario: str
    seats: dict[str, str]
    seed: int | str
    options: dict[str, str] = {}


class GameResult(Struct, frozen=True):
    """One game: its number (from 1) and seed, how it ended, and how many actions it took."""

    game: int
    seed: str
    outcome: str
    returns: dict[str, int]
    metrics: dict[str, int]
    actions: int


class Batch(Struct, frozen=True):
    """All results of a job, in the order of the games, and the seconds that it took.

    `scenario` is the id of what was played, ``game/name``.
    """

    job: Job
    scenario: str
    results: list[GameResult]
    seconds: float

    @property
    def outcomes(self) -> dict[str, int]:
        """How often each outcome came, the most frequent first."""
        return dict(Counter(result.outcome for result in self.results).most_common())

    @property
    def metrics(self) -> dict[str, float]:
        """The mean of each figure that games end with, and of each seat's return."""
        figures = [{**result.metrics, **_named(result.returns)} for result in self.results]
        names = dict.fromkeys(name for figure in figures for name in figure)
        return {name: _mean([figure[name] for figure in figures if name in figure]) for name in names}


def play_out(
    scenario: Scenario, bots: Mapping[str, Bot], seed: int | str, house: Any = None
) -> tuple[Table[Any], int]:
    """Play one game between bots to its end; the table, and how many actions it took.

    Raises GameError for a game that does not end.
    """
    events: list[Event] = []
    table: Table[Any] = Table.new(scenario, SeededDice(seed), house, events)
    actions = 0
    while table.outcome is None:
        seat = table.decision.seat
        luck = SeededDice(f"{seed} bot {seat} {actions + 1}")
        bot = bots[seat]
        table.choose(ask_bot(bot, type(bot).__name__, Seat(table, seat, luck, lambda: events)))
        actions += 1
        if actions > MOST_ACTIONS:
            raise GameError(f"seed {seed}: no end after {MOST_ACTIONS} actions")
    return table, actions


def play_games(job: Job, first: int, count: int, plugins: Catalog | None = None) -> list[GameResult]:
    """Play some games of a job; game `k` has the seed ``SEED/k``."""
    known = plugins or catalog()
    scenario = known.scenario(job.scenario)
    house = scenarios.options(scenario.game, job.options)
    bots = {seat: known.bot(scenario.game, name) for seat, name in job.seats.items()}
    games = range(first, first + count)
    return [_play_one(job, scenario, bots, house, game, known) for game in games]


def _play_one(
    job: Job, scenario: Scenario, bots: Mapping[str, Bot], house: Any, game: int, known: Catalog
) -> GameResult:
    seed = f"{job.seed}/{game}"
    try:
        table, actions = play_out(scenario, bots, seed, house)
    except RuleFault as error:
        raise GameError(f"seed {seed}: {known.told(error)}") from None
    except Exception as error:
        # One kind of error, which comes through from a process of its own.
        raise GameError(f"seed {seed}: {error}") from None
    assert table.outcome is not None  # noqa: S101
    outcome = table.outcome
    return GameResult(game, seed, outcome.name, outcome.returns, outcome.metrics, actions)


def simulate(
    job: Job,
    games: int,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    plugins: Catalog | None = None,
) -> Batch:
    """Play `games` games on `jobs` processes; `progress` hears how many were just finished.

    Raises SandtableError when the job names something that is not there.
    """
    if not (1 <= games <= MOST_GAMES and 1 <= jobs <= MOST_JOBS):
        raise SandtableError(f"1 to {MOST_GAMES} games and 1 to {MOST_JOBS} jobs can be done")
    began = time.perf_counter()
    scenario = (plugins or catalog()).scenario(job.scenario)
    spans = [(first, min(BATCH, games - first + 1)) for first in range(1, games + 1, BATCH)]
    results: list[GameResult] = []
    for batch in _batches(job, spans, jobs, plugins):
        results += batch
        if progress:
            progress(len(batch))
    return Batch(job, scenario.id, results, time.perf_counter() - began)


def _batches(
    job: Job, spans: Sequence[tuple[int, int]], jobs: int, plugins: Catalog | None
) -> Iterator[list[GameResult]]:
    if jobs == 1:
        for first, count in spans:
            yield play_games(job, first, count, plugins)
        return
    with ProcessPoolExecutor(max_workers=min(jobs, len(spans))) as pool:
        firsts, counts = zip(*spans, strict=True)
        yield from pool.map(play_games, [job] * len(spans), firsts, counts)


def write_csv(batch: Batch, file: TextIO) -> None:
    """One row a game: number, seed, outcome, actions, returns by seat, metrics."""
    figures = [{**_named(result.returns), **result.metrics} for result in batch.results]
    names = list(dict.fromkeys(name for figure in figures for name in figure))
    writer = csv.writer(file)
    writer.writerow(["game", "seed", "outcome", "actions", *names])
    for result, figure in zip(batch.results, figures, strict=True):
        values = [figure.get(name, "") for name in names]
        writer.writerow([result.game, result.seed, result.outcome, result.actions, *values])


def summary(batch: Batch) -> dict[str, Any]:
    """The batch as one JSON document."""
    game, _, name = batch.scenario.partition("/")
    return {
        "game": game,
        "scenario": name,
        "seed": batch.job.seed,
        "games": len(batch.results),
        "seats": batch.job.seats,
        "outcomes": batch.outcomes,
        "metrics": batch.metrics,
        "actions": sum(result.actions for result in batch.results),
        "seconds": round(batch.seconds, 3),
    }


def as_json(document: object) -> str:
    """A document in readable JSON."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def _named(returns: Mapping[str, int]) -> dict[str, int]:
    return {f"{seat}-return": value for seat, value in returns.items()}


def _mean(values: Sequence[int]) -> float:
    return round(sum(values) / len(values), 4)
