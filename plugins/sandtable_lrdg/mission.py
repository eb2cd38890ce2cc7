"""The data of a scenario (LRDG 4, LRDG 8), and the game's options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from sandtable import Board, Scenario, Table, one_of, refuse
from sandtable_lrdg import zones
from sandtable_lrdg.counters import AXIS, DEFAULT_STOCK, HISTORICAL_STOCK, STOCK_COUNT, Sort, full_pool
from sandtable_lrdg.events import as_points
from sandtable_lrdg.roster import KIND_OF, PATROLS, WACO, cost, is_truck
from sandtable_lrdg.state import LrdgState, Unit
from sandtable_lrdg.tables import TABLES

if TYPE_CHECKING:
    Zone = str
    ZoneKind = str
    Base = str
    UnitId = str
else:
    Zone = one_of("zone", zones.NAMES)
    ZoneKind = one_of("kind of zone", sorted(zones.KINDS))
    Base = one_of("base", zones.BASES)
    UnitId = one_of("unit", KIND_OF)

Level: TypeAlias = Literal["historical", "recruit", "regular", "veteran"]
Count = Annotated[int, Meta(ge=1, le=36)]
Zones = Annotated[tuple[Zone, ...], Meta(max_length=100)]
ZoneKinds = Annotated[tuple[ZoneKind, ...], Meta(max_length=100)]
Bases = Annotated[tuple[Base, ...], Meta(max_length=100)]
UnitIds = Annotated[tuple[UnitId, ...], Meta(max_length=100)]


class Options(Struct, frozen=True, dict=True):
    """The house rules; game.toml says what each does."""

    level: Level = "historical"
    entry_fights: bool = True
    event_per_game_turn: bool = True
    one_marker_each: bool = False
    ap_floor_3: bool = False
    merge_recon_drm: bool = False
    spent_trucks_cost_vp: bool = True
    axis_victim: Literal["random", "player"] = "random"
    bomb_victim: Literal["player", "random"] = "player"
    airfields_fortified: bool = False
    example_placement: bool = False
    idle_units_count: bool = True
    bonuses_need_result: bool = False
    undefended_fights_go_on: bool = True
    reserve_pulls_back: bool = False
    air_watch_adds_1: bool = False
    survey_signal_once: bool = False
    aid_watch_drm: bool = False
    watch_paid_at_once: bool = False
    bases_draw_axis: bool = True
    one_unit_a_zone: bool = False
    single_stays_mobile: bool = False
    reroll_own_dice: bool = False
    defenders_drawn_once: bool = False
    destroyed_frees: bool = False
    pull_back_one_attack: bool = False
    round_each_link: bool = False
    mersa_airfield: bool = False
    maddalena_is_fort: bool = False
    bir_hacheim_is_fortress: bool = False
    benghazi_recon_ok: int = 1
    alamein_level: str = "moderate"

    @cached_property
    def desert(self) -> Board:
        """The map with these options."""
        return zones.board(
            mersa_airfield=self.mersa_airfield,
            maddalena_is_fort=self.maddalena_is_fort,
            bir_hacheim_is_fortress=self.bir_hacheim_is_fortress,
        )


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """A historical patrol (LRDG 8).

    `patrol` is the patrol's number. `units` are its counters; at least one must be able to move.
    `bound` is its historical destination. `reserve` is true if the patrol waits at its base
    until the player calls it (LRDG-A78).
    """

    patrol: Literal["1st", "2nd", "3rd"]
    units: UnitIds
    bound: Zone = ""
    reserve: bool = False

    def __post_init__(self) -> None:
        if all(is_truck(unit) or unit == WACO for unit in self.units):
            raise ValueError("units: a patrol needs a unit that is neither a truck nor the Waco")
        if WACO in self.units:
            raise ValueError("units: waco cannot be in a patrol; waco = true makes it available")


class Placement(Struct, frozen=True, forbid_unknown_fields=True):
    """Axis units to be placed face down (LRDG 8).

    The player knows the nation, the mobility and the attack value that a table names, even while the
    units are face down. `zones` are where units are placed. `every` names kinds of zones instead: units
    are placed in each zone of these kinds (LRDG-A28, LRDG-A92). `but` names zones to leave out. `count`
    is the number of units in each zone. `nation` is the nation of the units. `mobile` is true for mobile
    units, false for fixed ones. `av` is the attack value of the units.
    """

    zones: Zones = ()
    every: ZoneKinds = ()
    but: Zones = ()
    count: Count = 1
    nation: Literal["Italian", "German"] | None = None
    mobile: bool | None = None
    av: int | None = None

    def __post_init__(self) -> None:
        if bool(self.zones) == bool(self.every):
            raise ValueError("name either zones or, with the key every, kinds of zones")
        if not any(self.sort.fits(counter) for counter in AXIS):
            raise ValueError(f"there is no counter that is {self.sort.name}")

    @property
    def sort(self) -> Sort:
        """The known facts about the counters."""
        return Sort(self.nation, self.mobile, self.av)


Stock = Annotated[int, Meta(ge=1, le=STOCK_COUNT)]


class Stocks(Struct, frozen=True, forbid_unknown_fields=True):
    """The stock of Axis counters that a mission uses at each level (LRDG-A101).

    `recruit` is the stock of that level, by default the regular one. `regular` is the stock of the
    middle level. `veteran` is the stock of that level, by default the regular one. At the level
    ``historical`` all missions use the same stock.
    """

    recruit: Stock | None = None
    regular: Stock = DEFAULT_STOCK
    veteran: Stock | None = None

    def at(self, level: Level) -> int:
        """Return the stock of a level."""
        if level == "historical":
            return HISTORICAL_STOCK
        stocks = {"recruit": self.recruit, "regular": self.regular, "veteran": self.veteran}
        return stocks[level] or self.regular


class Mission(Struct, frozen=True, forbid_unknown_fields=True):
    """One mission (LRDG 4.1): points for units, bases, patrols, the Axis, targets.

    `budget` is the number of points for units. `duration` is the historical length of the mission in
    turns; an earlier return scores. `departure` is the base where at least one patrol begins
    (LRDG-A31). `returns` are the bases where units count as home at the end. `patrols` are the
    historical patrols, in the order 1st, 2nd, 3rd. `axis` lists the Axis units to be placed face down.
    `also` lists more bases where the other patrols may begin. `targets` gives the target's value in each
    zone. `alarm` is the alarm at the start. `waco` is true if the Waco comes free of charge
    (LRDG-A32). `stock` says which counters the Axis has at each level (LRDG-A101). `what_if` is true if
    there was no such raid: patrols, destinations and duration are then called a plan.
    """

    budget: Annotated[int, Meta(ge=2, le=60)]
    duration: Annotated[int, Meta(ge=1, le=40)]
    departure: Base
    returns: Bases
    patrols: Annotated[tuple[Force, ...], Meta(max_length=100)]
    axis: Annotated[tuple[Placement, ...], Meta(max_length=100)] = ()
    also: Bases = ()
    targets: dict[Zone, Annotated[int, Meta(ge=1, le=12)]] = {}
    alarm: Annotated[int, Meta(ge=0, le=4)] = 0
    waco: bool = False
    stock: Stocks = Stocks()
    what_if: bool | UnsetType = UNSET  # without a default value, the other missions keep their digests

    def __post_init__(self) -> None:
        refuse((*self._bases(), *self._patrols(), *self._counters()))

    def _bases(self) -> Iterator[str]:
        placed = [zone for placement in self.axis for zone in placement.zones]
        for key, noun, places in (("targets", "target", self.targets), ("axis", "Axis unit", placed)):
            if base := next((zone for zone in places if zone in zones.BASES), ""):
                yield f"{key}: no {noun} can be at {base}, which is a base of the LRDG"
        if not self.returns:
            yield "returns: name at least one base"
        if self.departure in self.also:
            yield f"also: {self.departure} is already the departure base"

    def _patrols(self) -> Iterator[str]:
        units = [unit for force in self.patrols for unit in force.units]
        twice = [unit for unit in units if units.count(unit) > 1]
        if twice:
            yield f"patrols: {twice[0]} is in the historical patrols twice"
        names = [force.patrol for force in self.patrols]
        if names != list(PATROLS[: len(names)]) or not names:
            yield f"patrols: the historical patrols are {', '.join(PATROLS)}, in this order"
        price = cost(tuple(units))
        if price > self.budget:
            yield f"budget: the historical patrols cost {price}, but the budget is {self.budget}"

    def _counters(self) -> Iterator[str]:
        for sort in dict.fromkeys(placement.sort for placement in self.axis):
            named = sum(
                len(placement.zones) * placement.count
                for placement in self.axis
                if placement.sort == sort or placement.sort.is_within(sort)
            )
            stocks = set(map(self.stock.at, get_args(Level)))
            available = min(sum(map(sort.fits, full_pool(stock))) for stock in stocks)
            if named > available:
                sort_name = f" {sort.name}" if sort.name else ""
                yield f"axis: {named}{sort_name} counters are named, but the game has only {available}"


def mission(table: Table[LrdgState]) -> Mission:
    """Return the mission of the scenario, or the current one of a campaign."""
    return scenario(table).data  # type: ignore[no-any-return]


NO_RESULT = "Speed and a low alarm score only with a result (LRDG-A58)."
"""A note on the bonuses, shown when a mission begins and when the player asks about it."""


def describe_destinations(data: Mission) -> str:
    """Return the destinations of the historical patrols, in words; "" if none is known."""
    went = " patrol goes to " if data.what_if else " patrol went to "
    routes = [
        f"the {force.patrol}{' to ' if place else went}{zones.NAMES[force.bound]}"
        for place, force in enumerate(force for force in data.patrols if force.bound)
    ]
    return f"{'In the plan' if data.what_if else 'In history'} {', '.join(routes)}." if routes else ""


def describe_duration(data: Mission) -> str:
    """Return the mission's historical duration, and the points for an earlier return, in words."""
    allowed = "The plan allows" if data.what_if else "The historical mission took"
    points = f"{as_points(TABLES.points['duration'])} victory points"
    return f"{allowed} {data.duration} turns; take fewer for {points}."


def scenario(table: Table[LrdgState]) -> Scenario:
    """Return the scenario of the current mission."""
    return table.scenario.part(table.state.mission)


def desert(table: Table[LrdgState]) -> Board:
    """Return the map under the game's options."""
    house: Options = table.house
    return house.desert


def is_home(data: Mission, unit: Unit) -> bool:
    """Tell whether a unit is back at a base where the mission may end, or never left (LRDG-A59)."""
    return unit.zone in data.returns or not unit.out


def all_back(table: Table[LrdgState], coming: Sequence[str] = ()) -> bool:
    """Tell whether every surviving unit has left and is back, or is `coming` back now (LRDG 5.4)."""
    bases = mission(table).returns
    return all(unit.out and (unit.zone in bases or unit.id in coming) for unit in table.state.force)
