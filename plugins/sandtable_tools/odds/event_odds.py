"""How likely single events come at all, apart from what else comes with them."""

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
"""A number, or a gap in its place."""

OPENED = re.compile(r"\s*\([^)]*$")
"""A bracket that is not closed, and what follows it."""

BEGINNING = 3
"""Events of a kind whose first words, this many, are alike are also counted together."""

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
    beginning = _first_words(text)
    if kind in (NEXT, OVER) or len(beginning.split()) < BEGINNING:
        return (itself,)
    end = max((number.start() for number in NUMBER.finditer(text)), default=0)
    numbers = NUMBER.sub("#", text[:end]) + text[end:]
    return (itself, EventPattern(kind, NUMBERS, numbers), EventPattern(kind, BEGUN, beginning))


def patterns_in(told: Heard) -> dict[EventPattern, None]:
    """All that is counted of a story, each once and in order."""
    return dict.fromkeys(pattern for event in told for pattern in patterns(*event))


def texts(odds: Mapping[EventPattern, Fraction]) -> dict[EventPattern, str]:
    """What is told of what was counted, each in words; what differs too much goes untold together."""
    told: dict[EventPattern, str] = {}
    for family, members in _families(odds, NUMBERS).items():
        gap = one_gap([member.text for member in members]) if len(members) > 1 else ""
        told |= {family: gap} if gap else {member: member.text for member in members}
    for family, members in _families(odds, BEGUN).items():
        gap = _beginning([member.text for member in members])
        within = (
            pattern
            for pattern in told
            if pattern.kind == family.kind and _first_words(pattern.text) == family.text
        )
        if gap and all(odds[family] > odds.get(pattern, 0) for pattern in within):
            told.setdefault(family, gap)
    return {pattern: plain(sentence(text)) for pattern, text in told.items()}


def _families(odds: Iterable[EventPattern], alike: int) -> dict[EventPattern, list[EventPattern]]:
    """Whole texts by the pattern that they share; one that is too short for it by its own."""
    families: dict[EventPattern, list[EventPattern]] = defaultdict(list)
    for pattern in odds:
        if pattern.alike == ITSELF:
            mine = patterns(pattern.kind, pattern.text)
            families[mine[alike] if alike < len(mine) else pattern].append(pattern)
    return families


def _first_words(text: str) -> str:
    """The words by which the beginning of a text is counted, its numbers left out."""
    return " ".join(NUMBER.sub("#", text).split()[:BEGINNING])


def _beginning(texts: Sequence[str]) -> str:
    """The words that texts begin with, and a gap; empty when that says too little."""
    columns = zip(*(text.split() for text in texts), strict=False)
    shared = [column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns)]
    text = OPENED.sub("", " ".join(shared).partition(GAP)[0]).rstrip()
    return f"{text} {GAP}" if len(WORD.findall(text)) >= LEAST_WORDS else ""
