"""The plan of the scripted player: in which order it goes for the goals, and its chance to win."""

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

NO_OTTOMANS: Odds = ((0, 1.0),)
"""The odds of a space where no Ottomans can be: no battle for certain."""


class Situation(NamedTuple):
    """What the plan depends on apart from the band: the position, as far as the view shows it."""

    mission: Mission
    """The mission that is being played."""

    garrisons: tuple[tuple[str, int | None], ...]
    """Each space with a Garrison and its number, None while it is face down."""

    available: tuple[int, ...]
    """The numbers that a face-down Garrison may have, one for each marker."""

    breaks: tuple[str, ...]
    """The spaces with an RR Break."""

    unseen: tuple[str, ...]
    """The cards that may be drawn next."""

    level: int
    """The level on the Leadership track, 1 to 5; a leadership check succeeds with this many in 6."""

    free: int
    """How many Arab leaders can still be recruited."""

    bonus: int
    """How many Ottomans each battle of a campaign adds: one for each mission won (LOA-R36)."""

    appealed: bool = False
    """Whether the appeal was made (LOA 34.4)."""

    camp: str = ""
    """The space of the Camp, "" without one."""

    purse: int = 0
    """The Pounds for more charges, at most LARGE_PURSE; 0 if no goal asks for charges."""

    held: tuple[str, ...] = ()
    """The cards in hand."""

    scouts: bool = True
    """Whether a force with the Aeroplane may scout (the option `scouts_see`)."""

    @property
    def odds(self) -> dict[str, Odds]:
        """How many Ottomans each Garrison may have, by space."""
        unknown = garrison_odds(self.available)
        return {
            space: unknown if number is None else ((number, 1.0),) for space, number in self.garrisons
        }


class Plan(NamedTuple):
    """Where a band goes in its next Operations."""

    value: float
    """The chance that this wins the mission."""

    stops: tuple[str, ...] = ()
    """The space where each Operation ends."""


NOTHING = Plan(0.0)
"""The plan without Ops or without units, which never wins."""


def situation(view: View) -> Situation:
    """The situation that a view shows."""
    state = view.state
    return Situation(
        view.mission,
        tuple(sorted(state.garrisons.items())),
        tuple(sorted((*state.available, *state.beaten[: max(state.late.values(), default=0)]))),
        tuple(sorted(state.breaks)),
        tuple(sorted(state.unseen or state.discards)),
        state.leadership.value,
        len(state.recruits(ARAB_LEADERS)),
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
    """Every way to meet the goals: the spaces of Garrisons to beat, and those of lines to break."""
    garrisons = dict(now.garrisons)
    choices: list[list[tuple[frozenset[str], frozenset[str]]]] = []
    for clear in now.mission.clear:
        occupied = [space for space in clear.spaces if space in garrisons]
        missing = clear.wanted - (len(clear.spaces) - len(occupied))
        fights = combinations(occupied, max(0, missing))
        choices.append([(frozenset(spaces), frozenset[str]()) for spaces in fights])
    for demolish in now.mission.demolish:
        unbroken = [space for space in demolish.spaces if space not in now.breaks]
        missing = demolish.wanted - (len(demolish.spaces) - len(unbroken))
        lines = combinations(unbroken, max(0, missing))
        choices.append([(frozenset[str](), frozenset(spaces)) for spaces in lines])
    for chosen in product(*choices):
        beaten, broken = zip(*chosen, strict=True) if chosen else ((), ())
        yield frozenset[str]().union(*beaten), frozenset[str]().union(*broken)


def itineraries(
    now: Situation, here: str, charges: int
) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
    """The spaces to go to, in order, and those of lines to break; also by way of another Garrison.

    An itinerary that needs more charges than there are first beats a Garrison, for its Pounds.
    """
    garrisons = dict(now.garrisons)
    for fights, breaks in islice(tasks(now), MOST_TASKS):
        needs_pounds = len(breaks) > charges
        for order in _orders(here, fights | breaks):
            full = order
            for goal in now.mission.occupy:
                if (full or (here,))[-1] != goal.space or (goal.last and not full):
                    full = (*full, goal.space)
            if not needs_pounds or full[0] in garrisons:
                yield full, breaks
            for extra in _other_garrisons(now, full):
                yield (extra, *full), breaks


def _orders(here: str, spaces: frozenset[str]) -> Iterable[tuple[str, ...]]:
    """Every order of up to MOST_PERMUTED spaces.

    Of more, only as many orders: each begins with one of the spaces nearest to `here`, and goes on to
    the nearest space that is left.
    """
    if len(spaces) <= MOST_PERMUTED:
        return permutations(sorted(spaces))
    near = sorted(spaces, key=lambda space: (land_distance(here, space), space))[:MOST_PERMUTED]
    return [_nearest_next(first, spaces) for first in near]


@lru_cache(maxsize=4096)
def _nearest_next(first: str, spaces: frozenset[str]) -> tuple[str, ...]:
    """The spaces from the first on; each is followed by the nearest that is left."""
    order, left = [first], set(spaces) - {first}
    while left:
        order.append(min(left, key=lambda space: (land_distance(order[-1], space), space)))
        left.remove(order[-1])
    return tuple(order)


def _other_garrisons(now: Situation, order: tuple[str, ...]) -> Iterable[str]:
    """The spaces with Garrisons that an itinerary leaves out."""
    return (space for space, _ in now.garrisons if space not in order)


class Route(NamedTuple):
    """A route through an itinerary."""

    way: tuple[str, ...]
    """The space where each Operation ends."""

    stops: tuple[Stop, ...]
    """What to expect there, one for each."""


@lru_cache(maxsize=4096)
def routes(now: Situation, here: str, gait: Gait, charges: int, scouts: bool) -> tuple[Route, ...]:
    """The routes that look best at first glance, with at most this many charges.

    A band that `scouts` looks at the Garrisons that it goes for.
    """
    # Cards and leaders do not count at first glance, so the result can be used again and again.
    bare = now._replace(
        unseen=(), level=0, free=0, bonus=0, appealed=False, camp="", purse=0, held=(), scouts=True
    )
    ways = _at_first_glance(bare, here, gait, charges)
    return tuple(Route(way, stops_of(now, way, breaks, gait, scouts)) for way, breaks in ways)


@lru_cache(maxsize=4096)
def _at_first_glance(
    now: Situation, here: str, gait: Gait, charges: int
) -> tuple[tuple[tuple[str, ...], frozenset[str]], ...]:
    """The shortest ways with the fewest Ottomans, each with the spaces of the lines to break."""
    blocked = frozenset(space for space, _ in now.garrisons)
    weights = {space: OPS_PER_OTTOMAN * _mean(odds) for space, odds in now.odds.items()}
    weighed = []
    for order, breaks in itineraries(now, here, charges):
        way = _way(blocked, here, order, gait)
        if way is not None:
            weight = len(way) + sum(weights.get(space, 0.0) for space in dict.fromkeys(way))
            weighed.append((weight, way, breaks))
    weighed.sort(key=lambda route: route[0])
    return tuple((way, breaks) for _, way, breaks in weighed[:MOST_ROUTES])


def _mean(odds: Odds) -> float:
    """The mean number of Ottomans."""
    return sum(number * chance for number, chance in odds)


# The best plan.


@lru_cache(maxsize=20000)
def best(now: Situation, band: Band, here: str, ops: int) -> Plan:
    """The plan that most likely wins the mission."""
    if not ops or not band.size:
        return NOTHING
    gait = band.gait
    charges = min(ROSTER.gear[DEMOLITION], band.charges + now.purse)
    luck, survivors = _luck(now), _survivors(now)
    plans = [
        Plan(outlook(band, ops, route.stops, luck, survivors), route.way)
        for route in routes(now._replace(purse=0), here, gait, charges, band.flown and now.scouts)
    ]
    return max(plans, key=lambda plan: plan.value, default=NOTHING)


def safe(now: Situation, band: Band, way: tuple[str, ...]) -> float:
    """The chance that a force survives a way, if the Ops do not run out."""
    return outlook(band._replace(slots=0), AMPLE_OPS, stops_of(now, way), Luck())


def _survivors(now: Situation) -> int:
    """How many units must be left at the end: one, or as many as a goal asks for."""
    return 1 + max((goal.others for goal in now.mission.occupy), default=0)


def _luck(now: Situation) -> Luck:
    """The leaders and Pounds that the band may yet get on its way."""
    return Luck(now.free, now.level / 6, now.purse)


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


def stops_of(
    now: Situation,
    way: tuple[str, ...],
    breaks: frozenset[str] = frozenset(),
    gait: Gait | None = None,
    scouts: bool = False,
) -> tuple[Stop, ...]:
    """What to expect where each Operation of a way ends.

    `breaks` are the spaces where a charge is set. `gait` is how the force moves to fetch more charges;
    if it is None, it fetches none. With `scouts`, it scouts the Garrisons that it goes for.
    """
    stops: list[Stop] = []
    odds_at, garrisons = now.odds, dict(now.garrisons)
    for place, space in enumerate(way):
        new = space not in way[:place]
        garrison = odds_at.get(space, NO_OTTOMANS) if new else NO_OTTOMANS
        surprise = _surprise(garrisons, space, scouts) if new else 0.0
        cards = NO_OTTOMANS if space in RESTRICTED else card_odds(space, now.unseen, now.level, surprise)
        worth = TABLES.battle.critical_ops if is_critical(space) else TABLES.battle.ops
        odds = together(cards, garrison, now.bonus)
        charge = new and space in breaks
        detour = _detour(now, space, gait) if charge and gait else FAR
        prize = round(_mean(garrison)) if breaks else 0
        stops.append(Stop(odds, is_rail(space), worth, charge, detour, prize))
    return tuple(stops)


def _surprise(garrisons: Mapping[str, int | None], space: str, scouts: bool) -> float:
    """The chance that a force knows the Garrison of a space when it arrives (LOA-R46)."""
    if garrisons.get(space) is not None:
        return 1.0
    return SCOUTED if space in garrisons and scouts else 0.0


def markets(now: Situation) -> list[str]:
    """The spaces where gear is sold: free ports and the Camp (LOA 35)."""
    garrisons = dict(now.garrisons)
    return [port for port in PORTS if port not in garrisons] + [now.camp] * bool(now.camp)


@lru_cache(maxsize=4096)
def _detour(now: Situation, space: str, gait: Gait) -> int:
    """The Operations to the nearest market and back; FAR without a route."""
    blocked = frozenset(garrison for garrison, _ in now.garrisons)
    ways = [journey(space, market, gait, blocked) for market in markets(now)]
    return min((2 * len(way) for way in ways if way is not None), default=FAR)
