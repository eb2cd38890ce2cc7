"""MEG 7, Machine Guns: machine guns fire; the Turks go first."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table
from sandtable_megiddo.attacks import DESTROYED, DISRUPTED, Attacks, begin
from sandtable_megiddo.cards import Card, Kind
from sandtable_megiddo.state import TURKISH, MegiddoState


class Bursts(Phase[MegiddoState], frozen=True):
    """Starts the machine-gun fire."""

    rule: ClassVar[str] = "7"
    title: ClassVar[str] = "Machine Guns"

    def run(self, table: Table[MegiddoState]) -> None:
        begin(table, Burst)


class Burst(Attacks, frozen=True):
    """Machine guns destroy a card of equal or lower Force, disrupt a stronger one, and stay (MEG-R20).

    They cannot attack artillery or machine guns.
    """

    rule: ClassVar[str] = "7"
    title: ClassVar[str] = "Machine Guns"
    first: ClassVar[str] = TURKISH
    stays: ClassVar[bool] = True

    @classmethod
    def attack_force(cls, card: Card) -> int | None:
        return card.force if card.kind is Kind.MACHINE_GUN else None

    @classmethod
    def effect(cls, force: int, target: Card) -> str | None:
        if target.kind in (Kind.ARTILLERY, Kind.MACHINE_GUN):
            return None
        return DESTROYED if target.force <= force else DISRUPTED
