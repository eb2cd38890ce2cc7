"""A decision for one of some spaces."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from msgspec import field

from sandtable import (
    Action,
    At,
    Decision,
    IllegalAction,
    Outcome,
    Refusal,
    SeededDice,
    SpaceChoice,
    Table,
)


class Camp(SpaceChoice[Any], frozen=True, kw_only=True):
    rule = "2"
    title = "Where to camp"

    def take(self, table: Table[Any], heap: str, /) -> None:
        table.state.heaps[heap] += 10
        table.end(Outcome(heap))


class On(Action, frozen=True):
    heap: str


class Climb(Camp, frozen=True, kw_only=True):
    takes = (On,)
    spaces: tuple[str, ...] = field(name="summits")


HEAPS = ("north", "south-east")


def table_at(toy: ModuleType, kind: type[SpaceChoice[Any]]) -> Table[Any]:
    phases, actions = (*toy.Stones.phases, kind), (*toy.Stones.actions, *kind.takes)
    decision: Decision[Any] = kind(seat="red", spaces=HEAPS)
    return Table.at(toy.scenario(phases=phases, actions=actions), toy.state(), [decision], SeededDice(1))


def test_each_space_can_be_chosen_and_the_rule_goes_on_there(toy: ModuleType):
    table = table_at(toy, Camp)
    assert list(table.options) == [At("north"), At("south-east")]
    table.choose(table.read("at south"))
    assert table.state.heaps == {"north": 1, "south-east": 11}


def test_another_space_is_refused_with_those_that_can_be_chosen(toy: ModuleType):
    table = table_at(toy, Camp)
    assert table.refusal(At("west")) == Refusal("2", "choose one of these", "north, south-east")
    with pytest.raises(IllegalAction):
        table.choose(At("west"))


def test_a_game_may_call_its_spaces_otherwise_also_in_a_save(toy: ModuleType):
    table = table_at(toy, Climb)
    assert b"summits" in table.position
    assert b"spaces" not in table.position
    table.choose(table.read("on north"))
    assert table.state.heaps["north"] == 11
