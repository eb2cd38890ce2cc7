"""Counts the legal tree: any change in what is legal changes the counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable import Scenario, SeededDice, Table
from sandtable.tooling import rows_of
from sandtable_tools.kit.position_checks import random_option

MOST_DEPTH = 12
"""The greatest depth of golden counts, even if there is almost no choice."""

MOST_NODES = 1_000
"""The most sequences that golden counts may count."""

STARTS = (0, 8, 16, 32)
"""The numbers of random actions after which golden counts are taken."""

COMMENT = """\
# How many sequences of 1, 2, 3, ... legal actions each scenario has at its start (0), and after 8,
# 16 and 32 actions at random. If a number changes, so has what is legal. Written again by
# sandtable test --perft
"""


def perft(scenario: Scenario, depth: int, seed: int | str = 1, *, after: int = 0) -> list[int]:
    """Return the number of sequences of 1, 2, ... `depth` legal actions from a position.

    Start from the set-up, or from the position `after` some random actions; `seed` decides all luck. A
    finished game adds no sequences.
    """
    levels = _level_counts(scenario, seed, after)
    return [next(levels) for _ in range(depth)]


def counts_within(scenario: Scenario, most: int, seed: int | str = 1, *, after: int = 0) -> list[int]:
    """Return the counts up to `most`, depth by depth, and always the first; none after the end."""
    counts: list[int] = []
    for count in _level_counts(scenario, seed, after):
        if not count or (counts and count > most) or len(counts) == MOST_DEPTH:
            break
        counts.append(count)
    return counts


def golden_counts(scenarios: Iterable[Scenario], seed: int | str) -> Iterator[str]:
    """Yield the counts of scenarios as TOML, piece by piece, as in ``tests/conformance/perft.toml``."""
    yield f'{COMMENT}\nseed = "{seed}"'
    for scenario in scenarios:
        yield f'\n["{scenario.id}"]'
        for after in STARTS:
            if counts := counts_within(scenario, MOST_NODES, seed, after=after):
                yield f"{after} = {counts}"


def _level_counts(scenario: Scenario, seed: int | str, after: int) -> Iterator[int]:
    table: Table[Any] = Table.new(scenario, SeededDice(seed))
    luck = SeededDice(f"{seed} perft")
    for _ in range(after):
        if table.outcome is None:
            table.choose(random_option(table.options, luck))
    level = [table.snapshot()]
    while True:
        count = 0
        for node in level:
            table.restore(node)
            options = table.options
            count += len(options) if rows_of(options) is not options else len(set(options))
        yield count
        next_level = []
        for node in level:
            table.restore(node)
            for action in dict.fromkeys(table.options):
                table.restore(node)
                table.choose(action)
                next_level.append(table.snapshot())
        level = next_level
