"""MEG 6, Artillery: artillery fires; the Turks go first."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table
from sandtable_megiddo.attacks import Attacks, begin, destroy_weaker
from sandtable_megiddo.cards import Card, Kind
from sandtable_megiddo.state import TURKISH, MegiddoState


class Bombardments(Phase[MegiddoState], frozen=True):
    """Starts the artillery fire."""

    rule: ClassVar[str] = "6"
    title: ClassVar[str] = "Artillery"

    def run(self, table: Table[MegiddoState]) -> None:
        begin(table, Bombardment)


class Bombardment(Attacks, frozen=True):
    """Artillery destroys a weaker card or disrupts any other, and stays (MEG-R20)."""

    rule: ClassVar[str] = "6"
    title: ClassVar[str] = "Artillery"
    first: ClassVar[str] = TURKISH
    stays: ClassVar[bool] = True

    @classmethod
    def attack_force(cls, card: Card) -> int | None:
        return card.force if card.kind is Kind.ARTILLERY else None

    @classmethod
    def effect(cls, force: int, target: Card) -> str | None:
        return destroy_weaker(force, target)
