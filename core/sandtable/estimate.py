"""Figures that were counted rather than computed, each with the interval that it deserves."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

NORMAL = 1.959964
"""95 % of a normal distribution lies within so many standard deviations of its mean."""


class Estimate(NamedTuple):
    """A figure, and the ends of its 95 % interval; `of` is how many trials it rests on."""

    value: float
    low: float
    high: float
    of: int

    @property
    def half(self) -> float:
        """Half the width of the interval, the figure behind a plus-minus sign."""
        return (self.high - self.low) / 2


def share(count: int, of: int) -> Estimate:
    """How often something comes that came `count` times in `of` trials; `of` is 1 or more.

    Wilson's score interval (1927), which stays within 0 and 1 and is right for rare things too.
    """
    z = NORMAL
    spread = 1 + z * z / of
    centre = (count + z * z / 2) / of / spread
    half = z / spread * sqrt(count * (of - count) / of**3 + (z / of / 2) ** 2)
    # At the ends rounding could leave the figure itself outside.
    low, high = (0.0 if count == 0 else centre - half), (1.0 if count == of else centre + half)
    return Estimate(count / of, low, high, of)


def mean(values: Sequence[float]) -> Estimate:
    """The mean of what some trials gave, 1 or more, by Student's t distribution.

    The interval of a single trial is infinite.
    """
    of = len(values)
    centre = sum(values) / of
    if of == 1:
        return Estimate(centre, float("-inf"), float("inf"), 1)
    variance = sum((value - centre) ** 2 for value in values) / (of - 1)
    half = student(of - 1) * sqrt(variance / of)
    return Estimate(centre, centre - half, centre + half, of)


def student(freedom: int) -> float:
    """Where 95 % of Student's t distribution end, for 1 degree of freedom or more.

    Exact for 1 to 3; above by the expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5),
    which is right to less than a hundredth.
    """
    if freedom < 4:
        return (12.7062, 4.3027, 3.1824)[freedom - 1]
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
