"""The special rules that scenarios can add (LOA-C8), and the points at which the game asks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from sandtable import Pile, SpecialRule, one_of
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import PRINTED

if TYPE_CHECKING:
    CardId = str
else:
    CardId = one_of("card", PRINTED)


class MissionRule(SpecialRule):
    """A special rule of a mission. Define the methods that you need; the game calls them.

    The fields are the rule's numbers in the scenario's file, except those that `keeps` names. Rules are
    asked in the order of the file. A rule that brings a card of its own names its class (a
    `sandtable_lawrence.cards.card.Card`) among its `phases`, and puts its id into the deck.

    >>> from sandtable_lawrence.special_rules import MissionRule
    >>> class Reserve(MissionRule):
    ...     counters: int = 1
    ...     def more_ottomans(self, table):
    ...         return self.counters
    """

    def brief(self) -> str:
        """What the player must know about the rule, shown after the goals as the mission begins.

        Returns a few words, "" for nothing. Those of all rules are shown one after the other.
        """
        return ""

    def begins(self, table: LawrenceTable) -> None:
        """Called when the deck, the Garrisons and the Camp are in place, before Lawrence and purchases.

        May change the state, and schedule phases with `table.do`, which run before the others.
        """

    def deck(self, cards: Pile) -> Pile:
        """Called as a mission is set up, before anything is placed.

        Gets the ids of the Operations cards, as the rules before this one changed them; returns those
        of this mission, any number of each. A card of a rule replaces or joins others here.
        """
        return cards

    def more_ottomans(self, table: LawrenceTable) -> int:  # noqa: ARG002
        """Called for every battle, before the Ottoman counters are drawn; it must change nothing.

        Returns how many are drawn in addition. The numbers of all rules are added up.
        """
        return 0


MOST_CARDS = 100
"""A deck has at most this many cards, even if a file names more."""


class Deck(MissionRule):
    """LOA-C8: a deck without some of the cards, and with more of others.

    `without` has the cards to leave out. `more` has the cards to add.
    """

    without: Annotated[tuple[CardId, ...], Meta(max_length=MOST_CARDS)] = ()
    more: Annotated[tuple[CardId, ...], Meta(max_length=MOST_CARDS)] = ()

    def __post_init__(self) -> None:
        if len(set(self.without)) == len(PRINTED) and not self.more:
            raise ValueError("without: no card would be left")
        if twice := next((card for card in self.without if self.without.count(card) > 1), ""):
            raise ValueError(f"without: {twice} is named twice")

    def deck(self, cards: Pile) -> Pile:
        return sorted([*(card for card in cards if card not in self.without), *self.more])
