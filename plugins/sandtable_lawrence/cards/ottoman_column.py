"""LOA-C8, Ottoman Column: a battle, larger on the railway and in cities."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card, battle
from sandtable_lawrence.spaces import is_rail, kinds
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class OttomanColumn(Card, frozen=True):
    """Two counters, or three in a Rail space or a city."""

    printed: ClassVar[CardText] = CARD_TEXTS["ottoman-column"]
    title: ClassVar[str] = printed.title

    def brings(self, space: str) -> int:
        strong = is_rail(space) or "city" in kinds(space)
        return self.number("strong" if strong else "plain")

    def event(self, table: LawrenceTable) -> None:
        battle(table, self.brings(table.state.acting.space))
