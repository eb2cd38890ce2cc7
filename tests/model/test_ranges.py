"""A range of actions: a large choice by a number, without a list of every number."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from sandtable import (
    Action,
    AmbiguousAction,
    GameError,
    IllegalAction,
    IncompleteAction,
    InvalidAction,
    Pass,
    Random,
    Seat,
    SeededDice,
    Table,
)
from sandtable.model.action import Options, rows_of
from sandtable.model.dice import ScriptedDice


class Bid(Action, frozen=True):
    number: int


class Named(Action, frozen=True):
    card: str


class Offer(Action, frozen=True):
    card: str
    number: int


@pytest.fixture
def table(market: ModuleType) -> Table[Any]:
    made: Table[Any] = market.table()
    return made


def test_options_count_index_and_hold_a_range_without_a_list() -> None:
    options = Options([Pass(), Bid(2).up_to(10**12), Bid(7).up_to(6), Offer("ace", 1).up_to(3)])
    assert len(options) == 1 + 10**12 - 1 + 3
    assert [options[0], options[1], options[-4], options[-1]] == [
        Pass(),
        Bid(2),
        Bid(10**12),
        Offer("ace", 3),
    ]
    assert options[:3] == [Pass(), Bid(2), Bid(3)]
    assert Bid(10**12) in options
    assert all(other not in options for other in (Bid(1), Offer("king", 1), Offer("ace", 4), 3))
    assert [str(row) for row in options.rows] == ["pass", "bid 2..1000000000000", "offer ace 1..3"]
    with pytest.raises(IndexError):
        options[len(options)]


def test_a_number_of_a_range_is_read_and_refused_with_its_bounds(table: Table[Any]) -> None:
    assert table.read("bid 20") == table.read("b 20") == table.options[19]
    with pytest.raises(IllegalAction, match=r"bid 1000001: bid is 1 to 1000000 \[rule 2\]"):
        table.read("bid 1000001")
    with pytest.raises(IllegalAction, match="bid is 1 to 1000000"):
        table.read("bid 0")
    with pytest.raises(IncompleteAction, match=r'^bid is 1 to 1000000: type one, as in "bid 1"$'):
        table.read("bid")
    with pytest.raises(InvalidAction, match=r'^bid is 1 to 1000000, not "x"$'):
        table.read("bid x")
    with pytest.raises(InvalidAction, match=r'^bid is 1 to 1000000, not "9{19}"$'):
        table.read("bid " + 19 * "9")
    with pytest.raises(IllegalAction):
        table.choose(table.options[0].__class__(1_000_001))


def test_words_with_several_ranges_name_them(table: Table[Any]) -> None:
    table._options = Options([Offer("ace", 1).up_to(3), Offer("king", 1).up_to(2)])
    with pytest.raises(AmbiguousAction, match=r"can mean offer ace 1\.\.3, offer king 1\.\.2"):
        table.read("offer")
    assert table.read("offer king 2") == Offer("king", 2)


def test_a_range_counts_as_its_size(table: Table[Any], market: ModuleType) -> None:
    assert len(table.options) == 1_000_001
    assert [str(row) for row in rows_of(table.options)] == ["bid 1..1000000", "pass"]
    bids = [Random().choose(Seat(table, "east", SeededDice(seed), tuple)) for seed in range(20)]
    assert all(type(bid) is market.Bid for bid in bids)
    assert len(set(bids)) == 20


def test_an_empty_range_is_no_option(market: ModuleType) -> None:
    assert list(market.table(gold=0).options) == [Pass()]


WEIGHTS = {"rain": 3, "sun": 1}


def test_a_pick_by_weight_is_a_pick_from_a_bag() -> None:
    bag = [thing for thing, weight in WEIGHTS.items() for _ in range(weight)]
    by_weight, from_bag = SeededDice(5), SeededDice(5)
    picked = [by_weight.pick(WEIGHTS) for _ in range(40)]
    assert picked == [from_bag.pick(bag) for _ in range(40)]
    assert by_weight.rolls == from_bag.rolls
    assert {roll.record for roll in by_weight.rolls} == {("dice", 4, 1), ("dice", 4, 4)}


def test_scripted_dice_pick_by_weight() -> None:
    dice = ScriptedDice(["sun"])
    assert dice.pick(WEIGHTS) == "sun"
    assert dice.rolls[0].record == ("dice", 4, 4)


@pytest.mark.parametrize("weight", [0, -1, 0.5, True])
def test_a_weight_is_a_whole_number_from_1(weight: Any) -> None:
    with pytest.raises(
        GameError, match=r"each weight must be a whole number of at least 1, not \{'sun': "
    ):
        SeededDice(1).pick({"rain": 3, "sun": weight})
    with pytest.raises(GameError, match="a rule picked from an empty bag"):
        SeededDice(1).pick({})


@pytest.mark.parametrize("action", [Pass(), Named("ace")])
def test_an_action_that_ends_in_no_number_has_no_range(action: Action) -> None:
    with pytest.raises(TypeError, match=f"^{action} has no range: its last field is not a number$"):
        action.up_to(5)
