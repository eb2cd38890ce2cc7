"""The figures in which the best move of a hint differs from those behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sandtable import Game, Outcome
from sandtable.tooling import Estimate, fair_mean
from sandtable_tools.advice.figures import clear
from sandtable_tools.advice.race import Race


class Reason(NamedTuple):
    """A figure in which the best move differs, by more than chance, from those behind it.

    With `share`, it is a share of the games, otherwise the mean of a metric.
    """

    name: str
    best: float
    others: float
    apart: Estimate
    share: bool = False


def reasons(game: Game[Any], race: Race, seat: str) -> list[Reason]:
    """The figures in which the best is ahead of those of the last few behind it, the clearest first."""
    behind = [runner for runner in race.last[1:] if race.gap(race.last[0], runner).behind]
    if not behind:
        return []
    best, worlds = race.last[0], race.final.worlds
    best_outcomes = best.outcomes[worlds]
    other_outcomes = [runner.outcomes[worlds] for runner in behind]

    def differing(name: str, figure: Callable[[Outcome], float], *, share: bool = False) -> Reason:
        """A figure of the best in each world, compared with its mean over the others there."""
        values = [figure(outcome) for outcome in best_outcomes]
        means = [sum(map(figure, world)) / len(behind) for world in zip(*other_outcomes, strict=True)]
        apart = fair_mean([value - mean for value, mean in zip(values, means, strict=True)])
        return Reason(name, sum(values) / len(values), sum(means) / len(means), apart, share)

    def metric(name: str) -> Callable[[Outcome], float]:
        return lambda outcome: game.figures(outcome.metrics).get(name, 0)

    differences = [
        differing("you win", lambda outcome: won(outcome, seat), share=True),
        *(differing(name, metric(name)) for name in game.figures(best_outcomes[0].metrics)),
    ]
    clear_ones = [reason for reason in differences if clear(reason.apart)]
    return sorted(clear_ones, key=lambda reason: -abs(reason.apart.value) / (reason.apart.half or 1e-9))


def won(outcome: Outcome, seat: str) -> bool:
    """Whether a seat got more than every other; alone at the table, more than 0."""
    others = [value for other, value in outcome.returns.items() if other != seat]
    return outcome.returns.get(seat, 0) > max(others, default=0)
