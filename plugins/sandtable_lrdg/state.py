"""The state of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from sandtable import Pile, State, Table
from sandtable_lrdg.counters import ANY, AXIS, Sort
from sandtable_lrdg.roster import KIND_OF, ROSTER, kind
from sandtable_lrdg.zones import BASES

SEAT = "lrdg"
"""The only seat: the game is a solitaire (LRDG 1)."""

EARLIER = "benghazi-road"
"""The name, in place of a zone, of a Recon OK handed on by mission 1 (LRDG 8.1)."""


class Watch(State):
    """A unit's observation (LRDG 6.1.3).

    - `until`: the turn on which it ends.
    - `turns`: its length.
    - `paid`: whether its second turn is paid for.
    """

    until: int
    turns: int
    paid: bool = False


class Unit(State):
    """A counter of the LRDG.

    - `patrol`: its patrol, empty if it is not on this mission.
    - `zone`: where it is, empty if it is not on this mission.
    - `steps`: 2 at full strength, 1 if reduced, 0 if destroyed (LRDG 3).
    - `used`: the loads of a truck that are spent (LRDG 6.1.6).
    - `mco`: the cost in action points of each of its MCO markers; a plain marker costs 0.
    - `reports`: the zones of its successful observations that it has not yet reported.
    - `watch`: its current observation.
    - `arrived`: whether it entered its zone this turn.
    - `out`: whether it ever left the bases.
    - `box`: whether it is in the maintenance box, where it cannot be chosen (LRDG 3.3.3).
    """

    id: str
    patrol: str = ""
    zone: str = ""
    steps: int = 2
    used: int = 0
    mco: list[int] = []
    reports: list[str] = []
    watch: Watch | None = None
    arrived: bool = False
    out: bool = False
    box: bool = False

    @property
    def av(self) -> int:
        """The attack value of its face-up side (LRDG 3.1)."""
        full, reduced = self.values
        return full if self.steps > 1 else reduced

    @property
    def values(self) -> tuple[int, int]:
        """Its attack values, full and reduced."""
        return kind(self.id).av

    @property
    def available(self) -> bool:
        """Whether it can be chosen for a mission: full, and not under maintenance (LRDG 3)."""
        return self.steps == 2 and not self.box

    @property
    def loads(self) -> int:
        """The loads that a truck has left; a truck reduced by fire has none (LRDG-A19, LRDG-A76)."""
        left = kind(self.id).loads - self.used
        return left if self.steps == (1 if self.used else 2) else 0


class Patrol(State):
    """A patrol (LRDG 3).

    - `ap`: its action points.
    - `recon_ok`: its Recon OK, each named by the zone observed to win it, by `EARLIER` if mission 1
      handed it on, or by "" (LRDG 3.2).
    - `fate`: 1 or -1 if its next discretion test succeeds or fails without dice (LRDG-A9), else 0.
    - `drm`: the number added to that test.
    - `immobile`: whether its units cannot move this turn.
    - `half`: the units that have paid half an action point more than their road links cost; a "+"
      separates two groups.
    - `acted`: whether it has spent action points this turn.
    - `moved`: whether any of its units has moved this turn.
    - `low`: whether it keeps a low profile this turn.
    - `reserve`: whether it waits in reserve (LRDG-A78).
    """

    id: str
    ap: int = 0
    recon_ok: list[str] = []
    fate: int = 0
    drm: int = 0
    immobile: bool = False
    half: list[str] = []
    acted: bool = False
    moved: bool = False
    low: bool = False
    reserve: bool = False

    @property
    def promised(self) -> str:
        """The effect of events on its next discretion test, as in "has -2"; "" for none."""
        if self.fate:
            return f"{'succeeds' if self.fate > 0 else 'fails'} without a roll"
        return f"has {self.drm:+}" * bool(self.drm)


class Enemy(State):
    """An Axis counter on the map.

    - `zone`: where it is.
    - `sort`: the known facts about it while it is face down.
    - `counter`: its counter, "" while it is face down (LRDG-A90).
    - `guards`: whether it is a defender on a target (LRDG 7.2).
    """

    id: str
    zone: str
    sort: Sort = ANY
    counter: str = ""
    guards: bool = False

    @property
    def av(self) -> int:
        """The attack value of a face-up unit."""
        return AXIS[self.counter].av

    @property
    def name(self) -> str:
        """The known facts about it, in words."""
        if self.counter:
            return AXIS[self.counter].name
        return f"face-down unit{f' ({self.sort.name})' if self.sort.name else ''}"


class Target(State):
    """A target (LRDG 7.2).

    - `value`: its value at the start.
    - `left`: its remaining value.
    - `drawn`: whether its defenders were drawn.
    """

    value: int
    left: int
    drawn: bool = False

    @property
    def reduced(self) -> bool:
        """Whether it has lost half its value or more, but not all (LRDG-A40)."""
        return self.left > 0 and 2 * self.left <= self.value


class Shot(State):
    """An LRDG attack of this combat turn: who fires at what, and whether it hit."""

    unit: str
    victim: str
    hit: bool = False


class AxisHit(State):
    """A hit of an Axis unit on a position of the line.

    - `place`: the position.
    - `hq`: whether the command unit takes the hit.
    - `enemy`: the Axis unit.
    - `again`: whether a veteran has used its reroll.
    """

    place: int
    hq: bool = False
    enemy: str = ""
    again: bool = False


class Battle(State):
    """A combat on the tactical board (LRDG 3.3.2).

    - `zone`: the zone of the combat.
    - `turn`: its combat turn.
    - `raid`: whether it is a fight for a target.
    - `contact`: the LRDG positions. Each is a unit, perhaps stacked with the command unit.
    - `line`: the Axis units on each front. While the target is intact, the first front is the target's.
    - `surprise`: whether the player has the initiative.
    - `marks`: the position that each unopposed Axis unit fires at, if the player chose it.
    - `shots`: the LRDG attacks of this combat turn.
    - `strikes`: the Axis hits of this combat turn.
    """

    zone: str
    turn: int = 1
    raid: bool = False
    contact: list[list[str]] = []
    line: list[list[str]] = []
    surprise: bool = False
    marks: dict[str, int] = {}
    shots: list[Shot] = []
    strikes: list[AxisHit] = []


class Record(State):
    """The result of a mission.

    - `points`: its half points.
    - `level`: the level of success.
    - `mco`: the MCO points that it brought.
    - `turn`: the turn on which it ended.
    """

    scenario: str
    points: int
    level: str
    mco: int
    turn: int


class UnitIndex:
    """The units by patrol and zone, looked up once while the position does not change."""

    def __init__(self, state: LrdgState) -> None:
        self.force = state.force
        self.of: dict[str, list[Unit]] = defaultdict(list)
        self.at: dict[str, list[Unit]] = defaultdict(list)
        self.stack: dict[tuple[str, str], list[Unit]] = defaultdict(list)
        self.enemies: dict[str, list[Enemy]] = defaultdict(list)
        for unit in self.force:
            self.of[unit.patrol].append(unit)
            self.at[unit.zone].append(unit)
            self.stack[unit.patrol, unit.zone].append(unit)
        for enemy in state.axis:
            self.enemies[enemy.zone].append(enemy)


class LrdgState(State, dict=True):
    """The state of a mission, and what carries over in a campaign.

    - `units`: every LRDG counter by its id.
    - `pool`: the Axis counters that can still be drawn.
    - `won`: the number of Recon OK of mission 1 with which mission 4 and later ones start.
    - `supply`: the success level of mission 3.
    - `mission`: the mission of the campaign, from 0.
    - `turn`: the game turn.
    - `alarm`: the level of the alarm.
    - `patrols`: the patrols of this mission by id.
    - `axis`: the Axis units on the map.
    - `placed`: the number of Axis units placed so far, for their ids.
    - `targets`: the targets by zone.
    - `defeated`: the Axis counters that were defeated, sorted.
    - `recon`: the zone of the Axis Recon, "" while it is in its box.
    - `waco`: whether the Waco is available.
    - `caches`: the zones with a cache.
    - `scouted`: the zones with a Scouted marker.
    - `trigger`: the units that last raised the alarm (LRDG-A69).
    - `shared`: the zones that face-up Axis units and the LRDG shared at the turn's start (LRDG-A63).
    - `clashes`: the zones where a combat is due.
    - `closed`: whether the action phase ends early (LRDG-A42).
    - `incident`: whether an event has happened this turn.
    - `over`: whether the mission is over.
    - `battle`: the combat that is being fought.
    - `bank`: the MCO points that can be spent.
    - `records`: the missions that have been played.
    """

    units: dict[str, Unit]
    pool: Pile
    won: int
    supply: str
    mission: int = 0
    turn: int = 0
    alarm: int = 0
    patrols: dict[str, Patrol] = {}
    axis: list[Enemy] = []
    placed: int = 0
    targets: dict[str, Target] = {}
    defeated: list[str] = []
    recon: str = ""
    waco: bool = False
    caches: list[str] = []
    scouted: list[str] = []
    trigger: list[str] = []
    shared: list[str] = []
    clashes: list[str] = []
    closed: bool = False
    incident: bool = False
    over: bool = False
    battle: Battle | None = None
    bank: int = 0
    records: list[Record] = []

    # Questions that many chapters ask.

    _found: ClassVar[UnitIndex | None] = None

    @contextmanager
    def no_changes(self) -> Iterator[None]:
        """Look up units only once within this context, during which nothing may change."""
        before = self._found
        vars(self)["_found"] = before or UnitIndex(self)
        try:
            yield
        finally:
            vars(self)["_found"] = before

    @property
    def force(self) -> list[Unit]:
        """The units of this mission that are on the map."""
        if self._found:
            return self._found.force
        return [unit for unit in self.units.values() if unit.zone]

    def units_of(self, patrol: str) -> list[Unit]:
        """Return the units of a patrol, detachments included."""
        if self._found:
            return self._found.of.get(patrol, [])
        return [unit for unit in self.units.values() if unit.zone and unit.patrol == patrol]

    def at(self, zone: str) -> list[Unit]:
        """Return the LRDG units in a zone."""
        if self._found:
            return self._found.at.get(zone, [])
        return [unit for unit in self.units.values() if unit.zone == zone]

    def stack(self, patrol: str, zone: str) -> list[Unit]:
        """Return the units of a patrol in a zone."""
        if self._found:
            return self._found.stack.get((patrol, zone), [])
        return [unit for unit in self.units.values() if unit.zone == zone and unit.patrol == patrol]

    def zones(self, patrol: str | None = None) -> list[str]:
        """Return each zone where a patrol has units; without `patrol`, where any patrol has."""
        if self._found and patrol:
            return [zone for other, zone in self._found.stack if other == patrol]
        units = self.force if patrol is None else self.units_of(patrol)
        return list({unit.zone: None for unit in units})

    @property
    def on_mission(self) -> list[str]:
        """The patrols that are away from base, or have not left and are not in reserve (LRDG-A61)."""
        abroad = {unit.patrol for unit in self.force if unit.zone not in BASES}
        back = {unit.patrol for unit in self.force if unit.out} - abroad
        waiting = {id for id, patrol in self.patrols.items() if patrol.reserve}
        return [id for id in self.patrols if self.units_of(id) and id not in back | waiting]

    @property
    def unspent(self) -> dict[str, int]:
        """The action points that patrols on mission have left."""
        return {id: self.patrols[id].ap for id in self.on_mission if self.patrols[id].ap}

    @property
    def unspent_text(self) -> str:
        """The unspent action points in words: ``1st 3, 2nd 5``."""
        return ", ".join(f"{id} {points}" for id, points in self.unspent.items())

    def relocate(self, units: Iterable[Unit], zone: str) -> None:
        """Move units of patrols to a zone."""
        for unit in units:
            unit.zone, unit.arrived = zone, True
            unit.out = unit.out or zone not in BASES
            self.patrols[unit.patrol].moved = True

    def stacks(self) -> list[tuple[str, str]]:
        """Return every (patrol, zone) with units, including all detachments (LRDG-A51)."""
        return [(patrol, zone) for patrol in self.patrols for zone in self.zones(patrol)]

    def enemies(self, zone: str) -> list[Enemy]:
        """Return the Axis units in a zone, face down or up; the Axis Recon is not one (LRDG-A71)."""
        if self._found:
            return self._found.enemies.get(zone, [])
        return [enemy for enemy in self.axis if enemy.zone == zone]

    def enemy(self, id: str) -> Enemy:
        """Return the Axis unit with this id."""
        return next(enemy for enemy in self.axis if enemy.id == id)

    def intact(self, zone: str) -> bool:
        """Tell whether the zone has an intact target (LRDG-A67)."""
        return zone in self.targets and self.targets[zone].left > 0

    def sorts_face_down(self, besides: Enemy | None = None) -> Iterable[Sort]:
        """Return the sorts of all face-down counters except `besides`."""
        return (enemy.sort for enemy in self.axis if not enemy.counter and enemy is not besides)

    def place(self, zone: str, sort: Sort = ANY, counter: str = "", *, guards: bool = False) -> Enemy:
        """Place an Axis unit on the map."""
        self.placed += 1
        enemy = Enemy(f"axis-{self.placed}", zone, sort, counter, guards)
        self.axis.append(enemy)
        return enemy

    @property
    def spare(self) -> int:
        """The number of counters in the pool beyond those kept for face-down units on the map."""
        return len(self.pool) - sum(not enemy.counter for enemy in self.axis)


LrdgTable = Table[LrdgState]
"""A table at which this game is played."""


def all_units() -> dict[str, Unit]:
    """Return every counter of the LRDG, at full strength and not on a mission."""
    order = list(ROSTER.kinds)
    names = sorted(KIND_OF, key=lambda counter: order.index(KIND_OF[counter]))
    return {unit: Unit(unit) for unit in names}
