"""The special rules that scenarios can add (LOA-C8), and the points at which the game asks them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable import Pile, SpecialRule, Table
from sandtable.words import check_names
from sandtable_lawrence.state import LawrenceState
from sandtable_lawrence.tables import PRINTED

if TYPE_CHECKING:
    LawrenceTable = Table[LawrenceState]


class MissionRule(SpecialRule):
    """A special rule of this game: a plain method for each point that it may change.

    A rule that brings a card of its own names its class (a `sandtable_lawrence.cards.card.Card`)
    among its `phases`, and puts its id into the deck.
    """

    def brief(self) -> str:
        """What the player must know of it as the mission begins; "" for nothing."""
        return ""

    def begins(self, table: LawrenceTable) -> None:
        """A mission begins: all is set up but for what the player buys."""

    def deck(self, cards: Pile) -> Pile:
        """The Operations cards of the mission; a card of a rule replaces another here."""
        return cards

    def more_ottomans(self, table: LawrenceTable) -> int:  # noqa: ARG002
        """Ottoman counters more in every battle."""
        return 0


class Deck(MissionRule):
    """LOA-C8: a deck `without` some of the cards, and with `more` of others."""

    without: tuple[str, ...] = ()
    more: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_names("without: card", self.without, PRINTED)
        check_names("more: card", self.more, PRINTED)
        if len(set(self.without)) == len(PRINTED) and not self.more:
            raise ValueError("without: no card would be left")
        if twice := next((one for one in self.without if self.without.count(one) > 1), ""):
            raise ValueError(f"without: {twice} is named twice")

    def deck(self, cards: Pile) -> Pile:
        return sorted([*(card for card in cards if card not in self.without), *self.more])
