"""LOA-C8, Allenby: kept for the appeal to the High Command (LOA 34.4)."""

from __future__ import annotations

from typing import ClassVar

from sandtable_lawrence.cards.card import Card
from sandtable_lawrence.tables import PRINTED, Printed


class Allenby(Card, frozen=True):
    """Held by any force; Lawrence plays it: an appeal with it brings two results."""

    printed: ClassVar[Printed] = PRINTED["allenby"]
    title: ClassVar[str] = printed.title
    held: ClassVar[bool] = True
