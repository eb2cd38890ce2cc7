"""LRDG 5.3.1, the alarm: the Axis units and aircraft that its level wakes each turn (LRDG-A44)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar

from sandtable import Action, Phase, Table, number_of
from sandtable_lrdg.actions import AtZone
from sandtable_lrdg.combat_events import Revealed
from sandtable_lrdg.counters import ANY, AXIS, draw
from sandtable_lrdg.events import AlarmSet, ReconFlew, place
from sandtable_lrdg.mission import Options, desert
from sandtable_lrdg.state import SEAT, Enemy, LrdgState
from sandtable_lrdg.zone_choice import ZoneChoice
from sandtable_lrdg.zones import ARRIVAL_KINDS, BASES, airfields

RECON_LEVEL = 2
"""The only level at which the Axis Recon flies (LRDG-A41)."""

HIGHEST_ALARM = 4
"""The highest level of the alarm."""


def raise_alarm(table: Table[LrdgState], units: Iterable[str], level: int | None = None) -> None:
    """Raise the alarm by 1, or to at least `level`; `units` have triggered it (LRDG-A69)."""
    state, before = table.state, table.state.alarm
    state.alarm = min(HIGHEST_ALARM, before + 1) if level is None else max(before, level)
    state.trigger = sorted(units)
    if state.alarm != before:
        table.tell(AlarmSet(state.alarm, before))


def reveal(table: Table[LrdgState], enemy: Enemy, section: str) -> None:
    """Turn a face-down unit face up (LRDG-A90)."""
    state = table.state
    enemy.counter = draw(table.dice, state.pool, enemy.sort, state.sorts_face_down(besides=enemy))
    table.tell(Revealed(enemy.zone, enemy.counter, section))


def trigger_zones(state: LrdgState) -> list[str]:
    """Return the zones with the most triggering units, or else with the largest stacks (LRDG-A69)."""
    alive = Counter(("", unit.zone) for unit in state.force if unit.id in state.trigger)
    counts = alive or Counter((unit.patrol, unit.zone) for unit in state.force)
    most = max(counts.values(), default=0)
    return list(dict.fromkeys(zone for (_, zone), count in counts.items() if count == most))


class AlarmEffects(Phase[LrdgState], frozen=True):
    """Applies the effect of the alarm this turn, after finding the trigger's zone."""

    rule: ClassVar[str] = "5.3.1"
    title: ClassVar[str] = "Effects of the alarm"

    def run(self, table: Table[LrdgState]) -> None:
        state = table.state
        if state.recon and state.alarm not in (0, RECON_LEVEL):
            state.recon = ""
            table.tell(ReconFlew("", "5.3.1"))
        times = {RECON_LEVEL: 0 if state.recon else 1, 3: 1, HIGHEST_ALARM: 2}.get(state.alarm, 0)
        zones_found = trigger_zones(state)
        if not times or not zones_found:
            return
        if len(zones_found) > 1:
            table.do(Trigger(seat=SEAT, spaces=tuple(zones_found)))
        else:
            table.result = zones_found[0]
        table.do(TakeOff() if state.alarm == RECON_LEVEL else Awakenings(times))


class Trigger(ZoneChoice, frozen=True, kw_only=True):
    """The player chooses which of several zones raised the alarm (LRDG-A24)."""

    rule: ClassVar[str] = "LRDG-A24"
    title: ClassVar[str] = "Trigger of the alarm"

    def ask(self, table: Table[LrdgState]) -> str:
        named = " or ".join(map(place, self.spaces))
        if table.state.alarm == RECON_LEVEL:
            return f"Which units raised the alarm: those at {named}? The Axis Recon takes off near them."
        units = "Two Axis units wake" if table.state.alarm == HIGHEST_ALARM else "One Axis unit wakes"
        return f"Which units raised the alarm: those at {named}? {units} next to them."

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        assert isinstance(action, AtZone)  # noqa: S101
        return describe_arrivals(table, action.zone)

    def take(self, table: Table[LrdgState], zone: str) -> None:
        table.result = zone


def describe_arrivals(table: Table[LrdgState], zone: str) -> str:
    """Return the Axis units that the alarm wakes around a zone, in words."""
    state, board = table.state, desert(table)
    if state.alarm == RECON_LEVEL:
        nearest = board.nearest(zone, airfields(board))
        return f"the Axis Recon takes off at {' or '.join(map(place, nearest))}"
    neighbours = board.neighbours(zone)
    asleep = dict.fromkeys(
        placement.zone
        for placement in state.axis
        if placement.zone in neighbours and not placement.counter
    )
    if asleep:
        return f"face-down units wake at {', '.join(map(place, asleep))}"
    fresh = arrivals(table, zone) if state.spare > 0 else []
    return f"a new unit comes to {' or '.join(map(place, fresh))}" if fresh else "no unit can come"


class TakeOff(Phase[LrdgState], frozen=True):
    """Places the Axis Recon on the airfield nearest to the trigger (LRDG-A45, LRDG-A72)."""

    rule: ClassVar[str] = "5.3.1"
    title: ClassVar[str] = "Axis Recon takes off"

    def run(self, table: Table[LrdgState]) -> None:
        zone: str = table.take()
        board = desert(table)
        table.state.recon = table.dice.pick(board.nearest(zone, airfields(board)))
        table.tell(ReconFlew(table.state.recon, "5.3.1"))


class Awakenings(Phase[LrdgState], frozen=True):
    """Wakes up to `times` Axis units around a zone, one after another."""

    rule: ClassVar[str] = "5.3.1"
    title: ClassVar[str] = "Awakening"

    times: int
    zone: str = ""

    def run(self, table: Table[LrdgState]) -> None:
        zone: str = self.zone or table.take()
        table.do(Awakening(zone))
        if self.times > 1:
            table.do(Awakenings(self.times - 1, zone))


class Awakening(Phase[LrdgState], frozen=True):
    """Turns a face-down unit next to the zone face up, or draws a new unit if there is none."""

    rule: ClassVar[str] = "5.3.1"
    title: ClassVar[str] = "Awakening"

    zone: str

    def run(self, table: Table[LrdgState]) -> None:
        state = table.state
        neighbours = desert(table).neighbours(self.zone)
        asleep = [enemy.id for enemy in state.axis if enemy.zone in neighbours and not enemy.counter]
        if asleep:
            reveal(table, state.enemy(table.dice.pick(asleep)), self.rule)
        elif state.spare > 0 and (zones_found := arrivals(table, self.zone)):
            counter = draw(table.dice, state.pool, ANY, state.sorts_face_down())
            if len(zones_found) > 1:
                table.do(Arrival(seat=SEAT, counter=counter, spaces=tuple(zones_found)))
            else:
                arrive(table, counter, zones_found[0])


def arrivals(table: Table[LrdgState], zone: str) -> list[str]:
    """Return the zones where a new unit may appear: the nearest free ones (LRDG-A34, LRDG-A72)."""
    state, board = table.state, desert(table)
    house: Options = table.house
    taken = {enemy.zone for enemy in state.axis} | {unit.zone for unit in state.force} | set(BASES)
    if house.example_placement and (
        free_neighbours := [neighbour for neighbour in board.neighbours(zone) if neighbour not in taken]
    ):
        return free_neighbours
    eligible = (
        id for id, space in board.spaces.items() if ARRIVAL_KINDS & set(space.kinds) and id not in taken
    )
    return board.nearest(zone, eligible)


def arrive(table: Table[LrdgState], counter: str, zone: str) -> None:
    """Place a new unit face up in a zone."""
    table.state.place(zone, counter=counter)
    table.tell(Revealed(zone, counter, "5.3.1"))


class Arrival(ZoneChoice, frozen=True, kw_only=True):
    """The player chooses a new unit's zone if several are equally near."""

    rule: ClassVar[str] = "LRDG-A34"
    title: ClassVar[str] = "A new Axis unit"

    counter: str

    def ask(self, table: Table[LrdgState]) -> str:  # noqa: ARG002
        *others, last = map(place, self.spaces)
        return f"Where does {AXIS[self.counter].name} appear: at {', '.join(others)} or {last}?"

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        assert isinstance(action, AtZone)  # noqa: S101
        links = desert(table).distances(action.zone)
        distance = min((links[unit.zone] for unit in table.state.force), default=0)
        return f"{number_of(distance, 'link')} from your nearest units, like the other zones"

    def take(self, table: Table[LrdgState], zone: str) -> None:
        arrive(table, self.counter, zone)
