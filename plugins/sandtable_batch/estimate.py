"""Estimates figures from trials, each with its 95 % interval."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf, sqrt
from typing import NamedTuple

NORMAL = 1.959964
"""The standard deviations around the mean that hold 95 % of a normal distribution."""

ENOUGH_TRIALS = 8
"""The fewest equal values that tell anything about the spread."""

DECIMAL_BELOW = 0.005
"""Below this half-width of an interval, a percentage may show a decimal."""


class Estimate(NamedTuple):
    """A figure with the ends of its 95 % interval; `of` is the number of trials behind it."""

    value: float
    low: float
    high: float
    of: int

    @property
    def half(self) -> float:
        """Half the width of the interval, the figure behind a plus-minus sign."""
        return (self.high - self.low) / 2

    @property
    def percent(self) -> str:
        """A share in percent, ``44 %``; with a decimal if the interval is narrower than a point."""
        return f"{self._in_percent(self.value)} %"

    @property
    def percent_interval(self) -> str:
        """The interval of a share in percent, ``23 to 67 %``, with the same decimals as the share."""
        return f"{self._in_percent(self.low)} to {self._in_percent(self.high)} %"

    def _in_percent(self, part: float) -> str:
        whole = part in (0, 1) or self.half >= DECIMAL_BELOW
        return f"{100 * part:.{0 if whole else 1}f}"


def share(count: int, of: int, intervals: int = 1) -> Estimate:
    """Return the probability of something that occurred `count` times in `of` trials (1 or more).

    The interval is Wilson's score interval (1927), which stays within 0 and 1 and is right for rare
    events too. With 95 % confidence, all `intervals` such intervals are right (Bonferroni).
    """
    z = normal(intervals)
    spread = 1 + z * z / of
    centre = (count + z * z / 2) / of / spread
    half = z / spread * sqrt(count * (of - count) / of**3 + (z / of / 2) ** 2)
    # At the ends rounding could leave the figure itself outside.
    low, high = (0.0 if count == 0 else centre - half), (1.0 if count == of else centre + half)
    return Estimate(count / of, low, high, of)


def mean(values: Sequence[float], intervals: int = 1) -> Estimate:
    """Return the mean of the values of one or more trials, by Student's t distribution.

    With 95 % confidence, all `intervals` such intervals are right. After one trial the interval is
    infinite.
    """
    of = len(values)
    centre = sum(values) / of
    if of == 1:
        return Estimate(centre, -inf, inf, 1)
    variance = sum((value - centre) ** 2 for value in values) / (of - 1)
    reach = student(of - 1, intervals)
    half = inf if reach == inf else reach * sqrt(variance / of)
    return Estimate(centre, centre - half, centre + half, of)


def fair_mean(values: Sequence[float], intervals: int = 1) -> Estimate:
    """Return a mean; its interval is infinite if there are no values or only a few, all equal.

    All `intervals` such intervals must be right at the same time.
    """
    if not values:
        return Estimate(0.0, -inf, inf, 0)
    few = len(values) < ENOUGH_TRIALS and len(set(values)) == 1
    return Estimate(values[0], -inf, inf, len(values)) if few else mean(values, intervals)


@lru_cache(maxsize=256)
def normal(intervals: int = 1) -> float:
    """Return how many standard deviations contain all of `intervals` normal values in 95 % of cases."""
    if intervals == 1:
        return NORMAL
    from statistics import NormalDist  # noqa: PLC0415 (slow to import, and rarely needed)

    return NormalDist().inv_cdf(1 - 0.025 / intervals)


def student(freedom: int, intervals: int = 1) -> float:
    """Return the 97.5 % quantile of Student's t for `freedom` of at least 1, adjusted for `intervals`.

    For 1 to 3 degrees of freedom, it is exact if `intervals` is 1, and infinite otherwise, because so
    few values show too little. Above 3, it is the expansion of Cornish and Fisher (Abramowitz and
    Stegun 26.7.5), with an error below 0.01.
    """
    if freedom < 4:
        return (12.7062, 4.3027, 3.1824)[freedom - 1] if intervals == 1 else inf
    z = normal(intervals)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
