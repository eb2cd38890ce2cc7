"""The map (LOA 30, LOA-C5), read from data/map.toml: spaces, their kinds, and distances."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from sandtable import Board, MapFile, MapSpace, read_data
from sandtable_lawrence.tables import PACKAGE

CAIRO, SUEZ, MECCA, MEDINA = "cairo", "suez", "mecca", "medina"
STAGING = (CAIRO, SUEZ)
"""The British staging areas, which only Lawrence can enter (LOA 30.2)."""

RESTRICTED = (*STAGING, MECCA)
"""Spaces that only leaders can enter (LOA 30.2), and that never have a Garrison."""

RAIL, DESERT, WATER = "rail", "desert", "water"
LAND = (RAIL, "track", DESERT)
"""The kinds of link that units can use overland (LOA-C4)."""


MAP = read_data(PACKAGE, "map.toml", MapFile[MapSpace])
NAMES: Mapping[str, str] = MAP.names
BOARD = MAP.board()
"""The map, which no option changes."""

DRAWN = Board(BOARD.spaces.values(), (link for link in BOARD.links if link.kind != WATER), BOARD.shapes)
"""The map as drawn, without sea links: a sign marks each port instead."""


def kinds(space: str) -> tuple[str, ...]:
    """Return the kinds that a space belongs to, such as town, port or rail (LOA-C5)."""
    return BOARD.spaces[space].kinds


PORTS = tuple(id for id in NAMES if "port" in kinds(id))
"""The Arabian ports, without Suez (LOA 30.3)."""

CRITICAL = tuple(id for id in NAMES if "critical" in kinds(id))
"""The critical cities, Medina and Damascus (LOA 30.1)."""


def is_rail(space: str) -> bool:
    """Tell whether a space is a Rail space, on the Hejaz Railroad (LOA 35.1, LOA-C5)."""
    return RAIL in kinds(space)


def is_critical(space: str) -> bool:
    """Tell whether a space is a critical city, where a battle is worth one Op more (LOA 30.1)."""
    return space in CRITICAL


def land_distance(a: str, b: str) -> int:
    """Return the fewest land links between two spaces, ignoring restrictions on entry (LOA-C4)."""
    return _overland(a)[b]


@cache
def _overland(origin: str) -> Mapping[str, int]:
    return BOARD.distances(origin, LAND)
