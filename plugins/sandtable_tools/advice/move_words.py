"""Moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from textwrap import shorten
from types import MappingProxyType

from sandtable import Action, Done, tally
from sandtable_tools.advice.race import Move

Words = Mapping[Action, str]
"""Actions as players read them: ``move Sand Sea West``, not ``move sand-sea-west``."""

SHORTER_SHARE = 0.8
"""A move is described by its difference from another if that is shorter than this share of the whole."""


def as_typed(move: Move) -> str:
    """Return a move as typed: ``commit infantry; done``."""
    return "; ".join(map(str, move))


def brief(move: Sequence[Action], words: Words = MappingProxyType({})) -> str:
    """Describe a move with each verb once and without ``done``: ``buy Bedouin x2, Camels; sail Aqaba``.

    `words` holds actions as players read them; others are shown as typed.
    """
    shown = move[:-1] if len(move) > 1 and isinstance(move[-1], Done) else move
    groups = []
    for verb, actions in groupby(shown, key=lambda action: action.words[0]):
        texts = [words.get(action, str(action)) for action in actions]
        rest = [text.partition(" ")[2] for text in texts]
        groups.append(f"{verb} {', '.join(tally(rest))}" if any(rest) else tally([verb] * len(rest))[0])
    return "; ".join(groups)


def contrast(move: Move, other: Move, words: Words = MappingProxyType({})) -> str:
    """Describe a move, or only how it differs from `other`, if that is much shorter."""
    bags = Counter(move), Counter(other)
    more, less = (list((bags[side] - bags[1 - side]).elements()) for side in (0, 1))
    parts = [
        f"{word} {_things(actions, words)}"
        for word, actions in (("with", more), ("without", less))
        if actions
    ]
    difference, whole = f"the same {' '.join(parts)}", brief(move, words)
    return difference if len(difference) < SHORTER_SHARE * len(whole) else whole


def _things(actions: Sequence[Action], words: Words) -> str:
    """Describe actions, without the verb if all have the same one."""
    verb, *other_verbs = {action.words[0] for action in actions}
    text = brief(actions, words)
    return text if other_verbs else text.removeprefix(f"{verb} ")


def in_few_words(text: str, most: int) -> str:
    """Shorten a move to about `most` characters: name its first objects, and count the rest."""
    first, *others = text.split(", ")
    while others and len(f"{first}, {others[0]}") <= most:
        first += f", {others.pop(0)}"
    return shorten(first, most, placeholder=" ...") + f" and {len(others)} more" * bool(others)
