"""What the coach says, in lines for people, and as one JSON document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil
from textwrap import shorten
from typing import Any

from sandtable import Roll
from sandtable.tooling import STREAM, Estimate
from sandtable_tools.advice.figures import clear, give_or_take, plain, signed, span, wrapped
from sandtable_tools.advice.hint_lines import estimate
from sandtable_tools.advice.review import Alternatives, AssessedMove, Review, UnassessedStretch

MOST_MOMENTS = 3
"""At most this many of the luckiest moments are shown, and of the unluckiest."""

MOST_EVENTS = 3
"""At most this many events of a moment are shown."""

LONGEST = 150
"""What happened is cut to at most this many characters."""

HANG = " " * 6

NOISE = " (may be noise)"


def lines(found: Review, width: int = 80) -> list[str]:
    """A review in lines of at most `width` columns."""
    texts = [*wrapped(_opening(found), width, "", "  "), *_totals(found, width)]
    for title, rows in _parts(found, width):
        if rows:
            texts += ["", *wrapped(title, width, "", "  "), *rows]
    return [*texts, "", *(line for said in _how(found) for line in wrapped(said, width))]


def _parts(found: Review, width: int) -> Iterator[tuple[str, list[str]]]:
    """The tables with their titles; with too few games there are none of luck, which would be noise."""
    yield "Decisions that cost most, against what the scripted player would do", _dear(found, width)
    yield "Decisions that cost nothing so, looked at all the same", _even(found, width)
    if found.few:
        return
    lucky = sorted((one for one in found.moments if _told(found, one)), key=_luck)
    for title, some in (
        ("Luckiest", [one for one in reversed(lucky[-MOST_MOMENTS:]) if _luck(one) > 0]),
        ("Unluckiest", [one for one in lucky[:MOST_MOMENTS] if _luck(one) < 0]),
    ):
        if any(one.luck and clear(one.luck) for one in some):
            yield title, [line for one in some for line in _lucky(found, one, width)]
    yield "Not taken apart: choices and luck together", _between(found, width)


def _told(found: Review, moment: AssessedMove) -> bool:
    """Whether luck did anything that can be told with one digit."""
    return moment.luck is not None and abs(found.unit.change(moment.luck).value) >= 0.05


def _luck(moment: AssessedMove) -> float:
    return moment.luck.value if moment.luck else 0.0


def _opening(found: Review) -> str:
    """``14 half points; 11.7 +- 1.2 were to be expected at the start.``."""
    expected = _figure(found, found.unit.figure(found.expected))
    if found.unit.percent:
        now = _figure(found, found.unit.figure(found.result))
        ended = f'it ended "{found.outcome}"' if found.over else f"now it is {now}"
        likely = f'"{found.unit.name}" was likely by {expected} at the start'
        return f"{found.seat.capitalize()}: {likely}; {ended}."
    end = found.unit.figure(found.result)
    what = f"{found.seat.capitalize()}: {found.unit.words}"
    if found.over:
        return f"{what} {end.value:g}; {expected} expected at the start."
    return f"{what} {_figure(found, end)} expected now; {expected} at the start."


def _figure(found: Review, one: Estimate) -> str:
    """A figure that is expected; too few games give it no interval."""
    unit = " %" * found.unit.percent
    if found.few:
        return f"about {plain(one.value)}{unit}"
    return (
        f"{plain(one.value)}{unit} ({plain(one.low)} to {plain(one.high)})"
        if unit
        else give_or_take(one)
    )


def _totals(found: Review, width: int) -> Iterator[str]:
    """The sums, which together are the result less what was expected."""
    worths = {
        f"choices of {seat}" if seat != found.seat else "your choices": _choices(found, seat)
        for seat in found.choices
    }
    worths["luck"] = _sum(found, found.luck, known=any(one.luck for one in found.moments))
    if found.between:
        worths["not taken apart"] = _sum(found, found.together)
    room = max(map(len, worths))
    for name, worth in worths.items():
        yield from wrapped(f"{name:<{room}}  {worth}", width, "  ", HANG)


def _choices(found: Review, seat: str) -> str:
    total = found.choices[seat]
    known = [one.choice for one in found.moments if one.played.seat == seat and one.choice]
    if known and all(one.value == 0 and (found.few or one.low == one.high) for one in known):
        return "0: as the scripted player would"
    return _sum(found, total, known=bool(known))


def _sum(found: Review, total: Estimate, *, known: bool = True) -> str:
    """A sum of parts, of which some are known; where there is nothing to take apart it is 0."""
    if not known:
        return "not looked at" if found.between else "0"
    return _worth(found, total) + _noise(found, total)


def _worth(found: Review, apart: Estimate) -> str:
    change = found.unit.change(apart)
    return signed(change.value) if found.few else give_or_take(change, sign=True)


def _noise(found: Review, apart: Estimate) -> str:
    """A warning for what chance alone may have made, unless there is nothing to warn of."""
    return "" if found.few or clear(apart) or apart.low == apart.high else NOISE


def _dear(found: Review, width: int) -> list[str]:
    if not found.dear:
        return ["  none stands out"]
    return [line for moment in found.dear for line in _lesson_lines(found, moment, width)]


def _even(found: Review, width: int) -> list[str]:
    dear = {moment.played.n for moment in found.dear}
    some = [one.moment for one in found.lessons if one.moment.played.n not in dear and one.hint.enough]
    return [line for moment in some for line in _lesson_lines(found, moment, width)]


def _lesson_lines(found: Review, moment: AssessedMove, width: int) -> Iterator[str]:
    """A decision, what it cost, and what was found when it was looked at again."""
    cost = ""
    if moment.choice and moment.choice.value and not found.few:
        cost = f": {_worth(found, moment.choice)}{_noise(found, moment.choice)}"
    yield from _hung(f"{_where(moment)}: {moment.words}{cost}", width)
    for lesson in found.lessons:
        if lesson.moment.played.n == moment.played.n:
            yield from wrapped(_better(lesson), width, HANG, HANG)


def _between(found: Review, width: int) -> list[str]:
    """What was not taken apart, where most was gained or lost."""
    some = sorted(found.between, key=lambda one: -abs(one.change.value))[:MOST_MOMENTS]
    return [line for one in some if one.change.value for line in _hung(_stretch(found, one), width)]


def _stretch(found: Review, one: UnassessedStretch) -> str:
    turns = " to ".join(dict.fromkeys(one.turns))
    lines = f"line {one.first}" if one.first == one.last else f"lines {one.first} to {one.last}"
    where = lines + f", {turns}" * bool(turns)
    return f"{where}: {_worth(found, one.change)}{_noise(found, one.change)}"


def _where(moment: AssessedMove) -> str:
    turn = f", {moment.played.seat}" if not moment.turn else f", {moment.turn}"
    return f"line {moment.played.n}{turn}"


def _hung(text: str, width: int) -> list[str]:
    return wrapped(text, width, "  ", HANG)


def _better(lesson: Alternatives) -> str:
    """What would have been better, by how much."""
    better, gap = lesson.better, lesson.done.gap
    if not lesson.hint.enough:
        return "there was no time to find out what is better"
    if gap is None or gap.estimate.value <= 0:
        return f"nothing better was found among {len(lesson.hint.ranking)} moves"
    unit = " % of the games" if lesson.hint.unit.percent else f" {lesson.hint.unit.words}"
    by = f"{span(lesson.hint.unit.change(gap.estimate))}{unit}"
    if gap.behind:
        return f"{better.words} would have been better by {by}"
    return f"{better.words} did better by {by}, which may be noise"


def _lucky(found: Review, moment: AssessedMove, width: int) -> Iterator[str]:
    assert moment.luck is not None  # noqa: S101
    worth = f"{_worth(found, moment.luck)}{_noise(found, moment.luck)}"
    yield from _hung(f"{_where(moment)}, {moment.played.seat}: {moment.words}: {worth}", width)
    events = moment.played.seen_by(None if found.over else found.seat)[:MOST_EVENTS]
    text = f"{rolled(moment.played.rolls)}. {' '.join(event.text for event in events)}"
    cut = shorten(text, LONGEST, placeholder=" ...")
    yield from wrapped(cut, width, HANG, HANG)


def rolled(rolls: Iterable[Roll]) -> str:
    """Rolls in words, those of one rule together: ``Contact test 3, 5``; cards only came."""
    parts = []
    for words, some in groupby(rolls, key=lambda roll: roll.words or roll.stream):
        faces = [str(roll.value) for roll in some if roll.stream == STREAM]
        parts.append(f"{words} {', '.join(faces)}" if faces else f"{words}: drawn")
    return "; ".join(parts)


def _how(found: Review) -> Iterator[str]:
    """How it was found out, and what it does not see."""
    stopped = "Stopped early. " if found.stopped else ""
    where = (
        f"{found.looked} of your {found.free} decisions were" if found.between else "Every decision was"
    )
    games = "1 game" if found.worlds == 1 else f"{found.worlds} games"
    few = ": too few games to tell" if found.few else ""
    whole = f" All of them would take about {_whole(found)}." if found.between else ""
    yield (
        f"{stopped}{where} taken apart; each position was played on by scripted players"
        f" in {games}{few}, {found.playouts} in all.{whole}"
    )
    yield (
        "A choice is compared with what the scripted player would do, so a fault that it shares"
        " costs nothing here: hint at that line finds it (sandtable hint SAVE --to LINE)."
    )


def _whole(found: Review) -> str:
    games = f"{found.whole} games"
    return games if found.pace is None else f"{games} or {ceil(found.whole * found.pace)}s"


def document(found: Review) -> dict[str, Any]:
    """A review as data for JSON; results are in the seat's returns."""
    return {
        "seat": found.seat,
        "over": found.over,
        "result": estimate(found.result),
        "expected": estimate(found.expected),
        "choices": {seat: estimate(total) for seat, total in found.choices.items()},
        "luck": estimate(found.luck),
        "together": estimate(found.together),
        "between": [_part(one) for one in found.between],
        "worlds": found.worlds,
        "playouts": found.playouts,
        "stopped": found.stopped,
        "moments": [_moment(one) for one in found.moments],
        "lessons": [_lesson(one) for one in found.lessons],
    }


def _part(one: UnassessedStretch) -> dict[str, Any]:
    return {"from": one.first, "to": one.last, "change": estimate(one.change)}


def _moment(one: AssessedMove) -> dict[str, Any]:
    told: dict[str, Any] = {
        "n": one.played.n,
        "turn": one.turn,
        "seat": one.played.seat,
        "words": one.words,
    }
    told["choice"] = estimate(one.choice) if one.choice else None
    told["luck"] = estimate(one.luck) if one.luck else None
    return {**told, "rolls": [roll.record for roll in one.played.rolls]}


def _lesson(one: Alternatives) -> dict[str, Any]:
    gap = one.done.gap
    return {
        "n": one.moment.played.n,
        "words": one.moment.words,
        "better": one.better.words,
        "by": estimate(gap.estimate) if gap else None,
        "clear": bool(gap and gap.behind),
        "playouts": one.hint.playouts,
    }
