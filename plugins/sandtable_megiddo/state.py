"""The state of the table, and the data of a scenario."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from sandtable import Pile, State, Track, one_of
from sandtable_megiddo.cards import CARDS

if TYPE_CHECKING:
    CardId = str
else:
    CardId = one_of("card", CARDS)

BRITISH = "british"
TURKISH = "turkish"
SEATS = (BRITISH, TURKISH)
OTHER = {BRITISH: TURKISH, TURKISH: BRITISH}

DISRUPTED_PREFIX = "disrupted-"
"""The prefix of a card's id that names a disrupted card."""


class SideData(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's numbers for one side.

    `hand` is the number of cards to which a hand is filled. `discards` is how many cards may go to
    the reserve pile in a round. `victory_points` is how many battles win the game. `deck` says how
    many there are of each card.
    """

    hand: Annotated[int, Meta(ge=1, le=100)]
    discards: Annotated[int, Meta(ge=0, le=100)]
    victory_points: Annotated[int, Meta(ge=1, le=50)]
    deck: dict[CardId, Annotated[int, Meta(ge=0, le=100)]]

    def __post_init__(self) -> None:
        if not sum(self.deck.values()):
            raise ValueError("deck: the deck is empty")


class ScenarioData(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario of this game.

    `british` has the numbers and the deck of the British. `turkish` has the same for the Turks.
    """

    british: SideData
    turkish: SideData

    def of(self, seat: str) -> SideData:
        """The numbers of one side."""
        return self.british if seat == BRITISH else self.turkish


class Committed(State):
    """A card in an Order of Battle.

    - `card`: the card's id.
    - `disrupted`: whether it is disrupted.
    - `acted`: whether it has attacked (MEG-R2).
    """

    card: str
    disrupted: bool = False
    acted: bool = False

    @property
    def id(self) -> str:
        """The name of the card in actions."""
        return DISRUPTED_PREFIX + self.card if self.disrupted else self.card


class Side(State):
    """The places of one side's cards.

    - `score`: its victory points.
    - `draw_pile`: the cards that are still to be drawn.
    - `hand`: the cards in hand.
    - `aside`: the discards that are chosen and not yet shown (MEG-R10).
    - `battle`: the Order of Battle, sorted.
    - `reserve`: the reserve pile.
    - `casualties`: the cards that are out of the game.
    - `replaced`: the number of cards that it discarded for new ones in this round.
    """

    score: Track
    draw_pile: Pile
    hand: Pile = []
    aside: Pile = []
    battle: list[Committed] = []
    reserve: Pile = []
    casualties: Pile = []
    replaced: int = 0

    def commit(self, card: str) -> None:
        """Commit a card to the Order of Battle."""
        insort(self.battle, Committed(card), key=lambda laid: laid.card)

    def lose(self, laid: Committed) -> None:
        """A card of the Order of Battle is destroyed (MEG-R7 for the naval bombardment)."""
        self.battle.remove(laid)
        (self.reserve if CARDS[laid.card].naval else self.casualties).append(laid.card)
        self.reserve.sort()
        self.casualties.sort()

    def cards(self) -> list[str]:
        """Every card that the side has, wherever it is, sorted."""
        piles = (self.draw_pile, self.hand, self.aside, self.reserve, self.casualties)
        laid = [committed.card for committed in self.battle]
        return sorted([card for pile in piles for card in pile] + laid)


class MegiddoState(State):
    """The state of a game.

    - `sides`: each side's cards, by seat.
    - `round`: the number of the round.
    - `revealed`: whether the Orders of Battle lie open.
    """

    sides: dict[str, Side]
    round: int = 0
    revealed: bool = False
