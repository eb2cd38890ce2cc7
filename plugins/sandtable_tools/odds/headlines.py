"""The first line of a forecast: its main headlines, and the average change of tracks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sandtable import Stake, number_of
from sandtable_batch import Estimate, share
from sandtable_tools.chances import FEW, between
from sandtable_tools.odds.forecasts import Forecast
from sandtable_tools.odds.ledger import EventOdds, TrackChange
from sandtable_tools.odds.topics import OVER, REFUSED

MOST_HEADLINES = 3
"""The most headlines in the line, besides the opposite of the first."""

MOST_STAKES = 2
"""The most tracks that follow the headlines."""

RARE_CHANCE = Fraction(1, 20)
"""Headlines less likely than this come after all others, whatever their worth."""

NEAR_CERTAIN = Fraction(99, 100)
"""Headlines likelier than this are left out, except for the first."""

CHANCE_TOLERANCE = Fraction(1, 100)
"""A greater headline implies another if their chances differ by at most this."""

WEIGHTS = (0, 1, 3, 6, 8)
"""The weights of headlines by worth, good or bad; the last is for any greater worth."""


LEAST_CHANGE = 0.05
"""A track that changes by less than this on average is left out."""


def first_line(forecast: Forecast) -> str:
    """Return the headlines with their chances, and the average change of each track at stake."""
    if has_too_few_games(forecast):
        games = number_of(forecast.samples, "game")
        played = f"Only {games} {'was' if forecast.samples == 1 else 'were'} played"
        return f"{played}, too few for odds."
    chosen, neither = _choose(rank(forecast.events))
    news = [
        f"{event.headline.text if event.headline else event.text.rstrip('.')}: "
        f"{percent(event.probability, _interval(forecast, event))}"
        for event in chosen
    ]
    if neither:
        rest = 1 - sum((event.probability for event in chosen[:2]), Fraction(0))
        samples = 0 if forecast.same else forecast.samples
        interval = share(round(rest * samples), samples) if samples else None
        news.insert(2, f"Neither: {percent(rest, interval)}")
    changes = _changes(forecast)
    if not news and not changes:
        nothing = f"Nothing notable happened in {forecast.sampled}"
        news = ["Nothing notable can happen" if forecast.exact else nothing]
    texts = [*news, *changes]
    if forecast.later_decisions[1]:
        s = "s" * (forecast.players[-1] != "s")
        rest_of_choice = f"complete{s} your choice and " * forecast.unfinished
        texts.append(f"This assumes that {forecast.players} {rest_of_choice}play{s} on")
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in texts)


def has_too_few_games(forecast: Forecast) -> bool:
    """Return whether too few games were sampled for their shares to mean anything."""
    return 0 < forecast.samples < FEW and not forecast.worlds


def rank(events: Sequence[EventOdds]) -> list[EventOdds]:
    """Return the headlines: the one that begins the line, then the others by worth.

    An action that cannot be done comes before everything else.
    """
    news = [event for event in events if event.headline or event.kind == REFUSED]
    news = sorted(news or [event for event in events if event.kind == OVER], key=_rank)
    if not news or news[0].kind == REFUSED:
        return news
    # The line begins with the question that matters most, weighted by chance.
    kind = max(news, key=lambda event: _weight(event, news)).kind
    first = min(
        (event for event in news if event.kind == kind),
        key=lambda event: (event.probability < RARE_CHANCE, worth(event) < 0, *_rank(event)),
    )
    return sorted(news, key=lambda event: event is not first)


def _rank(event: EventOdds) -> tuple[bool, bool, int, Fraction]:
    return (
        event.kind != REFUSED,
        event.probability < RARE_CHANCE,
        -abs(worth(event)),
        -event.probability,
    )


def worth(event: EventOdds) -> int:
    """Return how much an event is worth; below 0 for bad news."""
    return event.headline.worth if event.headline else 0


def _weight(event: EventOdds, news: Sequence[EventOdds]) -> Fraction:
    """Return how much it matters whether an event or its opposite happens, weighted by chance.

    Other events of the same kind do not add to it: two leaders who may fall matter no more than one. A
    small event that is certain has no weight.
    """
    total = Fraction(0)
    for part in (event, *(other for other in news if _is_opposite(event, other))):
        size = min(abs(worth(part)), len(WEIGHTS) - 1)
        if not (size == 1 and part.probability > NEAR_CERTAIN):
            total += part.probability * WEIGHTS[size]
    return total


def _choose(news: Sequence[EventOdds]) -> tuple[list[EventOdds], bool]:
    """Choose the line's headlines; return them and whether the first one's opposite is among them.

    The first headline follows those that it depends on; a few uncertain ones come after it. If it
    depends on none, its opposite follows, unless one of the two must happen. Headlines implied by these
    are left out.
    """
    if not news:
        return [], False
    first, others = news[0], news[1:]
    opposite = next((event for event in others if _is_opposite(first, event)), None)
    before = [event for event in others if _is_condition(event, first, opposite)]
    neither = (
        not before
        and opposite is not None
        and 1 - first.probability - opposite.probability >= RARE_CHANCE
    )
    chosen = [first, *([opposite] if neither and opposite else [])]
    settled = [*chosen, *before, *([opposite] if before else [])]
    for event in others:
        doubtful = event not in settled and event.probability <= NEAR_CERTAIN
        if doubtful and not any(_is_implied(event, other) for other in chosen):
            chosen.append(event)
    return [*before[:1], *chosen[: MOST_HEADLINES + neither]], neither


def _is_condition(event: EventOdds, first: EventOdds, opposite: EventOdds | None) -> bool:
    """Return whether this must happen before the first headline or its opposite can, as in a fight."""
    if (
        not (event.headline and first.headline)
        or event.kind == first.kind
        or abs(worth(event)) >= abs(worth(first))
    ):
        return False
    if not event.headline.about or event.headline.about[:1] != first.headline.about[:1]:
        return False
    ends = first.probability + (opposite.probability if opposite else 0)
    return (
        first.probability < event.probability <= 1 - RARE_CHANCE
        and abs(event.probability - ends) <= CHANCE_TOLERANCE
    )


def _is_implied(event: EventOdds, other: EventOdds) -> bool:
    """Return whether a headline is another's opposite, or by its odds always happens with it."""
    if _is_opposite(event, other):
        return event.probability + other.probability == 1
    alike = abs(event.probability - other.probability) <= CHANCE_TOLERANCE and (worth(event) > 0) == (
        worth(other) > 0
    )
    return alike and (event.kind != other.kind or worth(event) != worth(other))


def _is_opposite(event: EventOdds, other: EventOdds) -> bool:
    """Return whether two headlines are opposite results: one good, one bad, differing in one value."""
    if not (event.headline and other.headline) or event.kind != other.kind:
        return False
    if worth(event) != -worth(other):
        return False
    abouts = zip(event.headline.about, other.headline.about, strict=False)
    return sum(mine != its for mine, its in abouts) == 1


def percent(probability: Fraction, sampled: Estimate | None) -> str:
    """Format a chance in whole percent; a sampled one as the ends of its interval, rounded outwards."""
    if sampled is None:
        whole = round(100 * probability)
        if probability in (0, 1) or 0 < whole < 100:
            return f"{whole} %"
        return "over 99 %" if whole else "under 1 %"
    return between(sampled)


def _interval(forecast: Forecast, event: EventOdds) -> Estimate | None:
    """Return the interval of a chance that is uncertain."""
    return None if forecast.same and event.probability < 1 else event.interval


# Tracks.


def span(interval: Estimate, steps: int) -> str:
    """Format the interval of a track's expected change, in the track's unit and never with -0."""
    ends = (round(end / steps, 1) + 0.0 for end in (interval.low, interval.high))
    return " to ".join(dict.fromkeys(f"{end:+.1f}" for end in ends))


def stakes(forecast: Forecast) -> list[tuple[Stake, TrackChange]]:
    """Return the tracks that change: those at stake first, then the least certain."""
    known, expected = forecast.stakes, forecast.expected
    others = sorted(
        expected.keys() - known.keys(),
        key=lambda name: (max(expected[name].probabilities.values()), name),
    )
    names = [*(name for name in known if name in expected), *others]
    return [(stake(forecast, name), expected[name]) for name in names]


def stake(forecast: Forecast, name: str) -> Stake:
    """Return a track's name: the game's own, or its id in words."""
    return forecast.stakes.get(name) or Stake(name.replace("-", " "))


def _changes(forecast: Forecast) -> list[str]:
    """Describe how tracks change, on average or for certain: those at stake, or else all."""
    names = {stake.name for stake in forecast.stakes.values()}
    doubtful, certain = [], []
    for at_stake, change in stakes(forecast):
        mean = float(change.expected) / at_stake.steps
        if names and at_stake.name not in names:
            continue
        if len(change.probabilities) == 1 and (forecast.exact or forecast.same):
            certain.append(f"{at_stake.name} {mean:+g}")
        elif change.interval and not forecast.same:
            if change.interval.low > 0 or change.interval.high < 0:
                doubtful.append(f"{at_stake.name} {span(change.interval, at_stake.steps)}")
        elif abs(mean) >= LEAST_CHANGE:
            doubtful.append(f"{at_stake.name} {mean:+.1f}")
    parts = [("on average", doubtful[:MOST_STAKES])]
    parts.append(("for certain", certain[: MOST_STAKES - len(parts[0][1])]))
    return [f"{' and '.join(tracks)} {how}" for how, tracks in parts if tracks]
