"""A forecast in lines for people."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile
from textwrap import wrap

from sandtable import Stake, number_of
from sandtable.tooling import Estimate, share
from sandtable_tools.odds.forecasts import Forecast
from sandtable_tools.odds.headlines import first_line, ranked, stakes
from sandtable_tools.odds.ledger import Change, EventOdds, Likely
from sandtable_tools.odds.topics import NEXT

MOST_EVENTS = 9
"""At most this many events are shown, headlines first."""

MOST_HEADLINES = 6
"""At most this many of them are headlines, as long as there is anything else."""

MOST_TRACKS = 3
"""At most this many tracks are shown, unless all is asked for."""

MOST_CERTAIN = 2
"""What comes in any case takes at most this many lines."""

RARE = Fraction(1, 100)
"""Events that are less likely than this are only counted."""

MOST_CHANGES = 6
"""At most this many changes of a track are listed one by one."""

MOST_DENOMINATOR = 999
"""A fraction with a larger denominator is shown in percent alone."""

COLUMN = 8
"""The width of a chance in percent."""


def lines(forecast: Forecast, width: int = 80, *, whole: bool = False) -> list[str]:
    """A forecast in lines of at most `width` columns: the headline, events or outcomes, tracks, how.

    The `whole` has every outcome instead of single events, and every track.
    """
    tracks = [(stake, change) for stake, change in stakes(forecast) if len(change.probabilities) > 1]
    return [
        *wrap(first_line(forecast), width),
        *(_outcomes(forecast, width) if whole else _events(forecast, width)),
        *(
            line
            for stake, change in tracks[: None if whole else MOST_TRACKS]
            for line in wrap(_track(stake, change), width, subsequent_indent="    ")
        ),
        *wrap(_method(forecast), width),
    ]


# Events.


def _events(forecast: Forecast, width: int) -> list[str]:
    """Events, each with the chance that it comes at all; the certain ones first."""
    events = [one for one in forecast.events if one.kind != NEXT or forecast.horizon is not None]
    certain = [one.text for one in events if one.probability == 1 and one.kind != NEXT]
    doubtful = [one for one in events if one.probability < 1]
    shown = shown_events(doubtful)
    return [
        *_in_any_case(forecast, certain, width),
        *_rows([(_chance(forecast, one), one.text) for one in shown], width),
        *_hidden_events([one for one in doubtful if one not in shown]),
    ]


def shown_events(events: Sequence[EventOdds]) -> list[EventOdds]:
    """The events that are shown: headlines, then the likeliest; none that is rare, unless all are."""
    often = [one for one in events if one.probability >= RARE] or events
    news = ranked(often)
    others = [one for one in often if one not in news]
    room = max(MOST_HEADLINES, MOST_EVENTS - len(others))
    return [*news[:room], *others][:MOST_EVENTS]


def _hidden_events(events: Sequence[EventOdds]) -> list[str]:
    """How many events are not shown, and how likely they are at most."""
    often = [one.probability for one in events if one.probability >= RARE]
    rare = len(events) - len(often)
    told = [f"{number_of(len(often), 'other')} up to {_percent(max(often))}"] if often else []
    if rare:
        told.append(f"{rare} below 1 %" if told else f"{number_of(rare, 'other')} below 1 %")
    return [f"  and {', '.join(told)}"] if told else []


def _in_any_case(
    forecast: Forecast, certain: Sequence[str], width: int, most: int = MOST_CERTAIN
) -> list[str]:
    """What comes in any case, with how certain that is, as far as it has room."""
    sure = [
        f"{stake.name} {_steps(stake, change.expected)}"
        for stake, change in stakes(forecast)
        if len(change.probabilities) == 1
    ]
    texts = [*certain, *([f"[{', '.join(sure)}]"] if sure else [])]
    if not texts:
        return []
    return wrap(
        " ".join([_certainty(forecast), *texts]),
        width,
        subsequent_indent="  ",
        max_lines=most,
        placeholder=" ...",
    )


def _certainty(forecast: Forecast) -> str:
    if forecast.exact or forecast.same:
        return "In any case:"
    played = number_of(forecast.samples, "world" if forecast.worlds else "game")
    least = 100 * share(forecast.samples, forecast.samples).low
    return f"In all of {played} (at least {least:.1f} %):"


# Outcomes.


def _outcomes(forecast: Forecast, width: int) -> list[str]:
    """Every outcome, with its chance before it; what is said of all comes first."""
    outcomes = forecast.outcomes
    columns = zip(*(one.told for one in outcomes), strict=False)
    same = takewhile(lambda column: len(set(column)) == 1, columns) if len(outcomes) > 1 else ()
    common = [column[0] for column in same]
    always = {name for name, change in forecast.expected.items() if len(change.probabilities) == 1}
    rows = []
    for likely in outcomes:
        own = [
            f"{name.replace('-', ' ')} {far:+d}"
            for name, far in likely.tracks.items()
            if name not in always
        ]
        text = " ".join([*likely.told[len(common) :], *([f"[{', '.join(own)}]"] if own else [])])
        rows.append(
            (
                _chance(forecast, likely),
                text or f"({likely.next})" if likely.next else text or "nothing more",
            )
        )
    return [*_in_any_case(forecast, common, width, 99), *_rows(rows, width)]


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


def _span(interval: Estimate, scale: float = 1) -> str:
    digits = 1 if scale == 100 else 2
    low, high = (_round(scale * end, digits) for end in (interval.low, interval.high))
    return f"({low:.{digits}f} to {high:.{digits}f})"


def _round(figure: float, digits: int) -> float:
    """A figure as it is shown, without the sign of a nought."""
    return round(figure, digits) + 0.0


def _steps(stake: Stake, change: Fraction | int) -> str:
    """A change of a track as it is called: ``-1``, ``+0.5``."""
    return f"{float(change) / stake.steps:+g}" if change else "0"


def _track(stake: Stake, change: Change) -> str:
    """``alarm: +0.33 expected; +1 33.3 %, 0 66.7 %``."""
    parts = [f"{_steps(stake, far)} {_percent(part)}" for far, part in change.probabilities.items()]
    told = ", ".join(parts[:MOST_CHANGES]) + ", ..." * (len(parts) > MOST_CHANGES)
    span = f" {_span(change.interval, 1 / stake.steps)}" if change.interval else ""
    mean = _round(float(change.expected) / stake.steps, 2)
    return f"{stake.name}: {mean:+.2f}{span} expected; {told}"


def _method(forecast: Forecast) -> str:
    """How the figures were found, exact or sampled, and who chose on the way."""
    dealt = f"{forecast.worlds} worlds dealt anew"
    if forecast.exact:
        worlds = f" in {forecast.worlds} possible worlds" if forecast.worlds > 1 else ""
        found = f"Exact, over {number_of(forecast.ways, 'way')} of luck{worlds}."
    elif forecast.same:
        proof = "not proven for every possible world"
        found = f"The same in each of {dealt}, with all luck in each; {proof}."
    else:
        guessed = " What others chose in secret is guessed." if forecast.others else ""
        played = (
            f"{dealt}, with all luck in each" if forecast.worlds else number_of(forecast.samples, "game")
        )
        found = f"Sampled: {played}; 95 % intervals in brackets.{guessed}"
    return f"{found}{_choosers(forecast)}"


def _choosers(forecast: Forecast) -> str:
    """Who chose after the plan; the game may have ended before."""
    least, most = forecast.further
    if not most:
        return ""
    who = "Scripted players make" if forecast.others else "The scripted player makes"
    up_to = "up to " if least < most else ""
    return f" {who} {up_to}{number_of(most, 'further choice')}."
