"""Cards: piles that are bags, draws that are rolls, and a pile whose order matters.

A pile is a sorted list of card names, so that piles with the same cards are equal and no order can
leak. Which card comes is decided only when it is drawn. The piles of a deck (draw pile, hands,
others) are lists in the game's own state.

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
"""A bag of cards by name, always sorted."""

STREAM = "cards"
"""The default stream for draws."""


def pile(counts: Mapping[str, int]) -> Pile:
    """A pile with each card as often as `counts` says."""
    return sorted(card for card, count in counts.items() for _ in range(count))


def put(card: str, target: Pile) -> None:
    """Lay a card on a pile."""
    insort(target, card)


def take(card: str, source: Pile) -> str:
    """Take a card out of a pile. Raises GameError if it is not there."""
    place = bisect_left(source, card)
    if place == len(source) or source[place] != card:
        raise GameError(f"there is no {card} in this pile")
    return source.pop(place)


def move(card: str, source: Pile, target: Pile) -> None:
    """Move a card from one pile to another."""
    put(take(card, source), target)


def pour(source: Pile, target: Pile) -> None:
    """Move all cards from one pile to another; for a bag that is the same as shuffling them in."""
    target.extend(source)
    target.sort()
    source.clear()


def draw(
    dice: Dice, draw_pile: Pile, hand: Pile, refill: Pile | None = None, stream: str = STREAM
) -> str | None:
    """Draw one card from the draw pile into a hand.

    An empty draw pile is first refilled with all of `refill`. Drawing when both are empty
    gives None and changes nothing.
    """
    if not draw_pile and refill:
        pour(refill, draw_pile)
    if not draw_pile:
        return None
    card = dice.pick(draw_pile, stream)
    move(card, draw_pile, hand)
    return card


def deal(
    dice: Dice, n: int, draw_pile: Pile, hand: Pile, refill: Pile | None = None, stream: str = STREAM
) -> list[str]:
    """Draw up to `n` cards, fewer if the piles run out; return them in the order drawn."""
    cards: list[str] = []
    while len(cards) < n and (card := draw(dice, draw_pile, hand, refill, stream)):
        cards.append(card)
    return cards


def kinds(cards: Iterable[str]) -> list[str]:
    """The different cards of a pile, in order."""
    return list(dict.fromkeys(cards))


class OrderedPile(Struct):
    """A pile for games in which order matters; `cards[0]` is the top, and cards may be put anywhere.

    Its order is hidden: a view must not show `cards`.
    """

    cards: list[str] = []

    def shuffle(self, dice: Dice, stream: str = STREAM) -> None:
        """Put the cards into a random order."""
        dice.shuffle(self.cards, stream)

    def draw(self) -> str | None:
        """Take the top card; None from an empty pile."""
        return self.cards.pop(0) if self.cards else None
