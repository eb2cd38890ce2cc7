"""The unit of a game's results, and figures in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf
from textwrap import wrap
from typing import Any, NamedTuple

from sandtable import Game, Outcome
from sandtable_batch import ENOUGH_TRIALS, Estimate, share
from sandtable_tools.chances import round_outwards

WHOLE = 2.5
"""If half the interval of a percentage is below this, its last whole digit is shown."""

TENTHS = 0.5
"""If half the interval of another figure is below this, one decimal is shown."""

VAGUE, VAGUE_PERCENT = 1.5, 10
"""The half-widths of figures, and of percentages, from which on an interval is shown as a range."""


LEAST_PAIRS, EVEN = 3, 1e-9
"""A metric with fewer values than this may fit by chance; values within this error of a line fit it."""


class ResultUnit(NamedTuple):
    """The unit in which readers see a seat's results.

    - `name`: the better of two outcomes, if every game is won or lost. Otherwise the metric that equals
      the result, or rises evenly with it, or ``result``.
    - `factor`, `offset`: a figure is the result times `factor`, plus `offset`; a difference is only
      multiplied.
    - `percent`: whether the figure is the chance of the outcome `name`, in percent.
    """

    name: str
    factor: float = 1.0
    offset: float = 0.0
    percent: bool = False

    @property
    def words(self) -> str:
        """The unit's name in words."""
        return self.name.replace("-", " ")

    @property
    def ends(self) -> tuple[float, float] | None:
        """The results that mean 0 and 100 %; None for other units."""
        return (-self.offset / self.factor, (100 - self.offset) / self.factor) if self.percent else None

    def with_unit(self, figure: str) -> str:
        """Name a figure: ``4 victory points``, ``a margin of 4``; or ``a result of 4``."""
        words = self.words.removesuffix("s") if figure.split()[-1] == "1" else self.words
        named = self.name == "result" or (self.offset and words == self.words and words[-1:] != "s")
        return f"a {words} of {figure}" if named else f"{figure} {words}"

    def figure(self, result: Estimate) -> Estimate:
        """Return a mean result in this unit."""
        return self._shift(result, self.offset)

    def is_vague(self, figure: Estimate) -> bool:
        """Return whether a figure in this unit is so uncertain that only its interval is shown."""
        return figure.half >= (VAGUE_PERCENT if self.percent else VAGUE)

    def tell(self, figure: Estimate) -> str:
        """Format a figure as precisely as its games allow: ``4``, ``about 4``, ``between 1 and 13``."""
        if not self.is_vague(figure):
            return percent(figure) if self.percent else approximate(figure)
        step, whole = (5, 100) if self.percent else (1, None)
        low, high = (step * end for end in round_outwards(figure, step))
        if low == 0 <= figure.low:
            return f"up to {high}"
        return f"at least {low}" if high == whole else f"between {low} and {high}"

    def amount(self, change: Estimate) -> str:
        """Format the size of a clear difference in this unit: ``about 20 %``, ``2.0 gold``."""
        low, high = sorted((abs(change.low), abs(change.high)))
        size = self.tell(Estimate(abs(change.value), low, high, change.of))
        if self.percent:
            return f"{size} %"
        return size if self.name == "result" else self.with_unit(size)

    def document(self, estimate: Estimate) -> Estimate:
        """Return a result or a difference for JSON, in this unit unless the unit is a chance."""
        return estimate if self.percent or self.offset else self._shift(estimate, 0)

    def change(self, difference: Estimate) -> Estimate:
        """Return a difference of results in this unit."""
        return self._shift(difference, 0)

    def _shift(self, estimate: Estimate, offset: float) -> Estimate:
        value, low, high = (part * self.factor + offset for part in estimate[:3])
        return Estimate(value, low, high, estimate.of)


def unit(game: Game[Any], outcomes: Sequence[Outcome], seat: str) -> ResultUnit:
    """Return the unit of a seat's results, from 1 or more outcomes."""
    if game.score:
        return ResultUnit(game.score_figure, 1 / game.stake(game.score).steps)
    results = {return_of(outcome, seat) for outcome in outcomes}
    best = {outcome.name for outcome in outcomes if return_of(outcome, seat) == max(results)}
    worst = {outcome.name for outcome in outcomes} - best
    if len(results) == 2 and len(best) == len(worst) == 1:
        low, high = min(results), max(results)
        return ResultUnit(best.pop(), 100 / (high - low), -100 * low / (high - low), percent=True)
    if not worst and results <= {-1, 1}:  # all won, or all lost: a chance of 100 %, or of none
        better = best.pop() if results == {1} else (seat if len(outcomes[0].returns) > 1 else "won")
        return ResultUnit(better, 50, 50, percent=True)
    for metric in outcomes[0].metrics:
        if all(outcome.metrics.get(metric) == return_of(outcome, seat) for outcome in outcomes):
            return ResultUnit(metric)
    straight = (_linear_unit(outcomes, seat, metric) for metric in outcomes[0].metrics)
    return next((found for found in straight if found), ResultUnit("result"))


def _linear_unit(outcomes: Sequence[Outcome], seat: str, metric: str) -> ResultUnit | None:
    """Return a metric's unit, if the metric changes in proportion to the results; None if not."""
    pairs = sorted({(outcome.metrics.get(metric, 0), return_of(outcome, seat)) for outcome in outcomes})
    (low, first), *_, (high, last) = pairs[0], pairs[-1]
    slope = (last - first) / (high - low) if high > low else 0
    even = all(abs(first + slope * (value - low) - result) < EVEN for value, result in pairs)
    if not slope or not even or len(pairs) < LEAST_PAIRS or (slope < 0 and metric.endswith("s")):
        return None
    sign = 1 if slope > 0 else -1
    return ResultUnit(metric, 1 / abs(slope), sign * (low - first / slope))


def return_of(outcome: Outcome, seat: str) -> float:
    """Return a seat's return as a float, which rounds fractions."""
    value = outcome.returns.get(seat, 0)
    return value if isinstance(value, int) else float(value)


def one_decimal(value: float, *, sign: bool = False) -> str:
    """Format a figure with one decimal, and a plus sign if `sign`; ``?`` if it is unknown."""
    figure = f"{value:+.1f}" if sign else f"{value:.1f}"
    return "?" if isinf(value) else figure.replace("-0.0", f"{'+' * sign}0.0")


def rate(values: Sequence[float], low: float, high: float) -> Estimate:
    """Return the mean of values that are each `low` or `high`, with Wilson's interval."""
    shared = share(sum(value == high for value in values), len(values))
    value, low_end, high_end = (low + (high - low) * part for part in shared[:3])
    return Estimate(value, low_end, high_end, shared.of)


def bound(estimate: Estimate, reach: float) -> Estimate:
    """Limit a difference to between -`reach` and `reach`."""
    return estimate._replace(low=max(estimate.low, -reach), high=min(estimate.high, reach))


def span(estimate: Estimate, mark: str = "", *, sign: bool = False) -> str:
    """Format a figure with its interval, rounded outwards, unless it is exact: ``4.1 (2.0 to 6.2)``."""
    if not any(estimate[:3]):
        return f"0{mark}"
    figure = f"{one_decimal(estimate.value, sign=sign)}{mark}"
    if isinf(estimate.half):
        return f"{figure} (? to ?)"
    low, high = (one_decimal(end / 10) for end in round_outwards(estimate, 0.1))
    return f"{figure} ({low} to {high})" if estimate.half else figure


def is_clear(estimate: Estimate) -> bool:
    """Return whether a difference is beyond chance: its interval does not reach 0."""
    return estimate.of >= ENOUGH_TRIALS and (estimate.low > 0 or estimate.high < 0)


def percent(chance: Estimate) -> str:
    """Format a percentage with no more digits than its games support: ``61``, ``about 60``."""
    if chance.half < WHOLE:
        return f"{chance.value:.0f}"
    rounded = 5 * round(chance.value / 5)
    return {0: "under 5", 100: "over 95"}.get(rounded, f"about {rounded}")


def approximate(result: Estimate) -> str:
    """Format a result with no more digits than its games support: ``5.2``, ``about 5``."""
    return one_decimal(result.value) if result.half < TENTHS else f"about {result.value:.0f}"


def wrap_moves(
    text: str, width: int, first: str = "", then: str = "", most: int | None = None
) -> list[str]:
    """Wrap moves in at most `most` lines of `width` columns, without breaking an action."""
    return wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=then,
        break_on_hyphens=False,
        max_lines=most,
        placeholder=" ...",
    )
