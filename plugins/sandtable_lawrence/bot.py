"""The scripted player: it buys what its plan needs, takes the goals in the best order, and fights.

It makes a new plan for each choice. bot_band describes a force, bot_routes finds routes, bot_outlook
estimates the chance of success along a route, and bot_plan chooses the order of the goals. bot_appeal
decides on the appeal, bot_basket on purchases, bot_orders on Operations, and bot_combat on battles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

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
from sandtable_lawrence.bot_appeal import bands_after
from sandtable_lawrence.bot_band import LEADER_STRENGTH, Band, band_of
from sandtable_lawrence.bot_basket import POUND_VALUE, Errand, basket, errand
from sandtable_lawrence.bot_market import WARES, best_carrier, goods_at, shop
from sandtable_lawrence.bot_orders import Commander, steps
from sandtable_lawrence.bot_plan import Situation, best_plan, ground, lines_to_break, situation
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
    LAWRENCE,
    MACHINEGUNS,
    UNITS,
    is_leader,
)
from sandtable_lawrence.spaces import STAGING, land_distance
from sandtable_lawrence.state import LawrenceState
from sandtable_lawrence.view import View

OPS_BY_AIR, OPS_BY_SEA = 1, 2
"""How many Operations Lawrence needs to get from Cairo to his base, by air and by sea (LOA-R47)."""

LEADER_VALUE = 0.03
"""How much a leader who joins after a battle adds to a plan's chance of winning."""

Decide = Callable[[View, Decision[Any], Sequence[Action]], "Action | None"]
"""A function that takes the view, a decision and its options, and returns a choice or None."""


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
"""The abilities that can be taken from a bot, each with a test for its actions."""


def _hide_camp(view: View) -> None:
    view.state.units[CAMP].space = ""


def _hide_appeal(view: View) -> None:
    view.state.appealed = True


def _hide_scouting(view: View) -> None:
    view.house = replace(view.house, scouts_see="nothing")


ABILITY_HIDERS: Mapping[str, Callable[[View], None]] = {
    "camp": _hide_camp,
    "appeal": _hide_appeal,
    "scouting": _hide_scouting,
}
"""Functions that hide an ability in the view, so that no plan counts on it."""


# Before a mission, and before a force moves.


def prepare(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Recruit a leader, then buy what helps the plan most.

    In Cairo, buy the Aeroplane first, since it can fly Lawrence to any force, and appeal last.
    """
    state = view.state
    base = view.mission.recruits_come_to(state.lawrence.space)
    if base == state.lawrence.space:
        return _recruit_or_buy(view, base, state.ops, options) or Done()
    aeroplane = Buy(AEROPLANE, LAWRENCE)
    if aeroplane in options:
        return aeroplane
    ops = state.ops - (OPS_BY_AIR if AEROPLANE in state.lawrence.gear else OPS_BY_SEA)
    appeals = [option for option in options if isinstance(option, Appeal)]
    return purchase(view, base, ops, options) or next(iter(appeals), Done())


def _recruit_or_buy(view: View, here: str, ops: int, options: Sequence[Action]) -> Action | None:
    return recruit(view, here, ops, options) or purchase(view, here, ops, options) or load(view, options)


def recruit(view: View, here: str, ops: int, options: Sequence[Action]) -> Action | None:
    """Try to recruit a leader with the number of Pounds that gives the best plan (LOA 34.3)."""
    attempts = [option for option in options if isinstance(option, Recruit)]
    if not attempts:
        return None
    state, now = view.state, situation(view)
    band = band_of(state.arabs(here))
    goods = shop(state, here, (option.item for option in options if isinstance(option, Buy)), band)
    leaders_left = state.recruits(ARAB_LEADERS)

    def worth(attempt: Recruit) -> float:
        left = goods._replace(pounds=goods.pounds - attempt.pounds)
        join_chance = min(5, now.level + attempt.pounds) / 6
        after = now.changed(leaders_left=now.leaders_left - 1)
        less_room = left._replace(room=max(0, left.room - 1))
        with_him = sum(
            basket(after, band.with_leader(UNITS[leader].strength), here, ops, less_room).value
            for leader in leaders_left
        ) / len(leaders_left)
        return join_chance * with_him + (1 - join_chance) * basket(now, band, here, ops, left).value

    return max(attempts, key=worth)


def extra_attempt(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Recruit with the best number of Pounds; Pounds kept for charges count too (LOA 34.3)."""
    state, now = view.state, situation(view)
    here = state.lawrence.space
    band = band_of(state.arabs(here))

    def worth(attempt: Recruit) -> float:
        left = state.pounds - attempt.pounds
        after = now.changed(purse=min(now.purse, left))
        join_chance = min(5, now.level + attempt.pounds) / 6
        fewer = after.changed(leaders_left=now.leaders_left - 1)
        joined = best_plan(fewer, band.with_leader(LEADER_STRENGTH), here, state.ops).value
        alone = best_plan(after, band, here, state.ops).value
        return join_chance * (joined + LEADER_VALUE) + (1 - join_chance) * alone + POUND_VALUE * left

    return max((option for option in options if isinstance(option, Recruit)), key=worth, default=None)


def purchase(view: View, here: str, ops: int, options: Sequence[Action]) -> Action | None:
    """Buy the first item of the best basket, or nothing if an errand to the Camp is better.

    Before a mission the basket also counts on Lawrence, even if he still has to arrive.
    """
    offered = [option for option in options if isinstance(option, Buy)]
    if not offered:
        return None
    state = view.state
    units = state.arabs(here)
    now = situation(view)
    if view.preparing and state.lawrence not in units:
        units = [*units, state.lawrence]
        # He appeals before he leaves Cairo, so the force never plans to fly back there.
        now = now.changed(appealed=True)
    band = band_of(units)
    goods = shop(state, here, (option.item for option in offered), band)
    camp = goods_at(state, state.camp, band) if state.camp else None
    chosen = basket(now, band, here, ops, goods, camp)
    if any(trip.value > chosen.value for trip in errands(state, now, band, here, ops)):
        return None
    for ware, number in zip(WARES, chosen.items, strict=True):
        if number:
            gear = ware in (DEMOLITION, MACHINEGUNS, AEROPLANE)
            return Buy(ware, best_carrier(units, ware)) if gear else Buy(ware)
    return None


def errands(state: LawrenceState, now: Situation, band: Band, here: str, ops: int) -> Iterator[Errand]:
    """Return the errands to buy at the Camp: with the force, or by air if Lawrence has no force."""
    if not state.camp:
        return
    if ride := errand(now, state, band, here, ops, state.camp):
        yield ride
    if AEROPLANE in state.lawrence.gear and not state.arabs(here):
        alone, start = band_of([state.lawrence]), state.lawrence.space
        if flight := errand(now, state, alone, start, state.ops, state.camp, air=True):
            yield flight


def load(view: View, options: Sequence[Action]) -> Action | None:
    """Let the unit that can use it best pick up gear in its space."""
    for option in options:
        if isinstance(option, Load):
            here = view.state.units[option.unit].space
            if option.unit == best_carrier(view.state.arabs(here), option.gear):
                return option
    return None


# Operations.


def name_force(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Appeal if possible, or else play a held card, or else name the force with the best plan."""
    appeals = [option for option in options if isinstance(option, Appeal)]
    if appeals:
        return appeals[-1]
    plays = [option for option in options if isinstance(option, Play)]
    spies = [play for play in plays if play.card == SpiesInTheSouk.name()]
    if spies:
        named = goal_spaces(view)
        first = sorted(spies, key=lambda play: play.space not in named)
        force = lawrence_force(view)
        return max(first[:MOST_COMPARED], key=lambda play: scout_value(view, play.space, force))
    if plays:
        return plays[0]
    forces = [option for option in options if isinstance(option, Operate)]
    commander = Commander(view)
    return max(forces, key=lambda force: commander.best_intent(force.space).value, default=None)


def orders(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Recruit and buy where the force is, then scout, then move."""
    state = view.state
    here = state.acting.space
    gain = _recruit_or_buy(view, here, state.ops, options)
    if gain:
        return gain
    scouts = [option for option in options if isinstance(option, Scout)]
    if scouts:
        named = goal_spaces(view)
        first = sorted(
            scouts, key=lambda scout: (scout.space not in named, land_distance(here, scout.space))
        )
        return max(
            first[:MOST_COMPARED],
            key=lambda scout: scout_value(view, scout.space, lawrence_force(view)),
        )
    flights = [option for option in options if isinstance(option, Fly)]
    commander = Commander(view, flies=bool(flights), appeals=Fly("cairo") in flights)
    return steps(commander.best_intent(here), state.acting.force, options)


MOST_COMPARED = 3
"""The most Garrisons that the bot compares as targets of scouting, those that are goals first."""


def goal_spaces(view: View) -> set[str]:
    """Return the spaces of the goals to clear and to demolish."""
    goals = (*view.mission.clear, *view.mission.demolish)
    return {space for goal in goals for space in goal.spaces}


class PlacedForce(NamedTuple):
    """A force as a band, and the space where it is."""

    space: str
    band: Band


def lawrence_force(view: View) -> PlacedForce:
    """Return the force that Lawrence is with."""
    here = view.state.lawrence.space
    return PlacedForce(here, band_of(view.state.arabs(here)))


def scout_value(view: View, space: str, force: PlacedForce) -> float:
    """Return the mean value of a force's best plan once a Garrison's number is known."""
    state, now = view.state, situation(view)
    here, band = force
    land = now.ground
    others = [garrison for garrison in land.garrisons if garrison[0] != space]
    values: dict[int, float] = {}
    for number in set(land.available):
        left = list(land.available)
        left.remove(number)
        garrisons = sorted([*others, (space, number)]) if number else others
        revealed = ground(land.mission, tuple(garrisons), tuple(left), land.breaks)
        values[number] = best_plan(now.changed(ground=revealed), band, here, state.ops).value
    return sum(values[number] for number in land.available) / max(1, len(land.available))


def demolish(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """If a goal needs an RR Break here, set the least valuable unit's charge (LOA 35.1)."""
    state, units = view.state, view.state.units
    if state.acting.space not in lines_to_break(view):
        return Done()
    charges = [option for option in options if isinstance(option, Demolish)]
    return min(
        charges,
        key=lambda charge: (
            is_leader(charge.unit),
            charge.unit == "lawrence",
            units[charge.unit].strength,
        ),
        default=None,
    )


def reveal(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Reveal the Garrison whose number helps the strongest force most."""
    reveals = [option for option in options if isinstance(option, Reveal)]
    force = force_after_cairo(view)
    return max(reveals, key=lambda marker: scout_value(view, marker.space, force), default=None)


def choose_result(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Take the result that helps the strongest force most; if two tie, the first in `order`."""
    order = ("reinforcements", "funding", "arab-bureau", "intelligence-bureau")
    now, (here, band) = situation(view), force_after_cairo(view)
    bands = bands_after(now, band, here)
    results = [result for result in order if Take(result) in options]

    def worth(result: str) -> float:
        return best_plan(now, bands[result], here, view.state.ops).value if result in bands else 0.0

    return Take(max(results, key=worth)) if results else None


def force_after_cairo(view: View) -> PlacedForce:
    """Return the strongest force, as if Lawrence had returned to it from Cairo."""
    state = view.state
    here = max(state.spaces(), key=lambda space: sum(unit.strength for unit in state.at(space)))
    units = [*state.arabs(here), state.lawrence] if here not in STAGING else [state.lawrence]
    return PlacedForce(here, band_of(units))


def refuge(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Choose a space without a Garrison, and with the most Arab units."""
    state = view.state
    return _best_space(options, lambda space: (space not in state.garrisons, len(state.arabs(space))))


def start(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Begin where the strongest force is."""
    return _best_space(options, lambda space: sum(unit.strength for unit in view.state.arabs(space)))


def _best_space(options: Sequence[Action], worth: Callable[[str], Any]) -> Action | None:
    spaces = (option for option in options if isinstance(option, At))
    return max(spaces, key=lambda at: worth(at.space), default=None)


DECISIONS: Mapping[type[Decision[Any]], Decide] = {
    Preparing: prepare,
    Starting: start,
    Naming: name_force,
    Orders: orders,
    Demolishing: demolish,
    Informed: reveal,
    Choosing: choose_result,
    Landing: refuge,
    Refuge: bot_combat.refuge,
    LiningUp: bot_combat.line_up,
    Firing: bot_combat.fire,
    RoundOver: bot_combat.round_over,
    ExtraAttempt: extra_attempt,
    Ransom: bot_combat.ransom,
}
"""The function for each decision. For any other decision, the bot declines or takes the first option."""


class Scripted(ScriptedBot[View]):
    """The scripted player; for experiments, `without` names the ABILITIES that it lacks."""

    decisions = DECISIONS
    declines = (Done, Wait, Stay)

    def __init__(self, without: frozenset[str] = frozenset()) -> None:
        self.without = without

    def consider(self, view: View, options: Sequence[Action]) -> Sequence[Action]:
        """Return the options that the bot's abilities allow; all options if they allow none."""
        left = options
        for name in sorted(self.without):
            left = [option for option in left if not ABILITIES[name](view, option)]
        for hide in (ABILITY_HIDERS[name] for name in self.without if name in ABILITY_HIDERS):
            hide(view)
        return left or options
