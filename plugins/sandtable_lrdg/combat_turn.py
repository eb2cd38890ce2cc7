"""LRDG 7.3, a combat turn: initiative, aim, fire of both sides, and what is hit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sandtable import Action, Decision, Phase, Refusal, Table
from sandtable_lrdg import recon_ok
from sandtable_lrdg.actions import Accept, Again, Aim, Decline, Expose, Initiative, Reallot
from sandtable_lrdg.alarm import reveal
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.events import Defeated, Fired, TargetHit, UnitHit
from sandtable_lrdg.line_up import at_target, battle, faced, label
from sandtable_lrdg.mission import Options, desert
from sandtable_lrdg.roster import NAMES, is_hq
from sandtable_lrdg.state import SEAT, Enemy, LrdgState, Shot, Strike, Unit
from sandtable_lrdg.zones import AIRFIELD, FORTRESS

TARGET = "target"
"""What an attack names to fire at the target itself."""


class CombatTurn(Phase[LrdgState], frozen=True):
    """Face-down units are turned up, then the initiative, then aim and fire (LRDG 7.3.3)."""

    rule: ClassVar[str] = "7.3.3"
    title: ClassVar[str] = "Combat turn"

    def run(self, table: Table[LrdgState]) -> None:
        fight, state = battle(table), table.state
        for enemy in [state.enemy(id) for front in fight.line for id in front]:
            if not enemy.counter:
                reveal(table, enemy, self.rule)
        fight.shots, fight.strikes, fight.marks = [], [], {}
        if fight.turn == 1 and fight.line != [[]] and recon_ok.payer(state, fight.zone):
            table.do(Surprise(seat=SEAT))
        table.do(TakeAim(), Fire())


class Surprise(Decision[LrdgState], frozen=True):
    """Before the first attack a Recon OK buys the initiative (LRDG 7.3.1)."""

    rule: ClassVar[str] = "7.3.1"
    title: ClassVar[str] = "Initiative"
    takes: ClassVar[tuple[type[Action], ...]] = (Initiative, Decline)

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:  # noqa: ARG002
        yield Initiative()
        yield Decline()

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        fight = battle(table)
        patrol = recon_ok.payer(table.state, fight.zone)
        if isinstance(action, Initiative) and patrol:
            recon_ok.spend(table, patrol, "the initiative")
            fight.surprise = True


def victims(state: LrdgState, place: int) -> list[str]:
    """What a position may fire at: what faces it, or anything when nobody does (LRDG-A20)."""
    fight = state.battle
    assert fight  # noqa: S101
    fronts = fight.line[place : place + 1] or fight.line
    aims = [enemy for front in fronts for enemy in front]
    aimable = at_target(state) and (place == 0 or place >= len(fight.line))
    return [*aims, TARGET] if aimable else aims


class TakeAim(Phase[LrdgState], frozen=True):
    """Who has no choice aims at what there is; the others choose (LRDG 7.3.2)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Aim"

    def run(self, table: Table[LrdgState]) -> None:
        fight = battle(table)
        aimed = {shot.unit for shot in fight.shots}
        free = False
        for place, position in enumerate(fight.contact):
            there = victims(table.state, place)
            for unit in position:
                if unit not in aimed and len(there) == 1:
                    fight.shots.append(Shot(unit, there[0]))
                free = free or (unit not in aimed and len(there) > 1)
        if free:
            table.do(Aiming(seat=SEAT))


class Aiming(Decision[LrdgState], frozen=True):
    """Each unit with a choice names what it fires at, in any order (LRDG 7.3.2)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Aim"
    takes: ClassVar[tuple[type[Action], ...]] = (Aim,)

    def ask(self, table: Table[LrdgState]) -> str:
        left = dict.fromkeys(option.unit for option in table.options if isinstance(option, Aim))
        return f"What do they fire at: {', '.join(NAMES[unit] for unit in left)}?"

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        assert isinstance(action, Aim)  # noqa: S101
        name = "the target" if action.victim == TARGET else table.state.enemy(action.victim).name
        need = lrdg_need(table, table.state.units[action.unit], action.victim)
        return f"{name}, hits on {need} or less"

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        aimed = {shot.unit for shot in battle(table).shots}
        for place, position in enumerate(battle(table).contact):
            for unit in position:
                if unit not in aimed:
                    for victim in victims(table.state, place):
                        yield Aim(unit, victim)

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        assert isinstance(action, Aim)  # noqa: S101
        place = place_of(table.state, action.unit)
        if place is None:
            return Refusal(self.rule, "only a unit in contact fires", action.unit)
        if any(shot.unit == action.unit for shot in battle(table).shots):
            return Refusal(self.rule, "it has its aim already", action.unit)
        return Refusal("7.3.3", "it does not face that", faced(table.state, place))

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        assert isinstance(action, Aim)  # noqa: S101
        battle(table).shots.append(Shot(action.unit, action.victim))
        left = list(self.candidates(table))
        table.do(Aiming(seat=self.seat, part=True) if left else TakeAim())


def place_of(state: LrdgState, unit: str) -> int | None:
    """The position of the line where a unit stands, None for none."""
    contact = state.battle.contact if state.battle else []
    return next((place for place, position in enumerate(contact) if unit in position), None)


def lrdg_need(table: Table[LrdgState], unit: Unit, victim: str) -> int:
    """What a unit must roll at most: AV, unopposed AV -1, and all drms (LRDG 7.3.2, LRDG-A37)."""
    fight = battle(table)
    place = place_of(table.state, unit.id) or 0
    av = unit.av if place < len(fight.line) else max(unit.av - 1, 1)
    drm = -1 if len(fight.contact[place]) > 1 and not is_hq(unit.id) else 0
    special: int = sum(rule.attack_drm(at_target=victim == TARGET) for rule in table.rules)
    return av - drm - special


class Fire(Phase[LrdgState], frozen=True):
    """All fire at once; with the initiative the LRDG first, and the Axis if it still stands."""

    rule: ClassVar[str] = "7.3.1"
    title: ClassVar[str] = "Fire"

    def run(self, table: Table[LrdgState]) -> None:
        table.do(*exposed(table))
        if battle(table).surprise:
            table.do(LrdgFire(), SecondChance(), LrdgHits())
            table.do(AxisFire(), SecondChance(), AxisHits())
        else:
            table.do(LrdgFire(), AxisFire(), SecondChance(), LrdgHits(), AxisHits())


class LrdgFire(Phase[LrdgState], frozen=True):
    """Each unit in contact rolls once (LRDG 7.3.3)."""

    rule: ClassVar[str] = "7.3.3"
    title: ClassVar[str] = "LRDG attacks"

    def run(self, table: Table[LrdgState]) -> None:
        fight = battle(table)
        order = [unit for position in fight.contact for unit in position]
        fight.shots.sort(key=lambda shot: order.index(shot.unit))
        for shot in fight.shots:
            roll_shot(table, shot)


def roll_shot(table: Table[LrdgState], shot: Shot) -> None:
    """Roll an attack of the LRDG."""
    need = lrdg_need(table, table.state.units[shot.unit], shot.victim)
    shot.hit = table.dice.against(need)
    if table.events is not None:
        at = "the target" if shot.victim == TARGET else AXIS[table.state.enemy(shot.victim).counter].name
        table.tell(Fired(NAMES[shot.unit], at, (table.rolls[-1].value,), need, shot.hit))


class AxisFire(Phase[LrdgState], frozen=True):
    """Each Axis unit rolls once, veterans again when they miss (LRDG 7.3.2, LRDG-A36)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Axis attacks"

    def run(self, table: Table[LrdgState]) -> None:
        fight, state = battle(table), table.state
        for front, there in enumerate(fight.line):
            for id in there:
                fire_at(table, state.enemy(id), front if front < len(fight.contact) else None)


def fire_at(table: Table[LrdgState], enemy: Enemy, place: int | None) -> None:
    """An Axis unit attacks a position, or somebody when nobody faces it (LRDG-A21)."""
    fight = battle(table)
    need = axis_need(table, enemy, opposed=place is not None)
    hit = table.dice.against(need)
    rolled = 1
    if not hit and AXIS[enemy.counter].veteran:
        hit = table.dice.against(need)
        rolled = 2
    faces = tuple(one.value for one in table.rolls[-rolled:])
    if place is None:
        place = fight.marks.get(enemy.id)
    if place is None and hit:
        place = table.dice.pick(range(len(fight.contact))) if len(fight.contact) > 1 else 0
    who = label(fight.contact[place]) if place is not None else "somebody"
    table.tell(Fired(AXIS[enemy.counter].name, who, faces, need, hit))
    if hit and place is not None:
        strike = Strike(place)
        fight.strikes.append(strike)
        allot(table, strike)


def axis_need(table: Table[LrdgState], enemy: Enemy, *, opposed: bool) -> int:
    """What an Axis unit must roll at most; a fortress gives it 1 (LRDG 7.3.2, LRDG-A22)."""
    house = table.house
    assert isinstance(house, Options)  # noqa: S101
    kinds = desert(table).spaces[battle(table).zone].kinds
    strong = FORTRESS in kinds or (house.airfields_fortified and AIRFIELD in kinds)
    if strong and any(rule.unfortified(enemy.counter) for rule in table.rules):
        strong = False
    return (enemy.av if opposed else max(enemy.av - 1, 1)) + strong


def allot(table: Table[LrdgState], strike: Strike) -> None:
    """Who of a stack takes a hit: 1 to 3 the command unit (LRDG 7.3.2)."""
    if len(battle(table).contact[strike.place]) > 1:
        strike.hq = table.dice.against(3)


def exposed(table: Table[LrdgState]) -> Iterable[Phase[LrdgState]]:
    """With the option of LRDG-A21: the player names whom unopposed Axis units fire at."""
    fight = battle(table)
    house = table.house
    assert isinstance(house, Options)  # noqa: S101
    if house.axis_victim == "random" or len(fight.contact) < 2:
        return []
    unopposed = [enemy for front in fight.line[len(fight.contact) :] for enemy in front]
    return [Exposing(seat=SEAT, enemy=enemy) for enemy in unopposed]


class Exposing(Decision[LrdgState], frozen=True, kw_only=True):
    """Whom an unopposed Axis unit fires at, when the player decides (LRDG-A21)."""

    rule: ClassVar[str] = "LRDG-A21"
    title: ClassVar[str] = "Unopposed Axis unit"
    takes: ClassVar[tuple[type[Action], ...]] = (Expose,)

    enemy: str

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        yield from (Expose(position[0]) for position in battle(table).contact)

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal(self.rule, "only the first unit of a position in contact")

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        assert isinstance(action, Expose)  # noqa: S101
        battle(table).marks[self.enemy] = place_of(table.state, action.unit) or 0


class SecondChance(Phase[LrdgState], frozen=True):
    """Recon OK may roll a die again, as long as there are any (LRDG-A75)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Recon OK"

    def run(self, table: Table[LrdgState]) -> None:
        if recon_ok.payer(table.state, battle(table).zone) and list(second_rolls(table.state)):
            table.do(Rerolling(seat=SEAT))


def second_rolls(state: LrdgState) -> Iterator[Action]:
    """The dice that may be rolled again: missed attacks, and who of a stack was hit."""
    fight = state.battle
    assert fight  # noqa: S101
    yield from (Again(shot.unit) for shot in fight.shots if not shot.hit)
    on_stacks = (strike for strike in fight.strikes if len(fight.contact[strike.place]) > 1)
    yield from map(Reallot, dict.fromkeys(struck(state, strike) for strike in on_stacks))


def struck(state: LrdgState, strike: Strike) -> str:
    """The unit that a hit would be taken by."""
    fight = state.battle
    assert fight  # noqa: S101
    position = fight.contact[strike.place]
    return next((unit for unit in position if is_hq(unit) == strike.hq), position[0])


class Rerolling(Decision[LrdgState], frozen=True):
    """Spend a Recon OK on a die, or leave them (LRDG 7.3.2)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Recon OK"
    takes: ClassVar[tuple[type[Action], ...]] = (Again, Reallot, Accept)

    def ask(self, table: Table[LrdgState]) -> str:
        patrol = recon_ok.payer(table.state, battle(table).zone)
        return f"Roll a die again ({len(patrol.recon_ok) if patrol else 0} Recon OK), or accept?"

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        yield from second_rolls(table.state)
        yield Accept()

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal("LRDG-A75", "only an attack that missed, or a hit on a stack with a command unit")

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        fight = battle(table)
        patrol = recon_ok.payer(table.state, fight.zone)
        if isinstance(action, Accept) or patrol is None:
            return
        recon_ok.spend(table, patrol, "a die is rolled again")
        if isinstance(action, Again):
            roll_shot(table, next(shot for shot in fight.shots if shot.unit == action.unit))
        elif isinstance(action, Reallot):
            hits = (one for one in fight.strikes if struck(table.state, one) == action.unit)
            allot(table, next(hits))
        table.do(SecondChance())


class LrdgHits(Phase[LrdgState], frozen=True):
    """What the LRDG hit: targets lose value, an Axis unit is defeated by one hit (LRDG 7.3.3)."""

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
    """The target loses a point of its value (LRDG 7.2)."""
    zone = battle(table).zone
    target = table.state.targets[zone]
    if target.left:
        target.left -= 1
        table.tell(TargetHit(zone, target.left))


def defeat(table: Table[LrdgState], enemy: Enemy) -> None:
    """An Axis unit is put aside for its points (LRDG 7.3.3)."""
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
    """What the Axis hit; hits on one stack add up (LRDG-A75)."""

    rule: ClassVar[str] = "7.3.3"
    title: ClassVar[str] = "Axis hits"

    def run(self, table: Table[LrdgState]) -> None:
        fight, state = battle(table), table.state
        for strike in fight.strikes:
            units = [state.units[unit] for unit in fight.contact[strike.place]]
            alive = [unit for unit in units if unit.steps]
            wanted = [unit for unit in alive if is_hq(unit.id) == strike.hq] or alive
            if wanted:
                hit_unit(table, wanted[0])
        fight.strikes = []
        there = {unit.id for unit in state.at(fight.zone)}
        line = [[unit for unit in position if unit in there] for position in fight.contact]
        fight.contact = [position for position in line if position]


def hit_unit(table: Table[LrdgState], unit: Unit) -> None:
    """A unit is reduced, or destroyed when it was reduced before (LRDG 7.3.3, LRDG-A76)."""
    unit.steps -= 1
    table.tell(UnitHit(unit.id, not unit.steps))
    if not unit.steps:
        remove(unit)


def remove(unit: Unit) -> None:
    """A unit is off the map for good: destroyed."""
    unit.steps, unit.zone = 0, ""
    unit.mco, unit.reports, unit.watch = [], [], None
