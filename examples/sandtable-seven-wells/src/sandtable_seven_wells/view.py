"""What a seat may know, and how to imagine what it may not."""

from __future__ import annotations

from msgspec import Struct, structs
from sandtable import Table

from sandtable_seven_wells.combat import Committing
from sandtable_seven_wells.hexes import SECTORS
from sandtable_seven_wells.movement import March
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import BRITISH, FACE_DOWN, OTTOMAN, ScenarioData, Unit, War


class View(Struct, frozen=True):
    """A position as a seat sees it; `seat` is None for a reader who may see everything.

    `target` is the hex under attack. `chosen` lists the units committed so far, or the unit moving.
    """

    seat: str | None
    title: str
    data: ScenarioData
    war: War
    target: str = ""
    chosen: tuple[str, ...] = ()

    @property
    def position(self) -> Position:
        """The position, for queries."""
        return Position(self.data, self.war)


def view(table: Table[War], seat: str | None) -> View:
    """Build the view of what a seat may know; everything for None."""
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
    """Return the hex under attack and the attackers so far, or no hex and the unit moving."""
    decision = table.decision if table.underway else None
    if isinstance(decision, Committing):
        return decision.hex, decision.units
    if not isinstance(decision, March):
        return "", ()
    hidden = seat == BRITISH and table.state.units[decision.unit].number
    return "", () if hidden else (decision.unit,)


def imagine(table: Table[War], seat: str) -> None:
    """Replace what the seat cannot know: the face-down counters, or the main effort."""
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
