"""Tests of the rules of Malta Run, section by section.

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
def started(session, script, scripted_dice):
    """Return a function that starts a game with given dice and its submarines in place."""

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
    """The first submarine can wait in nine spaces, the next in eight, and so on."""
    assert list(perft(catalog().scenario(AUGUST), 3)) == [9, 72, 504]


def test_a_space_holds_only_one_submarine(session, script, assert_illegal) -> None:
    """Section 1.1."""
    game = session(AUGUST)
    script(game, "lay galita")
    assert_illegal(game, "lay galita", rule="1.1")
    assert_illegal(game, "lay malta", rule="1.1")


def test_the_convoy_does_not_learn_where_they_are(started) -> None:
    """Section 1.1."""
    game = started()
    view = game.table.view("convoy")
    assert (view.boats, view.hidden) == ((), 5)
    assert game.seat("convoy").log == []
    assert len(game.table.view("raider").boats) == 5


def test_the_convoy_sails_along_one_lane(started, assert_legal, assert_illegal) -> None:
    """Section 2.1."""
    game = started()
    assert_legal(game, "sail alboran")
    assert_illegal(game, "sail galita", rule="2.1")


def test_escorts_hunt_next_to_the_convoy_at_sea(started, assert_legal, assert_illegal) -> None:
    """Section 2.2."""
    game = started()
    assert_legal(game, "hunt alboran")
    assert_illegal(game, "hunt gibraltar", rule="2.2")
    assert_illegal(game, "hunt galita", rule="2.2")


@pytest.mark.parametrize(("die", "left", "seen"), [(4, 4, ()), (5, 5, ("algiers",))])
def test_a_hunt_sinks_or_finds(started, script, die, left, seen) -> None:
    """Section 2.2: in this scenario a roll of 4 or less sinks it."""
    game = started(die)
    script(game, "sail alboran", "wait", "hunt algiers")
    assert len(game.state.boats) == left
    assert game.table.view("convoy").boats == seen


def test_a_hunt_finds_nothing_where_nothing_is(started, script) -> None:
    """Section 2.2: no die is rolled."""
    game = started()
    events = script(game, "sail alboran", "wait", "hunt balearic")
    assert "The escorts hunt at Balearic Sea and find nothing." in [event.text for event in events]


@pytest.mark.parametrize(("torpedo", "ships"), [(3, 5), (4, 6)])
def test_a_submarine_fires_at_a_convoy_that_sails_in(started, script, torpedo, ships) -> None:
    """Section 3: the risk off Algiers is 3."""
    game = started(torpedo, 6)
    script(game, *SAIL)
    assert game.state.ships == ships


@pytest.mark.parametrize(("die", "left", "seen"), [(2, 4, ()), (3, 5, ("algiers",))])
def test_depth_charges_sink_or_find(started, script, die, left, seen) -> None:
    """Section 3.1: in this scenario a roll of 2 or less sinks it."""
    game = started(6, die)
    script(game, *SAIL)
    assert len(game.state.boats) == left
    assert game.table.view("convoy").boats == seen


def test_a_submarine_goes_along_one_free_lane(started, script, assert_legal, assert_illegal) -> None:
    """Section 4.1."""
    game = started()
    script(game, "sail alboran")
    assert_legal(game, "prowl algiers balearic")
    assert_illegal(game, "prowl algiers skerki", rule="4.1")
    assert_illegal(game, "prowl algiers galita", rule="4.1")
    assert_illegal(game, "prowl hammamet malta", rule="4.1")
    assert_illegal(game, "prowl pantelleria malta", rule="4.1")


def test_a_submarine_that_comes_to_the_convoy_fires(started, script) -> None:
    """Section 4.1, section 3."""
    game = started(1, 6)
    script(game, "sail alboran", "prowl algiers alboran")
    assert game.state.ships == 5


def test_only_that_it_has_dived_is_seen(started, script) -> None:
    """Section 4.1."""
    game = started(6, 6)
    script(game, *SAIL, "sail alboran", "prowl algiers balearic")
    event = game.seat("convoy").log[-1]
    assert event.text == "The submarine at Off Algiers has dived."
    assert game.table.view("convoy").boats == ()


def test_the_convoy_is_not_told_when_none_moves(started, script) -> None:
    """Section 4.2."""
    game = started()
    script(game, "sail alboran")
    before = game.seat("convoy").log
    script(game, "wait")
    assert game.seat("convoy").log == before


def test_the_convoy_wins_in_its_harbour(started, script) -> None:
    """Section 5.1: the convoy passes two submarines that sink nothing."""
    game = started(*[6] * 6)
    script(game, *SAIL, "sail galita", "wait", "sail cape-bon", "wait")
    script(game, "sail pantelleria", "wait", "sail malta")
    assert game.outcome.name == "convoy won"


def test_the_raider_wins_when_too_few_are_left(started, script) -> None:
    """Section 5.2: losing the third ship ends the game before the escorts can attack."""
    game = started(1, 6, 1, 6, 1)
    script(game, *SAIL, "sail galita", "wait", "sail skerki")
    assert (game.outcome.name, game.state.ships) == ("raider won", 3)


def test_the_raider_wins_when_the_oil_is_gone(started, script) -> None:
    """Section 5.3: this scenario lasts eight days."""
    game = started()
    script(game, *["sail alboran", "wait", "sail gibraltar", "wait"] * 4)
    assert game.outcome.name == "raider won"


def test_a_save_replays_to_the_same_position(session, tmp_path) -> None:
    """Loading replays every line, and raises an error at the first that differs."""
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
