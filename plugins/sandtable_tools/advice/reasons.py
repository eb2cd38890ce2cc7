"""In which figures the best move of a hint differs from those that are behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandtable import Outcome
from sandtable.tooling import Estimate, fair_mean
from sandtable_tools.advice.figures import clear, or_better
from sandtable_tools.advice.halving import Halving


class Reason(NamedTuple):
    """A figure in which the best move differs, beyond chance, from those it is better than.

    `share` says that it is a share of the games, else it is the mean of a metric.
    """

    name: str
    best: float
    others: float
    apart: Estimate
    share: bool = False


def reasons(halving: Halving, good: Sequence[str]) -> list[Reason]:
    """In what the best differs from those of the last few that are behind it, the clearest first."""
    best = halving.ranking[0]
    behind = [one for one in halving.last if halving.gap(best, one).behind]
    if not behind:
        return []
    common = halving.final_round.common
    mine = best.outcomes[common]
    theirs = [one.outcomes[common] for one in behind]

    def differing(name: str, figure: Callable[[Outcome], float], *, share: bool = False) -> Reason:
        """A figure of the best in each world, beside its mean over the others there."""
        ours = [figure(outcome) for outcome in mine]
        means = [sum(map(figure, world)) / len(behind) for world in zip(*theirs, strict=True)]
        apart = fair_mean([one - other for one, other in zip(ours, means, strict=True)])
        return Reason(name, sum(ours) / len(ours), sum(means) / len(means), apart, share)

    def metric(name: str) -> Callable[[Outcome], float]:
        return lambda outcome: outcome.metrics.get(name, 0)

    found = [
        differing(or_better(good), lambda outcome: outcome.name in good, share=True),
        *(differing(name, metric(name)) for name in mine[0].metrics),
    ]
    known = [reason for reason in found if clear(reason.apart)]
    return sorted(known, key=lambda one: -abs(one.apart.value) / (one.apart.half or 1e-9))
