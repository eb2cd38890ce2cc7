"""LRDG 7.3.1 to LRDG 7.3.3: both sides' attacks, and rerolls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sandtable import Action, Decision, Phase, Refusal, Table, ask_rules
from sandtable_lrdg import recon_ok
from sandtable_lrdg.actions import Accept, Again, Evade, Expose, Reallot
from sandtable_lrdg.aim import TARGET, lrdg_hits_on, place_of
from sandtable_lrdg.combat_events import Allotted, Fired
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.hits import AxisHits, LrdgHits
from sandtable_lrdg.line_up import battle, label
from sandtable_lrdg.mission import Options, desert
from sandtable_lrdg.roster import NAMES, is_hq
from sandtable_lrdg.state import SEAT, AxisHit, Enemy, LrdgState, Shot
from sandtable_lrdg.zones import AIRFIELD, FORTRESS


class Fire(Phase[LrdgState], frozen=True):
    """Both sides fire at the same time or, with the initiative, the LRDG first."""

    rule: ClassVar[str] = "7.3.1"
    title: ClassVar[str] = "Fire"

    def run(self, table: Table[LrdgState]) -> None:
        table.do(*ask_for_targets(table))
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
    need = lrdg_hits_on(table, table.state.units[shot.unit], shot.victim)
    shot.hit = table.dice.rolls_at_most(need)
    if table.events is not None:
        at = "the target" if shot.victim == TARGET else AXIS[table.state.enemy(shot.victim).counter].name
        table.tell(Fired(NAMES[shot.unit], at, (table.rolls[-1].value,), need, shot.hit))


class AxisFire(Phase[LrdgState], frozen=True):
    """Each Axis unit rolls once, and a veteran that misses rerolls (LRDG 7.3.2, LRDG-A36)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Axis attacks"

    def run(self, table: Table[LrdgState]) -> None:
        fight, state = battle(table), table.state
        for front, enemies in enumerate(fight.line):
            for id in enemies:
                fire_at(table, state.enemy(id), front if front < len(fight.contact) else None)


def fire_at(table: Table[LrdgState], enemy: Enemy, place: int | None) -> None:
    """Roll an Axis unit's attack on the position that faces it, or on any if none does (LRDG-A21)."""
    fight = battle(table)
    need = axis_hits_on(table, enemy, opposed=place is not None)
    if place is None:
        place = 0 if len(fight.contact) == 1 else fight.marks.get(enemy.id)
    roll_strike(table, enemy, place, need, twice=AXIS[enemy.counter].veteran)


def roll_strike(
    table: Table[LrdgState], enemy: Enemy, place: int | None, need: int, *, twice: bool
) -> None:
    """Roll an Axis attack; if `twice`, reroll a miss. Without `place`, a hit is at a random position."""
    fight = battle(table)
    hit = table.dice.rolls_at_most(need)
    rolled = 1
    if not hit and twice:
        hit = table.dice.rolls_at_most(need)
        rolled = 2
    faces = tuple(roll.value for roll in table.rolls[-rolled:])
    if place is None and hit:
        place = table.dice.pick(range(len(fight.contact)))
    who = label(fight.contact[place]) if place is not None else "a unit"
    table.tell(Fired(AXIS[enemy.counter].name, who, faces, need, hit))
    if hit and place is not None:
        again = rolled > 1 or (AXIS[enemy.counter].veteran and not twice)
        strike = AxisHit(place, enemy=enemy.id, again=again)
        fight.strikes.append(strike)
        allot(table, strike)


def axis_hits_on(table: Table[LrdgState], enemy: Enemy, *, opposed: bool) -> int:
    """Return the highest roll with which an Axis unit hits; a fortress adds 1 (LRDG 7.3.2, LRDG-A22)."""
    house: Options = table.house
    kinds = desert(table).spaces[battle(table).zone].kinds
    strong = FORTRESS in kinds or (house.airfields_fortified and AIRFIELD in kinds)
    if strong and any(ask_rules(table.rules, "unfortified", bool, enemy.counter)):
        strong = False
    return (enemy.av if opposed else max(enemy.av - 1, 1)) + strong


def allot(table: Table[LrdgState], strike: AxisHit) -> None:
    """Roll for the unit of a stack that takes a hit: on 1 to 3 the command unit (LRDG 7.3.2)."""
    position = battle(table).contact[strike.place]
    if len(position) > 1:
        strike.hq = table.dice.rolls_at_most(3)
        if table.events is not None:
            table.tell(Allotted(unit_hit(table.state, strike), table.rolls[-1].value))


def ask_for_targets(table: Table[LrdgState]) -> Iterable[Phase[LrdgState]]:
    """Return a decision about each unopposed Axis unit's target; none if dice decide (LRDG-A21)."""
    fight = battle(table)
    house: Options = table.house
    if house.axis_victim == "random" or len(fight.contact) < 2:
        return []
    unopposed = [enemy for front in fight.line[len(fight.contact) :] for enemy in front]
    return [Exposing(seat=SEAT, enemy=enemy) for enemy in unopposed]


class Exposing(Decision[LrdgState], frozen=True, kw_only=True):
    """The player chooses the position that an unopposed Axis unit fires at (LRDG-A21)."""

    rule: ClassVar[str] = "LRDG-A21"
    title: ClassVar[str] = "Unopposed Axis unit"
    takes: ClassVar[tuple[type[Action], ...]] = (Expose,)

    enemy: str

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        yield from (Expose(position[0]) for position in battle(table).contact)

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal(self.rule, "name a position by its first unit")

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        assert isinstance(action, Expose)  # noqa: S101
        battle(table).marks[self.enemy] = place_of(table.state, action.unit) or 0


class SecondChance(Phase[LrdgState], frozen=True):
    """Offers to spend Recon OK on rerolls (LRDG-A75)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Recon OK"

    def run(self, table: Table[LrdgState]) -> None:
        if recon_ok.payer(table.state, battle(table).zone) and list(second_rolls(table)):
            table.do(Rerolling(seat=SEAT))


def second_rolls(table: Table[LrdgState]) -> Iterator[Action]:
    """Yield the possible rerolls: missed attacks, Axis hits, rolls between an HQ and its unit."""
    fight, house = battle(table), table.house
    if not house.reroll_own_dice:
        yield from (Evade(strike.enemy) for strike in fight.strikes)
    yield from (Again(shot.unit) for shot in fight.shots if not shot.hit)
    on_stacks = (strike for strike in fight.strikes if len(fight.contact[strike.place]) > 1)
    yield from map(Reallot, dict.fromkeys(unit_hit(table.state, strike) for strike in on_stacks))


def is_opposed(table: Table[LrdgState], strike: AxisHit) -> bool:
    """Tell whether the Axis unit of a hit faces the position that it hit."""
    line = battle(table).line
    return strike.place < len(line) and strike.enemy in line[strike.place]


def unit_hit(state: LrdgState, strike: AxisHit) -> str:
    """Return the unit that would take a hit."""
    fight = state.battle
    assert fight  # noqa: S101
    position = fight.contact[strike.place]
    return next((unit for unit in position if is_hq(unit) == strike.hq), position[0])


class Rerolling(Decision[LrdgState], frozen=True):
    """The player spends a Recon OK to reroll a die, or accepts the dice (LRDG 7.3.2)."""

    rule: ClassVar[str] = "7.3.2"
    title: ClassVar[str] = "Recon OK"
    takes: ClassVar[tuple[type[Action], ...]] = (Again, Evade, Reallot, Accept)

    def ask(self, table: Table[LrdgState]) -> str:
        price = recon_ok.describe_price(table, battle(table).zone)
        return f"Spend {price} to reroll a die, or accept the dice?"

    def describe(self, table: Table[LrdgState], action: Action) -> str:
        if not isinstance(action, Evade):
            return action.help
        strike = next(strike for strike in battle(table).strikes if strike.enemy == action.enemy)
        enemy, unit = table.state.enemy(action.enemy).name, unit_hit(table.state, strike)
        return f"{enemy}, which has hit {NAMES[unit]}"

    def candidates(self, table: Table[LrdgState]) -> Iterator[Action]:
        yield from second_rolls(table)
        yield Accept()

    def refusal(self, table: Table[LrdgState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        return Refusal(
            "LRDG-A75",
            "only a missed attack, an Axis hit, or the die between an HQ and its unit can be rerolled",
        )

    def choose(self, table: Table[LrdgState], action: Action) -> None:
        fight = battle(table)
        patrol = recon_ok.payer(table.state, fight.zone)
        if isinstance(action, Accept) or patrol is None:
            return
        recon_ok.spend(table, patrol, "a reroll")
        if isinstance(action, Again):
            roll_shot(table, next(shot for shot in fight.shots if shot.unit == action.unit))
        elif isinstance(action, Evade):
            strike = next(strike for strike in fight.strikes if strike.enemy == action.enemy)
            fight.strikes.remove(strike)
            enemy = table.state.enemy(action.enemy)
            need = axis_hits_on(table, enemy, opposed=is_opposed(table, strike))
            may_reroll = AXIS[enemy.counter].veteran and not strike.again
            roll_strike(table, enemy, strike.place, need, twice=may_reroll)
        elif isinstance(action, Reallot):
            hits = (strike for strike in fight.strikes if unit_hit(table.state, strike) == action.unit)
            allot(table, next(hits))
        table.do(SecondChance())
