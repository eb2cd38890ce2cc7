"""Section 4: movement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Done, Refusal, Table, number_of
from sandtable_hexes import Reach

from sandtable_seven_wells.actions import Move
from sandtable_seven_wells.counters import position_of, put, spot
from sandtable_seven_wells.events import Moved
from sandtable_seven_wells.hexes import COSTS, MAP, name_of
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import OTHER, War, sort_of


class Movement(Decision[War], frozen=True):
    """A side moves its units, one after the other, each once."""

    rule: ClassVar[str] = "4"
    title: ClassVar[str] = "Movement"
    takes: ClassVar[tuple[type[Action], ...]] = (Move, Done)
    opens: ClassVar[bool] = True

    def ask(self, table: Table[War]) -> str:
        ready = len(list(_ready(position_of(table), self.seat)))
        return f"Move a unit to a hex, or end movement ({number_of(ready, 'unit')} can still move)."

    def describe(self, table: Table[War], action: Action) -> str:
        if not isinstance(action, Move):
            return "end movement; combat follows"
        return MAP.terrain[action.hex]

    def cost(self, table: Table[War], action: Action) -> str:
        if not isinstance(action, Move):
            return ""
        position = position_of(table)
        points = position.points(action.unit, *_lines(position, self.seat))
        costs = COSTS[sort_of(action.unit).kind]
        return f"{costs.words(position.reach(action.unit, points).cost[action.hex])} of {points}"

    def candidates(self, table: Table[War]) -> Iterator[Action]:
        position = position_of(table)
        lines = _lines(position, self.seat)
        for unit in _ready(position, self.seat):
            here = position.units[unit].at
            cost = position.reach(unit, position.points(unit, *lines)).cost
            yield from (Move(unit, hex) for hex in cost if hex != here)
        yield Done()

    def options(self, table: Table[War]) -> list[Action]:
        return list(self.candidates(table))

    def refusal(self, table: Table[War], action: Action) -> Refusal | None:
        if not isinstance(action, Move):
            return None
        position, (unit, hex) = position_of(table), (action.unit, action.hex)
        if refusal := _why_not_unit(position, self.seat, unit):
            return refusal
        points = position.points(unit, *_lines(position, self.seat))
        if hex != position.units[unit].at and hex in position.reach(unit, points).cost:
            return None
        return _why_not_hex(position, unit, hex, points)

    def choose(self, table: Table[War], action: Action) -> None:
        if not isinstance(action, Move):
            return
        unit = table.state.units[action.unit]
        table.tell(Moved(action.unit, unit.at, action.hex, unit.number))
        unit.moved = True
        put(table, action.unit, action.hex)
        spot(table)
        if any(_ready(position_of(table), self.seat)):
            table.do(type(self)(seat=self.seat))


class VeiledMovement(Movement, frozen=True):
    """The Ottomans move: the British do not learn which counter a face-down one is (section 2.4)."""

    secret: ClassVar[bool] = True


def _ready(position: Position, side: str) -> Iterator[str]:
    """The units that can still move."""
    return (unit for unit in position.of(side) if not position.units[unit].moved)


def _lines(position: Position, side: str) -> tuple[Reach, Reach]:
    """The hexes in supply, and those with water."""
    return position.supplied(side), position.watered(side)


def _why_not_unit(position: Position, side: str, unit: str) -> Refusal | None:
    name = sort_of(unit).name
    if unit not in position.units or sort_of(unit).side != side:
        return Refusal("4.1", "you move your own units", f"{name} is not yours")
    if not position.units[unit].at:
        return Refusal("4.1", "only units on the map move", f"{name} is not on it")
    if position.units[unit].moved:
        return Refusal("4.1", "a unit moves once a turn", f"{name} has moved")
    return None


def _why_not_hex(position: Position, unit: str, hex: str, points: int) -> Refusal:
    """Why a hex is out of a unit's reach."""
    sort, where = sort_of(unit), name_of(hex)
    if hex == position.units[unit].at:
        return Refusal("4.1", "a unit that moves leaves its hex", f"{sort.name} is at {where}")
    if hex in position.hexes(OTHER[sort.side]):
        return Refusal("4.2", "no unit enters a hex with enemies", where)
    if hex in position.full(sort.side, unit):
        return Refusal("2.2", "six stacking points is the most in a hex", f"{where} is full")
    if hex not in MAP.terrain:
        return Refusal("4.1", "units move to hexes", f"{hex} is none")
    if not any(other == hex for steps in COSTS[sort.kind].steps.values() for other, _ in steps):
        return Refusal("4.2", f"{MAP.terrain[hex]} is closed to {sort.name}", where)
    return Refusal("4.1", f"{sort.name} has {number_of(points, 'point')}", f"{where} is out of reach")
