"""A forecast in lines for people, and as one JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from textwrap import wrap
from typing import Any

from sandtable.tooling import Estimate, share
from sandtable_tools.odds.event_odds import NEXT, EventOdds
from sandtable_tools.odds.forecasts import Forecast
from sandtable_tools.odds.ledger import NOTHING, Change, Likely

THEN = "then"
"""The word between actions that are done one after the other."""

MOST_OUTCOMES = 12
MOST_LINES = 24
"""With more outcomes, or lines of them, events are shown instead, unless all are asked for."""

MOST_EVENTS = 16
MOST_ALIKE = 20
"""At most `MOST_EVENTS` events are shown, and all as likely as the last if at most `MOST_ALIKE` are."""

RARE = Fraction(1, 100)
"""Events that are less likely are only counted."""

FURTHER = "(`then ACTION` or `--horizon N` looks further.)"

MOST_CHANGES = 6
"""At most this many changes of a track are listed one by one."""

MOST_DENOMINATOR = 999
"""A fraction with a larger one is shown in percent alone."""

COLUMN = 8


def split(words: Sequence[str]) -> list[str]:
    """The actions that words name, parted by `then`; an empty one stays in its place."""
    actions: list[list[str]] = [[]]
    for word in words:
        if word == THEN:
            actions.append([])
        else:
            actions[-1].append(word)
    return [" ".join(action) for action in actions]


def lines(found: Forecast, width: int = 80, *, whole: bool = False) -> list[str]:
    """A forecast in lines of at most `width` columns.

    Where outcomes are too many it tells how likely each event comes at all, unless the `whole` is
    asked for.
    """
    always = _always(found.outcomes)
    texts = _outcomes(found, always, width)
    if not whole and (len(found.outcomes) > MOST_OUTCOMES or len(texts) > MOST_LINES):
        texts = _events(found, always, width) or texts
    for name, change in found.expected.items():
        if len(change.probabilities) > 1 or not always:
            texts += wrap(_track(name, change), width, subsequent_indent="    ")
    return [*texts, *wrap(_how(found), width)]


def _outcomes(found: Forecast, always: Mapping[str, int], width: int) -> list[str]:
    """Every outcome, with its chance before it; what is said of all comes first."""
    outcomes, common = found.outcomes, _common(found.outcomes)
    if [one.told for one in outcomes] == [(NOTHING,)]:
        return wrap(f"{NOTHING} {FURTHER}", width)
    rows = [(_chance(found, one), _outcome(one, len(common), always)) for one in outcomes]
    return [*_opening(found, common, always, width), *_rows(rows, width)]


def _events(found: Forecast, always: Mapping[str, int], width: int) -> list[str]:
    """Events, each with the chance that it comes at all; the certain ones first. Empty for none."""
    certain = [one.text for one in found.events if one.probability == 1 and one.kind != NEXT]
    doubtful = [one for one in found.events if one.probability < 1]
    shown = doubtful[: _cut(doubtful)]
    last = _left(doubtful[len(shown) :])
    head = f"How likely each comes at all ({_times(len(found.outcomes), 'outcome')}; --all lists them):"
    rows = _rows([(_chance(found, one), one.text) for one in shown], width)
    told = [*_opening(found, certain, always, width), *wrap(head, width), *rows, *last]
    return told if shown else []


def _left(events: Sequence[EventOdds]) -> list[str]:
    """How many events are not shown, and how likely they are at most."""
    often = [one for one in events if one.probability >= RARE]
    seldom = len(events) - len(often)
    told = [f"{_times(len(often), 'other')} up to {_percent(often[0].probability)}"] if often else []
    if seldom:
        told.append(f"{seldom} below 1 %" if told else f"{_times(seldom, 'other')} below 1 %")
    return [f"  and {', '.join(told)}"] if told else []


def _cut(events: Sequence[EventOdds]) -> int:
    """How many events are shown: no group of equally likely ones is parted, unless it is long."""
    often = sum(one.probability >= RARE for one in events) or len(events)
    if often <= MOST_EVENTS:
        return often
    edge = events[MOST_EVENTS - 1].probability
    end = sum(one.probability >= edge for one in events)
    alike = sum(one.probability == edge for one in events)
    return end if alike <= MOST_ALIKE else MOST_EVENTS


def _rows(rows: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Texts below each other, with their chances before them."""
    room = max((len(chance) for chance, _ in rows), default=0) + 4
    return [line for chance, text in rows for line in _hung(f"  {chance}", text, room, width)]


def _common(outcomes: Sequence[Likely]) -> tuple[str, ...]:
    """The sentences that all outcomes begin with; none for a single outcome."""
    if len(outcomes) < 2:
        return ()
    columns = zip(*(one.told for one in outcomes), strict=False)
    return tuple(column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns))


def _always(outcomes: Sequence[Likely]) -> dict[str, int]:
    """The changes of tracks that all outcomes share; none for a single outcome."""
    if len(outcomes) < 2:
        return {}
    first = outcomes[0].tracks.items()
    return {
        name: change for name, change in first if all(one.tracks.get(name) == change for one in outcomes)
    }


def _opening(found: Forecast, common: Sequence[str], always: Mapping[str, int], width: int) -> list[str]:
    """What is said of all outcomes, before them."""
    if not (common or always):
        return []
    return wrap(
        " ".join([_whenever(found), *common, *_bracketed(always)]), width, subsequent_indent="  "
    )


def _whenever(found: Forecast) -> str:
    """How certain is what came of all that was played."""
    if found.exact or found.same:
        return "In any case:"
    played = "world" if found.worlds else "game"
    least = 100 * share(found.samples, found.samples).low
    return f"In all of {_times(found.samples, played)} (at least {least:.1f} %):"


def _outcome(one: Likely, common: int, always: Mapping[str, int]) -> str:
    """What a line says of an outcome, without what is said of all."""
    own = {name: change for name, change in one.tracks.items() if name not in always}
    text = " ".join([*one.told[common:], *_bracketed(own)])
    return text or (f"({one.next})" if one.next else "nothing more")


def _bracketed(tracks: Mapping[str, int]) -> list[str]:
    return [f"[{printed(tracks)}]"] if tracks else []


def printed(tracks: Mapping[str, int]) -> str:
    """Changes of tracks in words: ``alarm +1, action points -3``."""
    return ", ".join(f"{name.replace('-', ' ')} {change:+d}" for name, change in tracks.items())


def _hung(head: str, text: str, room: int, width: int) -> list[str]:
    """A text that hangs to the right of its head."""
    if width < room + 20:
        return [head, *wrap(text, width, initial_indent="    ", subsequent_indent="    ")]
    indent = " " * room
    return wrap(text, width, initial_indent=head.ljust(room), subsequent_indent=indent)


def _chance(found: Forecast, one: Likely | EventOdds) -> str:
    percent = _percent(one.probability).rjust(COLUMN)
    short = one.probability.denominator <= MOST_DENOMINATOR
    if found.exact or found.same:
        return f"{percent}  {one.probability}" if short and one.probability != 1 else percent
    return f"{percent}  {_span(one.interval, 100)}" if one.interval else percent


def _span(interval: Estimate, scale: int = 1) -> str:
    digits = 1 if scale == 100 else 2
    low, high = (_round(scale * end, digits) for end in (interval.low, interval.high))
    return f"({low:.{digits}f} to {high:.{digits}f})"


def _round(figure: float, digits: int) -> float:
    """A figure as it is shown, without the sign of a nought."""
    return round(figure, digits) + 0.0


def _percent(probability: Fraction) -> str:
    text = f"{float(100 * probability):.1f}"
    if text == "0.0":
        return "< 0.1 %"
    return "> 99.9 %" if text == "100.0" and probability != 1 else f"{text} %"


def _track(name: str, change: Change) -> str:
    """``alarm: +0.33 expected; +1 33.3 %, 0 66.7 %``."""
    likeliest = list(change.probabilities.items())
    parts = [f"{far:+d} {_percent(part)}" if far else f"0 {_percent(part)}" for far, part in likeliest]
    told = ", ".join(parts[:MOST_CHANGES]) + ", ..." * (len(parts) > MOST_CHANGES)
    span = f" {_span(change.interval)}" if change.interval else ""
    return f"{name.replace('-', ' ')}: {_round(float(change.expected), 2):+.2f}{span} expected; {told}"


def _how(found: Forecast) -> str:
    """How the figures were found: exact over a number of ways, or sampled."""
    bots = _further(*found.further)
    dealt = f"{found.worlds} worlds dealt anew"
    if found.exact:
        hidden = f" in {found.worlds} worlds that could be" if found.worlds > 1 else ""
        return f"Exact, over {_times(found.ways, 'way')} of luck{hidden}.{bots}"
    if found.same:
        proof = "not proven for all that could be"
        return f"The same in each of {dealt}, with all luck in each; {proof}.{bots}"
    guessed = " What others chose in secret is guessed." if found.others else ""
    if found.worlds:
        return f"Sampled: {dealt}, with all luck in each; 95 % intervals in brackets.{guessed}{bots}"
    return f"Sampled: {_times(found.samples, 'game')}; 95 % intervals in brackets.{guessed}{bots}"


def _further(least: int, most: int) -> str:
    """How many decisions bots have made after the plan; the game may have ended before."""
    up_to = "up to " if least < most else ""
    return f" The bots decide {up_to}{_times(most, 'further decision')}." if most else ""


def _times(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def document(found: Forecast) -> dict[str, Any]:
    """A forecast as data for JSON: probabilities and expected changes are fractions as text."""
    return {
        "exact": found.exact,
        "seat": found.seat,
        "actions": list(found.actions),
        "horizon": found.horizon,
        "ways": found.ways,
        "worlds": found.worlds,
        "samples": found.samples,
        "same": found.same,
        "outcomes": [_one(one) for one in found.outcomes],
        "events": [_event(one) for one in found.events],
        "expected": {name: _expected(change) for name, change in found.expected.items()},
    }


def _one(one: Likely) -> dict[str, Any]:
    return {
        "probability": str(one.probability),
        **dict(_bounds(one.interval)),
        "text": one.text,
        "tracks": one.tracks,
        "next": one.next,
        "over": one.over,
    }


def _event(one: EventOdds) -> dict[str, Any]:
    return {"text": one.text, "probability": str(one.probability), **dict(_bounds(one.interval))}


def _expected(change: Change) -> dict[str, Any]:
    likely = {str(far): str(part) for far, part in change.probabilities.items()}
    return {"change": str(change.expected), **dict(_bounds(change.interval)), "probabilities": likely}


def _bounds(interval: Estimate | None) -> Iterator[tuple[str, list[float]]]:
    if interval:
        yield "interval", [interval.low, interval.high]
