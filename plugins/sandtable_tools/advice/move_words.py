"""Moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from sandtable import Action, Done, tally
from sandtable_tools.advice.race import Move

SHORTER = 0.8
"""A move is described by its difference from another if that is at most this share as long."""


def as_typed(move: Move) -> str:
    """A move, as typed: ``commit infantry; done``."""
    return "; ".join(map(str, move))


def brief(move: Sequence[Action]) -> str:
    """A move with each verb once: ``buy bedouin x2, camels; sail aqaba``; the end is left out."""
    shown = move[:-1] if len(move) > 1 and isinstance(move[-1], Done) else move
    groups = []
    for verb, actions in groupby(shown, key=lambda action: action.words[0]):
        rest = [" ".join(action.words[1:]) for action in actions]
        groups.append(f"{verb} {', '.join(tally(rest))}" if any(rest) else tally([verb] * len(rest))[0])
    return "; ".join(groups)


def contrast(move: Move, other: Move) -> str:
    """A move in words, or the difference from another that was named before, if that is shorter."""
    bags = Counter(move), Counter(other)
    more, less = (list((bags[side] - bags[1 - side]).elements()) for side in (0, 1))
    parts = [
        f"{word} {_things(actions)}" for word, actions in (("with", more), ("without", less)) if actions
    ]
    difference = f"the same {' '.join(parts)}"
    return difference if len(difference) < SHORTER * len(brief(move)) else brief(move)


def _things(actions: Sequence[Action]) -> str:
    """The words of actions; without the verb, if all have the same verb."""
    verb, *other_verbs = {action.words[0] for action in actions}
    words = brief(actions)
    return words if other_verbs else words.removeprefix(f"{verb} ")
