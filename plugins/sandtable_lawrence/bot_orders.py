"""What the scripted player does with an Operation: every way to use it, and how good each is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sandtable import Action
from sandtable_lawrence import stacking
from sandtable_lawrence.actions import Fly, Join, Leave, Move, Only, Sail, Stay
from sandtable_lawrence.bot_appeal import appeal_by_air
from sandtable_lawrence.bot_band import band_of
from sandtable_lawrence.bot_basket import errand
from sandtable_lawrence.bot_plan import AMPLE_OPS, Plan, Situation, best_plan, chance, markets, situation
from sandtable_lawrence.bot_routes import journey
from sandtable_lawrence.roster import AEROPLANE, LAWRENCE, UNITS
from sandtable_lawrence.spaces import CAIRO, RESTRICTED, STAGING
from sandtable_lawrence.state import Unit
from sandtable_lawrence.view import View

UNION = 0.97
"""The value of a plan that first brings forces together is multiplied by this."""

LEAST_CHANCE = 0.01
"""A plan with a smaller chance is dropped in a campaign, where Lawrence then stays safe.

A single mission keeps it, and also looks at plans that need more Ops than there are.
"""

TOO_LATE = 0.01
"""The value of a plan that needs more Ops than there are is multiplied by this."""

SOONER = 0.01
"""A flight to the Camp adds this much to the value of an intent, since it takes one Operation."""

GOOD_ENOUGH = 0.5
"""With a plan better than this, no force goes to a market first."""


class Intent(NamedTuple):
    """A way to use an Operation.

    - `value`: the chance to win with it, weighted so that the best intent has the greatest value.
    - `space`: the space where the Operation begins.
    - `members`: the units that go.
    - `target`: the space where the Operation ends; the space where it begins if they stay.
    - `air`: whether Lawrence flies there with the Aeroplane.
    """

    value: float
    space: str
    members: tuple[str, ...]
    target: str
    air: bool = False


class Commander:
    """Finds what a force can do with an Operation, from a view.

    Without `flies`, no intent flies; without `appeals`, none flies to Cairo for the appeal.
    """

    def __init__(self, view: View, *, flies: bool = True, appeals: bool = True) -> None:
        self.view = view
        self.state = view.state
        self.now: Situation = situation(view)
        self.flies = flies
        self.appeals = appeals

    def intents(self, space: str) -> Iterator[Intent]:
        """Every way to use an Operation with the units of a space."""
        for units in self.groups(space):
            yield from self._goals(space, units)
            yield from self._unions(space, units)
            yield from self._markets(space, units)
        if self.flies:
            yield from self._flights(space)

    def best_intent(self, space: str) -> Intent:
        """The best way to use an Operation with the units of a space; they stay if there is none."""
        intents = list(self.intents(space))
        everybody = tuple(unit.id for unit in self.groups(space)[0])
        return max(intents, key=lambda intent: intent.value, default=Intent(-1, space, everybody, space))

    # Who goes.

    def groups(self, space: str) -> list[list[Unit]]:
        """All units, then without the slowest, and so on; each group within the limit (LOA 34.6)."""
        moves = {unit.id: UNITS[unit.id].move for unit in self.state.arabs(space)}
        groups = (
            [self.state.units[id] for id, move in moves.items() if move >= speed]
            for speed in sorted(set(moves.values()))
        )
        return [stacking.within(self.state, self.view.house, group, space) for group in groups]

    # What they do.

    def _goals(self, space: str, units: Sequence[Unit]) -> Iterator[Intent]:
        """Straight for the goals."""
        plan = best_plan(self.now, band_of(units), space, self.state.ops)
        if plan.value < LEAST_CHANCE and not self.view.parts:
            late = best_plan(self.now, band_of(units), space, AMPLE_OPS)
            plan = Plan(plan.value + TOO_LATE * late.value, late.stops)
        if plan.stops and plan.value >= (LEAST_CHANCE if self.view.parts else 0):
            yield Intent(plan.value, space, _ids(units), plan.stops[0])

    def _unions(self, space: str, units: Sequence[Unit]) -> Iterator[Intent]:
        """First to another force, to go on together."""
        band = band_of(units)
        blocked = frozenset(self.state.garrisons)
        for other in self.state.spaces():
            if other == space or other in RESTRICTED:
                continue
            way = journey(space, other, band.gait, blocked)
            if way is None or len(way) >= self.state.ops:
                continue
            value = self._value_together(other, units, self.state.ops - len(way))
            yield Intent(value * chance(self.now, band, way) * UNION, space, _ids(units), way[0])

    def _markets(self, space: str, units: Sequence[Unit]) -> Iterator[Intent]:
        """First to a market, where the Pounds buy something."""
        band, pounds = band_of(units), self.state.pounds
        if best_plan(self.now, band, space, self.state.ops).value > GOOD_ENOUGH:
            return
        for market in markets(self.now) if pounds else ():
            if trip := errand(self.now, self.state, band, space, self.state.ops, market):
                yield Intent(trip.value, space, _ids(units), trip.way[0])

    def _value_together(self, space: str, units: Iterable[Unit], ops: int) -> float:
        """The value of the best plan of these units together with those in a space."""
        union = [*self.state.arabs(space), *units]
        return best_plan(self.now, band_of(union), space, ops).value

    def _flights(self, space: str) -> Iterator[Intent]:
        """Lawrence flies to others, or to Cairo for the appeal and back (LOA 35.3)."""
        force = self.state.arabs(space)
        if self.state.lawrence not in force or not any(AEROPLANE in unit.gear for unit in force):
            return
        for other in self.state.spaces():
            if other != space and other not in RESTRICTED:
                value = self._value_together(other, [self.state.lawrence], self.state.ops - 1)
                yield Intent(value, space, (LAWRENCE,), other, air=True)
        if self.state.camp and space in STAGING and self.state.spaces() == [space]:
            yield from self._flight_to_the_camp(space, force)
        others = len(force) > 1
        if self.appeals and others and not self.state.appealed:
            value = appeal_by_air(self.now, band_of(force), space, self.state.ops)
            yield Intent(value, space, (LAWRENCE,), CAIRO, air=True)

    def _flight_to_the_camp(self, space: str, force: Sequence[Unit]) -> Iterator[Intent]:
        """Lawrence, whom no force awaits, flies to the Camp to buy one (LOA-R15)."""
        camp, band = self.state.camp, band_of([self.state.lawrence])
        trip = errand(self.now, self.state, band, space, self.state.ops, camp, air=True)
        if trip:
            yield Intent(trip.value + SOONER, space, _ids(force), camp, air=True)


def _ids(units: Iterable[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def steps(intent: Intent, force: Sequence[str], options: Sequence[Action]) -> Action | None:
    """The next order towards an intent: who goes, and then where."""
    if intent.air:
        return Fly(intent.target)
    for unit in force:
        if unit not in intent.members:
            alone = Only(intent.members[0])
            return alone if len(intent.members) == 1 and alone in options else Leave(unit)
    for unit in intent.members:
        if unit not in force:
            return Join(unit)
    if intent.target == intent.space:
        return Stay()
    move = Move(intent.target)
    return move if move in options else Sail(intent.target)
