"""The coach's review of a replay: the chance of a win, step by step, and what changed it."""

from __future__ import annotations

from typing import NamedTuple

from sandtable import Exported, SandtableError
from sandtable_tools import reviews
from sandtable_tools.reviews import Kind


class CurveMark(NamedTuple):
    """A choice or luck that changed the expectation by `by`; `amount` is its size in words.

    `n` counts frames, `line` the lines of the save. `played` is the move, as typed, and `better` the one
    that the coach would have made; "" for luck.
    """

    n: int
    kind: Kind
    by: float
    amount: str
    line: int
    played: str
    better: str


class Curve(NamedTuple):
    """The expectation of a seat before some lines, with its interval.

    Line numbers are those of frames. `title` is what it is; with `percent`, a chance. `said` is the
    result in words, `moments` what changed most, in order. After too few games there are no points.
    """

    seat: str
    title: str
    percent: bool
    said: str
    points: list[tuple[int, float, float, float]]
    moments: list[CurveMark]


def curve(exported: Exported) -> Curve | None:
    """The curve of a replay that has run to its end; None if the coach has not reviewed it.

    A reader who is a seat sees only that seat's curve. A damaged review is named among the problems.
    """
    if exported.replay is None:
        return None
    session = exported.session
    try:
        seats = reviews.read(exported.replay.path, session.journal.digest)
    except SandtableError as error:
        if str(error) not in session.plugins.problems:
            session.plugins.problems.append(str(error))
        return None
    seat = exported.seat or next(iter(seats), "")
    review = seats.get(seat)
    if review is None:
        return None
    numbers = {line: number for number, line in enumerate(exported.lines(), 1)}
    return Curve(
        seat,
        review.title,
        review.percent,
        review.said,
        [
            *((numbers[at.n], *_level(at)) for at in review.curve[:-1] if at.n in numbers),
            *((numbers.get(end.n, len(numbers)), *_level(end)) for end in review.curve[-1:]),
        ],
        [
            CurveMark(numbers[at.n], at.kind, at.by, at.amount, at.n, at.words, at.better)
            for at in sorted(review.moments, key=lambda moment: moment.n)
            if at.n in numbers
        ],
    )


def _level(point: reviews.CurvePoint) -> tuple[float, float, float]:
    return point.value, point.low, point.high
