"""The chance of a win, step by step, from the coach's account next to a save."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from sandtable import Exported, slug

FORMAT = 2
"""The format of accounts that can be read."""

TURNING = 3
"""At most this many turning points are named."""


class Swing(NamedTuple):
    """The change of the expectation with a line; `kind` is ``choice`` or ``luck``, "" for both."""

    n: int
    kind: str
    by: float


class Moment(NamedTuple):
    """A decision: its line, and how much its choice and its luck changed; 0 if unknown."""

    n: int
    choice: float
    luck: float

    @property
    def swing(self) -> Swing:
        """The greater of the two changes."""
        if abs(self.choice) >= abs(self.luck):
            return Swing(self.n, "choice", self.choice)
        return Swing(self.n, "luck", self.luck)


class Better(NamedTuple):
    """A move that the coach would have made: its line in the save, its words, those of the move made.

    `by` is what it would have gained, `low` and `high` its interval.
    """

    line: int
    words: str
    played: str
    by: float
    low: float
    high: float


class Curve(NamedTuple):
    """The expectation of a seat before some lines, in the unit `name`, with its interval.

    Line numbers are those of frames. With `percent`, it is the chance of the outcome `name`. `better`
    has, by line, the moves that the coach would have made.
    """

    seat: str
    name: str
    percent: bool
    points: list[tuple[int, float, float, float]]
    moments: list[Moment]
    better: dict[int, Better]

    @property
    def turning_points(self) -> list[Swing]:
        """The lines that changed most, in order; without moments, where the curve turns most.

        A change over several lines counts for none of them.
        """
        swings = [moment.swing for moment in self.moments]
        if not any(swing.by for swing in swings):
            lines = [(a, b) for a, b in pairwise(self.points) if b[0] - a[0] == 1]
            swings = [Swing(before[0], "", after[1] - before[1]) for before, after in lines]
        by_size = sorted((swing for swing in swings if swing.by), key=lambda swing: -abs(swing.by))
        return sorted(by_size[:TURNING])

    def figure(self, value: float, *, sign: bool = False) -> str:
        """A figure with its unit."""
        number = f"{value:+.0f}" if sign else f"{value:.0f}"
        return f"{number} %" if self.percent else f"{value:+.1f}" if sign else f"{value:.1f}"

    def gain(self, better: Better) -> str:
        """The gain of a better move, with its interval."""
        low, high = (f"{end:.0f}" if self.percent else f"{end:.1f}" for end in better[-2:])
        unit = " %" if self.percent else ""
        return f"{self.figure(better.by, sign=True)} ({low} to {high}{unit})"

    def title(self, name: str) -> str:
        """The title of the curve; `name` is the name of the seat."""
        if not self.percent:
            return f"Expected {self.name}: {name}"
        won = self.name in (self.seat, "won")
        return f"Chance to win: {name}" if won else f"Chance of “{self.name}”: {name}"


def curve(exported: Exported) -> Curve | None:
    """The curve of a replay that has run to its end; None if the coach has not reviewed it.

    A reader who is a seat sees only that seat's curve.
    """
    if exported.replay is None:
        return None
    try:
        text = exported.replay.path.with_suffix(".coach.json").read_bytes()
        account = msgspec.json.decode(text, type=dict[str, Any])
        if (account["format"], account["digest"]) != (FORMAT, exported.session.journal.digest):
            return None
        seats: Mapping[str, Any] = account["seats"]
        seat = exported.seat or next(iter(seats))
        review = seats[seat]
        numbers = {line: number for number, line in enumerate(exported.lines(), 1)}
        return _curve(seat, review, numbers, exported.session.scenario.game.stake_names)
    except (OSError, ValueError, KeyError, TypeError, StopIteration):
        return None  # no account, or not the coach's


def _curve(
    seat: str, review: Mapping[str, Any], numbers: Mapping[int, int], stakes: Mapping[str, str]
) -> Curve | None:
    """A review as a curve over the lines in `numbers`, in the unit of the rulebook."""
    unit = review["unit"]
    factor, offset = unit["factor"], unit["offset"]

    def level(point: Mapping[str, Any]) -> tuple[float, float, float]:
        value = point["value"]
        low, high = (value if point[end] is None else point[end] for end in ("low", "high"))
        return value * factor + offset, low * factor + offset, high * factor + offset

    def change(estimate: Mapping[str, Any] | None) -> float:
        return 0.0 if estimate is None else estimate["value"] * factor

    *points, end = review["curve"]
    if not points:
        return None
    return Curve(
        seat,
        stakes.get(slug(unit["name"]), unit["name"]),
        unit["percent"],
        [
            *((numbers[point["n"]], *level(point)) for point in points if point["n"] in numbers),
            (numbers.get(end["n"], len(numbers)), *level(end)),
        ],
        [
            Moment(numbers[moment["n"]], change(moment["choice"]), change(moment["luck"]))
            for moment in review["moments"]
            if moment["n"] in numbers
        ],
        {
            numbers[lesson["n"]]: Better(
                lesson["n"],
                lesson["better"],
                lesson["words"],
                *(lesson["by"][end] * factor for end in ("value", "low", "high")),
            )
            for lesson in review["lessons"]
            if lesson["clear"]
            and lesson["by"]
            and lesson["better"] != lesson["words"]
            and lesson["n"] in numbers
        },
    )
