"""LOA-C2, the Operating force's orders before its card: recruit, scout, then move or stay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from sandtable import Action, Order, OrderChoice, Refusal, number_of
from sandtable_lawrence import aeroplane, camp, gear, leadership, movement, recruiting, stacking
from sandtable_lawrence.actions import (
    Buy,
    Drop,
    Fly,
    Join,
    Leave,
    Load,
    Move,
    Only,
    Rally,
    Recruit,
    Sail,
    Scout,
    Stay,
)
from sandtable_lawrence.combat import Contact
from sandtable_lawrence.demolition import Sabotage
from sandtable_lawrence.events import Moved, Stayed, space_name
from sandtable_lawrence.ops_deck import DrawCard
from sandtable_lawrence.roster import LAWRENCE, NAMES, names_of
from sandtable_lawrence.state import SEAT, LawrenceState, LawrenceTable
from sandtable_lawrence.victory import OperationEnds

RULE = "LOA-C2"


class ForceOrder(Order[LawrenceState], frozen=True):
    """A kind of order to the Operating force; after one that `ends` the orders, the card is drawn."""

    ends: bool = False


# Changes to the force.


def leave_orders(table: LawrenceTable) -> Iterator[Action]:
    """Return an order to leave each unit of the force behind."""
    yield from map(Leave, table.state.acting.force)


def why_no_leaving(table: LawrenceTable, action: Leave) -> Refusal | None:
    """Tell why a unit cannot be left behind; None if it can."""
    state = table.state
    if action.unit not in state.acting.force:
        return Refusal(
            RULE, "this unit is not in the Operating force", NAMES.get(action.unit, action.unit)
        )
    return Refusal(RULE, "the force needs at least one unit") if len(state.acting.force) == 1 else None


def leave(table: LawrenceTable, action: Leave) -> None:
    """Leave a unit behind in the space."""
    table.state.acting.force.remove(action.unit)


def join_orders(table: LawrenceTable) -> Iterator[Action]:
    """Return an order to add each unit in the space that is not in the force."""
    state = table.state
    units_here = state.arabs(state.acting.space)
    yield from (Join(unit.id) for unit in units_here if unit.id not in state.acting.force)


def why_no_joining(table: LawrenceTable, action: Join) -> Refusal | None:
    """Tell why a unit cannot join the force; None if it can."""
    state = table.state
    force = state.acting.force
    if action in join_orders(table):
        return stacking.why_apart(state, table.house, [*force, action.unit], state.acting.space)
    return Refusal(
        RULE, "this unit is not here, or is already in the force", NAMES.get(action.unit, action.unit)
    )


def join(table: LawrenceTable, action: Join) -> None:
    """Add a unit in the space to the force."""
    table.state.acting.force.append(action.unit)


def alone_orders(table: LawrenceTable) -> Iterator[Action]:
    """Return an order to send each unit alone, if the force has several."""
    if len(table.state.acting.force) > 1:
        yield from map(Only, table.state.acting.force)


def why_not_alone(table: LawrenceTable, action: Only) -> Refusal | None:
    """Tell why a unit cannot go alone; None if it can."""
    if action in alone_orders(table):
        return None
    return Refusal(
        RULE, "this unit is not in the force, or is already alone", NAMES.get(action.unit, action.unit)
    )


def go_alone(table: LawrenceTable, action: Only) -> None:
    """Send a unit alone and leave all others behind."""
    table.state.acting.force = [action.unit]


# Recruiting (LOA-C3, LOA 34.3) and gear (LOA 35).


def offers(table: LawrenceTable) -> Iterator[Action]:
    """Return purchases of all units and gear on sale in the force's space."""
    state = table.state
    if recruiting.selling_places(state, state.acting.space):
        yield from recruiting.offers(state, state.acting.space)


def why_no_sale(table: LawrenceTable, action: Buy) -> Refusal | None:
    """Tell why an item cannot be bought; None if it can."""
    return recruiting.why_no_sale(table, table.state.acting.space, action)


def buy(table: LawrenceTable, action: Buy) -> None:
    """Buy an item; a unit joins the force (LOA-R37), and at the Camp this is Resupply (LOA-R6)."""
    operation = table.state.acting
    operation.resupplied = operation.resupplied or operation.space == table.state.camp
    unit = recruiting.buy(table, operation.space, action)
    if unit:
        operation.force.append(unit)


def attempts(table: LawrenceTable) -> Iterator[Action]:
    """Return the attempts that the force can make to recruit a leader (LOA 34.3, LOA-R23)."""
    state = table.state
    if not why_spent(state) and LAWRENCE in state.acting.force:
        yield from leadership.attempts(state)


def why_no_attempt(table: LawrenceTable, action: Recruit) -> Refusal | None:
    """Tell why no leader can be recruited; None if one can."""
    state = table.state
    if LAWRENCE not in state.acting.force:
        return Refusal("34.3", "only a force that includes Lawrence can recruit a leader")
    return why_spent(state) or leadership.why_no_attempt(state, action)


def why_spent(state: LawrenceState) -> Refusal | None:
    """Tell why no attempt is left in the mission; None if one is (LOA 34.3)."""
    if state.attempt or state.earned:
        return None
    return Refusal("34.3", "you have made your attempt; you get another after each battle that you win")


def recruit(table: LawrenceTable, action: Recruit) -> None:
    """Roll to recruit a leader, who joins the force."""
    state = table.state
    state.attempt, state.earned = False, state.earned - (not state.attempt)
    leader = leadership.attempt(table, action)
    if leader:
        state.acting.force.append(leader)


def loads(table: LawrenceTable) -> Iterator[Action]:
    """Return orders to pick up gear in the force's space."""
    yield from gear.loads(table.state, table.state.acting.space)


def why_no_load(table: LawrenceTable, action: Load) -> Refusal | None:
    """Tell why a unit cannot pick up gear in the force's space; None if it can."""
    return gear.why_no_load(table.state, table.state.acting.space, action)


def load(table: LawrenceTable, action: Load) -> None:
    """Pick up gear in the force's space."""
    gear.do_load(table.state, table.state.acting.space, action)


def drops(table: LawrenceTable) -> Iterator[Action]:
    """Return orders to drop gear in the force's space."""
    yield from gear.drops(table.state, table.state.acting.space)


def why_no_drop(table: LawrenceTable, action: Drop) -> Refusal | None:
    """Tell why a unit cannot drop gear in the force's space; None if it can."""
    return gear.why_no_drop(table.state, table.state.acting.space, action)


def drop(table: LawrenceTable, action: Drop) -> None:
    """Drop gear in the force's space."""
    gear.do_drop(table.state, table.state.acting.space, action)


# Movement: by land, sea or air, Rally, or none (LOA-C4, LOA 30.4, LOA 35.3, LOA 36.1).


def march(table: LawrenceTable, action: Move) -> None:
    """Move the force overland, by the route that `movement.routes` finds."""
    operation = table.state.acting
    route = movement.routes(table.state, operation.force, operation.space)[action.space]
    operation.desert = route.desert
    arrive(table, action.space, route.path[-2], "overland")


def sail(table: LawrenceTable, action: Sail) -> None:
    """Move the force by sea; that is its whole move."""
    arrive(table, action.space, table.state.acting.space, "by sea")


def fly(table: LawrenceTable, action: Fly) -> None:
    """Fly Lawrence alone in the Aeroplane."""
    operation = table.state.acting
    operation.force = [LAWRENCE]
    aeroplane.fly(table.state, action.space)
    arrive(table, action.space, operation.space, "by air")


def arrive(table: LawrenceTable, space: str, before: str, how: str) -> None:
    """Move the Operating force into a space."""
    operation = table.state.acting
    movement.put_units(table.state, operation.force, space)
    operation.came_from, operation.space = before, space
    table.tell(Moved(tuple(operation.force), space, how))


def stays(table: LawrenceTable) -> Iterator[Action]:  # noqa: ARG001
    """Return the order to stay."""
    yield Stay()


def why_no_stay(table: LawrenceTable, action: Stay) -> Refusal | None:  # noqa: ARG001
    """Tell why the force cannot stay: it exceeds the stacking limit (LOA-R5); None if it can."""
    state = table.state
    return stacking.why_apart(state, table.house, state.acting.force, state.acting.space)


def stay(table: LawrenceTable, action: Stay) -> None:  # noqa: ARG001
    """Keep the force where it is."""
    operation = table.state.acting
    table.tell(Stayed(tuple(operation.force), operation.space))


def rallies(table: LawrenceTable) -> Iterator[Action]:
    """Return the order to rally, if the force is at the Camp."""
    if table.state.acting.space == table.state.camp:
        yield Rally()


def rally(table: LawrenceTable, action: Rally) -> None:  # noqa: ARG001
    """Begin a Rally: the player chooses the units that come."""
    table.do(camp.Rallying(seat=SEAT, part=True))


ORDERS: dict[type[Action], ForceOrder] = {
    Move: ForceOrder(
        movement.moves, movement.why_no_move, march, movement.about_move, ends=True, sure=True
    ),
    Sail: ForceOrder(movement.sails, movement.why_no_sail, sail, ends=True, sure=True),
    Fly: ForceOrder(aeroplane.flights, aeroplane.why_no_flight, fly, ends=True),
    Stay: ForceOrder(stays, why_no_stay, stay, ends=True),
    Rally: ForceOrder(rallies, camp.why_no_rally, rally, ends=True),
    Scout: ForceOrder(aeroplane.targets, aeroplane.why_no_scouting, aeroplane.scout),
    Recruit: ForceOrder(attempts, why_no_attempt, recruit, leadership.about_attempt),
    Buy: ForceOrder(offers, why_no_sale, buy, recruiting.about_sale),
    Load: ForceOrder(loads, why_no_load, load),
    Drop: ForceOrder(drops, why_no_drop, drop),
    Leave: ForceOrder(leave_orders, why_no_leaving, leave),
    Join: ForceOrder(join_orders, why_no_joining, join),
    Only: ForceOrder(alone_orders, why_not_alone, go_alone),
}
"""Every kind of order, in the order of the list that the player sees."""


class Orders(OrderChoice[LawrenceState], frozen=True):
    """Give orders to the Operating force before its card is drawn (LOA-C2)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Operation"
    opens: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Action], ...]] = tuple(ORDERS)
    orders: ClassVar[Mapping[type[Action], ForceOrder]] = ORDERS

    def ask(self, table: LawrenceTable) -> str:
        operation = table.state.acting
        speed = movement.allowance(operation.force)
        left_behind = [
            unit.id for unit in table.state.arabs(operation.space) if unit.id not in operation.force
        ]
        left_text = f" Left behind: {names_of(left_behind)}." if left_behind else ""
        force = f"{names_of(operation.force)} at {space_name(operation.space)}"
        move = f"Moving (up to {number_of(speed, 'space')}) or staying takes 1 Op and draws a card."
        return f"Orders for {force}? {move}{left_text}"

    def cost(self, table: LawrenceTable, action: Action) -> str:
        return recruiting.cost(table.state, table.state.acting.space, action)

    def risk(self, table: LawrenceTable, action: Action) -> str:
        if isinstance(action, Move):
            return movement.risk(table, action)
        return leadership.risk(table, action)

    def choose(self, table: LawrenceTable, action: Action) -> None:
        super().choose(table, action)
        if ORDERS[type(action)].ends:
            table.do(DrawCard(), Contact(), Sabotage(), OperationEnds())
        elif not table.state.verdict:
            table.do(replace(self, part=True))
