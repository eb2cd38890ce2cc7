"""MEG 6, Artillery: guns, the Turks first."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table
from sandtable_megiddo.attacks import Attacks, begin, destroy_weaker
from sandtable_megiddo.cards import Card, Kind
from sandtable_megiddo.state import TURKISH, MegiddoState


class Bombardments(Phase[MegiddoState], frozen=True):
    """The phase, begun by the Turks."""

    rule: ClassVar[str] = "6"
    title: ClassVar[str] = "Artillery"

    def run(self, table: Table[MegiddoState]) -> None:
        begin(table, Bombardment)


class Bombardment(Attacks, frozen=True):
    """Artillery destroys what is weaker and disrupts the rest; it stays (MEG-R20)."""

    rule: ClassVar[str] = "6"
    title: ClassVar[str] = "Artillery"
    first: ClassVar[str] = TURKISH
    stays: ClassVar[bool] = True

    @classmethod
    def acts(cls, card: Card) -> int | None:
        return card.force if card.kind is Kind.ARTILLERY else None

    @classmethod
    def effect(cls, force: int, target: Card) -> str | None:
        return destroy_weaker(force, target)
