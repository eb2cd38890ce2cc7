"""LRDG 7.3.4, duration: a skirmish lasts one turn, a fight for a target until the player leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from sandtable import Action, Decision, Phase, Refusal, Table, gather_from_rules
from sandtable_lrdg.actions import Contact, Drop, Fight, Finish, PullBack
from sandtable_lrdg.combat_events import PulledBack
from sandtable_lrdg.combat_turn import CombatTurn
from sandtable_lrdg.events import place
from sandtable_lrdg.fire import SecondChance, fire_at
from sandtable_lrdg.hits import AxisHits
from sandtable_lrdg.line_up import LineUp, battle, by_av, line_of, strongest_first
from sandtable_lrdg.mission import Options, desert
from sandtable_lrdg.state import SEAT, LrdgState, Unit


class TurnOver(Phase[LrdgState], frozen=True):
    """Ends or continues the combat after a combat turn (LRDG-A63, LRDG-A67, LRDG-A84)."""

    rule: ClassVar[str] = "7.3.4"
    title: ClassVar[str] = "End of the combat turn"

    def run(self, table: Table[LrdgState]) -> None:
        fight, state = battle(table), table.state
        enemies, units = state.enemies(fight.zone), state.at(fight.zone)
        house: Options = table.house
        alone = state.intact(fight.zone) and house.undefended_fights_go_on
        if fight.raid and units and (enemies or alone):
            fight.line = line_of(state, fight.zone)
            table.do(Afterwards(seat=SEAT))
        else:
            close(state, units)


def close(state: LrdgState, units: Sequence[Unit]) -> None:
    """End the combat and, after a fight for a target, the actions (LRDG-A42, LRDG-A67).

    The actions continue if none of the `units` in the fight is left (LRDG-A94).
    """
    raid = state.battle is not None and state.battle.raid
    state.closed = state.closed or (raid and bool(units))
    state.battle = None


class Afterwards(Decision[LrdgState], frozen=True):
    """The player fights on, changes the line, or leaves the target (LRDG 7.3.4)."""

    rule: ClassVar[str] = "7.3.4"
    title: ClassVar[str] = "After the combat turn"
    takes: ClassVar[tuple[type[Action], ...]] = (Fight, PullBack, Drop, Contact, Finish)

    def ask(self, table: Table[LrdgState]) -> str:
        state, zone = table.state, battle(table).zone
        target = f"value {state.targets[zone].left} left" if state.intact(zone) else "destroyed"
        enemies = "; ".join(enemy.name for enemy in state.enemies(zone)) or "none"
        fire = " When you pull back, only the enemy fires, and not at units that you drop first."
        fire *= bool(state.enemies(zone) and (state.intact(zone) or not table.house.destroyed_frees))
        price = f" Leaving ends all actions (AP lost: {state.unspent_text})." * bool(state.unspent)
        return f"Target at {place(zone)}: {target}. Enemies: {enemies}. Fight on, or leave?{fire}{price}"

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        fight, state = battle(table), table.state
        yield Fight()
        yield Finish()
        yield from map(PullBack, desert(table).neighbours(fight.zone))
        placed = [unit for position in fight.contact for unit in position]
        yield from map(Drop, placed)
        yield from (Contact(unit.id) for unit in state.at(fight.zone) if unit.id not in placed)

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        fight, enemies = battle(table), table.state.enemies(battle(table).zone)
        placed = [unit for position in fight.contact for unit in position]
        here = [unit.id for unit in table.state.at(fight.zone)]
        match action:
            case Finish() if enemies:
                return Refusal("LRDG-A67", "enemies are still there; fight on, or pull back")
            case PullBack(zone):
                return self._why_no_pull_back(table, zone)
            case Drop(unit) if unit not in placed:
                return Refusal("7.3.3", "this unit is not in contact", unit)
            case Contact(unit) if unit not in here:
                return Refusal("7.2", "this unit is not in this combat", unit)
            case Contact() if placed:
                return Refusal("LRDG-A53", "units come forward only in a new combat turn")
        return None

    def _why_no_pull_back(self, table: Table[LrdgState], zone: str) -> Refusal | None:
        fight = battle(table)
        neighbours = desert(table).neighbours(fight.zone)
        if not table.state.enemies(fight.zone):
            return Refusal("LRDG-A67", "no enemy is left to pull back from; finish, then move")
        if not (fight.contact or table.house.reserve_pulls_back):
            return Refusal(
                "LRDG-A66", "the Axis attacks those who pull back; bring a unit forward first"
            )
        if zone not in neighbours:
            return Refusal(
                "7.3.2", "units pull back only to a linked zone", ", ".join(map(place, neighbours))
            )
        return None

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        fight = battle(table)
        match action:
            case Fight():
                fight.turn += 1
                table.do(LineUp(), *combat_turn_phases())
            case PullBack(zone):
                table.do(LastFire(), SecondChance(), AxisHits(), Leave(zone))
            case Finish():
                close(table.state, table.state.at(fight.zone))
            case Drop(unit):
                line = [[other for other in position if other != unit] for position in fight.contact]
                fight.contact = [position for position in line if position]
                table.do(self)
            case Contact(unit):
                fight.contact = [[unit]]
                table.do(self)


def combat_turn_phases() -> tuple[Phase[LrdgState], ...]:
    """Return a combat turn's phases once both sides are in line."""
    return CombatTurn(), TurnOver()


class LastFire(Phase[LrdgState], frozen=True):
    """Lines up the Axis units again; they attack each position that pulls back (LRDG-A23, LRDG-A66)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Pulling back"

    def run(self, table: Table[LrdgState]) -> None:
        fight, state = battle(table), table.state
        house: Options = table.house
        if house.destroyed_frees and not state.intact(fight.zone):
            return
        fight.line = line_of(state, fight.zone)
        fight.contact = by_av(state, fight.contact)
        fronts = enumerate(fight.line[: len(fight.contact)])
        facing = [(min(map(state.enemy, front), key=strongest_first), n) for n, front in fronts if front]
        if house.pull_back_one_attack:
            facing = sorted(facing, key=lambda attack: strongest_first(attack[0]))[:1]
        for enemy, number in facing:
            fire_at(table, enemy, number)


class Leave(Phase[LrdgState], frozen=True):
    """Moves all units of the fight to an adjacent zone, even trucks without other units (LRDG-A102).

    The move costs no action points and needs no test. Reinforcements that land when units are in the
    zone of the fight arrive now (LRDG-A78).
    """

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Pulling back"

    zone: str

    def run(self, table: Table[LrdgState]) -> None:
        units = table.state.at(battle(table).zone)
        arriving = gather_from_rules(table.rules, "moved", Phase, table)
        table.state.relocate(units, self.zone)
        close(table.state, units)
        if units:
            table.tell(PulledBack(self.zone, tuple(unit.id for unit in units)))
        table.do(*arriving)
