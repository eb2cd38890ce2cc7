"""Section 2, units: counters are placed, turned up and reduced."""

from __future__ import annotations

from sandtable import Table

from sandtable_seven_wells.events import Lost, Spotted, Taken
from sandtable_seven_wells.hexes import BEERSHEBA
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import BRITISH, War, info_of


def position_of(table: Table[War]) -> Position:
    """Return the table's position."""
    return Position(table.scenario.data, table.state)


def place_unit(table: Table[War], unit: str, hex: str) -> None:
    """Put a unit in a hex; if the hex is worth points, its side now holds it (section 7.1)."""
    state, side = table.state, info_of(unit).side
    state.units[unit].at = hex
    if state.holders.get(hex, side) != side:
        state.holders[hex] = side
        if hex == BEERSHEBA and side == BRITISH and not state.taken:
            state.taken = state.turn
        table.tell(Taken(side, hex))


def spot_counters(table: Table[War]) -> None:
    """Turn up the face-down counters next to British units (section 2.4)."""
    for unit in sorted(position_of(table).spotted_counters()):
        turn_up(table, unit)


def turn_up(table: Table[War], unit: str) -> None:
    """Turn a counter up for the rest of the game; remove a dummy (section 2.4)."""
    counter = table.state.units[unit]
    if not counter.number:
        return
    table.tell(Spotted(counter.number, unit, counter.at))
    counter.number = 0
    if info_of(unit).dummy:
        counter.lost, counter.at = 1, ""


def lose_step(table: Table[War], unit: str) -> None:
    """Take a step from a unit (section 6.5)."""
    counter = table.state.units[unit]
    counter.lost += 1
    left = position_of(table).steps(unit)
    table.tell(Lost(unit, counter.at, left))
    if not left:
        counter.at = ""


def step_loser(position: Position, units: list[str]) -> str | None:
    """Return the unit that loses the step: highest factor, then most steps; guns last (section 6.5)."""
    left = [unit for unit in units if position.units[unit].at]
    return max(
        left,
        key=lambda unit: (info_of(unit).kind != "guns", position.factor(unit), position.steps(unit)),
        default=None,
    )
