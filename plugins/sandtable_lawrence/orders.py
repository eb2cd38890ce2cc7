"""LOA-C2, the orders before the card is drawn: recruit, scout, and move in one of five ways."""

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
from sandtable_lawrence.events import Moved, Stayed, place
from sandtable_lawrence.ops_deck import DrawCard
from sandtable_lawrence.roster import LAWRENCE, NAMES, name_all
from sandtable_lawrence.state import SEAT, LawrenceState, LawrenceTable
from sandtable_lawrence.victory import OperationEnds

RULE = "LOA-C2"


class ForceOrder(Order[LawrenceState], frozen=True):
    """One kind of order to the Operating force; when it `ends` the orders, the card is drawn."""

    ends: bool = False


# Who is in the force.


def leavers(table: LawrenceTable) -> Iterator[Action]:
    """Each unit of the force, which can stay behind unless it is the last."""
    yield from map(Leave, table.state.acting.force)


def no_leaving(table: LawrenceTable, action: Leave) -> Refusal | None:
    """The reason why a unit cannot stay behind."""
    state = table.state
    if action.unit not in state.acting.force:
        return Refusal(
            RULE, "this unit is not in the Operating force", NAMES.get(action.unit, action.unit)
        )
    return Refusal(RULE, "at least one unit must go") if len(state.acting.force) == 1 else None


def leave(table: LawrenceTable, action: Leave) -> None:
    """A unit leaves the force and stays in the space."""
    table.state.acting.force.remove(action.unit)


def joiners(table: LawrenceTable) -> Iterator[Action]:
    """The units of the space that are not in the force."""
    state = table.state
    units_here = state.arabs(state.acting.space)
    yield from (Join(unit.id) for unit in units_here if unit.id not in state.acting.force)


def no_joining(table: LawrenceTable, action: Join) -> Refusal | None:
    """The reason why a unit cannot come along."""
    state = table.state
    force = state.acting.force
    if action in joiners(table):
        return stacking.why_apart(state, table.house, [*force, action.unit], state.acting.space)
    return Refusal(
        RULE, "this unit is not here, or already in the force", NAMES.get(action.unit, action.unit)
    )


def join(table: LawrenceTable, action: Join) -> None:
    """A unit of the space joins the force."""
    table.state.acting.force.append(action.unit)


def loners(table: LawrenceTable) -> Iterator[Action]:
    """Each unit of a force of several units, which can go alone."""
    if len(table.state.acting.force) > 1:
        yield from map(Only, table.state.acting.force)


def no_loner(table: LawrenceTable, action: Only) -> Refusal | None:
    """The reason why a unit cannot go alone."""
    if action in loners(table):
        return None
    return Refusal(
        RULE, "this unit is not in the force, or is the only one", NAMES.get(action.unit, action.unit)
    )


def alone(table: LawrenceTable, action: Only) -> None:
    """A unit goes alone; all others stay behind."""
    table.state.acting.force = [action.unit]


# Recruiting (LOA-C3, LOA 34.3) and gear (LOA 35).


def offers(table: LawrenceTable) -> Iterator[Action]:
    """All units and gear on sale in the force's space."""
    state = table.state
    if recruiting.sellers(state, state.acting.space):
        yield from recruiting.offers(state, state.acting.space)


def no_sale(table: LawrenceTable, action: Buy) -> Refusal | None:
    """The reason why something cannot be bought."""
    return recruiting.no_sale(table, table.state.acting.space, action)


def buy(table: LawrenceTable, action: Buy) -> None:
    """A unit joins the force at once (LOA-R37); at the Camp this is Resupply (LOA-R6)."""
    operation = table.state.acting
    operation.resupplied = operation.resupplied or operation.space == table.state.camp
    unit = recruiting.buy(table, operation.space, action)
    if unit:
        operation.force.append(unit)


def attempts(table: LawrenceTable) -> Iterator[Action]:
    """The attempt of a mission to recruit a leader, with Lawrence in the force (LOA 34.3, LOA-R23)."""
    state = table.state
    if not why_spent(state) and LAWRENCE in state.acting.force:
        yield from leadership.attempts(state)


def no_attempt(table: LawrenceTable, action: Recruit) -> Refusal | None:
    """The reason why no leader can be recruited."""
    state = table.state
    if LAWRENCE not in state.acting.force:
        return Refusal("34.3", "only a force with Lawrence can recruit a leader")
    return why_spent(state) or leadership.no_attempt(state, action)


def why_spent(state: LawrenceState) -> Refusal | None:
    """A refusal if the attempt of this mission has been made (LOA 34.3)."""
    if state.attempt or state.earned:
        return None
    return Refusal("34.3", "your attempt is spent; you get another after each battle that you win")


def recruit(table: LawrenceTable, action: Recruit) -> None:
    """Roll whether a leader joins the force."""
    state = table.state
    state.attempt, state.earned = False, state.earned - (not state.attempt)
    leader = leadership.attempt(table, action)
    if leader:
        state.acting.force.append(leader)


def loads(table: LawrenceTable) -> Iterator[Action]:
    """Gear that is in the force's space."""
    yield from gear.loads(table.state, table.state.acting.space)


def no_load(table: LawrenceTable, action: Load) -> Refusal | None:
    """The reason why a unit cannot load gear in the force's space."""
    return gear.no_load(table.state, table.state.acting.space, action)


def load(table: LawrenceTable, action: Load) -> None:
    """A unit in the force's space loads gear."""
    gear.do_load(table.state, table.state.acting.space, action)


def drops(table: LawrenceTable) -> Iterator[Action]:
    """Gear carried by units in the force's space."""
    yield from gear.drops(table.state, table.state.acting.space)


def no_drop(table: LawrenceTable, action: Drop) -> Refusal | None:
    """The reason why a unit cannot drop gear in the force's space."""
    return gear.no_drop(table.state, table.state.acting.space, action)


def drop(table: LawrenceTable, action: Drop) -> None:
    """A unit in the force's space drops gear."""
    gear.do_drop(table.state, table.state.acting.space, action)


# The five ways to use an Operation (LOA-C4, LOA 30.4, LOA 35.3, LOA 36.1).


def march(table: LawrenceTable, action: Move) -> None:
    """The force goes overland, by the route that `movement.ways` found."""
    operation = table.state.acting
    route = movement.ways(table.state, operation.force, operation.space)[action.space]
    operation.desert = route.desert
    arrive(table, action.space, route.path[-2], "overland")


def sail(table: LawrenceTable, action: Sail) -> None:
    """The force goes by sea; that is the whole move."""
    arrive(table, action.space, table.state.acting.space, "by sea")


def fly(table: LawrenceTable, action: Fly) -> None:
    """Lawrence flies alone with the Aeroplane."""
    operation = table.state.acting
    operation.force = [LAWRENCE]
    aeroplane.fly(table.state, action.space)
    arrive(table, action.space, operation.space, "by air")


def arrive(table: LawrenceTable, space: str, before: str, how: str) -> None:
    """Put the Operating force into a space."""
    operation = table.state.acting
    movement.travel(table.state, operation.force, space)
    operation.came_from, operation.space = before, space
    table.tell(Moved(tuple(operation.force), space, how))


def stays(table: LawrenceTable) -> Iterator[Action]:  # noqa: ARG001
    """The order not to move."""
    yield Stay()


def no_stay(table: LawrenceTable, action: Stay) -> Refusal | None:  # noqa: ARG001
    """The reason why the force cannot stay: only a force within the limit operates (LOA-R5)."""
    state = table.state
    return stacking.why_apart(state, table.house, state.acting.force, state.acting.space)


def stay(table: LawrenceTable, action: Stay) -> None:  # noqa: ARG001
    """The card is drawn where the force is."""
    operation = table.state.acting
    table.tell(Stayed(tuple(operation.force), operation.space))


def rallies(table: LawrenceTable) -> Iterator[Action]:
    """A Rally, if the force is at the Camp."""
    if table.state.acting.space == table.state.camp:
        yield Rally()


def rally(table: LawrenceTable, action: Rally) -> None:  # noqa: ARG001
    """Ask next which units come to the Camp."""
    table.do(camp.Rallying(seat=SEAT, part=True))


ORDERS: dict[type[Action], ForceOrder] = {
    Move: ForceOrder(movement.moves, movement.no_move, march, movement.about_move, ends=True, sure=True),
    Sail: ForceOrder(movement.sails, movement.no_sail, sail, ends=True, sure=True),
    Fly: ForceOrder(aeroplane.flights, aeroplane.no_flight, fly, ends=True),
    Stay: ForceOrder(stays, no_stay, stay, ends=True),
    Rally: ForceOrder(rallies, camp.no_rally, rally, ends=True),
    Scout: ForceOrder(aeroplane.targets, aeroplane.no_scouting, aeroplane.scout),
    Recruit: ForceOrder(attempts, no_attempt, recruit, leadership.about_attempt),
    Buy: ForceOrder(offers, no_sale, buy, recruiting.about_sale),
    Load: ForceOrder(loads, no_load, load),
    Drop: ForceOrder(drops, no_drop, drop),
    Leave: ForceOrder(leavers, no_leaving, leave),
    Join: ForceOrder(joiners, no_joining, join),
    Only: ForceOrder(loners, no_loner, alone),
}
"""Every order that can be given, in the order in which they are listed."""


class Orders(OrderChoice[LawrenceState], frozen=True):
    """The orders of the Operating force before its card is drawn (LOA-C2)."""

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
        rest_text = f"; left behind: {name_all(left_behind)}" if left_behind else ""
        force = f"{name_all(operation.force)} at {place(operation.space)}"
        return f"Orders for {force} (1 Op and a card, up to {number_of(speed, 'space')}{rest_text})?"

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
