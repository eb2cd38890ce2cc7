"""The scripted player's plan: the order of the goals, and the chance of winning."""

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
    MOST_PURSE,
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
"""The most routes, the most promising first, that the bot examines closely."""

MOST_TASKS = 60
"""The most ways to meet the goals that the bot examines."""

MOST_PERMUTED = 3
"""The most spaces tried in every order; with more, each order begins with one of the nearest."""

OPS_PER_OTTOMAN = 0.8
"""In a rough estimate, each Ottoman counter on a route costs this many Operations."""

SCOUTING_CHANCE = len(TABLES.scouting.reveals) / 6
"""The chance that a force with the Aeroplane has revealed a Garrison by scouting (LOA-C10)."""

MOST_OPS = 14
"""The most Ops that a mission can have: no journey runs out of time."""

ROUNDING_ERROR = 1e-9
"""A bound on the rounding error of sums."""

NO_OTTOMANS: Odds = ((0, 1.0),)
"""The odds in a space without Ottomans: no battle."""


class Ground(Struct, frozen=True, eq=False, dict=True):
    """What the choice of a route depends on. Equal grounds are one object, made by `ground`.

    - `mission`: the mission that is being played.
    - `garrisons`: each space with a Garrison and its number, None while it is face down.
    - `available`: the numbers that a face-down Garrison may have, one for each marker left.
    - `breaks`: the spaces with an RR Break.
    """

    mission: Mission
    garrisons: tuple[tuple[str, int | None], ...]
    available: tuple[int, ...]
    breaks: tuple[str, ...]

    @cached_property
    def odds(self) -> Mapping[str, Odds]:
        """The possible numbers of each Garrison, by space."""
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
        """The rough cost of each Garrison in Operations, by space."""
        return {space: OPS_PER_OTTOMAN * _mean(odds) for space, odds in self.odds.items()}

    @cached_property
    def tasks(self) -> Sequence[tuple[frozenset[str], frozenset[str]]]:
        """Ways to meet the goals: the Garrisons to beat, and the Rail spaces to break."""
        return list(islice(_tasks(self), MOST_TASKS))

    @cached_property
    def missing(self) -> int:
        """How many RR Breaks the goals still need."""
        goals = self.mission.demolish
        return sum(max(0, goal.wanted - len({*goal.spaces} & {*self.breaks})) for goal in goals)

    @cached_property
    def survivors(self) -> int:
        """How many units must survive: one, or as many as a goal needs."""
        return 1 + max((goal.others for goal in self.mission.occupy), default=0)


# Lookups use the identity of a Ground, which is much faster than comparing its fields.
ground = lru_cache(maxsize=4096)(Ground)


class Situation(Struct, frozen=True, eq=False, dict=True):
    """The position as the view shows it: what a plan depends on besides the band.

    Equal situations are one object, made by `situation` and `changed`.

    - `ground`: the mission, the Garrisons and the RR Breaks.
    - `unseen`: the cards that may be drawn next.
    - `level`: the Leadership level, 1 to 5.
    - `bonus`: how many Ottomans a campaign adds to each battle (LOA-R36).
    - `camp`: the space of the Camp, "" without one.
    - `scouts`: whether a force with the Aeroplane may scout (LOA-R49).
    - `surprise`: whether a face-up Garrison is surprised (LOA-R46).
    - `leaders_left`: how many Arab leaders can still be recruited.
    - `appealed`: whether the appeal was made (LOA 34.4).
    - `purse`: the Pounds for more charges, at most MOST_PURSE; 0 if no goal needs charges.
    - `held`: the cards in hand.
    """

    ground: Ground
    unseen: tuple[str, ...]
    level: int
    bonus: int
    camp: str
    scouts: bool
    surprise: bool
    leaders_left: int
    appealed: bool
    purse: int
    held: tuple[str, ...]

    def changed(self, **changes: Any) -> Situation:
        """Return the situation with these fields changed."""
        return _situation(*structs.astuple(structs.replace(self, **changes)))

    @cached_property
    def bare(self) -> Situation:
        """The situation without the player's assets, which do not affect the battles on a route."""
        return self.changed(leaders_left=0, appealed=False, purse=0, held=())

    @cached_property
    def luck(self) -> Luck:
        """The leaders and Pounds that a band may gain along its route."""
        return Luck(self.leaders_left, self.level / 6, self.purse)


_situation = lru_cache(maxsize=4096)(Situation)


class Plan(NamedTuple):
    """The next Operations of a band.

    - `value`: the chance that the plan wins the mission.
    - `stops`: the space where each Operation ends.
    """

    value: float
    stops: tuple[str, ...] = ()


NO_PLAN = Plan(0.0)
"""The plan of a band without Ops or units, which never wins."""


def situation(view: View) -> Situation:
    """Return the situation that a view shows."""
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
        min(state.pounds, MOST_PURSE, state.gear.count(DEMOLITION)) if view.mission.demolish else 0,
        tuple(sorted(state.held)),
    )


# Goals and the ways to meet them.


def lines_to_break(view: View) -> set[str]:
    """Return the Rail spaces where a goal still needs an RR Break."""
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
    """Return each itinerary: the spaces to visit in order, and the Rail spaces to break."""
    for fights, breaks in land.tasks:
        for order in _orders(here, fights | breaks):
            full = order
            for goal in land.mission.occupy:
                if (full or (here,))[-1] != goal.space or (goal.last and not full):
                    full = (*full, goal.space)
            yield full, breaks


def _orders(here: str, spaces: frozenset[str]) -> Iterable[tuple[str, ...]]:
    """Return every order of up to MOST_PERMUTED spaces.

    With more spaces, only MOST_PERMUTED orders: each begins with one of the spaces nearest to `here`,
    and always continues to the nearest remaining one.
    """
    if len(spaces) <= MOST_PERMUTED:
        return permutations(sorted(spaces))
    near = sorted(spaces, key=lambda space: (land_distance(here, space), space))[:MOST_PERMUTED]
    return [_order_by_nearest(first, spaces) for first in near]


@lru_cache(maxsize=4096)
def _order_by_nearest(first: str, spaces: frozenset[str]) -> tuple[str, ...]:
    """Return the spaces in order from `first`, each followed by the nearest remaining one."""
    order, left = [first], set(spaces) - {first}
    while left:
        order.append(min(left, key=lambda space: (land_distance(order[-1], space), space)))
        left.remove(order[-1])
    return tuple(order)


class Route(NamedTuple):
    """A route through an itinerary.

    - `path`: the space where each Operation ends.
    - `trip`: what to expect there.
    """

    path: tuple[str, ...]
    trip: Trip


@lru_cache(maxsize=20000)
def routes(now: Situation, here: str, gait: Gait, charges: int, scouts: bool) -> Sequence[Route]:
    """Return the most promising routes, with at most this many charges.

    A band that `scouts` scouts the Garrisons in its path.
    """
    paths = _promising_paths(now.ground, here, gait, charges)
    return [Route(path, trip_of(now, path, breaks, gait, scouts)) for path, breaks in paths]


@lru_cache(maxsize=4096)
def _promising_paths(
    land: Ground, here: str, gait: Gait, charges: int
) -> Sequence[tuple[tuple[str, ...], frozenset[str]]]:
    """Return the shortest routes with the fewest Ottomans, each with the Rail spaces to break.

    A route may first visit another Garrison; it must if it needs more charges than there are, to win the
    Pounds for them.
    """
    weights, legs = land.weights, hops(gait.speed, gait.alone)
    # Only the first leg takes Garrisons into account.
    first = {to: max(1, len(path)) for to, path in journeys(here, gait, land.blocked).items()}
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
        if len(found) == MOST_ROUTES and bound > found[-1][0] + ROUNDING_ERROR:
            break
        path = _path(land.blocked, here, order, gait)
        if path is not None:
            weight = len(path) + sum(weights.get(space, 0.0) for space in dict.fromkeys(path))
            insort(found, (weight, number, path, breaks))
            del found[MOST_ROUTES:]
    return [(path, breaks) for _, _, path, breaks in found]


def _mean(odds: Odds) -> float:
    """Return the mean number of Ottomans in these odds."""
    return sum(number * chance for number, chance in odds)


# The best plan.


@lru_cache(maxsize=20000)
def best_plan(now: Situation, band: Band, here: str, ops: int) -> Plan:
    """Return the plan that is most likely to win the mission."""
    if not ops or not band.size:
        return NO_PLAN
    charges = min(ROSTER.gear[DEMOLITION], band.charges + now.purse, now.ground.missing)
    company, survivors = party(band, now.luck), now.ground.survivors
    plans = [
        Plan(outlook(company, ops, route.trip, survivors, band.charges, now.purse), route.path)
        for route in routes(now.bare, here, band.gait, charges, band.has_aeroplane and now.scouts)
    ]
    return max(plans, key=lambda plan: plan.value, default=NO_PLAN)


def chance(now: Situation, band: Band, path: tuple[str, ...]) -> float:
    """Return the chance that a force survives a route, provided the Ops do not run out."""
    return outlook(party(band, Luck()), MOST_OPS, trip_of(now.bare, path))


@lru_cache(maxsize=20000)
def _path(
    blocked: frozenset[str], here: str, order: tuple[str, ...], gait: Gait
) -> tuple[str, ...] | None:
    """Return the space where each Operation ends on a route through these spaces; None without a route.

    `blocked` are the spaces with Garrisons. The route fights only those in `order`.
    """
    path: tuple[str, ...] = ()
    at = here
    for space in order:
        leg = (space,) if space == at and not path else journey(at, space, gait, blocked)
        if leg is None:
            return None
        path, at, blocked = (*path, *leg), space, blocked - {space}
    return path


@lru_cache(maxsize=20000)
def trip_of(
    now: Situation,
    path: tuple[str, ...],
    breaks: frozenset[str] = frozenset(),
    gait: Gait | None = None,
    scouts: bool = False,
) -> Trip:
    """Return what to expect where each Operation of a route ends.

    `breaks` are the spaces where charges are set. `gait` is how the force moves to fetch more charges;
    if None, it fetches none. With `scouts`, it scouts the Garrisons in its path.
    """
    stops: list[Stop] = []
    for place, space in enumerate(path):
        first_visit = space not in path[:place]
        charge = first_visit and space in breaks
        detour = _detour(now, space, gait) if charge and gait else FAR
        stops.append(_stop(now, space, first_visit, scouts, charge, detour, bool(breaks)))
    return trip(tuple(stops))


@lru_cache(maxsize=20000)
def _stop(
    now: Situation, space: str, first_visit: bool, scouts: bool, charge: bool, detour: int, prized: bool
) -> Stop:
    """Return what to expect in a space; with `prized`, its Garrison is beaten for the Pounds."""
    garrison, surprise = NO_OTTOMANS, 0.0
    if first_visit and space in now.ground.odds:
        garrison = now.ground.odds[space]
        known = dict(now.ground.garrisons)[space] is not None
        surprise = now.surprise * (1.0 if known else SCOUTING_CHANCE * scouts)
    cards = NO_OTTOMANS if space in RESTRICTED else card_odds(space, now.unseen, now.level, surprise)
    worth = TABLES.battle.critical_ops if is_critical(space) else TABLES.battle.ops
    odds = foes_together(cards, garrison, now.bonus)
    return stop(odds, is_rail(space), worth, charge, detour, round(_mean(garrison)) if prized else 0)


def markets(now: Situation) -> list[str]:
    """Return the spaces where gear is sold: ports without a Garrison, and the Camp (LOA 35)."""
    return [port for port in PORTS if port not in now.ground.blocked] + [now.camp] * bool(now.camp)


@lru_cache(maxsize=4096)
def _detour(now: Situation, space: str, gait: Gait) -> int:
    """Return how many Operations it takes to the nearest market and back; FAR if it is out of reach."""
    paths = [journey(space, market, gait, now.ground.blocked) for market in markets(now)]
    return min((2 * len(path) for path in paths if path is not None), default=FAR)
