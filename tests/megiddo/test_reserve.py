"""MEG 2: cards are thrown away for new ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Done, Scenario, ScriptedDice, Table, Track
from sandtable.model.scenario import build
from sandtable_megiddo.actions import Discard
from sandtable_megiddo.events import Discarded, Drew
from sandtable_megiddo.reserve import Discards, Reserve
from sandtable_megiddo.state import MegiddoState, Side

Positions = Callable[..., Table]
Sides = Callable[..., Side]
Plays = Callable[..., Table]


def test_each_kind_of_card_in_hand_can_be_discarded(
    position: Positions, side: Sides, words: Callable[..., list[str]]
) -> None:
    """MEG 2: equal cards are one option, in the order of a laid out hand; one may stop at any time."""
    table = position(Reserve(), british=side(hand="roads roads forage lawrence"))
    assert words(table) == ["discard lawrence", "discard roads", "discard forage", "done"]


def test_the_british_choose_first(position: Positions, side: Sides, play: Plays) -> None:
    """MEG 2, MEG-R10: then the Turks."""
    table = position(Reserve(), british=side(hand="roads"), turkish=side(hand="towns"))
    assert table.decision.seat == "british"
    assert play(table, "done").decision.seat == "turkish"


@pytest.mark.parametrize("seat", ["british", "turkish"])
def test_at_most_five_cards(
    seat: str, position: Positions, side: Sides, play: Plays, after: object
) -> None:
    """MEG 2: after the fifth, nothing is left but to say so."""
    mine = side(hand="roads " * 9)
    table = position(Reserve(), **{seat: mine}, draws="roads " * 5)
    play(table, *["discard roads"] * 5)
    assert len(mine.aside) == 5
    assert list(table.options) == [Done()]
    assert table.refusal(Discard("roads")).rule == "2"
    assert play(table, "done").decision == after
    assert len(mine.hand) == 9


def test_the_number_of_discards_is_that_of_the_scenario(
    scenario: Callable[..., Scenario], side: Sides
) -> None:
    """MEG 2: a side that may discard nothing is not asked."""
    old = scenario("megiddo/1918")
    text = old.text.replace("discards = 5", "discards = 0", 1)
    state = MegiddoState({"british": side(hand="roads"), "turkish": side(hand="towns")})
    table = Table.at(build(old.game, "megiddo/x", text), state, [Reserve()], ScriptedDice())
    assert table.decision.seat == "turkish"


def test_nobody_is_made_to_discard(position: Positions, side: Sides, play: Plays, after: object) -> None:
    """MEG 2: who discards nothing draws nothing, however small the hand."""
    mine = side(hand="roads", draw="lawrence")
    table = play(position(Reserve(), british=mine), "done")
    assert (mine.hand, mine.reserve, table.rolls) == (["roads"], [], [])
    assert table.decision == after


def test_as_many_new_cards_come_as_were_discarded(
    position: Positions, side: Sides, play: Plays, events_of: Callable[..., list]
) -> None:
    """MEG 2: from the draw pile, and the discards lie in the reserve pile."""
    mine = side(hand="forage roads roads", draw="engineer lawrence allenby")
    table = position(Reserve(), turkish=mine, draws="lawrence allenby")
    play(table, "discard forage", "discard roads", "done")
    assert mine.hand == ["allenby", "lawrence", "roads"]
    assert (mine.draw_pile, mine.reserve, mine.aside) == (["engineer"], ["forage", "roads"], [])
    assert [event.cards for event in events_of(table, Discarded)] == [("forage", "roads")]
    assert [event.count for event in events_of(table, Drew)] == [2]


def test_discards_lie_aside_until_both_have_chosen(
    position: Positions, side: Sides, play: Plays
) -> None:
    """MEG 2, MEG-R10, MEG-R22: no card of theirs is shown or replaced before."""
    mine, theirs = side(hand="forage", draw="roads"), side(hand="towns")
    table = position(Reserve(), british=mine, turkish=theirs, draws="roads")
    play(table, "discard forage", "done")
    assert table.decision.seat == "turkish"
    assert (mine.aside, mine.reserve, mine.hand, table.events) == (["forage"], [], [], [])
    play(table, "done")
    assert (mine.aside, mine.reserve, mine.hand) == ([], ["forage"], ["roads"])


def test_discards_are_in_the_reserve_pile_before_the_first_card_is_drawn(
    position: Positions, side: Sides, play: Plays, after: object
) -> None:
    """MEG-R13: so they can come back at once, and the phase is over then."""
    mine = side(hand="forage roads engineer", draw="lawrence", reserve="allenby")
    table = position(Reserve(), british=mine, draws="lawrence forage")
    play(table, "discard forage", "discard roads", "done")
    assert mine.hand == ["engineer", "forage", "lawrence"]
    assert (mine.draw_pile, mine.reserve) == (["allenby", "roads"], [])
    assert table.decision == after


def test_discards_that_are_not_needed_stay_in_the_reserve_pile(
    position: Positions, side: Sides, play: Plays
) -> None:
    """MEG-R13: the draw pile is renewed only when a card must be drawn from it."""
    mine = side(hand="forage", draw="lawrence")
    play(position(Reserve(), british=mine, draws="lawrence"), "discard forage", "done")
    assert (mine.draw_pile, mine.reserve) == ([], ["forage"])


def test_a_side_without_cards_is_not_asked(position: Positions, side: Sides) -> None:
    """MEG 2, MEG-R8: only the other one is."""
    assert position(Reserve(), turkish=side(hand="towns")).decision == Discards(seat="turkish")


def test_a_card_that_lies_aside_is_not_discarded_twice(
    position: Positions, side: Sides, play: Plays
) -> None:
    """MEG 2: the hand is what is left."""
    table = play(position(Reserve(), british=side(hand="roads forage")), "discard roads")
    assert table.refusal(Discard("roads")).rule == "2"
    assert "1 chosen" in table.decision.ask(table)
    assert table.decision.part


def test_both_sides_draw_from_their_own_decks(
    position: Positions, play: Plays, events_of: Callable[..., list]
) -> None:
    """MEG 2, MEG cards: the British first."""
    sides = {
        seat: Side(Track(), draw_pile=[new], hand=[old])
        for seat, new, old in (("british", "roads", "forage"), ("turkish", "towns", "rail-cuts"))
    }
    table = position(Reserve(), **sides, draws="roads towns")
    play(table, "discard forage", "done", "discard rail-cuts", "done")
    assert [(event.seat, event.cards) for event in events_of(table, Drew)] == [
        ("british", ("roads",)),
        ("turkish", ("towns",)),
    ]
