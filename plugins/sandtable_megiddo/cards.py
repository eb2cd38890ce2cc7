"""The cards (MEG cards), read from data/cards.toml."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from sandtable import read_data


class Kind(Enum):
    """A card's kind; its members are in the order in which screens list cards."""

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
"""The kinds that fight in the infantry phase."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as printed; a deck may hold several copies.

    - `force`: its Force in attacks and battles (MEG-R3).
    - `cavalry`: the Force with which a leader may charge; 0 if he cannot (MEG-R12).
    - `naval`: whether it goes to the reserve pile even when it is lost (MEG-R7).
    """

    name: str
    kind: Kind
    force: int = 0
    cavalry: int = 0
    naval: bool = False

    @property
    def label(self) -> str:
        """The kind and Force: ``infantry 6``."""
        kind = self.kind.value.replace("-", " ")
        return f"{kind} {self.force}" if self.force else kind

    @property
    def is_unit(self) -> bool:
        """Whether the card is a unit, which fights in the infantry phase."""
        return self.kind in UNITS


LAWRENCE, LOSS_WARNING = "lawrence", "if he is lost, so is the game"

CARDS: dict[str, Card] = read_data("sandtable_megiddo", "cards.toml", dict[str, Card])
"""Every card, by id."""

_KINDS = list(Kind)
_IN_ORDER = sorted(CARDS, key=lambda id: (_KINDS.index(CARDS[id].kind), -CARDS[id].force, id))

rank: Callable[[str], int] = {id: place for place, id in enumerate(_IN_ORDER)}.__getitem__
"""A card's place, by its id, in the order of screens: by kind, then the strongest first."""
