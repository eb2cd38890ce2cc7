"""MEG 1: hands are filled, and the reserve pile comes back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Scenario, Table
from sandtable_megiddo.events import Drew, Reshuffled
from sandtable_megiddo.maneuver import Maneuver
from sandtable_megiddo.state import Side

Positions = Callable[..., Table]
Sides = Callable[..., Side]


@pytest.mark.parametrize("held", [0, 1, 9, 10, 11])
@pytest.mark.parametrize("seat", ["british", "turkish"])
def test_a_hand_is_filled_up_to_ten(seat: str, held: int, position: Positions, side: Sides) -> None:
    """MEG 1, MEG-R17: only what is missing is drawn."""
    missing = max(0, 10 - held)
    full = side(hand="roads " * held, draw="towns " * 12)
    table = position(Maneuver(), **{seat: full}, draws="towns " * missing)
    assert sorted(full.hand) == ["roads"] * held + ["towns"] * missing
    assert len(full.draw_pile) == 12 - missing
    assert len(table.rolls) == missing


def test_the_hand_size_is_that_of_the_scenario(
    position: Positions, side: Sides, scenario: Callable[..., Scenario]
) -> None:
    """MEG 1: each side has its own."""
    data = scenario("megiddo/1918-even").data
    assert data.british.hand < data.turkish.hand
    sides = {seat: side(draw="towns " * 20) for seat in ("british", "turkish")}
    draws = "towns " * (data.british.hand + data.turkish.hand)
    position(Maneuver(), **sides, draws=draws, name="megiddo/1918-even")
    assert [len(side.hand) for side in sides.values()] == [data.british.hand, data.turkish.hand]


def test_the_british_draw_first(
    position: Positions, side: Sides, events_of: Callable[..., list]
) -> None:
    """MEG 1: and each deck has its own luck."""
    table = position(
        Maneuver(), british=side(draw="roads"), turkish=side(draw="towns"), draws="roads towns"
    )
    assert [event.seat for event in events_of(table, Drew)] == ["british", "turkish"]
    assert [roll.stream for roll in table.rolls] == ["british", "turkish"]


def test_an_empty_draw_pile_is_made_again_from_the_reserve(
    position: Positions, side: Sides, events_of: Callable[..., list]
) -> None:
    """MEG 1, MEG-R13: in the middle of drawing, and all of the reserve pile."""
    hand = "forage " * 7
    mine = side(hand=hand, draw="roads", reserve="engineer engineer lawrence")
    table = position(Maneuver(), british=mine, draws="roads lawrence engineer")
    assert sorted(mine.hand) == sorted([*hand.split(), "roads", "lawrence", "engineer"])
    assert (mine.draw_pile, mine.reserve) == (["engineer"], [])
    assert [event.seat for event in events_of(table, Reshuffled)] == ["british"]


def test_the_reserve_waits_until_a_card_must_be_drawn(
    position: Positions, side: Sides, events_of: Callable[..., list]
) -> None:
    """MEG-R13: taking the last card of the draw pile does not bring it back."""
    mine = side(hand="forage " * 8, draw="roads engineer", reserve="lawrence")
    table = position(Maneuver(), british=mine, draws="engineer roads")
    assert (mine.draw_pile, mine.reserve) == ([], ["lawrence"])
    assert not events_of(table, Reshuffled)


def test_the_reserve_lies_still_while_the_draw_pile_lasts(position: Positions, side: Sides) -> None:
    """MEG-R13: a card of the reserve pile cannot be drawn before."""
    mine = side(hand="forage " * 9, draw="roads engineer", reserve="lawrence")
    position(Maneuver(), british=mine, draws="roads")
    assert (mine.draw_pile, mine.reserve) == (["engineer"], ["lawrence"])


def test_the_casualty_pile_never_comes_back(position: Positions, side: Sides) -> None:
    """MEG cards, MEG-R8: with nothing to draw the hand stays empty."""
    mine = side(casualties="roads")
    position(Maneuver(), british=mine)
    assert (mine.hand, mine.casualties) == ([], ["roads"])


def test_a_whole_new_hand_is_left_to_the_options_that_list_it(
    position: Positions, side: Sides, events_of: Callable[..., list]
) -> None:
    """MEG 1: new cards are named if there were others in the hand."""
    position_of = {"forage": "The British draw 1 card: Roads.", "": "The British draw 1 card."}
    for hand, text in position_of.items():
        table = position(Maneuver(), british=side(hand=hand, draw="roads"), draws="roads")
        (event,) = events_of(table, Drew)
        assert (event.text, event.cards) == (text, ("roads",))


def test_with_both_piles_empty_the_hand_stays_smaller(
    position: Positions, side: Sides, after: object, events_of: Callable[..., list]
) -> None:
    """MEG-R8: what there is is drawn, and the game goes on."""
    mine = side(hand="forage", draw="roads", reserve="lawrence")
    table = position(Maneuver(), british=mine, draws="roads lawrence")
    assert mine.hand == ["forage", "lawrence", "roads"]
    assert mine.draw_pile == mine.reserve == []
    assert [event.count for event in events_of(table, Drew)] == [2]
    assert table.decision == after
