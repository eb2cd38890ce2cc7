"""Checks that a set-up, such as a deal, shows a seat nothing that it may not know.

The set-up is repeated with one roll changed. A seat whose view is the same must have had the same
events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sandtable import Scenario, SeededDice, Table
from sandtable.tooling import STREAM
from sandtable_tools.kit.findings import Found
from sandtable_tools.kit.leaks import is_leak

T = TypeVar("T")

MOST_CHANGED = 12
"""The most rolls of a set-up that are changed, one at a time."""


def find(scenario: Scenario, seed: str, house: Any = None) -> Iterator[Found]:
    """Check for every seat that the set-up's events show only what its view shows."""
    picked = OneRollChanged(seed)
    first: Table[Any] = Table.new(scenario, picked, house, [])
    places = list(range(len(picked.picked)))
    SeededDice(f"{seed} places").shuffle(places)
    for place in places[:MOST_CHANGED]:
        other: Table[Any] = Table.new(scenario, OneRollChanged(seed, picked.picked, place), house, [])
        if other.position == first.position or other.outcome or first.outcome:
            continue
        for seat in first.seats:
            if is_leak(first, other, seat):
                fault = f"{seat} sees something hidden in the events of the set-up"
                yield Found("leaks", fault, type(first.game).setup)
                return


class OneRollChanged(SeededDice):
    """The luck of an earlier set-up with one roll changed; values that became impossible are rerolled.

    `picked` lists the numbers rolled and the items picked, in order.
    """

    def __init__(self, seed: str, before: Sequence[object] = (), other: int = -1) -> None:
        super().__init__(seed)
        self.picked: list[object] = []
        self._before = before
        self._other = other

    def pick(self, bag: Sequence[T] | Mapping[T, int], stream: str = STREAM) -> T:
        """Pick as `Dice.pick` does, and the same item as before if it is in the bag."""
        bag = self.bag(bag)
        if not bag:
            return super().pick(bag, stream)
        item = self._pick_value(bag, stream)
        self._keep(stream, len(bag), bag.index(item) + 1)
        return item

    def _value(self, stream: str, sides: int) -> int:
        return self._pick_value(range(1, sides + 1), stream)

    def _pick_value(self, things: Sequence[T], stream: str) -> T:
        place = len(self.picked)
        before = self._before[place : place + 1]
        if place == self._other:
            things = [thing for thing in things if thing not in before] or things
        elif before and before[0] in things:
            things = [things[things.index(before[0])]]
        item = things[super()._value(stream, len(things)) - 1]
        self.picked.append(item)
        return item
