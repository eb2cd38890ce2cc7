"""Counts of the legal tree: the least change of what is legal changes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable import Scenario, SeededDice, Snapshot, Table

DEEPEST = 12
"""Golden counts go no deeper, even where there is next to no choice."""


def perft(scenario: Scenario, depth: int, seed: int | str = 1, *, after: int = 0) -> list[int]:
    """How many sequences of 1, 2, ... `depth` legal actions there are from a position.

    It is that of the start, or the one `after` some actions at random; `seed` gives all luck. A game
    that is over goes no further.
    """
    levels = _levels(scenario, seed, after)
    return [next(levels) for _ in range(depth)]


def within(scenario: Scenario, most: int, seed: int | str = 1, *, after: int = 0) -> list[int]:
    """The counts as deep as they stay at or below `most`, at least the first; none after the end."""
    counts: list[int] = []
    for count in _levels(scenario, seed, after):
        if not count or (counts and count > most) or len(counts) == DEEPEST:
            break
        counts.append(count)
    return counts


def _levels(scenario: Scenario, seed: int | str, after: int) -> Iterator[int]:
    table: Table[Any] = Table.new(scenario, SeededDice(seed))
    luck = SeededDice(f"{seed} perft")
    for _ in range(after):
        if table.outcome is None:
            table.choose(luck.pick(list(table.options)))
    level = [table.snapshot()]
    while True:
        yield sum(_width(table, place) for place in level)
        level = [deeper for place in level for deeper in _next(table, place)]


def _width(table: Table[Any], place: Snapshot) -> int:
    table.restore(place)
    return len(set(table.options))


def _next(table: Table[Any], place: Snapshot) -> Iterator[Snapshot]:
    table.restore(place)
    for action in dict.fromkeys(table.options):
        table.restore(place)
        table.choose(action)
        yield table.snapshot()
