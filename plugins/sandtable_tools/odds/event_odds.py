"""What comes at all: single events, apart from what else comes with them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from sandtable import sentence
from sandtable.tooling import Estimate
from sandtable_tools.odds.shared import GAP, LEAST_WORDS, WORD, Heard, one_gap, plain

NUMBER = re.compile(rf"(?<!\w)[+-]?\d+(?!\w)|{GAP}")

OPENED = re.compile(r"\s*\([^)]*$")
"""A bracket that is not closed, and what follows it."""

BEGINNING = 3
"""Events of a kind are also counted together when this many of their first words are alike."""

NEXT, OVER = "next", "over"
"""The kinds of two things that are no events of a game: whose decision comes, and its end."""

ITSELF, NUMBERS, BEGUN = range(3)
"""What is alike in what is counted together: all, all but the numbers on the way, the beginning."""


class EventPattern(NamedTuple):
    """What is counted: the events of a kind that are `alike` in a text."""

    kind: str
    alike: int
    text: str


class EventOdds(NamedTuple):
    """An event, or several that are told alike, and how likely it comes at least once.

    `probability` is exact, or that of the samples and has its `interval` then. `kind` is the name
    of the event's class, or `next` or `over` for the decision that waits then and the game's end.
    """

    probability: Fraction
    interval: Estimate | None
    text: str
    kind: str


@lru_cache(maxsize=65_536)
def patterns(kind: str, text: str) -> tuple[EventPattern, ...]:
    """All that an event counts for; the last number of a text is its result, others are on the way."""
    itself = EventPattern(kind, ITSELF, text)
    words = NUMBER.sub("#", text).split()[:BEGINNING]
    if kind in (NEXT, OVER) or len(words) < BEGINNING:
        return (itself,)
    end = max((number.start() for number in NUMBER.finditer(text)), default=0)
    numbers = NUMBER.sub("#", text[:end]) + text[end:]
    return (itself, EventPattern(kind, NUMBERS, numbers), EventPattern(kind, BEGUN, " ".join(words)))


def patterns_in(told: Heard) -> dict[EventPattern, None]:
    """All that is counted of a story, each once and in order."""
    return dict.fromkeys(key for one in told for key in patterns(*one))


def texts(odds: Mapping[EventPattern, Fraction]) -> dict[EventPattern, str]:
    """What is told of what was counted, each in words; what differs too much goes untold together."""
    found: dict[EventPattern, str] = {}
    for family, members in _together(odds, NUMBERS).items():
        several = len(members) > 1
        gap = one_gap([key.text for key in members]) if several else ""
        found |= {family: gap} if gap else {key: key.text for key in members}
    for family, members in _together(odds, BEGUN).items():
        gap = _begun([key.text for key in members])
        if gap and all(odds[family] > odds.get(key, 0) for key in found if _within(key, family)):
            found.setdefault(family, gap)
    return {key: plain(sentence(text)) for key, text in found.items()}


def _together(odds: Iterable[EventPattern], alike: int) -> dict[EventPattern, list[EventPattern]]:
    """Texts by the key that they share; one that is too short for it by its own."""
    families: dict[EventPattern, list[EventPattern]] = defaultdict(list)
    for key in odds:
        if key.alike == ITSELF:
            mine = patterns(key.kind, key.text)
            families[mine[alike] if alike < len(mine) else key].append(key)
    return families


def _within(key: EventPattern, family: EventPattern) -> bool:
    """Whether what is counted belongs to those that begin as a family does."""
    begun = " ".join(NUMBER.sub("#", key.text).split()[:BEGINNING])
    return key.kind == family.kind and begun == family.text


def _begun(told: Sequence[str]) -> str:
    """The words that texts begin with, and a gap; empty when that says too little."""
    columns = zip(*(text.split() for text in told), strict=False)
    shared = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns)]
    text = OPENED.sub("", " ".join(shared).partition(GAP)[0]).rstrip()
    return f"{text} {GAP}" if len(WORD.findall(text)) >= LEAST_WORDS else ""
