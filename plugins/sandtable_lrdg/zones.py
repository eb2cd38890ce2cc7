"""The map (LRDG 3.3, LRDG 3.3.1), read from data/map.toml: zones, their kinds, and distances.

Each place has one spelling (LRDG-A55).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache

from sandtable import Board, MapFile, MapSpace, read_data
from sandtable_lrdg.tables import TABLES

BASES = ("siwa", "kufra")
"""The LRDG's bases, where there are no tests and no Axis units (LRDG 5.3.2, LRDG 6.1.1)."""

FORTRESS = "fortress"
ROCKY = "rocky"
AIRFIELD = "airfield"
ARRIVAL_KINDS = frozenset({"town", "village", "fort", AIRFIELD})
"""The kinds of zone where awakened Axis units may appear (LRDG 5.3.1)."""

OBSERVABLE_KINDS = ARRIVAL_KINDS | {"oasis"}
"""The kinds of zone that can be observed without a target near (LRDG 6.1.3, LRDG-A17)."""


MAP = read_data("sandtable_lrdg", "map.toml", MapFile[MapSpace])
NAMES: Mapping[str, str] = MAP.names
KINDS = frozenset(kind for zone in MAP.spaces.values() for kind in zone.kinds)


@lru_cache(maxsize=8)
def board(
    *,
    mersa_airfield: bool = False,
    maddalena_is_fort: bool = False,
    bir_hacheim_is_fortress: bool = False,
) -> Board:
    """Return the map; options decide three doubtful points (LRDG-A103)."""
    changed: dict[str, tuple[str, ...]] = {}
    if mersa_airfield:
        changed["mersa"] = ("village", AIRFIELD, "coast")
    if maddalena_is_fort:
        changed["fort-maddalena"] = ("fort",)
    if bir_hacheim_is_fortress:
        changed["bir-hacheim"] = (ROCKY, FORTRESS)
    return MAP.board(changed)


@lru_cache(maxsize=1024)
def test_dice(board: Board, zone: str) -> int:
    """Return the number of dice in a discretion test: the most for any of the zone's kinds (LRDG-A6)."""
    dice = TABLES.discretion.dice
    return max(dice.get(kind, 0) for kind in board.spaces[zone].kinds)


def event_drm(board: Board, zone: str) -> int:
    """Return a zone's drm for events: the lowest for any of its kinds (LRDG-A6)."""
    drm = TABLES.event.drm
    return min(drm[kind] for kind in board.spaces[zone].kinds if kind in drm)


@lru_cache(maxsize=8192)
def price(board: Board, origin: str, zone: str, units: int) -> int:
    """Return the action points that `units` units pay for one link, rounded up (LRDG 6.1.1, LRDG-A2)."""
    return -(-half_points(board, origin, zone, units) // 2)


@lru_cache(maxsize=8192)
def half_points(board: Board, origin: str, zone: str, units: int) -> int:
    """Return the half action points that `units` units pay for one link (LRDG 6.1.1)."""
    costs = TABLES.costs
    return units * min(costs[link.kind] for link in board.links_of(origin) if link.other(origin) == zone)


@lru_cache(maxsize=256)
def links_to(board: Board, goal: str) -> Mapping[str, int]:
    """Return the links from every zone to `goal` by routes that avoid the bases (LRDG-A5, LRDG-A72)."""
    links = {goal: 0}
    edge = deque([goal])
    while edge:
        zone = edge.popleft()
        for neighbour in board.neighbours(zone) if zone == goal or zone not in BASES else ():
            if neighbour not in links:
                links[neighbour] = links[zone] + 1
                edge.append(neighbour)
    return links


def zones_within(board: Board, zone: str, links: int) -> list[str]:
    """Return the zones at most `links` links away, including the zone itself (LRDG-A5)."""
    return [id for id, distance in board.distances(zone).items() if distance <= links]


@lru_cache(maxsize=8)
def flight_zones(board: Board) -> frozenset[str]:
    """Return the zones at most two links from an airfield, which the Axis Recon can enter."""
    in_reach = {zone for airfield in airfields(board) for zone in zones_within(board, airfield, 2)}
    return frozenset(in_reach - set(BASES))


@lru_cache(maxsize=8)
def airfields(board: Board) -> tuple[str, ...]:
    """Return every zone with an airfield."""
    return tuple(id for id, zone in board.spaces.items() if AIRFIELD in zone.kinds)
