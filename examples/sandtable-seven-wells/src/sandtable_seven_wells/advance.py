"""Section 6.8, advance and exploitation: attackers advance, and mounted units ride on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Done, Phase, Refusal, Table

from sandtable_seven_wells.actions import Advance, To
from sandtable_seven_wells.counters import place_unit, position_of, spot_counters
from sandtable_seven_wells.events import Advanced, Cleared
from sandtable_seven_wells.hexes import COSTS, MAP, RIDE_POINTS, STACKING, name_of
from sandtable_seven_wells.position import MOUNTED, Position
from sandtable_seven_wells.state import War, info_of


class Advances(Phase[War], frozen=True):
    """If no enemy is left in the hex, attackers may advance."""

    rule: ClassVar[str] = "6.8"
    title: ClassVar[str] = "Advance"

    seat: str
    hex: str
    units: tuple[str, ...]
    told: bool = False

    def run(self, table: Table[War]) -> None:
        position = position_of(table)
        if not (self.told or any(info_of(id).side != self.seat for id in position.units_in(self.hex))):
            table.tell(Cleared(self.seat, self.hex))
        if _able_to_advance(position, self.hex, self.units):
            table.do(Advancing(seat=self.seat, hex=self.hex, units=self.units))


class Advancing(Decision[War], frozen=True):
    """Asks which attacker advances next, if any."""

    rule: ClassVar[str] = "6.8"
    title: ClassVar[str] = "Advance"
    takes: ClassVar[tuple[type[Action], ...]] = (Advance, Done)

    hex: str
    units: tuple[str, ...]

    def ask(self, table: Table[War]) -> str:
        here = position_of(table).units_in(self.hex)
        return f"{name_of(self.hex)} is {'yours: who else' if here else 'empty: who'} advances?"

    def describe(self, table: Table[War], action: Action) -> str:
        if not isinstance(action, Advance):
            return "no one else advances"
        return "may then ride on" if info_of(action.unit).kind in MOUNTED else ""

    def candidates(self, table: Table[War]) -> Iterator[Action]:
        yield from map(Advance, _able_to_advance(position_of(table), self.hex, self.units))
        yield Done()

    def options(self, table: Table[War]) -> list[Action]:
        return list(self.candidates(table))

    def refusal(self, table: Table[War], action: Action) -> Refusal | None:
        able = _able_to_advance(position_of(table), self.hex, self.units)
        if not isinstance(action, Advance) or action.unit in able:
            return None
        name = info_of(action.unit).name
        return Refusal("6.8", "only attackers that fit in the hex may advance", f"{name} cannot")

    def choose(self, table: Table[War], action: Action) -> None:
        if not isinstance(action, Advance):
            return
        unit = table.state.units[action.unit]
        table.tell(Advanced(action.unit, unit.at, self.hex))
        place_unit(table, action.unit, self.hex)
        spot_counters(table)
        if info_of(action.unit).kind in MOUNTED and len(_ride_hexes(table, action.unit)):
            table.do(Riding(seat=self.seat, unit=action.unit))
        others = tuple(id for id in self.units if id != action.unit)
        table.do(Advances(self.seat, self.hex, others, told=True))


class Riding(Decision[War], frozen=True):
    """Asks where a mounted unit that has advanced rides on to, if anywhere."""

    rule: ClassVar[str] = "6.8"
    title: ClassVar[str] = "Exploitation"
    takes: ClassVar[tuple[type[Action], ...]] = (To, Done)

    unit: str

    def ask(self, table: Table[War]) -> str:
        return f"{info_of(self.unit).name} may ride on: to which hex?"

    def describe(self, table: Table[War], action: Action) -> str:
        return MAP.terrain[action.hex] if isinstance(action, To) else "stay"

    def cost(self, table: Table[War], action: Action) -> str:
        if not isinstance(action, To):
            return ""
        cost = position_of(table).reach(self.unit, RIDE_POINTS, minimum=False).cost[action.hex]
        return f"{COSTS['mounted'].words(cost)} of {RIDE_POINTS}"

    def candidates(self, table: Table[War]) -> Iterator[Action]:
        yield from map(To, _ride_hexes(table, self.unit))
        yield Done()

    def options(self, table: Table[War]) -> list[Action]:
        return list(self.candidates(table))

    def refusal(self, table: Table[War], action: Action) -> Refusal | None:
        if not isinstance(action, To) or action.hex in _ride_hexes(table, self.unit):
            return None
        why = f"it has {RIDE_POINTS} movement points to ride on"
        return Refusal("6.8", why, f"{name_of(action.hex)} is out of reach")

    def choose(self, table: Table[War], action: Action) -> None:
        if isinstance(action, To):
            table.tell(Advanced(self.unit, table.state.units[self.unit].at, action.hex))
            place_unit(table, self.unit, action.hex)
            spot_counters(table)


def _able_to_advance(position: Position, hex: str, units: tuple[str, ...]) -> list[str]:
    """Return the attackers that can advance into the hex; none while an enemy is in it."""
    left = [unit for unit in units if position.units[unit].at not in ("", hex)]
    side = info_of(units[0]).side if units else ""
    if any(info_of(unit).side != side for unit in position.units_in(hex)):
        return []
    held = [(hex, info_of(unit).size) for unit in position.units_in(hex)]
    able = (unit for unit in left if _can_enter(position, unit, hex))
    return [unit for unit in able if not STACKING.full(MAP, held, info_of(unit).size)]


def _can_enter(position: Position, unit: str, hex: str) -> bool:
    steps = COSTS[info_of(unit).kind].steps[position.units[unit].at]
    return any(other == hex for other, _ in steps)


def _ride_hexes(table: Table[War], unit: str) -> list[str]:
    position = position_of(table)
    here = position.units[unit].at
    return [hex for hex in position.reach(unit, RIDE_POINTS, minimum=False).cost if hex != here]
