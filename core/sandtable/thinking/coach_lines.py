"""What the coach says, in lines for people, and as one JSON document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import shorten
from typing import Any

from sandtable.dice import STREAM, Roll
from sandtable.estimate import Estimate
from sandtable.thinking.coach import Lesson, Moment, Review
from sandtable.thinking.figures import ENOUGH, clear, give_or_take, span, wrapped
from sandtable.thinking.hint_lines import estimate

MOST_MOMENTS = 3
"""So many of the luckiest moments are shown, and of the unluckiest."""

MOST_EVENTS = 3
"""So many events of a moment are told."""

LONGEST = 150
"""What happened is cut to so many characters."""

HANG = " " * 6

NOISE = " (may be noise)"


def lines(found: Review, width: int = 80) -> list[str]:
    """A review in lines of at most `width` columns."""
    texts = [*wrapped(_opening(found), width, "", "  "), *_totals(found)]
    texts += ["", "Decisions that cost most", *_lessons(found, width)]
    lucky = sorted((one for one in found.moments if _told(found, one)), key=_luck)
    for title, some in (
        ("Luckiest", [one for one in reversed(lucky[-MOST_MOMENTS:]) if _luck(one) > 0]),
        ("Unluckiest", [one for one in lucky[:MOST_MOMENTS] if _luck(one) < 0]),
    ):
        if some:
            texts += ["", title]
            texts += [line for one in some for line in _lucky(found, one, width)]
    return [*texts, "", *wrapped(_how(found), width)]


def _told(found: Review, moment: Moment) -> bool:
    """Whether luck did anything that can be told with one digit."""
    return moment.luck is not None and abs(found.unit.change(moment.luck).value) >= 0.05


def _luck(moment: Moment) -> float:
    return moment.luck.value if moment.luck else 0.0


def _opening(found: Review) -> str:
    """``14 half points; 11.7 +- 1.2 were to be expected at the start.``."""
    expected = give_or_take(found.unit.figure(found.expected))
    if found.unit.percent:
        now = give_or_take(found.unit.figure(found.result))
        ended = f'it ended "{found.outcome}"' if found.over else f"now it is {now} %"
        likely = f'"{found.unit.name}" was {expected} % likely at the start'
        return f"{found.seat.capitalize()}: {likely}; {ended}."
    end = found.unit.figure(found.result)
    what = f"{found.seat.capitalize()}: {found.unit.words}"
    if found.over:
        return f"{what} {end.value:g}; {expected} expected at the start."
    return f"{what} {give_or_take(end)} expected now; {expected} at the start."


def _totals(found: Review) -> Iterator[str]:
    """The sums, which together are the result less what was expected."""
    parts = {(f"choices of {seat}" if seat != found.seat else "your choices"): total
             for seat, total in found.choices.items()}  # fmt: skip
    parts["luck"] = found.luck
    room = max(map(len, parts))
    for name, total in parts.items():
        yield f"  {name:<{room}}  {_worth(found, total):>16}{_noise(total)}"


def _worth(found: Review, apart: Estimate) -> str:
    return give_or_take(found.unit.change(apart), sign=True)


def _noise(apart: Estimate) -> str:
    """A warning for what chance alone may have made, unless there is nothing to warn of."""
    return "" if clear(apart) or apart.low == apart.high else NOISE


def _lessons(found: Review, width: int) -> Iterator[str]:
    if not found.dear:
        yield "  none stands out"
    lessons = {lesson.moment.deed.n: lesson for lesson in found.lessons}
    for moment in found.dear:
        assert moment.choice is not None  # noqa: S101
        cost = f"{_worth(found, moment.choice)}{_noise(moment.choice)}"
        yield from _hung(f"{_where(moment)}: {moment.words}: {cost}", width)
        if lesson := lessons.get(moment.deed.n):
            yield from wrapped(_better(lesson), width, HANG, HANG)


def _where(moment: Moment) -> str:
    turn = f", {moment.deed.seat}" if not moment.turn else f", {moment.turn}"
    return f"line {moment.deed.n}{turn}"


def _hung(text: str, width: int) -> list[str]:
    return wrapped(text, width, "  ", HANG)


def _better(lesson: Lesson) -> str:
    """What would have been better, by how much."""
    better, gap = lesson.better, lesson.done.gap
    if better is lesson.done:
        return "nothing better was found"
    if gap is None or gap.estimate.of < ENOUGH:
        return "there was no time to find out what is better"
    apart = lesson.hint.unit.change(gap.estimate)
    unit = " % of the games" if lesson.hint.unit.percent else f" {lesson.hint.unit.words}"
    by = f"{span(apart)}{unit}"
    # A sequence that somebody else has begun, the scripted player has gone on with.
    sequence = len(lesson.moment.deed.move) > 1
    other = better.words + " and the rest as the scripted player does it" * sequence
    if gap.behind:
        return f"{other} would have been better by {by}"
    if apart.value <= 0:
        return "nothing better was found"
    return f"{other} did better by {by}, which may be noise"


def _lucky(found: Review, moment: Moment, width: int) -> Iterator[str]:
    assert moment.luck is not None  # noqa: S101
    worth = f"{_worth(found, moment.luck)}{_noise(moment.luck)}"
    yield from _hung(f"{_where(moment)}, {moment.deed.seat}: {moment.words}: {worth}", width)
    events = moment.deed.seen_by(None if found.over else found.seat)[:MOST_EVENTS]
    text = f"{rolled(moment.deed.rolls)}. {' '.join(event.text for event in events)}"
    cut = shorten(text, LONGEST, placeholder=" ...")
    yield from wrapped(cut, width, HANG, HANG)


def rolled(rolls: Iterable[Roll]) -> str:
    """Rolls in words, those of one rule together: ``Contact test 3, 5``; cards only came."""
    parts = []
    for words, some in groupby(rolls, key=lambda roll: roll.words or roll.stream):
        faces = [str(roll.value) for roll in some if roll.stream == STREAM]
        parts.append(f"{words} {', '.join(faces)}" if faces else f"{words}: drawn")
    return "; ".join(parts)


def _how(found: Review) -> str:
    stopped = "Stopped early. " if found.stopped else ""
    rough = " That is very few: more time tells more." if found.worlds < 8 else ""
    return (
        f"{stopped}Every position was played on by scripted players in {found.worlds} worlds,"
        f" {found.playouts} games in all. A choice is compared with what they would do.{rough}"
    )


def document(found: Review) -> dict[str, Any]:
    """A review as data for JSON; results are in the seat's returns."""
    return {
        "seat": found.seat,
        "over": found.over,
        "result": estimate(found.result),
        "expected": estimate(found.expected),
        "choices": {seat: estimate(total) for seat, total in found.choices.items()},
        "luck": estimate(found.luck),
        "worlds": found.worlds,
        "playouts": found.playouts,
        "stopped": found.stopped,
        "moments": [_moment(one) for one in found.moments],
        "lessons": [_lesson(one) for one in found.lessons],
    }


def _moment(one: Moment) -> dict[str, Any]:
    told: dict[str, Any] = {"n": one.deed.n, "turn": one.turn, "seat": one.deed.seat, "words": one.words}
    told["choice"] = estimate(one.choice) if one.choice else None
    told["luck"] = estimate(one.luck) if one.luck else None
    return {**told, "rolls": [roll.record for roll in one.deed.rolls]}


def _lesson(one: Lesson) -> dict[str, Any]:
    gap = one.done.gap
    return {
        "n": one.moment.deed.n,
        "words": one.moment.words,
        "better": one.better.words,
        "by": estimate(gap.estimate) if gap else None,
        "clear": bool(gap and gap.behind),
        "playouts": one.hint.playouts,
    }
