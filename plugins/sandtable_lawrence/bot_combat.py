"""How the scripted player fights: its lines, its targets, when it leaves, and what it does after.

The choice of targets is near the best that an exact reckoning of all targets finds (LOA-C6).
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
"""What it is worth to have Lawrence after a battle: his loss ends the game one time in two or three."""

LEADER_LIVES = 0.1
"""The same for another leader, and for the Camp."""

STRENGTH_LIVES = 0.03
"""The same for a point of strength."""

VICTORY = 0.3
"""What it is worth to win a battle that can be broken off: an Op more instead of an Op less."""

LONG_LINE = 6
"""At most this many Arabs keep their own strengths when it is asked whether to fight on."""

LAST_OPS = 2
"""With fewer Ops than this still to come, no ransom is paid for anybody but Lawrence."""


def lining_up(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """The usual line, which is near the best that an exact reckoning of all orders finds."""
    return Rest()


def firing(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """The strongest, those that have still to fire in this round counted double."""
    foes = {foe.id: foe for foe in view.state.fight.foes}
    shots = [(option, foes[option.target]) for option in options if isinstance(option, Fire)]
    best = best_target(foe for _, foe in shots)
    return next(option for option, foe in shots if foe is best)


# After a round.


def round_over(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Fight on, unless what is likely to be lost is worth more than the victory."""
    ways = [option for option in options if isinstance(option, BreakOff)]
    if not ways or not better_gone(view.state):
        return Fight()
    return max(ways, key=lambda way: _welcome(view.state, way.space))


def better_gone(state: LawrenceState) -> bool:
    """Whether the Arabs are worth more now than after the fight, with what it brings or costs."""
    fate = outlook(state)
    return sum(map(worth, fighters(state))) > VICTORY * (2 * fate.won - 1) + fate.left


def outlook(state: LawrenceState) -> Fate:
    """How a battle between two rounds is likely to end; of many Arabs by their mean strength."""
    battle, arabs = state.fight, fighters(state)
    strengths = [float(unit.strength) for unit in arabs]
    if len(arabs) > LONG_LINE:
        strengths = level(strengths)
    line = tuple(zip(strengths, map(worth, arabs), strict=True))
    foes = tuple(float(foe.strength) for foe in battle.foes)
    return fight(line, foes, edge=battle.edge == ARABS)


def fighters(state: LawrenceState) -> list[Unit]:
    """The Arabs in line."""
    return [state.units[id] for id in state.fight.arabs]


def worth(unit: Unit) -> float:
    """What it is worth to have a unit after a battle."""
    if unit.id == LAWRENCE:
        return LAWRENCE_LIVES
    return STRENGTH_LIVES * unit.strength + LEADER_LIVES * (is_leader(unit.id) or unit.id == CAMP)


def _welcome(state: LawrenceState, space: str) -> tuple[bool, int]:
    """Back where the force came from, else to friends."""
    return state.acting.came_from == space, len(state.at(space))


# After the battle.


def ransom(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:  # noqa: ARG001
    """Always for Lawrence, for others while there is still something to do (LOA-R26)."""
    assert isinstance(decision, Ransom)  # noqa: S101
    needed = decision.leader == LAWRENCE or view.state.ops >= LAST_OPS
    return Pay() if needed else Refuse()


def refuge(view: View, decision: Decision[Any], options: Sequence[Action]) -> Action | None:
    """To Lawrence, or to the strongest force (LOA 33)."""
    assert isinstance(decision, Refuge)  # noqa: S101
    state = view.state

    def company(space: str) -> tuple[bool, int]:
        there = state.at(space)
        return state.lawrence in there, sum(unit.strength for unit in there)

    spaces = [option for option in options if isinstance(option, At)]
    return max(spaces, key=lambda one: company(one.space), default=None)
