"""How the scripted player fights: its line, its targets, breaking off, and choices after a battle.

Its choice of targets is nearly as good as an exact computation (LOA-C6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable import Action, At, Decision
from sandtable_lawrence.actions import BreakOff, Fight, Fire, Pay, Refuse, Rest
from sandtable_lawrence.bot_forecast import Fate, averaged, fight
from sandtable_lawrence.escape import Ransom, Refuge
from sandtable_lawrence.fire import best_target
from sandtable_lawrence.roster import CAMP, LAWRENCE, is_leader
from sandtable_lawrence.state import ARABS, LawrenceState, Unit
from sandtable_lawrence.view import View

LAWRENCE_VALUE = 0.4
"""What Lawrence's survival is worth, as a chance of winning: losing him often loses the game."""

LEADER_VALUE = 0.1
"""What the survival of another leader or the Camp is worth, apart from its strength."""

STRENGTH_VALUE = 0.03
"""What each surviving point of strength is worth."""

VICTORY_VALUE = 0.3
"""The value of a victory, and the cost of a defeat; breaking off counts as 0."""

MOST_SEPARATE = 6
"""With more Arabs than this, the outlook gives each the mean strength."""

LEAST_OPS = 2
"""With fewer Ops left than this, the bot pays a ransom only for Lawrence."""


def line_up(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Keep the usual line, which is nearly as good as the best possible line."""
    return Rest()


def fire(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Fire at the strongest target; one that has yet to fire counts double."""
    foes = {foe.id: foe for foe in view.state.fight.foes}
    shots = [(option, foes[option.target]) for option in options if isinstance(option, Fire)]
    best = best_target(foe for _, foe in shots)
    return next(option for option, foe in shots if foe is best)


# After a round.


def round_over(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Fight on, unless the likely losses outweigh the victory."""
    retreats = [option for option in options if isinstance(option, BreakOff)]
    if not retreats or not should_break_off(view.state):
        return Fight()
    return max(retreats, key=lambda retreat: _retreat_value(view.state, retreat.space))


def should_break_off(state: LawrenceState) -> bool:
    """Tell whether the Arabs are worth more now than their expected worth after the battle."""
    fate = outlook(state)
    return sum(map(worth, fighters(state))) > VICTORY_VALUE * (2 * fate.won - 1) + fate.left


def outlook(state: LawrenceState) -> Fate:
    """Return the likely end of the battle, from the next round on."""
    battle, arabs = state.fight, fighters(state)
    strengths = [float(unit.strength) for unit in arabs]
    if len(arabs) > MOST_SEPARATE:
        strengths = averaged(strengths)
    line = tuple(zip(strengths, map(worth, arabs), strict=True))
    foes = tuple(float(foe.strength) for foe in battle.foes)
    return fight(line, foes, battle.edge == ARABS)


def fighters(state: LawrenceState) -> list[Unit]:
    """Return the Arab units in the line of battle."""
    return [state.units[id] for id in state.fight.arabs]


def worth(unit: Unit) -> float:
    """Return the value of a unit that survives the battle."""
    if unit.id == LAWRENCE:
        return LAWRENCE_VALUE
    return STRENGTH_VALUE * unit.strength + LEADER_VALUE * (is_leader(unit.id) or unit.id == CAMP)


def _retreat_value(state: LawrenceState, space: str) -> tuple[bool, int]:
    """Return a key that sorts spaces to withdraw to: where the force came from, then the most units."""
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
