"""The scripted player: it raids targets, observes zones, and comes home.

`bot_plan` chooses the targets, `bot_orders` gives the orders, and `routes` finds the routes.
`bot_combat` and `bot_forecast` decide how it fights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable import Action, Decision, Done, No, ScriptedBot, Seat, Wait, Yes
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
    """Take the historical patrols; if a muster has begun, buy fighters for the smallest patrol."""
    if Historical() in options:
        return Historical()
    buys = [option for option in options if isinstance(option, Buy) and option.patrol]
    fighters = [buy for buy in buys if kind(buy.unit).combat]
    sizes = {patrol: len(view.state.units_of(patrol)) for patrol in view.state.patrols}
    if fighters:
        return min(fighters, key=lambda buy: (sizes[buy.patrol or ""], rank(buy.unit)))
    return Done() if Done() in options else next(iter(buys), None)


def depart(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Depart from the base nearest to the patrol's target."""
    plan = Commander(view)
    starts = [option for option in options if isinstance(option, Depart)]
    goals = [plan.goal(start.patrol) or plan.data.departure for start in starts]
    costs = [
        cost(plan.board, start.zone, goal, Trip(1)) for start, goal in zip(starts, goals, strict=True)
    ]
    return starts[costs.index(min(costs))] if starts else None


def cancel(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Remove as many Axis counters as the rules allow."""
    return max(
        (option for option in options if isinstance(option, Cancel)), key=lambda option: option.number
    )


def grant(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:
    """Give the Recon OK, or the unit that has landed, to the nearest patrol that has a target.

    If several are equally near, give it to the one with the fewest Recon OK.
    """
    plan = Commander(view)
    here = getattr(decision, "zone", "")
    distances = plan.board.distances(here) if here else {}

    def claim(option: Grant) -> tuple[bool, int, int]:
        zones = view.state.zones(option.patrol)
        distance = min((distances.get(zone, 0) for zone in zones), default=99)
        recon_ok = view.state.patrols[option.patrol].recon_ok
        return (plan.goal(option.patrol) is None, distance, len(recon_ok))

    return min((option for option in options if isinstance(option, Grant)), key=claim, default=None)


def call_up(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:
    """Launch a patrol in reserve as soon as it has a target."""
    del options
    patrol = decision.patrol if isinstance(decision, CallUp) else ""
    return Launch(patrol) if Commander(view).goal(patrol) else Wait()


# The action phase.


def declare(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Attack every target that is worth an attack."""
    goals = Commander(view).targets.values()
    return next(
        (option for option in options if isinstance(option, Assault) and option.zone in goals), Done()
    )


def detach(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:
    """Add the units of the planned march, then go."""
    assert isinstance(decision, Detaching)  # noqa: S101
    with view.state.no_changes():
        march = Commander(view).march(decision.patrol, decision.zone)
    if march is None:
        return next((option for option in options if isinstance(option, Go)), None)
    missing = [unit for unit in march.units if unit not in decision.units]
    return Add(missing[0]) if missing else Go(march.to)


def help_out(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Use a cache; use a truck only where its load costs no points (LRDG-A19)."""
    loads_are_free = not view.house.spent_trucks_cost_vp
    aids = [
        option
        for option in options
        if isinstance(option, Use) and (loads_are_free or option.thing == CACHE)
    ]
    return aids[0] if aids else Done()


def give_up(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Give up only when no unit is away from base."""
    return No() if Commander(view).units_out() else Yes()


# Choices that events and the Axis bring.


def event_zone(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Choose the zone with the lowest modifier for events."""
    board = Commander(view).board
    zones = [option for option in options if isinstance(option, AtZone)]
    return min(zones, key=lambda option: event_drm(board, option.zone), default=None)


def mark(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Mark the unit with the fewest markers; if several tie, one at a base, or else not an HQ."""
    units = view.state.units

    def loss(option: Mark) -> tuple[int, bool, bool]:
        unit = units[option.unit]
        return (len(unit.mco), unit.zone not in BASES, is_hq(option.unit))

    return min((option for option in options if isinstance(option, Mark)), key=loss, default=None)


def expose(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Expose the unit whose loss costs least: preferably not a command unit, nor one with a report."""
    units = view.state.units
    shots = [option for option in options if isinstance(option, (Bomb, Expose))]
    return min(
        shots,
        key=lambda shot: (is_hq(shot.unit), bool(units[shot.unit].reports), units[shot.unit].av),
        default=None,
    )


def place_arrival(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Place a new Axis unit as far as possible from all patrols."""
    board = Commander(view).board
    zones = [option for option in options if isinstance(option, AtZone)]

    def distance(option: AtZone) -> int:
        links = board.distances(option.zone)
        return min((links.get(zone, 99) for zone in view.state.zones()), default=99)

    return max(zones, key=distance, default=None)


def choose_strongest(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Choose the zone with the most LRDG units."""
    zones = [option for option in options if isinstance(option, AtZone)]
    return max(zones, key=lambda option: len(view.state.at(option.zone)), default=None)


def refit(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Refit command units first, then reduced units before lost ones, then the best fighters."""
    units = view.state.units
    refits = [option for option in options if isinstance(option, Refit)]
    return max(
        refits,
        key=lambda refit: (is_hq(refit.unit), units[refit.unit].steps, kind(refit.unit).av),
        default=Done(),
    )


# Combat.


def _without_decision(choose: Callable[[View, Sequence[Action]], Action]) -> Decide:
    return lambda view, decision, options: choose(view, options)  # noqa: ARG005


Decide = Callable[[View, Decision[Any], Sequence[Action]], "Action | None"]
"""A function that takes the view, the decision and its options, and returns its choice or None."""

DECISIONS: Mapping[type[Decision[Any]], Decide] = {
    Muster: muster,
    Departing: depart,
    Cancels: cancel,
    Granting: grant,
    Attaching: grant,
    HoldBack: lambda view, decision, options: Wait(),  # noqa: ARG005
    CallUp: call_up,
    Declaring: declare,
    Detaching: detach,
    Helping: help_out,
    GivingUp: give_up,
    Sure: lambda view, decision, options: Yes(),  # noqa: ARG005
    EventZone: event_zone,
    BreaksDown: mark,
    Bombed: expose,
    Exposing: expose,
    Arrival: place_arrival,
    Trigger: choose_strongest,
    WhichFirst: choose_strongest,
    Refitting: refit,
    Deploy: _without_decision(bot_combat.deploy),
    Surprise: _without_decision(bot_combat.buy_initiative),
    Aiming: _without_decision(bot_combat.aim),
    Rerolling: _without_decision(bot_combat.reroll),
    Afterwards: _without_decision(bot_combat.continue_or_leave),
}
"""The function for each decision. Any other decision is declined, or gets its first option."""


class Scripted(ScriptedBot[View]):
    """A bot that decides from the view, and remembers nothing between choices."""

    decisions = DECISIONS

    def choose(self, seat: Seat) -> Action:
        """Return the most urgent legal order without listing all; otherwise choose like any bot."""
        if not isinstance(seat.decision, Orders):
            return super().choose(seat)
        view: Any = seat.glance
        with view.state.no_changes():
            order = next(filter(seat.allows, Commander(view).orders(seat)), None)
        return order or super().choose(seat)
