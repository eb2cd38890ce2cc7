"""The coach's review of a replay: the chance of a win, step by step, and what changed it."""

from __future__ import annotations

from typing import NamedTuple

from sandtable import Exported, SandtableError, slug
from sandtable_tools import reviews
from sandtable_tools.reviews import Kind


class Moment(NamedTuple):
    """A choice or luck that changed the expectation by `by`.

    `n` counts frames, `line` the lines of the save. `played` is the move, as typed, and `better` the one
    that the coach would have made; "" for luck.
    """

    n: int
    kind: Kind
    by: float
    line: int
    played: str
    better: str


class Curve(NamedTuple):
    """The expectation of a seat before some lines, in the unit `name`, with its interval.

    Line numbers are those of frames. With `percent`, it is the chance of the outcome `name`. `said` is
    the result in words, `moments` what changed most, in order. After too few games there are no points.
    """

    seat: str
    name: str
    percent: bool
    said: str
    points: list[tuple[int, float, float, float]]
    moments: list[Moment]

    def figure(self, value: float, *, sign: bool = False) -> str:
        """A figure with its unit."""
        number = f"{value:+.0f}" if sign else f"{value:.0f}"
        return f"{number} %" if self.percent else f"{value:+.1f}" if sign else f"{value:.1f}"

    def title(self, name: str) -> str:
        """The title of the curve; `name` is the name of the seat."""
        if not self.percent:
            return f"Expected {self.name}: {name}"
        won = self.name in (self.seat, "won")
        return f"Chance to win: {name}" if won else f"Chance of “{self.name}”: {name}"


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
        session.scenario.game.stake_names.get(slug(review.name), review.name),
        review.percent,
        review.said,
        [
            *((numbers[at.n], *_level(at)) for at in review.curve[:-1] if at.n in numbers),
            *((numbers.get(end.n, len(numbers)), *_level(end)) for end in review.curve[-1:]),
        ],
        [
            Moment(numbers[moment.n], moment.kind, moment.by, moment.n, moment.words, moment.better)
            for moment in sorted(review.moments, key=lambda moment: moment.n)
            if moment.n in numbers
        ],
    )


def _level(point: reviews.Point) -> tuple[float, float, float]:
    return point.value, point.low, point.high
