"""How the scripted player fights: who aims at what, when a Recon OK is spent, when to leave."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sandtable import Action
from sandtable_lrdg.actions import (
    Accept,
    Again,
    Aim,
    All,
    Contact,
    Decline,
    Done,
    Drop,
    Fight,
    Finish,
    Initiative,
    PullBack,
    Reallot,
)
from sandtable_lrdg.combat_turn import TARGET
from sandtable_lrdg.counters import AXIS
from sandtable_lrdg.roster import is_hq, is_truck
from sandtable_lrdg.routes import land
from sandtable_lrdg.state import Enemy, LrdgState, Unit
from sandtable_lrdg.tables import TABLES
from sandtable_lrdg.view import View
from sandtable_lrdg.zones import AIRFIELD, BASES, FORTRESS

MEAN_AV = 2.14
"""The AV of an Axis unit that nobody has seen."""

MEAN_PRIZE = 0.57
"""The VP that it brings."""

TURNS = 8
"""Combat turns that are looked ahead."""

STAKE = -1.5
"""The VP that may be lost on average where there is a target to win: a failure is one in any case."""

HOPE = 0.12
"""The chance to win below which a target is left alone."""

LAST = 0.15
"""The part of a force with which it fights no more."""


class Outlook(Struct, frozen=True):
    """What a fight to the end is likely to bring: Axis units defeated, hits taken, all of them dead."""

    kills: float
    hits: float
    won: float


def danger(enemy: Enemy, *, strong: bool) -> float:
    """How likely an Axis unit hits what is opposite in a combat turn."""
    if not enemy.counter:
        av = enemy.sort.av if enemy.sort.av is not None else MEAN_AV
        return min(1.0, (av + strong) / 6)
    axis = AXIS[enemy.counter]
    miss = 1 - min(6, axis.av + strong) / 6
    return 1 - (miss * miss if axis.veteran else miss)


def prize(enemy: Enemy) -> float:
    """The VP for defeating an Axis unit."""
    if not enemy.counter:
        return MEAN_PRIZE
    return TABLES.points["veteran" if AXIS[enemy.counter].veteran else "other"] / 2


def outlook(
    avs: Sequence[float], steps: int, dangers: Sequence[float], *, first: bool = False
) -> Outlook:
    """A fight by mean values: the Axis is shot at first, and thins out as the LRDG does."""
    axis, hits, kills = float(len(dangers)), 0.0, 0.0
    if not avs or not steps:
        return Outlook(0, 0, 0)
    mean = sum(dangers) / len(dangers) if dangers else 0
    for turn in range(TURNS):
        whole = max(0.0, 1 - hits / steps)
        if axis < 0.1 or whole < LAST:
            break
        units = len(avs) * whole
        faced = min(1.0, axis / units)
        fire = whole * sum(faced * av + (1 - faced) * max(av - 1, 1) for av in avs) / 6
        dead = min(axis, 0.85 * fire)
        shots = axis - dead if first and turn == 0 else axis
        free = max(0.0, 1 - units / axis)
        hits += shots * max(mean - free / 6, 1 / 6)
        kills += dead
        axis -= dead
    whole = max(0.0, 1 - hits / steps)
    beaten = kills / len(dangers) if dangers else 1.0
    return Outlook(kills, min(hits, steps), min(1.0, 0.35 + whole) if axis < 0.1 else 0.35 * beaten**2)


def bounty(state: LrdgState, zone: str) -> float:
    """The VP that a target can still bring, the points that need a result with them."""
    target, points = state.targets[zone], TABLES.points
    if not target.left:
        return 0.0
    half = points["target_reduced"] * target.reduced
    result = any(one.reduced or not one.left for one in state.targets.values())
    extra = 0 if result else points["alarm"] + points["duration"] / 2
    return (points["target_destroyed"] - half + extra) / 2


def fortified(view: View, zone: str) -> bool:
    """Whether the Axis fights from behind walls there (LRDG 7.3.2)."""
    kinds = land(view.house).spaces[zone].kinds
    return FORTRESS in kinds or (view.house.airfields_fortified and AIRFIELD in kinds)


def forecast(view: View, zone: str, units: Sequence[Unit], *, first: bool = False) -> Outlook:
    """What an attack in a zone, or going on with it, is likely to bring; `first` with initiative."""
    strong, target = fortified(view, zone), view.state.targets.get(zone)
    dangers = [danger(enemy, strong=strong) for enemy in view.state.enemies(zone)]
    if target and not target.drawn:
        dangers += [min(1.0, (MEAN_AV + strong) / 6)] * target.value
    fighters = [unit for unit in units if not is_truck(unit.id)]
    avs = [float(unit.av) for unit in fighters]
    return outlook(avs, sum(unit.steps for unit in fighters), dangers, first=first)


def pays(view: View, zone: str, units: Sequence[Unit], *, first: bool = False) -> bool:
    """Whether attacking in a zone, or going on with it, is worth its risk."""
    seen, enemies = forecast(view, zone, units, first=first), view.state.enemies(zone)
    mean = sum(map(prize, enemies)) / len(enemies) if enemies else MEAN_PRIZE
    gain = seen.kills * mean - seen.hits
    if not view.state.intact(zone):
        return gain > 0
    return seen.won > HOPE and gain + seen.won * bounty(view.state, zone) > STAKE


# The decisions of a combat.


def deploy(view: View, options: Sequence[Action]) -> Action:
    """Everybody at a target; elsewhere the fighters, and no command unit.

    The sturdiest are in front, but on the way home those that are reduced: what is lost there is
    not missed any more, and has not to be brought back.
    """
    fight, units = view.state.battle, view.state.units
    assert fight  # noqa: S101
    free = [one.unit for one in options if isinstance(one, Contact)]
    fighters = [unit for unit in free if not is_hq(unit) and not is_truck(unit)]
    if fighters and not fight.raid:
        fit = 1 if ahead(view) or view.watch else -1
        return Contact(max(fighters, key=lambda unit: (fit * units[unit].av, unit)))
    return Done() if fight.contact else All()


def surprise(view: View, options: Sequence[Action]) -> Action:
    """The initiative is bought for a target, or for what is not needed any more."""
    fight = view.state.battle
    spare = fight is not None and spendable(view, fight.zone) > 0
    wanted = fight is not None and (fight.raid or not ahead(view))
    return Initiative() if spare and wanted and Initiative() in options else Decline()


def ahead(view: View) -> bool:
    """Whether a fight for a target may still come."""
    return any(target.left for target in view.state.targets.values())


def spendable(view: View, zone: str) -> int:
    """Recon OK in a zone that do not count by themselves."""
    here = {unit.patrol for unit in view.state.at(zone)}
    held = [one for id in here for one in view.state.patrols[id].recon_ok]
    return sum(view.steady or one not in view.watch for one in held)


def aim(view: View, options: Sequence[Action]) -> Action:
    """The shot that is worth most, counting those that others have aimed already."""
    shots = [option for option in options if isinstance(option, Aim)]
    return max(shots, key=lambda shot: worth(view, shot))


def worth(view: View, shot: Aim) -> float:
    """What an attack is likely to bring, in VP."""
    state = view.state
    fight = state.battle
    assert fight  # noqa: S101
    place = next((n for n, there in enumerate(fight.contact) if shot.unit in there), 0)
    av = state.units[shot.unit].av - (place >= len(fight.line))
    helped = len(fight.contact[place]) > 1 and not is_hq(shot.unit)
    chance = min(6, max(av, 1) + helped) / 6
    others = sum(one.victim == shot.victim for one in fight.shots)
    if shot.victim == TARGET:
        left = state.targets[fight.zone].left
        return chance * (target_value(view) if others < 2 * left else 0.0)
    enemy = state.enemy(shot.victim)
    threat = danger(enemy, strong=fortified(view, fight.zone))
    return chance * 0.55**others * (prize(enemy) + 2 * threat)


def target_value(view: View) -> float:
    """What a hit on the target is worth: little if the Axis can be shot down first."""
    state = view.state
    fight = state.battle
    assert fight  # noqa: S101
    units = [state.units[unit] for position in fight.contact for unit in position]
    strong = fortified(view, fight.zone)
    dangers = [danger(enemy, strong=strong) for enemy in state.enemies(fight.zone)]
    seen = outlook([float(unit.av) for unit in units], sum(unit.steps for unit in units), dangers)
    return (1 - 0.9 * seen.won) * bounty(state, fight.zone) / state.targets[fight.zone].left


def reroll(view: View, options: Sequence[Action]) -> Action:
    """A missed attack is rolled again in a fight for a target, the best one first."""
    state = view.state
    fight = state.battle
    missed = [option for option in options if isinstance(option, Again)]
    if not fight or not spendable(view, fight.zone):
        return Accept()
    again = [one for one in options if isinstance(one, Reallot)]
    if again and any(strike.hq for strike in fight.strikes):
        return again[0]
    if not missed or not fight.raid:
        return Accept()
    return max(missed, key=lambda one: (state.units[one.unit].av, one.unit))


def afterwards(view: View, options: Sequence[Action]) -> Action:
    """Fight on while it pays; else all but one fall back, and everybody leaves."""
    state = view.state
    fight = state.battle
    assert fight  # noqa: S101
    units = state.at(fight.zone)
    if Finish() in options and not (state.intact(fight.zone) and any(unit.av > 1 for unit in units)):
        return Finish()
    if Fight() in options and (not state.enemies(fight.zone) or pays(view, fight.zone, units)):
        return Fight()
    return leave(view, options)


def leave(view: View, options: Sequence[Action]) -> Action:
    """Whoever is worth most falls back first; the last one covers the others."""
    units = view.state.units
    drops = [one for one in options if isinstance(one, Drop)]
    if drops:
        return max(drops, key=lambda one: (is_hq(one.unit), units[one.unit].steps, one.unit))
    forward = [one for one in options if isinstance(one, Contact)]
    ways = [one for one in options if isinstance(one, PullBack)]
    if ways:
        return min(ways, key=lambda one: (unsafe(view, one.zone), one.zone))
    if forward:
        return min(forward, key=lambda one: (is_hq(one.unit), units[one.unit].steps, one.unit))
    return options[0]


def unsafe(view: View, zone: str) -> float:
    """How bad a zone is to fall back to: far from home, near the Axis."""
    board, state = land(view.house), view.state
    home = min(board.distances(base).get(zone, 99) for base in view.mission.returns)
    near = sum(len(state.enemies(one)) for one in board.neighbours(zone))
    return home + 0.3 * near + 3 * len(state.enemies(zone)) - (zone in BASES)
