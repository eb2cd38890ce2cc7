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
"""All that can be bought, in the order of purchase: units first."""

SPARE_CHARGES = 1
"""At most this many charges are bought beyond those that the goals need."""

UNSPENT = 1
"""A basket leaves at most this many Pounds, unless nothing more can be bought."""

UNSPENT_FOR_CHARGES = 2
"""The same while a goal asks for an RR Break, which may take more charges later."""

SAVED = 0.004
"""Each Pound that is kept adds this much to the value of a basket, as a chance to win."""

SWIFT = 0.004
"""Each point of the force's speed adds this much to the value of a basket."""

BEDOUIN_SPEED = 3
"""The speed of Bedouin, below which a force is slow."""

SLOW = 0.04
"""Each point below the speed of Bedouin takes this much from the value of a basket."""

MOST_ALIKE = 3
"""Of baskets that make a force equally fast with the same gear, only this many are compared: the
strongest."""

AMPLE_OPS = 14
"""With this many Ops, as many as a mission can have, no journey ends for want of time."""

ANY_SPEED = 9
"""The speed of a band without units: more than that of any unit that joins."""

KINDS = {ware: [UNITS[id] for id in counters(ware)] for ware in WARES if counters(ware)}
"""The counters of each kind of unit; their mean strength counts, because Bedouin are picked blind."""


class Shop(NamedTuple):
    """What a force can buy in a space."""

    stock: tuple[int, ...]
    """How many of each of WARES are on offer."""

    prices: tuple[int, ...]
    """The price of each of WARES, in Pounds."""

    pounds: int
    """The Pounds to spend."""

    room: int
    """How many units the stacking limit still lets in."""


class Basket(NamedTuple):
    """A purchase."""

    value: float
    """The chance to win with it, and a little for the Pounds kept and for speed."""

    items: tuple[int, ...]
    """How many of each of WARES are bought."""


def shop(state: LawrenceState, space: str, items: Iterable[str], band: Band) -> Shop:
    """What a band can buy in a space where these items are on offer."""
    offered = set(items)
    stock = []
    for ware in WARES:
        units = [id for id, unit in UNITS.items() if unit.sort == ware]
        left = len(state.recruits(units)) if units else state.gear.count(ware)
        stock.append(left if ware in offered else 0)
    limit = TABLES.stacking.lawrence + state.leadership.value
    prices = tuple(price(state, space, ware) for ware in WARES)
    return Shop(tuple(stock), prices, state.pounds, max(0, limit - band.size))


def goods_at(state: LawrenceState, space: str, band: Band) -> Shop:
    """What a force could buy in a space (LOA-C3)."""
    kinds = sellers(state, space)
    items = [ware for ware in WARES if kinds.intersection(TABLES.wares[ware].places)]
    return shop(state, space, items, band)


class Errand(NamedTuple):
    """A way to a market."""

    value: float
    """The value of the best basket there, times the chance that the force arrives."""

    way: tuple[str, ...]
    """The space where each Operation ends."""


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
    """The chance that a force survives a way, if the Ops do not run out."""
    return outlook(band, AMPLE_OPS, stops_of(now, way), Luck())


@lru_cache(maxsize=4096)
def basket(now: Situation, band: Band, here: str, ops: int, goods: Shop) -> Basket:
    """The best basket."""
    baskets = []
    for items in _baskets(now, band, goods):
        kept = goods.pounds - _price(goods, items)
        force = carrying(band, items)
        value = prospects(now._replace(purse=min(now.purse, kept)), force, here, ops)
        slowness = max(0, BEDOUIN_SPEED - force.speed)
        value += SAVED * kept + SWIFT * force.speed - SLOW * slowness
        baskets.append(Basket(value, items))
    return max(baskets, key=lambda basket: basket.value, default=Basket(0.0, (0,) * len(WARES)))


def _price(goods: Shop, items: tuple[int, ...]) -> int:
    """The Pounds that a basket costs."""
    return sum(map(mul, goods.prices, items))


def _baskets(now: Situation, band: Band, goods: Shop) -> Iterator[tuple[int, ...]]:
    """The items of affordable baskets with room for the units; of those alike, only the strongest."""
    most = list(goods.stock)
    charges = WARES.index(DEMOLITION)
    breaks = wanted_breaks(now)
    needed = max(0, breaks + SPARE_CHARGES - band.charges) if breaks else 0
    most[charges] = min(most[charges], needed)
    ranges = [range(number + 1) for number in most]
    ranges[charges] = range(max(0, most[charges] - SPARE_CHARGES), most[charges] + 1)
    baskets = [
        items
        for items in product(*ranges)
        if _price(goods, items) <= goods.pounds and sum(items[:4]) <= goods.room
    ]
    unspent = UNSPENT_FOR_CHARGES if breaks else UNSPENT
    full = [items for items in baskets if _price(goods, items) >= goods.pounds - unspent]
    alike: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for items in full or baskets:
        bought = carrying(Band(speed=ANY_SPEED), items)
        alike.setdefault((bought.speed, bought.charges, bought.flown), []).append(items)
    for group in alike.values():
        yield from sorted(group, key=_might, reverse=True)[:MOST_ALIKE]


def _might(items: tuple[int, ...]) -> int:
    """The strength of the units bought, plus a point for each."""
    band = carrying(Band(speed=ANY_SPEED), items)
    return sum(band.followers) + band.size


def wanted_breaks(now: Situation) -> int:
    """How many RR Breaks the goals still ask for."""
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
    """The unit that should carry gear: the strongest, who is lost last; a leader only if no other can.

    None if nobody has room for it.
    """
    free = [unit for unit in units if len(unit.gear) < capacity(unit.id)]
    if gear == DEMOLITION:
        free.sort(key=lambda unit: (is_leader(unit.id), unit.gear.count(gear), -unit.strength))
    else:
        free.sort(key=lambda unit: (is_leader(unit.id), -unit.strength))
    return free[0].id if free else None
