"""LOA-C8, Asien Korps: a battle with Germans and Austrians, unless it is averted."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card, battle
from sandtable_lawrence.events import NoEvent
from sandtable_lawrence.leadership import check
from sandtable_lawrence.roster import ASIEN_KORPS
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class AsienKorps(Card, frozen=True):
    """Three counters, the Asien Korps among them, if a Leadership check fails."""

    printed: ClassVar[CardText] = CARD_TEXTS["asien-korps"]
    title: ClassVar[str] = printed.title
    averted: ClassVar[bool] = True

    def brings(self, space: str) -> int:  # noqa: ARG002
        return self.number("battle")

    def event(self, table: LawrenceTable) -> None:
        if check(table):
            table.tell(NoEvent(self.name()))
        else:
            battle(table, self.brings(table.state.acting.space), ASIEN_KORPS)
