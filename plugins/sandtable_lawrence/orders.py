"""LOA-C2, what the Operating force does before its card: recruit, scout, move in one of five ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from sandtable import Action, Decision, Refusal, Table
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
from sandtable_lawrence.roster import LAWRENCE, NAMES, named
from sandtable_lawrence.state import SEAT, LawrenceState
from sandtable_lawrence.victory import OperationEnds

RULE = "LOA-C2"
LawrenceTable = Table[LawrenceState]


class Order(NamedTuple):
    """One kind of order: what there is to ask about, why not, how it is done, what it costs.

    `ends` when the card is drawn after it. Of a `sure` kind every candidate is legal, so that none
    needs to be asked about.
    """

    candidates: Callable[[LawrenceState], Iterator[Action]]
    refusal: Callable[[LawrenceState, Any], Refusal | None]
    carry_out: Callable[[LawrenceTable, Any], None]
    about: Callable[[LawrenceState, Any], str] | None = None
    ends: bool = False
    sure: bool = False


# Who belongs to the force.


def leavers(state: LawrenceState) -> Iterator[Action]:
    """Everybody, as long as somebody is left."""
    yield from map(Leave, state.acting.force)


def no_leaving(state: LawrenceState, action: Leave) -> Refusal | None:
    """Why a unit can not stay behind."""
    if action.unit not in state.acting.force:
        return Refusal(RULE, "it is not in the Operating force", NAMES.get(action.unit, action.unit))
    return Refusal(RULE, "somebody must go") if len(state.acting.force) == 1 else None


def leave(table: LawrenceTable, action: Leave) -> None:
    """A unit leaves the force and stays in the space."""
    table.state.acting.force.remove(action.unit)


def joiners(state: LawrenceState) -> Iterator[Action]:
    """Who is there but not in the force."""
    here = state.arabs(state.acting.space)
    yield from (Join(unit.id) for unit in here if unit.id not in state.acting.force)


def no_joining(state: LawrenceState, action: Join) -> Refusal | None:
    """Why a unit can not come along."""
    force = state.acting.force
    if action in joiners(state):
        return stacking.refused(state, [*force, action.unit], state.acting.space)
    return Refusal(RULE, "it is not there, or in the force already", NAMES.get(action.unit, action.unit))


def join(table: LawrenceTable, action: Join) -> None:
    """A unit of the space joins the force."""
    table.state.acting.force.append(action.unit)


def loners(state: LawrenceState) -> Iterator[Action]:
    """Everybody of a force of several."""
    if len(state.acting.force) > 1:
        yield from map(Only, state.acting.force)


def no_loner(state: LawrenceState, action: Only) -> Refusal | None:
    """Why a unit can not go alone."""
    if action in loners(state):
        return None
    return Refusal(RULE, "it is not one of several in the force", NAMES.get(action.unit, action.unit))


def alone(table: LawrenceTable, action: Only) -> None:
    """All others stay behind."""
    table.state.acting.force = [action.unit]


# Recruiting (LOA-C3, LOA 34.3) and gear (LOA 35).


def offers(state: LawrenceState) -> Iterator[Action]:
    """All that is for sale, where anything is."""
    if recruiting.sellers(state, state.acting.space):
        yield from recruiting.offers(state, state.acting.space)


def no_sale(state: LawrenceState, action: Buy) -> Refusal | None:
    """Why it can not be bought."""
    return recruiting.no_sale(state, state.acting.space, action)


def buy(table: LawrenceTable, action: Buy) -> None:
    """A unit joins the force at once (LOA-R37); at the Camp this is Resupply (LOA-R6)."""
    operation = table.state.acting
    operation.resupplied = operation.resupplied or operation.space == table.state.camp
    unit = recruiting.buy(table, operation.space, action)
    if unit:
        operation.force.append(unit)


def attempts(state: LawrenceState) -> Iterator[Action]:
    """The one try of a mission, while Lawrence is in the force (LOA 34.3)."""
    if state.attempt and LAWRENCE in state.acting.force:
        yield from leadership.attempts(state)


def no_attempt(state: LawrenceState, action: Recruit) -> Refusal | None:
    """Why no leader can be recruited."""
    if LAWRENCE not in state.acting.force:
        return Refusal("34.3", "Lawrence must be part of the Operating force")
    return spent(state) or leadership.no_attempt(state, action)


def spent(state: LawrenceState) -> Refusal | None:
    """Whether the try of this mission has been made (LOA 34.3)."""
    return None if state.attempt else Refusal("34.3", "one try a mission, and one for each battle won")


def recruit(table: LawrenceTable, action: Recruit) -> None:
    """A leader joins the force, or not."""
    table.state.attempt = False
    leader = leadership.attempt(table, action)
    if leader:
        table.state.acting.force.append(leader)


def about_price(state: LawrenceState, action: Buy) -> str:  # noqa: ARG001
    """What it costs."""
    return recruiting.about_sale(action)


def loads(state: LawrenceState) -> Iterator[Action]:
    """What lies where the force is."""
    yield from gear.loads(state, state.acting.space)


def no_load(state: LawrenceState, action: Load) -> Refusal | None:
    """Why gear can not be taken up where the force is."""
    return gear.no_load(state, state.acting.space, action)


def load(table: LawrenceTable, action: Load) -> None:
    """A unit where the force is takes gear up."""
    gear.do_load(table.state, table.state.acting.space, action)


def drops(state: LawrenceState) -> Iterator[Action]:
    """What is carried where the force is."""
    yield from gear.drops(state, state.acting.space)


def no_drop(state: LawrenceState, action: Drop) -> Refusal | None:
    """Why gear can not be laid down where the force is."""
    return gear.no_drop(state, state.acting.space, action)


def drop(table: LawrenceTable, action: Drop) -> None:
    """A unit where the force is lays gear down."""
    gear.do_drop(table.state, table.state.acting.space, action)


# The five ways to use an Operation (LOA-C4, LOA 30.4, LOA 35.3, LOA 36.1).


def march(table: LawrenceTable, action: Move) -> None:
    """The force goes overland, by the way that `movement.ways` found."""
    operation = table.state.acting
    way = movement.ways(table.state, operation.force, operation.space)[action.space]
    operation.desert = way.desert
    arrive(table, action.space, way.path[-2], "overland")


def sail(table: LawrenceTable, action: Sail) -> None:
    """By sea, which is the whole move."""
    arrive(table, action.space, table.state.acting.space, "by sea")


def fly(table: LawrenceTable, action: Fly) -> None:
    """Lawrence alone, with the Aeroplane."""
    operation = table.state.acting
    operation.force = [LAWRENCE]
    aeroplane.fly(table.state, action.space)
    arrive(table, action.space, operation.space, "by air")


def arrive(table: LawrenceTable, space: str, before: str, how: str) -> None:
    """The Operating force is there."""
    operation = table.state.acting
    movement.travel(table.state, operation.force, space)
    operation.came_from, operation.space = before, space
    table.tell(Moved(tuple(operation.force), space, how))


def stays(state: LawrenceState) -> Iterator[Action]:  # noqa: ARG001
    """No move at all."""
    yield Stay()


def no_stay(state: LawrenceState, action: Stay) -> Refusal | None:  # noqa: ARG001
    """Only a force within the limit operates (LOA-R5)."""
    return stacking.refused(state, state.acting.force, state.acting.space)


def stay(table: LawrenceTable, action: Stay) -> None:  # noqa: ARG001
    """The card is drawn where the force stands."""
    operation = table.state.acting
    table.tell(Stayed(tuple(operation.force), operation.space))


def rallies(state: LawrenceState) -> Iterator[Action]:
    """Where the Camp is."""
    if state.acting.space == state.camp:
        yield Rally()


def rally(table: LawrenceTable, action: Rally) -> None:  # noqa: ARG001
    """Who comes is asked next."""
    table.do(camp.Rallying(seat=SEAT, part=True))


ORDERS: dict[type[Action], Order] = {
    Move: Order(movement.moves, movement.no_move, march, movement.about_move, ends=True, sure=True),
    Sail: Order(movement.sails, movement.no_sail, sail, ends=True, sure=True),
    Fly: Order(aeroplane.flights, aeroplane.no_flight, fly, ends=True),
    Stay: Order(stays, no_stay, stay, ends=True),
    Rally: Order(rallies, camp.no_rally, rally, ends=True),
    Scout: Order(aeroplane.targets, aeroplane.no_scouting, aeroplane.scout),
    Recruit: Order(attempts, no_attempt, recruit, leadership.about_attempt),
    Buy: Order(offers, no_sale, buy, about_price),
    Load: Order(loads, no_load, load),
    Drop: Order(drops, no_drop, drop),
    Leave: Order(leavers, no_leaving, leave),
    Join: Order(joiners, no_joining, join),
    Only: Order(loners, no_loner, alone),
}
"""Every order that can be given, in the order in which they are listed."""


class Orders(Decision[LawrenceState], frozen=True):
    """The Operating force is named: what it does before its card is drawn (LOA-C2)."""

    rule: ClassVar[str] = RULE
    title: ClassVar[str] = "Operation"
    takes: ClassVar[tuple[type[Action], ...]] = tuple(ORDERS)

    def ask(self, table: LawrenceTable) -> str:
        operation = table.state.acting
        speed = movement.allowance(operation.force)
        here = [unit.id for unit in table.state.arabs(operation.space) if unit.id not in operation.force]
        others = f" (left behind: {named(here)})" if here else ""
        where = f"{place(operation.space)}, moving {speed}{others}"
        return f"{named(operation.force)} at {where}: what do they do?"

    def describe(self, table: LawrenceTable, action: Action) -> str:
        about = ORDERS[type(action)].about
        return about(table.state, action) if about else action.help

    def cost(self, table: LawrenceTable, action: Action) -> str:  # noqa: ARG002
        return recruiting.cost(action)

    def candidates(self, table: LawrenceTable) -> Iterator[Action]:
        for order in ORDERS.values():
            yield from order.candidates(table.state)

    def options(self, table: LawrenceTable) -> list[Action]:
        state = table.state
        return [
            action
            for order in ORDERS.values()
            for action in order.candidates(state)
            if order.sure or order.refusal(state, action) is None
        ]

    def refusal(self, table: LawrenceTable, action: Action) -> Refusal | None:
        return ORDERS[type(action)].refusal(table.state, action)

    def choose(self, table: LawrenceTable, action: Action) -> None:
        order = ORDERS[type(action)]
        order.carry_out(table, action)
        if order.ends:
            table.do(DrawCard(), Contact(), Sabotage(), OperationEnds())
        elif not table.state.verdict:
            table.do(replace(self, part=True))
