"""LOA-C8, Railway Guards: a battle on the railway."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card, battle
from sandtable_lawrence.spaces import is_rail
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class RailwayGuards(Card, frozen=True):
    """Three counters in a Rail space; no effect elsewhere."""

    printed: ClassVar[CardText] = CARD_TEXTS["railway-guards"]
    title: ClassVar[str] = printed.title

    def brings(self, space: str) -> int:
        return self.number("rail") if is_rail(space) else 0

    def effective(self, table: LawrenceTable) -> bool:
        return self.brings(table.state.acting.space) > 0

    def event(self, table: LawrenceTable) -> None:
        battle(table, self.brings(table.state.acting.space))
