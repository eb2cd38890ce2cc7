"""How the scripted player leads its patrols: who travels, where to, and how everybody gets home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import ceil
from typing import NamedTuple

from sandtable import Action
from sandtable_lrdg.actions import (
    Assault,
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
from sandtable_lrdg.bot_combat import gain
from sandtable_lrdg.roster import is_hq, is_truck, kind
from sandtable_lrdg.routes import FAR, Trip, cost, land, nearest, onward, points
from sandtable_lrdg.state import Patrol, Unit
from sandtable_lrdg.tables import TABLES, step
from sandtable_lrdg.view import View
from sandtable_lrdg.zones import BASES, price

OBSERVERS = 3
"""Units that watch at the same time, of all patrols together."""

WANTED = 2
"""Recon OK that an observation mission asks for."""

LATE = 15
"""Turns over the historical duration after which nobody sets out any more."""


class March(NamedTuple):
    """Units of one stack that go over one link, and whether that is into their target's zone."""

    patrol: str
    zone: str
    units: tuple[str, ...]
    to: str
    entry: bool = False


class Commander:
    """One position, and what is to be done in it; built anew for every choice."""

    def __init__(self, view: View) -> None:
        self.view, self.state, self.data = view, view.state, view.mission
        self.board = land(view.house)

    # The task.

    def patrol_units(self, patrol: str) -> list[Unit]:
        """All units that a patrol has or had."""
        return [unit for unit in self.state.units.values() if unit.patrol == patrol]

    def away(self, patrol: str | None = None) -> list[Unit]:
        """Units that are not at a base where the mission may end, and have left one."""
        return [
            unit
            for unit in self.state.force
            if unit.out and unit.zone not in self.data.returns and patrol in (None, unit.patrol)
        ]

    def goal(self, patrol: str) -> str | None:
        """The zone of a patrol's target or observation, None when its work is done."""
        if self.state.turn > self.data.duration + LATE:
            return None
        return self.outpost if self.view.watch else self.targets.get(patrol)

    @cached_property
    def outpost(self) -> str | None:
        """The zone to watch: the one that is easiest to come to; None when there are reports enough."""
        state = self.state
        if self.view.steady:
            done = dict(self.view.scored).get("mission", 0) >= 14
        else:
            carried = [zone for unit in state.force for zone in unit.reports]
            held = [zone for patrol in state.patrols.values() for zone in patrol.recon_ok]
            done = sum(zone in self.view.watch for zone in carried + held) >= WANTED
        if done:
            return None
        trip = self.trip(2, noise=4)
        watching = [unit.zone for unit in state.force if unit.watch and unit.zone in self.view.watch]
        if watching:
            return watching[0]
        start = self.data.departure
        return min(
            self.view.watch,
            key=lambda zone: cost(self.board, start, zone, trip) + 8 * len(state.enemies(zone)),
        )

    @cached_property
    def targets(self) -> dict[str, str]:
        """The target of each patrol: where it was bound, or the one that needs it most."""
        bound = {force.patrol: force.bound for force in self.data.patrols}
        found: dict[str, str] = {}
        values = {zone: float(target.value) for zone, target in self.state.targets.items()}
        for patrol in self.state.patrols:
            if values:
                wish = bound.get(patrol, "")
                zone = wish if wish in values else max(values, key=lambda one: (values[one], one))
                values[zone] -= 3
                found[patrol] = zone
        return {
            patrol: zone
            for patrol, zone in found.items()
            if self.state.intact(zone) and self.promising(zone, found)
        }

    def promising(self, zone: str, found: dict[str, str]) -> bool:
        """Whether the force that is meant for a target is likely to gain by attacking it."""
        patrols = [patrol for patrol, there in found.items() if there == zone]
        units = [unit for patrol in patrols for unit in self.travellers(patrol, zone)]
        able = any(self.state.patrols[patrol].recon_ok for patrol in patrols)
        return bool(units) and gain(self.view, zone, units, first=able) > 0

    # Who travels.

    def travellers(self, patrol: str, zone: str) -> list[Unit]:
        """Units of a patrol that are away, or about to leave for a zone."""
        going = self.party(patrol, zone)
        return [
            unit
            for unit in self.state.of(patrol)
            if not is_truck(unit.id) and (unit.zone not in BASES or (unit.id in going and not unit.out))
        ]

    def party(self, patrol: str, zone: str) -> list[str]:
        """The units of a patrol that are to travel: the best, as many as are home in time."""
        units = self.patrol_units(patrol)
        able = sorted((unit.id for unit in units if not is_truck(unit.id)), key=rank)
        fighters = [unit for unit in able if kind(unit).av[0] > 1] or able
        if self.view.watch:
            others = [one for one in self.state.patrols if one < patrol]
            number = ceil(OBSERVERS / len(self.state.patrols)) if others else 2
            return fighters[: max(1, number)]
        least = self.needed(zone)
        fit = max(
            (n for n in range(1, len(fighters) + 1) if self.turns(len(units), n, zone) < self.data.duration),
            default=0,
        )
        return able[: max(least, fit)] if least > len(fighters) else fighters[: max(least, fit)]

    def needed(self, zone: str) -> int:
        """How many units of each patrol a target needs at least."""
        target = self.state.targets.get(zone)
        return target.value + 1 if target else 1

    def turns(self, size: int, number: int, zone: str) -> int:
        """Turns that so many units of a patrol need, there and back."""
        dice = step(TABLES.action_points.dice, size)
        mean = 3.5 * dice + TABLES.action_points.added - 0.7
        trip = self.trip(number)
        out = points(self.board, self.data.departure, zone, trip)
        return ceil(out / mean) + ceil(0.8 * out / mean) + 1

    def trip(self, units: int, noise: float = 2.0, goal: str = "") -> Trip:
        """What is known of the map now, for so many units."""
        state = self.state
        axis: dict[str, int] = {}
        for enemy in state.axis:
            axis[enemy.zone] = axis.get(enemy.zone, 0) + 1
        shun = frozenset(zone for zone in state.targets if state.intact(zone) and zone != goal)
        quiet = 0.0 if state.alarm == 4 else noise
        fear = 6.0 if units > 3 else 12.0
        return Trip(units, tuple(sorted(axis.items())), quiet, fear, shun)

    # Marches.

    def march(self, patrol: str, zone: str) -> March | None:
        """What a stack does next; None when it stays."""
        here = [
            unit for unit in self.state.stack(patrol, zone) if not unit.watch and not unit.stays
        ]
        goal = self.goal(patrol)
        if zone in BASES and (goal is None or not self.leaves(patrol, goal, zone)):
            return self.homeward(patrol, zone, here)
        if goal is None:
            return self.homeward(patrol, zone, here)
        if zone in BASES:
            going = self.party(patrol, goal)
            here = [unit for unit in here if unit.id in going]
        return self.outward(patrol, zone, here, goal)

    def leaves(self, patrol: str, goal: str, zone: str) -> bool:
        """Whether units at a base have still to set out."""
        going = self.party(patrol, goal)
        return any(unit.id in going and not unit.out for unit in self.state.stack(patrol, zone))

    def outward(self, patrol: str, zone: str, units: list[Unit], goal: str) -> March | None:
        """The next link towards the goal; into a target's zone only together."""
        if not units or zone == goal:
            return None
        noise = 4.0 if self.view.watch else 2.0
        trip = self.trip(max(1, len(units)), noise, goal)
        to = onward(self.board, zone, goal, trip)
        if to is None:
            return None
        if to == goal and self.state.intact(goal):
            if not self.gathered(patrol, zone, goal):
                return None
            return self.paid(patrol, zone, units, to, entry=True)
        return self.paid(patrol, zone, units, to)

    def gathered(self, patrol: str, zone: str, goal: str) -> bool:
        """Whether all that go for a target are next to it, so that nobody has to wait."""
        if self.state.turn > self.data.duration:
            return True
        comrades = [
            unit
            for other, there in self.targets.items()
            if there == goal and not self.state.patrols[other].reserve
            for unit in self.travellers(other, goal)
        ]
        near = {goal, *self.board.neighbours(goal)}
        return all(unit.zone in near and (unit.patrol != patrol or unit.zone in (zone, goal)) for unit in comrades)

    def paid(
        self, patrol: str, zone: str, units: Sequence[Unit], to: str, *, entry: bool = False
    ) -> March | None:
        """The march, with as many units as can be paid for; into a target's zone all or nobody."""
        there = self.state.patrols[patrol].ap
        movers = sorted((unit for unit in units), key=lambda unit: (is_truck(unit.id), rank(unit.id)))
        for number in range(len(movers), 0, -1):
            if price(self.board, zone, to, number) <= there:
                return March(patrol, zone, tuple(unit.id for unit in movers[:number]), to, entry)
            if entry:
                return None
        return None

    def homeward(self, patrol: str, zone: str, units: list[Unit]) -> March | None:
        """The next link towards the nearest base; the last unit may have to wait for quiet."""
        units = [unit for unit in units if unit.out]
        if zone in self.data.returns or not units:
            return None
        trip = self.trip(max(1, len(units)), 1.0)
        home = nearest(self.board, zone, self.data.returns, trip)
        to = onward(self.board, zone, home, trip)
        if to in self.data.returns and self.lingers:
            units = [unit for unit in units if unit.id != self.waiter]
        if to is None or not units:
            return None
        return self.paid(patrol, zone, units, to)

    @cached_property
    def lingers(self) -> bool:
        """Whether it pays to wait for a lower alarm before the mission ends (LRDG 6.1.7)."""
        state, scored = self.state, dict(self.view.scored)
        result = scored.get("mission") or scored.get("targets") or scored.get("alarm")
        over = state.alarm - TABLES.points["quiet"] + 1
        if not result or over <= 0 or state.turn > self.data.duration + 8:
            return False
        busy = any(state.patrols[unit.patrol].acted for unit in self.away())
        return state.turn >= self.data.duration or state.turn + over + busy < self.data.duration

    @cached_property
    def waiter(self) -> str:
        """The unit that stays out last: the sturdiest of those next to a base."""
        def worth(unit: Unit) -> tuple[bool, bool, int, int, str]:
            near = any(base in self.data.returns for base in self.board.neighbours(unit.zone))
            return (near, not is_hq(unit.id), unit.steps, unit.av, unit.id)

        return max((unit for unit in self.away()), key=worth).id if self.away() else ""

    # The order of things.

    def orders(self) -> Iterator[Action]:
        """What could be done, the most urgent first; the caller takes the first that is legal."""
        state = self.state
        yield from (KeepObserving(unit.id) for unit in state.force if unit.watch)
        yield from self.observations()
        yield from self.joins()
        marches = [
            march for patrol, zone in state.stacks() if (march := self.march(patrol, zone)) is not None
        ]
        yield from self.repairs(worth=5.0)
        yield from (self.as_order(march) for march in marches if not march.entry)
        yield from (self.as_order(march) for march in marches if march.entry)
        yield from (Assault(zone) for zone in dict.fromkeys(self.targets.values()))
        if state.alarm:
            yield from self.lows()
        yield from self.repairs(worth=0.1)
        if not self.away() and not self.targets and not (self.view.watch and self.outpost):
            yield GiveUp()
        yield End()

    def as_order(self, march: March) -> Action:
        """A march of a whole stack, or of a part."""
        stack = self.state.stack(march.patrol, march.zone)
        able = [unit for unit in stack if not unit.watch and not unit.stays]
        if len(able) == len(march.units):
            starts = [
                zone
                for zone in self.state.zones(march.patrol)
                if march.to in self.board.neighbours(zone)
                and any(not u.watch and not u.stays for u in self.state.stack(march.patrol, zone))
            ]
            return Move(march.patrol, march.to, march.zone if len(starts) > 1 else None)
        return Detach(march.patrol, march.zone)

    def observations(self) -> Iterator[Action]:
        """Units at the outpost, or next to it, are put into observation."""
        zone = self.outpost if self.view.watch else None
        if zone is None:
            return
        watching = sum(unit.watch is not None for unit in self.state.force)
        for unit in self.away():
            if not unit.watch and not is_truck(unit.id) and watching < OBSERVERS:
                yield Observe(unit.id, zone, 2)

    def joins(self) -> Iterator[Action]:
        """Units of several patrols that meet next to their target go on as one patrol."""
        for unit in self.state.force:
            goal = self.targets.get(unit.patrol)
            if not unit.arrived or goal is None or goal not in self.board.neighbours(unit.zone):
                continue
            for other in self.state.patrols:
                if other != unit.patrol and self.targets.get(other) == goal and self.yields(unit, other):
                    yield Join(unit.id, other)

    def yields(self, unit: Unit, other: str) -> bool:
        """Whether a unit goes over to the other patrol, and not that to its own."""
        mine = self.state.stack(unit.patrol, unit.zone)
        theirs = self.state.stack(other, unit.zone)
        if not any(one.arrived for one in theirs):
            return True
        return (len(theirs), unit.patrol) > (len(mine), other)

    def repairs(self, worth: float) -> Iterator[Action]:
        """Maintenance where it saves so many action points in the turns that are left."""
        left = max(1, self.data.duration - self.state.turn)
        for patrol, zone in self.state.stacks():
            broken = [unit.mco[-1] for unit in self.state.at(zone) if unit.mco]
            if sum(broken) * left / 3 >= worth and (self.away() or self.goal(patrol)):
                yield Maintain(patrol, zone)

    def lows(self) -> Iterator[Action]:
        """All patrols keep a low profile when none has anything to do (LRDG 6.1.7)."""
        abroad = {unit.patrol for unit in self.state.force if unit.zone not in BASES}
        patrols: list[Patrol] = [self.state.patrols[id] for id in sorted(abroad)]
        if patrols and not any(patrol.acted for patrol in patrols):
            yield from (LowProfile(patrol.id) for patrol in patrols if not patrol.low)


def rank(unit: str) -> tuple[bool, bool, int, str]:
    """Sorts units by their use on a raid: fighters first, command units and trucks last."""
    return (is_truck(unit), is_hq(unit), -sum(kind(unit).av), unit)
