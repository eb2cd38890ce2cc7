"""What several ways have in common, as they are told: events in order, and the words of events."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import takewhile
from typing import TypeAlias

from sandtable import Event

Heard: TypeAlias = tuple[tuple[str, str], ...]
"""Events as a seat hears of them, in order: the kind of each, and its text."""

GAP = "…"
"""Stands for words in which ways differ; `plain` shows it as three dots."""

ROLLED = re.compile(rf"(?:\d+ )*{GAP}(?:[^\w.]*(?:\d+ ?)*{GAP})*(?: ?\d+\b)*")
"""A gap, or several with nothing but numbers between and around them: dice that happen to agree."""

WORD = re.compile(r"[^\W\d_]{2,}")

LEAST_WORDS = 2
"""An event is shown with at least this many words that all ways share, and at most one gap."""

MOST_PAIRS = 40_000
"""At most this many pairs of events are compared; longer stories only from their start."""


def heard(events: Iterable[Event], seat: str) -> Heard:
    """What a seat hears of some events."""
    seen = (event.seen_by(seat) for event in events)
    return tuple((type(event).__name__, event.text) for event in seen if event is not None)


def shared(one: Heard, other: Heard) -> Heard:
    """The events that two stories share, in order; those that differ in a word or two, with gaps."""
    if one == other:
        return one
    if [kind for kind, _ in one] == [kind for kind, _ in other]:
        return _blended(zip(one, other, strict=True))
    if len(one) * len(other) > MOST_PAIRS:
        return _blended(pair for pair in zip(one, other, strict=False) if pair[0][0] == pair[1][0])
    return _blended(_aligned(one, other))


def _blended(pairs: Iterable[tuple[tuple[str, str], tuple[str, str]]]) -> Heard:
    both = ((kind, blend(text, more)) for (kind, text), (_, more) in pairs)
    return tuple((kind, text) for kind, text in both if text)


def _aligned(one: Heard, other: Heard) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """The longest pairing of events in order, each with one of its kind; equal ones count most."""
    best = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for a in range(len(one) - 1, -1, -1):
        for b in range(len(other) - 1, -1, -1):
            pair = best[a + 1][b + 1] + _worth(one[a], other[b])
            best[a][b] = max(best[a + 1][b], best[a][b + 1], pair)
    pairs = []
    a = b = 0
    while a < len(one) and b < len(other):
        worth = _worth(one[a], other[b])
        if worth and best[a][b] == best[a + 1][b + 1] + worth:
            pairs.append((one[a], other[b]))
            a, b = a + 1, b + 1
        elif best[a][b] == best[a + 1][b]:
            a += 1
        else:
            b += 1
    return pairs


def _worth(one: tuple[str, str], other: tuple[str, str]) -> int:
    if one[0] != other[0]:
        return 0
    return 4 if one[1] == other[1] else 1 if blend(one[1], other[1]) else 0


@lru_cache(maxsize=65_536)
def blend(one: str, other: str) -> str:
    """The words that two texts share, with a gap for the others; empty when that says too little.

    Dice and what stands between them are one gap.
    """
    if one == other:
        return one
    first, second = _words(one), _words(other)
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    text, a, b = "", 0, 0
    for at, there, size in matcher.get_matching_blocks():
        text += GAP * (at > a or there > b) + "".join(first[at : at + size])
        a, b = at + size, there + size
    text = ROLLED.sub(GAP, text)
    if text.count(GAP) > 1:
        return one_gap([one, other])
    return text if _enough(text, [one, other]) else ""


def one_gap(texts: Sequence[str]) -> str:
    """How texts begin and end alike, with a gap between; empty when that says too little."""
    parts = [_words(text) for text in texts]
    begun = _alike(parts)
    ended = _alike([part[begun:][::-1] for part in parts])
    first = parts[0]
    text = "".join([*first[:begun], GAP, *first[len(first) - ended :]])
    text = ROLLED.sub(GAP, text)
    return text if text.count(GAP) == 1 and _enough(text, texts) else ""


def _alike(parts: Sequence[Sequence[str]]) -> int:
    """How many words are the same at the beginning of all."""
    columns = zip(*parts, strict=False)
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))


def _enough(text: str, whole: Sequence[str]) -> bool:
    """Whether most of the words of each text stay."""
    stay = len(WORD.findall(text))
    return stay >= LEAST_WORDS and all(2 * stay > len(WORD.findall(one)) for one in whole)


def plain(text: str) -> str:
    """A text with its gaps as they are shown."""
    return text.replace(f"{GAP}.", GAP).replace(GAP, "...")


def _words(text: str) -> list[str]:
    """Words and what stands between them; a number keeps its sign."""
    return re.findall(r"[+-]?\d+|\w+|\s+|.", text)
