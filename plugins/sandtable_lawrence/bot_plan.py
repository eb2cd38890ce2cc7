"""The plan of the scripted player: in which order it goes for the goals, and its chance to win."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, islice, pairwise, permutations, product
from typing import Any, NamedTuple

from msgspec import Struct, structs

from sandtable_lawrence.bot_band import Band
from sandtable_lawrence.bot_forecast import garrison_odds
from sandtable_lawrence.bot_outlook import (
    LARGE_PURSE,
    Luck,
    Odds,
    Stop,
    Trip,
    card_odds,
    foes_together,
    outlook,
    party,
    stop,
    trip,
)
from sandtable_lawrence.bot_routes import FAR, Gait, hops, journey, journeys
from sandtable_lawrence.mission import Mission
from sandtable_lawrence.roster import ARAB_LEADERS, DEMOLITION, ROSTER
from sandtable_lawrence.spaces import PORTS, RESTRICTED, is_critical, is_rail, land_distance
from sandtable_lawrence.tables import TABLES
from sandtable_lawrence.view import View

MOST_ROUTES = 4
"""At most this many routes are examined closely: the best at first glance."""

MOST_TASKS = 60
"""At most this many ways to meet the goals are examined; any others are ignored."""

MOST_PERMUTED = 3
"""Up to this many spaces are tried in every order; of more, only the nearest ones are tried first."""

OPS_PER_OTTOMAN = 0.8
"""At first glance, an Ottoman counter on the way is as bad as this many more Operations."""

SCOUTED = len(TABLES.scouting.reveals) / 6
"""The chance that a force with the Aeroplane knows a Garrison when it arrives (LOA-C10)."""

AMPLE_OPS = 14
"""With this many Ops, as many as a mission can have, no journey ends for want of time."""

ROUNDING = 1e-9
"""More than the rounding of sums can come to."""

NO_OTTOMANS: Odds = ((0, 1.0),)
"""The odds of a space where no Ottomans can be: no battle for certain."""


class Ground(Struct, frozen=True, eq=False, dict=True):
    """What the choice of a way depends on. Equal grounds are one object, made by `ground`.

    - `mission`: the mission that is being played.
    - `garrisons`: each space with a Garrison and its number, None while it is face down.
    - `available`: the numbers that a face-down Garrison may have, one for each marker.
    - `breaks`: the spaces with an RR Break.
    """

    mission: Mission
    garrisons: tuple[tuple[str, int | None], ...]
    available: tuple[int, ...]
    breaks: tuple[str, ...]

    @cached_property
    def odds(self) -> Mapping[str, Odds]:
        """How many Ottomans each Garrison may have, by space."""
        unknown = garrison_odds(self.available)
        return {
            space: unknown if number is None else ((number, 1.0),) for space, number in self.garrisons
        }

    @cached_property
    def blocked(self) -> frozenset[str]:
        """The spaces with Garrisons."""
        return frozenset(self.odds)

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """How bad each Garrison is at first glance, as a number of Operations."""
        return {space: OPS_PER_OTTOMAN * _mean(odds) for space, odds in self.odds.items()}

    @cached_property
    def tasks(self) -> Sequence[tuple[frozenset[str], frozenset[str]]]:
        """Ways to meet the goals: the spaces of Garrisons to beat, and those of lines to break."""
        return list(islice(_tasks(self), MOST_TASKS))

    @cached_property
    def missing(self) -> int:
        """How many RR Breaks the goals still ask for."""
        goals = self.mission.demolish
        return sum(max(0, goal.wanted - len({*goal.spaces} & {*self.breaks})) for goal in goals)

    @cached_property
    def survivors(self) -> int:
        """How many units must be left at the end: one, or as many as a goal asks for."""
        return 1 + max((goal.others for goal in self.mission.occupy), default=0)


# They are looked up by identity, which is much faster than by their fields.
ground = lru_cache(maxsize=4096)(Ground)


class Situation(Struct, frozen=True, eq=False, dict=True):
    """What the plan depends on apart from the band: the position, as far as the view shows it.

    Equal situations are one object, made by `situation` and `but`.

    - `ground`: the mission, the Garrisons and the RR Breaks.
    - `unseen`: the cards that may be drawn next.
    - `level`: the level on the Leadership track, 1 to 5; a leadership check succeeds with this many in
      6.
    - `bonus`: how many Ottomans each battle of a campaign adds: one for each mission won (LOA-R36).
    - `camp`: the space of the Camp, "" without one.
    - `scouts`: whether a force with the Aeroplane may scout (the option `scouts_see`).
    - `surprise`: whether no card helps a Garrison that the force knows on arrival (LOA-R46).
    - `free`: how many Arab leaders can still be recruited.
    - `appealed`: whether the appeal was made (LOA 34.4).
    - `purse`: the Pounds for more charges, at most LARGE_PURSE; 0 if no goal asks for charges.
    - `held`: the cards in hand.
    """

    ground: Ground
    unseen: tuple[str, ...]
    level: int
    bonus: int
    camp: str
    scouts: bool
    surprise: bool
    free: int
    appealed: bool
    purse: int
    held: tuple[str, ...]

    def but(self, **changes: Any) -> Situation:
        """The situation with other values in some fields."""
        return _situation(*structs.astuple(structs.replace(self, **changes)))

    @cached_property
    def outside(self) -> Situation:
        """The situation without what the player has, which does not change what to expect of a way."""
        return self.but(free=0, appealed=False, purse=0, held=())

    @cached_property
    def luck(self) -> Luck:
        """The leaders and Pounds that a band may yet get on its way."""
        return Luck(self.free, self.level / 6, self.purse)


_situation = lru_cache(maxsize=4096)(Situation)


class Plan(NamedTuple):
    """Where a band goes in its next Operations.

    - `value`: the chance that this wins the mission.
    - `stops`: the space where each Operation ends.
    """

    value: float
    stops: tuple[str, ...] = ()


NOTHING = Plan(0.0)
"""The plan without Ops or without units, which never wins."""


def situation(view: View) -> Situation:
    """The situation that a view shows."""
    state = view.state
    garrisons = tuple(sorted(state.garrisons.items()))
    numbers = sorted((*state.available, *state.beaten[: max(state.late.values(), default=0)]))
    return _situation(
        ground(view.mission, garrisons, tuple(numbers), tuple(sorted(state.breaks))),
        tuple(sorted(state.unseen or state.discards)),
        state.leadership.value,
        state.successes,
        state.camp,
        view.house.scouts_see != "nothing",
        view.house.surprise,
        len(state.recruits(ARAB_LEADERS)),
        state.appealed,
        min(state.pounds, LARGE_PURSE, state.gear.count(DEMOLITION)) if view.mission.demolish else 0,
        tuple(sorted(state.held)),
    )


# What there is to do.


def lines_to_break(view: View) -> set[str]:
    """The Rail spaces where a goal still asks for an RR Break."""
    goals = (goal for goal in view.mission.demolish if not goal.met(view.state))
    return {space for goal in goals for space in goal.spaces}


def _tasks(land: Ground) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    choices: list[list[tuple[frozenset[str], frozenset[str]]]] = []
    for clear in land.mission.clear:
        occupied = [space for space in clear.spaces if space in land.blocked]
        missing = clear.wanted - (len(clear.spaces) - len(occupied))
        fights = combinations(occupied, max(0, missing))
        choices.append([(frozenset(spaces), frozenset[str]()) for spaces in fights])
    for demolish in land.mission.demolish:
        unbroken = [space for space in demolish.spaces if space not in land.breaks]
        missing = demolish.wanted - (len(demolish.spaces) - len(unbroken))
        lines = combinations(unbroken, max(0, missing))
        choices.append([(frozenset[str](), frozenset(spaces)) for spaces in lines])
    for chosen in product(*choices):
        beaten, broken = zip(*chosen, strict=True) if chosen else ((), ())
        yield frozenset[str]().union(*beaten), frozenset[str]().union(*broken)


def itineraries(land: Ground, here: str) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """The spaces to go to, in order, and those of lines to break."""
    for fights, breaks in land.tasks:
        for order in _orders(here, fights | breaks):
            full = order
            for goal in land.mission.occupy:
                if (full or (here,))[-1] != goal.space or (goal.last and not full):
                    full = (*full, goal.space)
            yield full, breaks


def _orders(here: str, spaces: frozenset[str]) -> Iterable[tuple[str, ...]]:
    """Every order of up to MOST_PERMUTED spaces.

    Of more, only as many orders: each begins with one of the spaces nearest to `here`, and goes on to
    the nearest space that is left.
    """
    if len(spaces) <= MOST_PERMUTED:
        return permutations(sorted(spaces))
    near = sorted(spaces, key=lambda space: (land_distance(here, space), space))[:MOST_PERMUTED]
    return [_order_by_nearest(first, spaces) for first in near]


@lru_cache(maxsize=4096)
def _order_by_nearest(first: str, spaces: frozenset[str]) -> tuple[str, ...]:
    """The spaces from the first on; each is followed by the nearest that is left."""
    order, left = [first], set(spaces) - {first}
    while left:
        order.append(min(left, key=lambda space: (land_distance(order[-1], space), space)))
        left.remove(order[-1])
    return tuple(order)


class Route(NamedTuple):
    """A route through an itinerary.

    - `way`: the space where each Operation ends.
    - `trip`: what to expect there.
    """

    way: tuple[str, ...]
    trip: Trip


@lru_cache(maxsize=20000)
def routes(now: Situation, here: str, gait: Gait, charges: int, scouts: bool) -> Sequence[Route]:
    """The routes that look best at first glance, with at most this many charges.

    A band that `scouts` looks at the Garrisons that it goes for.
    """
    ways = _at_first_glance(now.ground, here, gait, charges)
    return [Route(way, trip_of(now, way, breaks, gait, scouts)) for way, breaks in ways]


@lru_cache(maxsize=4096)
def _at_first_glance(
    land: Ground, here: str, gait: Gait, charges: int
) -> Sequence[tuple[tuple[str, ...], frozenset[str]]]:
    """The shortest ways with the fewest Ottomans, each with the spaces of the lines to break.

    A way may first go to another Garrison. If it needs more charges than there are, it must first beat
    a Garrison, for its Pounds.
    """
    weights, legs = land.weights, hops(gait.speed, gait.alone)
    # The first leg is exact; the others are without Garrisons.
    first = {to: max(1, len(way)) for to, way in journeys(here, gait, land.blocked).items()}
    begins = {space: first.get(space, FAR) + weight for space, weight in weights.items()}
    least: list[tuple[float, int, tuple[str, ...], frozenset[str]]] = []
    for order, breaks in itineraries(land, here):
        fights = sum(weights.get(space, 0.0) for space in {*order})
        rest = fights + sum(legs[a][b] for a, b in pairwise(order))
        if len(breaks) <= charges or order[0] in weights:
            direct = first.get(order[0], FAR) if order else 0
            least.append((direct + rest, len(least), order, breaks))
        for extra, begin in begins.items():
            if extra not in order:
                onward = legs[extra][order[0]] if order else 0
                least.append((begin + onward + rest, len(least), (extra, *order), breaks))
    found: list[tuple[float, int, tuple[str, ...], frozenset[str]]] = []
    for bound, number, order, breaks in sorted(least):
        if len(found) == MOST_ROUTES and bound > found[-1][0] + ROUNDING:
            break
        way = _way(land.blocked, here, order, gait)
        if way is not None:
            weight = len(way) + sum(weights.get(space, 0.0) for space in dict.fromkeys(way))
            insort(found, (weight, number, way, breaks))
            del found[MOST_ROUTES:]
    return [(way, breaks) for _, _, way, breaks in found]


def _mean(odds: Odds) -> float:
    """The mean number of Ottomans."""
    return sum(number * chance for number, chance in odds)


# The best plan.


@lru_cache(maxsize=20000)
def best_plan(now: Situation, band: Band, here: str, ops: int) -> Plan:
    """The plan that most likely wins the mission."""
    if not ops or not band.size:
        return NOTHING
    charges = min(ROSTER.gear[DEMOLITION], band.charges + now.purse, now.ground.missing)
    company, survivors = party(band, now.luck), now.ground.survivors
    plans = [
        Plan(outlook(company, ops, route.trip, survivors, band.charges, now.purse), route.way)
        for route in routes(now.outside, here, band.gait, charges, band.flown and now.scouts)
    ]
    return max(plans, key=lambda plan: plan.value, default=NOTHING)


def chance(now: Situation, band: Band, way: tuple[str, ...]) -> float:
    """The chance that a force survives a way, if the Ops do not run out."""
    return outlook(party(band, Luck()), AMPLE_OPS, trip_of(now.outside, way))


@lru_cache(maxsize=20000)
def _way(
    blocked: frozenset[str], here: str, order: tuple[str, ...], gait: Gait
) -> tuple[str, ...] | None:
    """Where each Operation ends on the way through the spaces in turn; None without a route.

    `blocked` are the spaces with Garrisons. The way fights only those that it goes to.
    """
    way: tuple[str, ...] = ()
    at = here
    for space in order:
        leg = (space,) if space == at and not way else journey(at, space, gait, blocked)
        if leg is None:
            return None
        way, at, blocked = (*way, *leg), space, blocked - {space}
    return way


@lru_cache(maxsize=20000)
def trip_of(
    now: Situation,
    way: tuple[str, ...],
    breaks: frozenset[str] = frozenset(),
    gait: Gait | None = None,
    scouts: bool = False,
) -> Trip:
    """What to expect where each Operation of a way ends.

    `breaks` are the spaces where a charge is set. `gait` is how the force moves to fetch more charges;
    if it is None, it fetches none. With `scouts`, it scouts the Garrisons that it goes for.
    """
    stops: list[Stop] = []
    for place, space in enumerate(way):
        new = space not in way[:place]
        charge = new and space in breaks
        detour = _detour(now, space, gait) if charge and gait else FAR
        stops.append(_stop(now, space, new, scouts, charge, detour, bool(breaks)))
    return trip(tuple(stops))


@lru_cache(maxsize=20000)
def _stop(
    now: Situation, space: str, new: bool, scouts: bool, charge: bool, detour: int, prized: bool
) -> Stop:
    """What to expect in a space; `new` if the way has not been there, `prized` if Pounds are wanted."""
    garrison, surprise = NO_OTTOMANS, 0.0
    if new and space in now.ground.odds:
        garrison = now.ground.odds[space]
        known = dict(now.ground.garrisons)[space] is not None
        surprise = now.surprise * (1.0 if known else SCOUTED * scouts)
    cards = NO_OTTOMANS if space in RESTRICTED else card_odds(space, now.unseen, now.level, surprise)
    worth = TABLES.battle.critical_ops if is_critical(space) else TABLES.battle.ops
    odds = foes_together(cards, garrison, now.bonus)
    return stop(odds, is_rail(space), worth, charge, detour, round(_mean(garrison)) if prized else 0)


def markets(now: Situation) -> list[str]:
    """The spaces where gear is sold: free ports and the Camp (LOA 35)."""
    return [port for port in PORTS if port not in now.ground.blocked] + [now.camp] * bool(now.camp)


@lru_cache(maxsize=4096)
def _detour(now: Situation, space: str, gait: Gait) -> int:
    """The Operations to the nearest market and back; FAR without a route."""
    ways = [journey(space, market, gait, now.ground.blocked) for market in markets(now)]
    return min((2 * len(way) for way in ways if way is not None), default=FAR)
