"""LOA-C8, Ambush!: a battle in which the Ottomans may fire first."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card, battle
from sandtable_lawrence.leadership import check
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class Ambush(Card, frozen=True):
    """Two counters; if a Leadership check fails, they have the Tactical Edge without a roll."""

    printed: ClassVar[CardText] = CARD_TEXTS["ambush"]
    title: ClassVar[str] = printed.title

    def brings(self, space: str) -> int:  # noqa: ARG002
        return self.number("battle")

    def event(self, table: LawrenceTable) -> None:
        battle(table, self.brings(table.state.acting.space), ambush=not check(table))
