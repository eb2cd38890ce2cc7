"""The Axis counters (LRDG 3.1), read from data/counters.toml; and what is known of one face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import gcd

from msgspec import Struct

from sandtable import Dice, Pile, read_data, take

STREAM = "axis"
"""The stream that counters are drawn from."""


class Axis(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of Axis counter, and how many there are of it."""

    nation: str
    av: int
    count: int
    mobile: bool = False
    veteran: bool = False

    @property
    def name(self) -> str:
        """As in ``German mobile AV 3, veteran``."""
        mobile = " mobile" if self.mobile else ""
        return f"{self.nation}{mobile} AV {self.av}{', veteran' if self.veteran else ''}"


AXIS: Mapping[str, Axis] = read_data("sandtable_lrdg", "counters.toml", dict[str, Axis])
"""Every kind of counter by id."""


class Sort(Struct, frozen=True, omit_defaults=True):
    """What a scenario says of a counter that it places face down; None leaves it open."""

    nation: str | None = None
    mobile: bool | None = None
    av: int | None = None

    def fits(self, counter: str) -> bool:
        """Whether a counter is of this sort."""
        axis = AXIS[counter]
        wanted = ((self.nation, axis.nation), (self.mobile, axis.mobile), (self.av, axis.av))
        return all(asked is None or asked == there for asked, there in wanted)

    def within(self, other: Sort) -> bool:
        """Whether every counter of this sort is also of the other, and not the other way round."""
        mine, theirs = _fitting(self), _fitting(other)
        return mine < theirs

    @property
    def name(self) -> str:
        """As in ``German mobile AV 3``; empty when nothing is known."""
        mobile = {None: "", True: "mobile", False: "fixed"}[self.mobile]
        av = f"AV {self.av}" if self.av is not None else ""
        return " ".join(part for part in (self.nation or "", mobile, av) if part)


ANY = Sort()


def _fitting(sort: Sort) -> frozenset[str]:
    return frozenset(counter for counter in AXIS if sort.fits(counter))


def full_pool() -> Pile:
    """Every counter once, as at the start of a mission (LRDG 4.2, LRDG-A29)."""
    return sorted(counter for counter, axis in AXIS.items() for _ in range(axis.count))


def draw(dice: Dice, pool: Pile, sort: Sort, hidden: Iterable[Sort]) -> str:
    """Draw the counter that lies face down as a `sort`, while others of `hidden` sorts lie there too.

    The odds are those of a deal at the start, in which the narrower sorts took theirs first
    (LRDG-A79, LRDG-A90).
    """
    bag = weighted(pool, sort, hidden)
    return take(dice.pick(bag, STREAM), pool)


def weighted(pool: Sequence[str], sort: Sort, hidden: Iterable[Sort]) -> list[str]:
    """The counters of a sort in the pool, each as often as it has ways to be the one that lies there."""
    narrower = sorted((one for one in hidden if one.within(sort)), key=lambda one: len(_fitting(one)))
    counts = Counter(counter for counter in pool if sort.fits(counter))
    ways = {counter: _ways(pool, counter, narrower) for counter in counts}
    least = reduce(gcd, ways.values(), 0)
    return [
        counter
        for counter, count in sorted(counts.items())
        for _ in range(count * ways[counter] // least if least else count)
    ]


def _ways(pool: Sequence[str], drawn: str, narrower: Sequence[Sort]) -> int:
    """In how many ways the narrower sorts can still be dealt when `drawn` is not there for them."""
    ways = 1
    for place, sort in enumerate(narrower):
        there = sum(sort.fits(counter) for counter in pool) - sort.fits(drawn)
        taken = sum(one == sort or one.within(sort) for one in narrower[:place])
        ways *= max(there - taken, 0)
    return ways
