"""The scripted player's plan: each patrol's task, and the units for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from itertools import accumulate
from math import ceil
from typing import Any, Concatenate, ParamSpec, TypeVar

from sandtable import Board
from sandtable_lrdg.alarm import HIGHEST_ALARM
from sandtable_lrdg.bot_forecast import pays
from sandtable_lrdg.roster import is_hq, is_truck, kind
from sandtable_lrdg.routes import Trip, cost, points
from sandtable_lrdg.state import Unit
from sandtable_lrdg.tables import TABLES, value_at
from sandtable_lrdg.view import View
from sandtable_lrdg.zones import BASES

MOST_OBSERVERS = 3
"""The most units, of all patrols together, that observe at the same time."""

WANTED_REPORTS = 2
"""An observation mission asks for this many Recon OK."""

MOST_TURNS_OVER = 15
"""Patrols give up their tasks more than this many turns after the historical duration."""

LONGEST_WAIT = 8
"""A patrol waits for a lower alarm at most this many turns beyond the historical duration."""

BREAKDOWN_COST = 0.7
"""The average action points that events cost a patrol each turn."""


P = ParamSpec("P")
R = TypeVar("R")


def remember(question: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
    """Decorate a plan's method so that it computes each answer only once."""

    def answer(plan: Plan, /, *about: P.args, **named: P.kwargs) -> R:
        key = (question, *about, *named.items())
        if key not in plan.answers:
            plan.answers[key] = question(plan, *about, **named)
        return plan.answers[key]  # type: ignore[no-any-return]

    return answer


class Plan:
    """The plan for one position; every choice makes a new one."""

    def __init__(self, view: View) -> None:
        self.view, self.state, self.data = view, view.state, view.mission
        self.board: Board = view.house.desert
        self.answers: dict[tuple[Any, ...], Any] = {}
        zones = [enemy.zone for enemy in self.state.axis]
        self.axis = tuple([(zone, zones.count(zone)) for zone in sorted(set(zones))])
        self.intact_targets = {zone for zone in self.state.targets if self.state.intact(zone)}

    # The task.

    def goal(self, patrol: str) -> str | None:
        """Return the zone that a patrol attacks or observes, None when its work is done."""
        if self.state.turn > self.data.duration + MOST_TURNS_OVER:
            return None
        return self.outpost if self.view.watch else self.targets.get(patrol)

    @cached_property
    def outpost(self) -> str | None:
        """The zone to observe: one under observation, or the easiest; None after enough reports."""
        if not self.view.watch or self.has_reported:
            return None
        watching = [unit.zone for unit in self.state.force if unit.watch]
        if occupied := [zone for zone in watching if zone in self.view.watch]:
            return occupied[0]
        trip = self.trip(2)

        def effort(zone: str) -> float:
            travel = cost(self.board, self.data.departure, zone, trip)
            return travel + 8 * len(self.state.enemies(zone))

        return min(self.view.watch, key=effort)

    @property
    def has_reported(self) -> bool:
        """Whether enough observations have succeeded."""
        if self.view.steady:
            return self.view.watched
        state = self.state
        carried = [zone for unit in state.force for zone in unit.reports]
        delivered = [zone for patrol in state.patrols.values() for zone in patrol.recon_ok]
        return sum(zone in self.view.watch for zone in carried + delivered) >= WANTED_REPORTS

    @cached_property
    def targets(self) -> dict[str, str]:
        """The target of each patrol that should attack one."""
        assigned = self.assigned
        return {
            patrol: zone
            for patrol, zone in assigned.items()
            if self.state.intact(zone) and self.is_promising(zone, assigned)
        }

    @cached_property
    def assigned(self) -> dict[str, str]:
        """A target for each patrol: its historical one, or the one with the most value left."""
        bound: dict[str, str] = {force.patrol: force.bound for force in self.data.patrols}
        values_left = {zone: float(target.value) for zone, target in self.state.targets.items()}
        zone_of: dict[str, str] = {}
        for patrol in self.state.patrols if values_left else ():
            historical = bound.get(patrol, "")
            zone = (
                historical
                if historical in values_left
                else max(values_left, key=lambda zone: (values_left[zone], zone))
            )
            values_left[zone] -= 3
            zone_of[patrol] = zone
        return zone_of

    def is_promising(self, zone: str, assigned: dict[str, str]) -> bool:
        """Tell whether an attack on a target by the patrols assigned to it is likely to pay."""
        patrols = [patrol for patrol, target in assigned.items() if target == zone]
        units = [unit for patrol in patrols for unit in self.travellers(patrol, zone)]
        scouted = any(self.state.patrols[patrol].recon_ok for patrol in patrols)
        return bool(units) and pays(self.view, zone, units, first=scouted)

    # Who travels.

    def units_out(self) -> list[Unit]:
        """Return the units that have left the bases and not returned."""
        return [unit for unit in self.state.force if unit.out and unit.zone not in self.data.returns]

    @remember
    def travellers(self, patrol: str, zone: str) -> list[Unit]:
        """Return the units of a patrol that are away, or about to leave for a zone."""
        going = self.party(patrol, zone)
        return [
            unit
            for unit in self.state.units_of(patrol)
            if not is_truck(unit.id) and (unit.zone not in BASES or (unit.id in going and not unit.out))
        ]

    @remember
    def party(self, patrol: str, zone: str) -> list[str]:
        """Return the units that a patrol sends: its best, as many as can be home in time.

        Other units of the patrol replace those that were destroyed.
        """
        units = [unit.id for unit in self.state.units.values() if unit.patrol == patrol]
        fighters = sorted([unit for unit in units if not is_truck(unit)], key=rank)
        number = self.party_size(patrol, zone, fighters, len(units))
        lost = [not self.state.units[unit].zone for unit in fighters]
        if any(lost) and self.view.at_home + TABLES.points["target_destroyed"] > 0:
            sums = enumerate(accumulate(lost), 1)
            number = next((n for n, gone in sums if n - gone == number), len(fighters))
        return fighters[:number]

    def party_size(self, patrol: str, zone: str, able: list[str], size: int) -> int:
        """Return the number of units that a patrol sends; HQs only if fighters are few (LRDG 7.3.2)."""
        if self.view.watch:
            is_first = patrol == min(self.state.patrols)
            return 2 if is_first else ceil(MOST_OBSERVERS / len(self.state.patrols))
        fighters = sum(kind(unit).av[0] > 1 for unit in able)
        needed = self.state.targets[zone].value + 1
        if needed > fighters:
            return needed
        numbers = range(fighters, needed, -1)
        return next((n for n in numbers if self.round_trip(size, n, zone) < self.data.duration), needed)

    def round_trip(self, size: int, number: int, zone: str) -> int:
        """Return the turns that `number` units of a patrol of `size` need to go out and back.

        The way back costs less, since some units do not return.
        """
        points_out = points(self.board, self.data.departure, zone, Trip(number))
        return self.turns_to_pay(points_out, size) + self.turns_to_pay(0.8 * points_out, size) + 1

    def turns_to_pay(self, price: float, size: int) -> int:
        """Return the turns that a patrol of `size` units needs to pay a price in action points."""
        return ceil(price / (self.average_points(size) - BREAKDOWN_COST))

    def average_points(self, size: int) -> float:
        """Return the average action points of a patrol of `size` units (LRDG 5.1)."""
        return 3.5 * value_at(TABLES.action_points.dice, size) + TABLES.action_points.added

    @remember
    def trip(self, units: int, goal: str = "") -> Trip:
        """Return a route's conditions for a number of units: it avoids all targets except `goal`."""
        shun = frozenset(self.intact_targets - {goal})
        noise = 0.0 if self.state.alarm == HIGHEST_ALARM else 4.0 if self.view.watch else 2.0
        return Trip(units, self.axis, noise, 6.0 if units > 3 else 12.0, shun)

    # The way home.

    @cached_property
    def waits_for_lower_alarm(self) -> bool:
        """Whether it pays to wait for a lower alarm before the mission ends (LRDG 6.1.7)."""
        state, duration = self.state, self.data.duration
        turns_to_quiet = state.alarm - TABLES.points["quiet"] + 1
        result = {"mission", "targets"} & dict(self.view.scored).keys()
        scores = result or not self.view.house.bonuses_need_result
        if turns_to_quiet <= 0 or state.turn > duration + LONGEST_WAIT or not scores:
            return False
        busy = any(state.patrols[unit.patrol].moved for unit in self.units_out())
        return state.turn >= duration or state.turn + turns_to_quiet + busy < duration

    @cached_property
    def last_unit(self) -> str:
        """The unit that returns last: the strongest of those next to a base."""

        def merit(unit: Unit) -> tuple[bool, bool, int, int, str]:
            near_base = any(base in self.data.returns for base in self.board.neighbours(unit.zone))
            return (near_base, not is_hq(unit.id), unit.steps, unit.av, unit.id)

        return max(self.units_out(), key=merit).id


@cache
def rank(unit: str) -> tuple[bool, bool, int, str]:
    """Return a key that sorts units for a raid: fighters first, command units and trucks last."""
    return (is_truck(unit), is_hq(unit), -sum(kind(unit).av), unit)
