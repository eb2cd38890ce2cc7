"""LRDG 7.3: the exact odds of combat turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from sandtable import Table
from sandtable_lrdg.combat import Combats
from sandtable_tools.odds import distribution, outcomes

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Told = Callable[..., list]
Why = Callable[[Table, str], str]
MISS, HIT = 6, 1


def steps(table: Table, *units: str) -> list[int]:
    return [table.state.units[unit].steps for unit in units]


def test_the_odds_of_four_against_two_are_exact_and_cheap(position: Positions, play: Plays) -> None:
    """LRDG 7.3, LRDG 7.3.2, LRDG 7.3.3: 64 ways for luck, and what every face of six dice comes to."""
    table = position(
        Combats(), units="t1-a t1-b sas-1 det-a@jalo", axis={"jalo": "it-1 ge-3"}, clashes=["jalo"]
    )
    for unit in ("t1-a", "t1-b", "sas-1", "det-a"):
        play(table, f"contact {unit}")
    play(table, "done", "aim sas-1 axis-1")
    branches = outcomes(table, table.read("aim det-a axis-2"), most=65)
    assert len(branches) <= 64

    def result(one: Table) -> tuple[object, ...]:
        return tuple(one.state.defeated), *steps(one, "t1-a", "t1-b", "sas-1", "det-a")

    found: Counter[tuple[object, ...]] = Counter()
    for a, b, c, d, e, f in product(range(1, 7), repeat=6):
        ge, it = a <= 3 or d <= 1, b <= 3 or c <= 2
        down = (*["ge-3"] * ge, *["it-1"] * it)
        found[down, 2 - (e <= 3), 2 - (f <= 1), 2, 2] += 1
    assert distribution(branches, result) == {key: Fraction(count, 6**6) for key, count in found.items()}
