"""The coach's review of a replay: the expectation step by step, and what changed it."""

from __future__ import annotations

from typing import NamedTuple

from sandtable import Exported, SandtableError
from sandtable_tools import reviews
from sandtable_tools.reviews import Kind


class CurveMark(NamedTuple):
    """A choice or a roll that changed the expectation by `by`; `amount` says how much in words.

    `n` is the frame's number, and `line` the number of the save's line. `played` is the move as typed,
    `better` the one that the coach prefers; both are "" for luck.
    """

    n: int
    kind: Kind
    by: float
    amount: str
    line: int
    played: str
    better: str


class Curve(NamedTuple):
    """A seat's expectation before some lines, with its interval.

    Lines are numbered like frames. `title` names what is expected; with `percent`, it is a chance.
    `said` tells the result in words, and `moments` lists what changed the expectation most, in order.
    `points` is empty if too few games were played.
    """

    seat: str
    title: str
    percent: bool
    said: str
    points: list[tuple[int, float, float, float]]
    moments: list[CurveMark]


def curve(exported: Exported) -> Curve | None:
    """Return the curve of a replay that has run to its end, or None if the coach has not reviewed it.

    A seat sees only its own curve. A damaged review is reported among the problems.
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
            *((numbers[at.n], *_interval(at)) for at in review.curve[:-1] if at.n in numbers),
            *((numbers.get(end.n, len(numbers)), *_interval(end)) for end in review.curve[-1:]),
        ],
        [
            CurveMark(numbers[at.n], at.kind, at.by, at.amount, at.n, at.words, at.better)
            for at in sorted(review.moments, key=lambda moment: moment.n)
            if at.n in numbers
        ],
    )


def _interval(point: reviews.CurvePoint) -> tuple[float, float, float]:
    return point.value, point.low, point.high
