"""LOA 36, Feisal's Camp: its placement, and Rally (LOA 36.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable import Action, Decision, Done, Refusal, Table
from sandtable_lawrence.actions import Rally, Summon
from sandtable_lawrence.events import CampPlaced, Moved, space_name
from sandtable_lawrence.movement import Route, put_units, reachable_ports, routes
from sandtable_lawrence.roster import CAMP, NAMES
from sandtable_lawrence.state import LawrenceState, LawrenceTable
from sandtable_lawrence.tables import TABLES


def place_camp(table: Table[LawrenceState]) -> None:
    """Roll for the Camp's space; ``camp_rerolls`` rules out its own and Garrisons' spaces (LOA-R17)."""
    state = table.state
    before = state.camp
    closed = (before, *state.garrisons) if table.house.camp_rerolls else ()
    spaces = [space for space in TABLES.placement.spaces if space not in closed]
    state.units[CAMP].space = table.dice.pick(spaces or TABLES.placement.spaces, "placement")
    table.tell(CampPlaced(state.camp, moved=before not in ("", state.camp)))


def why_no_rally(table: LawrenceTable, action: Rally) -> Refusal | None:  # noqa: ARG001
    """Tell why the force cannot rally; None if it can (LOA 36.1)."""
    state = table.state
    if state.acting.space != state.camp:
        location = f"it is at {space_name(state.camp)}" if state.camp else "it is gone"
        return Refusal("36.1", "only a force that starts in the Camp's space can rally", location)
    if state.acting.resupplied:
        return Refusal("36.1", "a force that has bought at the Camp cannot also rally (LOA-R6)")
    if not next(iter(summons(state)), None):
        return Refusal("36.1", "no unit elsewhere can reach the Camp")
    return None


def summons(state: LawrenceState) -> Iterator[Summon]:
    """Return each unit elsewhere that can reach the Camp by its own movement."""
    away = (unit for unit in state.units.values() if unit.space and unit.space != state.camp)
    yield from (Summon(unit.id) for unit in away if _route_to_camp(state, unit.id))


def _route_to_camp(state: LawrenceState, unit: str) -> Route | None:
    """Return a unit's route to the Camp, by land or sea; None if it cannot get there."""
    origin = state.units[unit].space
    overland = routes(state, [unit], origin).get(state.camp)
    if overland is None and state.camp in reachable_ports(state, [unit], origin):
        return Route((origin, state.camp), desert=False)
    return overland


class Rallying(Decision[LawrenceState], frozen=True):
    """Choose the units that come to the Camp; stacking is unlimited there (LOA 36.1)."""

    rule: ClassVar[str] = "36.1"
    title: ClassVar[str] = "Rally"
    takes: ClassVar[tuple[type[Action], ...]] = (Summon, Done)

    def ask(self, table: Table[LawrenceState]) -> str:
        return f"Which unit do you call to the Camp at {space_name(table.state.camp)}?"

    def describe(self, table: Table[LawrenceState], action: Action) -> str:
        if isinstance(action, Summon):
            return f"from {space_name(table.state.units[action.unit].space)}"
        return action.help

    def candidates(self, table: Table[LawrenceState]) -> Iterator[Action]:
        yield from summons(table.state)
        yield Done()

    def refusal(self, table: Table[LawrenceState], action: Action) -> Refusal | None:
        if action in self.candidates(table):
            return None
        assert isinstance(action, Summon)  # noqa: S101
        name = NAMES.get(action.unit, action.unit)
        return Refusal(self.rule, "this unit cannot reach the Camp in one move", name)

    def choose(self, table: Table[LawrenceState], action: Action) -> None:
        if not isinstance(action, Summon):
            return
        state = table.state
        route = _route_to_camp(state, action.unit)
        state.acting.desert = state.acting.desert or (route is not None and route.desert)
        put_units(state, [action.unit], state.camp)
        state.acting.force.append(action.unit)
        table.tell(Moved((action.unit,), state.camp, "called"))
        table.do(replace(self, part=True))
