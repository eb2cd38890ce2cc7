"""Cheap and quiet routes over the map, for the scripted player and `goto`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import inf

from msgspec import Struct

from sandtable import Board
from sandtable_lrdg.tables import TABLES, value_at
from sandtable_lrdg.zones import BASES, price, test_dice

FAR = 999.0
"""The cost of a zone that cannot be reached."""


class Trip(Struct, frozen=True):
    """The conditions of a route.

    - `units`: the number of units.
    - `axis`: the zones with Axis units, and the number in each.
    - `noise`: the action points that avoiding a failed test is worth.
    - `fear`: the action points that avoiding a fight with an Axis unit is worth.
    - `shun`: the zones to enter only if there is no other route.
    """

    units: int
    axis: tuple[tuple[str, int], ...] = ()
    noise: float = 2.0
    fear: float = 6.0
    shun: frozenset[str] = frozenset()


@lru_cache(maxsize=4096)
def chance_seen(board: Board, zone: str, drm: int) -> float:
    """Return the chance that a discretion test in a zone fails, with `drm` in all (LRDG 6.1.1)."""
    dice = test_dice(board, zone)
    if zone in BASES or not dice:
        return 0.0
    highest_pass = TABLES.discretion.failure - 1 - drm
    if dice == 1 and "rocky" in board.spaces[zone].kinds:
        highest_pass -= TABLES.discretion.rocky
    return 1 - float((max(0, min(6, highest_pass)) / 6) ** dice)


def crowd_drm(units: int) -> int:
    """Return the drm that a number of LRDG units adds to a discretion test."""
    return value_at(TABLES.discretion.units, units)


@lru_cache(maxsize=4096)
def tolls(board: Board, trip: Trip) -> Mapping[str, float]:
    """Return the expected cost of the dangers in each zone that units enter, in action points."""
    enemies = dict(trip.axis)
    other = {zone: _toll(board, zone, trip, enemies.get(zone, 0)) for zone in {*enemies, *trip.shun}}
    return {**_quiet_tolls(board, crowd_drm(trip.units), trip.noise), **other}


@lru_cache(maxsize=64)
def _quiet_tolls(board: Board, drm: int, noise: float) -> Mapping[str, float]:
    return {zone: noise * chance_seen(board, zone, drm) for zone in board.spaces}


def _toll(board: Board, zone: str, trip: Trip, enemies: int) -> float:
    if zone in BASES:
        return 0.0
    risk = chance_seen(board, zone, crowd_drm(trip.units) + enemies)
    return trip.noise * risk + trip.fear * enemies * risk + 60 * (zone in trip.shun)


@lru_cache(maxsize=256)
def _prices(board: Board, units: int) -> Mapping[str, Sequence[tuple[str, int]]]:
    return {
        zone: [(origin, price(board, origin, zone, units)) for origin in board.neighbours(zone)]
        for zone in board.spaces
    }


@lru_cache(maxsize=4096)
def costs(board: Board, goal: str, trip: Trip) -> Mapping[str, float]:
    """Return the cost of the best route to `goal` from every zone, without the goal's toll."""
    tolls_of, prices = tolls(board, trip), _prices(board, trip.units)
    costs_from = {goal: 0.0}
    edge = [(0.0, goal)]
    while edge:
        cost, zone = heappop(edge)
        if cost > costs_from[zone]:
            continue
        entered = cost + (0.0 if zone == goal else tolls_of[zone])
        for origin, points in prices[zone]:
            if entered + points < costs_from.get(origin, inf):
                costs_from[origin] = entered + points
                heappush(edge, (entered + points, origin))
    return costs_from


def cost(board: Board, start: str, goal: str, trip: Trip) -> float:
    """Return the cost of the best route from one zone to another."""
    return costs(board, goal, trip).get(start, FAR)


@lru_cache(maxsize=8192)
def next_zone(board: Board, start: str, goal: str, trip: Trip) -> str | None:
    """Return the next zone on the best route; None without a route, or at the goal."""
    if start == goal:
        return None
    costs_from, tolls_of = costs(board, goal, trip), tolls(board, trip)

    def total(zone: str) -> float:
        entry = 0.0 if zone == goal else tolls_of[zone]
        return price(board, start, zone, trip.units) + entry + costs_from.get(zone, FAR)

    neighbours = board.neighbours(start)
    return min(neighbours, key=total) if neighbours and start in costs_from else None


def route(board: Board, start: str, goal: str, trip: Trip) -> list[str]:
    """Return the zones of the best route, without the start."""
    path: list[str] = []
    zone: str | None = start
    while zone is not None and zone != goal and len(path) < len(board.spaces):
        zone = next_zone(board, zone, goal, trip)
        if zone is not None:
            path.append(zone)
    return path


@lru_cache(maxsize=8192)
def points(board: Board, start: str, goal: str, trip: Trip) -> int:
    """Return the action points of the best route, without tolls."""
    stops = [start, *route(board, start, goal, trip)]
    return sum(price(board, a, b, trip.units) for a, b in pairwise(stops))


def nearest_goal(board: Board, start: str, goals: Iterable[str], trip: Trip) -> str:
    """Return the goal with the cheapest route."""
    return min(goals, key=lambda goal: cost(board, start, goal, trip))
