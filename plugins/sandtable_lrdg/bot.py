"""A scripted player: raids what it can, watches what it should, and comes home."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable import Action, Decision, Seat
from sandtable_lrdg import bot_combat
from sandtable_lrdg.actions import Add, At, Buy, Cancel, Depart, Done, Go, Grant, Historical, Launch
from sandtable_lrdg.actions import Bomb, Expose, Mark, Refit, Use, Wait, Yes
from sandtable_lrdg.bot_orders import Commander, rank
from sandtable_lrdg.roster import HQS, is_hq, kind
from sandtable_lrdg.view import View
from sandtable_lrdg.zones import BASES, event_drm


class Scripted:
    """Plays from what the view shows; it keeps nothing in mind between two choices."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's options."""
        options = seat.options
        if len(options) == 1:
            return options[0]
        view = seat.view
        assert isinstance(view, View)  # noqa: S101
        decide = DECISIONS.get(type(seat.decision).__name__)
        choice = decide(view, seat.decision, options) if decide else None
        if choice in options:
            return choice
        return next((one for one in options if isinstance(one, Done)), options[0])


def orders(view, decision, options):
    there = set(options)
    return next((one for one in Commander(view).orders() if one in there), None)


def detaching(view, decision, options):
    march = Commander(view).march(decision.patrol, decision.zone)
    if march is None:
        return next((one for one in options if isinstance(one, Go)), None)
    for unit in march.units:
        if unit not in decision.units:
            return Add(unit)
    return Go(march.to)


def muster(view, decision, options):
    return Historical() if Historical() in options else Done()


def mark(view, decision, options):
    units = view.state.units
    def cost(one):
        unit = units[one.unit]
        return (unit.zone not in BASES, len(unit.mco), rank(one.unit)[::1])
    return min((o for o in options if isinstance(o, Mark)), key=cost)


def bombed(view, decision, options):
    units = view.state.units
    return min((o for o in options if isinstance(o, (Bomb, Expose))), key=lambda o: (is_hq(o.unit), bool(units[o.unit].reports), units[o.unit].av, o.unit))


def event_zone(view, decision, options):
    board = Commander(view).board
    return min((o for o in options if isinstance(o, At)), key=lambda o: event_drm(board, o.zone))


def arrival(view, decision, options):
    board = Commander(view).board
    def near(o):
        far = board.distances(o.zone)
        return min((far.get(z, 99) for z in view.state.zones()), default=99)
    return max((o for o in options if isinstance(o, At)), key=near)


def call_up(view, decision, options):
    return Launch(decision.patrol)

def yes(view, decision, options):
    return Yes()

def refit(view, decision, options):
    units = view.state.units
    o = [o for o in options if isinstance(o, Refit)]
    return max(o, key=lambda o: (units[o.unit].steps, is_hq(o.unit), kind(o.unit).av, o.unit)) if o else Done()

def combat(f):
    return lambda view, decision, options: f(view, options)

DECISIONS = {
    "Muster": muster, "Orders": orders, "Detaching": detaching, "BreaksDown": mark, "Bombed": bombed, "Exposing": bombed,
    "EventZone": event_zone, "Arrival": arrival, "CallUp": call_up, "GivingUp": yes, "Refitting": refit,
    "Deploy": lambda v, d, o: bot_combat.deploy(o),
    "Surprise": combat(bot_combat.surprise), "Aiming": combat(bot_combat.aim), "Rerolling": combat(bot_combat.reroll), "Afterwards": combat(bot_combat.afterwards),
    "HoldBack": lambda v, d, o: Wait(),
}
