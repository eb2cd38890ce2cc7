"""LOA-C6, the lines: the Ottomans stand high to low, the Arabs as the player wants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable import Action, Decision, Phase, Refusal, Table
from sandtable_lawrence.actions import Place, Rest
from sandtable_lawrence.roster import CAMP, DEMOLITION, LAWRENCE, NAMES, is_leader
from sandtable_lawrence.state import ARABS, SEAT, LawrenceState, Unit


class LineUp(Phase[LawrenceState], frozen=True):
    """The player lines the Arabs up when there is more than one (LOA-C6)."""

    rule: ClassVar[str] = "LOA-C6"
    title: ClassVar[str] = "Lines"

    def run(self, table: Table[LawrenceState]) -> None:
        battle = table.state.fight
        battle.arabs = usual_line(table.state)
        if len(battle.arabs) > 1:
            table.do(LiningUp(seat=SEAT))


def usual_line(state: LawrenceState) -> list[str]:
    """Who fires first is shot at last: with the Edge the strongest on top, and Lawrence at the end.

    Without it the top is shot at first, and the strongest has the safest place, the last, with
    Lawrence before him. The others stand between, from what is missed least on.
    """
    battle = state.fight
    others = [state.units[id] for id in battle.arabs if id != LAWRENCE]
    *rest, best = sorted(others, key=dearness) if others else [state.lawrence]
    first, last = ([best], []) if battle.edge == ARABS else ([], [best])
    hero = [state.lawrence] * (LAWRENCE in battle.arabs and bool(others))
    return [unit.id for unit in (*first, *rest, *hero, *last)]


def dearness(unit: Unit) -> tuple[int, str]:
    """How much a unit is missed: its strength, more for a leader, the Camp, and a charge."""
    more = (is_leader(unit.id) or unit.id == CAMP) + (DEMOLITION in unit.gear)
    return 2 * unit.strength + more, unit.id


class LiningUp(Decision[LawrenceState], frozen=True, kw_only=True):
    """Who stands next, from the top of the line down; lines are fixed for the battle (LOA-C6)."""

    rule: ClassVar[str] = "LOA-C6"
    title: ClassVar[str] = "Lines"
    takes: ClassVar[tuple[type[Action], ...]] = (Place, Rest)

    placed: int = 0

    def ask(self, table: Table[LawrenceState]) -> str:
        place = "on top" if not self.placed else f"in place {self.placed + 1}"
        first = "We" if table.state.fight.edge == ARABS else "They"
        return f"{first} fire first. The line is a proposal, which rest accepts: who is {place}?"

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
        return Refusal(self.rule, "it has its place, or does not fight here", name)

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        if not isinstance(action, Place):
            return
        line = table.state.fight.arabs
        line.remove(action.unit)
        line.insert(self.placed, action.unit)
        if self.placed + 2 < len(line):
            table.do(replace(self, part=True, placed=self.placed + 1))
