"""MEG 3, Order of Battle: both sides commit cards in secret, then reveal them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Done, Phase, Refusal, Table, deck
from sandtable_megiddo.actions import Commit
from sandtable_megiddo.cards import CARDS, LAWRENCE, LOSS_WARNING, Kind, rank
from sandtable_megiddo.events import Revealed
from sandtable_megiddo.state import BRITISH, SEATS, TURKISH, MegiddoState, Side


class OrderOfBattle(Phase[MegiddoState], frozen=True):
    """The British commit cards, then the Turks, who do not see them (MEG-R10)."""

    rule: ClassVar[str] = "3"
    title: ClassVar[str] = "Order of Battle"

    def run(self, table: Table[MegiddoState]) -> None:
        for seat in SEATS:
            if can_commit(table.state.sides[seat]):
                table.do(Commitment(seat=seat))
        table.do(Reveal())


class Commitment(Decision[MegiddoState], frozen=True):
    """A side commits cards to its Order of Battle, one at a time."""

    rule: ClassVar[str] = "3"
    title: ClassVar[str] = "Order of Battle"
    secret: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = (Commit, Done)

    def ask(self, table: Table[MegiddoState]) -> str:
        count = len(table.state.sides[self.seat].battle)
        return f"Commit cards to the battle, or commit all ({count} committed)."

    def describe(self, table: Table[MegiddoState], action: Action) -> str:  # noqa: ARG002
        if not isinstance(action, Commit):
            return "fight: the loser's cards are lost; the British win ties"
        card = CARDS[action.card]
        only_one = ", only one" * (card.kind is Kind.TERRAIN)
        return card.label + only_one + f", {LOSS_WARNING}" * (action.card == LAWRENCE)

    def confirm(self, table: Table[MegiddoState], action: Action) -> str:
        is_empty = isinstance(action, Done) and not table.state.sides[self.seat].battle
        return "Your Order of Battle is empty. Fight the round without a card?" if is_empty else ""

    def copies(self, table: Table[MegiddoState], action: Action) -> int:
        return table.state.sides[self.seat].hand.count(action.card) if isinstance(action, Commit) else 1

    def candidates(self, table: Table[MegiddoState]) -> Iterator[Action]:
        yield from map(Commit, deck.kinds(sorted(table.state.sides[self.seat].hand, key=rank)))
        yield Done()

    def options(self, table: Table[MegiddoState]) -> list[Action]:
        side = table.state.sides[self.seat]
        cards = deck.kinds(sorted(side.hand, key=rank))
        return [*(Commit(card) for card in cards if why_barred(side, card) is None), Done()]

    def refusal(self, table: Table[MegiddoState], action: Action) -> Refusal | None:
        if not isinstance(action, Commit):
            return None
        side = table.state.sides[self.seat]
        card = CARDS.get(action.card)
        if card is None or action.card not in side.hand:
            name = card.name if card else action.card
            return Refusal("3", "you can commit only cards from your hand", f"{name} is not in it")
        return why_barred(side, action.card)

    def choose(self, table: Table[MegiddoState], action: Action) -> None:
        if not isinstance(action, Commit):
            return
        side = table.state.sides[self.seat]
        side.commit(deck.take(action.card, side.hand))
        table.do(Commitment(seat=self.seat, part=True))


class Reveal(Phase[MegiddoState], frozen=True):
    """Both sides reveal their Orders of Battle."""

    rule: ClassVar[str] = "3"
    title: ClassVar[str] = "Order of Battle"

    def run(self, table: Table[MegiddoState]) -> None:
        table.state.revealed = True
        cards = {seat: tuple(c.card for c in table.state.sides[seat].battle) for seat in SEATS}
        table.tell(Revealed(cards[BRITISH], cards[TURKISH]))


def why_barred(side: Side, card: str) -> Refusal | None:
    """Why a card in hand cannot be committed: a nuisance (MEG-R1) or a second terrain card (MEG 3)."""
    kind = CARDS[card].kind
    if kind is Kind.NUISANCE:
        return Refusal("MEG-R1", "a nuisance cannot be committed; choose another card", CARDS[card].name)
    if kind is Kind.TERRAIN:
        for entry in side.battle:
            other = CARDS[entry.card]
            if other.kind is Kind.TERRAIN:
                return Refusal("3", "you can commit only one terrain card", f"{other.name} is committed")
    return None


def can_commit(side: Side) -> bool:
    """Tell whether a side has a card that it can commit; otherwise it is not asked."""
    return any(why_barred(side, card) is None for card in side.hand)
