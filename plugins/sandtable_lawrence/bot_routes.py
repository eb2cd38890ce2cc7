"""Ways of the scripted player: where each Operation of a journey ends (LOA-C4, LOA 30.4)."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from sandtable_lawrence.movement import reach
from sandtable_lawrence.spaces import DESERT, PORTS, RESTRICTED, SUEZ, is_rail, kinds

CITY_RISK, RAIL_RISK, PORT_RISK, DESERT_RISK = 3, 2, 1, 1
"""How much worse a card is in a City, on the Railroad, in a port, in the desert than in a town
(LOA-C8)."""


class Gait(NamedTuple):
    """How a force moves: its speed, `slow` if the desert stops it, `alone` if it is Lawrence alone."""

    speed: int
    slow: bool = False
    alone: bool = False


@lru_cache(maxsize=256)
def risk(space: str) -> int:
    """How bad the next card can be in a space."""
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
    edge: list[tuple[int, int, str, tuple[str, ...]]] = [(0, 0, origin, ())]
    done: set[str] = set()
    while edge:
        ops, danger, here, way = heappop(edge)
        if here == goal:
            return way
        if here in done:
            continue
        done.add(here)
        for space in _ends(here, gait, blocked | {goal} if goal in blocked else blocked):
            if space not in done and (space == goal or space not in blocked):
                heappush(edge, (ops + 1, danger + risk(space), space, (*way, space)))
    return None


@lru_cache(maxsize=20000)
def _ends(origin: str, gait: Gait, blocked: frozenset[str]) -> tuple[str, ...]:
    """Every space where an Operation from here can end."""
    shut = () if gait.alone else RESTRICTED
    overland = reach(origin, gait.speed, blocked, slow=gait.slow, shut=shut)
    harbours = (*PORTS, SUEZ) if gait.alone else PORTS
    by_sea = [port for port in harbours if origin in harbours and port not in blocked]
    return tuple(dict.fromkeys([*overland, *(port for port in by_sea if port != origin)]))
