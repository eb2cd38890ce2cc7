"""LRDG 6.1.4, reconnaissance: detachments scout adjacent zones, all at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable import Action, Decision, Done, Phase, Refusal, Table, number_of
from sandtable_lrdg.actions import Scout, Send
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.discretion import Discretion, chance_unseen, risk
from sandtable_lrdg.events import Scouted, place, places
from sandtable_lrdg.mission import Options, desert
from sandtable_lrdg.movement import (
    movers,
    only_trucks,
    spend,
    why_immobile,
    why_no_act_at,
    why_unaffordable,
)
from sandtable_lrdg.roster import NAMES, is_truck, kind
from sandtable_lrdg.state import SEAT, LrdgState
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.zones import BASES

COST = TABLES.costs["reconnaissance"]
"""The action points of a reconnaissance for each zone."""


def scout_orders(table: Table[LrdgState]) -> Iterator[Action]:
    """Yield a reconnaissance order for each stack."""
    for patrol, zone in table.state.stacks():
        yield Scout(patrol, zone)


def why_no_scouting(table: Table[LrdgState], action: Scout) -> Refusal | None:
    """Return why a stack cannot scout; None if it can (LRDG-A62)."""
    state = table.state
    patrol, zone = action.patrol, action.zone
    if refusal := why_immobile(state, patrol) or why_no_act_at(state, patrol, zone):
        return refusal
    if only_trucks([unit.id for unit in movers(state, patrol, zone)]):
        return Refusal("3.1", "Heavy and Light never move without another unit", zone)
    return why_unaffordable(state, action.patrol, COST)


def about_scouting(table: Table[LrdgState], action: Scout) -> str:  # noqa: ARG001
    """Say how a reconnaissance is ordered, and what it costs."""
    return f"choose detachments, then send them all; {COST} AP for each zone"


def do_scout(table: Table[LrdgState], action: Scout) -> None:
    """Let the player choose the detachments."""
    table.do(Sending(seat=SEAT, patrol=action.patrol, zone=action.zone, part=True))


class Sending(Decision[LrdgState], frozen=True, kw_only=True):
    """The player assigns units to zones in any order, then sends all detachments together (LRDG-A47)."""

    rule: ClassVar[str] = "6.1.4"
    title: ClassVar[str] = "Reconnaissance"
    takes: ClassVar[tuple[type[Action], ...]] = (Send, Done)

    patrol: str
    zone: str
    sent: tuple[tuple[str, str], ...] = ()

    def ask(self, table: Table[LrdgState]) -> str:  # noqa: ARG002
        sent = ", ".join(f"{NAMES[unit]} to {place(zone)}" for unit, zone in self.sent) or "no unit yet"
        return f"Reconnaissance from {place(self.zone)}: {sent}. {self._cost} AP so far."

    def describe(self, table: Table[LrdgState], action: Action) -> str:  # noqa: ARG002
        if not isinstance(action, Send):
            return "send the detachments"
        return f"{number_of(len(self._detachment_with(action)), 'unit')} in this detachment"

    def risk(self, table: Table[LrdgState], action: Action) -> str:
        if not isinstance(action, Send):
            return ""
        units = self._detachment_with(action)
        return risk(chance_unseen(table, self.patrol, action.zone, len(units), drm=drm_of(table, units)))

    def _detachment_with(self, action: Send) -> list[str]:
        """Return the units of a detachment, including the unit that the action adds."""
        return [unit for unit, zone in self.sent if zone == action.zone] + [action.unit]

    def cost(self, table: Table[LrdgState], action: Action) -> str:  # noqa: ARG002
        further = isinstance(action, Send) and all(zone != action.zone for _, zone in self.sent)
        return f"{COST} AP" if further else ""

    @property
    def _cost(self) -> int:
        return COST * len({zone for _, zone in self.sent})

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        for unit in movers(table.state, self.patrol, self.zone):
            yield from (Send(unit.id, zone) for zone in desert(table).neighbours(self.zone))
        yield Done()

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None if self.sent else Refusal(self.rule, "send at least one unit first")
        assert isinstance(action, Send)  # noqa: S101
        already_sent = [unit for unit, _ in self.sent]
        able = [unit.id for unit in movers(table.state, self.patrol, self.zone)]
        if action.unit not in able or action.unit in already_sent:
            text = "choose a unit of the stack that can move and is not chosen yet"
            return Refusal(self.rule, text, action.unit)
        return self._why_no_zone(table, action)

    def _why_no_zone(self, table: Table[LrdgState], action: Send) -> Refusal | None:
        neighbours = [zone for zone in desert(table).neighbours(self.zone) if zone not in BASES]
        if action.zone in BASES:
            return Refusal("LRDG-A61", "a base cannot be scouted", places(neighbours))
        if action.zone not in neighbours:
            return Refusal(self.rule, "only an adjacent zone can be reached", places(neighbours))
        is_new = action.zone not in {zone for _, zone in self.sent}
        if is_new and is_truck(action.unit):
            return Refusal("3.1", "Heavy and Light never move without another unit; send one first")
        return why_unaffordable(table.state, self.patrol, self._cost + COST * is_new)

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        if isinstance(action, Send):
            table.do(replace(self, sent=(*self.sent, (action.unit, action.zone))))
            return
        spend(table, self.patrol, self._cost)
        table.state.patrols[self.patrol].moved = True
        for zone in dict.fromkeys(zone for _, zone in self.sent):
            units = tuple(unit for unit, goal in self.sent if goal == zone)  # only they count (LRDG-A35)
            drm = drm_of(table, units)
            table.do(Discretion(zone, units, drm=drm, count=len(units)), Returned(units, zone))
        table.do(Combats(declares=True))


def drm_of(table: Table[LrdgState], units: Iterable[str]) -> int:
    """Return a detachment's drm: +1, less 1 each for Survey and Signal (LRDG-A46)."""
    house: Options = table.house
    helpers = sum(kind(unit).scout for unit in units)
    return 1 - (min(helpers, 1) if house.survey_signal_once else helpers)


class Returned(Phase[LrdgState], frozen=True):
    """Brings an unseen detachment back and marks the zone; a seen one stays (LRDG-A14, LRDG-A71)."""

    rule: ClassVar[str] = "6.1.4"
    title: ClassVar[str] = "Reconnaissance"

    units: tuple[str, ...]
    zone: str

    def run(self, table: Table[LrdgState]) -> None:
        state, back = table.state, bool(table.take())
        if back and self.zone not in state.scouted:
            state.scouted.append(self.zone)
            state.scouted.sort()
        if not back:
            state.relocate([state.units[unit] for unit in self.units], self.zone)
        table.tell(Scouted(self.units, self.zone, back))
