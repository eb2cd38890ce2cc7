"""The Axis counters (LRDG 3.1), read from data/counters.toml, and what is known of a face-down one."""

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
    """One kind of Axis counter; `stocks` are how many there are in each stock (LRDG-A101)."""

    nation: str
    av: int
    stocks: tuple[int, ...]
    mobile: bool = False
    veteran: bool = False

    @property
    def name(self) -> str:
        """As in ``German mobile AV 3, veteran``."""
        mobile = " mobile" if self.mobile else ""
        return f"{self.nation}{mobile} AV {self.av}{', veteran' if self.veteran else ''}"

    @property
    def badge(self) -> str:
        """On the map: its movement, its attack value, and whether it is a veteran."""
        return f"{'m' if self.mobile else 'f'}{self.av}{'v' * self.veteran}"


AXIS: Mapping[str, Axis] = read_data("sandtable_lrdg", "counters.toml", dict[str, Axis])
"""Every kind of counter by id."""

STOCKS = min(len(axis.stocks) for axis in AXIS.values()) - 1
"""The number of stocks of the levels; they are numbered from 1, the weakest."""

HISTORICAL = 0
"""The stock of all missions, made of the kinds that the rulebook names (LRDG-A101)."""

USUAL = 3
"""The stock of a mission that names none for its level."""


class Sort(Struct, frozen=True, omit_defaults=True):
    """The known facts about a counter that a scenario places face down; None leaves a fact open."""

    nation: str | None = None
    mobile: bool | None = None
    av: int | None = None

    def fits(self, counter: str) -> bool:
        """Whether a counter is of this sort."""
        return counter in self.fitting

    @property
    def fitting(self) -> frozenset[str]:
        """The kinds of counter that are of this sort."""
        return _matches(self)

    def within(self, other: Sort) -> bool:
        """Whether every counter of this sort is also of the other, and not the other way round."""
        return self.fitting < other.fitting

    @property
    def name(self) -> str:
        """As in ``German mobile AV 3``; empty when nothing is known."""
        mobile = {None: "", True: "mobile", False: "fixed"}[self.mobile]
        av = f"AV {self.av}" if self.av is not None else ""
        return " ".join(part for part in (self.nation or "", mobile, av) if part)


ANY = Sort()
"""The sort that every counter is of."""


@lru_cache(maxsize=256)
def _matches(sort: Sort) -> frozenset[str]:
    return frozenset(
        counter
        for counter, axis in AXIS.items()
        if sort.nation in (None, axis.nation)
        and sort.mobile in (None, axis.mobile)
        and sort.av in (None, axis.av)
    )


def full_pool(stock: int = USUAL) -> Pile:
    """Every counter of a stock, as at the start of a mission (LRDG 4.2, LRDG-A29, LRDG-A101)."""
    return sorted(counter for counter, axis in AXIS.items() for _ in range(axis.stocks[stock]))


def draw(dice: Dice, pool: Pile, sort: Sort, hidden: Iterable[Sort]) -> str:
    """Draw the counter of a face-down unit of a `sort`; `hidden` are the sorts of all face-down units.

    The odds are those of a deal at the start, in which the narrower sorts took their counters first
    (LRDG-A79, LRDG-A90).
    """
    bag = weighted_counters(pool, sort, hidden)
    return deck.take(dice.pick(bag, STREAM), pool)


def weighted_counters(pool: Sequence[str], sort: Sort, hidden: Iterable[Sort]) -> list[str]:
    """The counters of a sort in the pool, each once for every deal in which it is there."""
    sorts = list(hidden)
    within = {hid for hid in set(sorts) if hid.within(sort)}
    if not within:
        return sorted(filter(sort.fitting.__contains__, pool))
    narrower = sorted(filter(within.__contains__, sorts), key=lambda hid: len(hid.fitting))
    choices = list(zip(narrower, _choices(Counter(pool), narrower), strict=True))
    counts = Counter(filter(sort.fitting.__contains__, pool))
    ways = {counter: _ways(counter, choices) for counter in counts}
    divisor = reduce(gcd, ways.values(), 0)
    return [
        counter
        for counter, count in sorted(counts.items())
        for _ in range(count * ways[counter] // divisor if divisor else count)
    ]


def _choices(pool: Mapping[str, int], narrower: Sequence[Sort]) -> Iterator[int]:
    """For each of the narrower sorts, the number of its counters that earlier sorts leave."""
    earlier = Counter[Sort]()
    for sort in narrower:
        fitting = sum(pool.get(counter, 0) for counter in sort.fitting)
        yield fitting - sum(n for other, n in earlier.items() if other == sort or other.within(sort))
        earlier[sort] += 1


def _ways(drawn: str, choices: Sequence[tuple[Sort, int]]) -> int:
    """The number of ways to deal the narrower sorts without the counter `drawn`."""
    return prod(max(left - (drawn in sort.fitting), 0) for sort, left in choices)
