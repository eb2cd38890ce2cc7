"""LOA-C8, Blood Feud: an old quarrel costs a force Bedouin."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card, weakest_first
from sandtable_lawrence.leadership import check
from sandtable_lawrence.losses import eliminate
from sandtable_lawrence.roster import BEDOUIN
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class BloodFeud(Card, frozen=True):
    """The force's weakest Bedouin are eliminated if a Leadership check fails."""

    printed: ClassVar[CardText] = CARD_TEXTS["blood-feud"]
    title: ClassVar[str] = printed.title

    def effective(self, table: LawrenceTable) -> bool:
        return any(unit.id in BEDOUIN for unit in table.state.force)

    def event(self, table: LawrenceTable) -> None:
        if not check(table):
            tribes = [unit for unit in table.state.force if unit.id in BEDOUIN]
            eliminate(table, min(tribes, key=weakest_first))
