"""Shopping by the scripted player: what is on sale, and which unit carries it (LOA-C3, LOA 35)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from sandtable_lawrence.bot_band import Band
from sandtable_lawrence.recruiting import counters, price, selling_places
from sandtable_lawrence.roster import (
    AEROPLANE,
    DEMOLITION,
    LAWRENCE,
    MACHINEGUNS,
    UNITS,
    capacity,
    is_leader,
)
from sandtable_lawrence.state import LawrenceState, Unit
from sandtable_lawrence.tables import TABLES

WARES = (
    *("mercenaries", "armored-car", "regulars", "bedouin"),
    *(DEMOLITION, AEROPLANE, MACHINEGUNS),
)
"""Every item that can be bought, in the order in which the bot buys: units first."""

UNIT_WARES = 4
"""How many of WARES are units; they come first."""

COUNTERS_BY_KIND = {ware: [UNITS[id] for id in counters(ware)] for ware in WARES if counters(ware)}
"""The counters of each kind of unit on sale; since Bedouin are picked at random, their mean counts."""


class Shop(NamedTuple):
    """What a force can buy in a space.

    - `stock`: how many of each of WARES are on sale.
    - `prices`: the price of each of WARES, in Pounds.
    - `pounds`: the Pounds to spend.
    - `room`: how many more units the stacking limit allows.
    """

    stock: tuple[int, ...]
    prices: tuple[int, ...]
    pounds: int
    room: int

    def price(self, items: tuple[int, ...]) -> int:
        """Return the price of these numbers of WARES, in Pounds."""
        return sum(map(mul, self.prices, items))

    def left(self, items: tuple[int, ...]) -> int:
        """Return the Pounds left after buying these numbers of WARES."""
        return self.pounds - self.price(items)

    def after(self, items: tuple[int, ...], pounds: int) -> Shop:
        """Return the shop for a force that bought these items elsewhere and has these Pounds left."""
        stock = tuple(max(0, left - bought) for left, bought in zip(self.stock, items, strict=True))
        return self._replace(
            stock=stock, pounds=pounds, room=max(0, self.room - sum(items[:UNIT_WARES]))
        )


def shop(state: LawrenceState, space: str, items: Iterable[str], band: Band) -> Shop:
    """Return what a band can buy in a space where these items are on sale."""
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
    """Return what a band could buy in a space during a mission (LOA-C3)."""
    kinds = selling_places(state, space)
    items = [ware for ware in WARES if kinds.intersection(TABLES.wares[ware].places)]
    return shop(state, space, items, band)


@lru_cache(maxsize=4096)
def equip(band: Band, items: tuple[int, ...]) -> Band:
    """Return the band after it buys these items."""
    bought: Mapping[str, int] = dict(zip(WARES, items, strict=True))
    for ware, kinds in COUNTERS_BY_KIND.items():
        strength = sum(unit.strength for unit in kinds) // len(kinds)
        for _ in range(bought[ware]):
            slow = ware in TABLES.movement.desert_stops
            band = band.with_followers(strength, speed=kinds[0].move, slow=slow)
    if bought[AEROPLANE]:
        band = band.with_machineguns(1)._replace(has_aeroplane=True)
    return band.with_machineguns(bought[MACHINEGUNS])._replace(charges=band.charges + bought[DEMOLITION])


# Carrying gear.


def best_carrier(units: Iterable[Unit], gear: str) -> str | None:
    """Return the best unit to carry gear: the strongest with room; a leader only if no other has room.

    Lawrence takes the Aeroplane if he can, so that he can fly back (LOA-R15). None if no unit has room.
    """
    free = [unit for unit in units if len(unit.gear) < capacity(unit.id)]
    if gear == DEMOLITION:
        free.sort(key=lambda unit: (is_leader(unit.id), unit.gear.count(gear), -unit.strength))
    elif gear == AEROPLANE:
        free.sort(key=lambda unit: (unit.id != LAWRENCE, is_leader(unit.id), -unit.strength))
    else:
        free.sort(key=lambda unit: (is_leader(unit.id), -unit.strength))
    return free[0].id if free else None
