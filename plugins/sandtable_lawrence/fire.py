"""LOA-C6, a combat round: the sides fire in turn, one unit at a time, from the top of each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sandtable import Action, Decision, Phase, Refusal, Table
from sandtable_lawrence.actions import AtWill, Fight, Fire
from sandtable_lawrence.battle_events import LeaderFell, Shot, foe_name
from sandtable_lawrence.break_off import RoundOver
from sandtable_lawrence.edge import Edge
from sandtable_lawrence.events import Eliminated
from sandtable_lawrence.losses import remove
from sandtable_lawrence.mission import Options
from sandtable_lawrence.roster import NAMES, is_leader
from sandtable_lawrence.state import ARABS, SEAT, TURKS, Battle, Foe, LawrenceState

RULE = "LOA-C6"


class Round(Phase[LawrenceState], frozen=True):
    """Begin a round: the side with the Tactical Edge fires first (LOA-C6)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Round"

    def run(self, table: Table[LawrenceState]) -> None:
        battle = table.state.fight
        battle.turn, battle.fired = battle.edge, []
        for foe in battle.foes:
            foe.fired = False
        table.do(NextShot())


class NextShot(Phase[LawrenceState], frozen=True):
    """Fire with the next unit; skip a side whose units have all fired (LOA-C6)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Fire"

    def run(self, table: Table[LawrenceState]) -> None:
        battle = table.state.fight
        arab = next((unit for unit in battle.arabs if unit not in battle.fired), "")
        foe = next((foe for foe in battle.foes if not foe.fired), None)
        if not battle.arabs or not battle.foes:
            return
        if arab and (battle.turn == ARABS or foe is None):
            self._fire_arab(table, arab)
        elif foe:
            shoot_back(table, foe)
            table.do(NextShot())
        else:
            self._end_round(table)

    def _end_round(self, table: Table[LawrenceState]) -> None:
        """End the round; fire at will continues unless the Arabs can break off (LOA-R43)."""
        round_over, battle = RoundOver(seat=SEAT), table.state.fight
        if battle.at_will and list(round_over.options(table)) == [Fight()]:
            table.do(AnotherRound())
        else:
            battle.at_will = False
            table.do(round_over, AnotherRound())

    def _fire_arab(self, table: Table[LawrenceState], unit: str) -> None:
        battle = table.state.fight
        foes = targets(battle)
        if len(foes) == 1 or battle.at_will:
            shoot(table, unit, best_target(foes))
            table.do(NextShot())
        else:
            table.do(Firing(seat=SEAT, unit=unit))


class AnotherRound(Phase[LawrenceState], frozen=True):
    """Fight another round unless the Arabs broke off (LOA-C6, LOA-R48)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Another round"

    def run(self, table: Table[LawrenceState]) -> None:
        house: Options = table.house
        if not table.state.fight.broken_off:
            table.do(*[Edge()] * house.edge_each_round, Round())


def targets(battle: Battle) -> list[Foe]:
    """Return the Ottoman units to fire at; if several are identical, only the first (LOA-R32)."""
    first: dict[tuple[str, bool, int], Foe] = {}
    for foe in battle.foes:
        first.setdefault(target_key(foe), foe)
    return list(first.values())


def target_key(foe: Foe) -> tuple[str, bool, int]:
    """Return a key that identical targets share (LOA-R32)."""
    return foe.counter, foe.fired, foe.bonus


class Firing(Decision[LawrenceState], frozen=True, kw_only=True):
    """Choose a unit's target (LOA-C6)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Fire"
    takes: ClassVar[tuple[type[Action], ...]] = (Fire, AtWill)

    unit: str

    def ask(self, table: Table[LawrenceState]) -> str:
        strength = table.state.units[self.unit].strength
        return f"Choose a target for {NAMES[self.unit]}: a roll of {strength} or less hits."

    def describe(self, table: Table[LawrenceState], action: Action) -> str:
        if isinstance(action, AtWill):
            return action.help
        foe = next(foe for foe in table.state.fight.foes if action == Fire(foe.id))
        return f"strength {foe.strength}, {'has fired' if foe.fired else 'has yet to fire'}"

    def candidates(self, table: Table[LawrenceState]) -> Iterator[Action]:
        yield from (Fire(foe.id) for foe in targets(table.state.fight))
        yield AtWill()

    def refusal(self, table: Table[LawrenceState], action: Action) -> Refusal | None:
        if isinstance(action, AtWill):
            return None
        assert isinstance(action, Fire)  # noqa: S101
        battle = table.state.fight
        foe = next((foe for foe in battle.foes if foe.id == action.target), None)
        if foe is None:
            return Refusal(self.rule, "no such Ottoman unit is in this battle", action.target)
        if foe in targets(battle):
            return None
        equal = next(target for target in targets(battle) if target_key(target) == target_key(foe))
        return Refusal("LOA-R32", "of identical targets, fire at the first", foe_name(equal.id))

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        battle = table.state.fight
        if isinstance(action, AtWill):
            battle.at_will = True
            shoot(table, self.unit, best_target(battle.foes))
        else:
            assert isinstance(action, Fire)  # noqa: S101
            shoot(table, self.unit, next(foe for foe in battle.foes if foe.id == action.target))
        table.do(NextShot())


def best_target(foes: Iterable[Foe]) -> Foe:
    """Return the strongest target, nearly always the best; one that has yet to fire counts double."""
    return max(foes, key=lambda foe: ((2 - foe.fired) * foe.strength, foe.strength))


def shoot(table: Table[LawrenceState], unit: str, foe: Foe) -> None:
    """Fire with an Arab unit: a roll of its strength or less hits (LOA-C6)."""
    battle, strength = table.state.fight, table.state.units[unit].strength
    hit = table.dice.rolls_at_most(strength)
    table.tell(Shot(unit, foe.id, table.rolls[-1].value, strength, hit))
    battle.fired.append(unit)
    battle.turn = TURKS
    if hit:
        battle.foes.remove(foe)


def shoot_back(table: Table[LawrenceState], foe: Foe) -> None:
    """Fire with an Ottoman unit at the top Arab or, by option, the top one yet to fire (LOA-R20)."""
    battle = table.state.fight
    house: Options = table.house
    unfired = [unit for unit in battle.arabs if unit not in battle.fired]
    target = (unfired if house.ottoman_targets == "unfired" and unfired else battle.arabs)[0]
    hit = table.dice.rolls_at_most(foe.strength)
    table.tell(Shot(foe.id, target, table.rolls[-1].value, foe.strength, hit))
    foe.fired, battle.turn = True, ARABS
    if hit:
        eliminate_in_line(table, target)


def eliminate_in_line(table: Table[LawrenceState], unit: str) -> None:
    """Eliminate an Arab unit that was hit; a leader may still escape (LOA 33)."""
    state = table.state
    table.tell(LeaderFell(unit) if is_leader(unit) else Eliminated(unit))
    state.fight.arabs.remove(unit)
    if unit in state.fight.fired:
        state.fight.fired.remove(unit)
    if is_leader(unit):
        state.fight.lost.append(unit)
    remove(state, state.units[unit])
