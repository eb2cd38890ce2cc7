"""Jobs and their results, as plain data, and the figures computed from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import floor, log10
from typing import Any

from msgspec import Struct

from sandtable import Outcome
from sandtable_batch import estimate
from sandtable_batch.estimate import Estimate, fair_mean


class Job(Struct, frozen=True):
    """The games to play, as plain data: a scenario, who plays, house rules, a seed.

    `seats` names the bot of each seat in play, and `teams` the seats of each team, if any. `text` is the
    scenario file, or "" if the scenario is installed, and `parts` are its parts' files, by name. They
    travel with the job to the process that plays it.
    """

    scenario: str
    seats: dict[str, str]
    seed: int | str
    options: dict[str, str] = {}
    text: str = ""
    parts: dict[str, str] = {}
    teams: tuple[tuple[str, ...], ...] = ()


class GameResult(Struct, frozen=True):
    """One game: its number (from 1) and seed, how it ended, and how many actions it took.

    `returns` and `metrics` are in units that players know; a return may be a Fraction. `score` is the
    metric that equals the return, if there is one.
    """

    game: int
    seed: str
    outcome: str
    returns: dict[str, int | float | Fraction]
    metrics: dict[str, int | float]
    actions: int
    score: str = ""

    @property
    def figures(self) -> dict[str, int | float | Fraction]:
        """The game's final figures: its metrics, and each seat's return as ``SEAT-return``.

        A return that equals a metric is left out.
        """
        returns = {} if self.score else self.returns
        return {**self.metrics, **{f"{seat}-return": value for seat, value in returns.items()}}


class Batch(Struct, frozen=True):
    """All results of a job, in the order of the games, and the seconds they took.

    `scenario` is the id of the scenario, ``game/name``. `until` is the half-width at which the
    batch was to stop, if given.
    """

    job: Job
    scenario: str
    results: list[GameResult]
    seconds: float
    until: float | None = None

    @property
    def outcomes(self) -> dict[str, int]:
        """How often each outcome occurred, most frequent first."""
        return dict(Counter(result.outcome for result in self.results).most_common())

    @property
    def shares(self) -> dict[str, Estimate]:
        """The share of each outcome, most frequent first."""
        return {name: estimate.share(count, len(self.results)) for name, count in self.outcomes.items()}

    @property
    def wins(self) -> dict[str, Estimate]:
        """The share of games that each seat, or team (``north+south``), won."""
        teams = self.job.teams or tuple((seat,) for seat in self.job.seats)
        counts = {"+".join(team): sum(won(result, *team) for result in self.results) for team in teams}
        return {team: estimate.share(count, len(self.results)) for team, count in counts.items()}

    @property
    def values(self) -> dict[str, list[int | float]]:
        """The values of each final figure, in the order of the games."""
        by_name: dict[str, list[int | float]] = {}
        for result in self.results:
            for name, value in result.figures.items():
                number = float(value) if isinstance(value, Fraction) else value
                by_name.setdefault(name, []).append(number)
        return by_name

    @property
    def scores(self) -> dict[str, list[int | float]]:
        """The figures to show: `values` without returns that only repeat who won."""
        returns = {f"{seat}-return" for seat in self.job.seats}
        verdicts = {
            name for name, numbers in self.values.items() if set(numbers) <= {-1, 0, 1}
        } & returns
        return {name: numbers for name, numbers in self.values.items() if name not in verdicts}

    @property
    def means(self) -> dict[str, Estimate]:
        """The mean of each final figure.

        The interval of a few equal values is infinite, because they show no spread.
        """
        return {name: fair_mean([*map(float, numbers)]) for name, numbers in self.values.items()}

    @property
    def metrics(self) -> dict[str, float]:
        """The means without their intervals, to four decimals."""
        return {name: round(mean.value, 4) for name, mean in self.means.items()}

    @property
    def actions(self) -> int:
        """The number of actions in all games."""
        return sum(result.actions for result in self.results)

    @property
    def half(self) -> float:
        """Half the width of the widest interval among the shares of outcomes."""
        return max(share.half for share in self.shares.values())


def won(result: GameResult | Outcome, *team: str) -> bool:
    """Tell whether a seat or a team beat every other one, or scored above 0 if it plays alone."""
    mine = [value for seat, value in result.returns.items() if seat in team]
    others = [value for seat, value in result.returns.items() if seat not in team]
    return max(mine, default=0) > max(others, default=0)


def summary(batch: Batch) -> dict[str, Any]:
    """Return the batch as one JSON document."""
    game, _, name = batch.scenario.partition("/")
    return {
        "game": game,
        "scenario": name,
        "seed": batch.job.seed,
        "games": len(batch.results),
        "seats": batch.job.seats,
        "outcomes": batch.outcomes,
        "metrics": batch.metrics,
        "intervals": {
            "outcomes": intervals(batch.shares),
            "wins": intervals(batch.wins),
            "metrics": intervals(batch.means),
        },
        "until": batch.until and {"wished": batch.until, "half": round(batch.half, 4)},
        "actions": batch.actions,
        "seconds": round(batch.seconds, 3),
    }


def intervals(estimates: Mapping[str, Estimate]) -> dict[str, dict[str, float]]:
    """Return estimates by name, for JSON, to four decimals."""
    return {name: interval(estimate) for name, estimate in estimates.items()}


def interval(estimate: Estimate) -> dict[str, float]:
    """Return an estimate for JSON, in which infinity becomes null."""
    figures = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: round(figure, 4) for name, figure in figures.items()}


def percent(half: float) -> str:
    """Return an interval's half-width, above 0, in percent: one decimal, or two digits.

    For example ``10 %``, ``9.8 %`` or ``0.25 %``.
    """
    places = max(1, 1 - floor(log10(100 * half)))
    digits = f"{100 * half:.{places}f}"
    return f"{digits.rstrip('0').rstrip('.')} %"
