"""The numbers in the rules and on the cards, read from the files in data/."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from sandtable import read_data

PACKAGE = "sandtable_lawrence"

Place = Literal["port", "camp", "suez"]
"""A kind of place where units and gear are sold (LOA-C3)."""


class Leadership(Struct, frozen=True):
    """LOA 34.1: the ends of the track."""

    low: int
    high: int


class Stacking(Struct, frozen=True):
    """LOA 34.6: how many units can stack without a leader, with one, and with Lawrence."""

    plain: int
    leader: int
    lawrence: int


class Carry(Struct, frozen=True):
    """LOA 35: how many pieces of gear a leader and any other unit can carry."""

    leader: int
    other: int


class Ware(Struct, frozen=True):
    """LOA-C3, LOA-R44: an item's price and where it is sold; `ashore` means always in a port.

    `at_camp` is its price at Feisal's Camp, if that is different; 0 means free (LOA-R45).
    """

    cost: int
    places: tuple[Place, ...]
    at_camp: int | None = None
    ashore: bool = False


class Movement(Struct, frozen=True):
    """LOA-C4: the kinds of unit that stop after a desert link."""

    desert_stops: tuple[str, ...]


class Scouting(Struct, frozen=True):
    """LOA-C10: the range in spaces, and the die rolls that reveal a Garrison."""

    range: int
    reveals: tuple[int, ...]


class Demolition(Struct, frozen=True):
    """LOA-C9: the result of each die roll, and the Pounds of loot."""

    faces: tuple[str, ...]
    loot: int


class Placement(Struct, frozen=True):
    """LOA-C5: the Random Placement Table, a space for each die roll."""

    spaces: tuple[str, ...]


class BattleOps(Struct, frozen=True):
    """LOA 30.1, LOA-C7: the Ops that a battle is worth, normally and in a critical city."""

    ops: int
    critical_ops: int


class EscapeTable(Struct, frozen=True):
    """LOA 33: each die roll's result, a ransom's price, Ops lost to wounds, the range to slip away."""

    faces: tuple[str, ...]
    ransom: int
    wounds: int
    range: int


class AppealTable(Struct, frozen=True):
    """LOA 34.4: how many Garrisons the Intelligence Bureau reveals."""

    reveals: int


class Campaign(Struct, frozen=True):
    """LOA-C13: how many unspent Pounds you keep for the next mission."""

    kept: int


class Tables(Struct, frozen=True):
    """All numbers in data/tables.toml."""

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


class CardText(Struct, frozen=True):
    """What an Operations card says: its title, its text, and the numbers in it (LOA-C8)."""

    title: str
    words: str
    numbers: dict[str, int] = {}


TABLES: Tables = read_data(PACKAGE, "tables.toml", Tables)
CARD_TEXTS: Mapping[str, CardText] = read_data(PACKAGE, "cards.toml", dict[str, CardText])
