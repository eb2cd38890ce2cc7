"""A force as the scripted player plans with it: strengths, speed and charges (LOA 29, LOA 35)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable_lawrence.bot_routes import Gait
from sandtable_lawrence.roster import AEROPLANE, DEMOLITION, LAWRENCE, UNITS, capacity, is_leader
from sandtable_lawrence.state import Unit
from sandtable_lawrence.tables import TABLES

LEADER_STRENGTH = 3
"""The strength of an Arab leader still to be recruited, a mean of Auda and Sherif Ali (LOA 29)."""


class Band(NamedTuple):
    """A force, described by numbers instead of its units.

    - `followers`: the strengths of the units that are not leaders, strongest first.
    - `leaders`: the strengths of the leaders, strongest first.
    - `speed`: the movement of the slowest unit.
    - `slow`: whether the force stops after a desert link (LOA-C4).
    - `flown`: whether the force has the Aeroplane.
    - `lawrence`: whether Lawrence is with it.
    - `charges`: how many charges the units carry.
    - `slots`: how many more pieces of gear the units can carry (LOA 35).
    """

    followers: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()
    speed: int = 0
    slow: bool = False
    has_aeroplane: bool = False
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
        """Whether the band is Lawrence alone, who can enter spaces closed to others (LOA 30.2)."""
        return self.lawrence and self.size == 1

    def with_followers(self, *others: int, speed: int = 9, slow: bool = False) -> Band:
        """Return the band after followers with these strengths join."""
        more = tuple(sorted((*self.followers, *others), reverse=True))
        return self._replace(followers=more, speed=min(self.speed, speed), slow=self.slow or slow)

    def with_leader(self, leader: int, speed: int = 4) -> Band:
        """Return the band after a leader joins."""
        more = tuple(sorted((*self.leaders, leader), reverse=True))
        return self._replace(leaders=more, speed=min(self.speed, speed))

    def with_machineguns(self, number: int) -> Band:
        """Return the band with Machineguns for this many of its strongest units (LOA 35.2)."""
        line = list(self.followers or self.leaders)
        for place in range(min(number, len(line))):
            line[place] = min(6, line[place] + 1)
        if self.followers:
            return self._replace(followers=tuple(line))
        return self._replace(leaders=tuple(line))


def band_of(units: Iterable[Unit]) -> Band:
    """Return these units as a band."""
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
    """Tell whether a unit makes its force stop after a desert link (LOA-C4)."""
    return UNITS[unit].sort in TABLES.movement.desert_stops
