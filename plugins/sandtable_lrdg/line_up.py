"""LRDG 7.2, set-up: both sides line up for a combat turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from sandtable import Action, Decision, Done, Phase, Refusal, Table
from sandtable_lrdg.actions import All, AsBefore, Contact, Stack
from sandtable_lrdg.counters import AXIS, STREAM
from sandtable_lrdg.events import place
from sandtable_lrdg.roster import NAMES, is_hq, is_truck, kind
from sandtable_lrdg.state import SEAT, Battle, Enemy, LrdgState


def battle(table: Table[LrdgState]) -> Battle:
    """Return the current combat."""
    current = table.state.battle
    assert current  # noqa: S101
    return current


def at_target(state: LrdgState) -> bool:
    """Tell whether the first front belongs to an intact target (LRDG-A67)."""
    return state.battle is not None and state.battle.raid and state.intact(state.battle.zone)


def strongest_first(enemy: Enemy) -> tuple[bool, int, bool]:
    """Return a key that sorts Axis units: face-up ones first, then the highest AV, then veterans."""
    if not enemy.counter:
        return (True, 0, False)
    axis = AXIS[enemy.counter]
    return (False, -axis.av, not axis.veteran)


def line_of(state: LrdgState, zone: str) -> list[list[str]]:
    """Return the Axis fronts: the target's with its guards, then one for each remaining unit (LRDG-A65).

    If no unit guards the target, the first unit takes the target's front (LRDG-A83).
    """
    enemies = sorted(state.enemies(zone), key=strongest_first)
    guards = [enemy.id for enemy in enemies if enemy.guards] if state.intact(zone) else []
    fronts = [[enemy.id] for enemy in enemies if enemy.id not in guards]
    if state.intact(zone) and (guards or not fronts):
        return [guards, *fronts]
    return fronts


def is_guarded(state: LrdgState) -> bool:
    """Tell whether the first front is a target with defenders."""
    fight = state.battle
    return at_target(state) and fight is not None and any(state.enemy(id).guards for id in fight.line[0])


def by_av(state: LrdgState, contact: Sequence[list[str]]) -> list[list[str]]:
    """Return the positions in the order the Axis faces them: the target's, then by AV (LRDG-A65)."""
    fixed = 1 if at_target(state) else 0
    others = sorted(contact[fixed:], key=lambda line: -max(state.units[unit].av for unit in line))
    return [*contact[:fixed], *others]


class LineUp(Phase[LrdgState], frozen=True):
    """Lines up the Axis units, face-down ones at random, and asks for the LRDG line."""

    rule: ClassVar[str] = "7.2"
    title: ClassVar[str] = "Set-up"

    def run(self, table: Table[LrdgState]) -> None:
        fight, state = battle(table), table.state
        before = tuple(tuple(position) for position in fight.contact)
        fight.line = line_of(state, fight.zone)
        fight.contact, fight.surprise = [], False
        asleep = [front for front in fight.line if front and not state.enemy(front[0]).counter]
        if len({state.enemy(front[0]).sort for front in asleep}) > 1:
            fixed = 1 if fight.line[0] not in asleep or is_guarded(state) else 0
            face_down = [front for front in fight.line[fixed:] if front in asleep]
            table.dice.shuffle(face_down, STREAM)
            fight.line = [front for front in fight.line if front not in face_down] + face_down
        table.do(Deploy(seat=SEAT, before=before))


class Deploy(Decision[LrdgState], frozen=True, kw_only=True):
    """The player forms the line, position by position; other units are in reserve (LRDG-A53).

    The first position faces the target's front, the next positions the other fronts (LRDG-A83); after
    the first combat turn, the Axis faces them by AV (LRDG-A65). `before` is the line of the last combat
    turn.
    """

    rule: ClassVar[str] = "7.2"
    title: ClassVar[str] = "Line of contact"
    takes: ClassVar[tuple[type[Action], ...]] = (Contact, Stack, All, AsBefore, Done)

    before: tuple[tuple[str, ...], ...] = ()

    def ask(self, table: Table[LrdgState]) -> str:
        fight = battle(table)
        number = len(fight.contact) + 1
        if not self._unplaced(table):
            return f"Combat at {place(fight.zone)}: all your units are in the line. Done?"
        who = f"Combat at {place(fight.zone)}, position {number}: which unit"
        if fight.turn > 1 and number > at_target(table.state):
            return f"{who} goes here? Your highest AV faces their highest."
        if faces := enemy_faced(table.state, number - 1, ids=False):
            return f"{who} faces {faces}?"
        return f"{who} goes here? It faces no enemy, so it fires at any of them, at AV -1."

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        if isinstance(action, Contact):
            unit = table.state.units[action.unit]
            return f"AV {unit.av}{', reduced' if unit.steps == 1 else ''}"
        return action.help

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        reserve = self._unplaced(table)
        if not battle(table).contact:
            yield All()
            yield AsBefore()
        for unit in reserve:
            yield Contact(unit)
        for command in filter(is_hq, reserve):
            for position in battle(table).contact:
                yield Stack(command, position[0])
        yield Done()

    def _unplaced(self, table: Table[LrdgState]) -> list[str]:
        placed = [unit for position in battle(table).contact for unit in position]
        return [unit.id for unit in table.state.at(battle(table).zone) if unit.id not in placed]

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        contact = battle(table).contact
        match action:
            case Done() if not contact:
                return Refusal("LRDG-A53", "put at least one unit into contact")
            case Contact(unit) if unit not in self._unplaced(table):
                return Refusal("7.2", "this unit is not in this combat, or already in the line", unit)
            case Stack():
                return self._why_no_stack(table, action)
            case All() | AsBefore() if contact:
                return Refusal("7.2", "you have begun the line; abort takes it back")
            case AsBefore() if not self._previous_line(table):
                return Refusal("7.3.3", "nothing to repeat: this is the first combat turn")
        return None

    def _why_no_stack(self, table: Table[LrdgState], action: Stack) -> Refusal | None:
        if action.command not in self._unplaced(table) or not is_hq(action.command):
            return Refusal("7.3.2", "only a command unit not yet in the line can stack", action.command)
        if [action.unit] not in battle(table).contact:
            return Refusal(
                "7.3.2", "an HQ stacks only with a unit of the line that has no HQ yet", action.unit
            )
        if not kind(action.unit).combat:
            return Refusal("7.3.2", "an HQ stacks only with a half team, SAS or Det", action.unit)
        return None

    def _previous_line(self, table: Table[LrdgState]) -> list[list[str]]:
        """Return the line of the last combat turn, without the units that are gone."""
        alive = {unit.id for unit in table.state.at(battle(table).zone)}
        line = [[unit for unit in position if unit in alive] for position in self.before]
        return [position for position in line if position]

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        fight = battle(table)
        match action:
            case Contact(unit):
                fight.contact.append([unit])
            case Stack(command, unit):
                fight.contact[fight.contact.index([unit])].append(command)
            case AsBefore():
                fight.contact = self._previous_line(table)
            case All():
                fight.contact = line_of_all(self._unplaced(table))
        if isinstance(action, (Contact, Stack)):
            table.do(replace(self, part=True))
        elif fight.turn > 1:
            fight.contact = by_av(table.state, fight.contact)


def line_of_all(units: Sequence[str]) -> list[list[str]]:
    """Return a line of all units except trucks; each HQ is stacked with a combat unit if one is free."""
    fighters = [unit for unit in units if not is_hq(unit) and not is_truck(unit)]
    line = [[unit] for unit in fighters] or [[unit] for unit in units if is_truck(unit)]
    for command in filter(is_hq, units):
        carrier = next(
            (position for position in line if len(position) == 1 and kind(position[0]).combat), None
        )
        if carrier:
            carrier.append(command)
        else:
            line.append([command])
    return line


def enemy_faced(state: LrdgState, position: int, *, ids: bool = True) -> str:
    """Return the enemy that a position of the line faces, in words; "" for none."""
    fight = state.battle
    assert fight  # noqa: S101
    if position >= len(fight.line):
        return ""
    enemies = [_describe(state.enemy(enemy), ids=ids) for enemy in fight.line[position]]
    if position == 0 and at_target(state):
        enemies.insert(0, f"the target (value {state.targets[fight.zone].left})")
    return "; ".join(enemies)


def _describe(enemy: Enemy, *, ids: bool) -> str:
    """Return an Axis unit of the line in words, without the id of a face-down one (LRDG-A65)."""
    return f"{enemy.id * ids} {enemy.name}".strip() if enemy.counter else "a face-down unit"


def label(position: Sequence[str]) -> str:
    """Return a position of the line in words."""
    return " with ".join(NAMES[unit] for unit in position)
