"""LOA-C8, The Nefud: the desert takes its toll (LOA-R25)."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card, weakest_first
from sandtable_lawrence.clock import change_ops
from sandtable_lawrence.leadership import check
from sandtable_lawrence.losses import eliminate
from sandtable_lawrence.roster import is_leader
from sandtable_lawrence.spaces import kinds
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class TheNefud(Card, frozen=True):
    """A force that is in the desert or has crossed it loses an Op and a unit if a check fails."""

    printed: ClassVar[CardText] = CARD_TEXTS["the-nefud"]
    title: ClassVar[str] = printed.title

    def effective(self, table: LawrenceTable) -> bool:
        operation = table.state.acting
        return operation.desert or "desert" in kinds(operation.space)

    def event(self, table: LawrenceTable) -> None:
        if check(table):
            return
        change_ops(table, -self.number("ops"))
        followers = [unit for unit in table.state.force if not is_leader(unit.id)]
        if followers:
            eliminate(table, min(followers, key=weakest_first))
