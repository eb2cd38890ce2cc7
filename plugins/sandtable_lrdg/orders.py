"""LRDG 5.2 and LRDG 6: the action phase, in which the player gives orders to the patrols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from sandtable import (
    Action,
    Decision,
    No,
    Order,
    OrderChoice,
    Phase,
    Refusal,
    Yes,
    call_rules,
    gather_from_rules,
    number_of,
)
from sandtable_lrdg import air_support, intelligence, maintenance, movement, reconnaissance
from sandtable_lrdg.actions import (
    Abandon,
    AirIntelligence,
    AirMaintenance,
    Assault,
    Cache,
    Conclude,
    Detach,
    End,
    GiveUp,
    Join,
    KeepObserving,
    LowProfile,
    Maintain,
    Move,
    Observe,
    Scout,
)
from sandtable_lrdg.combat import Combats, attackers, enemies_fought
from sandtable_lrdg.evaluation import give_up, loss
from sandtable_lrdg.events import Abandoned, AlarmSet, LayLow, as_points, names, places
from sandtable_lrdg.hits import remove
from sandtable_lrdg.mission import all_back, is_home, mission
from sandtable_lrdg.recon_ok import hand_over
from sandtable_lrdg.roster import is_hq
from sandtable_lrdg.state import SEAT, LrdgState, LrdgTable
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.zones import BASES


def low_profiles(table: LrdgTable) -> Iterator[Action]:
    """Yield an order to keep a low profile for every patrol (LRDG 6.1.7)."""
    yield from map(LowProfile, table.state.patrols)


def why_no_low_profile(table: LrdgTable, action: LowProfile) -> Refusal | None:
    """Return why a patrol cannot keep a low profile; None if it can (LRDG-A77)."""
    refusal = movement.why_no_act(table.state, action.patrol)
    if refusal is None and table.state.patrols[action.patrol].moved:
        return Refusal("6.1.7", "units of the patrol have moved this turn", action.patrol)
    return refusal


def do_low_profile(table: LrdgTable, action: LowProfile) -> None:
    """Let a patrol keep a low profile and lose its action points; observations go on (LRDG-A54)."""
    patrol = table.state.patrols[action.patrol]
    patrol.low, patrol.ap = True, 0
    table.tell(LayLow(action.patrol))


def assaults(table: LrdgTable) -> Iterator[Action]:
    """Yield an order to assault each target with LRDG units in its zone (LRDG 7.1)."""
    yield from (Assault(zone) for zone in table.state.targets if table.state.at(zone))


def why_no_assault(table: LrdgTable, action: Assault) -> Refusal | None:
    """Return why a zone cannot be attacked; None if it can (LRDG-A12)."""
    state = table.state
    if not state.intact(action.zone):
        intact = places(filter(state.intact, state.targets))
        return Refusal("LRDG-A12", "that is no target, or it is already destroyed", intact)
    if attackers(state, action.zone):
        return None
    if not (units := state.at(action.zone)):
        targets = [zone for zone in state.targets if state.intact(zone) and attackers(state, zone)]
        return Refusal("7.1", "you can attack only a target where you have units", places(targets))
    if all(unit.watch for unit in units):
        return Refusal("6.1.3", "an observer does nothing else", action.zone)
    return Refusal("6.1.7", "the units there keep a low profile this turn", action.zone)


def about_assault(table: LrdgTable, action: Assault) -> str:
    """Return the attacking units, and the effect on the turn, in words."""
    units = number_of(len(table.state.at(action.zone)), "unit")
    return f"{action.help} with {units}; after the fight all patrols' actions are over"


def risk_of_assault(table: LrdgTable, action: Assault) -> str:
    """Return the number of enemies in the fight, in words."""
    number = enemies_fought(table, action.zone)
    return "" if not number else "1 enemy" if number == 1 else f"{number} enemies"


def do_assault(table: LrdgTable, action: Assault) -> None:
    """Attack a target, and others that the player declares (LRDG 7.1)."""
    table.state.clashes.append(action.zone)
    table.do(Combats(declares=True, ordered=True))


def abandonments(table: LrdgTable) -> Iterator[Action]:
    """Yield an order to abandon each unit away from the bases."""
    yield from (Abandon(unit.id) for unit in table.state.force if unit.zone not in BASES)


def why_no_abandon(table: LrdgTable, action: Abandon) -> Refusal | None:
    """Return why a unit cannot be abandoned; None if it can."""
    unit = table.state.units.get(action.unit)
    if unit is None or not unit.zone:
        return Refusal("3", "there is no such unit in this mission", action.unit)
    if unit.zone in BASES:
        return Refusal("LRDG-A3", "only a unit away from the bases can be abandoned", action.unit)
    return None


def cost_of_abandoning(table: LrdgTable, action: Abandon) -> str:
    """Return the VP lost by abandoning a unit, in words (LRDG-A98)."""
    points = TABLES.points["command_destroyed" if is_hq(action.unit) else "destroyed"]
    points_lost = points - loss(table.state.units[action.unit], table.house)
    return f"{as_points(points_lost)} VP"


def do_abandon(table: LrdgTable, action: Abandon) -> None:
    """Ask for confirmation."""
    table.do(Sure(seat=SEAT, part=True, unit=action.unit))


def end_orders(table: LrdgTable) -> Iterator[Action]:  # noqa: ARG001
    """Yield the actions that end the phase and the mission."""
    yield End()
    yield GiveUp()


def about_end(table: LrdgTable, action: End) -> str:
    """Return what the player loses by ending the phase now, in words."""
    unpaid = [unit.id for unit in table.state.force if intelligence.is_unpaid(table.state, unit)]
    parts = [action.help, f"{names(unpaid)} would stop observing, unpaid" if unpaid else ""]
    lost = table.state.unspent_text
    return "; ".join(filter(None, [*parts, f"unspent action points are lost: {lost}" if lost else ""]))


def do_end(table: LrdgTable, action: End) -> None:  # noqa: ARG001
    """End the phase; ask first if a patrol with action points has done nothing."""
    if any(not table.state.patrols[patrol].acted for patrol in table.state.unspent):
        table.do(Sure(seat=SEAT, part=True))


def never_refuse(table: LrdgTable, action: Action) -> Refusal | None:  # noqa: ARG001
    """Return None: the action is always legal."""
    return None


def losses_at_end(table: LrdgTable) -> str:
    """Return what ending the mission now would lose, in words."""
    away = sum(not is_home(mission(table), unit) for unit in table.state.force)
    lost = f"{number_of(away, 'unit')} away from the bases {'is' if away == 1 else 'are'} lost"
    return lost if away else "no unit is away, so none is lost"


def about_give_up(table: LrdgTable, action: Action) -> str:  # noqa: ARG001
    """Return what ending the mission does, in words."""
    return f"end the mission; {losses_at_end(table)}"


def do_give_up(table: LrdgTable, action: Action) -> None:  # noqa: ARG001
    """Ask for confirmation."""
    table.do(GivingUp(seat=SEAT, part=True))


class PatrolOrder(Order[LrdgState], frozen=True):
    """One kind of order to the patrols; a `cost` that is a number is in action points."""

    cost: Callable[[LrdgTable, Any], int | str] | None = None
    risk: Callable[[LrdgTable, Any], str] | None = None


def no_candidates(table: LrdgTable) -> Iterator[Action]:  # noqa: ARG001
    """Yield nothing: another kind of order lists these actions."""
    yield from ()


ORDERS: dict[type[Action], PatrolOrder] = {
    Move: PatrolOrder(
        movement.moves,
        movement.why_no_move,
        movement.do_move,
        movement.about_move,
        sure=True,
        cost=movement.cost_of_move,
        risk=movement.risk_of_move,
    ),
    Detach: PatrolOrder(movement.detachments, movement.why_no_detachment, movement.do_detach),
    Join: PatrolOrder(movement.joins, movement.why_no_join, movement.do_join),
    Scout: PatrolOrder(
        reconnaissance.scout_orders,
        reconnaissance.why_no_scouting,
        reconnaissance.do_scout,
        reconnaissance.about_scouting,
    ),
    Observe: PatrolOrder(
        intelligence.observations,
        intelligence.why_no_observation,
        intelligence.do_observe,
        intelligence.about_observation,
        sure=True,
        cost=intelligence.cost_of_observation,
        risk=intelligence.risk_of_observation,
    ),
    KeepObserving: PatrolOrder(
        intelligence.second_turn_orders,
        intelligence.why_no_second_turn,
        intelligence.do_second_turn,
        cost=lambda *_: intelligence.COST,
    ),
    Conclude: PatrolOrder(
        intelligence.conclusions,
        intelligence.why_no_conclusion,
        intelligence.do_conclude,
        sure=True,
        risk=intelligence.risk_of_conclusion,
    ),
    AirIntelligence: PatrolOrder(
        air_support.flights,
        air_support.why_no_flight,
        air_support.do_intelligence,
        cost=lambda *_: air_support.COST,
        risk=air_support.risk_of_flight,
    ),
    AirMaintenance: PatrolOrder(
        no_candidates,
        air_support.why_no_flight,
        air_support.do_maintenance,
        cost=lambda *_: air_support.COST,
    ),
    Cache: PatrolOrder(
        maintenance.cache_orders,
        maintenance.why_no_cache,
        maintenance.do_cache,
        cost=lambda *_: TABLES.costs["cache"],
    ),
    Maintain: PatrolOrder(
        maintenance.maintenance_orders,
        maintenance.why_no_maintenance,
        maintenance.do_maintain,
        maintenance.about_maintenance,
        cost=lambda *_: TABLES.costs["maintenance"],
    ),
    Assault: PatrolOrder(assaults, why_no_assault, do_assault, about_assault, risk=risk_of_assault),
    LowProfile: PatrolOrder(low_profiles, why_no_low_profile, do_low_profile),
    End: PatrolOrder(end_orders, never_refuse, do_end, about_end, sure=True),
    Abandon: PatrolOrder(abandonments, why_no_abandon, do_abandon, sure=True, cost=cost_of_abandoning),
    GiveUp: PatrolOrder(no_candidates, never_refuse, do_give_up, about_give_up),
}
"""The kinds of order, in the order in which they are listed."""


class Actions(Phase[LrdgState], frozen=True):
    """Lets observers report, units land and the mission end, then asks for an order (LRDG-A59).

    If `begins`, the phase is new: an earlier fight for a target does not end it (LRDG-A67).
    """

    rule: ClassVar[str] = "5.2"
    title: ClassVar[str] = "Actions of the LRDG"

    begins: bool = False

    def run(self, table: LrdgTable) -> None:
        state = table.state
        state.closed = state.closed and not self.begins
        hand_over(table)
        state.over = state.over or all_back(table)
        if state.over:
            return
        arriving = gather_from_rules(table.rules, "moved", Phase, table)
        if arriving:
            table.do(*arriving, Actions())
        elif not state.closed:
            table.do(Orders(seat=SEAT))


class Orders(OrderChoice[LrdgState], frozen=True):
    """The player gives orders to patrols, stacks and units."""

    rule: ClassVar[str] = "6"
    title: ClassVar[str] = "Actions of the LRDG"
    opens: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = tuple(ORDERS)
    several: ClassVar[bool] = True
    orders: ClassVar[Mapping[type[Action], PatrolOrder]] = ORDERS

    def ask(self, table: LrdgTable) -> str:
        state = table.state
        points = (
            f"{id} {patrol.ap}{f' (next test {patrol.promised})' * bool(patrol.promised)}"
            for id, patrol in state.patrols.items()
            if state.units_of(id)
        )
        text = f"What do the patrols do? Action points: {', '.join(points)}."
        fresh = not any(patrol.acted or patrol.low for patrol in state.patrols.values())
        if stuck := "".join(movement.describe_surplus(table, *stack) for stack in state.stacks()):
            text += stuck
        elif fresh and state.turn == 1:
            text = "What do the patrols do? move: a whole stack; detach: part of it; goto: more links."
        any_left = any(unit.out for unit in state.units.values() if unit.patrol)
        if any_left and all(is_home(mission(table), unit) for unit in state.force):
            text += " No unit is away: send the rest, or end the mission with give-up (no loss)."
        return text

    def confirm(self, table: LrdgTable, action: Action) -> str:
        if isinstance(action, End) and table.state.turn == TABLES.mission["last_turn"]:
            return f"Turn {table.state.turn} is the last, so the mission ends. End the turn?"
        return movement.ASK_LAST_RETURN * (
            isinstance(action, Move) and movement.ends_mission(table, action)
        )

    def options(self, table: LrdgTable) -> Sequence[Action]:
        with table.state.no_changes():
            return super().options(table)

    def allows(self, table: LrdgTable, action: Action) -> bool:
        return type(action) in ORDERS and self.refusal(table, action) is None

    def cost(self, table: LrdgTable, action: Action) -> str:
        cost = ORDERS[type(action)].cost
        price = cost(table, action) if cost else ""
        return price if isinstance(price, str) else f"{price} AP"

    def risk(self, table: LrdgTable, action: Action) -> str:
        risk = ORDERS[type(action)].risk
        return risk(table, action) if risk else ""

    def choose(self, table: LrdgTable, action: Action) -> None:
        super().choose(table, action)
        if not isinstance(action, End):
            table.do(Actions())


class Sure(Decision[LrdgState], frozen=True, kw_only=True):
    """The player confirms abandoning a unit, or ending the turn with an idle patrol."""

    rule: ClassVar[str] = "5.2"
    title: ClassVar[str] = "Confirmation"
    takes: ClassVar[tuple[type[Action], ...]] = (Yes, No)

    unit: str = ""

    def ask(self, table: LrdgTable) -> str:
        if self.unit:
            over = ", and the mission ends" * all_back(table, [self.unit])
            cost = cost_of_abandoning(table, Abandon(self.unit))
            return f"Abandon {names([self.unit])}? The unit is destroyed: {cost}{over}."
        return f"End the turn? These action points are lost: {table.state.unspent_text}."

    def candidates(self, table: LrdgTable) -> Iterable[Action]:  # noqa: ARG002
        return Yes(), No()

    def choose(self, table: LrdgTable, action: Action) -> None:
        if not self.unit and isinstance(action, No):
            table.do(Actions())
        if self.unit and isinstance(action, Yes):
            remove(table.state.units[self.unit])
            table.tell(Abandoned((self.unit,)))


class GivingUp(Decision[LrdgState], frozen=True):
    """The player confirms that the mission is over (LRDG-A59)."""

    rule: ClassVar[str] = "LRDG-A59"
    title: ClassVar[str] = "Giving up"
    takes: ClassVar[tuple[type[Action], ...]] = (Yes, No)

    def ask(self, table: LrdgTable) -> str:
        return f"End the mission ({losses_at_end(table)})?"

    def candidates(self, table: LrdgTable) -> Iterable[Action]:  # noqa: ARG002
        return Yes(), No()

    def choose(self, table: LrdgTable, action: Action) -> None:
        if isinstance(action, Yes):
            give_up(table)
            table.state.over = True


class EndOfActions(Phase[LrdgState], frozen=True):
    """Ends unpaid observations; lowers the alarm if all patrols kept a low profile (LRDG 6.1.7)."""

    rule: ClassVar[str] = "6.1.7"
    title: ClassVar[str] = "End of the actions"

    def run(self, table: LrdgTable) -> None:
        state = table.state
        if state.over:
            return
        intelligence.break_off(table)
        call_rules(table.rules, "actions_end", table)
        patrols = state.on_mission
        if patrols and all(state.patrols[patrol].low for patrol in patrols) and state.alarm:
            state.alarm -= 1
            table.tell(AlarmSet(state.alarm, state.alarm + 1))
