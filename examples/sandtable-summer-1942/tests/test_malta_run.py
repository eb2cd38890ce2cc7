"""The rules of Malta Run, section by section.

`pytest --fixtures` describes `session`, `script` and the others.
"""

from __future__ import annotations

from collections import Counter

import pytest
import sandtable
from sandtable.tooling import catalog
from sandtable_batch import play_out
from sandtable_tools.kit import conformance, coverage, perft

AUGUST = "malta-run/august"
LAID = ("lay algiers", "lay galita", "lay skerki", "lay sardinia", "lay pantelleria")
SAIL = ("sail alboran", "wait", "sail algiers", "wait")


@pytest.fixture
def laid(session, script, scripted_dice):
    """A factory: a game with dice as they are written down, and its submarines in wait."""

    def make(*dice: int):
        game = session(AUGUST, dice=scripted_dice(dice))
        script(game, *LAID)
        return game

    return make


def test_the_game_keeps_the_contract() -> None:
    assert conformance("malta-run") == []


def test_everything_that_can_happen_does() -> None:
    assert not any(coverage("malta-run").never.values())


def test_the_legal_tree_is_as_wide_as_it_was() -> None:
    """Nine spaces at sea, then eight for the next submarine, and so on."""
    assert list(perft(catalog().scenario(AUGUST), 3)) == [9, 72, 504]


def test_one_submarine_a_space(session, script, assert_illegal) -> None:
    """Section 1.1."""
    game = session(AUGUST)
    script(game, "lay galita")
    assert_illegal(game, "lay galita", rule="1.1")
    assert_illegal(game, "lay malta", rule="1.1")


def test_the_convoy_does_not_learn_where_they_are(laid) -> None:
    """Section 1.1."""
    game = laid()
    view = game.table.view("convoy")
    assert (view.boats, view.hidden) == ((), 5)
    assert game.seat("convoy").log == []
    assert len(game.table.view("raider").boats) == 5


def test_the_convoy_sails_along_one_lane(laid, assert_legal, assert_illegal) -> None:
    """Section 2.1."""
    game = laid()
    assert_legal(game, "sail alboran")
    assert_illegal(game, "sail galita", rule="2.1")


def test_escorts_hunt_next_to_the_convoy_at_sea(laid, assert_legal, assert_illegal) -> None:
    """Section 2.2."""
    game = laid()
    assert_legal(game, "hunt alboran")
    assert_illegal(game, "hunt gibraltar", rule="2.2")
    assert_illegal(game, "hunt galita", rule="2.2")


@pytest.mark.parametrize(("die", "left", "seen"), [(4, 4, ()), (5, 5, ("algiers",))])
def test_a_hunt_sinks_or_finds(laid, script, die, left, seen) -> None:
    """Section 2.2: up to 4 in this scenario."""
    game = laid(die)
    script(game, "sail alboran", "wait", "hunt algiers")
    assert len(game.state.boats) == left
    assert game.table.view("convoy").boats == seen


def test_a_hunt_finds_nothing_where_nothing_is(laid, script) -> None:
    """Section 2.2: no die is rolled."""
    game = laid()
    events = script(game, "sail alboran", "wait", "hunt balearic")
    assert "The escorts hunt at Balearic Sea and find nothing." in [event.text for event in events]


@pytest.mark.parametrize(("torpedo", "ships"), [(3, 5), (4, 6)])
def test_a_submarine_fires_at_who_comes(laid, script, torpedo, ships) -> None:
    """Section 3: the risk off Algiers is 3."""
    game = laid(torpedo, 6)
    script(game, *SAIL)
    assert game.state.ships == ships


@pytest.mark.parametrize(("die", "left", "seen"), [(2, 4, ()), (3, 5, ("algiers",))])
def test_depth_charges_sink_or_find(laid, script, die, left, seen) -> None:
    """Section 3.1: up to 2 in this scenario."""
    game = laid(6, die)
    script(game, *SAIL)
    assert len(game.state.boats) == left
    assert game.table.view("convoy").boats == seen


def test_a_submarine_goes_along_one_free_lane(laid, script, assert_legal, assert_illegal) -> None:
    """Section 4.1."""
    game = laid()
    script(game, "sail alboran")
    assert_legal(game, "prowl algiers balearic")
    assert_illegal(game, "prowl algiers skerki", rule="4.1")
    assert_illegal(game, "prowl algiers galita", rule="4.1")
    assert_illegal(game, "prowl hammamet malta", rule="4.1")
    assert_illegal(game, "prowl pantelleria malta", rule="4.1")


def test_a_submarine_that_comes_to_the_convoy_fires(laid, script) -> None:
    """Section 4.1, section 3."""
    game = laid(1, 6)
    script(game, "sail alboran", "prowl algiers alboran")
    assert game.state.ships == 5


def test_only_that_it_has_dived_is_seen(laid, script) -> None:
    """Section 4.1."""
    game = laid(6, 6)
    script(game, *SAIL, "sail alboran", "prowl algiers balearic")
    event = game.seat("convoy").log[-1]
    assert event.text == "The submarine at Off Algiers has dived."
    assert game.table.view("convoy").boats == ()


def test_the_convoy_is_not_told_when_none_moves(laid, script) -> None:
    """Section 4.2."""
    game = laid()
    script(game, "sail alboran")
    before = game.seat("convoy").log
    script(game, "wait")
    assert game.seat("convoy").log == before


def test_the_convoy_wins_in_its_harbour(laid, script) -> None:
    """Section 5.1: past two submarines that sink nothing."""
    game = laid(*[6] * 6)
    script(game, *SAIL, "sail galita", "wait", "sail cape-bon", "wait")
    script(game, "sail pantelleria", "wait", "sail malta")
    assert game.outcome.name == "convoy won"


def test_the_raider_wins_when_too_few_are_left(laid, script) -> None:
    """Section 5.2: the third ship is one too many, and the escorts do not answer any more."""
    game = laid(1, 6, 1, 6, 1)
    script(game, *SAIL, "sail galita", "wait", "sail skerki")
    assert (game.outcome.name, game.state.ships) == ("raider won", 3)


def test_the_raider_wins_when_the_oil_is_gone(laid, script) -> None:
    """Section 5.3: eight days."""
    game = laid()
    script(game, *["sail alboran", "wait", "sail gibraltar", "wait"] * 4)
    assert game.outcome.name == "raider won"


def test_a_save_replays_to_the_same_position(session, tmp_path) -> None:
    """Loading plays every line again, and would raise at the first that differs."""
    game = session(AUGUST, seats={"convoy": "scripted", "raider": "scripted"})
    list(game.play())
    with sandtable.load(game.save(tmp_path / "game.jsonl")) as again:
        assert again.table.position == game.table.position


@pytest.mark.parametrize("seat", ["convoy", "raider"])
def test_the_scripted_player_beats_chance_on_either_side(seat) -> None:
    scenario = catalog().scenario(AUGUST)
    bots = dict.fromkeys(("convoy", "raider"), catalog().bots.make(scenario.game, "random"))
    bots[seat] = scenario.game.scripted_bot()
    won = Counter(play_out(scenario, bots, seed)[0].outcome.returns[seat] for seed in range(40))
    assert won[1] > 20
