"""A scripted player: it raids what it can, watches what it should, and comes home.

How it fights is in bot_combat and bot_forecast, what it is after in bot_plan, its orders in
bot_orders, and its ways in routes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable import Action, Decision, Done, No, ScriptedBot, Wait, Yes
from sandtable_lrdg import bot_combat
from sandtable_lrdg.actions import (
    Add,
    Assault,
    AtZone,
    Bomb,
    Buy,
    Cancel,
    Depart,
    Expose,
    Go,
    Grant,
    Historical,
    Launch,
    Mark,
    Refit,
    Use,
)
from sandtable_lrdg.aim import Aiming
from sandtable_lrdg.alarm import Arrival, Trigger
from sandtable_lrdg.arrivals import Attaching, CallUp, Granting, HoldBack
from sandtable_lrdg.axis import Bombed
from sandtable_lrdg.bot_orders import Commander
from sandtable_lrdg.bot_plan import rank
from sandtable_lrdg.combat import Declaring, WhichFirst
from sandtable_lrdg.combat_turn import Surprise
from sandtable_lrdg.duration import Afterwards
from sandtable_lrdg.evaluation import Refitting
from sandtable_lrdg.fire import Exposing, Rerolling
from sandtable_lrdg.incidents import BreaksDown, EventZone
from sandtable_lrdg.line_up import Deploy
from sandtable_lrdg.maintenance import CACHE, Helping
from sandtable_lrdg.movement import Detaching
from sandtable_lrdg.muster import Departing, Muster
from sandtable_lrdg.orders import GivingUp, Orders, Sure
from sandtable_lrdg.preparation import Cancels
from sandtable_lrdg.roster import is_hq, kind
from sandtable_lrdg.routes import Trip, cost
from sandtable_lrdg.view import View
from sandtable_lrdg.zones import BASES, event_drm

# Before a mission.


def muster(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """The historical patrols; if others are begun already, fighters for the smallest patrol."""
    if Historical() in options:
        return Historical()
    buys = [option for option in options if isinstance(option, Buy) and option.patrol]
    fighters = [buy for buy in buys if kind(buy.unit).combat]
    sizes = {patrol: len(view.state.of(patrol)) for patrol in view.state.patrols}
    if fighters:
        return min(fighters, key=lambda one: (sizes[one.patrol or ""], rank(one.unit)))
    return Done() if Done() in options else next(iter(buys), None)


def departing(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """The base that is nearest to the patrol's target."""
    plan = Commander(view)
    starts = [option for option in options if isinstance(option, Depart)]
    goals = [plan.goal(one.patrol) or plan.data.departure for one in starts]
    ways = [cost(plan.board, one.zone, goal, Trip(1)) for one, goal in zip(starts, goals, strict=True)]
    return starts[ways.index(min(ways))] if starts else None


def cancels(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """As many as possible."""
    return max((one for one in options if isinstance(one, Cancel)), key=lambda one: one.number)


def grant(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:
    """A Recon OK to a patrol that attacks and has few; a unit that lands to the patrol next to it."""
    plan = Commander(view)
    here = getattr(decision, "zone", "")
    far = plan.board.distances(here) if here else {}

    def fitness(one: Grant) -> tuple[bool, int, int]:
        near = min((far.get(zone, 0) for zone in view.state.zones(one.patrol)), default=99)
        return (plan.goal(one.patrol) is None, near, len(view.state.patrols[one.patrol].recon_ok))

    return min((option for option in options if isinstance(option, Grant)), key=fitness, default=None)


def call_up(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:
    """A patrol in reserve leaves at once when there is something for it to do."""
    del options
    patrol = decision.patrol if isinstance(decision, CallUp) else ""
    return Launch(patrol) if Commander(view).goal(patrol) else Wait()


# The action phase.


def orders(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """The most urgent order that is legal."""
    legal = set(options)
    return next((order for order in Commander(view).orders(options) if order in legal), None)


def declaring(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Every target that is worth an attack."""
    goals = Commander(view).targets.values()
    return next((one for one in options if isinstance(one, Assault) and one.zone in goals), Done())


def detaching(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:
    """The units that the march was planned for, then the way."""
    assert isinstance(decision, Detaching)  # noqa: S101
    march = Commander(view).march(decision.patrol, decision.zone)
    if march is None:
        return next((option for option in options if isinstance(option, Go)), None)
    missing = [unit for unit in march.units if unit not in decision.units]
    return Add(missing[0]) if missing else Go(march.to)


def helping(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """A cache helps; a truck only where its load costs no points (LRDG-A19)."""
    free = not view.house.spent_trucks_cost_vp
    aids = [option for option in options if isinstance(option, Use) and (free or option.thing == CACHE)]
    return aids[0] if aids else Done()


def giving_up(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Only when nobody is away."""
    return No() if Commander(view).away() else Yes()


# What events and the Axis ask.


def event_zone(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Where people live there are fewer breakdowns."""
    board = Commander(view).board
    zones = [option for option in options if isinstance(option, AtZone)]
    return min(zones, key=lambda one: event_drm(board, one.zone), default=None)


def mark(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """A unit that waits at a base, rather than one that has a marker already."""
    units = view.state.units

    def loss(one: Mark) -> tuple[bool, int, bool]:
        unit = units[one.unit]
        return (unit.zone not in BASES, len(unit.mco), is_hq(one.unit))

    return min((option for option in options if isinstance(option, Mark)), key=loss, default=None)


def fired_at(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """The unit whose loss costs least: no command unit, nobody with a report."""
    units = view.state.units
    shots = [option for option in options if isinstance(option, (Bomb, Expose))]
    return min(
        shots,
        key=lambda one: (is_hq(one.unit), bool(units[one.unit].reports), units[one.unit].av),
        default=None,
    )


def arrival(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """A new Axis unit comes where it is farthest from everybody."""
    board = Commander(view).board
    zones = [option for option in options if isinstance(option, AtZone)]

    def far(one: AtZone) -> int:
        reach = board.distances(one.zone)
        return min((reach.get(zone, 99) for zone in view.state.zones()), default=99)

    return max(zones, key=far, default=None)


def strongest(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """The zone where most of the LRDG is."""
    zones = [option for option in options if isinstance(option, AtZone)]
    return max(zones, key=lambda one: len(view.state.at(one.zone)), default=None)


def refitting(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Command units first, then what is only reduced, then the best fighters."""
    units = view.state.units
    refits = [option for option in options if isinstance(option, Refit)]
    return max(
        refits,
        key=lambda one: (is_hq(one.unit), units[one.unit].steps, kind(one.unit).av),
        default=Done(),
    )


# Combat.


def _of_view(choose: Callable[[View, Sequence[Action]], Action]) -> Decide:
    return lambda view, decision, options: choose(view, options)  # noqa: ARG005


Decide = Callable[[View, Decision[Any], Sequence[Action]], "Action | None"]
"""What decides: given the view, the decision and its options."""

DECISIONS: Mapping[type[Decision[Any]], Decide] = {
    Muster: muster,
    Departing: departing,
    Cancels: cancels,
    Granting: grant,
    Attaching: grant,
    HoldBack: lambda view, decision, options: Wait(),  # noqa: ARG005
    CallUp: call_up,
    Orders: orders,
    Declaring: declaring,
    Detaching: detaching,
    Helping: helping,
    GivingUp: giving_up,
    Sure: lambda view, decision, options: Yes(),  # noqa: ARG005
    EventZone: event_zone,
    BreaksDown: mark,
    Bombed: fired_at,
    Exposing: fired_at,
    Arrival: arrival,
    Trigger: strongest,
    WhichFirst: strongest,
    Refitting: refitting,
    Deploy: _of_view(bot_combat.deploy),
    Surprise: _of_view(bot_combat.surprise),
    Aiming: _of_view(bot_combat.aim),
    Rerolling: _of_view(bot_combat.reroll),
    Afterwards: _of_view(bot_combat.afterwards),
}
"""Who decides what; anything else is declined, or the first option taken."""


class Scripted(ScriptedBot[View]):
    """Plays from what the view shows; it keeps nothing in mind between two choices."""

    decisions = DECISIONS
