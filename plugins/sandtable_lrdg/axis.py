"""LRDG 5.3.2, Axis movement: the Axis Recon and its bombs, mobile units, contact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable import Action, Board, Decision, Phase, Refusal, Table, number_of
from sandtable_lrdg.actions import Bomb
from sandtable_lrdg.alarm import raise_alarm
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.combat_events import Fired
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.discretion import Discretion
from sandtable_lrdg.events import AxisMoved, ReconFlew
from sandtable_lrdg.hits import hit_unit
from sandtable_lrdg.mission import Options, desert
from sandtable_lrdg.roster import NAMES
from sandtable_lrdg.state import SEAT, Enemy, LrdgState
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.zones import BASES, flight_zones, links_to

MOST_LINKS = 2
"""The Axis Recon moves at most this many links in a turn."""

ALARM_AFTER_BOMBS = 3
"""Bombing raises the alarm to at least this level (LRDG-A41)."""


def nearest_stack_zones(table: Table[LrdgState], zone: str) -> list[str]:
    """Return the zones of the nearest LRDG stacks; if several are equally near, the smallest (LRDG-A25).

    If `bases_draw_axis` is false (LRDG-A99), stacks in Siwa and Kufra count only if there are no others.
    """
    state, board = table.state, desert(table)
    house: Options = table.house
    abroad = [(patrol, zone_of) for patrol, zone_of in state.stacks() if zone_of not in BASES]
    stacks = state.stacks() if house.bases_draw_axis else abroad or state.stacks()
    sizes = {(patrol, zone_of): len(state.stack(patrol, zone_of)) for patrol, zone_of in stacks}
    distances = {key: (links_to(board, key[1]).get(zone, 99), size) for key, size in sizes.items()}
    shortest = min(distances.values(), default=None)
    return list(dict.fromkeys(key[1] for key, value in distances.items() if value == shortest))


class AirRecon(Phase[LrdgState], frozen=True):
    """Moves the Axis Recon up to two links towards the nearest stack, then tests the units under it."""

    rule: ClassVar[str] = "5.3.2"
    title: ClassVar[str] = "Axis Recon"

    def run(self, table: Table[LrdgState]) -> None:
        state, board = table.state, desert(table)
        nearest = nearest_stack_zones(table, state.recon) if state.recon else []
        if not nearest:
            return
        goal = table.dice.pick(nearest)
        zone = table.dice.pick(closest_zones(board, state.recon, goal))
        if zone != state.recon:
            state.recon = zone
            table.tell(ReconFlew(zone))
        if units := tuple(unit.id for unit in state.at(zone)):
            house: Options = table.house
            drm = 1 if house.merge_recon_drm else 2
            table.do(Discretion(zone, units, drm=drm, bombs=True, fights=False), Bombing(zone))


def closest_zones(board: Board, start: str, goal: str) -> list[str]:
    """Of the zones in the Axis Recon's reach this turn, return those nearest to a goal (LRDG-A25)."""
    within, distances = flight_zones(board), links_to(board, goal)
    reach = {start}
    for _ in range(MOST_LINKS):
        reach |= {end for zone in sorted(reach) for end in board.neighbours(zone) if end in within}
    shortest = min(distances[zone] for zone in reach)
    return [zone for zone in board.spaces if zone in reach and distances[zone] == shortest]


class Bombing(Phase[LrdgState], frozen=True):
    """If the Axis Recon has seen units, it bombs them and leaves the map (LRDG 5.3.2)."""

    rule: ClassVar[str] = "5.3.2"
    title: ClassVar[str] = "Bombs"

    zone: str

    def run(self, table: Table[LrdgState]) -> None:
        if table.take():
            return
        state = table.state
        units = [unit.id for unit in state.at(self.zone)]
        number = min(TABLES.bombs.number[table.dice.total() - 1], len(units))
        raise_alarm(table, units, ALARM_AFTER_BOMBS)
        state.recon = ""
        table.tell(ReconFlew(""))
        drop_bombs(table, self.zone, number, ())


def drop_bombs(table: Table[LrdgState], zone: str, number: int, hit: tuple[str, ...]) -> None:
    """Drop `number` bombs on different units; the player chooses them (LRDG-A26)."""
    house: Options = table.house
    units = [unit.id for unit in table.state.at(zone) if unit.id not in hit]
    if number and number < len(units) and house.bomb_victim == "player":
        table.do(Bombed(seat=SEAT, zone=zone, number=number, hit=hit))
        return
    for _ in range(number):
        unit = table.dice.pick(units) if number < len(units) else units[0]
        units.remove(unit)
        number -= 1
        bomb_unit(table, unit)


def bomb_unit(table: Table[LrdgState], name: str) -> None:
    """Drop a bomb on a unit."""
    hit = table.dice.rolls_at_most(TABLES.bombs.av)
    faces = (table.rolls[-1].value,)
    table.tell(Fired("The Axis Recon", NAMES[name], faces, TABLES.bombs.av, hit))
    if hit:
        hit_unit(table, table.state.units[name])


class Bombed(Decision[LrdgState], frozen=True, kw_only=True):
    """The player chooses the units to be bombed, one by one."""

    rule: ClassVar[str] = "LRDG-A26"
    title: ClassVar[str] = "Bombs"
    takes: ClassVar[tuple[type[Action], ...]] = (Bomb,)

    zone: str
    number: int
    hit: tuple[str, ...] = ()

    def ask(self, table: Table[LrdgState]) -> str:  # noqa: ARG002
        hits = round(100 * TABLES.bombs.av / 6)
        return f"Which unit is bombed? {number_of(self.number, 'bomb')} left; each hits {hits} %."

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        assert isinstance(action, Bomb)  # noqa: S101
        return "reduced" if table.state.units[action.unit].steps == 1 else "full"

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        yield from (Bomb(unit.id) for unit in table.state.at(self.zone) if unit.id not in self.hit)

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal(self.rule, "choose a unit in this zone that has not been bombed yet")

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        assert isinstance(action, Bomb)  # noqa: S101
        bomb_unit(table, action.unit)
        drop_bombs(table, self.zone, self.number - 1, (*self.hit, action.unit))


class MobileUnits(Phase[LrdgState], frozen=True):
    """Moves each face-up mobile unit one link towards the nearest LRDG units."""

    rule: ClassVar[str] = "5.3.2"
    title: ClassVar[str] = "Mobile Axis units"

    def run(self, table: Table[LrdgState]) -> None:
        state = table.state
        mobile = [enemy for enemy in state.axis if enemy.counter and AXIS[enemy.counter].mobile]
        entered = [zone for enemy in mobile if (zone := advance(table, enemy))]
        together = [zone for zone in state.shared if zone in shared_zones(state)]
        due = [zone for zone in dict.fromkeys([*together, *entered]) if state.at(zone)]
        table.do(*(AxisContact(zone) for zone in due), Combats())


def shared_zones(state: LrdgState) -> list[str]:
    """Return the zones that face-up Axis units and LRDG units share (LRDG-A63)."""
    return [zone for zone in state.zones() if any(enemy.counter for enemy in state.enemies(zone))]


def advance(table: Table[LrdgState], enemy: Enemy) -> str:
    """Move a unit towards the LRDG and return the zone that it enters, "" if it stays.

    A defender that leaves its target no longer protects it (LRDG-A64).
    """
    state = table.state
    nearest_zones = nearest_stack_zones(table, enemy.zone)
    if state.at(enemy.zone) or not nearest_zones:
        return ""
    ways = next_zones(desert(table), enemy.zone, table.dice.pick(nearest_zones))
    if not ways:
        return ""
    start, enemy.zone, enemy.guards = enemy.zone, table.dice.pick(ways), False
    table.tell(AxisMoved(enemy.counter, start, enemy.zone))
    return enemy.zone


def next_zones(board: Board, zone: str, goal: str) -> Sequence[str]:
    """Return the next zones on the shortest routes; no route enters a base (LRDG-A72)."""
    distances = links_to(board, goal)
    neighbours = [neighbour for neighbour in board.neighbours(zone) if neighbour not in BASES]
    return [
        neighbour for neighbour in neighbours if distances.get(neighbour, 99) < distances.get(zone, 99)
    ]


class AxisContact(Phase[LrdgState], frozen=True, tag="contact"):
    """Takes the contact test in a zone that Axis units share with LRDG units."""

    rule: ClassVar[str] = "5.3.2"
    title: ClassVar[str] = "Contact"

    zone: str

    def run(self, table: Table[LrdgState]) -> None:
        house: Options = table.house
        units = tuple(unit.id for unit in table.state.at(self.zone))
        if units:
            table.do(Discretion(self.zone, units, drm=0 if house.merge_recon_drm else 1))
