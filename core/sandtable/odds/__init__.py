"""Exact odds: what an action can lead to, and how likely each of it is.

`branching` gives every position with its exact probability; `forecast` tells a seat what it may
know of them, and `telling` puts that into lines and JSON.
"""

from __future__ import annotations

from sandtable.odds.branching import (
    MOST_BRANCHES,
    MOST_ROLLS,
    Branch,
    BranchingDice,
    TooManyBranches,
    distribution,
    outcomes,
    outcomes_at,
)
from sandtable.odds.forecast import Forecast, forecast, forecasting
from sandtable.odds.ledger import Change, Likely

__all__ = [
    "MOST_BRANCHES",
    "MOST_ROLLS",
    "Branch",
    "BranchingDice",
    "Change",
    "Forecast",
    "Likely",
    "TooManyBranches",
    "distribution",
    "forecast",
    "forecasting",
    "outcomes",
    "outcomes_at",
]
