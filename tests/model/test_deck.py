"""Decks: bags of cards that stay sorted, draws that are rolls, and a pile with an order."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import GameError, OrderedPile, ScriptedDice, SeededDice, deck

quick = settings(deadline=None, max_examples=50)
card = st.sampled_from(["fox", "hen", "owl"])
piles = st.lists(card).map(sorted)


@given(counts=st.dictionaries(card, st.integers(0, 4)))
@quick
def test_a_pile_has_so_many_of_each_in_order(counts: dict[str, int]):
    pile = deck.pile(counts)
    assert pile == sorted(pile)
    assert Counter(pile) == +Counter(counts)
    assert deck.kinds(pile) == sorted(+Counter(counts))


@given(source=piles, target=piles, what=card)
@quick
def test_a_card_moves_between_sorted_piles_or_not_at_all(
    source: list[str], target: list[str], what: str
):
    before = Counter(source), Counter(target)
    if what in source:
        deck.move(what, source, target)
        assert Counter(source) == before[0] - Counter([what])
        assert Counter(target) == before[1] + Counter([what])
    else:
        with pytest.raises(GameError, match=f"no {what} in this pile"):
            deck.move(what, source, target)
        assert (Counter(source), Counter(target)) == before
    assert (source, target) == (sorted(source), sorted(target))


@given(cards=piles, what=card)
@quick
def test_put_and_take_are_each_others_undoing(cards: list[str], what: str):
    before = list(cards)
    deck.put(what, cards)
    assert cards == sorted([*before, what])
    assert deck.take(what, cards) == what
    assert cards == before


@given(source=piles, target=piles)
@quick
def test_pouring_empties_one_pile_into_another(source: list[str], target: list[str]):
    both = sorted(source + target)
    deck.move_all(source, target)
    assert (source, target) == ([], both)


@given(source=piles, refill=piles, hand=piles, n=st.integers(0, 12))
@quick
def test_dealing_keeps_every_card_and_refills_only_an_empty_pile(
    source: list[str], refill: list[str], hand: list[str], n: int
):
    every, held, first, dice = sorted(source + refill + hand), Counter(hand), len(source), SeededDice(1)
    cards = deck.deal(dice, n, source, hand, refill)
    assert len(cards) == min(n, len(every) - held.total())
    assert Counter(hand) == held + Counter(cards)
    assert sorted(source + refill + hand) == every
    assert bool(refill) == (n <= first and bool(refill))
    assert [roll.stream for roll in dice.rolls] == ["cards"] * len(cards)


def test_a_draw_from_nothing_gives_none_and_asks_no_luck():
    dice, hand = SeededDice(1), ["fox"]
    assert deck.draw(dice, [], hand, []) is None
    assert deck.draw(dice, [], hand) is None
    assert (dice.rolls, hand) == ([], ["fox"])


def test_a_draw_is_settled_when_it_is_made():
    dice, source, hand = ScriptedDice(["owl", "fox"]), ["fox", "hen", "owl"], ["hen"]
    assert deck.draw(dice, source, hand, stream="deck") == "owl"
    assert deck.draw(dice, [], hand, source) == "fox"
    assert (source, hand) == ([], ["fox", "hen", "owl"])
    assert dice.rolls[0].record == ("deck", 3, 3)


@given(cards=st.lists(card, max_size=8))
@quick
def test_an_ordered_pile_keeps_its_order(cards: list[str]):
    ordered = OrderedPile(list(cards))
    assert [ordered.draw() for _ in range(len(cards) + 1)] == [*cards, None]


def test_an_ordered_pile_is_shuffled_with_the_dice():
    ordered, dice = OrderedPile(["fox", "hen", "owl"]), ScriptedDice([1, 1])
    ordered.shuffle(dice, "deck")
    assert ordered.cards == ["hen", "owl", "fox"]
    assert dice.rolls[0].stream == "deck"
    assert OrderedPile().cards is not OrderedPile().cards
