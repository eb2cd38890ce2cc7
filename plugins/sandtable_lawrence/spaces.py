"""The map (LOA 30, LOA-C5), read from data/map.toml: spaces, what they are, and how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from sandtable import Board, Link, Space, read_data
from sandtable_lawrence.tables import PACKAGE

CAIRO, SUEZ, MECCA, MEDINA = "cairo", "suez", "mecca", "medina"
STAGING = (CAIRO, SUEZ)
"""The British Staging Areas, which only Lawrence enters (LOA 30.2)."""

RESTRICTED = (*STAGING, MECCA)
"""Spaces that only leaders enter (LOA 30.2), and where no Garrison can be."""

RAIL, DESERT, WATER = "rail", "desert", "water"
LAND = (RAIL, "track", DESERT)
"""Links that are gone overland (LOA-C4)."""


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A space of the map's file: name, what it is, where it is drawn."""

    name: str
    kinds: tuple[str, ...]
    at: tuple[int, int]


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The map's file: spaces by id, links by kind (LOA-C5)."""

    spaces: dict[str, Place]
    links: dict[str, tuple[tuple[str, str], ...]]


SHEET = read_data(PACKAGE, "map.toml", Sheet)
NAMES: Mapping[str, str] = {id: place.name for id, place in SHEET.spaces.items()}
BOARD = Board(
    (Space(id, place.name, place.kinds, *place.at) for id, place in SHEET.spaces.items()),
    (Link(a, b, kind) for kind, ends in SHEET.links.items() for a, b in ends),
)


def kinds(space: str) -> tuple[str, ...]:
    """What a space is: a town, a port, a station on the line (LOA-C5)."""
    return SHEET.spaces[space].kinds


PORTS = tuple(id for id in NAMES if "port" in kinds(id))
"""The Arabian ports: Suez is none (LOA 30.3)."""

CRITICAL = tuple(id for id in NAMES if "critical" in kinds(id))
"""Medina and Damascus (LOA 30.1)."""


def is_rail(space: str) -> bool:
    """Whether it is a Rail space, on the line to Medina (LOA 35.1, LOA-C5)."""
    return RAIL in kinds(space)


def is_critical(space: str) -> bool:
    """Whether a battle there is worth one Op more (LOA 30.1)."""
    return space in CRITICAL


def land_distance(a: str, b: str) -> int:
    """Links from space to space overland, whoever may go there (LOA-C4)."""
    return _overland(a)[b]


@cache
def _overland(origin: str) -> Mapping[str, int]:
    return BOARD.distances(origin, LAND)
