"""How likely a journey of the scripted player ends well: Ops, losses and charges, step by step."""

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
"""How likely all is lost with Lawrence in a battle that is won with nearly everybody gone (LOA 33)."""

LARGE_PURSE = 2
"""At most this many Pounds are needed for charges."""

CHARGES = 2
"""At most this many charges are fetched at a time."""

FETCHED = 0.8
"""How likely a force comes through to a market and back."""

FAR = 99
"""A detour without a route."""

GRAIN = 0.5
"""The steps of the scale of strengths on which fights are reckoned."""

MOST, BEYOND = 5, 0.7
"""A battle against more Ottomans than the first number counts as one against that number, times the
second for each further Ottoman."""

SUCCESS = sum(face in ("succeeds", "loot") for face in TABLES.demolition.faces) / 6
"""A charge breaks the line (LOA-C9)."""


class Stop(NamedTuple):
    """Where an Operation ends: the Ottomans there, what a battle won is worth, a charge to be set.

    `detour` are the Operations that it takes to fetch more charges and come back, `prize` the Pounds
    for the Garrison, where they matter.
    """

    odds: Odds
    rail: bool
    worth: int
    charge: bool = False
    detour: int = 99
    prize: int = 0


class Clash(NamedTuple):
    """The chances of no battle and of a battle won, and the units lost in one that is won."""

    calm: float
    won: float
    lost: float


@lru_cache(maxsize=4096)
def card_odds(space: str, unseen: tuple[str, ...], level: int, surprise: float = 0) -> Odds:
    """Ottomans that the next card brings to a space, with the chance of a surprise (LOA-C8, LOA-R46)."""
    found: dict[int, float] = defaultdict(float)
    for card in unseen:
        number, chance_of = _brings(card, space, level)
        comes = chance_of / len(unseen)
        found[max(0, number - TABLES.scouting.surprise)] += comes * surprise
        found[number] += comes * (1 - surprise)
        found[0] += (1 - chance_of) / len(unseen)
    return tuple(sorted(found.items())) or ((0, 1.0),)


def _brings(id: str, space: str, level: int) -> tuple[int, float]:
    """The Ottomans of a card, and how likely it brings them; a third party's are not reckoned with."""
    if id not in CARDS:
        return 0, 0.0
    card = CARDS[id]()
    number = card.brings(space)
    return number, (6 - level) / 6 if card.averted else float(number > 0)


@lru_cache(maxsize=4096)
def together(cards: Odds, garrison: Odds, bonus: int) -> Odds:
    """A card and a Garrison in one battle, with the bonus of a campaign (LOA-R36)."""
    found: dict[int, float] = defaultdict(float)
    for many, one in cards:
        for more, other in garrison:
            number = many + more
            found[number + bonus if number else 0] += one * other
    return tuple(sorted(found.items()))


@lru_cache(maxsize=50000)
def clash(ours: tuple[int, ...], edge: int, odds: Odds, rail: bool) -> Clash:
    """All numbers of Ottomans together."""
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
    """A fight of `many` of about this strength, between two of a coarse scale, which is fast."""
    low = int(mean / GRAIN)
    rest = mean / GRAIN - low
    one = expect((low * GRAIN,) * many, edge, number, rail)
    if not rest:
        return one
    other = expect(((low + 1) * GRAIN,) * many, edge, number, rail)
    return Fate(*((1 - rest) * a + rest * b for a, b in zip(one, other, strict=True)))


class Luck(NamedTuple):
    """What may yet come: leaders that may join, the chance that one does, Pounds for more charges."""

    free: int = 0
    comes: float = 0.0
    purse: int = 0


Course = tuple[int, int, int, int, int]
"""Where things can stand on the way: Ops left, units lost, leaders gained, charges left, Pounds."""


def outlook(band: Band, ops: int, stops: tuple[Stop, ...], luck: Luck, least: int = 1) -> float:
    """How likely a band does all stops in time and has `least` units or more at the end (LOA 34.3)."""
    return _outlook(band, min(ops, enough_for(stops)), stops, luck, least)


def enough_for(stops: Sequence[Stop]) -> int:
    """Ops that do for some stops, and for more charges; whoever has more is no better off."""
    detours = (stop.detour for stop in stops if stop.charge and stop.detour < FAR)
    return len(stops) + sum(detours)


@lru_cache(maxsize=50000)
def _outlook(band: Band, ops: int, stops: tuple[Stop, ...], luck: Luck, least: int) -> float:
    courses: dict[Course, float] = {(ops, 0, 0, band.charges, luck.purse): 1.0}
    # Charges for a stop may be fetched while it lasts.
    enough = enough_for(stops)
    for stop in stops:
        enough -= 1
        courses = _operation(band, courses, stop, luck, enough)
        enough -= stop.detour if stop.charge and stop.detour < FAR else 0
    return sum(part for course, part in courses.items() if band.size - course[1] >= least)


def _operation(
    band: Band, courses: dict[Course, float], stop: Stop, luck: Luck, enough: int
) -> dict[Course, float]:
    """What an Operation can bring; more Ops than are `enough` for the way do not matter."""
    found: dict[Course, float] = defaultdict(float)
    known = _fights(band, stop, luck)
    prize = stop.prize
    for (ops, lost, gained, charges, purse), part in courses.items():
        if not ops:
            continue
        falls = known.get((lost, gained))
        if falls is None:
            falls = known[lost, gained] = _falls(band, lost, gained, stop, luck)
        for worth, fallen, leaders, share in falls:
            left = ops - 1 + worth
            full = min(LARGE_PURSE, purse + prize) if prize and worth else purse
            found[left if left < enough else enough, fallen, leaders, charges, full] += part * share
    return _charged(found, stop.detour) if stop.charge else found


Fall = tuple[int, int, int, float]
"""How an Operation can end: Ops won, units lost and leaders gained by now, and how likely."""


@lru_cache(maxsize=10000)
def _fights(band: Band, stop: Stop, luck: Luck) -> dict[tuple[int, int], list[Fall]]:  # noqa: ARG001
    """What is known so far of a band's fights at a stop, by units lost and leaders gained before."""
    return {}


def _falls(band: Band, lost: int, gained: int, stop: Stop, luck: Luck) -> list[Fall]:
    """No battle; or one that is won: losses rounded down or up, and perhaps a leader."""
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
    """Charges are set until the line is broken; more are fetched when there are Pounds for them."""
    found: dict[Course, float] = defaultdict(float)
    for (ops, lost, gained, charges, purse), part in ends.items():
        left = part
        for used in range(1, charges + 1):
            found[ops, lost, gained, charges - used, purse] += left * SUCCESS
            left *= 1 - SUCCESS
        if purse and ops > detour:
            bought = min(purse, CHARGES)
            left *= FETCHED * (1 - (1 - SUCCESS) ** bought)
            found[ops - detour, lost, gained, bought - 1, purse - bought] += left
    return found
