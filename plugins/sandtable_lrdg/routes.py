"""Route planning for the scripted player: cheap and quiet ways over the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from msgspec import Struct

from sandtable import Board
from sandtable_lrdg.tables import TABLES, step
from sandtable_lrdg.zones import BASES, price, test_dice

FAR = 999.0
"""The cost of a zone that cannot be reached."""


class Trip(Struct, frozen=True):
    """What a way is planned for: a number of units, past Axis units by zone.

    `noise` are the action points that a failed test is worth avoiding for, `fear` those of an
    Axis unit that fights; `shun` are zones to go to only when there is no other way.
    """

    units: int
    axis: tuple[tuple[str, int], ...] = ()
    noise: float = 2.0
    fear: float = 6.0
    shun: frozenset[str] = frozenset()


@lru_cache(maxsize=4096)
def seen(board: Board, zone: str, drm: int) -> float:
    """How likely a discretion test in a zone fails with the sum of all drms (LRDG 6.1.1)."""
    dice = test_dice(board, zone)
    if zone in BASES or not dice:
        return 0.0
    most = TABLES.discretion.failure - 1 - drm
    if dice == 1 and "rocky" in board.spaces[zone].kinds:
        most -= TABLES.discretion.rocky
    return 1 - float((max(0, min(6, most)) / 6) ** dice)


def crowd(units: int) -> int:
    """The drm of a number of LRDG units to the dice of a test."""
    return step(TABLES.discretion.units, units)


def toll(board: Board, zone: str, trip: Trip) -> float:
    """The likely cost of entering a zone in addition to the way, in action points."""
    if zone in BASES:
        return 0.0
    enemies = dict(trip.axis).get(zone, 0)
    risk = seen(board, zone, crowd(trip.units) + enemies)
    return trip.noise * risk + trip.fear * enemies * risk + 60 * (zone in trip.shun)


@lru_cache(maxsize=4096)
def costs(board: Board, goal: str, trip: Trip) -> Mapping[str, float]:
    """The cost of the way to `goal` from every zone, without the toll of the goal itself."""
    costs_to: dict[str, float] = {}
    edge = [(0.0, goal)]
    while edge:
        cost, here = heappop(edge)
        if here in costs_to:
            continue
        costs_to[here] = cost
        entry = 0.0 if here == goal else toll(board, here, trip)
        for neighbour in board.neighbours(here):
            if neighbour not in costs_to:
                heappush(edge, (cost + entry + price(board, neighbour, here, trip.units), neighbour))
    return costs_to


def cost(board: Board, start: str, goal: str, trip: Trip) -> float:
    """The cost of the best way from a zone to another."""
    return costs(board, goal, trip).get(start, FAR)


@lru_cache(maxsize=8192)
def onward(board: Board, start: str, goal: str, trip: Trip) -> str | None:
    """The next zone of the best way, None when there is none or it is reached."""
    if start == goal:
        return None
    far = costs(board, goal, trip)

    def whole(zone: str) -> float:
        entry = 0.0 if zone == goal else toll(board, zone, trip)
        return price(board, start, zone, trip.units) + entry + far.get(zone, FAR)

    near = board.neighbours(start)
    return min(near, key=whole) if near and start in far else None


def way(board: Board, start: str, goal: str, trip: Trip) -> list[str]:
    """All zones of the best way but the first."""
    path: list[str] = []
    here: str | None = start
    while here is not None and here != goal and len(path) < len(board.spaces):
        here = onward(board, here, goal, trip)
        if here is not None:
            path.append(here)
    return path


@lru_cache(maxsize=8192)
def points(board: Board, start: str, goal: str, trip: Trip) -> int:
    """The action points of the best way, without tolls."""
    stops = [start, *way(board, start, goal, trip)]
    return sum(price(board, a, b, trip.units) for a, b in pairwise(stops))


def nearest(board: Board, start: str, goals: Iterable[str], trip: Trip) -> str:
    """The goal with the best way."""
    return min(goals, key=lambda goal: cost(board, start, goal, trip))
