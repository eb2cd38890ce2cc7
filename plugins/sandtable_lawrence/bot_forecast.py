"""What the scripted player expects of a fight: a recursion over the shots of a battle.

Small fights are exact. Larger ones take mean strengths: of the Ottoman counters that may be picked,
grouped by how many of them fight, and of the Arabs, in two halves. Up to eight Arabs, the chance is
within about 0.03 of the exact one; for more Arabs it is a little low.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from sandtable_lawrence.ottomans import line_of
from sandtable_lawrence.roster import OTTOMANS, full_bin
from sandtable_lawrence.spaces import NAMES, is_rail

Line: TypeAlias = tuple[tuple[float, float], ...]
"""Arabs from the top: the strength of each, and its worth if it survives."""

Foes: TypeAlias = tuple[float, ...]
"""The strengths of Ottoman units from the top."""

EXACT = 12
"""Up to this many Arabs times Ottoman counters, every pick is computed by itself."""

SINGLE = 5
"""Up to this many Ottomans have a mean strength each; of more, each half of the line has one."""

DISTINCT = 4
"""Up to this many Arabs keep their own strengths; of more, only the strongest does."""

CROWD = 6
"""Up to this many Arabs are averaged in two halves; of more, all but the strongest as one."""

MOST = 14
"""Only this many Arabs count, the strongest; the others keep their share."""

RAIL = next(space for space in NAMES if is_rail(space))
"""A Rail space that stands for all of them."""

DESERT = next(space for space in NAMES if not is_rail(space))
"""A space outside the railway, which stands for all others."""


class Fate(NamedTuple):
    """How a fight is likely to end: the chance to win it, and the mean worth of the Arabs left."""

    won: float
    left: float


class Moment(NamedTuple):
    """A moment of a round: both lines, how many of each have fired, and whether Arabs fire next."""

    line: Line
    fired: int
    foes: Foes
    shot: int
    ours: bool


class Force(NamedTuple):
    """Ottomans that may come: their chance, their strengths, and the chance of each number of Elites."""

    chance: float
    foes: Foes
    elites: tuple[tuple[int, float], ...]


# What the plans ask.


@lru_cache(1 << 16)
def chance(
    ours: tuple[float, ...],
    edge: int,
    number: int,
    rail: bool = False,
    named: tuple[str, ...] = (),
) -> float:
    """The chance that Arabs of these strengths beat `number` Ottoman counters picked blind (LOA-C6).

    `edge` is what they add for the Tactical Edge (leaders and the Aeroplane; -9 for an ambush).
    `rail` lets the Armored Train fight. The number includes the `named` counters. The Arabs
    stand in the order in which the player lines them up.
    """
    return expect(tuple(sorted(ours)), edge, number, rail, named).won


def losses(ours: tuple[float, ...], edge: int, number: int, rail: bool = False) -> float:
    """The mean number of Arab counters that such a fight costs."""
    return len(ours) - expect(tuple(sorted(ours)), edge, number, rail).left


@lru_cache(256)
def garrison_odds(available: tuple[int, ...]) -> tuple[tuple[int, float], ...]:
    """The number of a face-down Garrison and its chance, out of those that are not face up."""
    counts = sorted(Counter(available).items())
    return tuple((number, count / len(available)) for number, count in counts)


@lru_cache(1 << 16)
def expect(
    ours: tuple[float, ...],
    edge: int,
    number: int,
    rail: bool = False,
    named: tuple[str, ...] = (),
) -> Fate:
    """The likely end of such a fight; each Arab is worth 1."""
    if not ours:
        return Fate(0.0, 0.0)
    arms = compact(sorted(ours)[-MOST:])
    line = tuple((strength, 1.0) for strength in in_line(arms, leader=edge > 0))
    won = left = 0.0
    for force in forces(number, rail, named, len(arms) * number <= EXACT):
        leads = sum(part * lead(edge, elites) for elites, part in force.elites)
        best, worst = fight(line, force.foes, edge=True), fight(line, force.foes, edge=False)
        won += force.chance * (leads * best.won + (1 - leads) * worst.won)
        left += force.chance * (leads * best.left + (1 - leads) * worst.left)
    return Fate(won, left + (len(ours) - len(arms)) * won)


def in_line(strengths: Iterable[float], *, leader: bool) -> list[float]:
    """The weakest first, to draw fire (LOA-R20); with a leader the weakest is Lawrence, who is last."""
    line = sorted(strengths)
    return [*line[leader:], *line[:leader]]


def lead(ours: int, elites: int) -> float:
    """The chance to get the Tactical Edge (LOA-C6)."""
    return sum(mine + ours >= theirs + elites for mine in range(1, 7) for theirs in range(1, 7)) / 36


# Which Ottomans come.


@lru_cache(256)
def forces(number: int, rail: bool, named: tuple[str, ...], exact: bool) -> tuple[Force, ...]:
    """The forces that may be picked from the full bin, in groups (LOA 31).

    Picks of equal strengths make a group; if not `exact`, picks in which as many fight.
    """
    picked = _picked(number, rail, named)
    whole = sum(picked.values())
    groups: dict[Foes, list[tuple[Foes, int, int]]] = {}
    for (foes, elites), count in picked.items():
        key = foes if exact else (len(foes),)
        groups.setdefault(key, []).append((foes, elites, count))
    return tuple(_force(group, whole) for group in groups.values())


def _picked(number: int, rail: bool, named: tuple[str, ...]) -> Counter[tuple[Foes, int]]:
    """The strengths in line and the number of Elites picked, with the number of ways to pick them."""
    stock, chosen = list(full_bin()), list(named[:number])
    for counter in chosen:
        stock.remove(counter)
    picks: Counter[tuple[Foes, int]] = Counter()
    for others in combinations(stock, max(0, min(number - len(chosen), len(stock)))):
        called = [*chosen, *others]
        foes = line_of(RAIL if rail else DESERT, called)
        elites = sum(OTTOMANS[counter].elite for counter in called)
        picks[tuple(float(foe.strength) for foe in foes), elites] += 1
    return picks


def _force(group: Sequence[tuple[Foes, int, int]], whole: int) -> Force:
    """The mean strengths of a group in line, and the chances of its Elites."""
    ways = sum(count for _, _, count in group)
    lines = zip(*([strength * count for strength in foes] for foes, _, count in group), strict=True)
    elites: Counter[int] = Counter()
    for _, elite, count in group:
        elites[elite] += count
    parts = tuple((elite, count / ways) for elite, count in elites.items())
    foes = [round(sum(line) / ways, 3) for line in lines]
    half = (len(foes) + 1) // 2
    halves = [*level(foes[:half]), *level(foes[half:])]
    return Force(ways / whole, tuple(halves if len(foes) > SINGLE else foes), parts)


def compact(strengths: Sequence[float]) -> list[float]:
    """Averages many Arabs, the weakest first: all but the strongest, in two halves or as one."""
    if len(strengths) <= DISTINCT:
        return list(strengths)
    half = len(strengths) // 2 if len(strengths) <= CROWD else 0
    return [*level(strengths[:half]), *level(strengths[half:-1]), strengths[-1]]


def level(strengths: Sequence[float]) -> list[float]:
    """As many strengths, each of them the mean."""
    return [round(sum(strengths) / len(strengths), 2)] * len(strengths) if strengths else []


# The fight itself.


@lru_cache(1 << 16)
def fight(line: Line, foes: Foes, *, edge: bool) -> Fate:
    """A fight to the end from the beginning of a round.

    A round in which all miss changes nothing. So only the first hit counts, divided by the chance
    that there is one.
    """
    moment, miss, won, left = Moment(line, 0, foes, 0, edge), 1.0, 0.0, 0.0
    if not line or not foes:
        return ended(moment)
    while not _over(moment):
        hits, hit, moment = _shot(moment)
        fate = fight_on(hit, edge=edge)
        won, left = won + miss * hits * fate.won, left + miss * hits * fate.left
        miss *= 1 - hits
    return Fate(won / (1 - miss), left / (1 - miss))


@lru_cache(1 << 18)
def fight_on(moment: Moment, *, edge: bool) -> Fate:
    """A fight to the end from a moment within a round."""
    if not moment.line or not moment.foes:
        return ended(moment)
    if _over(moment):
        return fight(moment.line, moment.foes, edge=edge)
    hits, hit, miss = _shot(moment)
    (won, left), (still, kept) = fight_on(hit, edge=edge), fight_on(miss, edge=edge)
    return Fate(hits * won + (1 - hits) * still, hits * left + (1 - hits) * kept)


def ended(moment: Moment) -> Fate:
    """The result when one side is gone."""
    return Fate(0.0 if moment.foes else 1.0, sum(worth for _, worth in moment.line))


def _over(moment: Moment) -> bool:
    return moment.fired == len(moment.line) and moment.shot == len(moment.foes)


def _shot(moment: Moment) -> tuple[float, Moment, Moment]:
    """The next shot: its chance, and the moments after a hit and after a miss."""
    line, fired, foes, shot, ours = moment
    if fired < len(line) and (ours or shot == len(foes)):
        miss = Moment(line, fired + 1, foes, shot, False)
        return min(line[fired][0] / 6, 1), _without(miss, best_target(foes, shot)), miss
    miss = Moment(line, fired, foes, shot + 1, True)
    hit = Moment(line[1:], max(0, fired - 1), foes, shot + 1, True)
    return min(foes[shot] / 6, 1), hit, miss


def best_target(foes: Foes, shot: int) -> int:
    """The index of the strongest Ottoman unit, where one that has still to fire counts double."""
    return shot if shot < len(foes) and 2 * foes[shot] > foes[0] else 0


def _without(moment: Moment, target: int) -> Moment:
    """The moment without the Ottoman unit at an index of the line."""
    line, fired, foes, shot, ours = moment
    return Moment(line, fired, foes[:target] + foes[target + 1 :], shot - (target < shot), ours)
