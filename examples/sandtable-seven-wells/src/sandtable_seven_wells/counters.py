"""Section 2: what happens to counters: they are put on hexes, turned up, and lose steps."""

from __future__ import annotations

from sandtable import Table

from sandtable_seven_wells.events import Lost, Spotted, Taken
from sandtable_seven_wells.hexes import BEERSHEBA
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.state import BRITISH, War, sort_of


def position_of(table: Table[War]) -> Position:
    """The position of a table."""
    return Position(table.scenario.data, table.state)


def put(table: Table[War], unit: str, hex: str) -> None:
    """A unit is now in a hex: who holds the place, and what the British see (sections 2.4, 7.1)."""
    state, side = table.state, sort_of(unit).side
    state.units[unit].at = hex
    if state.holders.get(hex, side) != side:
        state.holders[hex] = side
        if hex == BEERSHEBA and side == BRITISH and not state.taken:
            state.taken = state.turn
        table.tell(Taken(side, hex))


def spot(table: Table[War]) -> None:
    """The British see face-down counters near them (section 2.4)."""
    for unit in sorted(position_of(table).seen()):
        turn_up(table, unit)


def turn_up(table: Table[War], unit: str) -> None:
    """Turn a counter up for good; a dummy is taken away (section 2.4)."""
    counter = table.state.units[unit]
    if not counter.number:
        return
    table.tell(Spotted(counter.number, unit, counter.at))
    counter.number = 0
    if sort_of(unit).dummy:
        counter.lost, counter.at = 1, ""


def lose(table: Table[War], unit: str) -> None:
    """A unit loses a step (section 6.5)."""
    counter = table.state.units[unit]
    counter.lost += 1
    left = position_of(table).steps(unit)
    table.tell(Lost(unit, counter.at, left))
    if not left:
        counter.at = ""


def loser(position: Position, units: list[str]) -> str | None:
    """The unit that loses a step: the strongest, then the freshest; guns last (section 6.5)."""
    left = [unit for unit in units if position.units[unit].at]
    return max(
        left,
        key=lambda unit: (sort_of(unit).kind != "guns", position.factor(unit), position.steps(unit)),
        default=None,
    )
