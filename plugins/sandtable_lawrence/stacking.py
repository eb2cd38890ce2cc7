"""LOA 34.6, stacking: how many units can be in a space together."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable import Refusal, number_of
from sandtable_lawrence.events import space_name
from sandtable_lawrence.mission import Options
from sandtable_lawrence.roster import CAMP, LAWRENCE, is_leader
from sandtable_lawrence.state import LawrenceState, Unit
from sandtable_lawrence.tables import TABLES

RULE = "34.6"


def limit(state: LawrenceState, units: Iterable[str]) -> int:
    """Return how many units can stack under the best leader among them (LOA 34.6)."""
    force = list(units)
    if LAWRENCE in force:
        return TABLES.stacking.lawrence + state.leadership.value
    return TABLES.stacking.leader if any(map(is_leader, force)) else TABLES.stacking.plain


def stack_size(house: Options, units: Iterable[str]) -> int:
    """Return how many of the units count for stacking (LOA-R5)."""
    return sum(is_counted(house, unit) for unit in units)


def is_counted(house: Options, unit: str) -> bool:
    """Tell whether a unit counts for stacking: by default, all but the Camp (LOA-R5)."""
    if unit == CAMP:
        return house.camp_stacks
    return house.leaders_stack or not is_leader(unit)


def why_apart(state: LawrenceState, house: Options, units: Iterable[str], space: str) -> Refusal | None:
    """Tell why these units cannot stack in a space; None if they can."""
    force = list(units)
    limit_here, number = limit(state, force), stack_size(house, force)
    if number <= limit_here:
        return None
    most = f"at most {number_of(limit_here, 'unit')} can be at {space_name(space)}"
    return Refusal(RULE, most, number_of(number, "unit"))


def best_force(state: LawrenceState, house: Options, units: Iterable[Unit], space: str) -> list[Unit]:
    """Return as many units as can stack: Lawrence, other leaders, then the strongest (LOA 34.6)."""
    force: list[Unit] = []
    for unit in sorted(
        units, key=lambda unit: (unit.id != LAWRENCE, not is_leader(unit.id), -unit.strength)
    ):
        if why_apart(state, house, [member.id for member in (*force, unit)], space) is None:
            force.append(unit)
    return force


def why_no_room(
    state: LawrenceState, house: Options, space: str, unit: str, *, first: bool = False
) -> Refusal | None:
    """Tell why a space has no room for a unit that is bought; None if it has room (LOA-R5).

    With `first`, before a mission, Lawrence counts there wherever he is (LOA-R47).
    """
    force = [unit.id for unit in state.at(space)]
    if first and LAWRENCE not in force:
        force.append(LAWRENCE)
    return why_apart(state, house, [*force, unit], space) if is_counted(house, unit) else None
