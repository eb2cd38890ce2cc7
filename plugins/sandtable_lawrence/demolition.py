"""LOA 35.1, demolition on the Hejaz Railroad (LOA-C9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable import Action, Decision, Done, Phase, Refusal, Table, deck
from sandtable_lawrence.actions import Demolish
from sandtable_lawrence.events import BREAK_RESULTS, ChargeSet, space_name
from sandtable_lawrence.leadership import change_pounds
from sandtable_lawrence.losses import eliminate
from sandtable_lawrence.mission import mission
from sandtable_lawrence.roster import DEMOLITION, NAMES
from sandtable_lawrence.spaces import is_rail
from sandtable_lawrence.state import SEAT, LawrenceState, Unit
from sandtable_lawrence.tables import TABLES


def charge_carriers(state: LawrenceState) -> list[Unit]:
    """Return the force's units that carry a charge; none if there is nothing to break here (LOA-R18)."""
    space = state.acting.space
    if not is_rail(space) or space in state.breaks or space in state.garrisons:
        return []
    return [unit for unit in state.force if DEMOLITION in unit.gear]


class Sabotage(Phase[LawrenceState], frozen=True):
    """The end of the Objective segment: the force may set charges in its space (LOA-C2)."""

    rule: ClassVar[str] = "35.1"
    title: ClassVar[str] = "Demolition"

    def run(self, table: Table[LawrenceState]) -> None:
        if not table.state.verdict and charge_carriers(table.state):
            table.do(Demolishing(seat=SEAT))


class Demolishing(Decision[LawrenceState], frozen=True, kw_only=True):
    """Choose units to set charges, one at a time, until the railway is broken (LOA 35.1)."""

    rule: ClassVar[str] = "35.1"
    title: ClassVar[str] = "Demolition"
    takes: ClassVar[tuple[type[Action], ...]] = (Demolish, Done)

    tried: tuple[str, ...] = ()

    def ask(self, table: Table[LawrenceState]) -> str:
        return f"Which unit sets a charge at {space_name(table.state.acting.space)}?"

    def describe(self, table: Table[LawrenceState], action: Action) -> str:  # noqa: ARG002
        if isinstance(action, Demolish):
            successes = sum(face in BREAK_RESULTS for face in TABLES.demolition.faces)
            return f"{action.help}: {successes} rolls in 6 break the railway; on a 1 the unit is lost"
        return "set no more charges"

    def confirm(self, table: Table[LawrenceState], action: Action) -> str:
        is_needed = any(table.state.acting.space in goal.spaces for goal in mission(table).demolish)
        if is_needed or isinstance(action, Done) or table.house.charges == "return":
            return ""
        return "No goal needs an RR Break here, and you do not get the charge back. Set it?"

    def candidates(self, table: Table[LawrenceState]) -> Iterator[Action]:
        yield from (Demolish(unit.id) for unit in self._yet_to_roll(table.state))
        yield Done()

    def _yet_to_roll(self, state: LawrenceState) -> list[Unit]:
        """Return the units with a charge that have not set one yet; each sets only one (LOA 35.1)."""
        return [unit for unit in charge_carriers(state) if unit.id not in self.tried]

    def refusal(self, table: Table[LawrenceState], action: Action) -> Refusal | None:
        if isinstance(action, Done) or action in self.candidates(table):
            return None
        assert isinstance(action, Demolish)  # noqa: S101
        name = NAMES.get(action.unit, action.unit)
        if action.unit in self.tried:
            return Refusal(self.rule, "this unit has already set a charge in this Operation", name)
        return Refusal(self.rule, "this unit is not in the force, or has no charge", name)

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        if isinstance(action, Demolish):
            set_off(table, table.state.units[action.unit])
            next_choice = replace(self, tried=(*self.tried, action.unit))
            if not table.state.verdict and next_choice._yet_to_roll(table.state):
                table.do(next_choice)


def set_off(table: Table[LawrenceState], unit: Unit) -> None:
    """Spend the charge and roll for its result; it may become an RR Break (LOA-C9, LOA-R40)."""
    state, space = table.state, table.state.acting.space
    deck.take(DEMOLITION, unit.gear)
    face = table.dice.roll()[0]
    result = TABLES.demolition.faces[face - 1]
    table.tell(ChargeSet(unit.id, space, face, result))
    if result in BREAK_RESULTS:
        state.breaks.append(space)
    if table.house.charges == "return":
        deck.put(DEMOLITION, state.gear)
    elif result not in BREAK_RESULTS:
        deck.put(DEMOLITION, state.spent)
    if result == "loot":
        change_pounds(table, TABLES.demolition.loot)
    if result == "blowup":
        eliminate(table, unit)
