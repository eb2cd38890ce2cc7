"""LOA-C6, the lines of battle: Ottomans by strength, Arabs in the player's order."""

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
    """Line up the Arabs; the player is asked if there is more than one (LOA-C6)."""

    rule: ClassVar[str] = "LOA-C6"
    title: ClassVar[str] = "Line of battle"

    def run(self, table: Table[LawrenceState]) -> None:
        battle = table.state.fight
        battle.arabs = usual_line(table.state, table.house)
        if len(battle.arabs) > 1:
            table.do(LiningUp(seat=SEAT))


def usual_line(state: LawrenceState, house: Options) -> list[str]:
    """Return the usual line: the least valuable unit on top, to draw the fire; Lawrence last (LOA-R20).

    With the house rule ``ottoman_targets=unfired``, the strongest unit fires first if the Arabs have the
    Tactical Edge, and last, after Lawrence, if they do not: it is then least likely to be hit.
    """
    battle = state.fight
    followers = [state.units[id] for id in battle.arabs if id != LAWRENCE]
    last = [state.lawrence] * (LAWRENCE in battle.arabs)
    line = sorted(followers, key=worth_in_line)
    if house.ottoman_targets == "unfired" and line:
        *rest, strongest = line
        line = [strongest, *rest, *last] if battle.edge == ARABS else [*rest, *last, strongest]
        last = []
    return [unit.id for unit in (*line, *last)]


LEADER_OR_CAMP, CHARGED = 3, 5
"""How much a unit's worth in line changes if it is a leader or the Camp, or carries a charge."""


def worth_in_line(unit: Unit) -> tuple[int, str]:
    """Return a sort key: twice the strength, adjusted for leaders, the Camp and charges; then the id."""
    extra = LEADER_OR_CAMP * (is_leader(unit.id) or unit.id == CAMP) + CHARGED * (
        DEMOLITION in unit.gear
    )
    return 2 * unit.strength + extra, unit.id


class LiningUp(Decision[LawrenceState], frozen=True, kw_only=True):
    """Place units in line from the top down, once for the whole battle (LOA-C6)."""

    rule: ClassVar[str] = "LOA-C6"
    title: ClassVar[str] = "Line of battle"
    takes: ClassVar[tuple[type[Action], ...]] = (Place, Rest)

    placed: int = 0

    def ask(self, table: Table[LawrenceState]) -> str:
        state = table.state
        place = "on top" if not self.placed else f"number {self.placed + 1}"
        first_side = "You" if state.fight.edge == ARABS else "The Ottomans"
        front = state.units[state.fight.arabs[0]]
        warnings = f" {NAMES[front.id]} is on top and carries a charge." * (DEMOLITION in front.gear)
        warnings += f" {NAMES[CAMP]} is on top." * (front.id == CAMP)
        question = f"Which unit do you put {place}? rest keeps the line shown."
        return (
            f"{first_side} fire first. The Ottomans fire at the top of your line.{warnings} {question}"
        )

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
        return Refusal(self.rule, "this unit is already in the line, or is not in this battle", name)

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        if not isinstance(action, Place):
            return
        line = table.state.fight.arabs
        line.remove(action.unit)
        line.insert(self.placed, action.unit)
        if self.placed + 2 < len(line):
            table.do(replace(self, part=True, placed=self.placed + 1))
