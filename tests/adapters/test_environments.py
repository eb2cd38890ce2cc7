"""PettingZoo's own suites on every game, and what its environments promise."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from shelves import Shelf

from sandtable import SandtableError, SeededDice
from sandtable.tooling import catalog
from sandtable_tools import adapters
from sandtable_tools.adapters.encoding import WAIT, encode, import_extra, knowledge, number_actions

SLICE = (
    "bids/three",
    "goofspiel/three",
    "kuhn/poker",
    "lawrence/aqaba",
    "lrdg/tobruk",
    "market/two",
    "megiddo/1918-even",
    "stones/two",
)
"""A scenario of every game."""

EXPECTED = ("should be gymnasium.spaces.box", "is not a NumPy array", "recommend agents to be named")
"""PettingZoo's remarks on observations with an action mask, and on agents called like seats."""


def check(scenario: str, cycles: int) -> None:
    """Run PettingZoo's suites. Any remark that is not expected is an error."""
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        api_test(adapters.TurnEnvironment(scenario), num_cycles=cycles)
        parallel_api_test(adapters.ParallelEnvironment(scenario), num_cycles=cycles)
        seed_test(lambda: adapters.TurnEnvironment(scenario), num_cycles=cycles)
    texts = [str(remark.message) for remark in remarks]
    assert [text for text in texts if not any(words in text for words in EXPECTED)] == []


@pytest.mark.parametrize("scenario", SLICE)
def test_a_scenario_of_every_game_passes_the_suites_of_pettingzoo(games: Shelf, scenario: str) -> None:
    check(scenario, 10)


@pytest.mark.soak
def test_every_scenario_passes_the_suites_of_pettingzoo(games: Shelf) -> None:
    for scenario in catalog().scenarios.ids:
        check(scenario, 1000)


def play(environment: Any, seed: int) -> tuple[list[str], dict[str, float]]:
    """The actions of a game whose agents always choose the lowest number, and its rewards."""
    environment.reset(seed=seed)
    done, rewards = [], {}
    for agent in environment.agent_iter():
        _, reward, over, _, _ = environment.last()
        rewards[agent] = reward
        lowest = None if over else min(environment.legal())
        done += [] if lowest is None else [str(environment.legal()[lowest])]
        environment.step(lowest)
    return done, rewards


def test_the_reward_of_an_agent_is_its_return_at_the_end(games: Shelf) -> None:
    environment = adapters.TurnEnvironment("kuhn/poker")
    _, rewards = play(environment, 3)
    outcome = environment.play.table.outcome
    assert rewards == outcome.returns
    assert sum(rewards.values()) == 0


def test_a_bot_plays_the_seats_that_are_no_agents(games: Shelf) -> None:
    environment = adapters.TurnEnvironment("megiddo/1918-even", seats={"turkish": "scripted"})
    assert environment.possible_agents == ["british"]
    first, again = play(environment, 4), play(environment, 4)
    assert first == again
    assert first != play(environment, 5)


def test_a_seat_that_stays_empty_is_no_agent(games: Shelf) -> None:
    toml = games.folder / "st_bids" / "three.toml"
    games.write({str(toml): toml.read_text("utf-8") + "fewest_seats = 2\n"})
    environment = adapters.TurnEnvironment("bids/three", seats={"west": "none", "east": "random"})
    assert environment.possible_agents == ["north"]
    assert adapters.load_game("bids/three", empty=["west"]).num_players() == 2
    with pytest.raises(SandtableError, match="needs at least 2 players"):
        adapters.load_game("bids/three", empty=["west", "east"])


def test_house_rules_hold_in_an_environment(games: Shelf) -> None:
    environment = adapters.TurnEnvironment("stones/two", options={"first": "blue"})
    environment.reset(seed=1)
    assert environment.agent_selection == "blue"


def test_an_agent_that_does_not_decide_can_only_wait(games: Shelf) -> None:
    environment = adapters.ParallelEnvironment("kuhn/poker", actions=16)
    observed, _ = environment.reset(seed=1)
    assert observed["east"]["action_mask"].sum() == 2
    assert observed["west"]["action_mask"].nonzero()[0].tolist() == [WAIT]


def test_agents_that_choose_together_answer_in_one_step(games: Shelf) -> None:
    environment = adapters.ParallelEnvironment("goofspiel/three", actions=32)
    observed, _ = environment.reset(seed=1)
    masks = [observed[agent]["action_mask"] for agent in environment.agents]
    assert [mask.sum() for mask in masks] == [3, 3, 3]
    observed, *_ = environment.step(
        {agent: int(mask.argmax()) for agent, mask in zip(environment.agents, masks, strict=True)}
    )
    assert [observed[agent]["action_mask"].sum() for agent in environment.agents] == [2, 2, 2]


def test_an_agent_observes_nothing_of_what_another_chose_at_the_same_time(games: Shelf) -> None:
    environment = adapters.TurnEnvironment("goofspiel/three")
    before = []
    for place in (0, 1):
        environment.reset(seed=1)
        before.append(environment.observe("west")["observation"])
        environment.step(sorted(environment.legal())[place])
        before.append(environment.observe("west")["observation"])
    assert len({seen.tobytes() for seen in before}) == 1


def test_an_illegal_number_is_refused_and_changes_nothing(games: Shelf) -> None:
    environment = adapters.TurnEnvironment("kuhn/poker")
    environment.reset(seed=1)
    before = environment.play.table.position
    with pytest.raises(SandtableError, match="east: 0 is not a legal action; use the action mask"):
        environment.step(WAIT)
    assert environment.play.table.position == before


def test_an_observation_has_nothing_that_its_seat_may_not_know(games: Shelf) -> None:
    """What is hidden is dealt again: no agent observes the difference."""
    for scenario in ("bids/three", "kuhn/poker", "megiddo/1918-even", "stones/two"):
        environment = adapters.TurnEnvironment(scenario)
        environment.reset(seed=2)
        environment.step(min(environment.legal()))
        table = environment.play.table
        different = set()
        for agent in environment.possible_agents:
            dealt = [table.imagine(agent, SeededDice(seed)) for seed in range(5)]
            vectors = {encode(knowledge(other, agent)).tobytes() for other in [table, *dealt]}
            assert len(vectors) == 1
            different.add(len({other.position for other in dealt}) > 1)
        assert True in different


def test_an_action_keeps_its_number_in_other_positions(games: Shelf) -> None:
    environment = adapters.TurnEnvironment("megiddo/1918-even")
    environment.reset(seed=1)
    table = environment.play.table
    some, fewer = number_actions(table.options), number_actions(table.options[1:])
    assert sorted(map(str, some.values())) == sorted(map(str, table.options))
    assert {words for words in fewer.items() if words not in some.items()} == set()


def test_too_many_actions_are_an_error_that_says_what_to_pass(games: Shelf) -> None:
    environment = adapters.TurnEnvironment("megiddo/1918-even", actions=4)
    environment.reset(seed=1)
    with pytest.raises(SandtableError, match=r"\d+ actions are legal here; .* actions=\d+"):
        environment.last()


def test_a_missing_extra_is_an_error_that_says_what_to_install() -> None:
    with pytest.raises(SandtableError, match=r"^no_such is missing: pip install sandtable\[adapters\]$"):
        import_extra("no_such.thing")
