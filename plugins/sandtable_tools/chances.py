"""Chances that were sampled, in words: never sure, and with one way of rounding."""

from __future__ import annotations

from math import ceil, floor

from sandtable_batch import Estimate

FEW = 20
"""Fewer games than this say nothing about a chance."""

SLIGHT = 1e-9
"""Ends of intervals that differ by less are the same."""


def between(share: Estimate) -> str:
    """A share as the ends of its interval, rounded outwards: ``62 to 69 %``, ``at least 98 %``."""
    low, high = _ends(share)
    if not low:
        return f"at most {high} %"
    return f"{low} to {high} %" if high < 100 else f"at least {low} %"


def around(share: Estimate) -> str:
    """A share with its interval: ``66 % (62 to 69)``; near 0 and 100 % only the end that is known."""
    whole, (low, high) = round(100 * share.value), _ends(share)
    return f"{whole} % ({low} to {high})" if 0 < whole < 100 else between(share)


def _ends(share: Estimate) -> tuple[int, int]:
    return floor(100 * share.low + SLIGHT), ceil(100 * share.high - SLIGHT)
