"""LOA 32, Garrisons: placed face down, turned up in three cases, removed when beaten or zero."""

from __future__ import annotations

from sandtable import Table
from sandtable_lawrence.events import GarrisonGone, GarrisonPlaced, GarrisonRevealed
from sandtable_lawrence.mission import mission
from sandtable_lawrence.state import LawrenceState


def reveal(table: Table[LawrenceState], space: str) -> int:
    """Turn a Garrison up and return its number. A 0 leaves the map at once (LOA 32, LOA-R3).

    Any other stays; a force that is there fights it (LOA-R10).
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
        number, returned = table.dice.pick(state.available, "garrisons"), False
    else:
        number, returned = table.dice.pick(may_be(state, space), "garrisons")
    if returned:
        index = state.beaten.index(number)
        del state.beaten[index]
        state.late = {marker: beaten - (index < beaten) for marker, beaten in state.late.items()}
    else:
        state.available.remove(number)
    state.late.pop(space, None)
    return number


def may_be(state: LawrenceState, space: str) -> list[tuple[int, bool]]:
    """The possible numbers of a face-down marker, as equally likely pairs (number, returned) (LOA-R3).

    `returned` is true for a Garrison that was beaten before. A marker that was on the map when a
    Garrison was beaten cannot be that Garrison. One that Turkish Reserves brought later can be: it was
    picked from the Available box as it was then.
    """
    returned = state.beaten[: state.late.get(space, 0)]
    unseen = state.available
    if not returned:
        return [(number, False) for number in unseen]
    here_before = sum(
        number is None and not state.late.get(marker) for marker, number in state.garrisons.items()
    )
    boxed = len(unseen) - here_before
    from_box = [(number, False) for number in unseen for _ in range(boxed)]
    weight = len(unseen) if boxed else 1
    return [*from_box, *((number, True) for number in returned for _ in range(weight))]


def remove(table: Table[LawrenceState], space: str) -> None:
    """A Garrison that is face up goes back to the Available box (LOA 32)."""
    state = table.state
    number = state.garrisons.pop(space)
    assert number is not None  # noqa: S101
    state.beaten.append(number)
    if space not in state.cleared:
        state.cleared.append(space)
    table.tell(GarrisonGone(space, wanted_gone(table, space)))


def post(table: Table[LawrenceState], space: str) -> None:
    """A Garrison comes out of the Available box, face down (LOA-R24)."""
    state = table.state
    state.garrisons[space] = None
    if state.beaten:
        state.late[space] = len(state.beaten)
    table.tell(GarrisonPlaced(space, wanted_gone(table, space)))


def wanted_gone(table: Table[LawrenceState], space: str) -> bool:
    """Whether a goal of the mission is a space without a Garrison."""
    return any(space in goal.spaces for goal in mission(table).clear)


def face_down(state: LawrenceState) -> list[str]:
    """The spaces whose Garrison is unseen."""
    return [space for space, number in state.garrisons.items() if number is None]
