"""Sampled chances in words: never certain, and all rounded the same way."""

from __future__ import annotations

from math import ceil, floor

from sandtable_batch import Estimate

FEW = 20
"""Fewer games than this say nothing about a chance."""

TOLERANCE = 1e-9
"""Ends of intervals count as equal if they differ by less than this."""


def between(share: Estimate) -> str:
    """Format a share as its interval, rounded outwards: ``62 to 69 %``, ``at least 98 %``."""
    low, high = round_outwards(share, 0.01)
    if not low:
        return f"at most {high} %"
    return f"{low} to {high} %" if high < 100 else f"at least {low} %"


def with_interval(share: Estimate) -> str:
    """Format a share with its interval: ``66 % (62 to 69)``; near 0 and 100 %, with its known end."""
    whole, (low, high) = round(100 * share.value), round_outwards(share, 0.01)
    return f"{whole} % ({low} to {high})" if 0 < whole < 100 else between(share)


def round_outwards(figure: Estimate, step: float) -> tuple[int, int]:
    """Return the ends of a finite interval in numbers of steps, rounded outwards."""
    return floor(figure.low / step + TOLERANCE), ceil(figure.high / step - TOLERANCE)
