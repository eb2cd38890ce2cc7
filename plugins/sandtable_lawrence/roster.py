"""LOA 29, the counters of both sides (LOA-C12), read from data/units.toml."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from sandtable import Pile, deck, read_data
from sandtable_lawrence.tables import PACKAGE, TABLES

Sort = Literal["leader", "bedouin", "mercenaries", "regulars", "armored-car", "camp"]

LAWRENCE = "lawrence"
CAMP = "camp"

MACHINEGUNS, DEMOLITION, AEROPLANE = "machineguns", "demolition", "aeroplane"
"""Gear (LOA 35)."""

PASHA, ASIEN_KORPS, OTTOMAN_AEROPLANE, TRAIN = (
    *("pasha", "asien-korps"),
    *("ottoman-aeroplane", "armored-train"),
)


class Arab(Struct, frozen=True, forbid_unknown_fields=True):
    """An Arab counter: its strength, its movement in spaces, and a description (LOA 29)."""

    name: str
    sort: Sort
    strength: int
    move: int
    about: str = ""


class Ottoman(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of Ottoman counter (LOA 31): its strength, its count, and whether it is Elite (LOA 29)."""

    name: str
    strength: int
    count: int = 1
    elite: bool = False
    about: str = ""


class Garrisons(Struct, frozen=True):
    """The numbers on the Garrison markers (LOA 32), one for each marker."""

    numbers: tuple[int, ...]


class Roster(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of units.toml: Arab units, gear, Ottoman counters and Garrisons."""

    units: dict[str, Arab]
    gear: dict[str, int]
    ottomans: dict[str, Ottoman]
    garrisons: Garrisons


ROSTER: Roster = read_data(PACKAGE, "units.toml", Roster)
UNITS: Mapping[str, Arab] = ROSTER.units
OTTOMANS: Mapping[str, Ottoman] = ROSTER.ottomans
NUMBERS = ROSTER.garrisons.numbers
NAMES: Mapping[str, str] = {
    **{id: unit.name for id, unit in UNITS.items()},
    **{id: counter.name for id, counter in OTTOMANS.items()},
    **{MACHINEGUNS: "Machineguns", DEMOLITION: "Demolition", AEROPLANE: "Aeroplane"},
}
LEADERS = tuple(id for id, unit in UNITS.items() if unit.sort == "leader")
"""Lawrence and the Arab leaders (LOA 29)."""

BEDOUIN = tuple(id for id, unit in UNITS.items() if unit.sort == "bedouin")
ARAB_LEADERS = tuple(id for id in LEADERS if id != LAWRENCE)


def is_leader(unit: str) -> bool:
    """Tell whether a unit is Lawrence or an Arab leader."""
    return unit in LEADERS


def stays_eliminated(unit: str) -> bool:
    """Tell whether a unit, once eliminated, is out for the mission (LOA-R16, LOA 34.3, LOA 36)."""
    return UNITS[unit].sort in ("leader", "camp")


def capacity(unit: str) -> int:
    """Return how many pieces of gear an Arab unit can carry (LOA 35)."""
    return TABLES.carry.leader if is_leader(unit) else TABLES.carry.other


def full_bin() -> Pile:
    """Return every Ottoman counter (LOA 31)."""
    return deck.pile({id: counter.count for id, counter in OTTOMANS.items()})


def gear_box() -> Pile:
    """Return every piece of gear (LOA-C12)."""
    return deck.pile(ROSTER.gear)


def names_of(ids: Iterable[str]) -> str:
    """Return the names of units on one line."""
    return ", ".join(NAMES[id] for id in ids) or "no unit"
