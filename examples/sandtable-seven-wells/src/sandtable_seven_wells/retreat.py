"""Sections 6.6 and 6.7: defenders retreat or stand fast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Phase, Refusal, Table
from sandtable_hexes import retreats

from sandtable_seven_wells.actions import Retreat, Stand
from sandtable_seven_wells.counters import lose_step, place_unit, position_of, spot_counters
from sandtable_seven_wells.events import Retreated, Stood
from sandtable_seven_wells.hexes import COSTS, MAP, name_of
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import War, info_of

RETREAT_HEXES = 2
"""The length of a retreat in hexes."""


def retreat_hexes(position: Position, unit: str) -> list[str]:
    """Return the hexes that a unit can retreat to (section 6.6)."""
    info, here = info_of(unit), position.units[unit].at
    steps = COSTS[info.kind].steps
    closed, full = position.closed_hexes(info.side), position.full_hexes(info.side, unit)
    return list(retreats(MAP.apart, steps, here, RETREAT_HEXES, blocked=closed, full=full))


class Retreats(Phase[War], frozen=True):
    """The units in a hex retreat one at a time; those in `done` already have."""

    rule: ClassVar[str] = "6.6"
    title: ClassVar[str] = "Retreat"

    side: str
    hex: str
    done: tuple[str, ...] = ()

    def run(self, table: Table[War]) -> None:
        position = position_of(table)
        unit = next((unit for unit in position.units_in(self.hex) if unit not in self.done), None)
        if unit is None:
            return
        table.do(
            Retreating(seat=self.side, unit=unit)
            if retreat_hexes(position, unit)
            else Holding(unit, forced=True)
        )
        table.do(Retreats(self.side, self.hex, (*self.done, unit)))


class Holding(Phase[War], frozen=True):
    """A unit that cannot or will not retreat loses a step and stays."""

    rule: ClassVar[str] = "6.7"
    title: ClassVar[str] = "Standing"

    unit: str
    forced: bool = False

    def run(self, table: Table[War]) -> None:
        table.tell(Stood(self.unit, table.state.units[self.unit].at, self.forced))
        lose_step(table, self.unit)


class Retreating(Decision[War], frozen=True):
    """Asks where a unit retreats to; on firm ground it may stand instead."""

    rule: ClassVar[str] = "6.6"
    title: ClassVar[str] = "Retreat"
    takes: ClassVar[tuple[type[Action], ...]] = (Retreat, Stand)

    unit: str

    def ask(self, table: Table[War]) -> str:
        where = name_of(table.state.units[self.unit].at)
        name = info_of(self.unit).name
        steps = position_of(table).steps(self.unit)
        return f"{name} ({steps} step{'s' * (steps > 1)}) must leave {where}: to which hex?"

    def describe(self, table: Table[War], action: Action) -> str:
        if isinstance(action, Retreat):
            return MAP.terrain[action.hex]
        last = position_of(table).steps(self.unit) == 1
        return "lose the last step and be destroyed" if last else action.help

    def candidates(self, table: Table[War]) -> Iterator[Action]:
        yield from map(Retreat, retreat_hexes(position_of(table), self.unit))
        yield Stand()

    def refusal(self, table: Table[War], action: Action) -> Refusal | None:
        position = position_of(table)
        here = position.units[self.unit].at
        if isinstance(action, Stand):
            firm = MAP.effects(here).firm
            return None if firm else Refusal("6.7", "units stand only in towns and works", name_of(here))
        assert isinstance(action, Retreat)
        if action.hex in retreat_hexes(position, self.unit):
            return None
        why = "a unit retreats two hexes away, avoiding enemies and their zones"
        return Refusal("6.6", why, f"{name_of(action.hex)} is not open")

    def choose(self, table: Table[War], action: Action) -> None:
        if isinstance(action, Retreat):
            table.tell(Retreated(self.unit, table.state.units[self.unit].at, action.hex))
            place_unit(table, self.unit, action.hex)
            spot_counters(table)
        else:
            table.do(Holding(self.unit))
