"""Answers questions about a position, for the rules, the screens and the bot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sandtable_hexes import Reach, reach, supply

from sandtable_seven_wells.hexes import (
    COSTS,
    FOOT_STEPS,
    MAP,
    RAIL_STEPS,
    SOURCES,
    STACKING,
    SUPPLY_RANGE,
    WATER_RANGE,
    WELLS,
    ZONE,
)
from sandtable_seven_wells.state import BRITISH, OTHER, OTTOMAN, ScenarioData, UnitData, War, info_of

MOUNTED = ("mounted", "camel")
KHAMSIN = 2
"""The movement points that a khamsin costs mounted units and camels (section 1.2)."""
UNKNOWN_NUMBERS = UnitData((0,), 4)
"""A face-down counter's numbers, as the British must assume them."""


class Position:
    """A position with its scenario's numbers. It caches nothing: make one whenever you need it."""

    def __init__(self, data: ScenarioData, war: War) -> None:
        self.data, self.war, self.units = data, war, war.units

    def numbers(self, unit: str) -> UnitData:
        """Return a unit's numbers."""
        return self.data.units.get(unit, UNKNOWN_NUMBERS)

    def factor(self, unit: str) -> int:
        """Return a unit's present factor (section 2.1)."""
        return self.numbers(unit).factors[self.units[unit].lost]

    def steps(self, unit: str) -> int:
        """Return how many steps a unit has left; 0 if it is destroyed."""
        return len(self.numbers(unit).factors) - self.units[unit].lost

    def units_of(self, side: str) -> Iterator[str]:
        """Return a side's units on the map."""
        return (id for id, unit in self.units.items() if unit.at and info_of(id).side == side)

    def units_in(self, hex: str) -> list[str]:
        """Return the units in a hex."""
        return [id for id, unit in self.units.items() if unit.at == hex]

    def occupied_hexes(self, side: str) -> set[str]:
        """Return the hexes with a side's units."""
        return {self.units[id].at for id in self.units_of(side)}

    def zone(self, side: str) -> set[str]:
        """Return a side's zones of control; guns have none (section 2.3)."""
        return MAP.zone({self.units[id].at for id in self.units_of(side) if info_of(id).kind != "guns"})

    def full_hexes(self, side: str, unit: str) -> set[str]:
        """Return the hexes where a unit has no room (section 2.2)."""
        held = ((self.units[id].at, info_of(id).size) for id in self.units_of(side) if id != unit)
        return STACKING.full(MAP, held, info_of(unit).size)

    def closed_hexes(self, side: str) -> set[str]:
        """Return hexes closed to supply and retreat: with enemies, or in their zone without a friend."""
        enemy = OTHER[side]
        return self.occupied_hexes(enemy) | (self.zone(enemy) - self.occupied_hexes(side))

    def supplied(self, side: str) -> Reach:
        """Return the hexes in supply (section 3.1)."""
        return _supply_and_railway(side, frozenset(self.closed_hexes(side)))[0]

    def watered(self, side: str) -> Reach:
        """Return the hexes with water for mounted units (section 3.2)."""
        railway = _supply_and_railway(side, frozenset(self.closed_hexes(side)))[1]
        return _hexes_with_water(frozenset(self.occupied_hexes(OTHER[side])), railway)

    def points(self, unit: str) -> int:
        """Return a unit's movement points after supply, water and weather (sections 1.2, 3)."""
        points, hindrances = self.numbers(unit).move, self.hindrances(unit)
        if "khamsin" in hindrances:
            points -= KHAMSIN
        return points if {*hindrances} <= {"khamsin"} else points // 2

    def hindrances(self, unit: str) -> tuple[str, ...]:
        """Return the reasons why a unit has fewer movement points than usual."""
        info, here = info_of(unit), self.units[unit].at
        khamsin = self.war.khamsin and info.kind in MOUNTED
        no_supply = here not in self.supplied(info.side).cost
        no_water = info.kind == "mounted" and here not in self.watered(info.side).cost
        return ("khamsin",) * khamsin + ("no supply",) * no_supply + ("no water",) * no_water

    def reach(self, unit: str, points: int, *, minimum: bool = True) -> Reach:
        """Return where a unit can go with this many movement points (section 4)."""
        info, costs = info_of(unit), COSTS[info_of(unit).kind]
        enemy = OTHER[info.side]
        return reach(
            costs.steps,
            self.units[unit].at,
            costs(points),
            blocked=self.occupied_hexes(enemy),
            full=self.full_hexes(info.side, unit),
            zone=self.zone(enemy),
            rule=ZONE,
            minimum=minimum,
        )

    def halving(self, unit: str, hex: str, supplied: Reach) -> str:
        """Return why a unit attacks a hex with half its factor; empty if it does not (6.2)."""
        here = self.units[unit].at
        edge = MAP.edge(here, hex)
        across = [kind for kind in edge.sides if MAP.file.sides[kind].halves] if edge else []
        return across[0] if across else "no supply" * (here not in supplied.cost)

    def is_halved(self, unit: str, hex: str, supplied: Reach) -> bool:
        """Tell whether a unit attacks a hex with half its factor."""
        return bool(self.halving(unit, hex, supplied))

    def strength(self, units: Iterable[str], hex: str, supplied: Reach) -> int:
        """Return the strength of an attack, in half points (section 6.2)."""
        return sum(self.factor(id) * (1 if self.is_halved(id, hex, supplied) else 2) for id in units)

    def defence(self, hex: str) -> int:
        """Return the strength of the defenders, in half points."""
        return 2 * sum(1 if info_of(id).kind == "guns" else self.factor(id) for id in self.units_in(hex))

    def attackers(self, side: str, hex: str) -> list[str]:
        """Return the units that can attack a hex: those next to it that have not fought (6.1)."""
        near = {edge.other for edge in MAP.edges[hex]}
        return [id for id in self.units_of(side) if self.units[id].at in near and self.can_attack(id)]

    def can_attack(self, unit: str) -> bool:
        """Tell whether a unit may still attack this turn."""
        info = info_of(unit)
        return not (self.units[unit].fought or info.kind == "guns" or info.dummy)

    def spotted_counters(self) -> set[str]:
        """Return the face-down counters next to a British unit (section 2.4)."""
        near = {edge.other for hex in self.occupied_hexes(BRITISH) for edge in MAP.edges[hex]}
        units = self.units
        return {id for id in self.units_of(OTTOMAN) if units[id].number and units[id].at in near}


@lru_cache(maxsize=256)
def _supply_and_railway(side: str, closed: frozenset[str]) -> tuple[Reach, tuple[str, ...]]:
    """Return a side's hexes in supply, and its railway. They seldom change, so they are cached."""
    source = SOURCES[side]
    railway = reach(RAIL_STEPS, source, None, blocked=closed).cost if source not in closed else {}
    return supply(FOOT_STEPS, source, SUPPLY_RANGE, blocked=closed, network=RAIL_STEPS), tuple(railway)


@lru_cache(maxsize=256)
def _hexes_with_water(enemies: frozenset[str], railway: tuple[str, ...]) -> Reach:
    """Return the hexes with water from a railway or from wells without an enemy."""
    wells = (well for well in WELLS if well not in enemies)
    return supply(FOOT_STEPS, [*wells, *railway], WATER_RANGE, blocked=enemies)
