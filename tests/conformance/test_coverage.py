"""The content coverage of the built-in games in a few games of each scenario."""

from __future__ import annotations

import pytest

from sandtable_tools.kit import coverage


@pytest.mark.soak
def test_all_of_megiddo_occurs():
    assert not any(coverage("megiddo").never.values())


@pytest.mark.soak
@pytest.mark.parametrize("game", ["lawrence", "lrdg"])
def test_of_a_solitaire_a_tenth_at_most_is_left_after_three_games_of_each_scenario(game: str):
    found = coverage(game, games=3)
    never = sum(map(len, found.never.values()))
    assert never <= (never + sum(map(len, found.seen.values()))) // 10, str(found)
