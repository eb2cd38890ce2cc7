"""Cards: unordered piles, from which cards are drawn at random, and piles whose order matters.

A pile is a sorted list of card names, so piles with the same cards are equal and reveal no order. A
card is determined only when it is drawn. A deck's piles (draw pile, hands and so on) are lists in the
game's own state.

>>> from sandtable import SeededDice, deck
>>> draw_pile, hand = deck.pile({"engineer": 1, "roads": 3}), []
>>> deck.deal(SeededDice(7), 2, draw_pile, hand)
['roads', 'roads']
>>> draw_pile, hand
(['engineer', 'roads'], ['roads', 'roads'])
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from sandtable.model.dice import Dice
from sandtable.text.errors import GameError

Pile: TypeAlias = list[str]
"""An unordered pile: the names of its cards, always sorted."""

STREAM = "cards"
"""The default stream for draws."""


def pile(counts: Mapping[str, int]) -> Pile:
    """Return a pile with as many of each card as `counts` says."""
    return sorted(card for card, count in counts.items() for _ in range(count))


def put(card: str, target: Pile) -> None:
    """Add a card to a pile."""
    insort(target, card)


def take(card: str, source: Pile) -> str:
    """Remove a card from a pile. Raises GameError if it is not there."""
    place = bisect_left(source, card)
    if place == len(source) or source[place] != card:
        raise GameError(f"there is no {card} in this pile")
    return source.pop(place)


def move(card: str, source: Pile, target: Pile) -> None:
    """Move a card from one pile to another."""
    put(take(card, source), target)


def move_all(source: Pile, target: Pile) -> None:
    """Move all cards from one pile to another, which is the same as shuffling them in."""
    target.extend(source)
    target.sort()
    source.clear()


def draw(
    dice: Dice, draw_pile: Pile, hand: Pile, refill: Pile | None = None, stream: str = STREAM
) -> str | None:
    """Draw one card from the draw pile into a hand.

    If the draw pile is empty, all cards of `refill` are first moved to it. If both are empty, return
    None and change nothing.
    """
    if not draw_pile and refill:
        move_all(refill, draw_pile)
    if not draw_pile:
        return None
    card = dice.pick(draw_pile, stream)
    move(card, draw_pile, hand)
    return card


def deal(
    dice: Dice, n: int, draw_pile: Pile, hand: Pile, refill: Pile | None = None, stream: str = STREAM
) -> list[str]:
    """Draw `n` cards, or fewer if the piles run out; return them in the order drawn."""
    cards: list[str] = []
    while len(cards) < n and (card := draw(dice, draw_pile, hand, refill, stream)):
        cards.append(card)
    return cards


def kinds(cards: Iterable[str]) -> list[str]:
    """Return the different cards in a pile, in order."""
    return list(dict.fromkeys(cards))


class OrderedPile(Struct):
    """A pile for games in which order matters: `cards[0]` is the top, and a card may go anywhere.

    Its order is hidden: a view must not show `cards`.
    """

    cards: list[str] = []

    def shuffle(self, dice: Dice, stream: str = STREAM) -> None:
        """Put the cards into a random order."""
        dice.shuffle(self.cards, stream)

    def draw(self) -> str | None:
        """Remove and return the top card; return None if the pile is empty."""
        return self.cards.pop(0) if self.cards else None
