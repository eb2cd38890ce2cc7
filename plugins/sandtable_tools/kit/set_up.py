"""Does a seat learn at the set-up what it cannot know? Card games deal there.

The set-up is done again with luck that falls otherwise in one roll. Where a seat then sees the same, it
must have been told the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from sandtable import Event, Scenario, SeededDice, Table
from sandtable.tooling import STREAM
from sandtable_tools.kit.findings import Found

T = TypeVar("T")

MOST_OTHERS = 12
"""At most this many rolls of a set-up fall otherwise, one at a time."""


def find(scenario: Scenario, seed: str, house: Any = None) -> Iterator[Found]:
    """For every seat: what was told of the set-up shows nothing that its view does not."""
    fell = OneOtherRoll(seed)
    first: Table[Any] = Table.new(scenario, fell, house, [])
    places = list(range(len(fell.fell)))
    SeededDice(f"{seed} places").shuffle(places)
    for place in places[:MOST_OTHERS]:
        other: Table[Any] = Table.new(scenario, OneOtherRoll(seed, fell.fell, place), house, [])
        if other.position == first.position or other.outcome or first.outcome:
            continue
        for seat in first.game.seats:
            told, retold = _heard(first, seat), _heard(other, seat)
            openly = [one for one in told if one.reveals] != [one for one in retold if one.reveals]
            if told != retold and not openly and first.view(seat) == other.view(seat):
                yield "leaks", f"{seat} sees something hidden in what is told of the set-up"
                return


def _heard(table: Table[Any], seat: str) -> list[Event]:
    seen = (event.seen_by(seat) for event in table.events or ())
    return [event for event in seen if event is not None]


class OneOtherRoll(SeededDice):
    """Luck that falls as it did before, but otherwise in one roll; what cannot fall again falls anew.

    `fell` are the faces and the things picked, in order.
    """

    def __init__(self, seed: str, before: Sequence[object] = (), other: int = -1) -> None:
        super().__init__(seed)
        self.fell: list[object] = []
        self._before = before
        self._other = other

    def pick(self, bag: Sequence[T], stream: str = STREAM) -> T:
        """As `Dice.pick`, and the same thing as before if it is in the bag."""
        if not bag:
            return super().pick(bag, stream)
        item = self._fall(bag, stream)
        self._keep(stream, len(bag), bag.index(item) + 1)
        return item

    def _value(self, stream: str, sides: int) -> int:
        return self._fall(range(1, sides + 1), stream)

    def _fall(self, things: Sequence[T], stream: str) -> T:
        place = len(self.fell)
        before = self._before[place : place + 1]
        if place == self._other:
            things = [thing for thing in things if thing not in before] or things
        elif before and before[0] in things:
            things = [things[things.index(before[0])]]
        item = things[super()._value(stream, len(things)) - 1]
        self.fell.append(item)
        return item
