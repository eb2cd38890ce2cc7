"""What lies on the table, and what a scenario sets."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable import Pile, State, Table
from sandtable_lrdg.counters import ANY, AXIS, Sort
from sandtable_lrdg.roster import KIND_OF, ROSTER, kind

SEAT = "lrdg"
"""The only seat: the game is a solitaire (LRDG 1)."""


class Watch(State):
    """A unit's observation: the turn of its end, its length, whether turn 2 is paid (LRDG 6.1.3)."""

    until: int
    turns: int
    paid: bool = False


class Unit(State):
    """A counter of the LRDG; `patrol` and `zone` are empty if it is not on this mission.

    `steps` is 2 full, 1 reduced, 0 destroyed (LRDG 3); `used` counts the loads of a truck
    (LRDG 6.1.6). `mco` are the action points that its markers cost, 0 for a plain one.
    `reports` are the zones of observations that it has not reported yet. It has `arrived` if it
    entered its zone this turn, `stays` if it can do no more this turn, and has been `out` if
    it ever left the bases; in the maintenance `box` (LRDG 3.3.3) it cannot be chosen.
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
    stays: bool = False
    out: bool = False
    box: bool = False

    @property
    def av(self) -> int:
        """The attack value of the side that shows (LRDG 3.1)."""
        full, reduced = self.values
        return full if self.steps > 1 else reduced

    @property
    def values(self) -> tuple[int, int]:
        """Its attack values, full and reduced."""
        return kind(self.id).av

    @property
    def available(self) -> bool:
        """Whether it can be taken along: whole, and not under maintenance (LRDG 3)."""
        return self.steps == 2 and not self.box

    @property
    def loads(self) -> int:
        """The loads that a truck has left; a truck reduced by fire has none (LRDG-A19, LRDG-A76)."""
        left = kind(self.id).loads - self.used
        return left if self.steps == (1 if self.used else 2) else 0


class Patrol(State):
    """A patrol (LRDG 3): its action points, its Recon OK, and what awaits its next test.

    `recon_ok` names the zone where each was won by observation, "" for others (LRDG 3.2).
    `fate` is 1 or -1 when the next test succeeds or fails without dice (LRDG-A9), `drm` what is
    added to it. This turn it may be `immobile`, have `acted`, or keep a `low` profile. In
    `reserve` it waits for its turn to leave (LRDG-A78).
    """

    id: str
    ap: int = 0
    recon_ok: list[str] = []
    fate: int = 0
    drm: int = 0
    immobile: bool = False
    acted: bool = False
    low: bool = False
    reserve: bool = False


class Enemy(State):
    """An Axis counter on the map; `counter` is empty while it is face down (LRDG-A90).

    `guards` is true for a defender that stands on a target (LRDG 7.2).
    """

    id: str
    zone: str
    sort: Sort = ANY
    counter: str = ""
    guards: bool = False

    @property
    def av(self) -> int:
        """Its attack value; it must be face up."""
        return AXIS[self.counter].av

    @property
    def name(self) -> str:
        """What can be seen of it."""
        if self.counter:
            return AXIS[self.counter].name
        return f"face-down unit{f' ({self.sort.name})' if self.sort.name else ''}"


class Target(State):
    """A target (LRDG 7.2): its first value, what is left, and whether its defenders were drawn."""

    value: int
    left: int
    drawn: bool = False

    @property
    def reduced(self) -> bool:
        """Whether half of the target or more is gone, but not all (LRDG-A40)."""
        return self.left > 0 and 2 * self.left <= self.value


class Shot(State):
    """An LRDG attack of this combat turn: who fires at what, and whether it hit."""

    unit: str
    victim: str
    hit: bool = False


class Strike(State):
    """A hit of an Axis unit on a position of the line, and whether the command unit takes it."""

    place: int
    hq: bool = False


class Battle(State):
    """A combat on the tactical board (LRDG 3.3.2): where, its combat turn, and both lines.

    `contact` are positions, each a unit and perhaps the command unit stacked with it; `line` are
    the Axis units of each front, of which the first is the target's while that stands. A `raid`
    is a fight for a target. `surprise` is the initiative; `marks` are the positions that the
    player chose for unopposed Axis units; `shots` and `strikes` are this turn's.
    """

    zone: str
    turn: int = 1
    raid: bool = False
    contact: list[list[str]] = []
    line: list[list[str]] = []
    surprise: bool = False
    marks: dict[str, int] = {}
    shots: list[Shot] = []
    strikes: list[Strike] = []


class Record(State):
    """How a mission went: its half points, level, MCO points, and the turn on which it ended."""

    scenario: str
    points: int
    level: str
    mco: int
    turn: int


class LrdgState(State):
    """The state of a mission, and what carries over in a campaign.

    `mission` counts from 0. `recon` is the zone of the Axis Recon, "" in its box. `trigger` are
    the units that last raised the alarm (LRDG-A69); `shared` the zones where face-up Axis units
    and the LRDG stood together when the turn began (LRDG-A63), `clashes` those where a combat is
    due. The action phase may be `closed` before its time (LRDG-A42), the mission `over`; an
    `incident` has happened this turn; units were `left` behind (LRDG-A98). `won` is what mission 1
    brought for mission 4 and those after it, `supply` the level of mission 3.
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
    left: bool = False
    battle: Battle | None = None
    bank: int = 0
    records: list[Record] = []

    # What many chapters ask.

    @property
    def force(self) -> list[Unit]:
        """The units of this mission that are on the map."""
        return [unit for unit in self.units.values() if unit.zone]

    def of(self, patrol: str) -> list[Unit]:
        """The units of a patrol, detachments included."""
        return [unit for unit in self.units.values() if unit.zone and unit.patrol == patrol]

    def present(self, patrol: str) -> bool:
        """Whether any unit of a patrol is on the map."""
        return any(unit.patrol == patrol and unit.zone for unit in self.units.values())

    def at(self, zone: str) -> list[Unit]:
        """The LRDG units in a zone."""
        return [unit for unit in self.units.values() if unit.zone == zone]

    def stack(self, patrol: str, zone: str) -> list[Unit]:
        """The units of a patrol in a zone."""
        return [unit for unit in self.units.values() if unit.zone == zone and unit.patrol == patrol]

    def zones(self, patrol: str | None = None) -> list[str]:
        """The zones where a patrol, or any, has units, each once."""
        units = self.force if patrol is None else self.of(patrol)
        return list(dict.fromkeys(unit.zone for unit in units))

    def stacks(self) -> list[tuple[str, str]]:
        """Every (patrol, zone) with units; a patrol may have any number of detachments (LRDG-A51)."""
        return [(patrol, zone) for patrol in self.patrols for zone in self.zones(patrol)]

    def enemies(self, zone: str) -> list[Enemy]:
        """The Axis units in a zone, face down or up; the Axis Recon is not one (LRDG-A71)."""
        return [enemy for enemy in self.axis if enemy.zone == zone]

    def enemy(self, id: str) -> Enemy:
        """The Axis unit of that id."""
        return next(enemy for enemy in self.axis if enemy.id == id)

    def intact(self, zone: str) -> bool:
        """Whether a target in the zone still stands (LRDG-A67)."""
        return zone in self.targets and self.targets[zone].left > 0

    def hidden(self, besides: Enemy | None = None) -> Iterable[Sort]:
        """What is known of each face-down counter except one."""
        return (enemy.sort for enemy in self.axis if not enemy.counter and enemy is not besides)

    def place(self, zone: str, sort: Sort = ANY, counter: str = "", *, guards: bool = False) -> Enemy:
        """Lay an Axis unit on the map."""
        self.placed += 1
        enemy = Enemy(f"axis-{self.placed}", zone, sort, counter, guards)
        self.axis.append(enemy)
        return enemy

    @property
    def spare(self) -> int:
        """The number of counters in the pool that no face-down counter on the map needs."""
        return len(self.pool) - sum(not enemy.counter for enemy in self.axis)


LrdgTable = Table[LrdgState]
"""A table at which this game is played."""


def all_units() -> dict[str, Unit]:
    """Every counter of the LRDG, at full strength and not on a mission."""
    order = list(ROSTER.kinds)
    names = sorted(KIND_OF, key=lambda counter: order.index(KIND_OF[counter]))
    return {unit: Unit(unit) for unit in names}
