"""The map, read from data/map.toml: spaces, their risk, and the sea lanes between them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from sandtable import Board, Link, Space, read_data


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A space of the map's file: its name, where it is drawn, its risk; a harbour has none."""

    name: str
    at: tuple[int, int]
    risk: int = 0


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The map's file: spaces by id, and the pairs that a lane joins."""

    lanes: tuple[tuple[str, str], ...]
    spaces: dict[str, Place]


SHEET = read_data("sandtable_malta_run", "map.toml", Sheet)
NAMES: Mapping[str, str] = {id: place.name for id, place in SHEET.spaces.items()}
RISKS: Mapping[str, int] = {id: place.risk for id, place in SHEET.spaces.items()}
SEA = tuple(id for id, risk in RISKS.items() if risk)
"""Where submarines can be: everywhere but in harbours."""

BOARD = Board(
    [Space(id, place.name, (), *place.at) for id, place in SHEET.spaces.items()],
    [Link(a, b, "lane") for a, b in SHEET.lanes],
)
