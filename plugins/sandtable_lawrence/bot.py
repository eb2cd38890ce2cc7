"""A scripted player: it buys what its plan needs, goes for the goals in the best order, and fights.

It makes a plan for each choice. bot_band says what a force is worth, bot_routes which routes there
are, bot_outlook what to expect of a route, and bot_plan in which order to take the goals. bot_appeal
has the appeal, bot_market the purchases, bot_orders the orders, and bot_combat the fights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable import Action, At, Decision, Done, ScriptedBot, Wait
from sandtable_lawrence import bot_combat
from sandtable_lawrence.actions import (
    Appeal,
    Buy,
    Demolish,
    Fly,
    Load,
    Operate,
    Play,
    Rally,
    Recruit,
    Reveal,
    Scout,
    Stay,
    Take,
)
from sandtable_lawrence.bot_appeal import helped
from sandtable_lawrence.bot_band import NEW_LEADER, Band, band_of
from sandtable_lawrence.bot_market import SAVED, WARES, basket, bearer, errand, shop
from sandtable_lawrence.bot_orders import Commander, steps
from sandtable_lawrence.bot_plan import best, lines_wanted, situation
from sandtable_lawrence.break_off import RoundOver
from sandtable_lawrence.cards.spies_in_the_souk import SpiesInTheSouk
from sandtable_lawrence.demolition import Demolishing
from sandtable_lawrence.escape import Ransom, Refuge
from sandtable_lawrence.fire import Firing
from sandtable_lawrence.high_command import Choosing, Informed, Landing
from sandtable_lawrence.line_up import LiningUp
from sandtable_lawrence.operation import Naming
from sandtable_lawrence.orders import Orders
from sandtable_lawrence.post_battle import ExtraAttempt
from sandtable_lawrence.preparation import Preparing, Starting
from sandtable_lawrence.roster import (
    AEROPLANE,
    ARAB_LEADERS,
    CAMP,
    DEMOLITION,
    MACHINEGUNS,
    UNITS,
    is_leader,
)
from sandtable_lawrence.spaces import STAGING, land_distance
from sandtable_lawrence.view import View

LEADER = 0.03
"""What a leader is worth after a battle, in addition to his worth for the plan."""

Decide = Callable[[View, Decision[Any], Sequence[Action]], "Action | None"]
"""What decides: given the view, the decision and its options."""


def _at_camp(view: View, action: Action) -> bool:
    state = view.state
    here = state.operation.space if state.operation else state.lawrence.space
    return isinstance(action, Rally) or (isinstance(action, Buy) and here == state.camp)


def _buys(action: Action, item: str) -> bool:
    return isinstance(action, Buy) and action.item == item


ABILITIES: Mapping[str, Callable[[View, Action], bool]] = {
    "leaders": lambda _, action: isinstance(action, Recruit),
    "appeal": lambda _, action: isinstance(action, Appeal) or action == Fly("cairo"),
    "scouting": lambda _, action: isinstance(action, Scout),
    "machineguns": lambda _, action: _buys(action, MACHINEGUNS),
    "aeroplane": lambda _, action: _buys(action, AEROPLANE) or isinstance(action, Fly),
    "demolition": lambda _, action: isinstance(action, Demolish) or _buys(action, DEMOLITION),
    "camp": _at_camp,
    "held-cards": lambda _, action: isinstance(action, Play) or action == Appeal("allenby"),
}
"""What can be renounced, and the actions that belong to it."""


def _no_camp(view: View) -> None:
    view.state.units[CAMP].space = ""


def _no_appeal(view: View) -> None:
    view.state.appealed = True


def _no_scouting(view: View) -> None:
    view.house = replace(view.house, scouts_see="nothing")


UNTHOUGHT: Mapping[str, Callable[[View], None]] = {
    "camp": _no_camp,
    "appeal": _no_appeal,
    "scouting": _no_scouting,
}
"""What a view loses when an ability is renounced, so that no plan counts on it."""


# Before a mission, and before a force moves.


def preparing(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """A leader, then whatever helps the plan most."""
    here = view.state.lawrence.space
    return _gain(view, here, view.state.ops, options) or Done()


def _gain(view: View, here: str, ops: int, options: Sequence[Action]) -> Action | None:
    return recruit(view, here, ops, options) or purchase(view, here, ops, options) or load(view, options)


def recruit(view: View, here: str, ops: int, options: Sequence[Action]) -> Action | None:
    """As many Pounds on an attempt as pay (LOA 34.3)."""
    tries = [option for option in options if isinstance(option, Recruit)]
    if not tries:
        return None
    state, now = view.state, situation(view)
    band = band_of(state.arabs(here))
    goods = shop(state, here, (option.item for option in options if isinstance(option, Buy)), band)
    free = state.recruits(ARAB_LEADERS)

    def worth(one: Recruit) -> float:
        left = goods._replace(pounds=goods.pounds - one.pounds)
        comes = min(5, now.level + one.pounds) / 6
        less = now._replace(free=now.free - 1)
        fewer = left._replace(room=max(0, left.room - 1))
        with_him = sum(
            basket(less, band.led_by(UNITS[leader].strength), here, ops, fewer).value for leader in free
        ) / len(free)
        return comes * with_him + (1 - comes) * basket(now, band, here, ops, left).value

    return max(tries, key=worth)


def extra_attempt(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """As many Pounds as pay, those for charges and for a ransom reckoned with (LOA 34.3)."""
    state, now = view.state, situation(view)
    here = state.lawrence.space
    band = band_of(state.arabs(here))

    def worth(one: Recruit) -> float:
        left = state.pounds - one.pounds
        after = now._replace(purse=min(now.purse, left))
        comes = min(5, now.level + one.pounds) / 6
        joined = best(after._replace(free=now.free - 1), band.led_by(NEW_LEADER), here, state.ops).value
        alone = best(after, band, here, state.ops).value
        return comes * (joined + LEADER) + (1 - comes) * alone + SAVED * left

    return max((option for option in options if isinstance(option, Recruit)), key=worth, default=None)


def purchase(view: View, here: str, ops: int, options: Sequence[Action]) -> Action | None:
    """The first thing of the best basket."""
    offered = [option for option in options if isinstance(option, Buy)]
    if not offered:
        return None
    state = view.state
    units = state.arabs(here)
    band = band_of(units)
    goods = shop(state, here, (one.item for one in offered), band)
    now = situation(view)
    chosen = basket(now, band, here, ops, goods)
    later = errand(now, state, band, here, ops, state.camp) if state.camp else None
    if later and later.value > chosen.value:
        return None
    for ware, number in zip(WARES, chosen.items, strict=True):
        if number:
            gear = ware in (DEMOLITION, MACHINEGUNS, AEROPLANE)
            return Buy(ware, bearer(units, ware)) if gear else Buy(ware)
    return None


def load(view: View, options: Sequence[Action]) -> Action | None:
    """What lies about is taken along."""
    for one in options:
        if isinstance(one, Load):
            here = view.state.units[one.unit].space
            if one.unit == bearer(view.state.arabs(here), one.gear):
                return one
    return None


# Operations.


def naming(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """An appeal that can be made, a held card, then the force with the best plan."""
    appeals = [option for option in options if isinstance(option, Appeal)]
    if appeals:
        return appeals[-1]
    plays = [option for option in options if isinstance(option, Play)]
    told = [one for one in plays if one.card == SpiesInTheSouk.name()]
    if told:
        named = wanted(view)
        near = sorted(told, key=lambda one: one.space not in named)
        return max(near[:LOOKED_AT], key=lambda one: worth_knowing(view, one.space))
    if plays:
        return plays[0]
    forces = [option for option in options if isinstance(option, Operate)]
    mind = Commander(view)
    return max(forces, key=lambda one: mind.best(one.space).value, default=None)


def orders(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """What can be gained where the force is, then scouting, then the way."""
    state = view.state
    here = state.acting.space
    gain = _gain(view, here, state.ops, options)
    if gain:
        return gain
    scouts = [option for option in options if isinstance(option, Scout)]
    if scouts:
        named = wanted(view)
        near = sorted(scouts, key=lambda one: (one.space not in named, land_distance(here, one.space)))
        return max(near[:LOOKED_AT], key=lambda one: worth_knowing(view, one.space))
    flies = [option for option in options if isinstance(option, Fly)]
    mind = Commander(view, flies=bool(flies), appeals=Fly("cairo") in flies)
    return steps(mind.best(here), state.acting.force, options)


LOOKED_AT = 3
"""At most this many Garrisons are thought of when one is scouted, the nearest that matter."""


def wanted(view: View) -> set[str]:
    """The spaces that the goals name."""
    goals = (*view.mission.clear, *view.mission.demolish)
    return {space for goal in goals for space in goal.spaces}


def worth_knowing(view: View, space: str) -> float:
    """How much better the plan is when the number of a Garrison is known."""
    state, now = view.state, situation(view)
    here = state.lawrence.space
    band: Band = band_of(state.arabs(here))
    others = [(one, known) for one, known in now.garrisons if one != space]
    values: dict[int, float] = {}
    for number in set(now.available):
        left = list(now.available)
        left.remove(number)
        garrisons = sorted([*others, (space, number)]) if number else others
        known = now._replace(garrisons=tuple(garrisons), available=tuple(left))
        values[number] = best(known, band, here, state.ops).value
    return sum(values[number] for number in now.available) / max(1, len(now.available))


def demolishing(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """The charge of the unit whose loss costs least; only where a goal asks for it (LOA 35.1)."""
    state, units = view.state, view.state.units
    if state.acting.space not in lines_wanted(view):
        return Done()
    charges = [option for option in options if isinstance(option, Demolish)]
    return min(
        charges,
        key=lambda one: (is_leader(one.unit), one.unit == "lawrence", units[one.unit].strength),
        default=None,
    )


def informed(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """The Garrison that the plan would like to know."""
    reveals = [option for option in options if isinstance(option, Reveal)]
    return max(reveals, key=lambda one: worth_knowing(view, one.space), default=None)


def choosing(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """What helps the plan of those most who wait for Lawrence; of equals the first of these."""
    order = ("reinforcements", "funding", "arab-bureau", "intelligence-bureau")
    state, now = view.state, situation(view)
    waiting = max(state.spaces(), key=lambda one: sum(unit.strength for unit in state.at(one)))
    there = [*state.arabs(waiting), state.lawrence] if waiting not in STAGING else [state.lawrence]
    bands = helped(now, band_of(there), waiting)
    can = [one for one in order if Take(one) in options]

    def worth(result: str) -> float:
        return best(now, bands[result], waiting, state.ops).value if result in bands else 0.0

    return Take(max(can, key=worth)) if can else None


def refuge(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Where most of the others are."""
    choices = [option for option in options if isinstance(option, At)]
    return max(choices, key=lambda one: len(view.state.arabs(one.space)), default=None)


def starting(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Where most of his strength is."""
    state = view.state
    choices = [option for option in options if isinstance(option, At)]
    return max(
        choices, key=lambda one: sum(unit.strength for unit in state.arabs(one.space)), default=None
    )


DECISIONS: Mapping[type[Decision[Any]], Decide] = {
    Preparing: preparing,
    Starting: starting,
    Naming: naming,
    Orders: orders,
    Demolishing: demolishing,
    Informed: informed,
    Choosing: choosing,
    Landing: refuge,
    Refuge: bot_combat.refuge,
    LiningUp: bot_combat.lining_up,
    Firing: bot_combat.firing,
    RoundOver: bot_combat.round_over,
    ExtraAttempt: extra_attempt,
    Ransom: bot_combat.ransom,
}
"""Who decides what; anything else is declined, or the first option taken."""


class Scripted(ScriptedBot[View]):
    """Plays from what the view shows; it keeps nothing in mind between two choices.

    `without` names abilities of ABILITIES that it does not use, for experiments.
    """

    decisions = DECISIONS
    declines = (Done, Wait, Stay)

    def __init__(self, without: frozenset[str] = frozenset()) -> None:
        self.without = without

    def wanted(self, view: View, options: Sequence[Action]) -> Sequence[Action]:
        """The options without those that are renounced; all of them if none would be left."""
        left = options
        for name in sorted(self.without):
            left = [option for option in left if not ABILITIES[name](view, option)]
        for forget in (UNTHOUGHT[name] for name in self.without if name in UNTHOUGHT):
            forget(view)
        return left or options
