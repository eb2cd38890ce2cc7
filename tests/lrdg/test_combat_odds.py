"""LRDG 7.3: the exact odds of combat turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import sandtable
from sandtable import Table
from sandtable_lrdg.combat import Combats
from sandtable_tools.odds import distribution, forecast, outcomes

Positions = Callable[..., Table]
Plays = Callable[..., Table]
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

    def result(end: Table) -> tuple[object, ...]:
        return tuple(end.state.defeated), *steps(end, "t1-a", "t1-b", "sas-1", "det-a")

    endings: Counter[tuple[object, ...]] = Counter()
    for a, b, c, d, e, f in product(range(1, 7), repeat=6):
        ge, it = a <= 3 or d <= 1, b <= 3 or c <= 2
        down = (*["ge-3"] * ge, *["it-1"] * it)
        endings[down, 2 - (e <= 3), 2 - (f <= 1), 2, 2] += 1
    assert distribution(branches, result) == {
        key: Fraction(count, 6**6) for key, count in endings.items()
    }


def test_the_odds_of_an_attack_are_those_of_its_own_fight(position: Positions) -> None:
    """LRDG 7.1: the others that are declared along with it are fought afterwards."""
    table = position(
        units="t1-a t1-b@mechili", second="y1-a y1-b@tobruk", ap=4, targets={"mechili": 2, "tobruk": 1}
    )
    for here, elsewhere in (("mechili", "tobruk"), ("tobruk", "mechili")):
        odds = forecast(table, "lrdg", table.read(f"assault {here}"), samples=10)
        spaces = {value for event in odds.events if event.headline for value in event.headline.about}
        assert here in spaces
        assert elsewhere not in spaces


def test_the_odds_of_giving_up_are_those_of_a_yes() -> None:
    """LRDG-A59: the game asks whether it is meant; the scripted player would say no."""
    table = sandtable.new("lrdg/el-alamein", seed=1).table
    table.choose(table.read("historical"))
    odds = forecast(table, "lrdg", table.read("give-up"))
    assert odds.outcomes
    assert all(outcome.over for outcome in odds.outcomes)
