"""What the scripted player does with an Operation: every possible use, with its value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sandtable import Action
from sandtable_lawrence import stacking
from sandtable_lawrence.actions import Fly, Join, Leave, Move, Only, Sail, Stay
from sandtable_lawrence.bot_appeal import appeal_by_air
from sandtable_lawrence.bot_band import band_of
from sandtable_lawrence.bot_basket import errand
from sandtable_lawrence.bot_plan import MOST_OPS, Plan, Situation, best_plan, chance, markets, situation
from sandtable_lawrence.bot_routes import journey
from sandtable_lawrence.roster import AEROPLANE, LAWRENCE, UNITS
from sandtable_lawrence.spaces import CAIRO, RESTRICTED, STAGING
from sandtable_lawrence.state import Unit
from sandtable_lawrence.view import View

UNION_RISK = 0.97
"""The factor for the value of a plan that first joins two forces."""

LEAST_CHANCE = 0.01
"""In a campaign, a plan with a smaller chance is dropped, and Lawrence stays where he is safe.

In a single mission it is kept, and so are plans that need more Ops than are left.
"""

LATE_FACTOR = 0.01
"""The factor for the value of a plan that needs more Ops than are left."""

FLIGHT_VALUE = 0.01
"""How much a flight to the Camp adds to an intent's value, since it takes only one Operation."""

GOOD_ENOUGH = 0.5
"""A force with a better plan than this does not visit a market first."""


class Intent(NamedTuple):
    """A use of an Operation.

    - `value`: the chance of winning with it, weighted so that intents can be compared.
    - `space`: the space where the Operation begins.
    - `members`: the units that go.
    - `target`: the space where the Operation ends; equal to `space` if the units stay.
    - `air`: whether Lawrence flies there in the Aeroplane.
    """

    value: float
    space: str
    members: tuple[str, ...]
    target: str
    air: bool = False


class Commander:
    """Finds what the units in a view can do with an Operation, and its value.

    Without `flies`, Lawrence does not fly; without `appeals`, he does not fly to Cairo to appeal.
    """

    def __init__(self, view: View, *, flies: bool = True, appeals: bool = True) -> None:
        self.view = view
        self.state = view.state
        self.now: Situation = situation(view)
        self.flies = flies
        self.appeals = appeals

    def intents(self, space: str) -> Iterator[Intent]:
        """Return every use that the units in a space can make of an Operation."""
        for units in self.groups(space):
            yield from self._goals(space, units)
            yield from self._unions(space, units)
            yield from self._markets(space, units)
        if self.flies:
            yield from self._flights(space)

    def best_intent(self, space: str) -> Intent:
        """Return the best use that the units in a space can make of an Operation; if none, they stay."""
        intents = list(self.intents(space))
        all_units = tuple(unit.id for unit in self.groups(space)[0])
        return max(intents, key=lambda intent: intent.value, default=Intent(-1, space, all_units, space))

    # The units that go.

    def groups(self, space: str) -> list[list[Unit]]:
        """Return groups within the stacking limit: all units, all but the slowest, etc. (LOA 34.6)."""
        moves = {unit.id: UNITS[unit.id].move for unit in self.state.arabs(space)}
        groups = (
            [self.state.units[id] for id, move in moves.items() if move >= speed]
            for speed in sorted(set(moves.values()))
        )
        return [stacking.best_force(self.state, self.view.house, group, space) for group in groups]

    # What the units do.

    def _goals(self, space: str, units: Sequence[Unit]) -> Iterator[Intent]:
        """Head straight for the goals."""
        plan = best_plan(self.now, band_of(units), space, self.state.ops)
        if plan.value < LEAST_CHANCE and not self.view.parts:
            late = best_plan(self.now, band_of(units), space, MOST_OPS)
            plan = Plan(plan.value + LATE_FACTOR * late.value, late.stops)
        if plan.stops and plan.value >= (LEAST_CHANCE if self.view.parts else 0):
            yield Intent(plan.value, space, _ids(units), plan.stops[0])

    def _unions(self, space: str, units: Sequence[Unit]) -> Iterator[Intent]:
        """Join another force first."""
        band = band_of(units)
        blocked = frozenset(self.state.garrisons)
        for other in self.state.spaces():
            if other == space or other in RESTRICTED:
                continue
            path = journey(space, other, band.gait, blocked)
            if path is None or len(path) >= self.state.ops:
                continue
            value = self._value_together(other, units, self.state.ops - len(path))
            yield Intent(value * chance(self.now, band, path) * UNION_RISK, space, _ids(units), path[0])

    def _markets(self, space: str, units: Sequence[Unit]) -> Iterator[Intent]:
        """Visit a market first, to spend Pounds."""
        band, pounds = band_of(units), self.state.pounds
        if best_plan(self.now, band, space, self.state.ops).value > GOOD_ENOUGH:
            return
        for market in markets(self.now) if pounds else ():
            if trip := errand(self.now, self.state, band, space, self.state.ops, market):
                yield Intent(trip.value, space, _ids(units), trip.path[0])

    def _value_together(self, space: str, units: Iterable[Unit], ops: int) -> float:
        """Return the value of the best plan for these units together with those in a space."""
        union = [*self.state.arabs(space), *units]
        return best_plan(self.now, band_of(union), space, ops).value

    def _flights(self, space: str) -> Iterator[Intent]:
        """Fly Lawrence to another force, to the Camp, or to Cairo for the appeal (LOA 35.3)."""
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
        """Fly Lawrence to the Camp to buy a force, if he has none (LOA-R15)."""
        camp, band = self.state.camp, band_of([self.state.lawrence])
        trip = errand(self.now, self.state, band, space, self.state.ops, camp, air=True)
        if trip:
            yield Intent(trip.value + FLIGHT_VALUE, space, _ids(force), camp, air=True)


def _ids(units: Iterable[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def steps(intent: Intent, force: Sequence[str], options: Sequence[Action]) -> Action | None:
    """Return the next order that carries out an intent: first the units that go, then the move."""
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
