"""MEG 3: cards are committed in secret and turned up."""

from __future__ import annotations

from collections.abc import Callable

import sandtable
from sandtable import Table
from sandtable_megiddo.events import Revealed
from sandtable_megiddo.order_of_battle import Commitment, OrderOfBattle
from sandtable_megiddo.state import Side

Positions = Callable[..., Table]
Sides = Callable[..., Side]
Plays = Callable[..., Table]

EACH_KIND = (
    "lawrence engineer british-cavalry hms-druid-hms-forester british-machine-guns royal-air-force roads"
)


def committed_cards(side: Side) -> list[str]:
    return [committed.card for committed in side.battle]


def test_everything_but_a_nuisance_can_be_committed(
    position: Positions, side: Sides, words: Callable[..., list[str]]
) -> None:
    """MEG 3, MEG-R1: each kind of card once, in the order of a laid out hand."""
    hand = f"{EACH_KIND} roads forage dysentery escort-prisoners"
    table = position(OrderOfBattle(), british=side(hand=hand))
    assert words(table) == [*(f"commit {card}" for card in EACH_KIND.split()), "done"]


def test_only_one_terrain_card(
    position: Positions, side: Sides, play: Plays, words: Callable[..., list[str]]
) -> None:
    """MEG 3: the second is refused, the rest is not."""
    table = position(OrderOfBattle(), turkish=side(hand="towns mountains kemal rail-lines"))
    assert "commit towns" in words(table)
    play(table, "commit mountains")
    assert sorted(words(table)) == ["commit kemal", "commit rail-lines", "done"]


def test_any_number_of_the_rest(position: Positions, side: Sides, play: Plays) -> None:
    """MEG 3: several supply cards and leaders too, in any order."""
    mine = side(hand="kemal tiller rail-lines rail-lines supply-wagons")
    play(position(OrderOfBattle(), turkish=mine), *[f"commit {card}" for card in reversed(mine.hand)])
    assert committed_cards(mine) == ["kemal", "rail-lines", "rail-lines", "supply-wagons", "tiller"]
    assert mine.hand == []


def test_the_british_commit_first_and_then_both_are_turned_up(
    position: Positions, side: Sides, play: Plays, events_of: Callable[..., list]
) -> None:
    """MEG 3, MEG-R10: nothing is revealed before the Turks have chosen."""
    british, turkish = side(hand="roads lawrence"), side(hand="towns kemal")
    table = position(OrderOfBattle(), british=british, turkish=turkish, revealed=False)
    assert table.decision == Commitment(seat="british")
    play(table, "commit roads", "done")
    assert table.decision == Commitment(seat="turkish")
    assert (table.state.revealed, table.events) == (False, [])
    play(table, "commit kemal", "done")
    assert table.state.revealed
    assert events_of(table, Revealed) == [Revealed(("roads",), ("kemal",))]
    assert Revealed.reveals


def test_cards_that_are_not_committed_stay_in_hand(
    position: Positions, side: Sides, play: Plays
) -> None:
    """MEG 3, MEG-R17: equal cards are committed one by one."""
    mine = side(hand="roads roads lawrence")
    play(position(OrderOfBattle(), british=mine), "commit roads", "done")
    assert (committed_cards(mine), mine.hand) == (["roads"], ["lawrence", "roads"])


def test_nothing_need_be_committed(position: Positions, side: Sides, play: Plays, after: object) -> None:
    """MEG-R11: an empty Order of Battle is legal."""
    mine = side(hand="british-infantry")
    table = play(position(OrderOfBattle(), british=mine), "done")
    assert (committed_cards(mine), table.decision) == ([], after)


def test_a_side_with_nothing_to_commit_is_not_asked(
    position: Positions, side: Sides, after: object
) -> None:
    """MEG-R1, MEG-R11: a hand of nuisances, or none, fights an empty battle."""
    table = position(OrderOfBattle(), british=side(hand="forage"), revealed=False)
    assert table.decision == after
    assert table.state.revealed


def test_a_choice_can_be_begun_again_until_it_is_done() -> None:
    """MEG 3: abort takes back all cards of it, and only those of this phase."""
    session = sandtable.new("megiddo/1918", seed=1)
    session.choose(session.options()[0])
    for _ in range(2):
        session.choose("done")
    start = session.table.position
    for _ in range(3):
        session.choose(session.options()[0])
    assert "3 committed" in session.table.decision.ask(session.table)
    session.abort()
    assert session.table.position == start
