"""LOA-C4, movement by land and sea, and its restrictions (LOA 30.2, LOA 30.4, LOA 32.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from sandtable import Refusal, number_of
from sandtable_lawrence import garrisons, spaces, stacking
from sandtable_lawrence.actions import Move, Sail
from sandtable_lawrence.events import space_name
from sandtable_lawrence.mission import Options
from sandtable_lawrence.roster import LAWRENCE, UNITS, is_leader
from sandtable_lawrence.spaces import DESERT, LAND, MECCA, PORTS, RESTRICTED, STAGING, SUEZ
from sandtable_lawrence.state import LawrenceState, LawrenceTable
from sandtable_lawrence.tables import TABLES

RULE = "LOA-C4"
WITHOUT_DESERT = tuple(kind for kind in LAND if kind != DESERT)
"""The kinds of land link except desert (LOA-R19)."""


class Route(NamedTuple):
    """A force's route: its spaces, the first included, and whether it crosses desert."""

    path: tuple[str, ...]
    desert: bool


def allowance(force: Iterable[str]) -> int:
    """Return how many spaces a force can move: as many as its slowest unit (LOA-C4)."""
    return min((UNITS[unit].move for unit in force), default=0)


def why_barred(force: Iterable[str], space: str) -> Refusal | None:
    """Tell why a force may not enter a staging area or Mecca; None if it may (LOA 30.2)."""
    companions = [unit for unit in force if unit != LAWRENCE]
    if space in STAGING and companions:
        return Refusal("30.2", f"only Lawrence can enter {space_name(space)}", without_text(companions))
    followers = [unit for unit in companions if not is_leader(unit)]
    if space == MECCA and followers:
        return Refusal("30.2", "only leaders can enter Mecca", without_text(followers))
    return None


def without_text(units: Iterable[str]) -> str:
    """Say which units would have to stay behind."""
    return f"without {', '.join(UNITS[unit].name for unit in units)}"


def routes(state: LawrenceState, force: Iterable[str], origin: str) -> Mapping[str, Route]:
    """Return the overland route to each space within reach, avoiding desert if possible (LOA-R19)."""
    units = tuple(force)
    slow = any(UNITS[unit].sort in TABLES.movement.desert_stops for unit in units)
    barred = tuple(space for space in RESTRICTED if why_barred(units, space))
    range_, garrisons = allowance(units), frozenset(state.garrisons)
    without_desert = reach(origin, range_, garrisons, WITHOUT_DESERT, slow=slow, barred=barred)
    return {**reach(origin, range_, garrisons, LAND, slow=slow, barred=barred), **without_desert}


@lru_cache(maxsize=4096)
def reach(
    origin: str,
    far: int,
    garrisons: frozenset[str],
    kinds: tuple[str, ...] = LAND,
    *,
    slow: bool = False,
    barred: tuple[str, ...] = (),
) -> Mapping[str, Route]:
    """Return the shortest overland route to each space at most `far` away that avoids `barred` spaces.

    A move ends in a staging area and at a Garrison (LOA 32.1), and for `slow` units after a desert link.
    It may start in a space with a Garrison (LOA-R35).
    """
    shortest = {origin: Route((origin,), False)}
    queue = [(origin, False)]
    while queue:
        space_from, stopped = queue.pop(0)
        path, desert = shortest[space_from]
        ends = space_from != origin and (space_from in garrisons or space_from in STAGING)
        if stopped or ends or len(path) > far:
            continue
        for link in spaces.BOARD.links_of(space_from, kinds):
            space = link.other(space_from)
            if space not in shortest and space not in barred:
                is_desert = link.kind == DESERT
                shortest[space] = Route((*path, space), desert or is_desert)
                queue.append((space, slow and is_desert))
    del shortest[origin]
    return shortest


def reachable_ports(state: LawrenceState, force: Iterable[str], origin: str) -> list[str]:
    """Return the ports that a Water Move can reach: those without a Garrison, and Suez (LOA 30.4)."""
    if origin not in (*PORTS, SUEZ):
        return []
    return [
        port
        for port in (*PORTS, SUEZ)
        if port not in (origin, *state.garrisons) and _can_sail(force, origin, port)
    ]


def _can_sail(force: Iterable[str], origin: str, port: str) -> bool:
    """Tell whether a force can sail between two ports; only Lawrence uses Suez (LOA 30.3)."""
    return SUEZ not in (origin, port) or set(force) == {LAWRENCE}


def moves(table: LawrenceTable) -> Iterator[Move]:
    """Return a move to each space within reach overland that has room for the Operating force."""
    state, operation = table.state, table.state.acting
    reach = routes(state, operation.force, operation.space)
    yield from (Move(space) for space in reach if why_crowded(table, space) is None)


def why_no_move(table: LawrenceTable, action: Move) -> Refusal | None:
    """Tell why the Operating force cannot move there; None if it can."""
    state, operation = table.state, table.state.acting
    if action.space not in spaces.NAMES:
        return Refusal(RULE, f"there is no space {action.space}; type map to see all spaces")
    reach = routes(state, operation.force, operation.space)
    if action.space in reach:
        return why_crowded(table, action.space)
    if refusal := why_barred(operation.force, action.space):
        return refusal
    if action.space == operation.space:
        return Refusal(RULE, "the force is already there; type stay to keep it there")
    without = structs.replace(state, garrisons={})
    if way := routes(without, operation.force, operation.space).get(action.space):
        (held, *_) = (space for space in way.path[1:] if space in state.garrisons)
        return Refusal("32.1", f"the Garrison of {space_name(held)} blocks the route; a move ends there")
    far = number_of(spaces.land_distance(operation.space, action.space), "space")
    how = f"it is {far} away; the force moves {number_of(allowance(operation.force), 'space')}"
    if spaces.land_distance(operation.space, action.space) <= allowance(operation.force):
        how = "a move ends in Cairo and Suez, and slow units stop after a desert link"
    return Refusal(RULE, f"{space_name(action.space)} is out of reach", how)


def why_crowded(table: LawrenceTable, space: str) -> Refusal | None:
    """Tell why the Operating force cannot end its move in a space; None if it can (LOA 34.6)."""
    state = table.state
    house: Options = table.house
    force = state.acting.force
    others = [unit.id for unit in state.at(space) if unit.id not in force]
    alone = stacking.why_apart(state, house, force, space)
    return alone or (stacking.why_apart(state, house, [*force, *others], space) if others else None)


def sails(table: LawrenceTable) -> Iterator[Sail]:
    """Return a Water Move to each port within reach that has room for the Operating force."""
    state, operation = table.state, table.state.acting
    reach = reachable_ports(state, operation.force, operation.space)
    yield from (Sail(port) for port in reach if why_crowded(table, port) is None)


def why_no_sail(table: LawrenceTable, action: Sail) -> Refusal | None:
    """Tell why the Operating force cannot sail there; None if it can."""
    state, operation = table.state, table.state.acting
    if action.space in reachable_ports(state, operation.force, operation.space):
        return why_crowded(table, action.space)
    if operation.space not in (*PORTS, SUEZ) or action.space not in (*PORTS, SUEZ):
        names = ", ".join(map(space_name, PORTS))
        return Refusal("30.4", "a Water Move goes from one Arabian port to another", names)
    if action.space in state.garrisons:
        return Refusal("30.4", f"the Garrison of {space_name(action.space)} closes its port")
    if action.space == operation.space:
        return Refusal("30.4", "the force is already there", space_name(action.space))
    return Refusal("30.3", "Suez is a port for Lawrence and gear only", "he goes alone")


def put_units(state: LawrenceState, units: Iterable[str], space: str) -> None:
    """Put units into a space."""
    for unit in units:
        state.units[unit].space = space


def about_move(table: LawrenceTable, action: Move) -> str:
    """Say how long a move is."""
    state, operation = table.state, table.state.acting
    path, _ = routes(state, operation.force, operation.space)[action.space]
    return number_of(len(path) - 1, "space")


def risk(table: LawrenceTable, action: Move) -> str:
    """Say what a move risks: desert cards, and a battle with a Garrison unless it is a 0 (LOA 32)."""
    state, operation = table.state, table.state.acting
    risks = ["desert"] * routes(state, operation.force, operation.space)[action.space].desert
    if action.space in state.garrisons:
        number = state.garrisons[action.space]
        possible_numbers = garrisons.possible_numbers(state, action.space)
        fights = sum(number > 0 for number, _ in possible_numbers)
        unseen = f"battle {round(100 * fights / len(possible_numbers))} %"
        risks.append(unseen if number is None else f"Garrison of {number}")
    return ", ".join(risks)
