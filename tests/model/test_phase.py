"""Phases: steps that are data, and decisions that list what they do not refuse."""

from __future__ import annotations

from types import ModuleType
from typing import ClassVar

import msgspec
import pytest

from sandtable import Action, Decision, Phase, ScriptedDice, State, Table


class Pass(Action, frozen=True):
    help: ClassVar[str] = "wait"


class NightMarch(Phase[State], frozen=True):
    rule: ClassVar[str] = "3"
    patrol: str
    steps: int = 1


class Halt(Decision[State], frozen=True):
    """Class values without annotations, as a short plugin may write them."""

    rule = "3.1"
    title = "A halt"
    takes = (Pass,)


def test_a_phase_is_data_with_its_name_and_without_its_defaults():
    march = NightMarch("t1")
    data = msgspec.json.encode(march)
    assert msgspec.json.decode(data) == {"phase": "night-march", "patrol": "t1"}
    assert msgspec.json.decode(data, type=NightMarch) == march


def test_a_decision_without_annotations_comes_back_from_a_save():
    halt = Halt(seat="lrdg", part=True)
    assert msgspec.json.decode(msgspec.json.encode(halt), type=Halt) == halt


def test_a_decision_waits_and_asks_by_its_title(toy: ModuleType):
    assert (Halt.waits, NightMarch.waits, Halt.secret) == (True, False, False)
    assert Halt(seat="lrdg").ask(toy.table()) == "A halt"
    assert Halt(seat="lrdg").describe(toy.table(), Pass()) == "wait"
    assert not Halt(seat="lrdg").part


def test_options_are_the_candidates_that_are_not_refused(toy: ModuleType):
    table = Table.at(toy.scenario(), toy.state(), [toy.Turn("red")], ScriptedDice())
    decision = table.decision
    assert len(list(decision.candidates(table))) == 6
    assert list(decision.options(table)) == [
        toy.Play("fox"),
        toy.Lift("north"),
        toy.Lift("south-east"),
    ]


def test_missing_parts_of_a_subclass_are_named(toy: ModuleType):
    table = toy.table()
    for call in (NightMarch("t1").run, Halt(seat="lrdg").candidates):
        with pytest.raises(NotImplementedError):
            call(table)
    with pytest.raises(NotImplementedError):
        Halt(seat="lrdg").choose(table, Pass())
    assert Halt(seat="lrdg").refusal(table, Pass()) is None
