"""What the scripted player buys: of all that it can afford, what helps its plan most (LOA-C3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from sandtable_lawrence.bot_appeal import prospects
from sandtable_lawrence.bot_band import Band
from sandtable_lawrence.bot_market import UNIT_WARES, WARES, Shop, equip, goods_at
from sandtable_lawrence.bot_plan import Situation, chance
from sandtable_lawrence.bot_routes import journey
from sandtable_lawrence.roster import DEMOLITION, ROSTER
from sandtable_lawrence.state import LawrenceState
from sandtable_lawrence.tables import TABLES

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

ANY_SPEED = 9
"""The speed of a band without units: more than that of any unit that joins."""


class Basket(NamedTuple):
    """A purchase.

    - `value`: the chance to win with it, and a little for the Pounds kept and for speed.
    - `items`: how many of each of WARES are bought.
    """

    value: float
    items: tuple[int, ...]


NOTHING = Basket(0.0, (0,) * len(WARES))
"""The basket of a force that buys nothing."""


class Errand(NamedTuple):
    """A way to a market.

    - `value`: the value of the best basket there, times the chance that the force arrives.
    - `way`: the space where each Operation ends.
    """

    value: float
    way: tuple[str, ...]


def errand(
    now: Situation,
    state: LawrenceState,
    band: Band,
    here: str,
    ops: int,
    market: str,
    *,
    air: bool = False,
) -> Errand | None:
    """The errand to buy in another space first, perhaps by air; None if it is out of reach in time."""
    way = (market,) if air else journey(here, market, band.gait, frozenset(state.garrisons))
    if market == here or way is None or len(way) >= ops:
        return None
    value = basket(now, band, market, ops - len(way), goods_at(state, market, band)).value
    return Errand(value * chance(now, band, way), way)


def basket(
    now: Situation, band: Band, here: str, ops: int, goods: Shop, camp: Shop | None = None
) -> Basket:
    """The best basket; `camp` is what the Camp sells if the Pounds left may be spent there next."""
    chosen = _to_go(now, band, here, ops, goods)
    if camp is None or here == now.camp:
        return chosen
    return max(chosen, _for_errand(now, band, here, ops, goods, camp), key=lambda basket: basket.value)


@lru_cache(maxsize=4096)
def _to_go(now: Situation, band: Band, here: str, ops: int, goods: Shop) -> Basket:
    """The best basket if the force then goes for the goals."""
    baskets = [
        Basket(_worth(now, equip(band, items), here, ops, goods.left(items)), items)
        for items in _baskets(now, band, goods)
    ]
    return max(baskets, key=lambda basket: basket.value, default=NOTHING)


@lru_cache(maxsize=4096)
def _for_errand(now: Situation, band: Band, here: str, ops: int, goods: Shop, camp: Shop) -> Basket:
    """The best basket if the force then goes to the Camp, to spend the Pounds that are left."""
    strongest: dict[tuple[int, ...], tuple[int, ...]] = {}
    for items in _affordable_baskets(now, band, goods):
        if goods.left(items) >= min(camp.prices[:UNIT_WARES]):
            alike = (*_kind(items), goods.left(items))
            strongest[alike] = max(strongest.get(alike, items), items, key=_might)
    baskets = []
    for items in strongest.values():
        then = camp.after(items, goods.left(items))
        baskets.append(Basket(_after_errand(now, equip(band, items), here, ops, then), items))
    return max(baskets, key=lambda basket: basket.value, default=NOTHING)


def _after_errand(now: Situation, force: Band, here: str, ops: int, camp: Shop) -> float:
    """The value of going to the Camp and buying the strongest units there."""
    way = journey(here, now.camp, force.gait, now.ground.blocked)
    if way is None or len(way) >= ops:
        return 0.0
    items = max(_affordable_baskets(now, force, camp), key=_might, default=NOTHING.items)
    value = _worth(now, equip(force, items), now.camp, ops - len(way), camp.left(items))
    return value * chance(now, force, way)


def _worth(now: Situation, force: Band, here: str, ops: int, pounds: int) -> float:
    """The value of a force with Pounds left: its chance to win, and a little for speed and Pounds."""
    then = now if now.purse <= pounds else now.but(purse=pounds)
    chance = prospects(then, force._replace(slots=0), here, ops)
    slowness = max(0, BEDOUIN_SPEED - force.speed)
    return chance + SAVED * pounds + SWIFT * force.speed - SLOW * slowness


def _baskets(now: Situation, band: Band, goods: Shop) -> Iterator[tuple[int, ...]]:
    """Affordable items that leave hardly any Pounds; of those alike, only the strongest."""
    baskets = _affordable_baskets(now, band, goods)
    unspent = UNSPENT_FOR_CHARGES if now.ground.missing else UNSPENT
    full = [items for items in baskets if goods.left(items) <= unspent]
    alike: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for items in full or baskets:
        alike.setdefault(_kind(items), []).append(items)
    for group in alike.values():
        yield from sorted(group, key=_might, reverse=True)[:MOST_ALIKE]


@lru_cache(maxsize=1024)
def _affordable_baskets(now: Situation, band: Band, goods: Shop) -> list[tuple[int, ...]]:
    """The items of affordable baskets with room for the units and for the gear.

    Other gear leaves room for charges that are bought later.
    """
    most = list(goods.stock)
    charges = WARES.index(DEMOLITION)
    breaks = now.ground.missing
    needed = max(0, breaks + SPARE_CHARGES - band.charges) if breaks else 0
    most[charges] = min(most[charges], needed, goods.pounds // TABLES.wares[DEMOLITION].cost)
    ranges = [range(number + 1) for number in most]
    ranges[charges] = range(max(0, most[charges] - SPARE_CHARGES), most[charges] + 1)
    missing = min(breaks, ROSTER.gear[DEMOLITION]) - band.charges

    def fits(items: tuple[int, ...]) -> bool:
        units, gear = sum(items[:UNIT_WARES]), sum(items[UNIT_WARES:])
        slots = band.slots + TABLES.carry.other * units
        if gear > items[charges]:
            slots -= max(0, missing - items[charges])
        return units <= goods.room and gear <= slots

    return [items for items in product(*ranges) if goods.left(items) >= 0 and fits(items)]


def _kind(items: tuple[int, ...]) -> tuple[int, ...]:
    """What makes baskets alike: the speed, the charges and the Aeroplane that they give a force."""
    bought = equip(Band(speed=ANY_SPEED), items)
    return bought.speed, bought.charges, bought.flown


def _might(items: tuple[int, ...]) -> int:
    """The strength of the units bought, plus a point for each."""
    band = equip(Band(speed=ANY_SPEED), items)
    return sum(band.followers) + band.size
