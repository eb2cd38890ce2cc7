"""The legal tree of the toy, counted by hand and by the kit."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from sandtable import SeededDice, Table
from sandtable_tools.kit import perft
from sandtable_tools.kit.legal_tree import MOST_DEPTH, counts_within


def by_hand(scenario: Any, seed: int, depth: int) -> int:
    """The number of sequences of `depth` legal actions, each played from the start."""

    def below(way: tuple[Any, ...]) -> int:
        table: Table[Any] = Table.new(scenario, SeededDice(seed))
        for action in way:
            table.choose(action)
        if len(way) == depth:
            return 1
        return sum(below((*way, option)) for option in table.options)

    return below(())


@pytest.mark.parametrize("seed", range(3))
def test_the_counts_are_those_of_all_sequences_played_one_by_one(toy: ModuleType, seed: int):
    scenario = toy.scenario()
    assert perft(scenario, 4, seed) == [by_hand(scenario, seed, depth) for depth in range(1, 5)]


def test_an_action_that_is_no_longer_legal_changes_the_counts(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    before = perft(toy.scenario(), 3)
    candidates = toy.Lifting.candidates
    monkeypatch.setattr(toy.Lifting, "candidates", lambda *given: list(candidates(*given))[1:])
    assert perft(toy.scenario(), 3) != before


def test_nothing_follows_when_the_game_is_over(toy: ModuleType):
    assert perft(toy.scenario(), 2, after=1000) == [0, 0]
    assert counts_within(toy.scenario(), 100, after=1000) == []


@pytest.mark.parametrize("most", [1, 30, 300])
def test_counts_go_as_deep_as_they_stay_small(toy: ModuleType, most: int):
    counts = counts_within(toy.scenario(), most)
    assert counts
    assert all(count <= most for count in counts[1:])
    assert len(counts) == MOST_DEPTH or perft(toy.scenario(), len(counts) + 1)[-1] > most
