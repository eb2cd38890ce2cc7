"""The chance that a journey of the scripted player ends well: Ops, losses and charges, stop by stop."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable_lawrence.bot_band import Band, line
from sandtable_lawrence.bot_forecast import Fate, expect
from sandtable_lawrence.cards import CARDS
from sandtable_lawrence.tables import TABLES

Odds = tuple[tuple[int, float], ...]
"""The numbers of Ottomans in a battle, each with its chance; 0 is no battle."""

LAWRENCE_AT_RISK = 0.35
"""The chance that Lawrence is lost, and the game with him, in a won battle that costs nearly all units
(LOA 33)."""

LARGE_PURSE = 2
"""More Pounds than this for charges count as this many."""

MOST_FETCHED = 2
"""At most this many charges are fetched at a time."""

FETCHED = 0.8
"""The chance that a force gets to a market and back."""

FAR = 99
"""The Operations of a detour where there is no route."""

STEP = 0.5
"""Fights are worked out for multiples of this as the mean strength, and interpolated between."""

MOST_OTTOMANS = 5
"""Fights are worked out against up to this many Ottomans."""

EACH_BEYOND = 0.7
"""Each Ottoman beyond MOST_OTTOMANS multiplies the chance to win by this."""

SUCCESS = sum(face in ("succeeds", "loot") for face in TABLES.demolition.faces) / 6
"""The chance that a charge breaks the line (LOA-C9)."""


class Stop(NamedTuple):
    """What to expect where an Operation ends."""

    odds: Odds
    """How many Ottomans fight there."""

    rail: bool
    """Whether it is a Rail space, where the Armored Train fights."""

    worth: int
    """The Ops that a won battle brings there."""

    charge: bool = False
    """Whether the force sets charges there."""

    detour: int = FAR
    """The Operations to fetch more charges and come back; FAR if that cannot be done."""

    prize: int = 0
    """The Pounds for beating the Garrison; 0 if no charges are needed for them."""


class Clash(NamedTuple):
    """What to expect of a battle that may happen."""

    calm: float
    """The chance that there is no battle."""

    won: float
    """The chance that there is one and it is won."""

    lost: float
    """The mean number of units that a won battle costs."""


@lru_cache(maxsize=4096)
def card_odds(space: str, unseen: tuple[str, ...], level: int, surprise: float = 0) -> Odds:
    """How many Ottomans the next card brings to a space (LOA-C8).

    `level` is that of the leadership. `surprise` is the chance that the force surprises them (LOA-R46).
    """
    odds: dict[int, float] = defaultdict(float)
    for card in unseen:
        number, brings = _brings(card, space, level)
        comes = brings / len(unseen)
        odds[number] += comes * (1 - surprise)
        odds[0] += (1 - brings) / len(unseen) + comes * surprise
    return tuple(sorted(odds.items())) or ((0, 1.0),)


def _brings(id: str, space: str, level: int) -> tuple[int, float]:
    """The Ottomans of a card, and the chance that it brings them; none for a card of a third party."""
    if id not in CARDS:
        return 0, 0.0
    card = CARDS[id]()
    number = card.brings(space)
    return number, (6 - level) / 6 if card.averted else float(number > 0)


@lru_cache(maxsize=4096)
def together(cards: Odds, garrison: Odds, bonus: int) -> Odds:
    """How many Ottomans of a card and a Garrison fight, with the bonus of a campaign (LOA-R36)."""
    odds: dict[int, float] = defaultdict(float)
    for drawn, drawn_chance in cards:
        for held, held_chance in garrison:
            number = drawn + held
            odds[number + bonus if number else 0] += drawn_chance * held_chance
    return tuple(sorted(odds.items()))


@lru_cache(maxsize=50000)
def clash(ours: tuple[int, ...], edge: int, odds: Odds, rail: bool) -> Clash:
    """What to expect of a battle of Arabs with these strengths and this bonus for the Edge."""
    calm, won, lost = 0.0, 0.0, 0.0
    for number, chance in odds:
        if number == 0:
            calm += chance
        elif ours:
            fate = _fate(len(ours), sum(ours) / len(ours), edge, min(number, MOST_OTTOMANS), rail)
            beyond = EACH_BEYOND ** max(0, number - MOST_OTTOMANS)
            won += chance * fate.won * beyond
            lost += chance * beyond * (fate.won * len(ours) - fate.left)
    return Clash(calm, won, lost / won if won else 0.0)


@lru_cache(maxsize=50000)
def _fate(arabs: int, mean: float, edge: int, number: int, rail: bool) -> Fate:
    """The likely end of a fight of as many Arabs, all of a mean strength; interpolated for speed."""
    low = int(mean / STEP)
    rest = mean / STEP - low
    weaker = expect((low * STEP,) * arabs, edge, number, rail)
    if not rest:
        return weaker
    stronger = expect(((low + 1) * STEP,) * arabs, edge, number, rail)
    return Fate(
        *((1 - rest) * weak + rest * strong for weak, strong in zip(weaker, stronger, strict=True))
    )


class Luck(NamedTuple):
    """What a band may yet gain on its way."""

    free: int = 0
    """How many Arab leaders can still be recruited."""

    comes: float = 0.0
    """The chance that one joins after a won battle (LOA 34.3)."""

    purse: int = 0
    """The Pounds for more charges."""


Course = tuple[int, int, int, int, int]
"""How a band can stand after an Operation; five numbers, plain for speed:

- the Ops left,
- the units lost so far,
- the leaders gained so far,
- the charges left,
- the Pounds for more charges.
"""


def outlook(band: Band, ops: int, stops: tuple[Stop, ...], luck: Luck, survivors: int = 1) -> float:
    """The chance that a band makes all stops in time and keeps at least this many units."""
    return _outlook(band, min(ops, enough_for(stops)), stops, luck, survivors)


def enough_for(stops: Sequence[Stop]) -> int:
    """The most Ops that the stops and the fetching of charges can use."""
    detours = (stop.detour for stop in stops if stop.charge and stop.detour < FAR)
    return len(stops) + sum(detours)


@lru_cache(maxsize=50000)
def _outlook(band: Band, ops: int, stops: tuple[Stop, ...], luck: Luck, survivors: int) -> float:
    courses: dict[Course, float] = {(ops, 0, 0, band.charges, luck.purse): 1.0}
    # The Ops for a stop's detour count until the stop is done.
    enough = enough_for(stops)
    for stop in stops:
        enough -= 1
        courses = _operation(band, courses, stop, luck, enough)
        enough -= stop.detour if stop.charge and stop.detour < FAR else 0
    return sum(chance for (_, lost, *_), chance in courses.items() if band.size - lost >= survivors)


def _operation(
    band: Band, courses: dict[Course, float], stop: Stop, luck: Luck, enough: int
) -> dict[Course, float]:
    """The courses after an Operation; Ops beyond `enough` for the rest of the way do not count."""
    after: dict[Course, float] = defaultdict(float)
    known = _known_endings(band, stop, luck)
    prize = stop.prize
    for (ops, lost, gained, charges, purse), chance in courses.items():
        if not ops:
            continue
        endings = known.get((lost, gained))
        if endings is None:
            endings = known[lost, gained] = _endings(band, lost, gained, stop, luck)
        for worth, fallen, leaders, share in endings:
            left = ops - 1 + worth
            pounds = min(LARGE_PURSE, purse + prize) if prize and worth else purse
            after[left if left < enough else enough, fallen, leaders, charges, pounds] += chance * share
    return _charged(after, stop.detour) if stop.charge else after


Ending = tuple[int, int, int, float]
"""How an Operation can end; four numbers, plain for speed:

- the Ops won,
- the units lost so far,
- the leaders gained so far,
- the chance of this ending.
"""


@lru_cache(maxsize=10000)
def _known_endings(
    band: Band,  # noqa: ARG001
    stop: Stop,  # noqa: ARG001
    luck: Luck,  # noqa: ARG001
) -> dict[tuple[int, int], list[Ending]]:
    """A cache of the endings at a stop, by the units lost and the leaders gained before it."""
    return {}


def _endings(band: Band, lost: int, gained: int, stop: Stop, luck: Luck) -> list[Ending]:
    """No battle, or a won one: with mean losses rounded down or up, with or without a new leader.

    A lost battle ends the journey, so it is left out, and the chances add up to less than 1.
    """
    ours, edge = line(band, lost, gained)
    fight = clash(ours, edge, stop.odds, stop.rail)
    endings: list[Ending] = [(0, lost, gained, fight.calm)]
    if not fight.won:
        return endings
    dead = LAWRENCE_AT_RISK * (fight.lost / len(ours)) ** 2 if band.lawrence else 0.0
    joins = luck.comes if band.lawrence and gained < luck.free else 0.0
    fallen = lost + int(fight.lost)
    rest = fight.lost % 1
    for one_more, rounded in ((0, 1 - rest), (1, rest)):
        for leader, joined in ((0, 1 - joins), (1, joins)):
            if rounded * joined:
                chance = fight.won * (1 - dead) * rounded * joined
                endings.append((stop.worth, fallen + one_more, gained + leader, chance))
    return endings


def _charged(courses: dict[Course, float], detour: int) -> dict[Course, float]:
    """Set charges until the line is broken; fetch more once, if there are Pounds for them."""
    after: dict[Course, float] = defaultdict(float)
    for (ops, lost, gained, charges, purse), chance in courses.items():
        unbroken = chance
        for used in range(1, charges + 1):
            after[ops, lost, gained, charges - used, purse] += unbroken * SUCCESS
            unbroken *= 1 - SUCCESS
        if purse and ops > detour:
            bought = min(purse, MOST_FETCHED)
            broken = unbroken * (FETCHED * (1 - (1 - SUCCESS) ** bought))
            after[ops - detour, lost, gained, bought - 1, purse - bought] += broken
    return after
