"""The Axis counters (LRDG 3.1), read from data/counters.toml, and the draw of face-down counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from math import gcd, prod

from msgspec import Struct

from sandtable import Dice, Pile, deck, read_data

STREAM = "axis"
"""The stream that counters are drawn from."""


class Axis(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of Axis counter; `stocks` gives its number in each stock (LRDG-A101)."""

    nation: str
    av: int
    stocks: tuple[int, ...]
    mobile: bool = False
    veteran: bool = False

    @property
    def name(self) -> str:
        """Its name, as in ``German mobile AV 3, veteran``."""
        mobile = " mobile" if self.mobile else ""
        return f"{self.nation}{mobile} AV {self.av}{', veteran' if self.veteran else ''}"

    @property
    def badge(self) -> str:
        """Its sign on the map: m for mobile or f for fixed, its AV, and v for veteran."""
        return f"{'m' if self.mobile else 'f'}{self.av}{'v' * self.veteran}"


AXIS: Mapping[str, Axis] = read_data("sandtable_lrdg", "counters.toml", dict[str, Axis])
"""Every kind of counter by id."""

STOCK_COUNT = min(len(axis.stocks) for axis in AXIS.values()) - 1
"""The number of stocks that the levels use, numbered from 1 for the weakest."""

HISTORICAL_STOCK = 0
"""The number of the historical stock (LRDG-A101)."""

DEFAULT_STOCK = 3
"""The stock of a mission that names none for a level."""


class Sort(Struct, frozen=True, omit_defaults=True):
    """The known facts about a face-down counter; None means unknown."""

    nation: str | None = None
    mobile: bool | None = None
    av: int | None = None

    def fits(self, counter: str) -> bool:
        """Tell whether a counter matches these facts."""
        return counter in self.fitting_counters

    @property
    def fitting_counters(self) -> frozenset[str]:
        """The kinds of counter that match these facts."""
        return _matches(self)

    def is_within(self, other: Sort) -> bool:
        """Tell whether this sort is narrower than another: its counters are some of the other's."""
        return self.fitting_counters < other.fitting_counters

    @property
    def name(self) -> str:
        """The facts in words, as in ``German mobile AV 3``; "" if nothing is known."""
        mobile = {None: "", True: "mobile", False: "fixed"}[self.mobile]
        av = f"AV {self.av}" if self.av is not None else ""
        return " ".join(part for part in (self.nation or "", mobile, av) if part)


ANY = Sort()
"""The sort that matches every counter."""


@lru_cache(maxsize=256)
def _matches(sort: Sort) -> frozenset[str]:
    return frozenset(
        counter
        for counter, axis in AXIS.items()
        if sort.nation in (None, axis.nation)
        and sort.mobile in (None, axis.mobile)
        and sort.av in (None, axis.av)
    )


def full_pool(stock: int = DEFAULT_STOCK) -> Pile:
    """Return all counters of a stock, as at the start of a mission (LRDG 4.2, LRDG-A29, LRDG-A101)."""
    return sorted(counter for counter, axis in AXIS.items() for _ in range(axis.stocks[stock]))


def draw(dice: Dice, pool: Pile, sort: Sort, hidden: Iterable[Sort]) -> str:
    """Draw a counter for a face-down unit of this `sort`; `hidden` lists the sorts of all such units.

    The odds are as if counters had been dealt at the start, narrower sorts first (LRDG-A79,
    LRDG-A90).
    """
    bag = weighted_counters(pool, sort, hidden)
    return deck.take(dice.pick(bag, STREAM), pool)


def weighted_counters(pool: Sequence[str], sort: Sort, hidden: Iterable[Sort]) -> list[str]:
    """Return the pool's counters of a sort, each repeated in proportion to its chance of being drawn."""
    sorts = list(hidden)
    within = {facts for facts in set(sorts) if facts.is_within(sort)}
    if not within:
        return sorted(filter(sort.fitting_counters.__contains__, pool))
    narrower = sorted(filter(within.__contains__, sorts), key=lambda facts: len(facts.fitting_counters))
    choices = list(zip(narrower, _choices(Counter(pool), narrower), strict=True))
    counts = Counter(filter(sort.fitting_counters.__contains__, pool))
    ways = {counter: _ways(counter, choices) for counter in counts}
    divisor = reduce(gcd, ways.values(), 0)
    return [
        counter
        for counter, count in sorted(counts.items())
        for _ in range(count * ways[counter] // divisor if divisor else count)
    ]


def _choices(pool: Mapping[str, int], narrower: Sequence[Sort]) -> Iterator[int]:
    """Yield, for each narrower sort, the number of counters that the sorts before it leave."""
    earlier = Counter[Sort]()
    for sort in narrower:
        fitting = sum(pool.get(counter, 0) for counter in sort.fitting_counters)
        yield fitting - sum(n for other, n in earlier.items() if other == sort or other.is_within(sort))
        earlier[sort] += 1


def _ways(drawn: str, choices: Sequence[tuple[Sort, int]]) -> int:
    """Return the number of ways to deal the narrower sorts without the counter `drawn`."""
    return prod(max(left - (drawn in sort.fitting_counters), 0) for sort, left in choices)
