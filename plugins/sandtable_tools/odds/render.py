"""Forecasts in lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from textwrap import wrap

from sandtable import Stake, number_of
from sandtable_batch import share
from sandtable_tools.chances import between, with_interval
from sandtable_tools.odds.forecasts import Forecast
from sandtable_tools.odds.headlines import first_line, has_too_few_games, rank, span, stakes
from sandtable_tools.odds.ledger import EventOdds
from sandtable_tools.odds.topics import NEXT, REFUSED

MOST_EVENTS = 9
"""The most events that are shown, headlines first."""

MOST_LINES = 12
"""The most lines for all events; each takes at most two."""

MOST_HEADLINES = 6
"""The most headlines among the events, if there are other events."""

MOST_TRACKS = 3
"""The most tracks that are shown."""

MOST_CERTAIN = 2
"""The most lines for events that are certain."""

RARE = Fraction(1, 100)
"""Events less likely than this are only counted."""

MOST_CHANGES = 6
"""The most changes of a track that are listed one by one."""

MOST_DENOMINATOR = 999
"""Fractions with a larger denominator are shown only in percent."""

CHANCE_WIDTH = 8
"""The width of a chance in percent."""


def lines(forecast: Forecast, width: int = 80) -> list[str]:
    """Return a forecast in lines of at most `width` columns: answer, events, tracks, method."""
    if has_too_few_games(forecast):
        return answer(forecast, width)
    return [
        *answer(forecast, width),
        *_events(forecast, width),
        *_tracks(forecast, width),
        *_cut(_method(forecast), width),
    ]


def answer(forecast: Forecast, width: int = 80) -> list[str]:
    """Return only the answer of a forecast."""
    return _cut(first_line(forecast), width)


# Events.


def _events(forecast: Forecast, width: int) -> list[str]:
    """List events, each with the chance that it occurs at least once; certain events come first."""
    # The first line names an action that cannot be done; the outcomes say why.
    left_out = {REFUSED} if forecast.horizon is not None else {NEXT, REFUSED}
    events = [event for event in forecast.events if event.kind not in left_out]
    certain = [event.text for event in events if event.probability == 1 and event.kind != NEXT]
    doubtful = [event for event in events if event.probability < 1]
    shown = events_to_show(doubtful)
    rows = _rows([(_chance(forecast, event), event.text) for event in shown], width, most=2)
    while sum(map(len, rows)) > MOST_LINES:
        rows.pop()
    hidden = [event.probability for event in doubtful if event not in shown[: len(rows)]]
    frequent = [probability for probability in hidden if probability >= RARE]
    digits = _digits(forecast)
    rare = len(hidden) - len(frequent)
    parts = (
        [f"{number_of(len(frequent), 'other')} up to {_percent(max(frequent), digits)}"]
        if frequent
        else []
    )
    if rare:
        parts.append(f"{rare} below 1 %" if parts else f"{number_of(rare, 'other')} below 1 %")
    return [
        *_certain_events(forecast, certain, width),
        *(line for row in rows for line in row),
        *([f"  and {', '.join(parts)}"] if parts else []),
    ]


def events_to_show(events: Sequence[EventOdds]) -> list[EventOdds]:
    """Choose the events to show: headlines, then the likeliest; rare events only if all are rare."""
    frequent = [event for event in events if event.probability >= RARE] or events
    news = rank(frequent)
    others = [event for event in frequent if event not in news]
    room = max(MOST_HEADLINES, MOST_EVENTS - len(others))
    return [*news[:room], *others][:MOST_EVENTS]


def _certain_events(forecast: Forecast, certain: Sequence[str], width: int) -> list[str]:
    sure = [
        f"{at_stake.name} {_steps(at_stake, change.expected)}"
        for at_stake, change in stakes(forecast)
        if len(change.probabilities) == 1
    ]
    # An event such as "Pounds -2: 9." says the same.
    sure = [change for change in sure if not any(text.lower().startswith(change) for text in certain)]
    texts = [*([f"{', '.join(sure)}."] if sure else []), *certain]
    if not texts:
        return []
    how_sure = "Certain"
    if not (forecast.exact or forecast.same):
        how_sure = f"In all of {forecast.sampled} ({between(share(forecast.samples, forecast.samples))})"
    return _cut(" ".join([f"{how_sure}:", *texts]), width, MOST_CERTAIN, "  ")


def _rows(rows: Sequence[tuple[str, str]], width: int, most: int | None = None) -> list[list[str]]:
    """Turn rows into lines, with each chance before its text, or above it if there is little room."""
    room = max((len(chance) for chance, _ in rows), default=0) + 4
    if width < room + 20:
        return [[f"  {chance}", *_cut(text, width, most, "    ", "    ")] for chance, text in rows]
    return [_cut(text, width, most, " " * room, f"  {chance}".ljust(room)) for chance, text in rows]


def _cut(text: str, width: int, most: int | None = None, indent: str = "", first: str = "") -> list[str]:
    """Wrap a text in at most `most` lines, with three dots for what does not fit."""
    unbroken = text.replace(" %", "\N{NO-BREAK SPACE}%")
    lines = wrap(
        unbroken,
        width,
        initial_indent=first,
        subsequent_indent=indent,
        max_lines=most,
        placeholder=" ...",
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


# Figures.


def _chance(forecast: Forecast, odds: EventOdds) -> str:
    """Format a chance; if sampled, with its interval and only the digits that the sample supports."""
    probability, interval = odds.probability, odds.interval
    if interval is None or forecast.same:
        text = _percent(probability, 1).rjust(CHANCE_WIDTH)
        short = probability.denominator <= MOST_DENOMINATOR and probability != 1
        return f"{text}  {probability}" if short else text
    whole, bracket, ends = with_interval(interval).partition(" (")
    return f"{whole.rjust(CHANCE_WIDTH)}  ({ends}" if bracket else whole


def _digits(forecast: Forecast) -> int:
    """Return how many decimals a percentage without an interval has."""
    return 1 if forecast.exact or forecast.same else 0


def _percent(probability: Fraction, digits: int) -> str:
    least = 10**-digits
    percent = float(100 * probability)
    if 0 < percent <= least / 2:
        return f"< {least:g} %"
    return f"> {100 - least:g} %" if 100 - least / 2 <= percent < 100 else f"{percent:.{digits}f} %"


def _steps(at_stake: Stake, change: Fraction | int) -> str:
    """Format a track's change in the track's unit: ``-1``, ``+0.5``."""
    return f"{float(change) / at_stake.steps:+g}" if change else "0"


def _tracks(forecast: Forecast, width: int) -> list[str]:
    """List tracks that can change in several ways: ``alarm: +0.33 expected; +1 33.3 %, 0 66.7 %``."""
    several = [row for row in stakes(forecast) if len(row[1].probabilities) > 1]
    digits, lines = _digits(forecast), []
    for at_stake, change in several[:MOST_TRACKS]:
        parts = [
            f"{_steps(at_stake, far)} {_percent(part, digits)}"
            for far, part in change.probabilities.items()
        ]
        listed = ", ".join(parts[:MOST_CHANGES]) + ", ..." * (len(parts) > MOST_CHANGES)
        mean = f"{round(float(change.expected) / at_stake.steps, 2) + 0.0:+.2f}"
        if change.interval:
            mean = span(change.interval, at_stake.steps)
        lines += _cut(f"{at_stake.name}: {mean} expected; {listed}", width, 2, "    ")
    return lines


def _method(forecast: Forecast) -> str:
    """Say how the figures were found, exactly or by sampling, and who makes the other choices."""
    if forecast.exact:
        worlds = f" in {forecast.worlds} possible worlds" if forecast.worlds > 1 else ""
        method = f"Exact: the odds cover {number_of(forecast.ways, 'path')} of luck{worlds}."
    elif forecast.same:
        method = f"All {forecast.sampled} of what you cannot see gave this result, but that is no proof."
    else:
        whole = " of what you cannot see, each with all its luck" * bool(forecast.worlds)
        method = f"Sampled from {forecast.sampled}{whole}; the parentheses give 95 % intervals."
    if forecast.secret and forecast.samples:
        method += f" Secret choices are assumed to be those of {forecast.players}."
    # The game may have ended before anyone chose after the plan.
    least, most = forecast.later_decisions
    if not most:
        return method
    who = forecast.players
    makes = f"make{'s' * (who[-1] != 's')} {'up to ' * (least < most)}"
    return f"{method} {who[0].upper()}{who[1:]} {makes}{number_of(most, 'more choice')}."
