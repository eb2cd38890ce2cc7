"""Section 6, combat, up to its result; retreat.py and advance.py contain the rest."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from sandtable import Action, Decision, Done, Phase, Refusal, Table
from sandtable_hexes import Reach

from sandtable_seven_wells.actions import All, Attack, Commit
from sandtable_seven_wells.advance import Advances
from sandtable_seven_wells.counters import lose_step, position_of, step_loser
from sandtable_seven_wells.events import EffortSeen, Fought, Nothing, Repulsed, join_names, name
from sandtable_seven_wells.hexes import CRT, MAP, SECTORS, name_of, percent
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.retreat import Retreats
from sandtable_seven_wells.state import BRITISH, OTHER, War, info_of

LOSSES = {
    "A2": (2, 0, False),
    "A1": (1, 0, False),
    "NE": (0, 0, False),
    "EX": (1, 1, False),
    "DR": (0, 0, True),
    "D1": (0, 1, True),
    "D2": (0, 2, True),
}
"""For each result: steps lost by attackers, steps lost by defenders, whether defenders retreat (6.4)."""


def shift(position: Position, side: str, hex: str) -> int:
    """Return the column shift for attacks on a hex (section 6.3)."""
    war = position.war
    is_main = side == BRITISH and war.effort == SECTORS[hex]
    return MAP.effects(hex).shift + war.shifts.get(hex, 0) + is_main


def describe_shifts(position: Position, side: str, hex: str) -> str:
    """Explain the column shifts of an attack: ``; town -1, barrage +2``."""
    ground, war = MAP.terrain[hex], position.war
    shifts = {
        ground: MAP.effects(hex).shift,
        "barrage": war.shifts.get(hex, 0),
        "main effort": int(side == BRITISH and war.effort == SECTORS[hex]),
    }
    words = ", ".join(f"{why} {by:+d}" for why, by in shifts.items() if by)
    return f"; {words}" if words else ""


def column(position: Position, side: str, hex: str, units: list[str], supplied: Reach) -> int | None:
    """Return the results table's column for an attack by some units; None if the odds are too low.

    A shift never makes an attack illegal, so whether it is legal reveals no secret.
    """
    found = CRT.column(position.strength(units, hex, supplied), position.defence(hex))
    if found is None:
        return None
    return max(0, min(found + shift(position, side, hex), len(CRT.columns) - 1))


def describe_chances(column: int, hex: str) -> str:
    """Describe an attack's chances: ``3:1: retreat 67 %, they lose 50 %, you 17 %``."""
    chances = CRT.chances(column)
    you_lose, they_lose, retreat = (
        percent(sum((chance for result, chance in chances.items() if LOSSES[result][at]), Fraction()))
        for at in range(3)
    )
    stand = " (or step)" * MAP.effects(hex).firm
    return f"{CRT.columns[column]}: retreat{stand} {retreat}, they lose {they_lose}, you {you_lose}"


class Combats(Phase[War], frozen=True):
    """A side attacks as long as it can."""

    rule: ClassVar[str] = "6"
    title: ClassVar[str] = "Combat"

    seat: str

    def run(self, table: Table[War]) -> None:
        if attackable_hexes(position_of(table), self.seat):
            table.do(Combat(seat=self.seat))
        else:
            table.tell(Nothing(self.seat))


class Combat(Decision[War], frozen=True):
    """A side attacks a hex, or ends its combat."""

    rule: ClassVar[str] = "6.1"
    title: ClassVar[str] = "Combat"
    takes: ClassVar[tuple[type[Action], ...]] = (Attack, Done)
    opens: ClassVar[bool] = True

    def ask(self, table: Table[War]) -> str:
        return "Attack a hex, or end combat."

    def describe(self, table: Table[War], action: Action) -> str:
        if not isinstance(action, Attack):
            return "end combat"
        position = position_of(table)
        units = position.attackers(self.seat, action.hex)
        found = column(position, self.seat, action.hex, units, position.supplied(self.seat))
        return describe_chances(found, action.hex) if found is not None else ""

    def candidates(self, table: Table[War]) -> Iterator[Action]:
        yield from map(Attack, attackable_hexes(position_of(table), self.seat))
        yield Done()

    def options(self, table: Table[War]) -> list[Action]:
        return list(self.candidates(table))

    def refusal(self, table: Table[War], action: Action) -> Refusal | None:
        position = position_of(table)
        if not isinstance(action, Attack) or action.hex in attackable_hexes(position, self.seat):
            return None
        where = name_of(action.hex)
        if action.hex not in position.occupied_hexes(OTHER[self.seat]):
            return Refusal("6.1", "you can attack only hexes with enemies", f"none at {where}")
        if action.hex in table.state.attacked:
            return Refusal("6.1", "a hex can be attacked only once a turn", where)
        if not position.attackers(self.seat, action.hex):
            why = "only adjacent units that have not fought can attack"
            return Refusal("6.1", why, f"none next to {where}")
        return Refusal("6.2", "the odds are below the table's first column", where)

    def choose(self, table: Table[War], action: Action) -> None:
        if isinstance(action, Attack):
            table.do(Committing(seat=self.seat, hex=action.hex, part=True), Combats(self.seat))


def attackable_hexes(position: Position, side: str) -> list[str]:
    """Return the hexes that a side can attack."""
    supplied = position.supplied(side)
    found = []
    for hex in sorted(position.occupied_hexes(OTHER[side]) - {*position.war.attacked}):
        units = position.attackers(side, hex)
        if units and column(position, side, hex, units, supplied) is not None:
            found.append(hex)
    return found


class Committing(Decision[War], frozen=True):
    """Asks which unit joins an attack next, if any."""

    rule: ClassVar[str] = "6.1"
    title: ClassVar[str] = "Attack"
    takes: ClassVar[tuple[type[Action], ...]] = (Commit, All, Done)

    hex: str
    units: tuple[str, ...] = ()

    def ask(self, table: Table[War]) -> str:
        where, position = name_of(self.hex), position_of(table)
        against = join_names([name(unit) for unit in position.units_in(self.hex)])
        return f"Who attacks {against} at {where}?"

    def describe(self, table: Table[War], action: Action) -> str:
        """Describe the odds with this unit, or the chances of the battle that the action starts."""
        position = position_of(table)
        supplied = position.supplied(self.seat)
        found = column(position, self.seat, self.hex, self._attackers_after(position, action), supplied)
        if not isinstance(action, Commit):
            why = describe_shifts(position, self.seat, self.hex)
            return (
                describe_chances(found, self.hex) + why if found is not None else "odds too low so far"
            )
        odds = CRT.columns[found] if found is not None else "odds too low so far"
        half = position.halving(action.unit, self.hex, supplied)
        return odds + f", half factor ({half})" * bool(half)

    def candidates(self, table: Table[War]) -> Iterator[Action]:
        left = self._available(position_of(table))
        yield from map(Commit, left)
        if len(left) > 1:
            yield All()
        yield Done()

    def refusal(self, table: Table[War], action: Action) -> Refusal | None:
        position = position_of(table)
        if isinstance(action, All):
            too_few = len(self._available(position)) < 2
            return Refusal("6.1", "fewer than two units are left to commit") if too_few else None
        if isinstance(action, Commit):
            if action.unit in self._available(position):
                return None
            name, where = info_of(action.unit).name, name_of(self.hex)
            return Refusal(
                "6.1", "only units next to it that have not fought can attack", f"{where}: not {name}"
            )
        if not self.units:
            return Refusal("6.1", "an attack needs at least one unit")
        if column(position, self.seat, self.hex, [*self.units], position.supplied(self.seat)) is None:
            return Refusal(
                "6.2", "the odds are below the first column of the table", "commit more units"
            )
        return None

    def choose(self, table: Table[War], action: Action) -> None:
        units = tuple(self._attackers_after(position_of(table), action))
        if isinstance(action, Commit):
            table.do(Committing(seat=self.seat, hex=self.hex, units=units, part=True))
        else:
            table.do(Battle(self.seat, self.hex, units))

    def _available(self, position: Position) -> list[str]:
        """Return the units that can still join the attack."""
        return [unit for unit in position.attackers(self.seat, self.hex) if unit not in self.units]

    def _attackers_after(self, position: Position, action: Action) -> list[str]:
        """Return the attackers once an action is done."""
        if isinstance(action, Commit):
            return [*self.units, action.unit]
        return [*self.units, *(self._available(position) if isinstance(action, All) else ())]


class Battle(Phase[War], frozen=True):
    """Resolves an attack: the roll, then losses, retreats and advances."""

    rule: ClassVar[str] = "6.4"
    title: ClassVar[str] = "Battle"

    seat: str
    hex: str
    units: tuple[str, ...]

    def run(self, table: Table[War]) -> None:
        state, position = table.state, position_of(table)
        found = column(position, self.seat, self.hex, [*self.units], position.supplied(self.seat))
        assert found is not None
        if self.seat == BRITISH:
            _show_effort(table, SECTORS[self.hex])
        state.attacked.append(self.hex)
        for unit in self.units:
            state.units[unit].fought = True
        defenders = position.units_in(self.hex)
        face, result = CRT.roll(table.dice, found)
        table.tell(
            Fought(self.seat, self.hex, self.units, tuple(defenders), CRT.columns[found], face, result)
        )
        attackers_lose, defenders_lose, must_retreat = LOSSES[result]
        for units, steps in ((self.units, attackers_lose), (defenders, defenders_lose)):
            for _ in range(steps):
                if loser := step_loser(position, [*units]):
                    lose_step(table, loser)
        if attackers_lose and not defenders_lose:
            table.tell(Repulsed(self.seat, self.hex))
        if must_retreat:
            table.do(Retreats(OTHER[self.seat], self.hex))
        table.do(Advances(self.seat, self.hex, self.units))


def _show_effort(table: Table[War], sector: str) -> None:
    """Show the Ottomans whether the main effort is in the sector attacked (section 1.1)."""
    state = table.state
    if state.shown or sector in state.tried:
        return
    if sector == state.effort:
        state.shown = True
    else:
        state.tried.append(sector)
    table.tell(EffortSeen(sector, sector == state.effort))
