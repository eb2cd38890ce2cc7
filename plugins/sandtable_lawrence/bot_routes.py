"""Ways of the scripted player: where each Operation of a journey ends (LOA-C4, LOA 30.4)."""

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
"""How much worse the next card can be there than in a town (LOA-C8); of ways that take as many
Operations, the one with the least sum is the best."""


FAR = 99
"""The Operations of a way where there is no route."""


class Gait(NamedTuple):
    """How a force moves.

    - `speed`: how far it moves in an Operation: the movement of its slowest unit.
    - `slow`: whether it stops after a desert link (LOA-C4).
    - `alone`: whether it is only Lawrence, who may enter spaces that others may not (LOA 30.2).
    """

    speed: int
    slow: bool = False
    alone: bool = False


@lru_cache(maxsize=256)
def risk(space: str) -> int:
    """How bad the next card can be in a space, 0 in a town."""
    if "city" in kinds(space):
        return CITY_RISK
    if is_rail(space):
        return RAIL_RISK
    return PORT_RISK if space in PORTS else DESERT_RISK if DESERT in kinds(space) else 0


def journey(origin: str, goal: str, gait: Gait, blocked: frozenset[str]) -> tuple[str, ...] | None:
    """Where each Operation ends on the best route, the goal last; None without a route.

    `blocked` are Garrisons that are not to be fought; the goal may be one of them.
    """
    return journeys(origin, gait, blocked).get(goal)


@lru_cache(maxsize=20000)
def journeys(origin: str, gait: Gait, blocked: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    """The best route to each space: where each Operation ends, the space last.

    `blocked` are Garrisons that are not to be fought; a route may only end there.
    """
    routes: dict[str, tuple[str, ...]] = {origin: ()}
    edge: list[tuple[int, tuple[str, ...], str]] = [(0, (), origin)]
    while edge:
        reached = []
        for danger, way, here in sorted(edge):
            for space in _ends(here, gait, blocked & _relevant_spaces(here, gait.speed)):
                if space not in routes:
                    routes[space] = (*way, space)
                    if space not in blocked:
                        reached.append((danger + risk(space), routes[space], space))
        edge = reached
    return routes


@cache
def hops(speed: int, alone: bool) -> Mapping[str, Mapping[str, int]]:
    """The fewest Operations from space to space, whatever Garrisons there are; at least one.

    It is FAR without a route. A force that is not slow is never later: one that is may be helped by a
    Garrison, because it keeps to the first of two ways that are equally short.
    """
    ways = {origin: journeys(origin, Gait(speed, False, alone), frozenset()) for origin in NAMES}
    return {
        origin: {goal: max(1, len(way[goal])) if goal in way else FAR for goal in NAMES}
        for origin, way in ways.items()
    }


@cache
def _relevant_spaces(origin: str, speed: int) -> frozenset[str]:
    """The spaces whose Garrisons change where an Operation from here can end."""
    by_land = (space for space in NAMES if land_distance(origin, space) < speed)
    return frozenset((*by_land, *(PORTS if origin in (*PORTS, SUEZ) else ())))


@lru_cache(maxsize=20000)
def _ends(origin: str, gait: Gait, blocked: frozenset[str]) -> tuple[str, ...]:
    """Every space where an Operation from here can end."""
    forbidden = () if gait.alone else RESTRICTED
    overland = reach(origin, gait.speed, blocked, slow=gait.slow, shut=forbidden)
    harbours = (*PORTS, SUEZ) if gait.alone else PORTS
    by_sea = [port for port in harbours if origin in harbours and port not in blocked]
    return tuple(dict.fromkeys([*overland, *(port for port in by_sea if port != origin)]))
