"""What a seat may know, and what it can only imagine."""

from __future__ import annotations

from msgspec import Struct, structs
from sandtable import Table

from sandtable_seven_wells.combat import Committing
from sandtable_seven_wells.hexes import SECTORS
from sandtable_seven_wells.movement import March
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import BRITISH, FACE_DOWN, OTTOMAN, ScenarioData, Unit, War


class View(Struct, frozen=True):
    """A position as a seat sees it, None for one who sees all; `data` are numbers that all know.

    `target` is the hex that is being attacked, and `chosen` the units committed so far, or that moves.
    """

    seat: str | None
    title: str
    data: ScenarioData
    war: War
    target: str = ""
    chosen: tuple[str, ...] = ()

    @property
    def position(self) -> Position:
        """The same, to be asked questions."""
        return Position(self.data, self.war)


def view(table: Table[War], seat: str | None) -> View:
    """The position as a seat may know it; all of it for None. It is built up, never cut down."""
    state = table.state
    units: dict[str, Unit] = {}
    for id, unit in state.units.items():
        if seat == BRITISH and unit.number:
            continue
        units[id] = structs.replace(unit)
    if seat == BRITISH:
        down = sorted((unit for unit in state.units.values() if unit.number), key=_number)
        units |= {f"{FACE_DOWN}{unit.number}": structs.replace(unit) for unit in down}
    war = War(
        units,
        state.turn,
        state.khamsin,
        effort=state.effort if seat != OTTOMAN or state.shown else "",
        shown=state.shown,
        tried=[*state.tried],
        shifts=dict(state.shifts),
        attacked=[*state.attacked],
        holders=dict(state.holders),
        taken=state.taken,
    )
    return View(seat, table.scenario.title, table.scenario.data, war, *_under_way(table, seat))


def _under_way(table: Table[War], seat: str | None) -> tuple[str, tuple[str, ...]]:
    """The hex that is being attacked, and who takes part; or no hex, and the unit that moves."""
    waits = table.decision if table.underway else None
    if isinstance(waits, Committing):
        return waits.hex, waits.units
    if not isinstance(waits, March):
        return "", ()
    hidden = seat == BRITISH and table.state.units[waits.unit].number
    return "", () if hidden else (waits.unit,)


def imagine(table: Table[War], seat: str) -> None:
    """Deal again what the seat cannot know: who is face down, or where the main effort is."""
    state = table.state
    if seat == BRITISH:
        down = [id for id, unit in state.units.items() if unit.number]
        counters = sorted((state.units[id] for id in down), key=_number)
        table.dice.shuffle(counters)
        for id, counter in zip(down, counters, strict=True):
            state.units[id] = counter
    elif state.effort and not state.shown:
        sectors = dict.fromkeys(SECTORS.values())
        state.effort = table.dice.pick([sector for sector in sectors if sector not in state.tried])


def _number(unit: Unit) -> int:
    return unit.number
