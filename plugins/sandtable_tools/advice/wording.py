"""Moves in words that show how they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from sandtable import Action, Done, counted
from sandtable_tools.advice.race import Move

SHORTER = 0.7
"""A move is described by its difference from another if that is at most this share as long."""


def brief(move: Sequence[Action]) -> str:
    """A move with each verb once: ``buy bedouin x2, camels; sail aqaba``; the end is left out."""
    shown = move[:-1] if len(move) > 1 and isinstance(move[-1], Done) else move
    groups = []
    for verb, actions in groupby(shown, key=lambda action: action.words[0]):
        rest = [" ".join(action.words[1:]) for action in actions]
        groups.append(
            f"{verb} {', '.join(counted(rest))}" if any(rest) else counted([verb] * len(rest))[0]
        )
    return "; ".join(groups)


def apart(moves: Sequence[Move], more: Sequence[Move] = ()) -> tuple[str, list[str]]:
    """The part that all moves have in common, and each move in words that show how it differs.

    The first move has all its words except the common ones. A later one is described by its difference
    from an earlier one, if that is shorter. A single common action is not separated. `more` moves
    follow, described in full or by their difference from one of the others.
    """
    bags = [Counter(move) for move in moves]
    common = _common(bags) if len(moves) > 1 else Counter()
    texts = []
    for place, move in enumerate((*moves, *more)):
        bag = Counter(move)
        actions = _ordered(move, bag - common if place < len(moves) else bag)
        idle = common and all(isinstance(action, Done) for action in actions)
        in_full = "nothing more" if idle else brief(actions)
        differences = [_difference(number, earlier, bag) for number, earlier in enumerate(bags[:place])]
        shortest = min(differences, key=len, default=in_full)
        texts.append(shortest if len(shortest) < SHORTER * len(in_full) else in_full)
    return brief(_ordered(moves[0], common)), texts


def _common(bags: Sequence[Counter[Action]]) -> Counter[Action]:
    """The common part of all, except the end of a sequence; empty if that is a single action."""
    common = Counter(bags[0])
    for bag in bags[1:]:
        common &= bag
    common = Counter({action: count for action, count in common.items() if not isinstance(action, Done)})
    return common if common.total() > 1 else Counter()


def _ordered(move: Move, bag: Counter[Action]) -> list[Action]:
    """The actions of a bag, in their order in a move."""
    remaining, ordered = bag.copy(), []
    for action in move:
        if remaining[action]:
            remaining[action] -= 1
            ordered.append(action)
    return ordered


def _difference(number: int, other: Counter[Action], bag: Counter[Action]) -> str:
    """The parts that a move has more or less than another, given by its number (from 0)."""
    more, less = list((bag - other).elements()), list((other - bag).elements())
    words = f"as {number + 1}"
    if more:
        words += f" with {_things(more)}"
    return f"{words} without {_things(less)}" if less else words


def _things(actions: Sequence[Action]) -> str:
    """The words of actions; without the verb, if all have the same verb."""
    verb, *other_verbs = {action.words[0] for action in actions}
    words = brief(actions)
    return words if other_verbs else words.removeprefix(f"{verb} ")
