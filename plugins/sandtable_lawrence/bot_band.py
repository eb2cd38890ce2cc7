"""A force as the plans of the scripted player see it: strengths, speed, charges (LOA 29, LOA 35)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable_lawrence.bot_routes import Gait
from sandtable_lawrence.roster import AEROPLANE, DEMOLITION, LAWRENCE, UNITS, capacity, is_leader
from sandtable_lawrence.state import Unit
from sandtable_lawrence.tables import TABLES

NEW_LEADER = 3
"""The strength of an Arab leader not yet known: Auda or Sherif Ali (LOA 29)."""


class Band(NamedTuple):
    """A force without the names of its units.

    - `followers`: the strengths of the units that are no leaders, the strongest first.
    - `leaders`: the strengths of the leaders, the strongest first.
    - `speed`: the movement of the slowest unit.
    - `slow`: whether one of the units stops after a desert link (LOA-C4).
    - `flown`: whether the force has the Aeroplane.
    - `lawrence`: whether Lawrence is with it.
    - `charges`: how many charges the units carry.
    - `slots`: how many more pieces of gear the units can take (LOA 35).
    """

    followers: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()
    speed: int = 0
    slow: bool = False
    flown: bool = False
    lawrence: bool = False
    charges: int = 0
    slots: int = 0

    @property
    def size(self) -> int:
        """The number of units."""
        return len(self.followers) + len(self.leaders)

    @property
    def gait(self) -> Gait:
        """How the band moves."""
        return Gait(self.speed, self.slow, self.alone)

    @property
    def alone(self) -> bool:
        """Whether the band is only Lawrence, who may enter spaces that others may not (LOA 30.2)."""
        return self.lawrence and self.size == 1

    def with_(self, *others: int, speed: int = 9, slow: bool = False) -> Band:
        """The band with more followers."""
        more = tuple(sorted((*self.followers, *others), reverse=True))
        return self._replace(followers=more, speed=min(self.speed, speed), slow=self.slow or slow)

    def join(self, leader: int, speed: int = 4) -> Band:
        """The band with one more leader."""
        more = tuple(sorted((*self.leaders, leader), reverse=True))
        return self._replace(leaders=more, speed=min(self.speed, speed))

    def arm(self, number: int) -> Band:
        """The band with Machineguns for its strongest (LOA 35.2)."""
        line = list(self.followers or self.leaders)
        for place in range(min(number, len(line))):
            line[place] = min(6, line[place] + 1)
        if self.followers:
            return self._replace(followers=tuple(line))
        return self._replace(leaders=tuple(line))


def band_of(units: Iterable[Unit]) -> Band:
    """The band of some units."""
    members = list(units)
    return Band(
        _strengths(unit for unit in members if not is_leader(unit.id)),
        _strengths(unit for unit in members if is_leader(unit.id)),
        min((UNITS[unit.id].move for unit in members), default=0),
        any(is_slow(unit.id) for unit in members),
        any(AEROPLANE in unit.gear for unit in members),
        any(unit.id == LAWRENCE for unit in members),
        sum(unit.gear.count(DEMOLITION) for unit in members),
        sum(max(0, capacity(unit.id) - len(unit.gear)) for unit in members),
    )


def _strengths(units: Iterable[Unit]) -> tuple[int, ...]:
    return tuple(sorted((min(6, unit.strength) for unit in units), reverse=True))


def is_slow(unit: str) -> bool:
    """Whether a unit stops after a desert link (LOA-C4)."""
    return UNITS[unit].sort in TABLES.movement.desert_stops
