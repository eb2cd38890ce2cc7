"""The plan of the scripted player: which goals in which order, and how likely that wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, islice, permutations, product
from typing import NamedTuple

from sandtable_lawrence.bot_band import Band
from sandtable_lawrence.bot_forecast import garrison_odds
from sandtable_lawrence.bot_outlook import (
    FAR,
    LARGE_PURSE,
    Luck,
    Odds,
    Stop,
    card_odds,
    outlook,
    together,
)
from sandtable_lawrence.bot_routes import Gait, journey
from sandtable_lawrence.mission import Mission
from sandtable_lawrence.roster import ARAB_LEADERS, DEMOLITION, ROSTER
from sandtable_lawrence.spaces import PORTS, RESTRICTED, is_critical, is_rail, land_distance
from sandtable_lawrence.tables import TABLES
from sandtable_lawrence.view import View

TRIED = 4
"""At most this many itineraries are examined closely, the best at first glance."""

MOST_TASKS, MOST_ORDERED = 60, 3
"""At most this many ways to meet the goals are examined; up to this many spaces are tried in every
order."""

FIGHT = 0.8
"""At first glance, an Ottoman counter on the way costs this many Ops."""

SCOUTED = len(TABLES.scouting.reveals) / 6
"""The chance that a force with the Aeroplane knows a Garrison when it arrives (LOA-C10)."""

NO_ODDS: Odds = ((0, 1.0),)
"""No battle for certain."""


class Situation(NamedTuple):
    """What the plan depends on apart from the band: all that is known of the table."""

    mission: Mission
    garrisons: tuple[tuple[str, int | None], ...]
    available: tuple[int, ...]
    breaks: tuple[str, ...]
    unseen: tuple[str, ...]
    level: int
    free: int
    bonus: int
    appealed: bool = False
    camp: str = ""
    purse: int = 0
    held: tuple[str, ...] = ()
    scouts: bool = True

    @property
    def odds(self) -> dict[str, Odds]:
        """The Ottomans of each Garrison."""
        unknown = garrison_odds(self.available)
        return {
            space: unknown if number is None else ((number, 1.0),) for space, number in self.garrisons
        }


class Plan(NamedTuple):
    """Where a band goes in its next Operations, and the chance that this wins the mission."""

    value: float
    stops: tuple[str, ...] = ()


NOTHING = Plan(0.0)
"""No plan: without Ops or without units."""


def situation(view: View) -> Situation:
    """The situation that a view shows."""
    state = view.state
    free = len(state.recruits(ARAB_LEADERS))
    return Situation(
        view.mission,
        tuple(sorted(state.garrisons.items())),
        tuple(sorted((*state.available, *state.beaten[: max(state.late.values(), default=0)]))),
        tuple(sorted(state.breaks)),
        tuple(sorted(state.unseen or state.discards)),
        state.leadership.value,
        free,
        state.successes,
        state.appealed,
        state.camp,
        min(state.pounds, LARGE_PURSE) if view.mission.demolish else 0,
        tuple(sorted(state.held)),
        view.house.scouts_see != "nothing",
    )


# What there is to do.


def lines_wanted(view: View) -> set[str]:
    """The Rail spaces where a goal still asks for an RR Break."""
    goals = (goal for goal in view.mission.demolish if not goal.met(view.state))
    return {space for goal in goals for space in goal.spaces}


def tasks(now: Situation) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Every way to meet the goals: the Garrisons to beat, and the lines to break."""
    garrisons = dict(now.garrisons)
    choices: list[list[tuple[frozenset[str], frozenset[str]]]] = []
    for clear in now.mission.clear:
        left = [space for space in clear.spaces if space in garrisons]
        missing = clear.wanted - (len(clear.spaces) - len(left))
        fights = combinations(left, max(0, missing))
        choices.append([(frozenset(spaces), frozenset[str]()) for spaces in fights])
    for blow in now.mission.demolish:
        whole = [space for space in blow.spaces if space not in now.breaks]
        missing = blow.wanted - (len(blow.spaces) - len(whole))
        lines = combinations(whole, max(0, missing))
        choices.append([(frozenset[str](), frozenset(spaces)) for spaces in lines])
    for chosen in product(*choices):
        beaten, broken = zip(*chosen, strict=True) if chosen else ((), ())
        yield frozenset[str]().union(*beaten), frozenset[str]().union(*broken)


def itineraries(
    now: Situation, here: str, most: int
) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """The spaces to go to, in order, and the lines to break; also by way of another Garrison.

    An itinerary that needs more than `most` charges first beats a Garrison, for its Pounds.
    """
    garrisons = dict(now.garrisons)
    for fights, breaks in islice(tasks(now), MOST_TASKS):
        poor = len(breaks) > most
        for order in _orders(here, fights | breaks):
            full = order
            for goal in now.mission.occupy:
                if (full or (here,))[-1] != goal.space or (goal.last and not full):
                    full = (*full, goal.space)
            if not poor or full[0] in garrisons:
                yield full, breaks
            for extra in _on_the_way(now, full):
                yield (extra, *full), breaks


def _orders(here: str, spaces: frozenset[str]) -> Iterable[tuple[str, ...]]:
    """Every order of a few spaces; of many, the nearest few as the first, then always the nearest."""
    if len(spaces) <= MOST_ORDERED:
        return permutations(sorted(spaces))
    near = sorted(spaces, key=lambda space: (land_distance(here, space), space))[:MOST_ORDERED]
    return [_chain(first, spaces) for first in near]


@lru_cache(maxsize=4096)
def _chain(first: str, spaces: frozenset[str]) -> tuple[str, ...]:
    """The spaces in order: after the first, always the nearest of those left."""
    order, left = [first], set(spaces) - {first}
    while left:
        order.append(min(left, key=lambda space: (land_distance(order[-1], space), space)))
        left.remove(order[-1])
    return tuple(order)


def _on_the_way(now: Situation, order: tuple[str, ...]) -> Iterable[str]:
    return (space for space, _ in now.garrisons if space not in order)


class Route(NamedTuple):
    """A route through an itinerary: where each Operation ends, and what to expect there."""

    way: tuple[str, ...]
    stops: tuple[Stop, ...]


@lru_cache(maxsize=4096)
def routes(now: Situation, here: str, gait: Gait, most: int, eyes: bool) -> tuple[Route, ...]:
    """The itineraries that look best at first glance, with `most` charges at most.

    A band with `eyes` scouts the Garrisons that it goes for.
    """
    # Cards and leaders do not count at first glance, so the result can be used again and again.
    bare = now._replace(
        unseen=(), level=0, free=0, bonus=0, appealed=False, camp="", purse=0, held=(), scouts=True
    )
    ways = _at_first_glance(bare, here, gait, most)
    return tuple(Route(way, stops_of(now, way, breaks, gait, eyes)) for way, breaks in ways)


@lru_cache(maxsize=4096)
def _at_first_glance(
    now: Situation, here: str, gait: Gait, most: int
) -> tuple[tuple[tuple[str, ...], frozenset[str]], ...]:
    """The shortest ways with the fewest Ottomans, each with the lines to break."""
    blocked = frozenset(space for space, _ in now.garrisons)
    weights = {space: FIGHT * sum(n * part for n, part in odds) for space, odds in now.odds.items()}
    weighed = []
    for order, breaks in itineraries(now, here, most):
        way = _way(blocked, here, order, gait)
        if way is not None:
            heavy = len(way) + sum(weights.get(space, 0.0) for space in dict.fromkeys(way))
            weighed.append((heavy, way, breaks))
    weighed.sort(key=lambda route: route[0])
    return tuple((way, breaks) for _, way, breaks in weighed[:TRIED])


# The best of it.


@lru_cache(maxsize=20000)
def best(now: Situation, band: Band, here: str, ops: int) -> Plan:
    """The itinerary that most likely wins the mission."""
    if not ops or not band.size:
        return NOTHING
    gait = band.gait
    most = min(ROSTER.gear[DEMOLITION], band.charges + now.purse)
    luck, least = _luck(now), _least(now)
    plans = [
        Plan(outlook(band, ops, route.stops, luck, least), route.way)
        for route in routes(now._replace(purse=0), here, gait, most, band.flown and now.scouts)
    ]
    return max(plans, key=lambda plan: plan.value, default=NOTHING)


def _least(now: Situation) -> int:
    return 1 + max((goal.others for goal in now.mission.occupy), default=0)


def _luck(now: Situation) -> Luck:
    return Luck(now.free, now.level / 6, now.purse)


@lru_cache(maxsize=20000)
def _way(
    blocked: frozenset[str], here: str, order: tuple[str, ...], gait: Gait
) -> tuple[str, ...] | None:
    """Where each Operation ends on the way through the spaces in turn; `blocked` are the Garrisons."""
    way: tuple[str, ...] = ()
    at = here
    for space in order:
        leg = (space,) if space == at and not way else journey(at, space, gait, blocked)
        if leg is None:
            return None
        way, at, blocked = (*way, *leg), space, blocked - {space}
    return way


def stops_of(
    now: Situation,
    way: tuple[str, ...],
    breaks: frozenset[str] = frozenset(),
    gait: Gait | None = None,
    eyes: bool = False,
) -> tuple[Stop, ...]:
    """The stops of a way, for the outlook."""
    stops: list[Stop] = []
    odds_at, garrisons = now.odds, dict(now.garrisons)
    for place, space in enumerate(way):
        new = space not in way[:place]
        garrison = odds_at.get(space, NO_ODDS) if new else NO_ODDS
        surprise = _surprise(garrisons, space, eyes) if new else 0.0
        cards = NO_ODDS if space in RESTRICTED else card_odds(space, now.unseen, now.level, surprise)
        worth = TABLES.battle.critical_ops if is_critical(space) else TABLES.battle.ops
        odds = together(cards, garrison, now.bonus)
        charge = new and space in breaks
        detour = _detour(now, space, gait) if charge and gait else FAR
        prize = round(sum(n * part for n, part in garrison)) if breaks else 0
        stops.append(Stop(odds, is_rail(space), worth, charge, detour, prize))
    return tuple(stops)


def _surprise(garrisons: Mapping[str, int | None], space: str, eyes: bool) -> float:
    """The chance that a force knows the Garrison of a space when it arrives (LOA-R46)."""
    if garrisons.get(space) is not None:
        return 1.0
    return SCOUTED if space in garrisons and eyes else 0.0


def markets(now: Situation) -> list[str]:
    """Where gear is sold (LOA 35)."""
    held = dict(now.garrisons)
    return [port for port in PORTS if port not in held] + [now.camp] * bool(now.camp)


@lru_cache(maxsize=4096)
def _detour(now: Situation, space: str, gait: Gait) -> int:
    """Operations to the nearest market and back."""
    blocked = frozenset(garrison for garrison, _ in now.garrisons)
    ways = [journey(space, market, gait, blocked) for market in markets(now)]
    return min((2 * len(way) for way in ways if way is not None), default=FAR)
