"""LOA-C8, Tribal Rising: a tribe comes over to the Revolt."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card, with_lawrence
from sandtable_lawrence.leadership import check
from sandtable_lawrence.recruiting import enlist
from sandtable_lawrence.roster import BEDOUIN
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import PRINTED, Printed


class TribalRising(Card, frozen=True):
    """With Lawrence: Leadership check; success: a Bedouin unit joins for nothing."""

    printed: ClassVar[Printed] = PRINTED["tribal-rising"]
    title: ClassVar[str] = printed.title

    def effective(self, table: LawrenceTable) -> bool:
        return with_lawrence(table) and bool(table.state.recruits(BEDOUIN))

    def event(self, table: LawrenceTable) -> None:
        if check(table):
            operation = table.state.acting
            operation.force.append(enlist(table, "bedouin", operation.space))
