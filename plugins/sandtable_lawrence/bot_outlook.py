"""The chance that a planned journey succeeds: Ops, losses and charges, stop by stop."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from msgspec import Struct

from sandtable_lawrence.bot_band import LEADER_STRENGTH, Band
from sandtable_lawrence.bot_forecast import Fate, expect
from sandtable_lawrence.bot_routes import FAR
from sandtable_lawrence.cards import CARDS
from sandtable_lawrence.tables import TABLES

Odds = tuple[tuple[int, float], ...]
"""The possible numbers of Ottomans in a battle, each with its chance; 0 is no battle."""

LAWRENCE_RISK = 0.35
"""The chance that a won battle with heavy losses loses Lawrence, and so the game (LOA 33)."""

MOST_PURSE = 2
"""The most Pounds for charges that the outlook counts."""

MOST_FETCHED = 2
"""The most charges that a force fetches at a time."""

FETCH_CHANCE = 0.8
"""The chance that a force reaches a market and returns."""

STRENGTH_STEP = 0.5
"""Battles are computed for mean strengths in steps of this, and interpolated between."""

MOST_OTTOMANS = 5
"""The most Ottomans against whom battles are computed."""

FACTOR_PER_EXTRA = 0.7
"""The factor for the chance of winning, for each Ottoman beyond MOST_OTTOMANS."""

BREAK_CHANCE = sum(face in ("succeeds", "loot") for face in TABLES.demolition.faces) / 6
"""The chance that a charge breaks the railway (LOA-C9)."""


@dataclass(frozen=True, eq=False, slots=True)
class Stop:
    """What to expect where an Operation ends. Equal stops are one object, made by `stop`.

    - `odds`: how many Ottomans may fight there.
    - `rail`: whether it is a Rail space, where the Armored Train can fight.
    - `worth`: the Ops for winning a battle there.
    - `charge`: whether the force sets charges there.
    - `detour`: how many Operations it takes to fetch more charges; FAR if it is impossible.
    - `prize`: the Pounds for beating the Garrison, if they are needed for charges; otherwise 0.
    """

    odds: Odds
    rail: bool
    worth: int
    charge: bool
    detour: int
    prize: int


# Lookups use a Stop's identity, which is much faster than comparing its odds.
stop = lru_cache(maxsize=20000)(Stop)


class Trip(Struct, frozen=True, eq=False, dict=True):
    """The stops of a route. Equal trips are one object, made by `trip`."""

    stops: tuple[Stop, ...]

    @cached_property
    def charges(self) -> bool:
        """Whether the force sets charges at any stop."""
        return any(stop.charge for stop in self.stops)

    @cached_property
    def most_ops(self) -> int:
        """The most Ops that the stops and the detours for charges can use."""
        detours = (stop.detour for stop in self.stops if stop.charge and stop.detour < FAR)
        return len(self.stops) + sum(detours)


trip = lru_cache(maxsize=20000)(Trip)


class Clash(NamedTuple):
    """What to expect if there may be a battle.

    - `calm`: the chance that there is no battle.
    - `won`: the chance of a battle that is won.
    - `lost`: the mean number of units that a won battle costs.
    """

    calm: float
    won: float
    lost: float


@lru_cache(maxsize=4096)
def card_odds(space: str, unseen: tuple[str, ...], level: int, surprise: float = 0) -> Odds:
    """Return how many Ottomans the next card may bring to a space (LOA-C8).

    `level` is the Leadership level; `surprise` is the chance to surprise the Garrison (LOA-R46).
    """
    odds: dict[int, float] = defaultdict(float)
    for card in unseen:
        number, brings = _brings(card, space, level)
        comes = brings / len(unseen)
        odds[number] += comes * (1 - surprise)
        odds[0] += (1 - brings) / len(unseen) + comes * surprise
    return tuple(sorted(odds.items())) or ((0, 1.0),)


def _brings(id: str, space: str, level: int) -> tuple[int, float]:
    """Return how many Ottomans a card brings, and with what chance; none for a third-party card."""
    if id not in CARDS:
        return 0, 0.0
    card = CARDS[id]()
    number = card.brings(space)
    return number, (6 - level) / 6 if card.averted else float(number > 0)


@lru_cache(maxsize=4096)
def foes_together(cards: Odds, garrison: Odds, bonus: int) -> Odds:
    """Return how many Ottomans a card and a Garrison bring, with a campaign's bonus (LOA-R36)."""
    odds: dict[int, float] = defaultdict(float)
    for drawn, drawn_chance in cards:
        for held, held_chance in garrison:
            number = drawn + held
            odds[number + bonus if number else 0] += drawn_chance * held_chance
    return tuple(sorted(odds.items()))


@lru_cache(maxsize=50000)
def clash(arabs: int, strength: int, edge: int, odds: Odds, rail: bool) -> Clash:
    """Return what Arabs with this total strength and this Tactical Edge drm can expect."""
    calm, won, lost = 0.0, 0.0, 0.0
    for number, chance in odds:
        if number == 0:
            calm += chance
        elif arabs:
            end = fate(arabs, strength / arabs, edge, min(number, MOST_OTTOMANS), rail)
            factor = FACTOR_PER_EXTRA ** max(0, number - MOST_OTTOMANS)
            won += chance * end.won * factor
            lost += chance * factor * (end.won * arabs - end.left)
    return Clash(calm, won, lost / won if won else 0.0)


@lru_cache(maxsize=50000)
def fate(arabs: int, mean: float, edge: int, number: int, rail: bool) -> Fate:
    """Return the likely end of a battle for Arabs of a mean strength, interpolated for speed."""
    low = int(mean / STRENGTH_STEP)
    rest = mean / STRENGTH_STEP - low
    weaker = expect(arabs, low * STRENGTH_STEP, edge, number, rail)
    if not rest:
        return weaker
    stronger = expect(arabs, (low + 1) * STRENGTH_STEP, edge, number, rail)
    return Fate(
        *((1 - rest) * weak + rest * strong for weak, strong in zip(weaker, stronger, strict=True))
    )


class Luck(NamedTuple):
    """What a band may gain along its route.

    - `leaders_left`: how many Arab leaders can still be recruited.
    - `comes`: the chance that one joins after a victory (LOA 34.3).
    - `purse`: the Pounds for more charges.
    """

    leaders_left: int = 0
    comes: float = 0.0
    purse: int = 0


class Party(NamedTuple):
    """What affects the battles of a band: its units, and the leaders it may gain."""

    followers: tuple[int, ...]
    leaders: tuple[int, ...]
    has_aeroplane: bool
    lawrence: bool
    leaders_left: int
    comes: float


POUND, CHARGE, LEADER, LOSS, OP = 1, 1 << 2, 1 << 6, 1 << 10, 1 << 16
"""The factors that pack a course into one number, for speed. A course is a band's situation after an
Operation: its Pounds for charges, its charges, the leaders gained, the units lost, and the Ops left."""


def party(band: Band, luck: Luck) -> Party:
    """Return the party that a band and its luck make up."""
    leaders_left, comes = luck[:2] if band.lawrence else (0, 0.0)
    return Party(band.followers, band.leaders, band.has_aeroplane, band.lawrence, leaders_left, comes)


def outlook(
    party: Party, ops: int, trip: Trip, survivors: int = 1, charges: int = 0, purse: int = 0
) -> float:
    """Return the chance that a party reaches all stops in time with at least `survivors` units."""
    stock = charges * CHARGE + purse * POUND if trip.charges else 0
    return _outlook(party, min(ops, trip.most_ops) * OP + stock, trip, survivors)


@lru_cache(maxsize=50000)
def _outlook(party: Party, start: int, trip: Trip, survivors: int) -> float:
    courses = {start: 1.0}
    # The Ops for a stop's detour count until the stop is reached.
    most_ops = trip.most_ops
    for stop in trip.stops:
        most_ops -= 1
        courses = _operation(party, courses, stop, most_ops)
        most_ops -= stop.detour if stop.charge and stop.detour < FAR else 0
    most_lost = len(party.followers) + len(party.leaders) - survivors
    return sum(chance for course, chance in courses.items() if course % OP // LOSS <= most_lost)


def _operation(party: Party, courses: dict[int, float], stop: Stop, most_ops: int) -> dict[int, float]:
    """Return the courses after an Operation, each with its chance; cap their Ops at `most_ops`."""
    after: dict[int, float] = {}
    so_far = after.get
    known = _known_endings(party, stop)
    # Charges and Pounds change no ending, except at a stop with a prize.
    unit = POUND if stop.prize else LEADER
    most = most_ops * OP
    too_many = most + OP
    for course, chance in courses.items():
        if course < OP:
            continue
        state = course % OP // unit
        endings = known.get(state)
        if endings is None:
            arriving = _survivors(party, course % OP // LOSS, course % LOSS // LEADER)
            endings = known[state] = _endings(arriving, course % CHARGE if stop.prize else 0, stop)
        for step, share in endings:
            end = course + step
            if end >= too_many:
                end = most + end % OP
            after[end] = so_far(end, 0.0) + chance * share
    return _set_charges(after, stop.detour) if stop.charge else after


Endings = Sequence[tuple[int, float]]
"""How an Operation can end: what each ending adds to the course, and its chance."""


@lru_cache(maxsize=20000)
def _known_endings(party: Party, stop: Stop) -> dict[int, Endings]:  # noqa: ARG001
    """Return a cache of `_endings` at a stop, keyed by the digits of a course that affect them."""
    return {}


ArrivingParty = tuple[int, int, int, bool, float]
"""A party as it enters a battle: its size, its strength, its drm for the Tactical Edge, whether Lawrence
is with it, and the chance that a leader joins after a victory."""


@lru_cache(maxsize=50000)
def _survivors(party: Party, lost: int, gained: int) -> ArrivingParty:
    """Return the party after it gains leaders and loses units, the weakest first and leaders last."""
    leaders = (*party.leaders, *(LEADER_STRENGTH,) * gained)
    leaders = leaders[: len(leaders) - max(0, lost - len(party.followers))]
    line = (*party.followers[: max(0, len(party.followers) - lost)], *leaders)
    joins = party.comes if gained < party.leaders_left else 0.0
    return len(line), sum(line), len(leaders) + party.has_aeroplane, party.lawrence, joins


@lru_cache(maxsize=50000)
def _endings(arriving: ArrivingParty, purse: int, stop: Stop) -> Endings:
    """Return the endings at a stop: no battle, or a victory with the mean losses rounded down or up.

    A victory may bring a leader. A defeat ends the journey, so the chances add up to less than 1.
    """
    arabs, strength, edge, lawrence, joins = arriving
    fight = clash(arabs, strength, edge, stop.odds, stop.rail)
    endings: list[tuple[int, float]] = [(-OP, fight.calm)]
    if not fight.won:
        return endings
    dead = LAWRENCE_RISK * (fight.lost / arabs) ** 2 if lawrence else 0.0
    pounds = min(MOST_PURSE, purse + stop.prize) - purse if stop.prize else 0
    won = (stop.worth - 1) * OP + int(fight.lost) * LOSS + pounds * POUND
    rest = fight.lost % 1
    for one_more, rounded in ((0, 1 - rest), (LOSS, rest)):
        for leader, joined in ((0, 1 - joins), (LEADER, joins)):
            if rounded * joined:
                endings.append((won + one_more + leader, fight.won * (1 - dead) * rounded * joined))
    return endings


def _set_charges(courses: dict[int, float], detour: int) -> dict[int, float]:
    """Set charges until the railway is broken; if they run out, fetch more once, for Pounds."""
    after: dict[int, float] = {}
    so_far = after.get
    for course, unbroken in courses.items():
        charges, purse = course % LEADER // CHARGE, course % CHARGE
        left = course
        for _ in range(charges):
            left -= CHARGE
            after[left] = so_far(left, 0.0) + unbroken * BREAK_CHANCE
            unbroken *= 1 - BREAK_CHANCE
        if purse and course // OP > detour:
            bought = min(purse, MOST_FETCHED)
            broken = unbroken * (FETCH_CHANCE * (1 - (1 - BREAK_CHANCE) ** bought))
            left += (bought - 1) * CHARGE - bought * POUND - detour * OP
            after[left] = so_far(left, 0.0) + broken
    return after
