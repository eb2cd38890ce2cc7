"""LRDG 6.1.2, air support: the Waco observes a zone, or repairs units there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Phase, Refusal, Table
from sandtable_lrdg import recon_ok
from sandtable_lrdg.actions import AirIntelligence, AirMaintenance
from sandtable_lrdg.discretion import Discretion, chance_unseen
from sandtable_lrdg.events import Flew, places
from sandtable_lrdg.intelligence import why_unobservable
from sandtable_lrdg.maintenance import Workshop, describe_broken
from sandtable_lrdg.mission import Options, desert
from sandtable_lrdg.movement import spend, why_no_act, why_unaffordable
from sandtable_lrdg.state import LrdgState
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.zones import zones_within

COST = TABLES.costs["air-support"]
"""The action points that a flight costs."""

MOST_LINKS = 2
"""The most links that the Waco flies from a stack."""

HIGHEST_RETURN = 2
"""The highest roll on which the Waco can fly again."""


def zones_in_reach(table: Table[LrdgState], patrol: str) -> list[str]:
    """Return the zones at most two links from one of the patrol's stacks (LRDG-A82)."""
    board, stacks = desert(table), table.state.zones(patrol)
    in_reach = {zone for stack in stacks for zone in zones_within(board, stack, MOST_LINKS)}
    return [zone for zone in board.spaces if zone in in_reach]


def flights(table: Table[LrdgState]) -> Iterator[Action]:
    """Yield an order for every flight that a patrol can pay for."""
    if not table.state.waco:
        return
    for id, patrol in table.state.patrols.items():
        if patrol.ap >= COST:
            for zone in zones_in_reach(table, id):
                yield AirIntelligence(id, zone)
                yield AirMaintenance(id, zone)


def why_no_flight(table: Table[LrdgState], action: AirIntelligence | AirMaintenance) -> Refusal | None:
    """Return why the Waco cannot fly there; None if it can. It serves any patrol (LRDG-A87)."""
    state = table.state
    if not state.waco:
        return Refusal("6.1.2", "the Waco is not available in this mission, or has been used")
    refusal = why_no_act(state, action.patrol) or why_unaffordable(state, action.patrol, COST)
    if refusal is None and not any(
        desert(table).distances(stack).get(action.zone, 99) <= MOST_LINKS
        for stack in state.zones(action.patrol)
    ):
        refusal = Refusal(
            "LRDG-A82",
            "the Waco flies at most two links from the patrol",
            places(zones_in_reach(table, action.patrol)),
        )
    if refusal is not None:
        return refusal
    if isinstance(action, AirIntelligence):
        return why_unobservable(table, action.zone)
    if not any(unit.mco for unit in state.at(action.zone)):
        return Refusal("6.1.6", "no unit there has an MCO marker", describe_broken(state))
    return None


def risk_of_flight(table: Table[LrdgState], action: AirIntelligence | AirMaintenance) -> str:
    """Return the chance that the intelligence fails, in words; "" for maintenance."""
    if isinstance(action, AirMaintenance):
        return ""
    return f"fails {100 - chance_unseen(table, action.patrol, action.zone, 0, drm_of(table))} %"


def do_intelligence(table: Table[LrdgState], action: AirIntelligence) -> None:
    """Test as if no LRDG units were in the zone (LRDG-A15)."""
    spend(table, action.patrol, COST)
    units = tuple(unit.id for unit in table.state.units_of(action.patrol))
    table.do(Discretion(action.zone, units, drm=drm_of(table), count=0, fights=False))
    table.do(Seen(action.patrol, action.zone), Landing(action.zone))


def drm_of(table: Table[LrdgState]) -> int:
    """Return the drm of intelligence from the air (LRDG-A82)."""
    house: Options = table.house
    return 0 if house.air_watch_adds_1 else -1


def do_maintenance(table: Table[LrdgState], action: AirMaintenance) -> None:
    """Repair units as on the ground, with the aircraft's drm (LRDG 6.1.6)."""
    spend(table, action.patrol, COST)
    table.do(Workshop(action.zone, air=True), Landing(action.zone))


class Seen(Phase[LrdgState], frozen=True):
    """Gives the patrol a Recon OK if the test succeeded."""

    rule: ClassVar[str] = "6.1.2"
    title: ClassVar[str] = "Air intelligence"

    patrol: str
    zone: str

    def run(self, table: Table[LrdgState]) -> None:
        if table.take():
            recon_ok.win(table, self.patrol, self.zone)


class Landing(Phase[LrdgState], frozen=True):
    """Rolls for the Waco: it comes back on 1 or 2; otherwise it is out for the mission."""

    rule: ClassVar[str] = "6.1.2"
    title: ClassVar[str] = "Return of the Waco"

    zone: str

    def run(self, table: Table[LrdgState]) -> None:
        table.state.waco = table.dice.rolls_at_most(HIGHEST_RETURN)
        table.tell(Flew(self.zone, table.state.waco))
