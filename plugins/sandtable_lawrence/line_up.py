"""LOA-C6, the lines: the Ottomans by strength from the top, the Arabs as the player chooses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable import Action, Decision, Phase, Refusal, Table
from sandtable_lawrence.actions import Place, Rest
from sandtable_lawrence.mission import Options
from sandtable_lawrence.roster import CAMP, DEMOLITION, LAWRENCE, NAMES, is_leader
from sandtable_lawrence.state import ARABS, SEAT, LawrenceState, Unit


class LineUp(Phase[LawrenceState], frozen=True):
    """The player lines the Arabs up when there is more than one (LOA-C6)."""

    rule: ClassVar[str] = "LOA-C6"
    title: ClassVar[str] = "Lines"

    def run(self, table: Table[LawrenceState]) -> None:
        battle = table.state.fight
        battle.arabs = usual_line(table.state, table.house)
        if len(battle.arabs) > 1:
            table.do(LiningUp(seat=SEAT))


def usual_line(state: LawrenceState, house: Options) -> list[str]:
    """The usual line: the least valuable unit on top, where the shots fall, Lawrence last (LOA-R20).

    By an option, the Ottomans fire at units that have not fired yet, so the first to fire are the last
    to be hit. The strongest unit is then on top with the Edge; without it, it is last, after Lawrence.
    """
    battle = state.fight
    followers = [state.units[id] for id in battle.arabs if id != LAWRENCE]
    hero = [state.lawrence] * (LAWRENCE in battle.arabs)
    line = sorted(followers, key=worth)
    if house.ottoman_targets == "unfired" and line:
        *rest, strongest = line
        line = [strongest, *rest, *hero] if battle.edge == ARABS else [*rest, *hero, strongest]
        hero = []
    return [unit.id for unit in (*line, *hero)]


LEADER_OR_CAMP, CHARGED = 3, 5
"""The worth that a leader or the Camp, and a charge, add to a unit: its strength times two."""


def worth(unit: Unit) -> tuple[int, str]:
    """A key that sorts units by their worth: strength, more for a leader, the Camp, and a charge."""
    extra = LEADER_OR_CAMP * (is_leader(unit.id) or unit.id == CAMP) + CHARGED * (
        DEMOLITION in unit.gear
    )
    return 2 * unit.strength + extra, unit.id


class LiningUp(Decision[LawrenceState], frozen=True, kw_only=True):
    """The player lines units up from the top down; a line is fixed for the battle (LOA-C6)."""

    rule: ClassVar[str] = "LOA-C6"
    title: ClassVar[str] = "Lines"
    takes: ClassVar[tuple[type[Action], ...]] = (Place, Rest)

    placed: int = 0

    def ask(self, table: Table[LawrenceState]) -> str:
        state = table.state
        place = "on top" if not self.placed else f"in place {self.placed + 1}"
        first_side = "You" if state.fight.edge == ARABS else "The Ottomans"
        front = state.units[state.fight.arabs[0]]
        warnings = f" {NAMES[front.id]} is on top, with a charge." * (DEMOLITION in front.gear)
        warnings += f" {NAMES[CAMP]} is on top." * (front.id == CAMP)
        return f"{first_side} fire first; rest keeps the line as it is.{warnings} Who is {place}?"

    def describe(self, table: Table[LawrenceState], action: Action) -> str:
        if isinstance(action, Place):
            return f"strength {table.state.units[action.unit].strength}"
        return ", ".join(NAMES[unit] for unit in table.state.fight.arabs[self.placed :])

    def candidates(self, table: Table[LawrenceState]) -> Iterator[Action]:
        yield from map(Place, table.state.fight.arabs[self.placed :])
        yield Rest()

    def refusal(self, table: Table[LawrenceState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        assert isinstance(action, Place)  # noqa: S101
        name = NAMES.get(action.unit, action.unit)
        return Refusal(self.rule, "this unit is already in the line, or not in this battle", name)

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        if not isinstance(action, Place):
            return
        line = table.state.fight.arabs
        line.remove(action.unit)
        line.insert(self.placed, action.unit)
        if self.placed + 2 < len(line):
            table.do(replace(self, part=True, placed=self.placed + 1))
