"""Losses: units leave the map, and their gear is lost (LOA 33, LOA-R14, LOA-R16)."""

from __future__ import annotations

from sandtable import Table, deck
from sandtable_lawrence.events import Eliminated
from sandtable_lawrence.roster import LAWRENCE
from sandtable_lawrence.state import LawrenceState, Unit


def remove(state: LawrenceState, unit: Unit) -> None:
    """Take a unit off the map for this mission; its gear returns to the gear box."""
    deck.move_all(unit.gear, state.gear)
    unit.space, unit.lost = "", True
    if state.operation and unit.id in state.operation.force:
        state.operation.force.remove(unit.id)


def eliminate(table: Table[LawrenceState], unit: Unit) -> None:
    """Eliminate a unit outside a battle; without Lawrence the mission is lost (LOA 34, LOA-R11)."""
    remove(table.state, unit)
    table.tell(Eliminated(unit.id))
    if unit.id == LAWRENCE:
        table.state.verdict = "lost"
