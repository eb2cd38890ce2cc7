"""LOA 35, gear: what units carry, and what is in spaces (LOA-R14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable import Refusal, deck
from sandtable_lawrence.actions import Drop, Load
from sandtable_lawrence.events import place
from sandtable_lawrence.roster import CAMP, NAMES, ROSTER, capacity
from sandtable_lawrence.state import LawrenceState, Unit


def why_full(unit: Unit) -> Refusal | None:
    """The reason why a unit can carry no more (LOA 35)."""
    room = capacity(unit.id)
    if len(unit.gear) < room:
        return None
    return Refusal("35", f"{NAMES[unit.id]} can carry {room} gear; drop some first")


def hand_over(state: LawrenceState, gear: str, space: str, first: Iterable[str] = ()) -> None:
    """Give gear to the first unit of a space with room for it, or else leave it there."""
    carriers = sorted(state.arabs(space), key=lambda unit: unit.id not in first)
    carrier = next((unit for unit in carriers if why_full(unit) is None), None)
    deck.put(gear, carrier.gear if carrier else state.stores.setdefault(space, []))


def loads(state: LawrenceState, space: str) -> Iterator[Load]:
    """Every unit of a space with every piece of gear that is there."""
    for unit in state.arabs(space):
        yield from (Load(unit.id, gear) for gear in deck.kinds(state.stores.get(space, ())))


def no_load(state: LawrenceState, space: str, action: Load) -> Refusal | None:
    """The reason why a unit cannot take gear up."""
    if action.gear not in state.stores.get(space, ()):
        name = NAMES.get(action.gear, action.gear)
        return Refusal("LOA-R14", f"no {name} is on the ground at {place(space)}")
    return why_not_there(state, space, action.unit) or why_full(state.units[action.unit])


def why_not_there(state: LawrenceState, space: str, unit: str) -> Refusal | None:
    """The reason why a unit cannot handle gear in a space: it is the Camp, or not there."""
    if unit == CAMP:
        return Refusal("LOA-R39", "the Camp carries no gear")
    if unit not in (unit.id for unit in state.arabs(space)):
        return Refusal("LOA-R14", f"{NAMES.get(unit, unit)} is not at {place(space)}")
    return None


def do_load(state: LawrenceState, space: str, action: Load) -> None:
    """A unit takes up gear that is in its space."""
    deck.move(action.gear, state.stores[space], state.units[action.unit].gear)
    if not state.stores[space]:
        del state.stores[space]


def drops(state: LawrenceState, space: str) -> Iterator[Drop]:
    """Every unit of a space with every gear that it carries."""
    for unit in state.arabs(space):
        yield from (Drop(unit.id, gear) for gear in deck.kinds(unit.gear))


def no_drop(state: LawrenceState, space: str, action: Drop) -> Refusal | None:
    """The reason why a unit cannot drop gear."""
    if refusal := why_not_there(state, space, action.unit):
        return refusal
    if action.gear not in state.units[action.unit].gear:
        gear = NAMES.get(action.gear, action.gear)
        return Refusal("LOA-R14", f"{NAMES[action.unit]} does not carry {gear}")
    return None


def do_drop(state: LawrenceState, space: str, action: Drop) -> None:
    """A unit lays gear down in its space."""
    deck.move(action.gear, state.units[action.unit].gear, state.stores.setdefault(space, []))


def is_gear(item: str) -> bool:
    """Whether an item is gear, not a unit."""
    return item in ROSTER.gear
