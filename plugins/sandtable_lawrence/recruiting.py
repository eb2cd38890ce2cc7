"""LOA-C3, recruiting: what units and gear cost, and where they are sold (LOA 35, LOA 36.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable import Action, Refusal, Table, deck
from sandtable_lawrence import spaces, stacking
from sandtable_lawrence.actions import Buy, Recruit
from sandtable_lawrence.events import BedouinPicked, Bought, pounds, space_name
from sandtable_lawrence.gear import is_gear, why_full, why_not_there
from sandtable_lawrence.mission import Options
from sandtable_lawrence.movement import why_barred
from sandtable_lawrence.roster import AEROPLANE, BEDOUIN, DEMOLITION, MACHINEGUNS, NAMES, UNITS
from sandtable_lawrence.state import LawrenceState
from sandtable_lawrence.tables import TABLES, Place

RULE = "LOA-C3"


def selling_places(state: LawrenceState, space: str) -> set[Place]:
    """Return the kinds of market in a space; a port with a Garrison has none (LOA-C3)."""
    places: set[Place] = set()
    if space in spaces.PORTS and space not in state.garrisons:
        places.add("port")
    if space == spaces.SUEZ and space not in state.garrisons:
        places.add("suez")
    if space == state.camp:
        places.add("camp")
    return places


def price(state: LawrenceState, space: str, item: str) -> int:
    """Return an item's price in a space, in Pounds (LOA-C3, LOA-R45)."""
    ware = TABLES.wares[item]
    return ware.cost if space != state.camp or ware.at_camp is None else ware.at_camp


def wares(state: LawrenceState, space: str, *, first: bool = False) -> list[str]:
    """Return the items on sale in a space; `first` means before a mission (LOA-C3, LOA-R47)."""
    return [
        item
        for item in TABLES.wares
        if _why_not_here(state, space, item, first=first) is None
        and (is_gear(item) or why_barred(counters(item), space) is None)
    ]


def offers(state: LawrenceState, *places: str) -> Iterator[Buy]:
    """Return the purchases of each kind of unit, and of gear for each unit in the spaces."""
    for item in TABLES.wares:
        if is_gear(item):
            yield from (Buy(item, unit.id) for space in places for unit in state.arabs(space))
        else:
            yield Buy(item)


def why_no_sale(
    table: Table[LawrenceState], space: str, action: Buy, *, first: bool = False
) -> Refusal | None:
    """Tell why an item cannot be bought there, or with `first` before a mission (LOA 35, LOA-C3)."""
    if action.item not in TABLES.wares:
        return Refusal(RULE, f"{NAMES.get(action.item, action.item)} is not for sale")
    state = table.state
    if refusal := _why_not_here(state, space, action.item, first=first):
        return refusal
    if is_gear(action.item):
        refusal = _why_no_gear(state, space, action)
    else:
        refusal = _why_no_unit(state, table.house, space, action, first=first)
    cost = price(state, space, action.item)
    if refusal is None and cost > state.pounds:
        refusal = Refusal(RULE, f"it costs {pounds(cost)}", f"{state.pounds} left")
    return refusal


def _why_not_here(state: LawrenceState, space: str, item: str, *, first: bool) -> Refusal | None:
    ware, kinds_of_place = TABLES.wares[item], selling_places(state, space)
    if (first and not ware.ashore and space not in state.garrisons) or kinds_of_place.intersection(
        ware.places
    ):
        return None
    if space in state.garrisons:
        return Refusal(RULE, "only the Camp sells in a space with a Garrison", space_name(space))
    rule = "35" if is_gear(item) else RULE
    names = {"port": "an Arabian port", "camp": "Feisal's Camp", "suez": "Suez"}
    *others, last = (names[kind] for kind in ware.places)
    sold = f"{', '.join(others)} or {last}" if others else last
    camp = f"; the Camp is at {space_name(state.camp)}" if state.camp and "camp" in ware.places else ""
    return Refusal(rule, f"it is sold only in {sold}", f"you are at {space_name(space)}{camp}")


def _why_no_gear(state: LawrenceState, space: str, action: Buy) -> Refusal | None:
    if action.item not in state.gear:
        return Refusal(RULE, f"no {NAMES[action.item]} is left in the gear box")
    if action.unit is None:
        return Refusal(RULE, "name the unit to carry it", f"buy {action.item} UNIT")
    return why_not_there(state, space, action.unit) or why_full(state.units[action.unit])


def _why_no_unit(
    state: LawrenceState, house: Options, space: str, action: Buy, *, first: bool
) -> Refusal | None:
    if action.unit is not None:
        return Refusal(RULE, f"buy a unit without naming another: buy {action.item}")
    recruits = state.recruits(counters(action.item))
    if not recruits:
        return Refusal(RULE, "none is left in the Recruit box", action.item)
    return why_barred([recruits[0]], space) or stacking.why_no_room(
        state, house, space, recruits[0], first=first
    )


GEAR_USES = {
    MACHINEGUNS: "adds 1 to strength",
    DEMOLITION: "can break the railway; on a 1 its carrier is lost",
    AEROPLANE: "adds 1 to strength and Tactical Edge; scouts; flies Lawrence",
}
"""What each kind of gear does (LOA 29)."""


@lru_cache(maxsize=64)
def counters(item: str) -> tuple[str, ...]:
    """Return the ids of all units of this kind; () for gear."""
    return tuple(id for id, unit in UNITS.items() if unit.sort == item)


def cost(state: LawrenceState, space: str, action: Action) -> str:
    """Say what an action costs in a space; return "" for an action that is no purchase or attempt."""
    match action:
        case Buy(item):
            paid = price(state, space, item)
            return pounds(paid) if paid else "free"
        case Recruit(given):
            return pounds(given) if given else "free"
    return ""


def about_sale(table: Table[LawrenceState], action: Buy) -> str:  # noqa: ARG001
    """Say what an item does: a unit's values, or the use of gear."""
    if is_gear(action.item):
        return GEAR_USES[action.item]
    kinds = [UNITS[id] for id in counters(action.item)]
    strengths = sorted({unit.strength for unit in kinds})
    strength = " to ".join(str(number) for number in dict.fromkeys((strengths[0], strengths[-1])))
    return f"strength {strength}, moves {kinds[0].move}"


def buy(table: Table[LawrenceState], space: str, action: Buy) -> str:
    """Pay for an item and hand it over; return the unit that joins, or "" for gear (LOA-C3)."""
    state = table.state
    cost = price(state, space, action.item)
    state.pounds -= cost
    if is_gear(action.item):
        assert action.unit  # noqa: S101
        deck.move(action.item, state.gear, state.units[action.unit].gear)
        table.tell(Bought(action.item, action.unit, space, cost, state.pounds))
        return ""
    unit = enlist(table, action.item, space)
    table.tell(Bought(unit, unit, space, cost, state.pounds))
    return unit


def enlist(table: Table[LawrenceState], item: str, space: str) -> str:
    """Place a unit from the Recruit box; Bedouin are picked at random (LOA 37, LOA-R3)."""
    recruits = table.state.recruits(counters(item))
    unit = table.dice.pick(recruits, "recruits") if item == "bedouin" else recruits[0]
    table.state.units[unit].space, table.state.units[unit].lost = space, False
    if unit in BEDOUIN:
        table.tell(BedouinPicked(unit, space, UNITS[unit].strength))
    return unit
