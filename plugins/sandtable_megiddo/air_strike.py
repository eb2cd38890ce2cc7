"""MEG 4, Air Strike: planes strike; the British go first."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table
from sandtable_megiddo.attacks import Attacks, begin, destroy_weaker
from sandtable_megiddo.cards import Card, Kind
from sandtable_megiddo.state import BRITISH, MegiddoState


class AirStrikes(Phase[MegiddoState], frozen=True):
    """Starts the air strikes."""

    rule: ClassVar[str] = "4"
    title: ClassVar[str] = "Air Strike"

    def run(self, table: Table[MegiddoState]) -> None:
        begin(table, AirStrike)


class AirStrike(Attacks, frozen=True):
    """A plane destroys a weaker card or disrupts any other, then goes to the reserve pile."""

    rule: ClassVar[str] = "4"
    title: ClassVar[str] = "Air Strike"
    first: ClassVar[str] = BRITISH
    stays: ClassVar[bool] = False

    @classmethod
    def attack_force(cls, card: Card) -> int | None:
        return card.force if card.kind is Kind.PLANE else None

    @classmethod
    def effect(cls, force: int, target: Card) -> str | None:
        return destroy_weaker(force, target)
