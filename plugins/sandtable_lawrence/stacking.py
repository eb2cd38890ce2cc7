"""LOA 34.6, stacking: how many units can be together, and who leads them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable import Refusal
from sandtable_lawrence.events import place
from sandtable_lawrence.roster import LAWRENCE, counts, is_leader
from sandtable_lawrence.state import LawrenceState, Unit
from sandtable_lawrence.tables import TABLES

RULE = "34.6"


def limit(state: LawrenceState, units: Iterable[str]) -> int:
    """Units that can be together under the best leader among them (LOA 34.6)."""
    force = list(units)
    if LAWRENCE in force:
        return TABLES.stacking.lawrence + state.leadership.value
    return TABLES.stacking.leader if any(map(is_leader, force)) else TABLES.stacking.plain


def size(units: Iterable[str]) -> int:
    """Units that count: no leaders, no Camp (LOA-R5)."""
    return sum(map(counts, units))


def refused(state: LawrenceState, units: Iterable[str], space: str) -> Refusal | None:
    """Why these can not be together in a space."""
    force = list(units)
    most, number = limit(state, force), size(force)
    if number <= most:
        return None
    return Refusal(RULE, f"{most} units at most can be together in {place(space)}", f"{number} units")


def within(state: LawrenceState, units: Iterable[Unit], space: str) -> list[Unit]:
    """Of some units all leaders, then the strongest, as many as can be together (LOA 34.6)."""
    force: list[Unit] = []
    for unit in sorted(units, key=lambda other: (not is_leader(other.id), -other.strength)):
        if refused(state, [other.id for other in (*force, unit)], space) is None:
            force.append(unit)
    return force


def room_for(state: LawrenceState, space: str, unit: str) -> Refusal | None:
    """Why a unit can not be bought in a space: it must not overfill it (LOA-R5)."""
    force = [unit.id for unit in state.at(space)]
    return refused(state, [*force, unit], space) if counts(unit) else None
