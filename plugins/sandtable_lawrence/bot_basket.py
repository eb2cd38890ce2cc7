"""What the scripted player buys: the affordable basket that helps its plan most (LOA-C3)."""

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

MOST_SPARE_CHARGES = 1
"""The most charges that the bot buys beyond those the goals need."""

MOST_UNSPENT = 1
"""The most Pounds that a basket leaves unspent, if any basket leaves so few."""

MOST_UNSPENT_WITH_CHARGES = 2
"""The same limit while a goal needs an RR Break, since more charges may be needed later."""

POUND_VALUE = 0.004
"""How much each Pound kept adds to a basket's value, as a chance of winning."""

SPEED_VALUE = 0.004
"""How much each point of the force's speed adds to a basket's value."""

BEDOUIN_SPEED = 3
"""The speed of Bedouin; a slower force loses value."""

SLOWNESS_COST = 0.04
"""How much each point of speed below that of Bedouin takes from a basket's value."""

MOST_ALIKE = 3
"""The most baskets, strongest first, that are compared if they give a force the same speed and gear."""

ANY_SPEED = 9
"""The speed of a band without units: higher than that of any unit."""


class Basket(NamedTuple):
    """Items to buy together.

    - `value`: the chance of winning with them, plus a little for speed and Pounds kept.
    - `items`: how many of each of WARES to buy.
    """

    value: float
    items: tuple[int, ...]


EMPTY_BASKET = Basket(0.0, (0,) * len(WARES))
"""The basket of a force that buys nothing."""


class Errand(NamedTuple):
    """A journey to a market.

    - `value`: the value of the best basket there, times the chance that the force arrives.
    - `way`: the space where each Operation ends.
    """

    value: float
    path: tuple[str, ...]


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
    """Return the errand to a market in another space; None if it cannot be reached in time."""
    path = (market,) if air else journey(here, market, band.gait, frozenset(state.garrisons))
    if market == here or path is None or len(path) >= ops:
        return None
    value = basket(now, band, market, ops - len(path), goods_at(state, market, band)).value
    return Errand(value * chance(now, band, path), path)


def basket(
    now: Situation, band: Band, here: str, ops: int, goods: Shop, camp: Shop | None = None
) -> Basket:
    """Return the best basket; given the shop at the `camp`, it may keep Pounds to spend there."""
    without_errand = _goal_basket(now, band, here, ops, goods)
    if camp is None or here == now.camp:
        return without_errand
    with_errand = _errand_basket(now, band, here, ops, goods, camp)
    return max(without_errand, with_errand, key=lambda basket: basket.value)


@lru_cache(maxsize=4096)
def _goal_basket(now: Situation, band: Band, here: str, ops: int, goods: Shop) -> Basket:
    """Return the best basket if the force then heads for the goals."""
    baskets = [
        Basket(_worth(now, equip(band, items), here, ops, goods.left(items)), items)
        for items in _baskets(now, band, goods)
    ]
    return max(baskets, key=lambda basket: basket.value, default=EMPTY_BASKET)


@lru_cache(maxsize=4096)
def _errand_basket(now: Situation, band: Band, here: str, ops: int, goods: Shop, camp: Shop) -> Basket:
    """Return the best basket if the force then goes to the Camp to spend its remaining Pounds."""
    strongest: dict[tuple[int, ...], tuple[int, ...]] = {}
    for items in _affordable_baskets(now, band, goods):
        if goods.left(items) >= min(camp.prices[:UNIT_WARES]):
            key = (*_resulting_force(items), goods.left(items))
            strongest[key] = max(strongest.get(key, items), items, key=_strength_bought)
    baskets = []
    for items in strongest.values():
        camp_shop = camp.after(items, goods.left(items))
        baskets.append(Basket(_after_errand(now, equip(band, items), here, ops, camp_shop), items))
    return max(baskets, key=lambda basket: basket.value, default=EMPTY_BASKET)


def _after_errand(now: Situation, force: Band, here: str, ops: int, camp: Shop) -> float:
    """Return the value of going to the Camp and buying the strongest basket there."""
    path = journey(here, now.camp, force.gait, now.ground.blocked)
    if path is None or len(path) >= ops:
        return 0.0
    items = max(_affordable_baskets(now, force, camp), key=_strength_bought, default=EMPTY_BASKET.items)
    value = _worth(now, equip(force, items), now.camp, ops - len(path), camp.left(items))
    return value * chance(now, force, path)


def _worth(now: Situation, force: Band, here: str, ops: int, pounds: int) -> float:
    """Return a force's chance of winning, plus a little for its speed and remaining Pounds."""
    later = now if now.purse <= pounds else now.changed(purse=pounds)
    chance = prospects(later, force._replace(slots=0), here, ops)
    slowness = max(0, BEDOUIN_SPEED - force.speed)
    return chance + POUND_VALUE * pounds + SPEED_VALUE * force.speed - SLOWNESS_COST * slowness


def _baskets(now: Situation, band: Band, goods: Shop) -> Iterator[tuple[int, ...]]:
    """Return the baskets to compare: few Pounds left, and the strongest for their speed and gear."""
    baskets = _affordable_baskets(now, band, goods)
    unspent = MOST_UNSPENT_WITH_CHARGES if now.ground.missing else MOST_UNSPENT
    full = [items for items in baskets if goods.left(items) <= unspent]
    groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for items in full or baskets:
        groups.setdefault(_resulting_force(items), []).append(items)
    for group in groups.values():
        yield from sorted(group, key=_strength_bought, reverse=True)[:MOST_ALIKE]


@lru_cache(maxsize=1024)
def _affordable_baskets(now: Situation, band: Band, goods: Shop) -> list[tuple[int, ...]]:
    """Return all baskets that the force can afford and carry, within the stacking limit.

    They leave room for charges to be bought later.
    """
    most = list(goods.stock)
    charges = WARES.index(DEMOLITION)
    breaks = now.ground.missing
    needed = max(0, breaks + MOST_SPARE_CHARGES - band.charges) if breaks else 0
    most[charges] = min(most[charges], needed, goods.pounds // TABLES.wares[DEMOLITION].cost)
    ranges = [range(number + 1) for number in most]
    ranges[charges] = range(max(0, most[charges] - MOST_SPARE_CHARGES), most[charges] + 1)
    missing = min(breaks, ROSTER.gear[DEMOLITION]) - band.charges

    def fits(items: tuple[int, ...]) -> bool:
        units, gear = sum(items[:UNIT_WARES]), sum(items[UNIT_WARES:])
        slots = band.slots + TABLES.carry.other * units
        if gear > items[charges]:
            slots -= max(0, missing - items[charges])
        return units <= goods.room and gear <= slots

    return [items for items in product(*ranges) if goods.left(items) >= 0 and fits(items)]


def _resulting_force(items: tuple[int, ...]) -> tuple[int, ...]:
    """Return the speed and gear that a basket gives a force, by which baskets are grouped."""
    bought = equip(Band(speed=ANY_SPEED), items)
    return bought.speed, bought.charges, bought.has_aeroplane


def _strength_bought(items: tuple[int, ...]) -> int:
    """Return the total strength of the units in a basket, plus 1 for each."""
    band = equip(Band(speed=ANY_SPEED), items)
    return sum(band.followers) + band.size
