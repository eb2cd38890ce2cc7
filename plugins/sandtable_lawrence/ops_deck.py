"""LOA-C8, the Operations deck: a mission's clock, and the drawing of cards (LOA-R2)."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Pile, ScenarioError, Table, deck, gather_from_rules
from sandtable_lawrence.cards import CARDS, Card
from sandtable_lawrence.events import CardDrawn, CardHeld, CardIgnored
from sandtable_lawrence.mission import scenario
from sandtable_lawrence.spaces import RESTRICTED
from sandtable_lawrence.state import LawrenceState
from sandtable_lawrence.tables import CARD_TEXTS


def full_deck(table: Table[LawrenceState]) -> Pile:
    """Return the mission's deck: the 14 cards as the scenario's special rules change them (LOA-C8)."""
    cards = sorted(CARD_TEXTS)
    for rule in table.rules:
        cards = gather_from_rules([rule], "deck", str, cards)
    if strange := next((card for card in cards if _kind(table, card) is None), ""):
        raise ScenarioError(
            f"{scenario(table).id}: a special rule adds {strange} to the deck, but there is no such card"
        )
    return sorted(cards)


def card(table: Table[LawrenceState], id: str) -> Card:
    """Return the card with this id: a special rule's own card, or one of the 14."""
    kind = _kind(table, id)
    assert kind  # noqa: S101
    return kind()


def _kind(table: Table[LawrenceState], id: str) -> type[Card] | None:
    brought = (kind for rule in table.rules for kind in rule.phases if issubclass(kind, Card))
    return next((kind for kind in brought if kind.name() == id), None) or CARDS.get(id)


class DrawCard(Phase[LawrenceState], frozen=True):
    """Draw a card for the Operating force after its move (LOA-C2, LOA 30.2)."""

    rule: ClassVar[str] = "LOA-C8"
    title: ClassVar[str] = "Operations card"

    def run(self, table: Table[LawrenceState]) -> None:
        state = table.state
        state.ops -= 1
        drawn: Pile = []
        id = deck.draw(table.dice, state.unseen, drawn, state.discards)
        if id is None:
            return  # The player holds every card, or a special rule makes the deck that small.
        drawn_card = card(table, id)
        table.tell(CardDrawn(id, drawn_card.title, drawn_card.words, state.ops))
        if state.acting.space in RESTRICTED:
            deck.put(id, state.discards)
            table.tell(CardIgnored(state.acting.space))
        elif drawn_card.held and drawn_card.effective(table):
            deck.put(id, state.held)
            table.tell(CardHeld(id, drawn_card.title))
        else:
            deck.put(id, state.discards)
            table.do(drawn_card)
