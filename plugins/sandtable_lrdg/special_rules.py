"""LRDG 8: the special rules that scenarios add, and the points at which the game asks them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from sandtable import Phase, SpecialRule, Table
from sandtable.words import check_names
from sandtable_lrdg import zones
from sandtable_lrdg.counters import AXIS, Sort
from sandtable_lrdg.events import half
from sandtable_lrdg.mission import Options, Placement, mission
from sandtable_lrdg.roster import KIND_OF
from sandtable_lrdg.state import LrdgState
from sandtable_lrdg.tables import TABLES

if TYPE_CHECKING:
    LrdgTable = Table[LrdgState]


class MissionRule(SpecialRule):
    """A special rule of this game: a plain method for each point that it may change."""

    def brief(self) -> str:
        """What the player must know of it as the mission begins; "" for nothing."""
        return ""

    def begins(self, table: LrdgTable) -> None:
        """A mission begins: before Axis units are placed and patrols chosen."""

    def placed(self, table: LrdgTable, wanted: Sequence[Placement]) -> Sequence[Placement]:  # noqa: ARG002
        """The Axis units to be placed."""
        return wanted

    def cancels(self, table: LrdgTable) -> int:  # noqa: ARG002
        """How many of the general placements the player may cancel."""
        return 0

    def bars(self, unit: str) -> str:  # noqa: ARG002
        """Why a unit can not be taken along, "" when it can."""
        return ""

    def formed(self, table: LrdgTable) -> None:
        """The patrols are formed; phases may be scheduled."""

    def turn_begins(self, table: LrdgTable) -> None:
        """A turn begins; phases may be scheduled before action points are rolled."""

    def moved(self, table: LrdgTable) -> Iterable[Phase[LrdgState]]:  # noqa: ARG002
        """Something was done in the action phase; phases to run at once."""
        return ()

    def actions_end(self, table: LrdgTable) -> None:
        """The action phase is over."""

    def attack_drm(self, *, at_target: bool) -> int:  # noqa: ARG002
        """What is added to the die of an LRDG attack."""
        return 0

    def unfortified(self, counter: str) -> bool:  # noqa: ARG002
        """Whether a fortress is of no use to an Axis counter."""
        return False

    def wants(self, zone: str) -> bool:  # noqa: ARG002
        """Whether a Recon OK won by observing the zone counts by itself."""
        return False

    def points(self, table: LrdgTable) -> int:  # noqa: ARG002
        """Half points beside those of LRDG 5.4."""
        return 0

    def ends(self, table: LrdgTable) -> None:
        """The mission has been evaluated."""


class Observation(MissionRule):
    """LRDG 8.1: Recon OK won by observing some zones and brought home unspent are points.

    `points` are half points for one and for two; success for later hands them to mission 4.
    """

    zones: tuple[str, ...]
    half_points: tuple[int, int] = (6, 14)

    def __post_init__(self) -> None:
        check_names("zone", self.zones, zones.NAMES)

    def brief(self) -> str:
        one, two = (half(points) for points in self.half_points)
        where = _places(self.zones)
        return f"Observe {where}: one Recon OK brought home is {one} VP, two are {two}."

    def wants(self, zone: str) -> bool:
        return zone in self.zones

    def points(self, table: LrdgTable) -> int:
        return (0, *self.half_points)[min(self.brought(table), 2)]

    def brought(self, table: LrdgTable) -> int:
        """Such Recon OK that are back at a base."""
        return sum(zone in self.zones for zone in brought_home(table))


class SuccessForLater(MissionRule):
    """LRDG 8.1, LRDG 8.3: what is won here counts in a later mission of a campaign.

    ``recon-ok`` hands on what was observed, ``level`` the level of success.
    """

    what: Literal["recon-ok", "level"]

    def ends(self, table: LrdgTable) -> None:
        state = table.state
        if self.what == "level":
            state.supply = state.records[-1].level
        else:
            state.won = min(2, sum(wanted(table, zone) for zone in brought_home(table)))


class ContinuousObservation(MissionRule):
    """LRDG 8.1, the variation: observation without a break for so many turns.

    `run` are the turns since it began, `best` the longest run; `partial` turns are a smaller
    success.
    """

    zones: tuple[str, ...]
    turns: Annotated[int, Meta(ge=1, le=40)] = 6
    partial: Annotated[int, Meta(ge=1, le=40)] = 3
    half_points: tuple[int, int] = (6, 14)
    run: int = 0
    best: int = 0

    def __post_init__(self) -> None:
        check_names("zone", self.zones, zones.NAMES)
        if self.partial > self.turns:
            raise ValueError(f"partial is {self.partial}, more than the {self.turns} turns of the whole")

    def brief(self) -> str:
        some, whole = (half(points) for points in self.half_points)
        return (
            f"Observe {_places(self.zones)} without a break: {self.turns} turns are {whole} VP, "
            f"{self.partial} are {some}."
        )

    def actions_end(self, table: LrdgTable) -> None:
        watched = any(unit.watch and unit.zone in self.zones for unit in table.state.force)
        self.run = self.run + 1 if watched else 0
        self.best = max(self.best, self.run)

    def points(self, table: LrdgTable) -> int:  # noqa: ARG002
        some, whole = self.half_points
        return whole if self.best >= self.turns else some if self.best >= self.partial else 0


class WeakenedItalians(MissionRule):
    """LRDG 8.2: fortresses do not help Italian units."""

    def unfortified(self, counter: str) -> bool:
        return AXIS[counter].nation == "Italian"


class NocturnalExplosions(MissionRule):
    """LRDG 8.3: charges laid at night make targets easier to hit."""

    drm: Annotated[int, Meta(ge=-6, le=6)] = -1

    def attack_drm(self, *, at_target: bool) -> int:
        return self.drm if at_target else 0


class UnderMaintenance(MissionRule):
    """LRDG 8.4, LRDG 8.5: units that are in the maintenance box when the mission begins.

    Those that are not available in any case get no marker.
    """

    units: tuple[str, ...]

    def __post_init__(self) -> None:
        check_names("unit", self.units, KIND_OF)

    def begins(self, table: LrdgTable) -> None:
        for name in self.units:
            unit = table.state.units[name]
            if unit.available:
                unit.box, unit.mco = True, [0]

    def bars(self, unit: str) -> str:
        return "under maintenance" if unit in self.units else ""


class InOperation(MissionRule):
    """LRDG 8.5: units that are busy elsewhere."""

    units: tuple[str, ...]

    def __post_init__(self) -> None:
        check_names("unit", self.units, KIND_OF)

    def bars(self, unit: str) -> str:
        return "in operation elsewhere" if unit in self.units else ""


class SupplyOfTheAxis(MissionRule):
    """LRDG 8.5: how mission 3 went changes what the Axis has.

    By level: `alarm` at the start. From total success on the zones of `single` get one unit and
    those of `none` none, and the player cancels up to `cancelled` further ones (LRDG-A33,
    LRDG-A79); after a remarkable one the unit at `weak` is mobile with `weak_av`.
    """

    alarm: dict[str, Annotated[int, Meta(ge=0, le=4)]]
    single: tuple[str, ...]
    none: tuple[str, ...]
    cancelled: dict[str, Annotated[int, Meta(ge=0)]]
    weak: str = ""
    weak_av: int = 2

    def __post_init__(self) -> None:
        check_names("zone", (*self.single, *self.none, *filter(None, [self.weak])), zones.NAMES)
        if not any(Sort(mobile=True, av=self.weak_av).fits(counter) for counter in AXIS):
            raise ValueError(f"weak_av: there is no mobile counter of AV {self.weak_av}")
        check_names("level", (*self.alarm, *self.cancelled), (level.name for level in TABLES.levels))

    def begins(self, table: LrdgTable) -> None:
        state = table.state
        state.alarm = max(state.alarm, self.alarm.get(state.supply, 0))

    def placed(self, table: LrdgTable, wanted: Sequence[Placement]) -> Sequence[Placement]:
        level = table.state.supply
        if level not in self.cancelled:
            return wanted
        return [self._lighter(one, remarkable=level == "remarkable") for one in wanted]

    def _lighter(self, one: Placement, *, remarkable: bool) -> Placement:
        if one.every:
            return Placement((), one.every, (*one.but, *self.none), one.count, one.nation, one.mobile)
        if set(one.zones) & set(self.single):
            return Placement(one.zones, nation=one.nation, mobile=one.mobile, av=one.av)
        if self.weak in one.zones and remarkable:
            return Placement(one.zones, mobile=True, av=self.weak_av)
        return one

    def cancels(self, table: LrdgTable) -> int:
        return self.cancelled.get(table.state.supply, 0)


def _places(ids: Iterable[str]) -> str:
    return ", ".join(zones.NAMES[id] for id in ids)


def earlier(house: Options) -> tuple[int, str]:
    """What missions 1 and 3 brought when this one is played alone (LRDG 8.4, LRDG 8.5)."""
    return house.benghazi_recon_ok, house.alamein_level


def brought_home(table: LrdgTable) -> list[str]:
    """The Recon OK of patrols of which somebody was out and is back; others are lost (LRDG-A95)."""
    state, bases = table.state, mission(table).returns
    home = {unit.patrol for unit in state.force if unit.out and unit.zone in bases}
    return [zone for id, patrol in state.patrols.items() if id in home for zone in patrol.recon_ok]


def wanted(table: LrdgTable, zone: str) -> bool:
    """Whether a Recon OK won by observing a zone counts by itself in this mission."""
    return any(rule.wants(zone) for rule in table.rules)
