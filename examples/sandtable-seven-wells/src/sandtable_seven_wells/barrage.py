"""Section 5, barrage: guns and monitors fire at hexes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Done, Phase, Refusal, Table
from sandtable_hexes import sees

from sandtable_seven_wells.actions import Barrage
from sandtable_seven_wells.counters import lose_step, position_of, step_loser, turn_up
from sandtable_seven_wells.events import IN_BRIEF, Barraged
from sandtable_seven_wells.hexes import BARRAGE, COAST, GUN_RANGE, MAP, name_of, percent
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import OTHER, War, info_of

SHIFTS = {"NE": 0, "S1": 1, "S2": 2, "L": 1}
"""The column shifts that each result gives to attacks on the hex."""


class Barrages(Phase[War], frozen=True):
    """A side fires, as long as any of its guns or monitors has a target."""

    rule: ClassVar[str] = "5"
    title: ClassVar[str] = "Barrage"

    seat: str

    def run(self, table: Table[War]) -> None:
        if any(targets(position_of(table), self.seat)):
            table.do(Firing(seat=self.seat))


class Firing(Decision[War], frozen=True):
    """Asks which guns or monitors fire next, and at which hex."""

    rule: ClassVar[str] = "5"
    title: ClassVar[str] = "Barrage"
    takes: ClassVar[tuple[type[Action], ...]] = (Barrage, Done)
    opens: ClassVar[bool] = True

    def ask(self, table: Table[War]) -> str:
        return "Fire at a hex, or end the barrage."

    def describe(self, table: Table[War], action: Action) -> str:
        if not isinstance(action, Barrage):
            return "end the barrage; movement follows"
        chances = BARRAGE.chances(_column(position_of(table), action))
        return ", ".join(f"{IN_BRIEF[result]} {percent(chance)}" for result, chance in chances.items())

    def confirm(self, table: Table[War], action: Action) -> str:
        has_not_fired = not any(table.state.units[unit].fought for unit in position_of(table).data.units)
        return "A barrage costs nothing. Move on without firing?" * (
            has_not_fired and not isinstance(action, Barrage)
        )

    def candidates(self, table: Table[War]) -> Iterator[Action]:
        yield from targets(position_of(table), self.seat)
        yield Done()

    def options(self, table: Table[War]) -> list[Action]:
        return list(self.candidates(table))

    def refusal(self, table: Table[War], action: Action) -> Refusal | None:
        position = position_of(table)
        if not isinstance(action, Barrage) or action in targets(position, self.seat):
            return None
        name, where = info_of(action.unit).name, name_of(action.hex)
        if action.unit not in _ready_guns(position, self.seat):
            return Refusal("5.1", "guns and monitors fire once a turn", f"{name} cannot fire now")
        if action.hex not in position.occupied_hexes(OTHER[self.seat]):
            return Refusal("5.1", "a barrage needs enemies to fire at", f"none at {where}")
        if info_of(action.unit).kind == "ships":
            return Refusal("5.2", "monitors fire only at the coast", f"{where} is not on it")
        return Refusal("5.1", "guns fire only at what they see within two hexes", f"not at {where}")

    def choose(self, table: Table[War], action: Action) -> None:
        if isinstance(action, Barrage):
            table.do(Salvo(action.unit, action.hex), Barrages(seat=self.seat))


class Salvo(Phase[War], frozen=True):
    """A barrage falls on a hex."""

    rule: ClassVar[str] = "5.3"
    title: ClassVar[str] = "Barrage"

    unit: str
    hex: str

    def run(self, table: Table[War]) -> None:
        state, position = table.state, position_of(table)
        state.units[self.unit].fought = True
        for target in position.units_in(self.hex):
            turn_up(table, target)
        face, result = BARRAGE.roll(table.dice, _column(position, Barrage(self.unit, self.hex)))
        shift = max(SHIFTS[result], state.shifts.get(self.hex, 0))
        table.tell(Barraged(self.unit, self.hex, face, result))
        if shift:
            state.shifts[self.hex] = shift
        if result == "L" and (unit := step_loser(position, position.units_in(self.hex))):
            lose_step(table, unit)


def targets(position: Position, side: str) -> Iterator[Barrage]:
    """Yield every barrage that a side can fire."""
    enemies = sorted(position.occupied_hexes(OTHER[side]))
    for unit in _ready_guns(position, side):
        here = position.units[unit].at
        for hex in enemies:
            if sees(MAP, here, hex, GUN_RANGE) if here else hex in COAST:
                yield Barrage(unit, hex)


def _ready_guns(position: Position, side: str) -> Iterator[str]:
    """Yield the guns and monitors that can still fire."""
    for id, unit in position.units.items():
        info = info_of(id)
        ready = info.side == side and not unit.fought
        if ready and (info.kind == "ships" or (info.kind == "guns" and unit.at)):
            yield id


def _column(position: Position, action: Barrage) -> int:
    cover = MAP.effects(action.hex).cover
    column = BARRAGE.column(position.factor(action.unit), cover)
    assert column is not None
    return column
