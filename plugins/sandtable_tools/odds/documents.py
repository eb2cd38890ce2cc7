"""A forecast as data for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable_batch import Estimate
from sandtable_tools.odds.forecasts import Forecast
from sandtable_tools.odds.headlines import first_line, rank, stake, worth
from sandtable_tools.odds.ledger import EventOdds


def document(forecast: Forecast) -> dict[str, Any]:
    """Return a forecast as data for JSON; probabilities and expected changes are fractions, as text."""
    return {
        "exact": forecast.exact,
        "seat": forecast.seat,
        "actions": list(forecast.actions),
        "horizon": forecast.horizon,
        "ways": forecast.ways,
        "worlds": forecast.worlds,
        "samples": forecast.samples,
        "same": forecast.same,
        "headline": first_line(forecast),
        "headlines": [
            {
                "event": event.kind,
                "about": list(event.headline.about) if event.headline else [],
                "worth": worth(event),
                **_event(event),
            }
            for event in rank(forecast.events)
        ],
        "outcomes": [
            {
                "probability": str(likely.probability),
                **_interval(likely.interval),
                "text": likely.text,
                "tracks": {
                    at_stake.figure or name: at_stake.in_units(change)
                    for name, change in likely.tracks.items()
                    for at_stake in [stake(forecast, name)]
                },
                "next": likely.next,
                "over": likely.over,
            }
            for likely in forecast.outcomes
        ],
        "events": [_event(event) for event in forecast.events],
        "expected": {
            at_stake.figure or name: {
                "change": str(change.expected / at_stake.steps),
                **_interval(change.interval, at_stake.steps),
                "probabilities": {
                    f"{at_stake.in_units(far)}": str(part) for far, part in change.probabilities.items()
                },
            }
            for name, change in forecast.expected.items()
            for at_stake in [stake(forecast, name)]
        },
    }


def _event(event: EventOdds) -> dict[str, Any]:
    probability = str(event.probability)
    return {"text": event.text, "probability": probability, **_interval(event.interval)}


def _interval(interval: Estimate | None, steps: int = 1) -> Mapping[str, list[float]]:
    return {"interval": [interval.low / steps, interval.high / steps]} if interval else {}
