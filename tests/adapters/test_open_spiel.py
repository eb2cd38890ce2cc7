"""OpenSpiel's own checks on every game, and its algorithms on a game whose value is known."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from shelves import Shelf

from sandtable import SandtableError
from sandtable.tooling import catalog
from sandtable_tools import adapters

SLICE = ("bids/three", "goofspiel/three", "kuhn/poker", "lrdg/tobruk", "market/two", "stones/two")
"""A scenario of the smaller games; OpenSpiel's test looks at every seat's view of every position."""


def walk(game: Any, steps: int, choose: Any = min) -> Any:
    """The state after some steps, in each of which the lowest number is chosen."""
    state = game.new_initial_state()
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
    return state


@pytest.mark.parametrize("scenario", SLICE)
def test_random_games_pass_the_checks_of_open_spiel(games: Shelf, scenario: str) -> None:
    import pyspiel

    game = adapters.load_game(scenario)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.soak
def test_every_scenario_passes_the_checks_of_open_spiel(games: Shelf) -> None:
    import pyspiel

    for scenario in catalog().scenarios.ids:
        game = adapters.load_game(scenario)
        pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_cfr_finds_the_value_of_kuhn_poker_as_in_the_game_of_open_spiel(games: Shelf) -> None:
    import pyspiel
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    ours = adapters.load_game("kuhn/poker", actions=8, utility=2, zero_sum=True)
    theirs = pyspiel.load_game("kuhn_poker")
    solvers = [cfr.CFRSolver(game) for game in (ours, theirs)]
    for solver in solvers:
        for _ in range(30):
            solver.evaluate_and_update_policy()
    left = [
        exploitability.exploitability(game, solver.average_policy())
        for game, solver in zip((ours, theirs), solvers, strict=True)
    ]
    assert left[0] == pytest.approx(left[1])
    policy = solvers[0].average_policy()
    value = expected_game_score.policy_value(ours.new_initial_state(), [policy] * 2)
    assert value[0] == pytest.approx(-1 / 18, abs=0.01)


def test_mcts_plays_whole_games(games: Shelf) -> None:
    import numpy
    from open_spiel.python.algorithms import mcts

    game = adapters.load_game("stones/two", utility=10)
    luck = numpy.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, luck)
    bot = mcts.MCTSBot(game, 2, 8, rollout, random_state=luck)
    state = game.new_initial_state()
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(min(state.legal_actions()) if chance else bot.step(state))
    assert sum(state.returns()) == 0


def test_a_roll_is_a_chance_node_whose_results_have_words_and_probabilities(games: Shelf) -> None:
    state = walk(adapters.load_game("kuhn/poker"), 0)
    assert state.is_chance_node()
    assert [state.action_to_string(place) for place, _ in state.chance_outcomes()] == [
        "The deal: jack",
        "The deal: queen",
        "The deal: king",
    ]
    assert [chance for _, chance in state.chance_outcomes()] == pytest.approx([1 / 3] * 3)
    second = walk(adapters.load_game("kuhn/poker"), 1)
    assert len(second.chance_outcomes()) == 2


def test_a_state_remembers_all_that_its_seat_saw_and_nothing_else(games: Shelf) -> None:
    game = adapters.load_game("kuhn/poker")
    other = walk(game, 1)
    other.apply_action(1)
    state = walk(game, 2)
    assert state.information_state_string(0) == other.information_state_string(0)
    assert state.information_state_string(1) != other.information_state_string(1)
    assert "West holds the queen." in state.information_state_string(1)
    assert state.observation_tensor(0) == other.observation_tensor(0)


def test_partners_remember_what_their_partners_heard(games: Shelf) -> None:
    toml = games.folder / "st_bids" / "three.toml"
    games.write({str(toml): toml.read_text("utf-8") + 'teams = [["north", "east"]]\n'})
    state = walk(adapters.load_game("bids/three"), 1)
    laid = "North lays a number face down."
    assert [laid in state.information_state_string(seat) for seat in (0, 1, 2)] == [False, False, True]


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 9])
def test_a_state_can_be_copied_written_and_read(games: Shelf, steps: int) -> None:
    import pyspiel

    game = adapters.load_game("stones/two", options={"lifts": 1})
    state = walk(game, steps, max)
    _, unpickled = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    read = game.new_initial_state(json.loads(state.to_struct().to_json()))
    copies = (state.clone(), unpickled, read, pickle.loads(pickle.dumps(state)))  # noqa: S301 (our own)
    for other in copies:
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        assert other.is_chance_node() == state.is_chance_node()
        assert all(
            other.information_state_string(seat) == state.information_state_string(seat)
            for seat in (0, 1)
        )


def test_structs_name_what_numbers_mean(games: Shelf) -> None:
    state = walk(adapters.load_game("kuhn/poker"), 2)
    for number in state.legal_actions():
        struct = state.action_to_struct(0, number)
        assert struct.to_dict() == {"verb": state.action_to_string(0, number)}
        assert state.struct_to_actions(struct) == [number]
    assert state.to_observation_struct(0).to_dict()["view"]["cards"] == {"east": "jack"}
    assert state.to_struct().to_dict()["view"]["cards"] == {"east": "jack", "west": "queen"}
    state.apply_action_struct(state.action_to_struct(0, number))
    assert state.current_player() == 1


def test_a_struct_that_holds_no_position_is_refused(games: Shelf) -> None:
    game = adapters.load_game("kuhn/poker")
    with pytest.raises(SandtableError, match="not a point of kuhn/poker"):
        game.new_initial_state({"position": None})


def test_a_return_beyond_the_declared_utility_is_an_error(games: Shelf) -> None:
    state = walk(adapters.load_game("kuhn/poker", utility=0.5), 99)
    with pytest.raises(SandtableError, match=r"beyond 0\.5; load with a higher utility="):
        state.returns()
