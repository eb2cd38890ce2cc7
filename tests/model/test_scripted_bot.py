"""A bot that has a function for each kind of decision."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

from sandtable import Action, At, Decision, Done, ScriptedBot, Seat, SeededDice, SpaceChoice, Table, Wait


class Where(SpaceChoice[Any], frozen=True, kw_only=True):
    takes = (At, Done, Wait)

    def candidates(self, table: Table[Any]) -> list[Action]:
        return [*map(At, self.spaces), *[Wait()] * (len(self.spaces) > 1)]

    def take(self, table: Table[Any], space: str, /) -> None:
        raise NotImplementedError


def seat_choosing(toy: ModuleType, *spaces: str) -> Seat:
    phases, actions = (*toy.Stones.phases, Where), (*toy.Stones.actions, At, Wait)
    decision: Decision[Any] = Where(seat="red", spaces=spaces)
    scenario = toy.scenario(phases=phases, actions=actions)
    return Seat(Table.at(scenario, toy.state(), [decision], SeededDice(1)), "red", SeededDice(1), list)


def deciding(choice: Action | None) -> ScriptedBot[Any]:
    class Decided(ScriptedBot[Any]):
        decisions = {Where: lambda *_: choice}

    return Decided()


def test_it_asks_the_function_of_the_kind_of_decision(toy: ModuleType):
    assert deciding(At("south-east")).choose(seat_choosing(toy, "north", "south-east")) == At(
        "south-east"
    )


@pytest.mark.parametrize("choice", [None, At("west")])
def test_a_decision_without_preference_or_option_is_declined(toy: ModuleType, choice: Action | None):
    assert deciding(choice).choose(seat_choosing(toy, "north", "south-east")) == Wait()


def test_a_decision_that_cannot_be_declined_gets_the_first_option(toy: ModuleType):
    class Willing(ScriptedBot[Any]):
        declines = ()

    assert Willing().choose(seat_choosing(toy, "north", "south-east")) == At("north")


def test_a_lone_option_is_taken_unasked(toy: ModuleType):
    assert deciding(Wait()).choose(seat_choosing(toy, "north")) == At("north")


def test_options_that_a_bot_leaves_out_are_not_chosen(toy: ModuleType):
    class Stubborn(ScriptedBot[Any]):
        decisions = {Where: lambda *_: Wait()}

        def consider(self, view: Any, options: Sequence[Action]) -> Sequence[Action]:
            return [option for option in options if isinstance(option, At)]

    assert Stubborn().choose(seat_choosing(toy, "north", "south-east")) == At("north")
