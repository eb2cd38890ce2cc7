"""The scripted player's orders: moves, observations, repairs, assaults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable import Action, Seat
from sandtable_lrdg.actions import (
    AirIntelligence,
    Assault,
    Conclude,
    Detach,
    End,
    GiveUp,
    Join,
    KeepObserving,
    LowProfile,
    Maintain,
    Move,
    Observe,
)
from sandtable_lrdg.bot_plan import MOST_OBSERVERS, Plan, rank
from sandtable_lrdg.movement import movers
from sandtable_lrdg.routes import chance_seen, cost, crowd_drm, nearest_goal, next_zone, points
from sandtable_lrdg.state import Unit
from sandtable_lrdg.zones import BASES, price

WANTED_RECON_OK = 1
"""A patrol wants at least this many Recon OK before it attacks."""

HIGHEST_RISK = 0.6
"""Units do not observe a zone where the chance of being seen is this or more."""

URGENT_SAVING = 5.0
"""An urgent repair saves at least this many action points in the remaining turns."""


class March(NamedTuple):
    """A move of units over one link; `entry` says whether it leads into their target's zone."""

    patrol: str
    zone: str
    units: tuple[str, ...]
    to: str
    entry: bool = False


class Commander(Plan):
    """A plan that gives orders."""

    def orders(self, seat: Seat) -> Iterator[Action]:
        """Yield the orders, most urgent first; the bot gives the first that is legal."""
        state = self.state
        watching = [unit.id for unit in state.force if unit.watch]
        yield from (*map(Conclude, watching), *map(KeepObserving, watching))
        yield from self.observations() if self.view.watch else self.observations_on_the_way()
        yield from self.joins()
        yield from self.repairs(URGENT_SAVING)
        entries = []
        for patrol, zone in state.stacks():
            march = self.march(patrol, zone)
            if march and march.entry:
                entries.append(march)
            elif march:
                yield self.as_order(march)
        yield from map(self.as_order, entries)
        yield from (Assault(zone) for zone in dict.fromkeys(self.targets.values()))
        yield from self.flights(seat) if state.waco else ()
        yield from self.repairs(0.1)
        yield from self.low_profiles()
        leaving = (id for id in state.patrols if (goal := self.goal(id)) and self.travellers(id, goal))
        if not (self.units_out() or any(leaving)):
            yield GiveUp()
        yield End()

    # Marches.

    def march(self, patrol: str, zone: str) -> March | None:
        """Return the next move of a stack; None if it stays."""
        units = movers(self.state, patrol, zone)
        goal = self.goal(patrol)
        travellers = self.party(patrol, goal) if goal else []
        if zone in BASES:
            fresh = [unit for unit in units if unit.id in travellers and not unit.out]
            if goal and fresh:
                return self.march_out(patrol, zone, fresh, goal)
            goal = None
        if goal is None:
            return self.march_home(patrol, zone, units)
        return self.march_out(patrol, zone, units, goal)

    def march_out(self, patrol: str, zone: str, units: Sequence[Unit], goal: str) -> March | None:
        """Return the next move towards the goal; units enter a target's zone only together."""
        if not units or zone == goal or self.should_wait(patrol, zone, goal):
            return None
        meeting = goal if self.view.watch else self.meeting_zone(patrol, zone, goal)
        to = next_zone(self.board, zone, meeting, self.trip(len(units), goal))
        entry = to == goal and self.state.intact(goal)
        if to is None or (entry and not self.have_gathered(patrol, zone, goal)):
            return None
        return self.affordable_march(patrol, zone, units, to, entry=entry)

    def meeting_zone(self, patrol: str, zone: str, goal: str) -> str:
        """Return the zone where a stack gathers: where the patrol's foremost units are.

        The foremost units themselves, and units at a base, head for the goal.
        """
        trip = self.trip(3, goal)
        places = [unit.zone for unit in self.travellers(patrol, goal) if unit.zone not in BASES]
        foremost = min(places or [zone], key=lambda place: cost(self.board, place, goal, trip))
        return goal if foremost == zone or zone in BASES else foremost

    def should_wait(self, patrol: str, zone: str, goal: str) -> bool:
        """Tell whether a stack waits for units behind it, or for its observers."""
        if self.view.watch or self.state.turn > self.data.duration + 2:
            return False
        if any(unit.watch for unit in self.state.stack(patrol, zone)):
            return True
        trip = self.trip(3, goal)
        own_cost = cost(self.board, zone, goal, trip)
        return any(
            unit.zone != zone and cost(self.board, unit.zone, goal, trip) > own_cost
            for unit in self.travellers(patrol, goal)
        )

    def have_gathered(self, patrol: str, zone: str, goal: str) -> bool:
        """Tell whether all units bound for a target are next to it, and this patrol's in one zone."""
        if self.state.turn > self.data.duration:
            return True
        near = {goal, *self.board.neighbours(goal)}
        return all(
            unit.zone in (near if other != patrol else (zone, goal))
            for other, target in self.targets.items()
            if target == goal and not self.state.patrols[other].reserve
            for unit in self.travellers(other, goal)
        )

    def march_home(self, patrol: str, zone: str, units: Sequence[Unit]) -> March | None:
        """Return the next move towards the nearest base; the last unit may wait for a lower alarm."""
        units = [unit for unit in units if unit.out]
        if zone in self.data.returns or not units:
            return None
        trip = self.trip(len(units))
        home = nearest_goal(self.board, zone, self.data.returns, trip)
        to = next_zone(self.board, zone, home, trip)
        if to in self.data.returns and self.waits_for_lower_alarm:
            units = [unit for unit in units if unit.id != self.last_unit]
        return self.affordable_march(patrol, zone, units, to) if to and units else None

    def affordable_march(
        self, patrol: str, zone: str, units: Sequence[Unit], to: str, *, entry: bool = False
    ) -> March | None:
        """Return a move that the patrol can pay for: of all units, or if it may split, of the best."""
        movers = [unit.id for unit in sorted(units, key=lambda unit: rank(unit.id))]
        fewest = 1 if not entry and self.may_split(patrol, zone, to, len(movers)) else len(movers)
        for number in range(len(movers), fewest - 1, -1):
            if price(self.board, zone, to, number) <= self.state.patrols[patrol].ap:
                return March(patrol, zone, tuple(movers[:number]), to, entry)
        return None

    def may_split(self, patrol: str, zone: str, to: str, number: int) -> bool:
        """Tell whether a stack may split up: into or out of a base, or if moving all costs too much."""
        units = self.state.units_of(patrol)
        mean = self.average_points(len(units)) - sum(sum(unit.mco) for unit in units)
        too_costly = price(self.board, zone, to, number) > mean
        return not self.state.enemies(to) and (too_costly or zone in BASES or to in BASES)

    def as_order(self, march: March) -> Action:
        """Return the order for a march: a move of the whole stack, or a detachment."""
        if len(movers(self.state, march.patrol, march.zone)) > len(march.units):
            return Detach(march.patrol, march.zone)
        return Move(march.patrol, march.to, march.zone)

    # Other orders.

    def observations(self) -> Iterator[Action]:
        """Yield orders to observe the outpost, for units in it or next to it (LRDG 6.1.3)."""
        watching = sum(unit.watch is not None for unit in self.state.force)
        if self.outpost and watching < MOST_OBSERVERS:
            yield from (Observe(unit.id, self.outpost, 2) for unit in self.units_out() if not unit.watch)

    def observations_on_the_way(self) -> Iterator[Action]:
        """Yield orders to observe on the way to a target, to win a Recon OK for the initiative."""
        for patrol, goal in self.targets.items():
            if self.has_enough_recon_ok(patrol):
                continue
            units = self.travellers(patrol, goal)
            quiet = [zone for zone in dict.fromkeys(unit.zone for unit in units) if self.is_quiet(zone)]
            fit = {zone for zone in quiet if self.has_time_to_observe(patrol, zone, goal)}
            yield from (Observe(unit.id, unit.zone, 2) for unit in units if unit.zone in fit)

    def has_enough_recon_ok(self, patrol: str) -> bool:
        """Tell whether a patrol has enough Recon OK, or may soon win them."""
        watching = sum(unit.watch is not None for unit in self.state.units_of(patrol))
        return len(self.state.patrols[patrol].recon_ok) + watching >= WANTED_RECON_OK

    def is_quiet(self, zone: str) -> bool:
        """Tell whether a patrol can observe a zone without much danger."""
        state = self.state
        if zone in BASES or state.enemies(zone) or state.intact(zone):
            return False
        return chance_seen(self.board, zone, crowd_drm(len(state.at(zone)))) < HIGHEST_RISK

    def has_time_to_observe(self, patrol: str, zone: str, goal: str) -> bool:
        """Tell whether two turns of observation leave time to score for speed."""
        units, size = self.travellers(patrol, goal), len(self.state.units_of(patrol))
        if any(unit.watch for unit in units):
            return True
        trip = self.trip(len(units), goal)
        turns_out = self.turns_to_pay(points(self.board, zone, goal, trip), size)
        points_home = min(points(self.board, goal, base, trip) for base in self.data.returns)
        return (
            self.state.turn + 2 + turns_out + 1 + self.turns_to_pay(0.8 * points_home, size)
            < self.data.duration
        )

    def joins(self) -> Iterator[Action]:
        """Yield orders to join patrols whose units meet next to their common target."""
        for unit in self.state.force if len(self.targets) > 1 else ():
            goal = self.targets.get(unit.patrol)
            if unit.arrived and goal in self.board.neighbours(unit.zone):
                allies = (patrol for patrol, target in self.targets.items() if target == goal)
                yield from (Join(unit.id, patrol) for patrol in allies if self.should_join(unit, patrol))

    def should_join(self, unit: Unit, patrol: str) -> bool:
        """Tell whether a unit should join another patrol, rather than be joined by it."""
        own_stack = self.state.stack(unit.patrol, unit.zone)
        other_stack = self.state.stack(patrol, unit.zone)
        if not other_stack or patrol == unit.patrol:
            return False
        if not any(member.arrived for member in other_stack):
            return True
        return (len(other_stack), unit.patrol) > (len(own_stack), patrol)

    def repairs(self, saved: float) -> Iterator[Action]:
        """Yield orders for maintenance that saves at least `saved` action points."""
        turns_left = max(1, self.data.duration - self.state.turn)
        for patrol, zone in self.state.stacks():
            broken = [unit.mco[-1] for unit in self.state.at(zone) if unit.mco]
            if sum(broken) * turns_left / 3 >= saved and (self.units_out() or self.goal(patrol)):
                yield Maintain(patrol, zone)

    def low_profiles(self) -> Iterator[Action]:
        """Yield orders to keep a low profile, if no patrol has moved (LRDG 6.1.7)."""
        patrols = self.state.on_mission
        if self.state.alarm and not any(self.state.patrols[patrol].moved for patrol in patrols):
            yield from map(LowProfile, patrols)

    def flights(self, seat: Seat) -> Iterator[Action]:
        """Yield orders to observe from the air, the safest zone first (LRDG 6.1.2)."""
        flights = [option for option in seat.options if isinstance(option, AirIntelligence)]
        if self.view.watch:
            flights = [flight for flight in flights if flight.zone in self.view.watch and self.outpost]
        elif flights:
            flights = [flight for flight in flights if flight.patrol in self.targets]
            flights = [flight for flight in flights if not self.has_enough_recon_ok(flight.patrol)]

        def danger(flight: AirIntelligence) -> float:
            return chance_seen(self.board, flight.zone, len(self.state.enemies(flight.zone)))

        yield from sorted((flight for flight in flights if danger(flight) < HIGHEST_RISK), key=danger)
