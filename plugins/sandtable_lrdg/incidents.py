"""LRDG 5.1: action points, and the event that a rolled 6 brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable import Action, Decision, Phase, Refusal, Table
from sandtable_lrdg import recon_ok
from sandtable_lrdg.actions import AtZone, Mark
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.discretion import Discretion
from sandtable_lrdg.events import IncidentRolled, Marked, PointsRolled, place
from sandtable_lrdg.mission import Options, desert
from sandtable_lrdg.state import SEAT, LrdgState, Unit
from sandtable_lrdg.tables import TABLES, Result, value_at
from sandtable_lrdg.zone_choice import ZoneChoice
from sandtable_lrdg.zones import BASES, event_drm

EVENT_FACE = 6
"""The face of an action point die that brings an event (LRDG 5.1)."""


class ActionPoints(Phase[LrdgState], frozen=True):
    """Rolls a patrol's action points; a natural 6 brings an event (LRDG-A1)."""

    rule: ClassVar[str] = "5.1"
    title: ClassVar[str] = "Action points"

    patrol: str

    def run(self, table: Table[LrdgState]) -> None:
        state, house = table.state, table.house
        units = state.units_of(self.patrol)
        if not units:
            return
        faces = table.dice.roll(value_at(TABLES.action_points.dice, counted_units(units, house)))
        patrol, lost = state.patrols[self.patrol], marker_cost(units)
        patrol.ap = max(lowest_points(house), sum(faces) + TABLES.action_points.added - lost)
        table.tell(PointsRolled(self.patrol, tuple(faces), lost, patrol.ap))
        if EVENT_FACE in faces and not (house.event_per_game_turn and state.incident):
            state.incident = True
            first, *others = state.zones(self.patrol)
            if others:
                table.do(EventZone(seat=SEAT, patrol=self.patrol, spaces=(first, *others)))
            else:
                table.do(Incident(self.patrol, first))


def counted_units(units: Sequence[Unit], house: Options) -> int:
    """Return the number of units that count for action points (LRDG-A50)."""
    abroad = [unit for unit in units if unit.zone not in BASES]
    return len(units if house.idle_units_count or not abroad else abroad)


def marker_cost(units: Sequence[Unit]) -> int:
    """Return the action points that the markers on units cost each turn (LRDG-A3)."""
    return sum(sum(unit.mco) for unit in units)


def lowest_points(house: Options) -> int:
    """Return the fewest action points that a patrol can have (LRDG-A3)."""
    return TABLES.action_points.floor if house.ap_floor_3 else 0


class EventZone(ZoneChoice, frozen=True, kw_only=True):
    """The player chooses which of the patrol's zones, even a base, the event happens in (LRDG-A60)."""

    rule: ClassVar[str] = "5.1"
    title: ClassVar[str] = "Where the event happens"

    patrol: str

    def ask(self, table: Table[LrdgState]) -> str:  # noqa: ARG002
        return f"A 6 brings the {self.patrol} patrol an event. In which of its zones?"

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        assert isinstance(action, AtZone)  # noqa: S101
        return f"{event_drm(desert(table), action.zone):+} to the event roll (a low total is better)"

    def take(self, table: Table[LrdgState], zone: str) -> None:
        table.do(Incident(self.patrol, zone))


class Incident(Phase[LrdgState], frozen=True, tag="event"):
    """Rolls the event and applies it."""

    rule: ClassVar[str] = "5.1"
    title: ClassVar[str] = "Event"

    patrol: str
    zone: str

    def run(self, table: Table[LrdgState]) -> None:
        roll, drm = table.dice.total(3), event_drm(desert(table), self.zone)
        result = event_for(roll + drm)
        patrol = table.state.patrols[self.patrol]
        patrol.fate = max(-1, min(1, patrol.fate + result.fate))
        table.tell(IncidentRolled(self.patrol, self.zone, roll, drm, result.effect, patrol.fate))
        patrol.drm += result.drm
        patrol.ap += result.action_points
        patrol.immobile = patrol.immobile or result.immobile
        for _ in range(result.recon_ok):
            recon_ok.win(table, self.patrol)
        if result.mco:
            table.do(Breakdown(self.patrol, result.mco))
        if result.test and self.zone not in BASES:  # LRDG-A7
            units = tuple(unit.id for unit in table.state.stack(self.patrol, self.zone))
            table.do(Discretion(self.zone, units), Combats())


def event_for(total: int) -> Result:
    """Return the event for a total (LRDG-A56)."""
    return next(result for result in TABLES.event.results if total <= result.to)


class Breakdown(Phase[LrdgState], frozen=True):
    """Places a marker of each of the `values` on a different unit of the patrol."""

    rule: ClassVar[str] = "5.1"
    title: ClassVar[str] = "Breakdown"

    patrol: str
    values: tuple[int, ...]
    marked: tuple[str, ...] = ()

    def run(self, table: Table[LrdgState]) -> None:
        free = breakable_units(table, self.patrol, self.marked)
        if not self.values or not free:
            return
        if len(free) == 1:
            mark(table, free[0], self.values[0])
            return
        table.do(BreaksDown(seat=SEAT, breakdown=self))


def breakable_units(table: Table[LrdgState], patrol: str, marked: Sequence[str]) -> list[str]:
    """Return the units that can get a marker, except those `marked` by this event (LRDG-A100)."""
    house: Options = table.house
    units = [unit for unit in table.state.units_of(patrol) if unit.id not in marked]
    preferred = [unit for unit in units if not unit.mco] if house.one_marker_each else units
    return [unit.id for unit in preferred or units]


class BreaksDown(Decision[LrdgState], frozen=True, kw_only=True):
    """The player chooses the unit that breaks down (LRDG 5.1)."""

    rule: ClassVar[str] = "5.1"
    title: ClassVar[str] = "Which unit breaks down"
    takes: ClassVar[tuple[type[Action], ...]] = (Mark,)

    breakdown: Breakdown

    def ask(self, table: Table[LrdgState]) -> str:  # noqa: ARG002
        patrol, points = self.breakdown.patrol, self.breakdown.values[0]
        cost = f"{points} AP less each turn (MCO -{points})"
        return f"Which unit of the {patrol} patrol breaks down? Mark it: {cost}."

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        assert isinstance(action, Mark)  # noqa: S101
        unit = table.state.units[action.unit]
        markers = f", MCO {' '.join(f'-{points}' for points in unit.mco)} already" if unit.mco else ""
        return f"at {place(unit.zone)}{markers}"

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        yield from map(Mark, breakable_units(table, self.breakdown.patrol, self.breakdown.marked))

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        able = ", ".join(breakable_units(table, self.breakdown.patrol, self.breakdown.marked))
        if table.house.one_marker_each:
            return Refusal("LRDG-A100", "mark a unit without a marker first", able)
        return Refusal("5.1", "mark a unit of the patrol that this event has not marked yet", able)

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        assert isinstance(action, Mark)  # noqa: S101
        first, *rest = self.breakdown.values
        mark(table, action.unit, first)
        table.do(Breakdown(self.breakdown.patrol, tuple(rest), (*self.breakdown.marked, action.unit)))


def mark(table: Table[LrdgState], unit: str, points: int) -> None:
    """Place a marker on a unit, and subtract it from this turn's action points (LRDG-A43)."""
    counter = table.state.units[unit]
    counter.mco.append(points)
    counter.mco.sort()
    patrol = table.state.patrols[counter.patrol]
    patrol.ap = max(lowest_points(table.house), patrol.ap - points)
    table.tell(Marked(unit, points))
