"""LRDG 7.3.3: hits on targets, Axis units and LRDG units."""

from __future__ import annotations

from typing import ClassVar

from sandtable import Phase, Table
from sandtable_lrdg.aim import TARGET
from sandtable_lrdg.combat_events import Defeated, TargetHit, UnitHit
from sandtable_lrdg.line_up import battle
from sandtable_lrdg.roster import is_hq
from sandtable_lrdg.state import Enemy, LrdgState, Unit


class LrdgHits(Phase[LrdgState], frozen=True):
    """Applies LRDG hits: a target loses value, and one hit defeats an Axis unit (LRDG 7.3.3)."""

    rule: ClassVar[str] = "7.3.3"
    title: ClassVar[str] = "LRDG hits"

    def run(self, table: Table[LrdgState]) -> None:
        fight, state = battle(table), table.state
        for victim in [shot.victim for shot in fight.shots if shot.hit]:
            if victim == TARGET:
                hit_target(table)
            elif any(enemy.id == victim for enemy in state.axis):
                defeat(table, state.enemy(victim))
        fight.shots = []


def hit_target(table: Table[LrdgState]) -> None:
    """Lower the target's value by 1 (LRDG 7.2)."""
    zone = battle(table).zone
    target = table.state.targets[zone]
    if target.left:
        target.left -= 1
        table.tell(TargetHit(zone, target.left))


def defeat(table: Table[LrdgState], enemy: Enemy) -> None:
    """Remove a defeated Axis unit, which scores (LRDG 7.3.3)."""
    state = table.state
    state.axis.remove(enemy)
    state.defeated.append(enemy.counter)
    state.defeated.sort()
    if state.battle:
        for front in state.battle.line:
            if enemy.id in front:
                front.remove(enemy.id)
    table.tell(Defeated(enemy.counter))


class AxisHits(Phase[LrdgState], frozen=True):
    """Applies Axis hits; several hits on one stack add up (LRDG-A75)."""

    rule: ClassVar[str] = "7.3.3"
    title: ClassVar[str] = "Axis hits"

    def run(self, table: Table[LrdgState]) -> None:
        fight, state = battle(table), table.state
        for strike in fight.strikes:
            units = [state.units[unit] for unit in fight.contact[strike.place]]
            alive = [unit for unit in units if unit.steps]
            candidates = [unit for unit in alive if is_hq(unit.id) == strike.hq] or alive
            if candidates:
                hit_unit(table, candidates[0])
        fight.strikes = []
        alive_now = {unit.id for unit in state.at(fight.zone)}
        line = [[unit for unit in position if unit in alive_now] for position in fight.contact]
        fight.contact = [position for position in line if position]


def hit_unit(table: Table[LrdgState], unit: Unit) -> None:
    """Reduce a unit, or destroy one that was reduced before (LRDG 7.3.3, LRDG-A76)."""
    unit.steps -= 1
    table.tell(UnitHit(unit.id, not unit.steps))
    if not unit.steps:
        remove(unit)


def remove(unit: Unit) -> None:
    """Take a destroyed unit off the map for good."""
    unit.steps, unit.zone = 0, ""
    unit.mco, unit.reports, unit.watch = [], [], None
