"""MEG 5, Cavalry Exploitation: cavalry charges; the British go first."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table
from sandtable_megiddo.attacks import DESTROYED, Attacks, begin
from sandtable_megiddo.cards import Card, Kind
from sandtable_megiddo.state import BRITISH, MegiddoState


class Charges(Phase[MegiddoState], frozen=True):
    """Starts the cavalry charges."""

    rule: ClassVar[str] = "5"
    title: ClassVar[str] = "Cavalry Exploitation"

    def run(self, table: Table[MegiddoState]) -> None:
        begin(table, Charge)


class Charge(Attacks, frozen=True):
    """Cavalry destroys a card of equal or lower Force, supply first, then goes to the reserve pile.

    Infantry has double Force as a target. Lawrence may charge too, under the same rules (MEG-R12).
    """

    rule: ClassVar[str] = "5"
    title: ClassVar[str] = "Cavalry Exploitation"
    first: ClassVar[str] = BRITISH
    stays: ClassVar[bool] = False

    @classmethod
    def attack_force(cls, card: Card) -> int | None:
        if card.kind is Kind.CAVALRY:
            return card.force
        return card.cavalry or None

    @classmethod
    def effect(cls, force: int, target: Card) -> str | None:
        strength = 2 * target.force if target.kind is Kind.INFANTRY else target.force
        return DESTROYED if strength <= force else None

    @classmethod
    def is_preferred(cls, target: Card) -> bool:
        return target.kind is Kind.SUPPLY
