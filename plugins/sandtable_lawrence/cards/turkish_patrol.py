"""LOA-C8, Turkish Patrol: a battle, smaller in desert spaces and towns."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card, battle
from sandtable_lawrence.spaces import kinds
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class TurkishPatrol(Card, frozen=True):
    """One Ottoman counter in a desert space or a town, two elsewhere."""

    printed: ClassVar[CardText] = CARD_TEXTS["turkish-patrol"]
    title: ClassVar[str] = printed.title

    def brings(self, space: str) -> int:
        open_country = "desert" in kinds(space) or "town" in kinds(space)
        return self.number("open" if open_country else "elsewhere")

    def event(self, table: LawrenceTable) -> None:
        battle(table, self.brings(table.state.acting.space))
