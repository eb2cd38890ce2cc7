"""The cards (MEG cards), read from data/cards.toml."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from sandtable import read_data


class Kind(Enum):
    """The kind of a card; the order is that of a laid out Order of Battle."""

    LEADER = "leader"
    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"
    MACHINE_GUN = "machine-gun"
    PLANE = "plane"
    SUPPLY = "supply"
    TERRAIN = "terrain"
    NUISANCE = "nuisance"


UNITS = (Kind.INFANTRY, Kind.CAVALRY, Kind.ARTILLERY, Kind.MACHINE_GUN)
"""The kinds that fight in the infantry phase ."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of card.

    - `force`: its Force in attacks and battles (MEG-R3).
    - `cavalry`: the Force of a leader who may charge; 0 for others (MEG-R12).
    - `naval`: whether it goes to the reserve pile even when it is lost (MEG-R7).
    """

    name: str
    kind: Kind
    force: int = 0
    cavalry: int = 0
    naval: bool = False

    @property
    def label(self) -> str:
        """Its kind and Force, as in ``infantry 6``."""
        kind = self.kind.value.replace("-", " ")
        return f"{kind} {self.force}" if self.force else kind

    @property
    def is_unit(self) -> bool:
        """Whether it fights with its own Force in the infantry phase."""
        return self.kind in UNITS


LAWRENCE, FATAL = "lawrence", "if lost, the game is lost"

CARDS: dict[str, Card] = read_data("sandtable_megiddo", "cards.toml", dict[str, Card])
"""Every card by id."""

_KINDS = list(Kind)
_LAID_OUT = sorted(CARDS, key=lambda id: (_KINDS.index(CARDS[id].kind), -CARDS[id].force, id))

rank: Callable[[str], int] = {id: place for place, id in enumerate(_LAID_OUT)}.__getitem__
"""Sorts cards, by id, as people lay them out: by kind, then the strongest first."""
