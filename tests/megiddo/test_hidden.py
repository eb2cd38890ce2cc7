"""The knowledge of a seat: MEG-R10, MEG-R18, MEG-R22."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import Action, Bot, Done, Scenario, Seat, SeededDice, Table
from sandtable_megiddo.air_strike import AirStrikes
from sandtable_megiddo.bot import LEAST_WORTH, worth
from sandtable_megiddo.cards import CARDS, UNITS
from sandtable_megiddo.events import Discarded, Drew, Revealed
from sandtable_megiddo.maneuver import Maneuver
from sandtable_megiddo.order_of_battle import OrderOfBattle
from sandtable_megiddo.reserve import Reserve
from sandtable_megiddo.state import Committed, Side
from sandtable_megiddo.victory import Victory
from sandtable_tools.kit import leaks

Positions = Callable[..., Table]
Sides = Callable[..., Side]
Plays = Callable[..., Table]

HAND = "roads lawrence engineer british-infantry british-infantry royal-air-force"


def test_piles_and_counts_are_public_and_hands_are_not(position: Positions, side: Sides) -> None:
    """MEG-R18: the other side's hand and the next card of its draw pile stay hidden."""
    turkish = side(
        draw="towns kemal",
        hand="bedouins",
        reserve="rail-cuts tiller",
        casualties="asienkorps kemal",
        score=2,
    )
    view = position(turkish=turkish).view("british").sides["turkish"]
    assert (view.hand, view.aside, view.draw_pile, view.held) == (None, None, 2, 1)
    assert (view.reserve, view.casualties, view.score.value) == (
        ["tiller", "rail-cuts"],
        ["kemal", "asienkorps"],
        2,
    )


def test_a_seat_sees_its_own_cards(position: Positions, side: Sides) -> None:
    """MEG-R18: but not what it will draw."""
    british = side(
        draw="allenby",
        hand="roads lawrence british-infantry",
        battle="engineer",
        aside="engineer roads allenby british-artillery",
    )
    view = position(british=british, revealed=False).view("british").sides["british"]
    assert view.hand == ["lawrence", "british-infantry", "roads"]
    assert (view.aside, view.battle, view.held, view.draw_pile) == (
        ["allenby", "engineer", "british-artillery", "roads"],
        [Committed("engineer")],
        3,
        1,
    )


def test_a_neutral_reader_sees_both_hands(position: Positions, side: Sides) -> None:
    """MEG-R18: somebody who plays no side."""
    view = position(british=side(hand="roads"), turkish=side(hand="towns")).view(None)
    assert [side.hand for side in view.sides.values()] == [["roads"], ["towns"]]


def test_open_orders_of_battle_are_public(position: Positions, side: Sides) -> None:
    """MEG 3, MEG-R18: with what has become of each card."""
    british = side(battle="disrupted-roads lawrence", hand="forage")
    view = position(british=british).view("turkish").sides["british"]
    assert view.battle == [Committed("lawrence"), Committed("roads", disrupted=True)]
    assert (view.hand, view.held) == (None, 1)


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(("phase", "verb"), [(Reserve(), "discard"), (OrderOfBattle(), "commit")])
def test_the_turks_see_nothing_of_what_the_british_choose(
    phase: object, verb: str, number: int, position: Positions, side: Sides, play: Plays
) -> None:
    """MEG-R10, MEG-R22: not even how many cards."""
    table = position(phase, british=side(hand=HAND), turkish=side(hand="towns"), revealed=False)
    before, tracks = table.view("turkish"), table.game.tracks(table, "turkish")
    play(table, *[f"{verb} {card}" for card in HAND.split()[:number]])
    assert table.view("turkish") == before
    play(table, "done")
    assert table.decision.seat == "turkish"
    assert table.view("turkish") == before
    assert before.sides["british"].held == 6
    assert table.game.tracks(table, "turkish") == tracks
    assert table.events == []


def test_all_is_shown_when_both_have_chosen(
    position: Positions, side: Sides, play: Plays, events_of: Callable[..., list]
) -> None:
    """MEG-R22, MEG 2, MEG 3: discards, then Orders of Battle."""
    table = position(
        Reserve(),
        OrderOfBattle(),
        british=side(hand="roads forage"),
        turkish=side(hand="towns"),
        draws="forage",
        revealed=False,
    )
    play(table, "discard forage", "done", "done")
    assert table.view("turkish").sides["british"].reserve == []
    assert [event.seen_by("turkish") for event in events_of(table, Discarded)] == [
        Discarded("british", ("forage",))
    ]
    play(table, "commit roads", "done", "commit towns", "done")
    for seat in ("british", "turkish"):
        assert [event.seen_by(seat) for event in events_of(table, Revealed)] == [
            Revealed(("roads",), ("towns",))
        ]
        assert table.view(seat).sides["british"].battle == [Committed("roads")]


def test_the_other_side_sees_how_many_cards_were_drawn(
    position: Positions, side: Sides, events_of: Callable[..., list]
) -> None:
    """MEG-R18, MEG 1: and not which."""
    turkish = side(hand="rail-cuts", draw="towns kemal")
    table = position(Maneuver(), turkish=turkish, draws="kemal towns")
    (event,) = events_of(table, Drew)
    assert event.seen_by("turkish").text == "The Turks draw 2 cards: Kemal, Towns."
    assert event.seen_by("british").text == "The Turks draw 2 cards."
    assert event.seen_by("british").cards == ()


def test_choices_of_phases_1_to_3_are_secret_in_the_story() -> None:
    """MEG-R10, MEG-R22: a session shows the other seat only revealed cards."""
    session = sandtable.new("megiddo/1918", seed=2)
    chosen = session.choose(session.options()[0])
    assert (chosen.shows("british"), chosen.shows("turkish")) == (True, False)
    session.choose("done")
    session.choose("done")
    committed = session.choose(session.options()[0])
    assert (committed.shows("british"), committed.shows("turkish")) == (True, False)


def test_attacks_are_made_in_the_open(position: Positions) -> None:
    """MEG-R2, MEG-R18: from phase 4 on nothing is secret."""
    assert not position(AirStrikes(), british="royal-air-force", turkish="towns").decision.secret


@pytest.mark.parametrize("seat", ["british", "turkish"])
def test_an_imagined_position_could_be_true(seat: str, position: Positions, side: Sides) -> None:
    """MEG-R18: hidden cards are dealt again, and known ones stay."""
    mine = {"hand": "roads towns", "draw": "kemal forage", "reserve": "tiller", "casualties": "bedouins"}
    table = position(british=side(**mine, battle="engineer"), turkish=side(**mine, battle="engineer"))
    other = "turkish" if seat == "british" else "british"
    hands = set()
    for seed in range(30):
        imagined = table.imagine(seat, SeededDice(seed))
        assert imagined.view(seat) == table.view(seat)
        assert imagined.state.sides[seat] == table.state.sides[seat]
        assert imagined.state.sides[other].cards() == table.state.sides[other].cards()
        hands.add(tuple(imagined.state.sides[other].hand))
    assert len(hands) == 6


def guesses(table: Table, bot: Bot | None = None) -> list[Side]:
    """The British as the Turks may imagine them, in thirty worlds."""
    players = dict.fromkeys(("british", "turkish"), bot) if bot else None
    worlds = (table.imagine("turkish", SeededDice(seed), players) for seed in range(30))
    return [world.state.sides["british"] for world in worlds]


class Idle:
    """Does nothing."""

    def choose(self, seat: Seat) -> Action:
        return Done()


def test_the_turks_imagine_the_discards_of_the_player_they_assume(
    position: Positions, side: Sides, play: Plays
) -> None:
    """MEG-R22, MEG-R10: whatever was done."""
    table = position(Reserve(), british=side(hand=HAND, draw="dysentery"), turkish=side(hand="towns"))
    play(table, "discard roads", "done")
    for british in guesses(table):
        units = sum(CARDS[card].kind in UNITS for card in [*british.hand, *british.aside])
        assert ("dysentery" in british.aside) == ("dysentery" not in british.draw_pile)
        assert all(worth(card, units, "roads") >= LEAST_WORTH for card in british.hand)
        assert not british.battle
    assert {len(british.aside) for british in guesses(table, Idle())} == {0}


def test_the_turks_imagine_the_order_of_battle_of_the_player_they_assume(
    position: Positions, side: Sides, play: Plays
) -> None:
    """MEG-R22, MEG-R1: the scripted player lays all that it can, but Lawrence."""
    british = side(hand=f"{HAND} forage dysentery")
    table = position(OrderOfBattle(), british=british, turkish=side(hand="towns"), revealed=False)
    play(table, "commit roads", "done")
    for imagined in guesses(table):
        assert {laid.card for laid in imagined.battle} == set(HAND.split()) - {"lawrence"}
        assert not imagined.aside
    assert not any(imagined.battle for imagined in guesses(table, Idle()))


def test_the_turks_imagine_no_battle_of_a_hand_that_has_none(position: Positions, side: Sides) -> None:
    """MEG-R1, MEG-R10: the British with nuisances in hand are not asked."""
    british = side(hand="forage", draw="roads")
    table = position(OrderOfBattle(), british=british, turkish=side(hand="towns"), revealed=False)
    assert table.decision.seat == "turkish"
    assert {len(imagined.battle) for imagined in guesses(table)} == {0, 1}


def test_a_finished_game_can_be_imagined(position: Positions, side: Sides) -> None:
    """MEG-R18: hands stay hidden after the end."""
    table = position(Victory(), british=side(hand="roads", draw="forage", score=5))
    hands = {
        table.imagine("turkish", SeededDice(seed)).state.sides["british"].hand[0] for seed in range(20)
    }
    assert hands == {"roads", "forage"}


@pytest.mark.parametrize("phase", [Reserve(), OrderOfBattle()])
def test_the_british_know_that_the_turks_have_not_chosen(
    phase: object, position: Positions, side: Sides
) -> None:
    """MEG-R10: they choose first."""
    table = position(phase, british=side(hand=HAND), turkish=side(hand="towns kemal"), revealed=False)
    turkish = table.imagine("british", SeededDice(1)).state.sides["turkish"]
    assert (turkish.aside, turkish.battle, turkish.hand) == ([], [], ["kemal", "towns"])


@pytest.mark.parametrize("name", ["megiddo/1918", "megiddo/1918-even"])
@settings(max_examples=settings.default.max_examples // 12)
@given(seed=st.integers(0, 10**9))
def test_no_seat_can_distinguish_its_world_from_one_it_imagines(
    name: str, seed: int, scenario: Callable[..., Scenario]
) -> None:
    """MEG-R18, MEG-R22: views, options, refusals and events are the same."""
    luck = SeededDice(f"{seed} luck")
    table = Table.new(scenario(name), SeededDice(seed))
    looks = 0
    while table.outcome is None:
        if luck.roll(sides=4) == [1]:
            looks += 1
            assert list(leaks.find(table, luck)) == []
        table.choose(luck.pick(list(table.options)))
    assert looks
