"""LOA-C8, Spies in the Souk: reveals a Garrison without a battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from sandtable_lawrence.cards.card import Card
from sandtable_lawrence.garrisons import face_down, reveal
from sandtable_lawrence.spaces import land_distance
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class SpiesInTheSouk(Card, frozen=True):
    """Held; played before an Operation to reveal a Garrison near an Arab unit (LOA 32)."""

    printed: ClassVar[CardText] = CARD_TEXTS["spies-in-the-souk"]
    title: ClassVar[str] = printed.title
    held: ClassVar[bool] = True

    def targets(self, table: LawrenceTable) -> Iterable[str]:
        state, reach = table.state, self.number("range")
        arabs = [*state.spaces(), *filter(None, [state.camp])]
        for space in face_down(state):
            if any(land_distance(space, origin) <= reach for origin in arabs):
                yield space

    def play(self, table: LawrenceTable, space: str) -> None:
        reveal(table, space)
