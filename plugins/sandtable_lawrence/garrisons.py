"""LOA 32, Garrisons: placed face down, revealed, and removed if beaten or if the number is 0."""

from __future__ import annotations

from sandtable import Table
from sandtable_lawrence.events import GarrisonGone, GarrisonPlaced, GarrisonRevealed
from sandtable_lawrence.mission import mission
from sandtable_lawrence.state import LawrenceState


def reveal(table: Table[LawrenceState], space: str) -> int:
    """Reveal a Garrison and return its number; a 0 is eliminated at once (LOA 32, LOA-R3, LOA-R10)."""
    state = table.state
    number = state.garrisons[space]
    if number is None:
        number = _draw_number(table, space)
        state.garrisons[space] = number
        table.tell(GarrisonRevealed(space, number))
        if number == 0:
            remove(table, space)
    return number


def _draw_number(table: Table[LawrenceState], space: str) -> int:
    """Pick the number of a face-down marker from those still possible (LOA-R3)."""
    state = table.state
    if not state.late.get(space):
        number, returned = table.dice.pick(state.available, "garrisons"), False
    else:
        number, returned = table.dice.pick(possible_numbers(state, space), "garrisons")
    if returned:
        index = state.beaten.index(number)
        del state.beaten[index]
        state.late = {marker: beaten - (index < beaten) for marker, beaten in state.late.items()}
    else:
        state.available.remove(number)
    state.late.pop(space, None)
    return number


def possible_numbers(state: LawrenceState, space: str) -> list[tuple[int, bool]]:
    """Return equally likely pairs for a face-down marker: its number, and `returned` (LOA-R3).

    `returned` is true for a Garrison that was beaten before; only a marker that Turkish Reserves placed
    after that defeat can be this Garrison.
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
    """Return a face-up Garrison to the Available box (LOA 32)."""
    state = table.state
    number = state.garrisons.pop(space)
    assert number is not None  # noqa: S101
    state.beaten.append(number)
    if space not in state.cleared:
        state.cleared.append(space)
    table.tell(GarrisonGone(space, is_goal_to_clear(table, space)))


def place_garrison(table: Table[LawrenceState], space: str) -> None:
    """Place a Garrison from the Available box, face down (LOA-R24)."""
    state = table.state
    state.garrisons[space] = None
    if state.beaten:
        state.late[space] = len(state.beaten)
    table.tell(GarrisonPlaced(space, is_goal_to_clear(table, space)))


def is_goal_to_clear(table: Table[LawrenceState], space: str) -> bool:
    """Tell whether a goal of the mission needs this space clear of Garrisons."""
    return any(space in goal.spaces for goal in mission(table).clear)


def face_down(state: LawrenceState) -> list[str]:
    """Return the spaces with a face-down Garrison."""
    return [space for space, number in state.garrisons.items() if number is None]
