"""What the scripted player buys: of all that it can afford, what helps its plan most (LOA-C3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from operator import mul
from typing import NamedTuple

from sandtable_lawrence.bot_appeal import prospects
from sandtable_lawrence.bot_band import Band
from sandtable_lawrence.bot_outlook import Luck, outlook
from sandtable_lawrence.bot_plan import Situation, stops_of
from sandtable_lawrence.bot_routes import journey
from sandtable_lawrence.recruiting import counters, price, sellers
from sandtable_lawrence.roster import AEROPLANE, DEMOLITION, MACHINEGUNS, UNITS, capacity, is_leader
from sandtable_lawrence.state import LawrenceState, Unit
from sandtable_lawrence.tables import TABLES

WARES = (
    *("mercenaries", "armored-car", "regulars", "bedouin"),
    *(DEMOLITION, AEROPLANE, MACHINEGUNS),
)
"""What can be bought, in the order of purchase; units first."""

SPARE_CHARGES = 1
"""At most this many charges are bought beyond those that the goals need."""

LEFT, LEFT_FOR_CHARGES = 1, 2
"""At most this many Pounds are left over, without and with a goal that asks for charges."""

SAVED = 0.004
"""A Pound that is kept adds this much to the value of a basket, as a chance to win."""

SWIFT = 0.004
"""Each point of movement adds this much to the value of a basket."""

RIDERS, SLOW = 3, 0.04
"""The movement of Bedouin; each point below it takes the second number from the value of a basket."""

OF_A_KIND = 3
"""At most this many baskets of equal speed and gear are compared, the strongest first."""

FULL = 14
"""With this many Ops the clock does not matter."""

FAST = 9
"""The speed of a band without units: every unit that joins is slower."""

KINDS = {ware: [UNITS[id] for id in counters(ware)] for ware in WARES if counters(ware)}
"""The counters of each kind of unit; Bedouin are picked blind, so their mean counts."""


class Shop(NamedTuple):
    """The number and price of each of WARES, the Pounds to spend, and the room for units."""

    stock: tuple[int, ...]
    prices: tuple[int, ...]
    pounds: int
    room: int


class Basket(NamedTuple):
    """The number bought of each of WARES, and the value of the purchase."""

    value: float
    items: tuple[int, ...]


def shop(state: LawrenceState, space: str, items: Iterable[str], band: Band) -> Shop:
    """The numbers and prices of the items on offer in a space."""
    offered = set(items)
    numbers = []
    for ware in WARES:
        sort = [id for id, unit in UNITS.items() if unit.sort == ware]
        left = len(state.recruits(sort)) if sort else state.gear.count(ware)
        numbers.append(left if ware in offered else 0)
    limit = TABLES.stacking.lawrence + state.leadership.value
    prices = tuple(price(state, space, ware) for ware in WARES)
    return Shop(tuple(numbers), prices, state.pounds, max(0, limit - band.size))


def goods_at(state: LawrenceState, space: str, band: Band) -> Shop:
    """What a force could buy in a space (LOA-C3)."""
    kinds = sellers(state, space)
    items = [ware for ware in WARES if kinds.intersection(TABLES.wares[ware].places)]
    return shop(state, space, items, band)


class Errand(NamedTuple):
    """A way to a market: how good it is to buy there first, and where its Operations end."""

    value: float
    way: tuple[str, ...]


def errand(
    now: Situation, state: LawrenceState, band: Band, here: str, ops: int, market: str
) -> Errand | None:
    """The errand to buy in another space first; None if it cannot be reached in time."""
    way = journey(here, market, band.gait, frozenset(state.garrisons))
    if market == here or way is None or len(way) >= ops:
        return None
    value = basket(now, band, market, ops - len(way), goods_at(state, market, band)).value
    return Errand(value * safe(now, band, way), way)


def safe(now: Situation, band: Band, way: tuple[str, ...]) -> float:
    """The chance that a force gets through, with Ops to spare."""
    return outlook(band, FULL, stops_of(now, way), Luck())


def basket(now: Situation, band: Band, here: str, ops: int, shop: Shop) -> Basket:
    """The best basket."""
    return _basket(now, band, here, ops, shop)


@lru_cache(maxsize=4096)
def _basket(now: Situation, band: Band, here: str, ops: int, shop: Shop) -> Basket:
    baskets = []
    for items in _baskets(now, band, shop):
        spent = _price(shop, items)
        purse = min(now.purse, shop.pounds - spent)
        force = carrying(band, items)
        value = prospects(now._replace(purse=purse), force, here, ops)
        value += (
            SAVED * (shop.pounds - spent) + SWIFT * force.speed - SLOW * max(0, RIDERS - force.speed)
        )
        baskets.append(Basket(value, items))
    return max(baskets, key=lambda basket: basket.value, default=Basket(0.0, (0,) * len(WARES)))


def _price(shop: Shop, items: tuple[int, ...]) -> int:
    return sum(map(mul, shop.prices, items))


def _baskets(now: Situation, band: Band, shop: Shop) -> Iterator[tuple[int, ...]]:
    """Affordable baskets with room for the units; of similar ones only the strongest."""
    most = list(shop.stock)
    charges = WARES.index(DEMOLITION)
    needed = max(0, wanted_breaks(now) + SPARE_CHARGES - band.charges) if wanted_breaks(now) else 0
    most[charges] = min(most[charges], needed)
    ranges = [range(number + 1) for number in most]
    ranges[charges] = range(max(0, most[charges] - SPARE_CHARGES), most[charges] + 1)
    baskets = [
        items
        for items in product(*ranges)
        if _price(shop, items) <= shop.pounds and sum(items[:4]) <= shop.room
    ]
    left = LEFT_FOR_CHARGES if wanted_breaks(now) else LEFT
    full = [items for items in baskets if _price(shop, items) >= shop.pounds - left]
    kinds: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for items in full or baskets:
        bought = carrying(Band(speed=FAST), items)
        kinds.setdefault((bought.speed, bought.charges, bought.flown), []).append(items)
    for alike in kinds.values():
        yield from sorted(alike, key=_might, reverse=True)[:OF_A_KIND]


def _might(items: tuple[int, ...]) -> int:
    """The strength of the units bought, plus a point for each."""
    band = carrying(Band(speed=FAST), items)
    return sum(band.followers) + band.size


def wanted_breaks(now: Situation) -> int:
    """RR Breaks that the goals still ask for."""
    return sum(
        max(0, goal.wanted - sum(space in now.breaks for space in goal.spaces))
        for goal in now.mission.demolish
    )


def carrying(band: Band, items: tuple[int, ...]) -> Band:
    """The band with the units and gear that are bought."""
    bought: Mapping[str, int] = dict(zip(WARES, items, strict=True))
    for ware, kinds in KINDS.items():
        strength = sum(unit.strength for unit in kinds) // len(kinds)
        for _ in range(bought[ware]):
            slow = ware in TABLES.movement.desert_stops
            band = band.with_(strength, speed=kinds[0].move, slow=slow)
    if bought[AEROPLANE]:
        band = band.armed(1)._replace(flown=True)
    return band.armed(bought[MACHINEGUNS])._replace(charges=band.charges + bought[DEMOLITION])


# Who carries what.


def bearer(units: Iterable[Unit], gear: str) -> str | None:
    """The unit that carries gear: the strongest, who is lost last; a leader only if no other can."""
    free = [unit for unit in units if len(unit.gear) < capacity(unit.id)]
    if gear == DEMOLITION:
        free.sort(key=lambda unit: (is_leader(unit.id), unit.gear.count(gear), -unit.strength))
    else:
        free.sort(key=lambda unit: (is_leader(unit.id), -unit.strength))
    return free[0].id if free else None
