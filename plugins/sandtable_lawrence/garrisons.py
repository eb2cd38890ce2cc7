"""LOA 32, Garrisons: placed face down, turned up in three ways, gone when beaten or zero."""

from __future__ import annotations

from sandtable import Table
from sandtable_lawrence.events import GarrisonGone, GarrisonPlaced, GarrisonRevealed
from sandtable_lawrence.state import LawrenceState


def reveal(table: Table[LawrenceState], space: str) -> int:
    """Turn a Garrison up, which leaves the map at once if it is a 0; its number (LOA 32, LOA-R3).

    One with a number stays, and is fought when a force is there (LOA-R10).
    """
    state = table.state
    number = state.garrisons[space]
    if number is None:
        number = table.dice.pick(state.available, "garrisons")
        state.available.remove(number)
        state.garrisons[space] = number
        table.tell(GarrisonRevealed(space, number))
        if number == 0:
            remove(table, space)
    return number


def remove(table: Table[LawrenceState], space: str) -> None:
    """A Garrison that is face up goes back to the Available box (LOA 32)."""
    state = table.state
    number = state.garrisons.pop(space)
    assert number is not None  # noqa: S101
    state.beaten = sorted([*state.beaten, number])
    if space not in state.cleared:
        state.cleared.append(space)
    table.tell(GarrisonGone(space))


def post(table: Table[LawrenceState], space: str) -> None:
    """A Garrison that nobody has seen comes out of the Available box, face down (LOA-R24)."""
    table.state.garrisons[space] = None
    table.tell(GarrisonPlaced(space))


def face_down(state: LawrenceState) -> list[str]:
    """The spaces whose Garrison nobody has seen."""
    return [space for space, number in state.garrisons.items() if number is None]
