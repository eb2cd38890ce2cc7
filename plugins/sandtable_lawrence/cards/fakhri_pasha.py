"""LOA-C8, Fakhri Pasha: a battle, with the Pasha himself near Medina."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card, battle
from sandtable_lawrence.roster import PASHA
from sandtable_lawrence.spaces import MEDINA, land_distance
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class FakhriPasha(Card, frozen=True):
    """Two counters; in Medina or next to it three, the Pasha among them."""

    printed: ClassVar[CardText] = CARD_TEXTS["fakhri-pasha"]
    title: ClassVar[str] = printed.title

    def brings(self, space: str) -> int:
        return self.number("medina" if near_medina(space) else "plain")

    def event(self, table: LawrenceTable) -> None:
        space = table.state.acting.space
        battle(table, self.brings(space), *[PASHA] * near_medina(space))


def near_medina(space: str) -> bool:
    """Tell whether a space is Medina or next to it."""
    return land_distance(space, MEDINA) <= 1
