"""What a scenario sets (LRDG 4, LRDG 8), and the options of the game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from sandtable import Board, Scenario, Table
from sandtable.words import check_names
from sandtable_lrdg import zones
from sandtable_lrdg.counters import AXIS, Sort
from sandtable_lrdg.roster import KIND_OF, PATROLS, WACO, cost, is_truck
from sandtable_lrdg.state import LrdgState, Unit

Count = Annotated[int, Meta(ge=1, le=36)]
Places = Annotated[tuple[str, ...], Meta(max_length=100)]


class Options(Struct, frozen=True):
    """The rulings that can be chosen; game.toml says what each does."""

    event_per_game_turn: bool = False
    ap_floor_3: bool = False
    merge_recon_drm: bool = False
    spent_trucks_cost_vp: bool = True
    axis_victim: Literal["random", "player"] = "random"
    bomb_victim: Literal["player", "random"] = "player"
    airfields_fortified: bool = False
    example_placement: bool = False
    idle_units_count: bool = True
    bonuses_need_result: bool = True
    undefended_fights_go_on: bool = True
    mersa_airfield: bool = False
    maddalena_is_fort: bool = False
    benghazi_recon_ok: int = 1
    alamein_level: str = "moderate"


class Force(Struct, frozen=True, forbid_unknown_fields=True):
    """A historical patrol: its units, where it was bound, whether it waits in reserve (LRDG 8)."""

    patrol: Literal["1st", "2nd", "3rd"]
    units: Places
    bound: str = ""
    reserve: bool = False

    def __post_init__(self) -> None:
        check_names("unit", self.units, KIND_OF)
        check_names("bound: zone", (self.bound,) if self.bound else (), zones.NAMES)
        if all(is_truck(unit) or unit == WACO for unit in self.units):
            raise ValueError("units: a patrol needs a unit that can move alone")
        if WACO in self.units:
            raise ValueError("units: waco belongs to no patrol; waco = true has it there for nothing")


class Placement(Struct, frozen=True, forbid_unknown_fields=True):
    """Axis units to be laid face down (LRDG 8): `count` in each of some `zones`.

    Or in `every` zone of some kinds `but` a few; these skip zones that others name
    (LRDG-A28, LRDG-A92). `nation`, `mobile` and `av` are as far as the scenario tells them.
    """

    zones: Places = ()
    every: Places = ()
    but: Places = ()
    count: Count = 1
    nation: Literal["Italian", "German"] | None = None
    mobile: bool | None = None
    av: int | None = None

    def __post_init__(self) -> None:
        check_names("zone", (*self.zones, *self.but), zones.NAMES)
        check_names("kind of zone", self.every, zones.KINDS)
        if bool(self.zones) == bool(self.every):
            raise ValueError("a placement names zones, or kinds of zones with every, and not both")
        if not any(self.sort.fits(counter) for counter in AXIS):
            raise ValueError(f"there is no counter that is {self.sort.name}")

    @property
    def sort(self) -> Sort:
        """What is known of the counters."""
        return Sort(self.nation, self.mobile, self.av)


class Mission(Struct, frozen=True, forbid_unknown_fields=True):
    """One mission (LRDG 4.1): budget, historical `duration` in turns, bases, patrols, the Axis.

    `targets` are values by zone. Patrols begin in the first zone of `departure`, or where they
    like in `also` as long as one begins there (LRDG-A31). `waco` is there for nothing (LRDG-A32).
    """

    budget: Annotated[int, Meta(ge=2, le=60)]
    duration: Annotated[int, Meta(ge=1, le=40)]
    departure: str
    returns: Places
    patrols: Annotated[tuple[Force, ...], Meta(max_length=100)]
    axis: Annotated[tuple[Placement, ...], Meta(max_length=100)] = ()
    also: Places = ()
    targets: dict[str, Annotated[int, Meta(ge=1, le=12)]] = {}
    alarm: Annotated[int, Meta(ge=0, le=4)] = 0
    waco: bool = False

    def __post_init__(self) -> None:
        check_names("departure: base", (self.departure,), zones.BASES)
        check_names("also: base", self.also, zones.BASES)
        check_names("returns: base", self.returns, zones.BASES)
        check_names("targets: zone", self.targets, zones.NAMES)
        placed = (zone for one in self.axis for zone in one.zones)
        if base := next((zone for zone in (*self.targets, *placed) if zone in zones.BASES), ""):
            raise ValueError(f"no target and no Axis unit can be at {base}, which is a base of the LRDG")
        if not self.returns:
            raise ValueError("returns names no base to come home to")
        if self.departure in self.also:
            raise ValueError(f"also: {self.departure} is the departure already")
        self._check_patrols()
        self._check_counters()

    def _check_patrols(self) -> None:
        units = [unit for force in self.patrols for unit in force.units]
        twice = [unit for unit in units if units.count(unit) > 1]
        if twice:
            raise ValueError(f"{twice[0]} is in the historical patrols twice")
        names = [force.patrol for force in self.patrols]
        if names != list(PATROLS[: len(names)]) or not names:
            raise ValueError(f"the historical patrols are {', '.join(PATROLS)}, in this order")
        price = cost(tuple(units))
        if price > self.budget:
            raise ValueError(f"the historical patrols cost {price}, the budget is {self.budget}")

    def _check_counters(self) -> None:
        for sort in dict.fromkeys(one.sort for one in self.axis):
            wanted = sum(
                len(one.zones) * one.count
                for one in self.axis
                if one.sort == sort or one.sort.within(sort)
            )
            there = sum(axis.count for counter, axis in AXIS.items() if sort.fits(counter))
            if wanted > there:
                what = f" {sort.name}" if sort.name else ""
                raise ValueError(f"{wanted}{what} Axis counters are named, there are {there}")


def mission(table: Table[LrdgState]) -> Mission:
    """The mission that is played: the scenario's own, or that part of a campaign."""
    return part(table).data  # type: ignore[no-any-return]


def part(table: Table[LrdgState]) -> Scenario:
    """The scenario of the mission that is played."""
    return table.scenario.part(table.state.mission)


def desert(table: Table[LrdgState]) -> Board:
    """The map as the options in force have it."""
    house: Options = table.house
    return zones.board(mersa_airfield=house.mersa_airfield, maddalena_is_fort=house.maddalena_is_fort)


def home(data: Mission, unit: Unit) -> bool:
    """Whether a unit is back at a base of the mission, or never left (LRDG-A59)."""
    return unit.zone in data.returns or not unit.out
