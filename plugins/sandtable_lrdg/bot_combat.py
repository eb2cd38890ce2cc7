"""The scripted player in a fight: aiming, spending Recon OK, leaving."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable import Action, Done
from sandtable_lrdg.actions import (
    Accept,
    Again,
    Aim,
    All,
    Contact,
    Decline,
    Drop,
    Evade,
    Fight,
    Finish,
    Initiative,
    PullBack,
    Reallot,
)
from sandtable_lrdg.aim import TARGET
from sandtable_lrdg.bot_forecast import bounty, danger, fortified, outlook, pays, prize
from sandtable_lrdg.roster import is_hq, is_truck
from sandtable_lrdg.view import View
from sandtable_lrdg.zones import BASES


def deploy(view: View, options: Sequence[Action]) -> Action:
    """Bring all units into contact at a target; elsewhere only fighters, without command units.

    The strongest units take the first positions; on the way home the weakest do, since their
    loss matters least.
    """
    fight, units = view.state.battle, view.state.units
    assert fight  # noqa: S101
    in_reserve = [option.unit for option in options if isinstance(option, Contact)]
    fighters = [unit for unit in in_reserve if not is_hq(unit) and not is_truck(unit)]
    if fighters and not fight.raid:
        fit = 1 if targets_remain(view) or view.watch else -1
        return Contact(max(fighters, key=lambda unit: (fit * units[unit].av, unit)))
    return Done() if fight.contact else All()


def buy_initiative(view: View, options: Sequence[Action]) -> Action:
    """Buy the initiative at a target, or once no target is left to save the Recon OK for."""
    fight = view.state.battle
    spare = fight is not None and spendable_recon_ok(view, fight.zone) > 0
    worth_it = fight is not None and (fight.raid or not targets_remain(view))
    return Initiative() if spare and worth_it and Initiative() in options else Decline()


def targets_remain(view: View) -> bool:
    """Tell whether a fight for a target may still come."""
    return any(target.left for target in view.state.targets.values())


def spendable_recon_ok(view: View, zone: str) -> int:
    """Return the number of Recon OK in a zone that score nothing if kept."""
    here = {unit.patrol for unit in view.state.at(zone)}
    won_at = [zone for id in here for zone in view.state.patrols[id].recon_ok]
    return sum(view.steady or zone not in view.watch for zone in won_at)


def aim(view: View, options: Sequence[Action]) -> Action:
    """Choose the most valuable shot, given the shots aimed so far."""
    shots = [option for option in options if isinstance(option, Aim)]
    return max(shots, key=lambda shot: shot_value(view, shot))


def shot_value(view: View, shot: Aim) -> float:
    """Return an attack's expected value, in VP."""
    state = view.state
    fight = state.battle
    assert fight  # noqa: S101
    position = next((n for n, units in enumerate(fight.contact) if shot.unit in units), 0)
    av = state.units[shot.unit].av - (position >= len(fight.line))
    helped = len(fight.contact[position]) > 1 and not is_hq(shot.unit)
    chance = min(6, max(av, 1) + helped) / 6
    earlier_shots = sum(aimed.victim == shot.victim for aimed in fight.shots)
    if shot.victim == TARGET:
        value_left = state.targets[fight.zone].left
        return chance * (target_value(view) if earlier_shots < 2 * value_left else 0.0)
    enemy = state.enemy(shot.victim)
    threat = danger(state, enemy, strong=fortified(view, fight.zone))
    return chance * 0.55**earlier_shots * (prize(state, enemy) + 2 * threat)


def target_value(view: View) -> float:
    """Return the value in VP of a hit on the target: little if the Axis units can be defeated first."""
    state = view.state
    fight = state.battle
    assert fight  # noqa: S101
    units = [state.units[unit] for position in fight.contact for unit in position]
    strong = fortified(view, fight.zone)
    dangers = tuple(danger(state, enemy, strong=strong) for enemy in state.enemies(fight.zone))
    avs = tuple(float(unit.av) for unit in units)
    expected = outlook(avs, sum(unit.steps for unit in units), dangers)
    return (1 - 0.9 * expected.won) * bounty(state, fight.zone) / state.targets[fight.zone].left


def reroll(view: View, options: Sequence[Action]) -> Action:
    """Reroll a hit on an HQ, the best unit's miss in a fight for a target, or else an Axis hit."""
    state = view.state
    fight = state.battle
    missed = [option for option in options if isinstance(option, Again)]
    if not fight or not spendable_recon_ok(view, fight.zone):
        return Accept()
    reallots = [option for option in options if isinstance(option, Reallot)]
    if reallots and any(strike.hq for strike in fight.strikes):
        return reallots[0]
    evades = [option for option in options if isinstance(option, Evade)]
    if not missed or not fight.raid:
        return evades[0] if evades and not targets_remain(view) else Accept()
    return max(missed, key=lambda miss: (state.units[miss.unit].av, miss.unit))


def continue_or_leave(view: View, options: Sequence[Action]) -> Action:
    """Fight on while it pays; otherwise drop all but one unit to the reserve, and leave."""
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
    """Drop the most valuable units first, keep one in contact if the rules demand it, and pull back."""
    units = view.state.units
    drops = [option for option in options if isinstance(option, Drop)]
    if len(drops) > (0 if view.house.reserve_pulls_back else 1):
        return max(drops, key=lambda drop: (is_hq(drop.unit), units[drop.unit].steps, drop.unit))
    forward = [option for option in options if isinstance(option, Contact)]
    retreats = [option for option in options if isinstance(option, PullBack)]
    if retreats:
        return min(retreats, key=lambda retreat: (retreat_danger(view, retreat.zone), retreat.zone))
    if forward:
        return min(forward, key=lambda cover: (is_hq(cover.unit), units[cover.unit].steps, cover.unit))
    return options[0]


def retreat_danger(view: View, zone: str) -> float:
    """Return the danger of pulling back to a zone: greater far from home and near the Axis."""
    board, state = view.house.desert, view.state
    home = min(board.distances(base).get(zone, 99) for base in view.mission.returns)
    enemies_near = sum(len(state.enemies(neighbour)) for neighbour in board.neighbours(zone))
    return home + 0.3 * enemies_near + 3 * len(state.enemies(zone)) - (zone in BASES)
