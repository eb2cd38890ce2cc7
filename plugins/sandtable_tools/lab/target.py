"""Finds the point of a sweep that comes nearest to a target."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

from msgspec import Struct

from sandtable import SandtableError
from sandtable.tooling import clip
from sandtable_batch import Batch, Estimate, GameResult, estimate, interval, won
from sandtable_tools.lab.sweep import Point


class TargetShare(Struct, frozen=True):
    """A target share, from 0 to 1, of games with some outcomes, or won by a seat or a team."""

    share: float
    outcomes: tuple[str, ...] = ()
    seat: str = ""

    @classmethod
    def read(cls, typed: str) -> TargetShare:
        """Read a target such as ``OUTCOME+OUTCOME=0.5``; the share defaults to 0.5."""
        names, _, share = typed.partition("=")
        outcomes = tuple(name for name in names.split("+") if name)
        number = fraction(share or "0.5")
        if not outcomes or number is None or not 0 <= number <= 1:
            takes = "OUTCOME[+OUTCOME]=SHARE or SEAT=SHARE, as in won=50%"
            raise SandtableError(f'--target takes {takes}, not "{clip(typed)}"')
        if repeated := next((name for name in outcomes if outcomes.count(name) > 1), None):
            raise SandtableError(f"--target names {repeated} twice")
        return cls(number, outcomes)

    @property
    def label(self) -> str:
        """The games that the target counts, in words."""
        return " or ".join(self.outcomes) if self.outcomes else f"won by {self.seat}"

    def meets(self, result: GameResult) -> bool:
        """Tell whether a game counts towards the target."""
        if self.outcomes:
            return result.outcome in self.outcomes
        return won(result, *self.seat.split("+"))

    def of(self, batch: Batch) -> Estimate:
        """Return the share of a batch's games that count."""
        return estimate.share(sum(map(self.meets, batch.results)), len(batch.results))


def default_target(teams: Sequence[str]) -> TargetShare:
    """Return the default target: equal wins for each team, or half in a solitaire."""
    return TargetShare(1 / max(2, len(teams)), seat=teams[0])


class NearestPoint(Struct, frozen=True):
    """The index of the point nearest to a target, and of points that may be equally near.

    `shares` lists every point's share. A point that is not in `equally_near` is farther from the target
    than chance explains (95 %).
    """

    target: TargetShare
    best: int
    equally_near: tuple[int, ...]
    shares: tuple[Estimate, ...]


def nearest_point(batches: Sequence[Batch], target: TargetShare) -> NearestPoint:
    """Return the nearest of one or more points, or the first if several tie. Never interpolate."""
    shares = tuple(target.of(batch) for batch in batches)
    distances = [abs(share.value - target.share) for share in shares]
    best = min(range(len(shares)), key=lambda place: distances[place])
    equally_near = tuple(
        place
        for place, share in enumerate(shares)
        if place != best and distances[place] - distances[best] <= hypot(share.half, shares[best].half)
    )
    return NearestPoint(target, best, equally_near, shares)


def document(nearest: NearestPoint, points: Sequence[Point]) -> dict[str, Any]:
    """Return the suggestion as JSON."""
    return {
        "target": {"of": nearest.target.label, "share": round(nearest.target.share, 4)},
        "settings": points[nearest.best].settings,
        "share": interval(nearest.shares[nearest.best]),
        "alike": [points[place].settings for place in nearest.equally_near],
    }


def in_words(nearest: NearestPoint, points: Sequence[Point], label: str = "") -> list[str]:
    """Return the suggestion in a line or two; without a sweep, the measured share.

    `label` replaces the target's own label.
    """
    target, share = nearest.target, nearest.shares[nearest.best]
    label = label or target.label
    measured = f"{share.percent} ({share.percent_interval})"
    goal = f"{100 * target.share:g} %"
    if not points[0].settings:
        return [f"{label}: {measured}; the target is {goal}"]
    first = f"nearest to {goal} {label}: {points[nearest.best].label}, {measured}"
    if not nearest.equally_near:
        return [first, *["all others are farther from it than chance explains"] * (len(points) > 1)]
    others = "; ".join(points[place].label for place in nearest.equally_near)
    return [first, f"these games cannot tell it from {others}"]


def fraction(typed: str) -> float | None:
    """Return the value of ``0.02`` or ``2%``; None if it is not a number."""
    try:
        number = float(typed.removesuffix("%"))
    except ValueError:
        return None
    return number / 100 if typed.endswith("%") else number
