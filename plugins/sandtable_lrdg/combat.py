"""LRDG 7.1, Combat: which are fought, in what order, and a target's defenders."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Action, Phase, Table
from sandtable_lrdg.alarm import HIGHEST, raise_alarm
from sandtable_lrdg.combat_events import CombatBegan
from sandtable_lrdg.duration import combat_turn
from sandtable_lrdg.events import Watching
from sandtable_lrdg.line_up import LineUp
from sandtable_lrdg.state import SEAT, Battle, LrdgState
from sandtable_lrdg.zone_choice import ZoneChoice


class Combats(Phase[LrdgState], frozen=True):
    """Fight all that is due, in the player's order (LRDG 7.1)."""

    rule: ClassVar[str] = "7.1"
    title: ClassVar[str] = "Combat"

    def run(self, table: Table[LrdgState]) -> None:
        due = [zone for zone in table.state.clashes if table.state.at(zone)]
        if len(due) > 1:
            table.do(WhichFirst(seat=SEAT, spaces=tuple(due)), Combats())
            return
        table.state.clashes = []
        for zone in due:
            begin(table, zone)


class WhichFirst(ZoneChoice, frozen=True, kw_only=True):
    """Of several combats the player names the first."""

    rule: ClassVar[str] = "7.1"
    title: ClassVar[str] = "Which combat first"

    def describe(self, table: Table[LrdgState], action: Action) -> str:  # noqa: ARG002
        return "fight here first"

    def chosen(self, table: Table[LrdgState], zone: str) -> None:
        table.state.clashes.remove(zone)
        begin(table, zone)


def begin(table: Table[LrdgState], zone: str) -> None:
    """A combat in a zone: it ends observations there, and a target's defenders are drawn."""
    state = table.state
    raid = state.intact(zone)
    if not raid and not state.enemies(zone):
        return
    state.battle = Battle(zone, raid=raid)
    table.tell(CombatBegan(zone, raid))
    for unit in state.at(zone):
        if unit.watch:  # LRDG-A73
            unit.watch = None
            table.tell(Watching(unit.id, zone, "the combat ends its observation"))
    if raid:
        draw_defenders(state, zone)
        raise_alarm(table, [unit.id for unit in state.at(zone)], HIGHEST)  # LRDG-A68
    table.do(LineUp(), *combat_turn())


def draw_defenders(state: LrdgState, zone: str) -> None:
    """At the first combat there: as many units as its value, one of them on the target."""
    target = state.targets[zone]
    if target.drawn:
        return
    target.drawn = True
    for number in range(min(target.value, max(state.spare, 0))):
        state.place(zone, guards=number == 0)
