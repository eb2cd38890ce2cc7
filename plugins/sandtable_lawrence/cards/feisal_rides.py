"""LOA-C8, Feisal Rides: the Camp moves, and the revolt takes heart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sandtable_lawrence.camp import place_camp
from sandtable_lawrence.cards.card import Card, where_lawrence_is
from sandtable_lawrence.leadership import check, move_leadership
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class FeisalRides(Card, frozen=True):
    """Held; played with Lawrence: the Camp moves, and he may try again to recruit a leader.

    If a Leadership check succeeds, Leadership rises by 1.
    """

    printed: ClassVar[CardText] = CARD_TEXTS["feisal-rides"]
    title: ClassVar[str] = printed.title
    held: ClassVar[bool] = True

    def targets(self, table: LawrenceTable) -> Iterable[str]:
        return where_lawrence_is(table)

    def confirm(self, table: LawrenceTable) -> str:
        warning = "You have not yet tried to recruit a leader, and the card gives no second attempt."
        return f"{warning} Play it?" if table.state.attempt else ""

    def play(self, table: LawrenceTable, space: str) -> None:  # noqa: ARG002
        if table.state.camp:
            place_camp(table)
        table.state.attempt = True
        if check(table):
            move_leadership(table, self.number("leadership"))
