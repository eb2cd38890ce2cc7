"""LRDG 8: the special rules of scenarios, and the points at which the game calls them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from sandtable import Phase, SpecialRule, ask_rules, one_of
from sandtable_lrdg import zones
from sandtable_lrdg.counters import AXIS, Sort
from sandtable_lrdg.events import as_points, names
from sandtable_lrdg.mission import Options, Placement, UnitIds, Zone, Zones, mission
from sandtable_lrdg.state import LrdgState, LrdgTable
from sandtable_lrdg.tables import TABLES

if TYPE_CHECKING:
    LevelName = str
else:
    LevelName = one_of("level", (level.name for level in TABLES.levels))


class MissionRule(SpecialRule):
    """A special rule of a mission. Define the methods that you need; the game calls them.

    The fields are the rule's parameters in the scenario file, except those that `keeps` names. Rules
    are called in the order of the file. Numbers that they return are added up; one True is enough. Only
    a method whose description says so may change the state.

    >>> from sandtable_lrdg.special_rules import MissionRule
    >>> class Night(MissionRule):
    ...     drm: int = -1
    ...     def attack_drm(self, *, at_target):
    ...         return self.drm if at_target else 0
    >>> Night(drm=-2).attack_drm(at_target=True)
    -2

    - `cites`: the section named when the rule bars a unit.
    """

    cites: ClassVar[str] = "3"

    def brief(self) -> str:
        """Return what the player must know about the rule, shown when the mission begins.

        Returns a sentence, or "" for nothing. The sentences of all rules are shown one after another.
        """
        return ""

    def begins(self, table: LrdgTable) -> None:
        """Called when the map is cleared for a mission, before Axis units are placed and units bought.

        May change the state: the alarm, units. `table.state.supply` and `.won` are the results of
        earlier missions.
        """

    def placed(self, table: LrdgTable, wanted: Sequence[Placement]) -> Sequence[Placement]:  # noqa: ARG002
        """Called once, after all `begins`, before Axis units are placed face down.

        Takes the scenario's placements, as earlier rules changed them, and returns the placements to
        use. It places no unit itself.
        """
        return wanted

    def cancels(self, table: LrdgTable) -> int:  # noqa: ARG002
        """Called once, when the patrols have been chosen and have their bases.

        Returns how many counters of the pool the player may remove at random, 0 for none. Units on the
        map stay. The numbers of all rules are added up.
        """
        return 0

    def bars(self, unit: str) -> str:  # noqa: ARG002
        """Called for each unit that could be bought or chosen.

        Returns why it cannot be, in words that complete "Heavy A is ...", or "" if it can. The first
        rule with a reason counts.
        """
        return ""

    def formed(self, table: LrdgTable) -> None:
        """Called once, when the patrols are at their bases and the Axis is on the map.

        May change the state and schedule phases with `table.do`; the first rule's phases run first.
        """

    def turn_begins(self, table: LrdgTable) -> None:
        """Called as each turn begins, after its number is shown and before action points are rolled.

        May change the state and schedule phases with `table.do`, which run before the rolls.
        """

    def moved(self, table: LrdgTable) -> Iterable[Phase[LrdgState]]:  # noqa: ARG002
        """Called in the action phase before each order, and just before units pull back.

        Returns phases to run immediately. When those of all rules have run, it is called again, so a
        rule with no more phases must return nothing. May change the state.
        """
        return ()

    def actions_end(self, table: LrdgTable) -> None:
        """Called as each action phase ends, after unpaid observations are broken off.

        Not called on the turn in which the mission ends. May change the state.
        """

    def observed(self, table: LrdgTable, zone: str, turns: int) -> None:
        """Called when an observation of a zone has succeeded.

        `turns` is its length: it covered that many turns before this one. May change the state.
        """

    def attack_drm(self, *, at_target: bool) -> int:  # noqa: ARG002
        """Called for each attack of an LRDG unit; `at_target` is true if it aims at the target.

        Returns the number to add to the die, which hits with the AV or less: -1 helps the LRDG.
        """
        return 0

    def unfortified(self, counter: str) -> bool:  # noqa: ARG002
        """Tell whether a fortress gives no help to an Axis unit of the kind `counter` (``it-m2``)."""
        return False

    def wants(self, zone: str) -> bool:  # noqa: ARG002
        """Called whenever Recon OK are won, spent or counted.

        Returns whether one won by observing the zone counts for the mission, and so is spent last.
        """
        return False

    def points(self, table: LrdgTable) -> int:  # noqa: ARG002
        """Called whenever the score is shown, and in the evaluation; it must change nothing.

        Returns half points in addition to those of LRDG 5.4. The points of all rules are added up; if
        the sum is not 0, the mission has a result, which an option requires (LRDG-A58).
        """
        return 0

    def ends(self, table: LrdgTable) -> None:
        """Called once, after the mission is evaluated; `table.state.records[-1]` is its record.

        May change what carries over in a campaign (`supply`, `won`).
        """


class Observation(MissionRule):
    """LRDG 8.1: a Recon OK won by observing certain zones scores if it comes home unspent.

    `zones` are the zones to observe. `half_points` are the half points for one Recon OK and for two.
    `lrdg.success-for-later` hands the Recon OK on to mission 4.
    """

    zones: Zones
    half_points: tuple[int, int] = (6, 14)

    def brief(self) -> str:
        first, second = (as_points(points) for points in self.half_points)
        goal = f"bring home one Recon OK for {first} victory points, or two for {second}"
        return f"Observe {_places(self.zones)}: {goal}."

    def wants(self, zone: str) -> bool:
        return zone in self.zones

    def points(self, table: LrdgTable) -> int:
        return self.worth(self.count_brought(table))

    def worth(self, count: int) -> int:
        """Return the half points for `count` Recon OK brought home."""
        return (0, *self.half_points)[min(count, 2)]

    def count_brought(self, table: LrdgTable) -> int:
        """Return the number of Recon OK won in these zones that are back at a base."""
        return sum(zone in self.zones for zone in brought_home(table))


class SuccessForLater(MissionRule):
    """LRDG 8.1, LRDG 8.3: a success here counts in a later mission of a campaign.

    `what` is ``recon-ok`` to hand on the Recon OK won, ``level`` for the success level.
    """

    what: Literal["recon-ok", "level"]

    def ends(self, table: LrdgTable) -> None:
        state = table.state
        if self.what == "level":
            state.supply = state.records[-1].level
        else:
            state.won = min(2, sum(wanted(table, zone) for zone in brought_home(table)))


class ContinuousObservation(MissionRule):
    """LRDG 8.1, the variation: observation without a break for a number of turns (LRDG-A104).

    A turn counts if an observation that covers it succeeds. `zones` are the zones to observe. `turns`
    is the number of turns in a row for the full score. `partial` is the number for a partial score.
    `half_points` are the half points of the partial score and of the full one.
    """

    keeps: ClassVar[tuple[str, ...]] = ("covered",)

    zones: Zones
    turns: Annotated[int, Meta(ge=1, le=40)] = 6
    partial: Annotated[int, Meta(ge=1, le=40)] = 3
    half_points: tuple[int, int] = (6, 14)
    covered: tuple[int, ...] = ()
    """The turns that count, in order."""

    @property
    def best(self) -> int:
        """The longest run of turns that were observed."""
        covered = set(self.covered)
        starts = (turn for turn in covered if turn - 1 not in covered)
        return max((next(n for n in count() if first + n not in covered) for first in starts), default=0)

    def __post_init__(self) -> None:
        if self.partial > self.turns:
            raise ValueError(
                f"partial is {self.partial}, more than the {self.turns} turns for the full score"
            )

    def brief(self) -> str:
        some, whole = (as_points(points) for points in self.half_points)
        return (
            f"Observe {_places(self.zones)} without a break: {self.turns} turns in a row score {whole} "
            f"victory points, {self.partial} score {some}. A turn counts when an observation that "
            "covers it ends unseen."
        )

    def observed(self, table: LrdgTable, zone: str, turns: int) -> None:
        if zone in self.zones:
            turn = table.state.turn
            self.covered = tuple(sorted({*self.covered, *range(turn - turns, turn)}))

    def points(self, table: LrdgTable) -> int:  # noqa: ARG002
        some, whole = self.half_points
        return whole if self.best >= self.turns else some if self.best >= self.partial else 0


class WeakenedItalians(MissionRule):
    """LRDG 8.2: fortresses do not help Italian units."""

    def brief(self) -> str:
        return "Italians are weak: a fortress does not help them."

    def unfortified(self, counter: str) -> bool:
        return AXIS[counter].nation == "Italian"


class NocturnalExplosions(MissionRule):
    """LRDG 8.3: explosives and darkness make targets easier to hit.

    `drm` is added to the die of an attack on a target.
    """

    drm: Annotated[int, Meta(ge=-6, le=6)] = -1

    def brief(self) -> str:
        return f"A night attack with explosives: {self.drm:+} on each shot at the target; low rolls hit."

    def attack_drm(self, *, at_target: bool) -> int:
        return self.drm if at_target else 0


class UnderMaintenance(MissionRule):
    """LRDG 8.4, LRDG 8.5: units that are in the maintenance box when the mission begins.

    `units` are their counters; one that is already unavailable gets no marker.
    """

    units: UnitIds

    def begins(self, table: LrdgTable) -> None:
        for name in self.units:
            unit = table.state.units[name]
            if unit.available:
                unit.box, unit.mco = True, [0]

    def bars(self, unit: str) -> str:
        return "under maintenance" if unit in self.units else ""

    def brief(self) -> str:
        return f"Under maintenance: {names(self.units)}."


class InOperation(MissionRule):
    """LRDG 8.5: units that are busy elsewhere and cannot be bought.

    `units` are their counters.
    """

    cites: ClassVar[str] = "8.5"

    units: UnitIds

    def bars(self, unit: str) -> str:
        return "in operation elsewhere" if unit in self.units else ""

    def brief(self) -> str:
        return f"In operation elsewhere: {names(self.units)}."


class SupplyOfTheAxis(MissionRule):
    """LRDG 8.5: the success level of mission 3 changes the Axis forces.

    `alarm` is the alarm at the start, by success level. `single` are the zones that get one unit
    after total success or better. `none` are the zones that get no unit after such a success.
    `cancelled` is how many counters of the pool the player may remove, by level (LRDG-A33, LRDG-A79).
    `weak` is the zone whose unit is mobile after a remarkable success. `weak_av` is that unit's AV.
    """

    alarm: dict[LevelName, Annotated[int, Meta(ge=0, le=4)]]
    single: Zones
    none: Zones
    cancelled: dict[LevelName, Annotated[int, Meta(ge=0)]]
    weak: Zone = ""
    weak_av: int = 2

    def __post_init__(self) -> None:
        if not any(Sort(mobile=True, av=self.weak_av).fits(counter) for counter in AXIS):
            raise ValueError(f"weak_av: there is no mobile counter of AV {self.weak_av}")

    def brief(self) -> str:
        return "The result of mission 3 decides the strength of the Axis (LRDG 8.5)."

    def begins(self, table: LrdgTable) -> None:
        state = table.state
        state.alarm = max(state.alarm, self.alarm.get(state.supply, 0))

    def placed(self, table: LrdgTable, wanted: Sequence[Placement]) -> Sequence[Placement]:
        level = table.state.supply
        if level not in self.cancelled:
            return wanted
        house: Options = table.house
        return [
            self._lighter(placement, house, remarkable=level == "remarkable") for placement in wanted
        ]

    def _lighter(self, placement: Placement, house: Options, *, remarkable: bool) -> Placement:
        if placement.every:
            return Placement(
                (),
                placement.every,
                (*placement.but, *self.none),
                placement.count,
                placement.nation,
                placement.mobile,
            )
        if set(placement.zones) & set(self.single):
            return (
                replace(placement, count=1) if house.single_stays_mobile else Placement(placement.zones)
            )
        if self.weak in placement.zones and remarkable:
            return Placement(placement.zones, mobile=True, av=self.weak_av)
        return placement

    def cancels(self, table: LrdgTable) -> int:
        return self.cancelled.get(table.state.supply, 0)


def _places(ids: Iterable[str]) -> str:
    return " or ".join(", ".join(zones.NAMES[id] for id in ids).rsplit(", ", 1))


def earlier_results(house: Options) -> tuple[int, str]:
    """Return the results of missions 1 and 3 that the options set (LRDG 8.4, LRDG 8.5)."""
    return house.benghazi_recon_ok, house.alamein_level


def brought_home(table: LrdgTable) -> list[str]:
    """Return the Recon OK of patrols with a unit that was out and is back (LRDG-A95)."""
    state, bases = table.state, mission(table).returns
    home = {unit.patrol for unit in state.force if unit.out and unit.zone in bases}
    return [zone for id, patrol in state.patrols.items() if id in home for zone in patrol.recon_ok]


def wanted(table: LrdgTable, zone: str) -> bool:
    """Tell whether a Recon OK won by observing a zone scores in this mission."""
    return any(ask_rules(table.rules, "wants", bool, zone))
