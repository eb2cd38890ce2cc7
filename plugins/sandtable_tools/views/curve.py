"""How likely a win was, step by step: the coach's account of a game, which lies beside its save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from sandtable import Exported, Stake

FORMAT = 2
"""Accounts of this format are read."""

TURNING = 3
"""At most this many turning points are named."""


class Moment(NamedTuple):
    """A decision: its line, what was chosen and what luck gave, each None where it is not known."""

    n: int
    words: str
    choice: float | None
    luck: float | None

    @property
    def change(self) -> float:
        """How much it changed."""
        return max(abs(self.choice or 0), abs(self.luck or 0))


class Curve(NamedTuple):
    """What a seat could expect: by line of the save, in the unit `name`, with the ends of intervals.

    `percent` says that it is the chance of that outcome. `better` are moves that the coach would have
    made, by line, each with what it would have gained.
    """

    seat: str
    name: str
    percent: bool
    points: list[tuple[int, float, float, float]]
    moments: list[Moment]
    better: dict[int, tuple[str, float]]

    @property
    def turning_points(self) -> list[Moment]:
        """The decisions that changed most, in their order."""
        most = sorted((one for one in self.moments if one.change), key=lambda one: -one.change)
        return sorted(most[:TURNING])

    def figure(self, value: float, *, sign: bool = False) -> str:
        """A figure with its unit."""
        number = f"{value:+.0f}" if sign else f"{value:.0f}"
        return f"{number} %" if self.percent else f"{value:+.1f}" if sign else f"{value:.1f}"

    def title(self, name: str) -> str:
        """What it is the curve of; `name` is what the seat is called."""
        if not self.percent:
            return f"Expected {self.name}: {name}"
        won = self.name in (self.seat, "won")
        return f"Chance to win: {name}" if won else f"Chance of “{self.name}”: {name}"


def curve(exported: Exported) -> Curve | None:
    """The curve of a replay that has run to its end; None where nobody has looked at it.

    It is told to all, or to the seat whose it is: none is told what another could expect.
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
        return _curve(seat, seats[seat], exported.session.scenario.game.stakes)
    except (OSError, ValueError, KeyError, TypeError, StopIteration):
        return None  # no account, or not one of ours


def _curve(seat: str, review: Mapping[str, Any], stakes: Mapping[str, Stake]) -> Curve | None:
    """A review as a curve, in the unit of the rulebook."""
    unit = review["unit"]
    stake = stakes.get(unit["name"].replace(" ", "-")) or Stake(unit["name"])
    factor, offset = unit["factor"] / stake.steps, unit["offset"] / stake.steps

    def level(one: Mapping[str, Any]) -> tuple[float, float, float]:
        value = one["value"] * factor + offset
        ends = (value if one[end] is None else one[end] * factor + offset for end in ("low", "high"))
        low, high = ends
        return value, low, high

    def change(one: Mapping[str, Any] | None) -> float | None:
        return None if one is None else one["value"] * factor

    points = [(point["n"], *level(point)) for point in review["curve"]]
    moments = [
        Moment(one["n"], one["words"], change(one["choice"]), change(one["luck"]))
        for one in review["moments"]
    ]
    better = {
        one["n"]: (one["better"], change(one["by"]) or 0.0)
        for one in review["lessons"]
        if one["clear"] and one["better"] != one["words"]
    }
    if len(points) < 2:
        return None
    return Curve(seat, stake.name, unit["percent"], points, moments, better)


def jumps(points: Sequence[tuple[int, float, float, float]]) -> list[tuple[int, float]]:
    """Where a curve changes most: lines with what changed before them, in their order."""
    steps = [(after[0], after[1] - before[1]) for before, after in pairwise(points)]
    most = sorted((one for one in steps if one[1]), key=lambda one: -abs(one[1]))
    return sorted(most[:TURNING])
