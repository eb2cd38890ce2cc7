"""Questions about a position: the rules ask them at the table, screens and the bot of a view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from sandtable_hexes import Reach, reach, supply

from sandtable_seven_wells.hexes import (
    COSTS,
    HOPS,
    MAP,
    RAIL,
    SOURCES,
    STACKING,
    SUPPLY,
    WATER,
    WELLS,
    ZONE,
)
from sandtable_seven_wells.state import BRITISH, OTHER, OTTOMAN, ScenarioData, UnitData, War, sort_of

MOUNTED = ("mounted", "camel")
KHAMSIN = 2
"""Points that a khamsin takes from mounted units (section 1.2)."""
NOBODY = UnitData((0,), 4)
"""The numbers of a face-down counter, for those who cannot look at it."""


class Position:
    """A position with its scenario's numbers; it keeps nothing, so make one when you need it."""

    def __init__(self, data: ScenarioData, war: War) -> None:
        self.data, self.war, self.units = data, war, war.units

    def numbers(self, unit: str) -> UnitData:
        """The numbers of a unit."""
        return self.data.units.get(unit, NOBODY)

    def factor(self, unit: str) -> int:
        """Its factor now (section 2.1)."""
        return self.numbers(unit).factors[self.units[unit].lost]

    def steps(self, unit: str) -> int:
        """The steps that it has left; 0 if it is lost."""
        return len(self.numbers(unit).factors) - self.units[unit].lost

    def of(self, side: str) -> Iterator[str]:
        """The units of a side that are on the map."""
        return (id for id, unit in self.units.items() if unit.at and sort_of(id).side == side)

    def at(self, hex: str) -> list[str]:
        """The units in a hex."""
        return [id for id, unit in self.units.items() if unit.at == hex]

    def hexes(self, side: str) -> set[str]:
        """The hexes with units of a side."""
        return {self.units[id].at for id in self.of(side)}

    def zone(self, side: str) -> set[str]:
        """The zones of control of a side; guns have none (section 2.3)."""
        return MAP.zone({self.units[id].at for id in self.of(side) if sort_of(id).kind != "guns"})

    def full(self, side: str, unit: str) -> set[str]:
        """The hexes where a unit finds no room (section 2.2)."""
        held = ((self.units[id].at, sort_of(id).size) for id in self.of(side) if id != unit)
        return STACKING.full(MAP, held, sort_of(unit).size)

    def closed(self, side: str) -> set[str]:
        """Where no supply and no retreat goes: enemies, and their zones without a friend."""
        enemy = OTHER[side]
        return self.hexes(enemy) | (self.zone(enemy) - self.hexes(side))

    def supplied(self, side: str) -> Reach:
        """The hexes in supply (section 3.1)."""
        return _lines(side, frozenset(self.closed(side)))[0]

    def watered(self, side: str) -> Reach:
        """The hexes with water for mounted units (section 3.2)."""
        railway = _lines(side, frozenset(self.closed(side)))[1]
        return _water(frozenset(self.hexes(OTHER[side])), railway)

    def points(self, unit: str) -> int:
        """Its movement points, with supply, water and weather (sections 1.2, 3)."""
        points, wants = self.numbers(unit).move, self.wants(unit)
        if "khamsin" in wants:
            points -= KHAMSIN
        return points if {*wants} <= {"khamsin"} else points // 2

    def wants(self, unit: str) -> tuple[str, ...]:
        """Why it has fewer movement points than usual."""
        sort, here = sort_of(unit), self.units[unit].at
        khamsin = self.war.khamsin and sort.kind in MOUNTED
        hungry = here not in self.supplied(sort.side).cost
        dry = sort.kind == "mounted" and here not in self.watered(sort.side).cost
        return ("khamsin",) * khamsin + ("no supply",) * hungry + ("no water",) * dry

    def reach(self, unit: str, points: int, *, minimum: bool = True) -> Reach:
        """Where a unit can go with so many points (section 4)."""
        sort, costs = sort_of(unit), COSTS[sort_of(unit).kind]
        enemy = OTHER[sort.side]
        return reach(
            costs.steps,
            self.units[unit].at,
            costs(points),
            blocked=self.hexes(enemy),
            full=self.full(sort.side, unit),
            zone=self.zone(enemy),
            rule=ZONE,
            minimum=minimum,
        )

    def halving(self, unit: str, hex: str, supplied: Reach) -> str:
        """Why a unit attacks a hex with half its factor, in a word; empty if it does not (6.2)."""
        here = self.units[unit].at
        edge = MAP.edge(here, hex)
        across = [kind for kind in edge.sides if MAP.file.sides[kind].halves] if edge else []
        return across[0] if across else "no supply" * (here not in supplied.cost)

    def halved(self, unit: str, hex: str, supplied: Reach) -> bool:
        """Whether a unit attacks a hex with half its factor."""
        return bool(self.halving(unit, hex, supplied))

    def strength(self, units: Iterable[str], hex: str, supplied: Reach) -> int:
        """The strength of an attack, in half points (section 6.2)."""
        return sum(self.factor(unit) * (1 if self.halved(unit, hex, supplied) else 2) for unit in units)

    def defence(self, hex: str) -> int:
        """The strength of the defenders, in half points."""
        return 2 * sum(1 if sort_of(unit).kind == "guns" else self.factor(unit) for unit in self.at(hex))

    def attackers(self, side: str, hex: str) -> list[str]:
        """The units that can attack a hex: neighbours that have not fought (section 6.1)."""
        near = {edge.other for edge in MAP.edges[hex]}
        return [id for id in self.of(side) if self.units[id].at in near and self.can_attack(id)]

    def can_attack(self, unit: str) -> bool:
        """Whether it may still attack this turn."""
        sort = sort_of(unit)
        return not (self.units[unit].fought or sort.kind == "guns" or sort.dummy)

    def seen(self) -> set[str]:
        """The face-down counters that a British unit is next to (section 2.4)."""
        near = {edge.other for hex in self.hexes(BRITISH) for edge in MAP.edges[hex]}
        return {id for id in self.of(OTTOMAN) if self.units[id].number and self.units[id].at in near}


@lru_cache(maxsize=256)
def _lines(side: str, closed: frozenset[str]) -> tuple[Reach, tuple[str, ...]]:
    """The hexes in supply of a side, and its railway: they change seldom."""
    source = SOURCES[side]
    railway = reach(RAIL, source, None, blocked=closed).cost if source not in closed else {}
    return supply(HOPS, source, SUPPLY, blocked=closed, network=RAIL), tuple(railway)


@lru_cache(maxsize=256)
def _water(enemies: frozenset[str], railway: tuple[str, ...]) -> Reach:
    """The hexes with water, from open wells and from a railway."""
    wells = (well for well in WELLS if well not in enemies)
    return supply(HOPS, [*wells, *railway], WATER, blocked=enemies)
