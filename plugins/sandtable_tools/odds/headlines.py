"""A forecast in one line: what a player wants to know first, and what it costs on average."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from sandtable import Stake, number_of
from sandtable_tools.odds.forecasts import Forecast
from sandtable_tools.odds.ledger import Change, EventOdds
from sandtable_tools.odds.topics import OVER, REFUSED

MOST_HEADLINES = 3
"""At most this many headlines stand in the line."""

MOST_STAKES = 2
"""At most this many tracks stand behind them."""

SELDOM = Fraction(1, 20)
"""A headline that is less likely than this stands behind those that are not, however great it is."""

SURE = Fraction(99, 100)
"""A headline that is likelier than this goes without saying, unless it is the first."""

ALIKE = Fraction(1, 100)
"""A headline whose chance differs by no more than this from a greater one's comes with it."""

WEIGHTS = (0, 1, 3, 6, 8)
"""What headlines weigh, by their worth, good or bad; a greater worth weighs as much as the last."""

SMALL = ("A", "An", "It", "The", "There", "You", "Your")
"""Words that are not capitalized in the midst of a sentence."""

LEAST_CHANGE = 0.05
"""A track that changes by less than this on average is left out."""


def first_line(forecast: Forecast) -> str:
    """The headlines with their chances, and how what is at stake changes on average."""
    chosen, neither = _chosen(ranked(forecast.events))
    news = [f"{_plain(one)}: {_percent(one)}" for one in chosen]
    if neither:
        news.insert(2, f"neither: {100 - sum(round(100 * one.probability) for one in chosen[:2])} %")
    changes = _changes(forecast)
    if not news and not changes:
        played = number_of(forecast.samples, "world" if forecast.worlds else "game")
        news = [
            "Nothing of note can come of it"
            if forecast.exact
            else f"Nothing of note came of it in {played}"
        ]
    first, *others = [*news, *changes]
    return "; ".join([f"{first[0].upper()}{first[1:]}", *map(_going_on, others)]) + "."


def _going_on(news: str) -> str:
    """A headline in the midst of a sentence."""
    first, _, rest = news.partition(" ")
    return f"{first.lower()} {rest}" if first in SMALL else news


def ranked(events: Sequence[EventOdds]) -> list[EventOdds]:
    """The headlines among events, the first of all before the others, the greatest of which come first.

    What cannot be done comes first.
    """
    news = [one for one in events if one.headline or one.kind == REFUSED]
    news = sorted(news or [one for one in events if one.kind == OVER], key=_rank)
    first = _first(news)
    return sorted(news, key=lambda one: one is not first)


def _rank(one: EventOdds) -> tuple[bool, bool, int, Fraction]:
    return (one.kind != REFUSED, one.probability < SELDOM, -abs(_worth(one)), -one.probability)


def _worth(one: EventOdds) -> int:
    """How an event ranks; below 0 for bad news."""
    return one.headline.worth if one.headline else 0


def _first(news: Sequence[EventOdds]) -> EventOdds | None:
    """The best of the kind that matters most, as likely as it is; what cannot be done before all."""
    if not news or news[0].kind == REFUSED:
        return next(iter(news), None)
    weights: dict[str, Fraction] = defaultdict(Fraction)
    for one in news:
        weights[one.kind] += one.probability * _weight(one)
    kind = max(weights, key=weights.__getitem__)
    return min(
        (one for one in news if one.kind == kind),
        key=lambda one: (one.probability < SELDOM, _worth(one) < 0, *_rank(one)),
    )


def _weight(one: EventOdds) -> int:
    """How much it matters; what is small and comes in any case does not."""
    worth = min(abs(_worth(one)), len(WEIGHTS) - 1)
    return 0 if worth == 1 and one.probability > SURE else WEIGHTS[worth]


def _chosen(news: Sequence[EventOdds]) -> tuple[list[EventOdds], bool]:
    """The first, with what it depends on before it, and a few of those that are in doubt behind it.

    Where that is not known, its opposite follows if neither may come; then the second value is true.
    What goes without saying after one of these is left out.
    """
    if not news:
        return [], False
    first, others = news[0], news[1:]
    opposite = next((one for one in others if _opposite(first, one)), None)
    before = [one for one in others if _condition(one, first, opposite)]
    neither = not before and opposite is not None and _doubtful(first, opposite)
    chosen = [first, *([opposite] if neither and opposite else [])]
    settled = [*chosen, *before, *([opposite] if before else [])]
    for one in others:
        doubtful = one not in settled and one.probability <= SURE
        if doubtful and not any(_implied(one, other) for other in chosen):
            chosen.append(one)
    return [*before[:1], *chosen[:MOST_HEADLINES]], neither


def _condition(one: EventOdds, first: EventOdds, opposite: EventOdds | None) -> bool:
    """Whether a headline is that of a fight, say, which the first wins and its opposite loses."""
    if (
        not (one.headline and first.headline)
        or one.kind == first.kind
        or abs(_worth(one)) >= abs(_worth(first))
    ):
        return False
    if not one.headline.about or one.headline.about[:1] != first.headline.about[:1]:
        return False
    ends = first.probability + (opposite.probability if opposite else 0)
    return first.probability < one.probability <= 1 - SELDOM and abs(one.probability - ends) <= ALIKE


def _doubtful(one: EventOdds, other: EventOdds) -> bool:
    """Whether neither a headline nor its opposite may come."""
    return 1 - one.probability - other.probability >= SELDOM


def _implied(one: EventOdds, other: EventOdds) -> bool:
    """Whether one is the opposite of another, or comes whenever that does, as far as odds can tell."""
    if _opposite(one, other):
        return one.probability + other.probability == 1
    alike = abs(one.probability - other.probability) <= ALIKE and (_worth(one) > 0) == (
        _worth(other) > 0
    )
    return alike and (one.kind != other.kind or _worth(one) != _worth(other))


def _opposite(one: EventOdds, other: EventOdds) -> bool:
    """Whether two headlines are the good and the bad end of one thing: `about` differs in one value."""
    if not (one.headline and other.headline) or one.kind != other.kind or _worth(one) != -_worth(other):
        return False
    abouts = zip(one.headline.about, other.headline.about, strict=False)
    return sum(mine != its for mine, its in abouts) == 1


def _plain(one: EventOdds) -> str:
    """A headline without a full stop."""
    if one.headline:
        return one.headline.text
    return one.text.rstrip(".")


def _percent(one: EventOdds) -> str:
    """A chance in whole percent; what always came in samples is as likely as its interval begins."""
    if one.probability == 1:
        least = one.interval.low if one.interval else 1
        return "100 %" if least == 1 else f"at least {int(100 * least)} %"
    percent = round(100 * one.probability)
    return "under 1 %" if percent == 0 else "over 99 %" if percent == 100 else f"{percent} %"


# Tracks.


def stakes(forecast: Forecast) -> list[tuple[Stake, Change]]:
    """Every track that changes as it is called: those that are at stake, then the least certain."""
    known, expected = forecast.stakes, forecast.expected
    others = sorted(expected.keys() - known.keys(), key=lambda name: (_certainty(expected[name]), name))
    names = [*(name for name in known if name in expected), *others]
    return [(stake(forecast, name), expected[name]) for name in names]


def stake(forecast: Forecast, name: str) -> Stake:
    """What a track is called, in words where the game does not say."""
    return forecast.stakes.get(name) or Stake(name.replace("-", " "))


def _certainty(change: Change) -> Fraction:
    return max(change.probabilities.values())


def _changes(forecast: Forecast) -> list[str]:
    """How what is at stake changes on average, or in any case; all tracks where nothing is named."""
    known = {stake.name for stake in forecast.stakes.values()}
    doubtful, certain = [], []
    for one, change in stakes(forecast):
        mean = float(change.expected) / one.steps
        if known and one.name not in known:
            continue
        if len(change.probabilities) == 1 and (forecast.exact or forecast.same):
            certain.append(f"{one.name} {mean:+g}")
        elif abs(mean) >= LEAST_CHANGE:
            doubtful.append(f"{one.name} {mean:+.1f}")
    told = [("on average", doubtful[:MOST_STAKES])]
    told.append(("in any case", certain[: MOST_STAKES - len(told[0][1])]))
    return [f"{how} {', '.join(tracks)}" for how, tracks in told if tracks]
