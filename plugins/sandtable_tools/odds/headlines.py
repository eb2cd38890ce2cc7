"""A forecast in one line: what a player wants to know first, and what it costs on average."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sandtable import Stake, number_of
from sandtable_tools.odds.forecasts import Forecast
from sandtable_tools.odds.ledger import Change, EventOdds
from sandtable_tools.odds.topics import OVER, REFUSED

MOST_HEADLINES = 3
"""At most this many headlines stand in the line."""

MOST_STAKES = 2
"""At most this many tracks stand behind them."""

SELDOM = Fraction(1, 10)
"""A headline that is less likely than this stands behind those that are not, however great it is."""

LEAST_CHANGE = 0.05
"""A track that changes by less than this on average is left out."""


def first_line(forecast: Forecast) -> str:
    """The headlines with their chances, and how what is at stake changes on average."""
    news = [f"{_plain(one)}: {_percent(one)}" for one in _chosen(ranked(forecast.events))]
    if not news and forecast.exact:
        news = ["Nothing of note can come of it"]
    elif not news:
        played = number_of(forecast.samples, "world" if forecast.worlds else "game")
        news = [f"Nothing of note came of it in {played}"]
    changes = [f"{stake.name} {figure}" for stake, figure in _changes(forecast)][:MOST_STAKES]
    return "; ".join([*news, *([f"on average {', '.join(changes)}"] if changes else [])]) + "."


def ranked(events: Sequence[EventOdds]) -> list[EventOdds]:
    """The headlines among events, the greatest first; what can not be done stands before all."""
    news = [one for one in events if one.headline or one.kind == REFUSED]
    return sorted(news or [one for one in events if one.kind == OVER], key=_rank)


def _rank(one: EventOdds) -> tuple[bool, bool, int, bool, Fraction]:
    worth = one.headline.worth if one.headline else 0
    refused = one.kind == REFUSED
    return (not refused, one.probability < SELDOM, -abs(worth), worth < 0, -one.probability)


def _chosen(news: Sequence[EventOdds]) -> list[EventOdds]:
    """The first few; of those that are sure to come only what is greater than all that is not."""
    doubtful = [one for one in news if one.probability < 1]
    chosen = doubtful or list(news)
    if doubtful:
        least = _rank(doubtful[0])[2]
        chosen = [one for one in news if one.probability < 1 or _rank(one)[2] < least]
    return chosen[:MOST_HEADLINES]


def _plain(one: EventOdds) -> str:
    return one.headline.text if one.headline else one.text.rstrip(".")


def _percent(one: EventOdds) -> str:
    """A chance in whole percent."""
    least = one.interval.low if one.interval else one.probability
    if one.probability == 1:
        return "100 %" if least == 1 else "over 99 %"
    percent = round(100 * one.probability)
    return "under 1 %" if percent == 0 else "over 99 %" if percent == 100 else f"{percent} %"


# Tracks.


def stakes(forecast: Forecast) -> list[tuple[Stake, Change]]:
    """Every track that changes as it is called, those that are at stake first."""
    known, expected = forecast.stakes, forecast.expected
    names = [name for name in known if name in expected]
    names += [name for name in expected if name not in known]
    return [(known.get(name, Stake(name.replace("-", " "))), expected[name]) for name in names]


def _changes(forecast: Forecast) -> Iterator[tuple[Stake, str]]:
    """What is at stake, with how it changes on average; all tracks where the game names no stakes."""
    own = {stake.name for stake in forecast.stakes.values()}
    for stake, change in stakes(forecast):
        mean = float(change.expected) / stake.steps
        if abs(mean) >= LEAST_CHANGE and (stake.name in own or not own):
            yield stake, f"{mean:+.1f}"
