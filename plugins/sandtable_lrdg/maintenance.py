"""LRDG 6.1.5 and LRDG 6.1.6: caches, and maintenance in the field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable import Action, Decision, Done, Phase, Refusal, Table
from sandtable_lrdg.actions import Cache, Maintain, Use
from sandtable_lrdg.events import CacheLaid, LoadUsed, Repaired, names, place, places
from sandtable_lrdg.movement import spend, why_no_act_at, why_unaffordable
from sandtable_lrdg.roster import WACO, kind
from sandtable_lrdg.state import SEAT, LrdgState
from sandtable_lrdg.tables import TABLES

CACHE = "cache"
"""The id of the cache among the aids."""

REPAIRED_BELOW = TABLES.maintenance["below"]
"""A unit is repaired by a result lower than this (LRDG 6.1.6)."""


def cache_orders(table: Table[LrdgState]) -> Iterator[Action]:
    """Yield an order to place a cache for each stack."""
    for patrol, zone in table.state.stacks():
        yield Cache(patrol, zone)


def why_no_cache(table: Table[LrdgState], action: Cache) -> Refusal | None:
    """Return why a patrol cannot place a cache; None if it can (LRDG 6.1.5)."""
    refusal = why_no_act_at(table.state, action.patrol, action.zone)
    if refusal is None and action.zone in table.state.caches:
        refusal = Refusal("6.1.5", "the zone already has a cache", action.zone)
    return refusal or why_unaffordable(table.state, action.patrol, TABLES.costs["cache"])


def describe_broken(state: LrdgState) -> str:
    """Return where units have MCO markers, in words."""
    return f"such units: {places(unit.zone for unit in state.force if unit.mco)}"


def about_maintenance(table: Table[LrdgState], action: Maintain) -> str:
    """Return the units that a maintenance may repair, and the roll each needs, in words."""
    broken = names(unit.id for unit in table.state.at(action.zone) if unit.mco)
    return f"{broken}: a roll of {REPAIRED_BELOW - 1} or less repairs each"


def do_cache(table: Table[LrdgState], action: Cache) -> None:
    """Place a cache, which any patrol may use."""
    spend(table, action.patrol, TABLES.costs["cache"])
    table.state.caches.append(action.zone)
    table.state.caches.sort()
    table.tell(CacheLaid(action.zone, laid=True))


def maintenance_orders(table: Table[LrdgState]) -> Iterator[Action]:
    """Yield a maintenance order for each stack in a zone where a unit has an MCO marker."""
    for patrol, zone in table.state.stacks():
        if any(unit.mco for unit in table.state.at(zone)):
            yield Maintain(patrol, zone)


def why_no_maintenance(table: Table[LrdgState], action: Maintain) -> Refusal | None:
    """Return why a patrol cannot repair units in a zone; None if it can (LRDG 6.1.6, LRDG-A77)."""
    refusal = why_no_act_at(table.state, action.patrol, action.zone)
    if refusal is None and not any(unit.mco for unit in table.state.at(action.zone)):
        refusal = Refusal("6.1.6", "no unit there has an MCO marker", describe_broken(table.state))
    return refusal or why_unaffordable(table.state, action.patrol, TABLES.costs["maintenance"])


def do_maintain(table: Table[LrdgState], action: Maintain) -> None:
    """Pay once for the maintenance of all units in the zone, of any patrol."""
    spend(table, action.patrol, TABLES.costs["maintenance"])
    table.do(Workshop(action.zone))


def aids(state: LrdgState, zone: str) -> list[str]:
    """Return the aids in a zone: trucks with a load, a cache."""
    trucks = [unit.id for unit in state.at(zone) if unit.loads > 0]
    return trucks + [CACHE] * (zone in state.caches)


class Workshop(Phase[LrdgState], frozen=True):
    """Begins a maintenance in a zone: the player chooses any aids, then the units are tested."""

    rule: ClassVar[str] = "6.1.6"
    title: ClassVar[str] = "Maintenance"

    zone: str
    air: bool = False

    def run(self, table: Table[LrdgState]) -> None:
        drm = kind(WACO).drm if self.air else 0
        if aids(table.state, self.zone):
            table.do(Helping(seat=SEAT, zone=self.zone, drm=drm))
        else:
            table.do(Repairs(self.zone, drm))


class Helping(Decision[LrdgState], frozen=True, kw_only=True):
    """The player chooses the trucks and the cache that help the maintenance (LRDG 6.1.6)."""

    rule: ClassVar[str] = "6.1.6"
    title: ClassVar[str] = "Aids"
    takes: ClassVar[tuple[type[Action], ...]] = (Use, Done)

    zone: str
    drm: int
    used: tuple[str, ...] = ()

    def ask(self, table: Table[LrdgState]) -> str:
        broken = names(unit.id for unit in table.state.at(self.zone) if unit.mco)
        added = f" ({self.drm:+} to the roll)" if self.drm else ""
        return f"Maintenance of {broken} at {place(self.zone)}{added}: use more help, or test now?"

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        if not isinstance(action, Use):
            return "test now"
        flips = action.thing != CACHE and not table.state.units[action.thing].used
        costs = flips and table.house.spent_trucks_cost_vp
        reduced = "; the truck then counts as reduced: -1 VP" * bool(costs)
        return f"{drm_of(action.thing):+} to the roll{reduced}"

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        yield from (Use(aid) for aid in aids(table.state, self.zone) if aid not in self.used)
        yield Done()

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if isinstance(action, Done) or action in self.candidates(table):
            return None
        assert isinstance(action, Use)  # noqa: S101
        return Refusal(
            self.rule, "use a cache, or a truck with a load, in this zone, each only once", action.thing
        )

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        if not isinstance(action, Use):
            table.do(Repairs(self.zone, self.drm))
            return
        use(table, action.thing, self.zone)
        used = (*self.used, action.thing)
        drm = self.drm + drm_of(action.thing)
        table.do(replace(self, part=True, drm=drm, used=used))


def drm_of(aid: str) -> int:
    """Return the number that an aid adds to the die."""
    return TABLES.maintenance["cache"] if aid == CACHE else kind(aid).drm


def use(table: Table[LrdgState], aid: str, zone: str) -> None:
    """Use an aid: remove a cache, or flip a truck that uses its first load (LRDG-A76)."""
    if aid == CACHE:
        table.state.caches.remove(zone)
        table.tell(CacheLaid(zone, laid=False))
        return
    truck = table.state.units[aid]
    truck.used += 1
    truck.steps = 1
    table.tell(LoadUsed(aid))


class Repairs(Phase[LrdgState], frozen=True):
    """Tests each unit with a marker; success removes its worst one (LRDG-A43)."""

    rule: ClassVar[str] = "6.1.6"
    title: ClassVar[str] = "Maintenance test"

    zone: str
    drm: int

    def run(self, table: Table[LrdgState]) -> None:
        for unit in table.state.at(self.zone):
            if unit.mco:
                freed = table.dice.rolls_at_most(REPAIRED_BELOW - 1 - self.drm)
                if freed:
                    unit.mco.pop()
                table.tell(Repaired(unit.id, table.rolls[-1].value, self.drm, freed))
