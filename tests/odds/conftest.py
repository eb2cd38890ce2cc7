"""Positions of the toy game that are small enough for exact odds, or too large."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from sandtable import SeededDice, Table


@pytest.fixture
def duel(toy: ModuleType) -> Table[Any]:
    """Red holds a fox; of a fox, a hen and an old owl, one is Blue's and two are in the pile."""
    return Table.at(toy.scenario(), toy.state(), [toy.Turn("red")], SeededDice(1))


@pytest.fixture
def crowd(toy: ModuleType) -> Table[Any]:
    """Blue holds six cards of eighteen, which can be dealt in 729 ways."""
    state = toy.state(draw_pile=sorted(["fox", "hen", "old-owl"] * 4))
    state.hands["blue"] = sorted(["fox", "hen", "old-owl"] * 2)
    return Table.at(toy.scenario(), state, [toy.Turn("red")], SeededDice(1))
