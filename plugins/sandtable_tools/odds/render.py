"""A forecast in lines for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from textwrap import wrap

from sandtable import number_of
from sandtable.tooling import Estimate, share
from sandtable_tools.odds.event_odds import NEXT, EventOdds
from sandtable_tools.odds.forecasts import Forecast
from sandtable_tools.odds.ledger import NOTHING, Change, Likely

MOST_OUTCOMES = 12
"""With more outcomes than this, events are shown instead, unless all are asked for."""

MOST_LINES = 24
"""With more lines of outcomes than this, likewise."""

MOST_EVENTS = 16
"""At most this many events are shown, and those that are as likely as the last of them."""

MOST_ALIKE = 20
"""Where more events than this are as likely as the last, no more than `MOST_EVENTS` are shown."""

RARE = Fraction(1, 100)
"""Events that are less likely than this are only counted."""

FURTHER = "(`then ACTION` or `--horizon N` looks further.)"

MOST_CHANGES = 6
"""At most this many changes of a track are listed one by one."""

MOST_DENOMINATOR = 999
"""A fraction with a larger denominator is shown in percent alone."""

COLUMN = 8
"""The width of a chance in percent."""


def lines(forecast: Forecast, width: int = 80, *, whole: bool = False) -> list[str]:
    """A forecast in lines of at most `width` columns.

    Where outcomes are too many it tells how likely each event comes at all, unless the `whole` is
    asked for.
    """
    always = _shared_tracks(forecast.outcomes)
    texts = _outcomes(forecast, always, width)
    if not whole and (len(forecast.outcomes) > MOST_OUTCOMES or len(texts) > MOST_LINES):
        texts = _events(forecast, always, width) or texts
    for name, change in forecast.expected.items():
        if len(change.probabilities) > 1 or not always:
            texts += wrap(_track(name, change), width, subsequent_indent="    ")
    return [*texts, *wrap(_method(forecast), width)]


def _shared_tracks(outcomes: Sequence[Likely]) -> dict[str, int]:
    """The changes of tracks that all outcomes share; none for a single outcome."""
    if len(outcomes) < 2:
        return {}
    first = outcomes[0].tracks.items()
    return {
        name: change for name, change in first if all(one.tracks.get(name) == change for one in outcomes)
    }


def _outcomes(forecast: Forecast, always: Mapping[str, int], width: int) -> list[str]:
    """Every outcome, with its chance before it; what is said of all comes first."""
    outcomes = forecast.outcomes
    if [one.told for one in outcomes] == [(NOTHING,)]:
        return wrap(f"{NOTHING} {FURTHER}", width)
    common: list[str] = []
    if len(outcomes) > 1:
        columns = zip(*(one.told for one in outcomes), strict=False)
        same = takewhile(lambda column: len(set(column)) == 1, columns)
        common = [column[0] for column in same]
    rows = []
    for likely in outcomes:
        own = {name: change for name, change in likely.tracks.items() if name not in always}
        text = " ".join([*likely.told[len(common) :], *_bracketed(own)])
        otherwise = f"({likely.next})" if likely.next else "nothing more"
        rows.append((_chance(forecast, likely), text or otherwise))
    return [*_in_any_case(forecast, common, always, width), *_rows(rows, width)]


def _events(forecast: Forecast, always: Mapping[str, int], width: int) -> list[str]:
    """Events, each with the chance that it comes at all; the certain ones first. Empty for none."""
    certain = [one.text for one in forecast.events if one.probability == 1 and one.kind != NEXT]
    doubtful = [one for one in forecast.events if one.probability < 1]
    shown = doubtful[: shown_events(doubtful)]
    if not shown:
        return []
    outcomes = number_of(len(forecast.outcomes), "outcome")
    return [
        *_in_any_case(forecast, certain, always, width),
        *wrap(f"How likely each event comes at all ({outcomes}; --all lists them):", width),
        *_rows([(_chance(forecast, one), one.text) for one in shown], width),
        *_hidden_events(doubtful[len(shown) :]),
    ]


def shown_events(events: Sequence[EventOdds]) -> int:
    """How many events are shown: no group of equally likely ones is parted, unless it is long."""
    often = sum(one.probability >= RARE for one in events) or len(events)
    if often <= MOST_EVENTS:
        return often
    edge = events[MOST_EVENTS - 1].probability
    end = sum(one.probability >= edge for one in events)
    alike = sum(one.probability == edge for one in events)
    return end if alike <= MOST_ALIKE else MOST_EVENTS


def _hidden_events(events: Sequence[EventOdds]) -> list[str]:
    """How many events are not shown, and how likely they are at most."""
    often = [one for one in events if one.probability >= RARE]
    rare = len(events) - len(often)
    told = [f"{number_of(len(often), 'other')} up to {_percent(often[0].probability)}"] if often else []
    if rare:
        told.append(f"{rare} below 1 %" if told else f"{number_of(rare, 'other')} below 1 %")
    return [f"  and {', '.join(told)}"] if told else []


def _in_any_case(
    forecast: Forecast, common: Sequence[str], always: Mapping[str, int], width: int
) -> list[str]:
    """What is said of all outcomes, and how certain that is."""
    if not (common or always):
        return []
    if forecast.exact or forecast.same:
        certain = "In any case:"
    else:
        played = number_of(forecast.samples, "world" if forecast.worlds else "game")
        least = 100 * share(forecast.samples, forecast.samples).low
        certain = f"In all of {played} (at least {least:.1f} %):"
    return wrap(" ".join([certain, *common, *_bracketed(always)]), width, subsequent_indent="  ")


def _rows(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Texts below each other, with their chances before them."""
    room = max((len(chance) for chance, _ in rows), default=0) + 4
    texts = []
    for chance, text in rows:
        head = f"  {chance}"
        if width < room + 20:
            texts += [head, *wrap(text, width, initial_indent="    ", subsequent_indent="    ")]
        else:
            hang = " " * room
            texts += wrap(text, width, initial_indent=head.ljust(room), subsequent_indent=hang)
    return texts


def _bracketed(tracks: Mapping[str, int]) -> list[str]:
    """Changes of tracks in words: ``[alarm +1, action points -3]``; nothing where there are none."""
    changes = [f"{name.replace('-', ' ')} {change:+d}" for name, change in tracks.items()]
    return [f"[{', '.join(changes)}]"] if changes else []


# Figures.


def _chance(forecast: Forecast, one: Likely | EventOdds) -> str:
    percent = _percent(one.probability).rjust(COLUMN)
    if forecast.exact or forecast.same:
        short = one.probability.denominator <= MOST_DENOMINATOR and one.probability != 1
        return f"{percent}  {one.probability}" if short else percent
    return f"{percent}  {_span(one.interval, 100)}" if one.interval else percent


def _percent(probability: Fraction) -> str:
    text = f"{float(100 * probability):.1f}"
    if text == "0.0":
        return "< 0.1 %"
    return "> 99.9 %" if text == "100.0" and probability != 1 else f"{text} %"


def _span(interval: Estimate, scale: int = 1) -> str:
    digits = 1 if scale == 100 else 2
    low, high = (_round(scale * end, digits) for end in (interval.low, interval.high))
    return f"({low:.{digits}f} to {high:.{digits}f})"


def _round(figure: float, digits: int) -> float:
    """A figure as it is shown, without the sign of a nought."""
    return round(figure, digits) + 0.0


def _track(name: str, change: Change) -> str:
    """``alarm: +0.33 expected; +1 33.3 %, 0 66.7 %``."""
    changes = list(change.probabilities.items())
    parts = [f"{far:+d} {_percent(part)}" if far else f"0 {_percent(part)}" for far, part in changes]
    told = ", ".join(parts[:MOST_CHANGES]) + ", ..." * (len(parts) > MOST_CHANGES)
    span = f" {_span(change.interval)}" if change.interval else ""
    return f"{name.replace('-', ' ')}: {_round(float(change.expected), 2):+.2f}{span} expected; {told}"


def _method(forecast: Forecast) -> str:
    """How the figures were found: exact over a number of ways, or sampled."""
    least, most = forecast.further
    bots = ""
    if most:  # the game may have ended before
        up_to = "up to " if least < most else ""
        bots = f" Bots make {up_to}{number_of(most, 'further decision')}."
    dealt = f"{forecast.worlds} worlds dealt anew"
    if forecast.exact:
        worlds = f" in {forecast.worlds} possible worlds" if forecast.worlds > 1 else ""
        return f"Exact, over {number_of(forecast.ways, 'way')} of luck{worlds}.{bots}"
    if forecast.same:
        proof = "not proven for every possible world"
        return f"The same in each of {dealt}, with all luck in each; {proof}.{bots}"
    guessed = " What others chose in secret is guessed." if forecast.others else ""
    played = (
        f"{dealt}, with all luck in each" if forecast.worlds else number_of(forecast.samples, "game")
    )
    return f"Sampled: {played}; 95 % intervals in brackets.{guessed}{bots}"
