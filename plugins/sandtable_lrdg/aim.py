"""LRDG 7.3.2: what each unit may fire at in a combat turn, and the roll it needs to hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sandtable import Action, Decision, Phase, Refusal, Table, ask_rules
from sandtable_lrdg.actions import Aim
from sandtable_lrdg.line_up import at_target, battle, enemy_faced
from sandtable_lrdg.roster import NAMES, is_hq
from sandtable_lrdg.state import SEAT, LrdgState, Shot, Unit

TARGET = "target"
"""The victim of an attack on the target itself."""


def victims(state: LrdgState, place: int) -> list[str]:
    """Return what a position may fire at: enemies facing it, or else all, or the target (LRDG-A20)."""
    fight = state.battle
    assert fight  # noqa: S101
    fronts = fight.line[place : place + 1] or fight.line
    aims = [enemy for front in fronts for enemy in front]
    aimable = at_target(state) and (place == 0 or place >= len(fight.line))
    return [*aims, TARGET] if aimable else aims


class TakeAim(Phase[LrdgState], frozen=True):
    """Aims each unit with one possible victim, and asks about the others (LRDG 7.3.2)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Aim"

    def run(self, table: Table[LrdgState]) -> None:
        fight = battle(table)
        aimed = {shot.unit for shot in fight.shots}
        has_choice = False
        for place, position in enumerate(fight.contact):
            exposed = victims(table.state, place)
            for unit in position:
                if unit not in aimed and len(exposed) == 1:
                    fight.shots.append(Shot(unit, exposed[0]))
                has_choice = has_choice or (unit not in aimed and len(exposed) > 1)
        if has_choice:
            table.do(Aiming(seat=SEAT))


class Aiming(Decision[LrdgState], frozen=True):
    """The player chooses what each unit fires at, in any order (LRDG 7.3.2)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Aim"
    takes: ClassVar[tuple[type[Action], ...]] = (Aim,)

    def ask(self, table: Table[LrdgState]) -> str:
        unaimed = dict.fromkeys(option.unit for option in table.options if isinstance(option, Aim))
        return f"Choose a target for each of these: {', '.join(NAMES[unit] for unit in unaimed)}."

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        assert isinstance(action, Aim)  # noqa: S101
        name = TARGET if action.victim == TARGET else table.state.enemy(action.victim).name
        need = min(max(lrdg_hits_on(table, table.state.units[action.unit], action.victim), 0), 6)
        return f"{name}: hits {round(100 * need / 6)} %"

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        aimed = {shot.unit for shot in battle(table).shots}
        for place, position in enumerate(battle(table).contact):
            for unit in position:
                if unit not in aimed:
                    for victim in victims(table.state, place):
                        yield Aim(unit, victim)

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        assert isinstance(action, Aim)  # noqa: S101
        place = place_of(table.state, action.unit)
        if place is None:
            return Refusal(self.rule, "only a unit in contact can fire", action.unit)
        if any(shot.unit == action.unit for shot in battle(table).shots):
            return Refusal(self.rule, "this unit already has its target", action.unit)
        if action.victim in victims(table.state, place):
            return None
        problem = f"{NAMES.get(action.unit, action.unit)} does not face {action.victim}"
        enemies = enemy_faced(table.state, place)
        return Refusal("7.3.3", problem, f"it faces {enemies}" if enemies else "")

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        assert isinstance(action, Aim)  # noqa: S101
        battle(table).shots.append(Shot(action.unit, action.victim))
        candidates = list(self.candidates(table))
        table.do(Aiming(seat=self.seat, part=True) if candidates else TakeAim())


def place_of(state: LrdgState, unit: str) -> int | None:
    """Return the unit's position in the line; None if it is not in the line."""
    contact = state.battle.contact if state.battle else []
    return next((place for place, position in enumerate(contact) if unit in position), None)


def lrdg_hits_on(table: Table[LrdgState], unit: Unit, victim: str) -> int:
    """Return the highest roll with which an LRDG unit hits (LRDG 7.3.2, LRDG-A37)."""
    fight = battle(table)
    place = place_of(table.state, unit.id) or 0
    av = unit.av if place < len(fight.line) else max(unit.av - 1, 1)
    drm = -1 if len(fight.contact[place]) > 1 and not is_hq(unit.id) else 0
    special = sum(ask_rules(table.rules, "attack_drm", int, at_target=victim == TARGET))
    return av - drm - special
