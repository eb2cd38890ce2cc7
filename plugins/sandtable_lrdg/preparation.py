"""LRDG 4.2, set-up: clear the map, and place the Axis units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import (
    Action,
    Decision,
    Done,
    Phase,
    Refusal,
    Table,
    ask_rules,
    call_rules,
    gather_from_rules,
    number_of,
)
from sandtable_lrdg import zones
from sandtable_lrdg.actions import Cancel
from sandtable_lrdg.counters import ANY, draw, full_pool
from sandtable_lrdg.events import MissionBegan, TakenAway
from sandtable_lrdg.mission import (
    NO_RESULT,
    Mission,
    Options,
    Placement,
    describe_destinations,
    describe_duration,
    desert,
    mission,
    scenario,
)
from sandtable_lrdg.muster import Departures, Formed, Muster, hqs
from sandtable_lrdg.state import SEAT, LrdgState, Target


class Preparation(Phase[LrdgState], frozen=True):
    """Places the Axis units (LRDG 4.2), then lets the player choose units (LRDG 4.1)."""

    rule: ClassVar[str] = "4.2"
    title: ClassVar[str] = "Preparation"

    def run(self, table: Table[LrdgState]) -> None:
        data = mission(table)
        table.rules = list(scenario(table).rules())
        clear_state(table.state, data, data.stock.at(table.house.level))
        table.tell(MissionBegan(scenario(table).title, task(table, data)))
        call_rules(table.rules, "begins", table)
        place_axis(table, data)
        if not hqs(table):
            return  # LRDG-A81: there is no HQ to lead it
        table.do(Muster(seat=SEAT), Departures(), Cancelling(), Formed())


def task(table: Table[LrdgState], data: Mission) -> str:
    """Return the task, the bases to return to, and the historical duration, in words."""
    targets = ", ".join(f"{zones.NAMES[zone]} {value}" for zone, value in data.targets.items())
    home = " or ".join(zones.NAMES[zone] for zone in data.returns)
    parts = [scenario(table).info.summary, f"Targets: {targets}." if targets else ""]
    parts += ask_rules(table.rules, "brief", str)
    parts.append(describe_destinations(data))
    parts.append(f"Come home to {home}.")
    parts.append(describe_duration(data))
    parts.append(NO_RESULT * table.house.bonuses_need_result)
    return " ".join(filter(None, parts))


def clear_state(state: LrdgState, data: Mission, stock: int) -> None:
    """Clear the state for a mission, except what a campaign carries over (LRDG 8)."""
    for unit in state.units.values():
        unit.patrol, unit.zone, unit.reports, unit.watch = "", "", [], None
        unit.arrived = unit.out = False
    state.pool, state.axis, state.placed, state.defeated = full_pool(stock), [], 0, []
    state.targets = {zone: Target(value, value) for zone, value in data.targets.items()}
    state.patrols, state.caches, state.scouted, state.trigger = {}, [], [], []
    state.turn, state.alarm, state.recon, state.waco = 0, data.alarm, "", data.waco
    state.over = state.closed = False


def place_axis(table: Table[LrdgState], data: Mission) -> None:
    """Place the Axis units face down, those with named zones first (LRDG-A57, LRDG-A92)."""
    state = table.state
    placements: list[Placement] = list(data.axis)
    for rule in table.rules:
        placements = gather_from_rules([rule], "placed", Placement, table, placements)
    for placement in sorted(placements, key=lambda placement: bool(placement.every)):
        for zone in placement.zones or zones_of_kinds(table, placement, data):
            for _ in range(placement.count if state.spare > 0 else 0):
                state.place(zone, placement.sort, guards=zone in state.targets)


def zones_of_kinds(table: Table[LrdgState], placement: Placement, data: Mission) -> list[str]:
    """Return all zones of the kinds that a placement names (LRDG-A28).

    The zones nearest to a target come first, since the counters may run out (LRDG 4.2).
    """
    house: Options = table.house
    named = {zone for specific in data.axis for zone in specific.zones if house.one_unit_a_zone}
    board = desert(table)
    zones_meant = [
        id
        for id, space in board.spaces.items()
        if set(placement.every) & set(space.kinds) and id not in named and id not in placement.but
    ]
    distances = [board.distances(target) for target in data.targets]
    return sorted(zones_meant, key=lambda id: min((links[id] for links in distances), default=0))


class Cancelling(Phase[LrdgState], frozen=True):
    """Lets the player remove counters from the pool, if a special rule allows it (LRDG-A33)."""

    rule: ClassVar[str] = "8.5"
    title: ClassVar[str] = "Fewer Axis units"

    def run(self, table: Table[LrdgState]) -> None:
        number = min(sum(ask_rules(table.rules, "cancels", int, table)), max(table.state.spare, 0))
        if number:
            table.do(Cancels(seat=SEAT, number=number))


class Cancels(Decision[LrdgState], frozen=True, kw_only=True):
    """The player chooses how many counters are removed, at random (LRDG-A33)."""

    rule: ClassVar[str] = "8.5"
    title: ClassVar[str] = "Fewer Axis units"
    takes: ClassVar[tuple[type[Action], ...]] = (Cancel, Done)

    number: int

    def ask(self, table: Table[LrdgState]) -> str:
        pool = number_of(table.state.spare, "counter")
        return (
            f"The Axis is short of supply: up to {self.number} of the {pool} counters not yet placed "
            "are removed at random. How many?"
        )

    def confirm(self, table: Table[LrdgState], action: Action) -> str:  # noqa: ARG002
        return "Leave all these counters to the Axis?" if isinstance(action, Done) else ""

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:  # noqa: ARG002
        yield from (Cancel(number) for number in range(self.number, 0, -1))
        yield Done()

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal(self.rule, f"choose from 1 to {self.number}, or done for none")

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        state = table.state
        drawn = [
            draw(table.dice, state.pool, ANY, state.sorts_face_down())
            for _ in range(action.number if isinstance(action, Cancel) else 0)
        ]
        if drawn:
            table.tell(TakenAway(tuple(sorted(drawn))))
