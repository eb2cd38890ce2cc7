"""LRDG 8.4 and LRDG 8.5: special rules for earlier missions' Recon OK, for reserves and for landings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sandtable import Action, Decision, Phase, Refusal, Wait
from sandtable_lrdg import zones
from sandtable_lrdg.actions import Grant, Launch, Reserve
from sandtable_lrdg.events import Landed, Launched, names
from sandtable_lrdg.mission import UnitIds, Zone
from sandtable_lrdg.movement import enter
from sandtable_lrdg.recon_ok import win
from sandtable_lrdg.roster import WACO, is_truck
from sandtable_lrdg.special_rules import MissionRule
from sandtable_lrdg.state import EARLIER, SEAT, LrdgState, LrdgTable
from sandtable_lrdg.zones import BASES


class PatrolChoice(Decision[LrdgState], frozen=True, kw_only=True):
    """The player chooses the patrol that gets a Recon OK or a unit."""

    takes: ClassVar[tuple[type[Action], ...]] = (Grant,)

    def candidates(self, table: LrdgTable) -> Iterator[Action]:
        yield from map(Grant, self.able_patrols(table))

    def able_patrols(self, table: LrdgTable) -> list[str]:
        """Return the patrols to choose from."""
        return [patrol for patrol in table.state.patrols if table.state.units_of(patrol)]

    def refusal(self, table: LrdgTable, action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal(self.rule, "only a patrol of this mission can be chosen")


class Granting(PatrolChoice, frozen=True):
    """The player chooses the patrol that gets a Recon OK from mission 1 (LRDG-A74)."""

    rule: ClassVar[str] = "8.4"
    title: ClassVar[str] = "Previous success"

    def ask(self, table: LrdgTable) -> str:  # noqa: ARG002
        return "Which patrol gets the Recon OK from the Benghazi road?"

    def choose(self, table: LrdgTable, action: Action) -> None:
        assert isinstance(action, Grant)  # noqa: S101
        win(table, action.patrol, EARLIER)


class PreviousSuccess(MissionRule):
    """LRDG 8.1, LRDG 8.4: patrols start with the Recon OK won on the Benghazi road.

    Unspent Recon OK remain for the next mission with this rule. `alone` is false if the rule applies
    only in a campaign.
    """

    phases: ClassVar[tuple[type[Phase[LrdgState]], ...]] = (Granting,)
    actions: ClassVar[tuple[type[Action], ...]] = ()

    alone: bool = True

    def ends(self, table: LrdgTable) -> None:
        state = table.state
        held = [zone for id, it in state.patrols.items() if state.units_of(id) for zone in it.recon_ok]
        state.won = held.count(EARLIER) if state.patrols else state.won

    def formed(self, table: LrdgTable) -> None:
        patrols = list(table.state.patrols)
        for _ in range(table.state.won if self.alone or table.scenario.parts else 0):
            if len(patrols) > 1:
                table.do(Granting(seat=SEAT))
            else:
                win(table, patrols[0], EARLIER)


class HoldBack(PatrolChoice, frozen=True):
    """The player may hold one of several patrols in reserve (LRDG-A78)."""

    rule: ClassVar[str] = "LRDG-A78"
    title: ClassVar[str] = "In reserve"
    takes: ClassVar[tuple[type[Action], ...]] = (Reserve, Wait)

    def ask(self, table: LrdgTable) -> str:  # noqa: ARG002
        return "Hold a patrol in reserve, to leave on a turn of your choice?"

    def describe(self, table: LrdgTable, action: Action) -> str:  # noqa: ARG002
        return "all patrols leave together" if isinstance(action, Wait) else action.help

    def candidates(self, table: LrdgTable) -> Iterator[Action]:
        yield from map(Reserve, table.state.patrols)
        yield Wait()

    def choose(self, table: LrdgTable, action: Action) -> None:
        if isinstance(action, Reserve):
            table.state.patrols[action.patrol].reserve = True


class CallUp(Decision[LrdgState], frozen=True, kw_only=True):
    """The player chooses each turn whether the reserve leaves (LRDG-A78)."""

    rule: ClassVar[str] = "LRDG-A78"
    title: ClassVar[str] = "In reserve"
    takes: ClassVar[tuple[type[Action], ...]] = (Launch, Wait)

    patrol: str

    def ask(self, table: LrdgTable) -> str:  # noqa: ARG002
        return f"Does the {self.patrol} patrol leave the reserve now?"

    def candidates(self, table: LrdgTable) -> Iterable[Action]:  # noqa: ARG002
        return Launch(self.patrol), Wait()

    def refusal(self, table: LrdgTable, action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal(self.rule, f"only the {self.patrol} patrol waits in reserve")

    def choose(self, table: LrdgTable, action: Action) -> None:
        if isinstance(action, Launch):
            table.state.patrols[action.patrol].reserve = False
            table.tell(Launched(action.patrol))


class InReserve(MissionRule):
    """LRDG 8.5: a patrol may leave on any turn that the player chooses."""

    phases: ClassVar[tuple[type[Phase[LrdgState]], ...]] = (HoldBack, CallUp)
    actions: ClassVar[tuple[type[Action], ...]] = ()

    def brief(self) -> str:
        return "One patrol may wait in reserve and leave on a turn of your choice."

    def formed(self, table: LrdgTable) -> None:
        patrols = table.state.patrols
        if len(patrols) > 1 and not any(patrol.reserve for patrol in patrols.values()):
            table.do(HoldBack(seat=SEAT))

    def turn_begins(self, table: LrdgTable) -> None:
        waiting = [id for id, patrol in table.state.patrols.items() if patrol.reserve]
        table.do(*(CallUp(seat=SEAT, patrol=id) for id in waiting))


class Attaching(PatrolChoice, frozen=True, kw_only=True):
    """The player chooses the patrol that a landed unit joins (LRDG 8.5)."""

    rule: ClassVar[str] = "8.5"
    title: ClassVar[str] = "Reinforcements by sea"

    unit: str
    zone: str

    def ask(self, table: LrdgTable) -> str:  # noqa: ARG002
        return f"{names([self.unit])} lands at {zones.NAMES[self.zone]}. Which patrol does it join?"

    def able_patrols(self, table: LrdgTable) -> list[str]:
        return on_mission(table)

    def choose(self, table: LrdgTable, action: Action) -> None:
        assert isinstance(action, Grant)  # noqa: S101
        attach(table, self.unit, self.zone, action.patrol)


def on_mission(table: LrdgTable) -> list[str]:
    """Return the patrols that have units and are not in reserve (LRDG-A78)."""
    state = table.state
    return [id for id, patrol in state.patrols.items() if state.units_of(id) and not patrol.reserve]


def attach(table: LrdgTable, unit: str, zone: str, patrol: str) -> None:
    """Add a landed unit to a patrol."""
    counter = table.state.units[unit]
    counter.patrol, counter.zone, counter.out = patrol, zone, True
    table.tell(Landed(unit, zone, patrol))


class Ashore(Phase[LrdgState], frozen=True):
    """Lands the units, and tests them like any units that enter a zone (LRDG-A78)."""

    rule: ClassVar[str] = "8.5"
    title: ClassVar[str] = "Reinforcements by sea"

    units: tuple[str, ...]
    zone: str

    def run(self, table: LrdgTable) -> None:
        enter(table, [table.state.units[unit] for unit in self.units], self.zone)


class ReinforcementsBySea(MissionRule):
    """LRDG 8.5: units that land from the sea once a patrol is there.

    `units` are their counters. `zone` is the zone where they land. `at` is the zone where a
    patrol must be. They may land from turn `first` on. `last` is the last turn on which they may land.
    """

    phases: ClassVar[tuple[type[Phase[LrdgState]], ...]] = (Attaching, Ashore)
    actions: ClassVar[tuple[type[Action], ...]] = ()
    keeps: ClassVar[tuple[str, ...]] = ("landed",)

    units: UnitIds
    zone: Zone
    at: Zone
    first: int
    last: int
    landed: bool = False

    def brief(self) -> str:
        where, near = zones.NAMES[self.zone], zones.NAMES[self.at]
        when = f"on turns {self.first} to {self.last}"
        return f"{names(self.units)} land at {where} once a patrol is at {near}, {when}."

    def __post_init__(self) -> None:
        if WACO in self.units or all(map(is_truck, self.units)):
            raise ValueError("units must be able to move: no Waco, and not only trucks")
        if self.zone in BASES or not self.first <= self.last:
            raise ValueError("zone must not be a base, and first must not be after last")

    def moved(self, table: LrdgTable) -> Iterable[Phase[LrdgState]]:
        state = table.state
        if self.landed or not self.first <= state.turn <= self.last or not state.at(self.at):
            return ()
        self.landed = True
        able = tuple(unit for unit in self.units if state.units[unit].available)
        patrols = on_mission(table)
        if len(patrols) == 1:
            for unit in able:
                attach(table, unit, self.zone, patrols[0])
            return (Ashore(able, self.zone),) if able else ()
        chosen = [Attaching(seat=SEAT, unit=unit, zone=self.zone) for unit in able]
        return (*chosen, Ashore(able, self.zone)) if able else ()
