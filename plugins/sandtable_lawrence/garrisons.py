"""LOA 32, Garrisons: placed face down, turned up in three cases, removed if beaten or 0."""

from __future__ import annotations

from sandtable import Table
from sandtable_lawrence.events import GarrisonGone, GarrisonPlaced, GarrisonRevealed
from sandtable_lawrence.state import LawrenceState


def reveal(table: Table[LawrenceState], space: str) -> int:
    """Turn a Garrison up; return its number. A 0 leaves the map at once (LOA 32, LOA-R3).

    A higher number stays; a force in its space fights it (LOA-R10).
    """
    state = table.state
    number = state.garrisons[space]
    if number is None:
        number = _turn_up(table, space)
        state.garrisons[space] = number
        table.tell(GarrisonRevealed(space, number))
        if number == 0:
            remove(table, space)
    return number


def _turn_up(table: Table[LawrenceState], space: str) -> int:
    """The number of a marker, picked among the numbers that it may have (LOA-R3)."""
    state = table.state
    if not state.late.get(space):
        number, back = table.dice.pick(state.available, "garrisons"), False
    else:
        number, back = table.dice.pick(may_be(state, space), "garrisons")
    if back:
        place = state.beaten.index(number)
        del state.beaten[place]
        state.late = {marker: beaten - (place < beaten) for marker, beaten in state.late.items()}
    else:
        state.available.remove(number)
    state.late.pop(space, None)
    return number


def may_be(state: LawrenceState, space: str) -> list[tuple[int, bool]]:
    """The equally likely numbers of a face-down marker, with true for a beaten one (LOA-R3).

    A marker laid before a Garrison was beaten is not that one. One that Turkish Reserves brought later
    is that one, or any other that was in the Available box then, where no marker of the map lies.
    """
    back = state.beaten[: state.late.get(space, 0)]
    unseen = state.available
    if not back:
        return [(number, False) for number in unseen]
    early = sum(number is None and not state.late.get(at) for at, number in state.garrisons.items())
    boxed = len(unseen) - early
    from_box = [(number, False) for number in unseen for _ in range(boxed)]
    return [*from_box, *((number, True) for number in back for _ in range(len(unseen) if boxed else 1))]


def remove(table: Table[LawrenceState], space: str) -> None:
    """Put a face-up Garrison back into the Available box (LOA 32)."""
    state = table.state
    number = state.garrisons.pop(space)
    assert number is not None  # noqa: S101
    state.beaten.append(number)
    if space not in state.cleared:
        state.cleared.append(space)
    table.tell(GarrisonGone(space))


def post(table: Table[LawrenceState], space: str) -> None:
    """Take a Garrison out of the Available box and place it face down (LOA-R24)."""
    state = table.state
    state.garrisons[space] = None
    if state.beaten:
        state.late[space] = len(state.beaten)
    table.tell(GarrisonPlaced(space))


def face_down(state: LawrenceState) -> list[str]:
    """The spaces with a face-down Garrison."""
    return [space for space, number in state.garrisons.items() if number is None]
