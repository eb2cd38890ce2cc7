"""Ways of the scripted player: where each Operation of a journey ends (LOA-C4, LOA 30.4)."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from sandtable_lawrence.movement import reach
from sandtable_lawrence.spaces import DESERT, PORTS, RESTRICTED, SUEZ, is_rail, kinds

CITY_RISK, RAIL_RISK, PORT_RISK, DESERT_RISK = 3, 2, 1, 1
"""How much worse the next card can be there than in a town (LOA-C8); of ways that take as many
Operations, the one with the least sum is the best."""


class Gait(NamedTuple):
    """How a force moves."""

    speed: int
    """How far it moves in an Operation: the movement of its slowest unit."""

    slow: bool = False
    """Whether it stops after a desert link (LOA-C4)."""

    alone: bool = False
    """Whether it is Lawrence alone, who may enter spaces that others may not (LOA 30.2)."""


@lru_cache(maxsize=256)
def risk(space: str) -> int:
    """How bad the next card can be in a space, 0 in a town."""
    if "city" in kinds(space):
        return CITY_RISK
    if is_rail(space):
        return RAIL_RISK
    return PORT_RISK if space in PORTS else DESERT_RISK if DESERT in kinds(space) else 0


@lru_cache(maxsize=20000)
def journey(origin: str, goal: str, gait: Gait, blocked: frozenset[str]) -> tuple[str, ...] | None:
    """Where each Operation ends on the best route, the goal last; None without a route.

    `blocked` are Garrisons that are not to be fought; the goal may be one of them.
    """
    frontier: list[tuple[int, int, str, tuple[str, ...]]] = [(0, 0, origin, ())]
    done: set[str] = set()
    while frontier:
        ops, danger, here, way = heappop(frontier)
        if here == goal:
            return way
        if here in done:
            continue
        done.add(here)
        for space in _ends(here, gait, blocked | {goal} if goal in blocked else blocked):
            if space not in done and (space == goal or space not in blocked):
                heappush(frontier, (ops + 1, danger + risk(space), space, (*way, space)))
    return None


@lru_cache(maxsize=20000)
def _ends(origin: str, gait: Gait, blocked: frozenset[str]) -> tuple[str, ...]:
    """Every space where an Operation from here can end."""
    forbidden = () if gait.alone else RESTRICTED
    overland = reach(origin, gait.speed, blocked, slow=gait.slow, shut=forbidden)
    harbours = (*PORTS, SUEZ) if gait.alone else PORTS
    by_sea = [port for port in harbours if origin in harbours and port not in blocked]
    return tuple(dict.fromkeys([*overland, *(port for port in by_sea if port != origin)]))
