"""Seats: a bot sees only the knowledge of its side; the random bot is fair."""

from __future__ import annotations

from collections import Counter
from types import ModuleType

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import Event, Seat, SeededDice, Table
from sandtable.plugins.bots import Random

seeds = st.integers(0, 10**6)


@given(seed=seeds)
@settings(deadline=None, max_examples=30)
def test_a_seat_sees_its_own_side_and_its_thinking_changes_nothing(toy: ModuleType, seed: int):
    events: list[Event] = []
    table = Table.new(toy.scenario(), SeededDice(seed), None, events)
    bots = Random()
    while table.outcome is None:
        name = table.decision.seat
        seat = Seat(table, name, SeededDice(f"{seed} {len(events)}"), lambda: events)
        before, luck, rolled = table.position, table.dice.mark(), list(table.rolls)
        assert seat.decision is table.decision
        assert (seat.view, seat.scenario) == (table.view(name), table.scenario.data)
        world = seat.imagine()
        assert world is not table
        assert world.view(name) == seat.view
        world.choose(bots.choose(seat))
        assert (table.position, table.dice.mark(), table.rolls) == (before, luck, rolled)
        table.choose(bots.choose(seat))


def test_a_seat_hears_what_it_may_know(toy: ModuleType):
    events: list[Event] = []
    table = Table.at(toy.scenario(), toy.state(), [toy.Turn("red")], SeededDice(1))
    table.events = events
    table.choose(toy.Play("fox"))
    red, blue = (Seat(table, name, SeededDice(1), lambda: events).log for name in toy.SEATS)
    assert red == events
    assert [event for event in blue if event not in red] == [toy.Drew("red", None)]
    assert len(red) == len(blue)


def test_the_random_bot_chooses_each_option_equally_often(toy: ModuleType):
    table = Table.at(toy.scenario(), toy.state(), [toy.Turn("red")], SeededDice(1))
    dice = SeededDice("bot")
    seat = Seat(table, "red", dice, list)
    choices = Counter(str(Random().choose(seat)) for _ in range(600))
    assert set(choices) == {str(option) for option in table.options}
    assert min(choices.values()) > 150
    assert {roll.sides for roll in dice.rolls} == {3}
