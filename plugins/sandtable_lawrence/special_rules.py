"""The special rules that scenarios can add (LOA-C8), and when the game calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from sandtable import Pile, SpecialRule, one_of
from sandtable_lawrence.state import LawrenceTable
from sandtable_lawrence.tables import CARD_TEXTS

if TYPE_CHECKING:
    CardId = str
else:
    CardId = one_of("card", CARD_TEXTS)


class MissionRule(SpecialRule):
    """A special rule of a mission. Define the methods that you need; the game calls them.

    The fields are the rule's numbers in the scenario file, except those that `keeps` names. Rules are
    called in the order of the file. A rule that adds a card lists its class (a
    `sandtable_lawrence.cards.card.Card`) in its `phases`, and adds its id to the deck.

    >>> from sandtable_lawrence.special_rules import MissionRule
    >>> class Reserve(MissionRule):
    ...     counters: int = 1
    ...     def more_ottomans(self, table):
    ...         return self.counters
    """

    def brief(self) -> str:
        """Return in a few words what the player must know about the rule, or "" for nothing.

        The texts of all rules are shown one after another, after the goals, when the mission begins.
        """
        return ""

    def begins(self, table: LawrenceTable) -> None:
        """Called after the deck, Garrisons and Camp are set up, before Lawrence is placed.

        May change the state, and schedule phases with `table.do`, which run before the set-up's own.
        """

    def deck(self, cards: Pile) -> Pile:
        """Called as a mission is set up, before anything is placed.

        Takes the ids of the Operations cards, as earlier rules have changed them, and returns those of
        this mission, any number of each. Add a rule's own card here, or replace another with it.
        """
        return cards

    def more_ottomans(self, table: LawrenceTable) -> int:  # noqa: ARG002
        """Called for every battle, before the Ottoman counters are picked; it must change nothing.

        Return how many more to pick. The numbers of all rules are added up.
        """
        return 0


MOST_CARDS = 100
"""`without` and `more` each list at most this many cards."""


class Deck(MissionRule):
    """LOA-C8: change the deck.

    `without` names the cards to leave out. `more` names the cards to add.
    """

    without: Annotated[tuple[CardId, ...], Meta(max_length=MOST_CARDS)] = ()
    more: Annotated[tuple[CardId, ...], Meta(max_length=MOST_CARDS)] = ()

    def __post_init__(self) -> None:
        if len(set(self.without)) == len(CARD_TEXTS) and not self.more:
            raise ValueError("without: this leaves no cards in the deck")
        if twice := next((card for card in self.without if self.without.count(card) > 1), ""):
            raise ValueError(f"without: {twice} is named twice")

    def deck(self, cards: Pile) -> Pile:
        return sorted([*(card for card in cards if card not in self.without), *self.more])
