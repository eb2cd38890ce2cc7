"""LOA-C8, Feisal Rides: the Camp moves, and the Revolt takes heart."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.camp import place_camp
from sandtable_lawrence.cards.card import Card, with_lawrence
from sandtable_lawrence.leadership import check, move_leadership
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import PRINTED, Printed


class FeisalRides(Card, frozen=True):
    """The Camp is relocated; with Lawrence: Leadership check; success: Leadership +1."""

    printed: ClassVar[Printed] = PRINTED["feisal-rides"]
    title: ClassVar[str] = printed.title

    def event(self, table: LawrenceTable) -> None:
        if table.state.camp:
            place_camp(table)
        if with_lawrence(table) and check(table):
            move_leadership(table, self.number("leadership"))
