"""LOA-C8, Gold Sovereigns: Pounds from the British."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card
from sandtable_lawrence.leadership import change_pounds
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class GoldSovereigns(Card, frozen=True):
    """Gain Pounds."""

    printed: ClassVar[CardText] = CARD_TEXTS["gold-sovereigns"]
    title: ClassVar[str] = printed.title

    def event(self, table: LawrenceTable) -> None:
        change_pounds(table, self.number("pounds"))
