"""Moves in words by which they can be told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from sandtable import Action, Done, counted
from sandtable_tools.advice.race import Move

SHORTER = 0.7
"""A move is told by its difference from another one where that takes this part of its own words."""


def brief(move: Sequence[Action]) -> str:
    """A move with each verb once: ``buy bedouin x2, camels; sail aqaba``; an end goes unsaid."""
    told = move[:-1] if len(move) > 1 and isinstance(move[-1], Done) else move
    groups = []
    for verb, actions in groupby(told, key=lambda action: action.words[0]):
        rest = [" ".join(action.words[1:]) for action in actions]
        groups.append(
            f"{verb} {', '.join(counted(rest))}" if any(rest) else counted([verb] * len(rest))[0]
        )
    return "; ".join(groups)


def apart(moves: Sequence[Move], more: Sequence[Move] = ()) -> tuple[str, list[str]]:
    """What all of some moves have in common, and each in words that show what differs.

    The first is whole but for that. A later one is told by what it has more or less than an earlier
    one where that is shorter. What is common goes unsaid where that is one action. `more` moves follow,
    which are told whole or by how they differ from one of the others.
    """
    bags = [Counter(move) for move in moves]
    common = _common(bags) if len(moves) > 1 else Counter()
    texts = []
    for place, move in enumerate((*moves, *more)):
        bag = Counter(move)
        left = _ordered(move, bag - common if place < len(moves) else bag)
        idle = common and all(isinstance(action, Done) for action in left)
        own = "nothing more" if idle else brief(left)
        others = [_difference(number, one, bag) for number, one in enumerate(bags[:place])]
        shortest = min(others, key=len, default=own)
        texts.append(shortest if len(shortest) < SHORTER * len(own) else own)
    return brief(_ordered(moves[0], common)), texts


def _common(bags: Sequence[Counter[Action]]) -> Counter[Action]:
    """What all have, but for the end of a sequence; nothing where that is one action."""
    common = Counter(bags[0])
    for bag in bags[1:]:
        common &= bag
    common = Counter({one: count for one, count in common.items() if not isinstance(one, Done)})
    return common if common.total() > 1 else Counter()


def _ordered(move: Move, bag: Counter[Action]) -> list[Action]:
    """The actions of a bag, in the order in which a move has them."""
    left, found = bag.copy(), []
    for action in move:
        if left[action]:
            left[action] -= 1
            found.append(action)
    return found


def _difference(number: int, other: Counter[Action], bag: Counter[Action]) -> str:
    """What a move has more or less than the other one of a number (from 0)."""
    more, less = list((bag - other).elements()), list((other - bag).elements())
    words = f"as {number + 1}"
    if more:
        words += f" with {_things(more)}"
    return f"{words} without {_things(less)}" if less else words


def _things(actions: Sequence[Action]) -> str:
    """What actions name, without the verb where there is but one."""
    verb, *others = {action.words[0] for action in actions}
    told = brief(actions)
    return told if others else told.removeprefix(f"{verb} ")
