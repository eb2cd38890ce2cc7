"""LOA-C8, Allenby: held for an appeal to the High Command (LOA 34.4)."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card
from sandtable_lawrence.tables import CARD_TEXTS, CardText


class Allenby(Card, frozen=True):
    """Held, whichever force draws it; played with an appeal, it brings two results."""

    printed: ClassVar[CardText] = CARD_TEXTS["allenby"]
    title: ClassVar[str] = printed.title
    held: ClassVar[bool] = True
