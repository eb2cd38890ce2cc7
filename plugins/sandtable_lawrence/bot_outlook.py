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
"""Chances by the number of Ottomans in a battle; 0 is no battle."""

LAWRENCE_AT_RISK = 0.35
"""The chance that the game is lost with Lawrence in a battle won at the price of nearly all units
(LOA 33)."""

LARGE_PURSE = 2
"""At most this many Pounds are needed for charges."""

CHARGES = 2
"""At most this many charges are fetched at a time."""

FETCHED = 0.8
"""The chance that a force gets to a market and back."""

FAR = 99
"""The length of a detour where there is no route."""

GRAIN = 0.5
"""Mean strengths are interpolated between multiples of this."""

MOST, BEYOND = 5, 0.7
"""A battle against more Ottomans than the first number counts as one against that number, times the
second for each further Ottoman."""

SUCCESS = sum(face in ("succeeds", "loot") for face in TABLES.demolition.faces) / 6
"""The chance that a charge breaks the line (LOA-C9)."""


class Stop(NamedTuple):
    """Where an Operation ends: the Ottomans there, the Ops for a battle won, whether to set a charge.

    `detour` counts the Operations to fetch more charges and come back. `prize` counts the Pounds
    for the Garrison, where they matter.
    """

    odds: Odds
    rail: bool
    worth: int
    charge: bool = False
    detour: int = 99
    prize: int = 0


class Clash(NamedTuple):
    """The chance of no battle, the chance to win a battle, and the mean losses of a won battle."""

    calm: float
    won: float
    lost: float


@lru_cache(maxsize=4096)
def card_odds(space: str, unseen: tuple[str, ...], level: int, surprise: float = 0) -> Odds:
    """Ottomans that the next card brings to a space, with the chance of a surprise (LOA-C8, LOA-R46)."""
    odds: dict[int, float] = defaultdict(float)
    for card in unseen:
        number, chance_of = _brings(card, space, level)
        comes = chance_of / len(unseen)
        odds[max(0, number - TABLES.scouting.surprise)] += comes * surprise
        odds[number] += comes * (1 - surprise)
        odds[0] += (1 - chance_of) / len(unseen)
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
    """A card and a Garrison in one battle, with the bonus of a campaign (LOA-R36)."""
    odds: dict[int, float] = defaultdict(float)
    for drawn, drawn_chance in cards:
        for held, held_chance in garrison:
            number = drawn + held
            odds[number + bonus if number else 0] += drawn_chance * held_chance
    return tuple(sorted(odds.items()))


@lru_cache(maxsize=50000)
def clash(ours: tuple[int, ...], edge: int, odds: Odds, rail: bool) -> Clash:
    """What to expect of a battle against a random number of Ottomans."""
    calm, won, lost = 0.0, 0.0, 0.0
    for number, part in odds:
        if number == 0:
            calm += part
        elif ours:
            fate = _fate(len(ours), sum(ours) / len(ours), edge, min(number, MOST), rail)
            less = BEYOND ** max(0, number - MOST)
            won += part * fate.won * less
            lost += part * less * (fate.won * len(ours) - fate.left)
    return Clash(calm, won, lost / won if won else 0.0)


@lru_cache(maxsize=50000)
def _fate(many: int, mean: float, edge: int, number: int, rail: bool) -> Fate:
    """A fight of `many` Arabs of this mean strength, interpolated on a coarse scale for speed."""
    low = int(mean / GRAIN)
    rest = mean / GRAIN - low
    weaker = expect((low * GRAIN,) * many, edge, number, rail)
    if not rest:
        return weaker
    stronger = expect(((low + 1) * GRAIN,) * many, edge, number, rail)
    return Fate(*((1 - rest) * a + rest * b for a, b in zip(weaker, stronger, strict=True)))


class Luck(NamedTuple):
    """What may yet come: leaders that may join, the chance that one does, Pounds for more charges."""

    free: int = 0
    comes: float = 0.0
    purse: int = 0


Course = tuple[int, int, int, int, int]
"""A state on the way: Ops left, units lost, leaders gained, charges left, Pounds."""


def outlook(band: Band, ops: int, stops: tuple[Stop, ...], luck: Luck, least: int = 1) -> float:
    """The chance that a band makes all stops in time and keeps at least `least` units (LOA 34.3)."""
    return _outlook(band, min(ops, enough_for(stops)), stops, luck, least)


def enough_for(stops: Sequence[Stop]) -> int:
    """The most Ops that the stops and the fetching of charges can use."""
    detours = (stop.detour for stop in stops if stop.charge and stop.detour < FAR)
    return len(stops) + sum(detours)


@lru_cache(maxsize=50000)
def _outlook(band: Band, ops: int, stops: tuple[Stop, ...], luck: Luck, least: int) -> float:
    courses: dict[Course, float] = {(ops, 0, 0, band.charges, luck.purse): 1.0}
    # The Ops for a stop's detour count until the stop is done.
    enough = enough_for(stops)
    for stop in stops:
        enough -= 1
        courses = _operation(band, courses, stop, luck, enough)
        enough -= stop.detour if stop.charge and stop.detour < FAR else 0
    return sum(part for course, part in courses.items() if band.size - course[1] >= least)


def _operation(
    band: Band, courses: dict[Course, float], stop: Stop, luck: Luck, enough: int
) -> dict[Course, float]:
    """The states after an Operation; Ops beyond `enough` for the rest of the way are cut off."""
    after: dict[Course, float] = defaultdict(float)
    fights = _fights(band, stop, luck)
    prize = stop.prize
    for (ops, lost, gained, charges, purse), part in courses.items():
        if not ops:
            continue
        falls = fights.get((lost, gained))
        if falls is None:
            falls = fights[lost, gained] = _falls(band, lost, gained, stop, luck)
        for worth, fallen, leaders, share in falls:
            left = ops - 1 + worth
            full = min(LARGE_PURSE, purse + prize) if prize and worth else purse
            after[left if left < enough else enough, fallen, leaders, charges, full] += part * share
    return _charged(after, stop.detour) if stop.charge else after


Fall = tuple[int, int, int, float]
"""How an Operation can end: Ops won, units lost and leaders gained so far, and its chance."""


@lru_cache(maxsize=10000)
def _fights(band: Band, stop: Stop, luck: Luck) -> dict[tuple[int, int], list[Fall]]:  # noqa: ARG001
    """A cache of a band's fights at a stop, by the units lost and leaders gained before it."""
    return {}


def _falls(band: Band, lost: int, gained: int, stop: Stop, luck: Luck) -> list[Fall]:
    """No battle, or a won one: with mean losses rounded down or up, with or without a new leader."""
    ours, edge = line(band, lost, gained)
    fight = clash(ours, edge, stop.odds, stop.rail)
    ends: list[Fall] = [(0, lost, gained, fight.calm)]
    if not fight.won:
        return ends
    dead = LAWRENCE_AT_RISK * (fight.lost / len(ours)) ** 2 if band.lawrence else 0.0
    leader = luck.comes if band.lawrence and gained < luck.free else 0.0
    less = lost + int(fight.lost)
    rest = fight.lost % 1
    for more, part in ((0, 1 - rest), (1, rest)):
        for new, share in ((0, 1 - leader), (1, leader)):
            if part * share:
                ends.append(
                    (stop.worth, less + more, gained + new, fight.won * (1 - dead) * part * share)
                )
    return ends


def _charged(ends: dict[Course, float], detour: int) -> dict[Course, float]:
    """Set charges until the line is broken; fetch more once, if there are Pounds for them."""
    after: dict[Course, float] = defaultdict(float)
    for (ops, lost, gained, charges, purse), part in ends.items():
        left = part
        for used in range(1, charges + 1):
            after[ops, lost, gained, charges - used, purse] += left * SUCCESS
            left *= 1 - SUCCESS
        if purse and ops > detour:
            bought = min(purse, CHARGES)
            left *= FETCHED * (1 - (1 - SUCCESS) ** bought)
            after[ops - detour, lost, gained, bought - 1, purse - bought] += left
    return after
