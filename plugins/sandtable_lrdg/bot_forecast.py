"""The scripted player's forecast of a fight, from average values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from sandtable_lrdg.combat import defenders
from sandtable_lrdg.counters import ANY, AXIS, Axis, Sort
from sandtable_lrdg.roster import is_truck
from sandtable_lrdg.state import Enemy, LrdgState, Unit
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.view import View
from sandtable_lrdg.zones import AIRFIELD, FORTRESS

TURNS_AHEAD = 8
"""The forecast looks this many combat turns ahead."""

LOWEST_GAIN = -1.5
"""The lowest acceptable VP of an attack on a target; without a result the mission fails anyway."""

LOWEST_CHANCE = 0.12
"""A target is not attacked if the chance to win is lower than this."""

LOWEST_STRENGTH = 0.15
"""A force stops fighting when less than this share of it is left."""


class Outlook(Struct, frozen=True):
    """The likely result of a fight: Axis units defeated, hits taken, and the chance to defeat all."""

    kills: float
    hits: float
    won: float


def likely_counters(state: LrdgState, enemy: Enemy | None) -> tuple[str, ...]:
    """Return the counters that an Axis unit may be; for None, all counters in the pool."""
    known = (enemy.counter,) if enemy and enemy.counter else None
    return known or _draw(tuple(state.pool), enemy.sort if enemy else ANY)


@lru_cache(maxsize=4096)
def _draw(pool: tuple[str, ...], sort: Sort) -> tuple[str, ...]:
    return tuple(filter(sort.fits, pool)) or pool or tuple(AXIS)


def danger(state: LrdgState, enemy: Enemy | None, *, strong: bool) -> float:
    """Return the chance that an Axis unit, or one still to be drawn (None), hits in a turn."""
    return _danger(likely_counters(state, enemy), strong)


@lru_cache(maxsize=4096)
def _danger(counters: tuple[str, ...], strong: bool) -> float:
    return sum(hits(AXIS[counter], strong=strong) for counter in counters) / len(counters)


def hits(axis: Axis, *, strong: bool) -> float:
    """Return the chance that a counter hits, including its reroll; a fortress makes it `strong`."""
    miss = 1 - min(6, axis.av + strong) / 6
    return 1 - (miss * miss if axis.veteran else miss)


def prize(state: LrdgState, enemy: Enemy | None) -> float:
    """Return the average VP for defeating an Axis unit, or one still to be drawn (None)."""
    return _prize(likely_counters(state, enemy))


@lru_cache(maxsize=4096)
def _prize(counters: tuple[str, ...]) -> float:
    points = TABLES.points
    prizes = (points["veteran" if AXIS[counter].veteran else "other"] for counter in counters)
    return sum(prizes) / 2 / len(counters)


@lru_cache(maxsize=4096)
def outlook(
    avs: tuple[float, ...], steps: int, dangers: tuple[float, ...], *, first: bool = False
) -> Outlook:
    """Return the forecast of a fight, turn by turn, with average values; losses weaken both sides."""
    axis, hits, kills = float(len(dangers)), 0.0, 0.0
    if not avs or not steps:
        return Outlook(0, 0, 0)
    mean = sum(dangers) / len(dangers) if dangers else 0
    for turn in range(TURNS_AHEAD):
        strength = max(0.0, 1 - hits / steps)
        if axis < 0.1 or strength < LOWEST_STRENGTH:
            break
        units = len(avs) * strength
        faced = min(1.0, axis / units)
        fire = strength * sum(faced * av + (1 - faced) * max(av - 1, 1) for av in avs) / 6
        dead = min(axis, 0.85 * fire)
        shots = axis - dead if first and turn == 0 else axis
        unopposed = max(0.0, 1 - units / axis)
        hits += shots * max(mean - unopposed / 6, 1 / 6)
        kills += dead
        axis -= dead
    strength = max(0.0, 1 - hits / steps)
    beaten = kills / len(dangers) if dangers else 1.0
    return Outlook(
        kills, min(hits, steps), min(1.0, 0.35 + strength) if axis < 0.1 else 0.35 * beaten**2
    )


def bounty(state: LrdgState, zone: str) -> float:
    """Return the VP that a target can still score; more if it is the mission's first result."""
    target, points = state.targets[zone], TABLES.points
    if not target.left:
        return 0.0
    half = points["target_reduced"] * target.reduced
    result = any(target.reduced or not target.left for target in state.targets.values())
    extra = 0 if result else points["alarm"] + points["duration"] / 2
    return (points["target_destroyed"] - half + extra) / 2


def fortified(view: View, zone: str) -> bool:
    """Tell whether a fortress helps the Axis in a zone (LRDG 7.3.2)."""
    kinds = view.house.desert.spaces[zone].kinds
    return FORTRESS in kinds or (view.house.airfields_fortified and AIRFIELD in kinds)


def forecast(view: View, zone: str, units: Sequence[Unit], *, first: bool = False) -> Outlook:
    """Return the likely result of an attack, or of fighting on; `first` means with the initiative."""
    strong, target = fortified(view, zone), view.state.targets.get(zone)
    dangers = [danger(view.state, enemy, strong=strong) for enemy in view.state.enemies(zone)]
    if target and not (view.state.battle and view.state.battle.zone == zone):
        drawn = defenders(view.state, view.house, zone)
        dangers += [danger(view.state, None, strong=strong)] * drawn
    fighters = [unit for unit in units if not is_truck(unit.id)]
    avs = tuple(float(unit.av) for unit in fighters)
    return outlook(avs, sum(unit.steps for unit in fighters), tuple(dangers), first=first)


def pays(view: View, zone: str, units: Sequence[Unit], *, first: bool = False) -> bool:
    """Tell whether an attack in a zone, or fighting on there, is worth its risk."""
    expected, enemies = forecast(view, zone, units, first=first), view.state.enemies(zone)
    prizes = [prize(view.state, enemy) for enemy in enemies] or [prize(view.state, None)]
    mean = sum(prizes) / len(prizes)
    gain = expected.kills * mean - expected.hits
    if not view.state.intact(zone):
        return gain > 0
    return expected.won > LOWEST_CHANCE and gain + expected.won * bounty(view.state, zone) > LOWEST_GAIN
