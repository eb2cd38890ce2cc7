"""A forecast in lines for people."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile
from textwrap import wrap

from sandtable import Stake, number_of
from sandtable.tooling import Estimate, share
from sandtable_tools.odds.forecasts import Forecast
from sandtable_tools.odds.headlines import first_line, ranked, stake, stakes
from sandtable_tools.odds.ledger import Change, EventOdds, Likely
from sandtable_tools.odds.topics import NEXT, REFUSED

MOST_EVENTS = 9
"""At most this many events are shown, headlines first."""

MOST_LINES = 12
"""At most this many lines are taken by them, and two by each."""

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
    return [
        *_cut(first_line(forecast), width),
        *(_outcomes(forecast, width) if whole else _events(forecast, width)),
        *_tracks(forecast, width, None if whole else MOST_TRACKS),
        *_cut(_method(forecast), width),
    ]


# Events.


def _events(forecast: Forecast, width: int) -> list[str]:
    """Events, each with the chance that it comes at all; the certain ones first."""
    # What cannot be done stands in the first line, and below with why.
    left_out = {REFUSED} if forecast.horizon is not None else {NEXT, REFUSED}
    events = [one for one in forecast.events if one.kind not in left_out]
    certain = [one.text for one in events if one.probability == 1 and one.kind != NEXT]
    doubtful = [one for one in events if one.probability < 1]
    shown = shown_events(doubtful)
    rows = _rows([(_chance(forecast, one), one.text) for one in shown], width, most=2)
    while sum(map(len, rows)) > MOST_LINES:
        rows.pop()
    hidden = [one for one in doubtful if one not in shown[: len(rows)]]
    return [
        *_in_any_case(forecast, certain, width),
        *(line for row in rows for line in row),
        *_hidden_events(hidden),
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
    forecast: Forecast, certain: Sequence[str], width: int, most: int | None = MOST_CERTAIN
) -> list[str]:
    """What comes in any case, with how certain that is, as far as it has room."""
    sure = [
        f"{one.name} {_steps(one, change.expected)}"
        for one, change in stakes(forecast)
        if len(change.probabilities) == 1
    ]
    texts = [*([f"{', '.join(sure)}."] if sure else []), *certain]
    if not texts:
        return []
    told = " ".join([f"{_how_sure(forecast)}:", *texts])
    return _cut(told, width, most, "  ")


def _how_sure(forecast: Forecast) -> str:
    if forecast.exact or forecast.same:
        return "In any case"
    played = number_of(forecast.samples, "world" if forecast.worlds else "game")
    least = 100 * share(forecast.samples, forecast.samples).low
    return f"In all of {played} (at least {least:.1f} %)"


# Outcomes.


def _outcomes(forecast: Forecast, width: int) -> list[str]:
    """Every outcome, with its chance before it; what is said of all comes first."""
    outcomes = forecast.outcomes
    columns = zip(*(one.told for one in outcomes), strict=False)
    same = takewhile(lambda column: len(set(column)) == 1, columns) if len(outcomes) > 1 else ()
    common = [column[0] for column in same]
    texts = [(_chance(forecast, one), _outcome(forecast, one, len(common))) for one in outcomes]
    told = (line for row in _rows(texts, width) for line in row)
    return [*_in_any_case(forecast, common, width, None), *told]


def _outcome(forecast: Forecast, likely: Likely, said: int) -> str:
    """What is told of an outcome besides the first sentences, and which tracks it changes."""
    own = [
        f"{(one := stake(forecast, name)).name} {_steps(one, far)}"
        for name, far in likely.tracks.items()
        if len(forecast.expected[name].probabilities) > 1
    ]
    text = " ".join([*likely.told[said:], *([f"[{', '.join(own)}]"] if own else [])])
    return text or (f"({likely.next})" if likely.next else "nothing more")


def _rows(rows: Sequence[tuple[str, str]], width: int, most: int | None = None) -> list[list[str]]:
    """Texts to stand below each other, in lines, with their chances before them."""
    room = max((len(chance) for chance, _ in rows), default=0) + 4
    return [_row(f"  {chance}", text, width, room, most) for chance, text in rows]


def _row(head: str, text: str, width: int, room: int, most: int | None) -> list[str]:
    """A text beside what stands before it, or below where there is little room."""
    if width < room + 20:
        return [head, *_cut(text, width, most, "    ", "    ")]
    return _cut(text, width, most, " " * room, head.ljust(room))


def _cut(text: str, width: int, most: int | None = None, indent: str = "", first: str = "") -> list[str]:
    """A text in lines, at most so many; three dots stand for what has no room."""
    whole = text.replace(" %", "\N{NO-BREAK SPACE}%")
    lines = wrap(
        whole,
        width,
        initial_indent=first,
        subsequent_indent=indent,
        max_lines=most,
        placeholder=" ...",
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


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


def _steps(one: Stake, change: Fraction | int) -> str:
    """A change of a track as it is called: ``-1``, ``+0.5``."""
    return f"{float(change) / one.steps:+g}" if change else "0"


def _track(one: Stake, change: Change) -> str:
    """``alarm: +0.33 expected; +1 33.3 %, 0 66.7 %``."""
    parts = [f"{_steps(one, far)} {_percent(part)}" for far, part in change.probabilities.items()]
    told = ", ".join(parts[:MOST_CHANGES]) + ", ..." * (len(parts) > MOST_CHANGES)
    span = f" {_span(change.interval, 1 / one.steps)}" if change.interval else ""
    mean = _round(float(change.expected) / one.steps, 2)
    return f"{one.name}: {mean:+.2f}{span} expected; {told}"


def _tracks(forecast: Forecast, width: int, most: int | None) -> list[str]:
    """Tracks that can change in several ways, at most so many, in a line each unless all are told."""
    several = [(one, change) for one, change in stakes(forecast) if len(change.probabilities) > 1]
    told = (_cut(_track(one, change), width, most and 1, "    ") for one, change in several[:most])
    return [line for track in told for line in track]


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
