"""What a game's results are called and measured in, for those who tell of many of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isinf
from textwrap import wrap
from typing import Any, NamedTuple

from sandtable import Game, Outcome
from sandtable.tooling import ENOUGH_TRIALS, Estimate, share


class ResultUnit(NamedTuple):
    """What a seat's results are told in.

    Where a game is won or lost, that is the chance (in percent) of `name`, the better outcome;
    elsewhere the metric that equals the result, or ``result``; `percent` says that it is a chance. A
    result times `factor` plus `offset` is the figure that is told; a difference of results is
    multiplied alone.
    """

    name: str
    factor: float = 1.0
    offset: float = 0.0
    percent: bool = False

    @property
    def words(self) -> str:
        """Its name in words."""
        return self.name.replace("-", " ")

    @property
    def of_games(self) -> str:
        """What a difference is measured in: ``% of the games``, or its name in words."""
        return "% of the games" if self.percent else self.words

    def with_unit(self, figure: str) -> str:
        """A figure with its name: ``4 victory points``, or ``a result of 4`` where it has no other."""
        return f"a result of {figure}" if self.name == "result" else f"{figure} {self.words}"

    def figure(self, result: Estimate) -> Estimate:
        """A mean result in this unit."""
        return self._moved(result, self.offset)

    def document(self, one: Estimate) -> Estimate:
        """A result, or a difference of results, as JSON has it: a chance is no figure there."""
        return one if self.percent else self._moved(one, 0)

    def change(self, apart: Estimate) -> Estimate:
        """A difference of results in this unit."""
        return self._moved(apart, 0)

    def _moved(self, one: Estimate, offset: float) -> Estimate:
        value, low, high = (part * self.factor + offset for part in one[:3])
        return Estimate(value, low, high, one.of)


def unit(game: Game[Any], outcomes: Sequence[Outcome], seat: str) -> ResultUnit:
    """The unit of a seat's results, from 1 or more outcomes."""
    if game.score:
        return ResultUnit(game.score_figure, 1 / game.stake(game.score).steps)
    results = {outcome.returns.get(seat, 0) for outcome in outcomes}
    best = {outcome.name for outcome in outcomes if outcome.returns.get(seat, 0) == max(results)}
    worst = {outcome.name for outcome in outcomes} - best
    if len(results) == 2 and len(best) == len(worst) == 1:
        low, high = min(results), max(results)
        return ResultUnit(best.pop(), 100 / (high - low), -100 * low / (high - low), percent=True)
    for metric in outcomes[0].metrics:
        if all(one.metrics.get(metric) == one.returns.get(seat, 0) for one in outcomes):
            return ResultUnit(metric)
    return ResultUnit("result")


def names(outcomes: Iterable[Outcome], seat: str) -> list[str]:
    """The names of outcomes, the best for a seat first."""
    results: dict[str, list[int]] = {}
    for outcome in outcomes:
        results.setdefault(outcome.name, []).append(outcome.returns.get(seat, 0))
    return sorted(results, key=lambda name: -sum(results[name]) / len(results[name]))


def or_better(names: Sequence[str]) -> str:
    """What the best outcomes are called together, the best first: ``won``, ``remarkable or better``."""
    return names[0] if len(names) == 1 else f"{names[-1]} or better"


def plain(value: float) -> str:
    """A figure with one digit behind the point; ``?`` where nothing is known."""
    return "?" if isinf(value) else f"{value:.1f}".replace("-0.0", "0.0")


def signed(value: float) -> str:
    """A difference with its sign."""
    return "?" if isinf(value) else f"{value:+.1f}".replace("-0.0", "+0.0")


def give_or_take(one: Estimate, *, sign: bool = False) -> str:
    """A figure and half of its interval: ``3.1 +- 2.0``."""
    return f"{signed(one.value) if sign else plain(one.value)} +- {plain(one.half)}"


def rate(values: Sequence[float], low: float, high: float) -> Estimate:
    """The mean of values, 1 or more, each of which is `low` or `high`, with Wilson's interval."""
    shared = share(sum(value == high for value in values), len(values))
    value, least, most = (low + (high - low) * part for part in shared[:3])
    return Estimate(value, least, most, shared.of)


def bounded(one: Estimate, reach: float) -> Estimate:
    """A difference that can not be more than `reach`, nor less than its negative."""
    return one._replace(low=max(one.low, -reach), high=min(one.high, reach))


def span(one: Estimate) -> str:
    """A figure with its interval: ``4.1 (2.0 to 6.2)``."""
    return f"{plain(one.value)} ({plain(one.low)} to {plain(one.high)})"


def clear(one: Estimate) -> bool:
    """Whether a difference is more than chance: its interval does not reach 0."""
    return one.of >= ENOUGH_TRIALS and (one.low > 0 or one.high < 0)


def percent(one: Estimate) -> str:
    """A share with its interval: ``61 % (52 to 69)``."""
    return f"{100 * one.value:.0f} % ({100 * one.low:.0f} to {100 * one.high:.0f})"


def wrapped(text: str, width: int, first: str = "", then: str = "") -> list[str]:
    """A text in lines of `width` columns, after some indents; the words of actions are not parted."""
    return wrap(text, width, initial_indent=first, subsequent_indent=then, break_on_hyphens=False)
