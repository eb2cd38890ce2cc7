"""The numbers of the rules and of the cards, read from data/."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from sandtable import read_data

PACKAGE = "sandtable_lawrence"

Place = Literal["port", "camp", "suez"]
"""A kind of place where things are sold (LOA-C3)."""


class Leadership(Struct, frozen=True):
    """LOA 34.1: the ends of the track."""

    low: int
    high: int


class Stacking(Struct, frozen=True):
    """LOA 34.6: units that can be together."""

    plain: int
    leader: int
    lawrence: int


class Carry(Struct, frozen=True):
    """LOA 35: pieces of gear that a unit can carry."""

    leader: int
    other: int


class Ware(Struct, frozen=True):
    """LOA-C3, LOA-R44: the price of an item and where it is sold; `ashore` means only in ports.

    `at_camp` is its price at Feisal's Camp, if that differs, and 0 if it is free (LOA-R45).
    """

    cost: int
    places: tuple[Place, ...]
    at_camp: int | None = None
    ashore: bool = False


class Movement(Struct, frozen=True):
    """LOA-C4: the kinds of unit that stop after a desert connection."""

    desert_stops: tuple[str, ...]


class Scouting(Struct, frozen=True):
    """LOA-C10: the range in spaces, and the faces that reveal a Garrison."""

    range: int
    reveals: tuple[int, ...]


class Demolition(Struct, frozen=True):
    """LOA-C9: the result for each face of the die, and the Pounds of loot."""

    faces: tuple[str, ...]
    loot: int


class Placement(Struct, frozen=True):
    """LOA-C5: the Random Placement Table."""

    spaces: tuple[str, ...]


class BattleOps(Struct, frozen=True):
    """LOA 30.1, LOA-C7: Ops that a battle is worth, anywhere and in a critical city."""

    ops: int
    critical_ops: int


class EscapeTable(Struct, frozen=True):
    """LOA 33: results by face, the price of a ransom, Ops lost by wounds, the range to slip away."""

    faces: tuple[str, ...]
    ransom: int
    wounds: int
    range: int


class AppealTable(Struct, frozen=True):
    """LOA 34.4: Garrisons that the Intelligence Bureau reveals."""

    reveals: int


class Campaign(Struct, frozen=True):
    """LOA-C13: how many of the Pounds left are kept for the next mission."""

    kept: int


class Tables(Struct, frozen=True):
    """All numbers of data/tables.toml."""

    leadership: Leadership
    stacking: Stacking
    carry: Carry
    wares: dict[str, Ware]
    movement: Movement
    scouting: Scouting
    demolition: Demolition
    placement: Placement
    battle: BattleOps
    escape: EscapeTable
    appeal: AppealTable
    campaign: Campaign


class Printed(Struct, frozen=True):
    """The print on an Operations card: its title, its text, and the numbers in it (LOA-C8)."""

    title: str
    words: str
    numbers: dict[str, int] = {}


TABLES: Tables = read_data(PACKAGE, "tables.toml", Tables)
PRINTED: Mapping[str, Printed] = read_data(PACKAGE, "cards.toml", dict[str, Printed])
