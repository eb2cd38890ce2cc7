"""Random games: rules that hold for any choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import games
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sandtable import Action, Scenario, Seat, SeededDice, Table, deck
from sandtable.plugins.bots import Random
from sandtable_megiddo.actions import Attack
from sandtable_megiddo.bot import Scripted
from sandtable_megiddo.cards import CARDS, Kind
from sandtable_megiddo.events import Attacked
from sandtable_megiddo.infantry import total
from sandtable_megiddo.state import BRITISH, OTHER

seeds = st.integers(0, 10**9)
some_games = settings(max_examples=settings.default.max_examples // 2)
each_scenario = pytest.mark.parametrize("name", ["megiddo/1918", "megiddo/1918-even"])
MOST = 3_000
"""A game with more actions does not end."""


def choice(table: Table, luck: SeededDice) -> Action:
    """Each seat now plays well, now by chance."""
    bot = luck.pick([Random(), Random(), Scripted()])
    return bot.choose(Seat(table, table.decision.seat, luck, list))


def steps(scenario: Scenario, seed: int) -> Iterator[Table]:
    """A table before each action of a game, and at its end."""
    return games.steps(scenario, seed, MOST, choice)


@each_scenario
@some_games
@given(seed=seeds)
def test_no_card_is_ever_lost_or_made(name: str, seed: int, scenario: Callable[..., Scenario]) -> None:
    """MEG cards: 43 and 55 cards, and after every action the scenario's decks."""
    ready = scenario(name)
    decks = {seat: deck.pile(ready.data.of(seat).deck) for seat in ("british", "turkish")}
    assert [len(cards) for cards in decks.values()] == [43, 55]
    for table in steps(ready, seed):
        assert {seat: side.cards() for seat, side in table.state.sides.items()} == decks


@each_scenario
@some_games
@given(seed=seeds)
def test_piles_are_bags(name: str, seed: int, scenario: Callable[..., Scenario]) -> None:
    """MEG-R18: every pile is sorted, so that no order can leak."""
    for table in steps(scenario(name), seed):
        for side in table.state.sides.values():
            for cards in (side.draw_pile, side.hand, side.aside, side.reserve, side.casualties):
                assert cards == sorted(cards)
            assert [laid.card for laid in side.battle] == sorted(laid.card for laid in side.battle)


@each_scenario
@some_games
@given(seed=seeds)
def test_every_battle_gives_one_point_and_none_is_taken(
    name: str, seed: int, scenario: Callable[..., Scenario]
) -> None:
    """MEG victory, MEG 8: points never fall, and as many were given as battles fought."""
    last = (0, 0)
    for table in steps(scenario(name), seed):
        british, turkish = (side.score.value for side in table.state.sides.values())
        assert british >= last[0]
        assert turkish >= last[1]
        last = (british, turkish)
        assert sum(last) == table.state.round - (0 if table.outcome else 1)


@each_scenario
@some_games
@given(seed=seeds)
def test_a_game_ends_with_a_winner_for_a_reason(
    name: str, seed: int, scenario: Callable[..., Scenario]
) -> None:
    """MEG victory, MEG-R19: by points or by Lawrence, and not before."""
    for table in steps(scenario(name), seed):
        british, turkish = table.state.sides.values()
        lost = "lawrence" in british.casualties
        reached = british.score.value == british.score.high or turkish.score.value == turkish.score.high
        assert (table.outcome is not None) == (lost or reached)
    points = "british" if british.score.value == british.score.high else "turkish"
    assert table.outcome.name == ("turkish" if lost else points)


@each_scenario
@some_games
@given(seed=seeds)
def test_the_phases_of_a_round_never_go_back(
    name: str, seed: int, scenario: Callable[..., Scenario]
) -> None:
    """MEG round: 2 to 7, and an Order of Battle is open in phases 4 to 7 alone."""
    last = (0, "0")
    for table in steps(scenario(name), seed):
        if table.outcome is None:
            now = (table.state.round, table.decision.rule)
            assert now >= last
            assert table.state.revealed == (now[1] in "4567")
            last = now


@each_scenario
@some_games
@given(seed=seeds)
def test_a_battle_holds_one_terrain_card_and_no_nuisance(
    name: str, seed: int, scenario: Callable[..., Scenario]
) -> None:
    """MEG 3, MEG-R1: and leaders are never disrupted (MEG-R9)."""
    for table in steps(scenario(name), seed):
        for side in table.state.sides.values():
            kinds = [CARDS[laid.card].kind for laid in side.battle]
            assert kinds.count(Kind.TERRAIN) <= 1
            assert Kind.NUISANCE not in kinds
            assert not any(
                laid.disrupted for laid in side.battle if CARDS[laid.card].kind is Kind.LEADER
            )


@each_scenario
@some_games
@given(seed=seeds)
def test_an_attack_does_what_it_is_said_to_do(
    name: str, seed: int, scenario: Callable[..., Scenario]
) -> None:
    """MEG 4, MEG 5, MEG 6, MEG 7: the words beside an option are what happens."""
    attacks = 0
    for table in steps(scenario(name), seed):
        for action in table.options:
            if isinstance(action, Attack):
                attacks += 1
                described = table.decision.describe(table, action)
                trial = table.clone(SeededDice(seed))
                trial.events = []
                trial.choose(action)
                (attacked,) = (event for event in trial.events if isinstance(event, Attacked))
                own, enemy = (attacked.british, attacked.turkish)[
                    :: 1 if attacked.seat == BRITISH else -1
                ]
                paid = total(table.state.sides[attacked.seat].battle) - own
                lost = total(table.state.sides[OTHER[attacked.seat]].battle) - enemy
                costs = (("enemy", lost), ("your", paid))
                swings = [f"{whose} Force -{quarters / 4:g}" for whose, quarters in costs if quarters]
                swing = "; " * bool(swings) + ", ".join(swings)
                assert described == f"{CARDS[attacked.target].label}: {attacked.effect}{swing}"
    assume(attacks)  # a random game may end without one
