"""How the scripted player fights: its lines, its targets, when it breaks off, and what it does after.

The choice of targets is nearly as good as an exact computation of all targets (LOA-C6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable import Action, At, Decision
from sandtable_lawrence.actions import BreakOff, Fight, Fire, Pay, Refuse, Rest
from sandtable_lawrence.bot_forecast import Fate, fight, level
from sandtable_lawrence.escape import Ransom, Refuge
from sandtable_lawrence.fire import best_target
from sandtable_lawrence.roster import CAMP, LAWRENCE, is_leader
from sandtable_lawrence.state import ARABS, LawrenceState, Unit
from sandtable_lawrence.view import View

LAWRENCE_LIVES = 0.4
"""The worth of Lawrence if he survives, as a chance to win: his loss often ends the game."""

LEADER_LIVES = 0.1
"""The worth of another leader who survives, or of the Camp, apart from that of the strength."""

STRENGTH_LIVES = 0.03
"""The worth of each point of strength that survives."""

VICTORY = 0.3
"""The worth of a victory, and the cost of a defeat; to break off counts as 0."""

MOST_SINGLE = 6
"""Up to this many Arabs keep their own strengths in the outlook; more all get the mean strength."""

LEAST_OPS = 2
"""With fewer Ops than this still to come, only the ransom for Lawrence is paid."""


def line_up(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Keep the line as it is, which is nearly as good as the best of all orders."""
    return Rest()


def fire(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Fire at the strongest, where one that has still to fire in this round counts double."""
    foes = {foe.id: foe for foe in view.state.fight.foes}
    shots = [(option, foes[option.target]) for option in options if isinstance(option, Fire)]
    best = best_target(foe for _, foe in shots)
    return next(option for option, foe in shots if foe is best)


# After a round.


def round_over(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Fight on, unless the likely losses are worth more than the victory."""
    retreats = [option for option in options if isinstance(option, BreakOff)]
    if not retreats or not better_gone(view.state):
        return Fight()
    return max(retreats, key=lambda retreat: _welcome(view.state, retreat.space))


def better_gone(state: LawrenceState) -> bool:
    """Whether the Arabs are worth more now than after the fight with its victory or defeat."""
    fate = outlook(state)
    return sum(map(worth, fighters(state))) > VICTORY * (2 * fate.won - 1) + fate.left


def outlook(state: LawrenceState) -> Fate:
    """The likely end of the battle from the next round on."""
    battle, arabs = state.fight, fighters(state)
    strengths = [float(unit.strength) for unit in arabs]
    if len(arabs) > MOST_SINGLE:
        strengths = level(strengths)
    line = tuple(zip(strengths, map(worth, arabs), strict=True))
    foes = tuple(float(foe.strength) for foe in battle.foes)
    return fight(line, foes, battle.edge == ARABS)


def fighters(state: LawrenceState) -> list[Unit]:
    """The Arabs in line."""
    return [state.units[id] for id in state.fight.arabs]


def worth(unit: Unit) -> float:
    """The worth of a unit that survives the battle."""
    if unit.id == LAWRENCE:
        return LAWRENCE_LIVES
    return STRENGTH_LIVES * unit.strength + LEADER_LIVES * (is_leader(unit.id) or unit.id == CAMP)


def _welcome(state: LawrenceState, space: str) -> tuple[bool, int]:
    """How good a space is to retreat to: first the one that the force came from, then the most Arabs."""
    return state.acting.came_from == space, len(state.at(space))


# After the battle.


def ransom(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Always pay for Lawrence; pay for others while enough Ops are left (LOA-R26)."""
    assert isinstance(decision, Ransom)  # noqa: S101
    worth_paying = decision.leader == LAWRENCE or view.state.ops >= LEAST_OPS
    return Pay() if worth_paying else Refuse()


def refuge(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:
    """Go to Lawrence, or else to the strongest force (LOA 33)."""
    assert isinstance(decision, Refuge)  # noqa: S101
    state = view.state

    def company(space: str) -> tuple[bool, int]:
        units = state.at(space)
        return state.lawrence in units, sum(unit.strength for unit in units)

    places = [option for option in options if isinstance(option, At)]
    return max(places, key=lambda place: company(place.space), default=None)
