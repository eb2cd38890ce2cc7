"""The state of a game, and the data in a scenario file."""

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

    `hand` is the hand size. `discards` is how many cards may be discarded in a round.
    `victory_points` is how many points win the game. `deck` gives the number of copies of each card.
    """

    hand: Annotated[int, Meta(ge=1, le=100)]
    discards: Annotated[int, Meta(ge=0, le=100)]
    victory_points: Annotated[int, Meta(ge=1, le=50)]
    deck: dict[CardId, Annotated[int, Meta(ge=0, le=100)]]

    def __post_init__(self) -> None:
        if not sum(self.deck.values()):
            raise ValueError("deck: the deck is empty")


class ScenarioData(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario of this game: each side's numbers and deck."""

    british: SideData
    turkish: SideData

    def of(self, seat: str) -> SideData:
        """Return one side's numbers."""
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
        """The card's id as actions name it."""
        return DISRUPTED_PREFIX + self.card if self.disrupted else self.card


class Side(State):
    """One side's score and cards.

    - `score`: its victory points.
    - `draw_pile`: the cards that are still to be drawn.
    - `hand`: the cards in hand.
    - `aside`: the chosen discards, not shown yet (MEG-R10).
    - `battle`: the Order of Battle, sorted.
    - `reserve`: the reserve pile.
    - `casualties`: the cards that are out of the game.
    - `replaced`: how many cards the side has discarded for new ones in this round.
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
        insort(self.battle, Committed(card), key=lambda entry: entry.card)

    def lose(self, entry: Committed) -> None:
        """Destroy a card in the Order of Battle (MEG-R7 for the naval bombardment)."""
        self.battle.remove(entry)
        (self.reserve if CARDS[entry.card].naval else self.casualties).append(entry.card)
        self.reserve.sort()
        self.casualties.sort()

    def cards(self) -> list[str]:
        """Return all cards of the side, wherever they are, sorted."""
        piles = (self.draw_pile, self.hand, self.aside, self.reserve, self.casualties)
        in_battle = [entry.card for entry in self.battle]
        return sorted([card for pile in piles for card in pile] + in_battle)


class MegiddoState(State):
    """The state of a game.

    - `sides`: each side's cards, by seat.
    - `round`: the number of the round.
    - `revealed`: whether the Orders of Battle are face up.
    """

    sides: dict[str, Side]
    round: int = 0
    revealed: bool = False
