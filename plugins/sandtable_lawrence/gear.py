"""LOA 35, gear: carried by units or dropped in a space (LOA-R14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable import Refusal, deck, number_of
from sandtable_lawrence.actions import Drop, Load
from sandtable_lawrence.events import space_name
from sandtable_lawrence.roster import CAMP, NAMES, ROSTER, capacity
from sandtable_lawrence.state import LawrenceState, Unit


def why_full(unit: Unit) -> Refusal | None:
    """Tell why a unit can carry no more; None if it can (LOA 35)."""
    room = capacity(unit.id)
    if len(unit.gear) < room:
        return None
    pieces = number_of(room, "piece")
    return Refusal("35", f"{NAMES[unit.id]} can carry only {pieces} of gear: drop one first")


def hand_over(state: LawrenceState, gear: str, space: str, first: Iterable[str] = ()) -> None:
    """Give gear to the first unit in a space with room for it, or leave it on the ground."""
    carriers = sorted(state.arabs(space), key=lambda unit: unit.id not in first)
    carrier = next((unit for unit in carriers if why_full(unit) is None), None)
    deck.put(gear, carrier.gear if carrier else state.stores.setdefault(space, []))


def loads(state: LawrenceState, space: str) -> Iterator[Load]:
    """Return each way for a unit to pick up gear in its space."""
    for unit in state.arabs(space):
        yield from (Load(unit.id, gear) for gear in deck.kinds(state.stores.get(space, ())))


def why_no_load(state: LawrenceState, space: str, action: Load) -> Refusal | None:
    """Tell why a unit cannot pick up gear; None if it can."""
    if action.gear not in state.stores.get(space, ()):
        name = NAMES.get(action.gear, action.gear)
        return Refusal("LOA-R14", f"no {name} is on the ground at {space_name(space)}")
    return why_not_there(state, space, action.unit) or why_full(state.units[action.unit])


def why_not_there(state: LawrenceState, space: str, unit: str) -> Refusal | None:
    """Tell why a unit cannot handle gear in a space: it is the Camp, or is not there."""
    if unit == CAMP:
        return Refusal("LOA-R39", "the Camp carries no gear")
    if unit not in (unit.id for unit in state.arabs(space)):
        return Refusal("LOA-R14", f"{NAMES.get(unit, unit)} is not at {space_name(space)}")
    return None


def do_load(state: LawrenceState, space: str, action: Load) -> None:
    """Pick up gear from the unit's space."""
    deck.move(action.gear, state.stores[space], state.units[action.unit].gear)
    if not state.stores[space]:
        del state.stores[space]


def drops(state: LawrenceState, space: str) -> Iterator[Drop]:
    """Return each way for a unit in a space to drop gear."""
    for unit in state.arabs(space):
        yield from (Drop(unit.id, gear) for gear in deck.kinds(unit.gear))


def why_no_drop(state: LawrenceState, space: str, action: Drop) -> Refusal | None:
    """Tell why a unit cannot drop gear; None if it can."""
    if refusal := why_not_there(state, space, action.unit):
        return refusal
    if action.gear not in state.units[action.unit].gear:
        gear = NAMES.get(action.gear, action.gear)
        return Refusal("LOA-R14", f"{NAMES[action.unit]} does not carry {gear}")
    return None


def do_drop(state: LawrenceState, space: str, action: Drop) -> None:
    """Drop gear in the unit's space."""
    deck.move(action.gear, state.units[action.unit].gear, state.stores.setdefault(space, []))


def is_gear(item: str) -> bool:
    """Tell whether an item on sale is gear rather than a unit."""
    return item in ROSTER.gear
