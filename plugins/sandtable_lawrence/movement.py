"""LOA-C4, movement overland and by sea, and who may enter where (LOA 30.2, LOA 30.4, LOA 32.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from sandtable import Refusal, number_of
from sandtable_lawrence import garrisons, spaces, stacking
from sandtable_lawrence.actions import Move, Sail
from sandtable_lawrence.events import place
from sandtable_lawrence.mission import Options
from sandtable_lawrence.roster import LAWRENCE, UNITS, is_leader
from sandtable_lawrence.spaces import DESERT, LAND, MECCA, PORTS, RESTRICTED, STAGING, SUEZ
from sandtable_lawrence.state import LawrenceState, LawrenceTable
from sandtable_lawrence.tables import TABLES

RULE = "LOA-C4"
FIRM = tuple(kind for kind in LAND if kind != DESERT)
"""The connections overland except desert (LOA-R19)."""


class Way(NamedTuple):
    """The way of a force: its spaces from the first on, and whether it crosses desert."""

    path: tuple[str, ...]
    desert: bool


def allowance(force: Iterable[str]) -> int:
    """The number of spaces that a force can move: that of its slowest unit (LOA-C4)."""
    return min((UNITS[unit].move for unit in force), default=0)


def why_barred(force: Iterable[str], space: str) -> Refusal | None:
    """The reason why a force may not enter a space (LOA 30.2): staging areas, Mecca."""
    companions = [unit for unit in force if unit != LAWRENCE]
    if space in STAGING and companions:
        return Refusal("30.2", f"only Lawrence can enter {place(space)}", stay_behind(companions))
    followers = [unit for unit in companions if not is_leader(unit)]
    if space == MECCA and followers:
        return Refusal("30.2", "only leaders can enter Mecca", stay_behind(followers))
    return None


def stay_behind(units: Iterable[str]) -> str:
    """The units that would have to leave the force, in words."""
    return f"without {', '.join(UNITS[unit].name for unit in units)}"


def ways(state: LawrenceState, force: Iterable[str], origin: str) -> Mapping[str, Way]:
    """The way to each space that a force can reach overland, without desert if possible (LOA-R19)."""
    units = tuple(force)
    slow = any(UNITS[unit].sort in TABLES.movement.desert_stops for unit in units)
    shut = tuple(space for space in RESTRICTED if why_barred(units, space))
    range_, garrisons = allowance(units), frozenset(state.garrisons)
    firm = reach(origin, range_, garrisons, FIRM, slow=slow, shut=shut)
    return {**reach(origin, range_, garrisons, LAND, slow=slow, shut=shut), **firm}


@lru_cache(maxsize=4096)
def reach(
    origin: str,
    far: int,
    garrisons: frozenset[str],
    kinds: tuple[str, ...] = LAND,
    *,
    slow: bool = False,
    shut: tuple[str, ...] = (),
) -> Mapping[str, Way]:
    """The shortest way overland to each space at most `far` away, without those that are `shut`.

    A move ends in a staging area and at a Garrison (LOA 32.1). For `slow` units it also ends after a
    desert connection. It may start where a Garrison is (LOA-R35).
    """
    shortest = {origin: Way((origin,), False)}
    edge = [(origin, False)]
    while edge:
        space_from, stopped = edge.pop(0)
        path, desert = shortest[space_from]
        ends = space_from != origin and (space_from in garrisons or space_from in STAGING)
        if stopped or ends or len(path) > far:
            continue
        for link in spaces.BOARD.links_of(space_from, kinds):
            space = link.other(space_from)
            if space not in shortest and space not in shut:
                sand = link.kind == DESERT
                shortest[space] = Way((*path, space), desert or sand)
                edge.append((space, slow and sand))
    del shortest[origin]
    return shortest


def ports(state: LawrenceState, force: Iterable[str], origin: str) -> list[str]:
    """The goals of a Water Move: Arabian ports without a Garrison, Suez for Lawrence (LOA 30.4)."""
    if origin not in (*PORTS, SUEZ):
        return []
    return [
        port
        for port in (*PORTS, SUEZ)
        if port not in (origin, *state.garrisons) and _sails(force, origin, port)
    ]


def _sails(force: Iterable[str], origin: str, port: str) -> bool:
    """Whether a force can go by sea: Suez is a port for Lawrence and gear only (LOA 30.3)."""
    return SUEZ not in (origin, port) or set(force) == {LAWRENCE}


def moves(table: LawrenceTable) -> Iterator[Move]:
    """Every space that the Operating force can reach overland and that has room for it."""
    state, operation = table.state, table.state.acting
    reach = ways(state, operation.force, operation.space)
    yield from (Move(space) for space in reach if why_crowded(table, space) is None)


def no_move(table: LawrenceTable, action: Move) -> Refusal | None:
    """The reason why the Operating force cannot move there."""
    state, operation = table.state, table.state.acting
    if action.space not in spaces.NAMES:
        return Refusal(RULE, f"no space {action.space}; map shows all")
    reach = ways(state, operation.force, operation.space)
    if action.space in reach:
        return why_crowded(table, action.space)
    if refusal := why_barred(operation.force, action.space):
        return refusal
    if action.space == operation.space:
        return Refusal(RULE, "the force is there already; stay keeps it there")
    without = structs.replace(state, garrisons={})
    if way := ways(without, operation.force, operation.space).get(action.space):
        (held, *_) = (space for space in way.path[1:] if space in state.garrisons)
        return Refusal("32.1", f"the Garrison of {place(held)} blocks the way; a move ends there")
    far = number_of(spaces.land_distance(operation.space, action.space), "space")
    how = f"{far} away; the force moves {number_of(allowance(operation.force), 'space')}"
    if spaces.land_distance(operation.space, action.space) <= allowance(operation.force):
        how = "a move ends in Cairo and Suez, and slow units stop after a desert connection"
    return Refusal(RULE, f"{place(action.space)} is out of reach", how)


def why_crowded(table: LawrenceTable, space: str) -> Refusal | None:
    """The reason why the Operating force cannot end its move in a space (LOA 34.6)."""
    state = table.state
    house: Options = table.house
    force = state.acting.force
    others = [unit.id for unit in state.at(space) if unit.id not in force]
    alone = stacking.why_apart(state, house, force, space)
    return alone or (stacking.why_apart(state, house, [*force, *others], space) if others else None)


def sails(table: LawrenceTable) -> Iterator[Sail]:
    """Every port that the Operating force can sail to and that has room for it."""
    state, operation = table.state, table.state.acting
    reach = ports(state, operation.force, operation.space)
    yield from (Sail(port) for port in reach if why_crowded(table, port) is None)


def no_sail(table: LawrenceTable, action: Sail) -> Refusal | None:
    """The reason why the Operating force cannot sail there."""
    state, operation = table.state, table.state.acting
    if action.space in ports(state, operation.force, operation.space):
        return why_crowded(table, action.space)
    if operation.space not in (*PORTS, SUEZ) or action.space not in (*PORTS, SUEZ):
        names = ", ".join(map(place, PORTS))
        return Refusal("30.4", "a Water Move goes from one Arabian port to another", names)
    if action.space in state.garrisons:
        return Refusal("30.4", f"the Garrison of {place(action.space)} closes its port")
    if action.space == operation.space:
        return Refusal("30.4", "the force is there already", place(action.space))
    return Refusal("30.3", "Suez is a port for Lawrence and gear only", "he goes alone")


def travel(state: LawrenceState, units: Iterable[str], space: str) -> None:
    """Put units into another space."""
    for unit in units:
        state.units[unit].space = space


def about_move(table: LawrenceTable, action: Move) -> str:
    """The length of a move."""
    state, operation = table.state, table.state.acting
    path, _ = ways(state, operation.force, operation.space)[action.space]
    return number_of(len(path) - 1, "space")


def risk(table: LawrenceTable, action: Move) -> str:
    """What a move risks: the desert, and a fight with a Garrison, which may also be a 0 (LOA 32)."""
    state, operation = table.state, table.state.acting
    risks = ["desert"] * ways(state, operation.force, operation.space)[action.space].desert
    if action.space in state.garrisons:
        number = state.garrisons[action.space]
        may_be = garrisons.may_be(state, action.space)
        fights = sum(number > 0 for number, _ in may_be)
        unseen = f"Garrison {round(100 * fights / len(may_be))} %"
        risks.append(unseen if number is None else f"Garrison {number}")
    return ", ".join(risks)
