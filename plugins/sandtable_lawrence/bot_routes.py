"""The scripted player's routes: where each Operation of a journey ends (LOA-C4, LOA 30.4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from sandtable_lawrence.movement import reach
from sandtable_lawrence.spaces import (
    DESERT,
    NAMES,
    PORTS,
    RESTRICTED,
    SUEZ,
    is_rail,
    kinds,
    land_distance,
)

CITY_RISK, RAIL_RISK, PORT_RISK, DESERT_RISK = 3, 2, 1, 1
"""How much worse the next card can be in each kind of space than in a town (LOA-C8). Among routes of
equally many Operations, the lowest total is best."""


FAR = 99
"""The number of Operations given where there is no route."""


class Gait(NamedTuple):
    """How a force moves.

    - `speed`: how many spaces it moves in an Operation.
    - `slow`: whether it stops after a desert link (LOA-C4).
    - `alone`: whether it is Lawrence alone, who can enter spaces closed to others (LOA 30.2).
    """

    speed: int
    slow: bool = False
    alone: bool = False


@lru_cache(maxsize=256)
def risk(space: str) -> int:
    """Return how much worse the next card can be in a space than in a town."""
    if "city" in kinds(space):
        return CITY_RISK
    if is_rail(space):
        return RAIL_RISK
    return PORT_RISK if space in PORTS else DESERT_RISK if DESERT in kinds(space) else 0


def journey(origin: str, goal: str, gait: Gait, blocked: frozenset[str]) -> tuple[str, ...] | None:
    """Return the space where each Operation on the best route ends, the goal last; None without a route.

    `blocked` are Garrisons to avoid; the goal may be one of them.
    """
    return journeys(origin, gait, blocked).get(goal)


@lru_cache(maxsize=20000)
def journeys(origin: str, gait: Gait, blocked: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the best route to each space, as the spaces where its Operations end, that space last.

    `blocked` are spaces with Garrisons: a route may end in one, but not pass through it.
    """
    routes: dict[str, tuple[str, ...]] = {origin: ()}
    edge: list[tuple[int, tuple[str, ...], str]] = [(0, (), origin)]
    while edge:
        reached = []
        for danger, path, here in sorted(edge):
            for space in _ends(here, gait, blocked & _relevant_spaces(here, gait.speed)):
                if space not in routes:
                    routes[space] = (*path, space)
                    if space not in blocked:
                        reached.append((danger + risk(space), routes[space], space))
        edge = reached
    return routes


@cache
def hops(speed: int, alone: bool) -> Mapping[str, Mapping[str, int]]:
    """Return the fewest Operations between spaces, ignoring Garrisons; FAR if out of reach.

    The number is at least 1. A real force takes no fewer, unless it is slow: then a Garrison can help,
    since it may force the better of two equally short routes.
    """
    paths = {origin: journeys(origin, Gait(speed, False, alone), frozenset()) for origin in NAMES}
    return {
        origin: {goal: max(1, len(path[goal])) if goal in path else FAR for goal in NAMES}
        for origin, path in paths.items()
    }


@cache
def _relevant_spaces(origin: str, speed: int) -> frozenset[str]:
    """Return the spaces whose Garrisons can change where an Operation from here ends."""
    by_land = (space for space in NAMES if land_distance(origin, space) < speed)
    return frozenset((*by_land, *(PORTS if origin in (*PORTS, SUEZ) else ())))


@lru_cache(maxsize=20000)
def _ends(origin: str, gait: Gait, blocked: frozenset[str]) -> tuple[str, ...]:
    """Return each space where an Operation from here can end."""
    forbidden = () if gait.alone else RESTRICTED
    overland = reach(origin, gait.speed, blocked, slow=gait.slow, barred=forbidden)
    harbours = (*PORTS, SUEZ) if gait.alone else PORTS
    by_sea = [port for port in harbours if origin in harbours and port not in blocked]
    return tuple(dict.fromkeys([*overland, *(port for port in by_sea if port != origin)]))
