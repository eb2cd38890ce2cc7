"""A decision for one of many orders, each with functions of its own."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from sandtable import (
    Action,
    Decision,
    IllegalAction,
    Order,
    OrderChoice,
    Outcome,
    Refusal,
    SeededDice,
    Table,
    Wait,
)


class Pile(Action, frozen=True):
    help = "a stone more"

    heap: str


def piles(table: Table[Any]) -> Iterator[Action]:
    yield from map(Pile, table.state.heaps)


def no_pile(table: Table[Any], action: Pile) -> Refusal | None:
    return Refusal("2", "it is high enough") if table.state.heaps[action.heap] > 1 else None


def pile(table: Table[Any], action: Pile) -> None:
    table.state.heaps[action.heap] += 1


def about_pile(table: Table[Any], action: Pile) -> str:
    return f"{table.state.heaps[action.heap]} stones lie there"


def never(table: Table[Any], action: Action) -> Refusal | None:
    raise AssertionError("nobody asks about what is sure")


def nothing(table: Table[Any], action: Action) -> None:
    """The order to do nothing."""


class Build(OrderChoice[Any], frozen=True):
    orders = {
        Pile: Order(piles, no_pile, pile, about_pile),
        Wait: Order(lambda table: [Wait()], never, nothing, sure=True),  # noqa: ARG005
    }
    takes = tuple(orders)

    def choose(self, table: Table[Any], action: Action) -> None:
        super().choose(table, action)
        table.end(Outcome(str(table.state.heaps["north"])))


@pytest.fixture
def table(toy: ModuleType) -> Table[Any]:
    phases, actions = (*toy.Stones.phases, Build), (*toy.Stones.actions, *Build.takes)
    decision: Decision[Any] = Build(seat="red")
    scenario = toy.scenario(phases=phases, actions=actions)
    state = toy.state()
    state.heaps = {"north": 1, "south-east": 2}
    return Table.at(scenario, state, [decision], SeededDice(1))


def test_every_legal_order_is_listed_kind_by_kind(table: Table[Any]):
    assert list(table.decision.candidates(table)) == [Pile("north"), Pile("south-east"), Wait()]
    assert list(table.options) == [Pile("north"), Wait()]


def test_an_order_is_refused_by_its_own_kind(table: Table[Any]):
    assert table.refusal(Pile("south-east")) == Refusal("2", "it is high enough")
    with pytest.raises(IllegalAction):
        table.choose(Pile("south-east"))


def test_an_order_is_shown_by_its_own_kind_or_by_its_help(table: Table[Any]):
    descriptions = [table.decision.describe(table, action) for action in table.options]
    assert descriptions == ["1 stones lie there", Wait.help]


def test_an_order_is_carried_out_before_what_follows(table: Table[Any]):
    table.choose(table.read("pile north"))
    assert table.outcome == Outcome("2")
