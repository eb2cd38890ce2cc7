"""LOA-C8, Tribal Rising: tribes join the revolt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sandtable_lawrence.cards.card import Card, where_lawrence_is
from sandtable_lawrence.leadership import check
from sandtable_lawrence.recruiting import enlist
from sandtable_lawrence.roster import BEDOUIN
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class TribalRising(Card, frozen=True):
    """Held; two Bedouin join Lawrence free if a Leadership check succeeds, otherwise one."""

    printed: ClassVar[CardText] = CARD_TEXTS["tribal-rising"]
    title: ClassVar[str] = printed.title
    held: ClassVar[bool] = True

    def targets(self, table: LawrenceTable) -> Iterable[str]:
        return where_lawrence_is(table) if table.state.recruits(BEDOUIN) else ()

    def play(self, table: LawrenceTable, space: str) -> None:
        come = 2 if check(table) else 1
        for _ in range(min(come, len(table.state.recruits(BEDOUIN)))):
            enlist(table, "bedouin", space)
