"""What the scripted player expects from a battle, by recursion over its shots.

Small battles are exact. Larger battles use mean strengths of the Ottoman counters that may be picked,
grouped by how many of them fight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from sandtable_lawrence.ottomans import line_of
from sandtable_lawrence.roster import OTTOMANS, full_bin
from sandtable_lawrence.spaces import NAMES, is_rail

Line: TypeAlias = tuple[tuple[float, float], ...]
"""The Arabs in line from the top: each one's strength, and its worth if it survives."""

Foes: TypeAlias = tuple[float, ...]
"""The strengths of the Ottomans in line from the top."""

MOST_EXACT = 12
"""Each possible pick is computed separately if Arabs times Ottoman counters is at most this."""

MOST_SEPARATE_FOES = 5
"""Up to this many Ottomans have a mean strength each; beyond it, each half of the line shares one."""

MOST_ARABS = 14
"""The most Arabs whose fate is computed; any others survive if the battle is won."""

RAIL = next(space for space in NAMES if is_rail(space))
"""A Rail space that stands for all Rail spaces."""

DESERT = next(space for space in NAMES if not is_rail(space))
"""A space off the railway that stands for all such spaces."""


class Fate(NamedTuple):
    """How a battle is likely to end.

    - `won`: the chance that the Arabs win.
    - `left`: the mean worth of the surviving Arabs; 0 for a lost battle.
    """

    won: float
    left: float


Moment: TypeAlias = tuple[Line, int, Foes, int, bool]
"""A moment within a round, a plain tuple for speed: the Arabs left, how many of them from the top have
fired, the Ottomans left, how many of those have fired, and whether it is the Arabs' turn to fire."""


class Force(NamedTuple):
    """A group of Ottomans that may come to a battle.

    - `chance`: the chance that they come.
    - `foes`: their strengths in line.
    - `elites`: how many Elites may be among them, each number with its chance.
    """

    chance: float
    foes: Foes
    elites: tuple[tuple[int, float], ...]


@lru_cache(maxsize=256)
def garrison_odds(available: tuple[int, ...]) -> tuple[tuple[int, float], ...]:
    """Return the possible numbers of a face-down Garrison, each with its chance."""
    counts = sorted(Counter(available).items())
    return tuple((number, count / len(available)) for number, count in counts)


@lru_cache(maxsize=1 << 16)
def expect(arabs: int, strength: float, edge: int, number: int, rail: bool = False) -> Fate:
    """Return the likely end of a battle with `number` Ottoman counters picked at random (LOA-C6).

    All Arabs have the same strength and are worth 1. `edge` is their drm for the Tactical Edge (-9 for
    an ambush). `rail` lets the Armored Train fight.
    """
    if not arabs:
        return Fate(0.0, 0.0)
    line = ((strength, 1.0),) * min(arabs, MOST_ARABS)
    won = left = 0.0
    for force in forces(number, rail, len(line) * number <= MOST_EXACT):
        first = sum(part * edge_chance(edge, elites) for elites, part in force.elites)
        fire_first, fire_second = fight(line, force.foes, True), fight(line, force.foes, False)
        won += force.chance * (first * fire_first.won + (1 - first) * fire_second.won)
        left += force.chance * (first * fire_first.left + (1 - first) * fire_second.left)
    return Fate(won, left + (arabs - len(line)) * won)


@cache
def edge_chance(edge: int, elites: int) -> float:
    """Return the chance that Arabs with this drm win the Tactical Edge against these Elites (LOA-C6)."""
    return sum(mine + edge >= theirs + elites for mine in range(1, 7) for theirs in range(1, 7)) / 36


# The Ottomans that may come.


@lru_cache(maxsize=256)
def forces(number: int, rail: bool, exact: bool) -> tuple[Force, ...]:
    """Return the forces that may be picked from the full bin, in groups (LOA 31).

    With `exact`, the picks in a group have the same strengths; otherwise the same number of fighters.
    """
    picked = _pick(number, rail)
    all_ways = sum(picked.values())
    groups: dict[Foes, list[tuple[Foes, int, int]]] = {}
    for (foes, elites), count in picked.items():
        key = foes if exact else (len(foes),)
        groups.setdefault(key, []).append((foes, elites, count))
    return tuple(_force(group, all_ways) for group in groups.values())


def _pick(number: int, rail: bool) -> Counter[tuple[Foes, int]]:
    """Return each pick (strengths, number of Elites) with the number of ways in which it can occur."""
    stock = full_bin()
    picks: Counter[tuple[Foes, int]] = Counter()
    for called in combinations(stock, min(number, len(stock))):
        foes = line_of(RAIL if rail else DESERT, list(called))
        elites = sum(OTTOMANS[counter].elite for counter in called)
        picks[tuple(float(foe.strength) for foe in foes), elites] += 1
    return picks


def _force(group: Sequence[tuple[Foes, int, int]], all_ways: int) -> Force:
    """Return a group of picks (foes, Elites, ways) as one force with mean strengths."""
    ways = sum(count for _, _, count in group)
    lines = zip(*([strength * count for strength in foes] for foes, _, count in group), strict=True)
    elites: Counter[int] = Counter()
    for _, number, count in group:
        elites[number] += count
    elite_odds = tuple((number, count / ways) for number, count in elites.items())
    foes = [round(sum(line) / ways, 3) for line in lines]
    half = (len(foes) + 1) // 2
    halves = [*averaged(foes[:half]), *averaged(foes[half:])]
    return Force(ways / all_ways, tuple(halves if len(foes) > MOST_SEPARATE_FOES else foes), elite_odds)


def averaged(strengths: Sequence[float]) -> list[float]:
    """Return the strengths, each replaced by their mean."""
    return [round(sum(strengths) / len(strengths), 2)] * len(strengths) if strengths else []


# The battle itself.


@lru_cache(maxsize=1 << 16)
def fight(line: Line, foes: Foes, edge: bool) -> Fate:
    """Return the likely end of a battle from the start of a round; with `edge`, the Arabs fire first.

    A round without a hit changes nothing, so the result is that of the first hit, divided by the chance
    that a round has one.
    """
    moment: Moment = (line, 0, foes, 0, edge)
    if not line or not foes:
        return fate_at_end(line, foes)
    all_missed, won, left = 1.0, 0.0, 0.0
    while not _round_over(*moment):
        hits, after_hit, moment = _shot(*moment)
        hit_won, hit_left = fight_on(*after_hit, edge)
        won, left = won + all_missed * hits * hit_won, left + all_missed * hits * hit_left
        all_missed *= 1 - hits
    return Fate(won / (1 - all_missed), left / (1 - all_missed))


@lru_cache(maxsize=1 << 18)
def fight_on(
    line: Line, fired: int, foes: Foes, foes_fired: int, arabs_next: bool, edge: bool
) -> tuple[float, float]:
    """Return the likely end of a battle from a moment within a round."""
    if not line or not foes:
        return fate_at_end(line, foes)
    if _round_over(line, fired, foes, foes_fired, arabs_next):
        return fight(line, foes, edge)
    hits, after_hit, after_miss = _shot(line, fired, foes, foes_fired, arabs_next)
    won, left = fight_on(*after_hit, edge)
    miss_won, miss_left = fight_on(*after_miss, edge)
    return hits * won + (1 - hits) * miss_won, hits * left + (1 - hits) * miss_left


def fate_at_end(line: Line, foes: Foes) -> Fate:
    """Return the result once one side is eliminated."""
    return Fate(0.0 if foes else 1.0, sum(worth for _, worth in line))


def _round_over(line: Line, fired: int, foes: Foes, foes_fired: int, arabs_next: bool) -> bool:  # noqa: ARG001
    """Tell whether every unit has fired."""
    return fired == len(line) and foes_fired == len(foes)


def _shot(
    line: Line, fired: int, foes: Foes, foes_fired: int, arabs_next: bool
) -> tuple[float, Moment, Moment]:
    """Return the next shot: the chance that it hits, and the moments after a hit and after a miss."""
    if fired < len(line) and (arabs_next or foes_fired == len(foes)):
        target = best_target(foes, foes_fired)
        left = foes[:target] + foes[target + 1 :]
        hit: Moment = (line, fired + 1, left, foes_fired - (target < foes_fired), False)
        return min(line[fired][0] / 6, 1), hit, (line, fired + 1, foes, foes_fired, False)
    hit = (line[1:], max(0, fired - 1), foes, foes_fired + 1, True)
    return min(foes[foes_fired] / 6, 1), hit, (line, fired, foes, foes_fired + 1, True)


def best_target(foes: Foes, fired: int) -> int:
    """Return the index of the strongest Ottoman unit; one that has yet to fire counts double."""
    return fired if fired < len(foes) and 2 * foes[fired] > foes[0] else 0
