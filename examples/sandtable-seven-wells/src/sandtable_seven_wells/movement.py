"""Section 4, movement: a side moves its units one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Done, Refusal, Table, number_of
from sandtable_hexes import Reach

from sandtable_seven_wells.actions import Move, To
from sandtable_seven_wells.counters import place_unit, position_of, spot_counters
from sandtable_seven_wells.events import Moved
from sandtable_seven_wells.hexes import COSTS, MAP, name_of
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import OTHER, War, info_of


class Movement(Decision[War], frozen=True):
    """Asks which unit a side moves next, if any."""

    rule: ClassVar[str] = "4"
    title: ClassVar[str] = "Movement"
    takes: ClassVar[tuple[type[Action], ...]] = (Move, Done)
    opens: ClassVar[bool] = True

    def ask(self, table: Table[War]) -> str:
        return "Move a unit, or end movement."

    def describe(self, table: Table[War], action: Action) -> str:
        if not isinstance(action, Move):
            return "end movement; combat follows"
        here = name_of(table.state.units[action.unit].at)
        return ", ".join((here, *position_of(table).hindrances(action.unit)))

    def cost(self, table: Table[War], action: Action) -> str:
        if not isinstance(action, Move):
            return ""
        position = position_of(table)
        points, most = position.points(action.unit), position.numbers(action.unit).move
        return number_of(points, "point") if points == most else f"{points} of {most} points"

    def candidates(self, table: Table[War]) -> Iterator[Action]:
        position = position_of(table)
        yield from (Move(unit) for unit in position.units_of(self.seat) if _can_move(position, unit))
        yield Done()

    def refusal(self, table: Table[War], action: Action) -> Refusal | None:
        position = position_of(table)
        return _why_cannot_move(position, self.seat, action.unit) if isinstance(action, Move) else None

    def choose(self, table: Table[War], action: Action) -> None:
        if isinstance(action, Move):
            table.do(self._march(seat=self.seat, unit=action.unit, part=True))
            table.do(type(self)(seat=self.seat))

    @property
    def _march(self) -> type[March]:
        return March


class March(Decision[War], frozen=True):
    """Asks which hex the chosen unit moves to."""

    rule: ClassVar[str] = "4.1"
    title: ClassVar[str] = "March"
    takes: ClassVar[tuple[type[Action], ...]] = (To,)

    unit: str

    def ask(self, table: Table[War]) -> str:
        points = number_of(_points_and_reach(table, self.unit)[0], "point")
        where = name_of(table.state.units[self.unit].at)
        return f"{info_of(self.unit).name} at {where}, {points}: move to which hex?"

    def describe(self, table: Table[War], action: Action) -> str:
        assert isinstance(action, To)
        enemies = action.hex in position_of(table).zone(OTHER[self.seat])
        return MAP.terrain[action.hex] + ", next to enemies" * enemies

    def cost(self, table: Table[War], action: Action) -> str:
        """Return the movement points spent, of those available."""
        assert isinstance(action, To)
        words = COSTS[info_of(self.unit).kind].words
        points, reach = _points_and_reach(table, self.unit)
        return f"{words(reach.cost[action.hex])} of {points}"

    def candidates(self, table: Table[War]) -> Iterator[Action]:
        here = table.state.units[self.unit].at
        yield from (To(hex) for hex in _points_and_reach(table, self.unit)[1].cost if hex != here)

    def options(self, table: Table[War]) -> list[Action]:
        return list(self.candidates(table))

    def refusal(self, table: Table[War], action: Action) -> Refusal | None:
        assert isinstance(action, To)
        if (
            action.hex != table.state.units[self.unit].at
            and action.hex in _points_and_reach(table, self.unit)[1]
        ):
            return None
        return _why_out_of_reach(position_of(table), self.unit, action.hex)

    def choose(self, table: Table[War], action: Action) -> None:
        assert isinstance(action, To)
        unit = table.state.units[self.unit]
        table.tell(Moved(self.unit, unit.at, action.hex, unit.number))
        unit.moved = True
        place_unit(table, self.unit, action.hex)
        spot_counters(table)


class VeiledMovement(Movement, frozen=True):
    """Ottoman movement that does not show the British which counter is which (section 2.4)."""

    secret: ClassVar[bool] = True

    @property
    def _march(self) -> type[March]:
        return VeiledMarch


class VeiledMarch(March, frozen=True):
    """Asks which hex an Ottoman unit moves to; the British see only a face-down counter."""

    secret: ClassVar[bool] = True


_CACHE: dict[tuple[str, bytes, str], tuple[int, Reach]] = {}
"""The last result of `_points_and_reach`, which every option of a list needs."""


def _points_and_reach(table: Table[War], unit: str) -> tuple[int, Reach]:
    """Return a unit's movement points and reach, cached for the same position."""
    key = (table.scenario.text, table.position, unit)
    if key not in _CACHE:
        position = position_of(table)
        points = position.points(unit)
        _CACHE.clear()
        _CACHE[key] = points, position.reach(unit, points)
    return _CACHE[key]


def _can_move(position: Position, unit: str) -> bool:
    here, info = position.units[unit], info_of(unit)
    if here.moved:
        return False
    taken = {other.at for other in position.units.values()}
    free = any(hex not in taken for hex, _ in COSTS[info.kind].steps[here.at])
    return free or len(position.reach(unit, position.points(unit)).cost) > 1


def _why_cannot_move(position: Position, side: str, unit: str) -> Refusal | None:
    """Why a unit cannot move now; None if it can."""
    name = info_of(unit).name
    if unit not in position.units or info_of(unit).side != side:
        return Refusal("4", "you can move only your own units", f"{name} is not yours")
    if not position.units[unit].at:
        return Refusal("4", "only units on the map can move", f"{name} is not on it")
    if position.units[unit].moved:
        return Refusal("4", "a unit can move only once a turn", f"{name} has moved")
    if not _can_move(position, unit):
        return Refusal("4.2", "it can enter no adjacent hex", name)
    return None


def _why_out_of_reach(position: Position, unit: str, hex: str) -> Refusal:
    """Why a hex is out of a unit's reach."""
    info, where = info_of(unit), name_of(hex)
    if hex == position.units[unit].at:
        return Refusal("4.1", "choose a hex other than its own", f"it is at {where}")
    if hex in position.occupied_hexes(OTHER[info.side]):
        return Refusal("4.2", "no unit may enter a hex with enemies", where)
    if hex in position.full_hexes(info.side, unit):
        return Refusal("2.2", "a hex holds at most six stacking points", f"{where} is full")
    if hex not in MAP.terrain:
        return Refusal("4.1", "type the number or name of a hex", f'"{hex}" is not one')
    if not any(other == hex for steps in COSTS[info.kind].steps.values() for other, _ in steps):
        return Refusal("4.2", f"{MAP.terrain[hex]} is closed to {info.name}", where)
    points = number_of(position.points(unit), "point")
    return Refusal("4.1", f"{info.name} has {points}", f"{where} is out of reach")
