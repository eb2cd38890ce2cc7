"""LRDG 3.2, the Axis counters, and the known facts about one that lies face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations

import pytest

import sandtable
from sandtable import Scenario, ScriptedDice, Table
from sandtable_lrdg.alarm import Awakening
from sandtable_lrdg.counters import (
    ANY,
    AXIS,
    HISTORICAL_STOCK,
    STOCK_COUNT,
    Sort,
    draw,
    full_pool,
    weighted_counters,
)

MOBILE = Sort(mobile=True)
FIXED = Sort(mobile=False)
MOBILE_3 = Sort(mobile=True, av=3)
MOBILE_4 = Sort(mobile=True, av=4)
FIXED_4 = Sort(mobile=False, av=4)
GERMAN_M3 = Sort("German", True, 3)

LEVELS = ("recruit", "regular", "veteran")

Law = dict[tuple[str, ...], Fraction]


def test_the_stock_is_that_of_our_reconstruction() -> None:
    """LRDG 3.2: 36 counters, 15 mobile, 5 veterans, mean AV 77/36; at first all are the pool."""
    pool = full_pool()
    assert len(pool) == 36
    assert sum(AXIS[marker].mobile for marker in pool) == 15
    assert sum(AXIS[marker].veteran for marker in pool) == 5
    assert Fraction(sum(AXIS[marker].av for marker in pool), 36) == Fraction(77, 36)
    assert Counter(AXIS[marker].nation for marker in pool) == {"Italian": 22, "German": 14}


def test_a_counter_says_what_it_is() -> None:
    """LRDG 3.2: nation, mobility, AV, medal."""
    assert AXIS["ge-m4v"].name == "German mobile AV 4, veteran"
    assert AXIS["it-1"].name == "Italian AV 1"
    for id, axis in AXIS.items():
        nation = {"it": "Italian", "ge": "German"}[id[:2]]
        assert (axis.nation, axis.mobile, axis.veteran) == (nation, "m" in id, id.endswith("v"))
        assert str(axis.av) in id


@pytest.mark.parametrize(
    ("sort", "count"),
    [(ANY, 36), (MOBILE, 15), (FIXED, 21), (MOBILE_4, 3), (FIXED_4, 1), (GERMAN_M3, 3), (MOBILE_3, 4)],
)
def test_a_sort_fits_all_counters_that_match_it(sort: Sort, count: int) -> None:
    """As "mobile, AV at random": drawn from those that match (LRDG 4.2)."""
    assert sum(sort.fits(counter) for counter in full_pool()) == count


def test_a_sort_within_another_is_dealt_first() -> None:
    """The narrower ones are dealt first (LRDG-A79)."""
    assert MOBILE_3.is_within(MOBILE)
    assert MOBILE.is_within(ANY)
    assert not MOBILE.is_within(MOBILE)
    assert not MOBILE.is_within(FIXED)
    assert not ANY.is_within(MOBILE)


def dealt(pool: Sequence[str], sorts: Sequence[Sort]) -> Law:
    """The law of a deal at the start, brute force: narrower sorts first, each uniformly."""
    order = sorted(range(len(sorts)), key=lambda place: sum(map(sorts[place].fits, set(AXIS))))
    law: Counter[tuple[str, ...]] = Counter()
    for hand in permutations(range(len(pool)), len(sorts)):
        odds, left = Fraction(1), list(range(len(pool)))
        for place, card in zip(order, hand, strict=True):
            fit = [id for id in left if sorts[place].fits(pool[id])]
            if card not in fit:
                break
            odds /= len(fit)
            left.remove(card)
        else:
            shown = dict(zip(order, (pool[card] for card in hand), strict=True))
            law[tuple(shown[place] for place in range(len(sorts)))] += odds
    return dict(law)


def turned_up(pool: Sequence[str], sorts: Sequence[Sort], order: Sequence[int]) -> Law:
    """The law when they are turned up one by one in some order, each drawn when it is seen."""
    law: Counter[tuple[str, ...]] = Counter()

    def go(pool: list[str], seen: dict[int, str], odds: Fraction) -> None:
        if len(seen) == len(sorts):
            law[tuple(seen[place] for place in range(len(sorts)))] += odds
            return
        place = order[len(seen)]
        hidden = [sorts[place] for place in order[len(seen) + 1 :]]
        bag = weighted_counters(pool, sorts[place], hidden)
        for counter, number in Counter(bag).items():
            rest = pool.copy()
            rest.remove(counter)
            go(rest, seen | {place: counter}, odds * Fraction(number, len(bag)))

    go(list(pool), {}, Fraction(1))
    return dict(law)


@pytest.mark.parametrize(
    "sorts",
    [
        (ANY, ANY),
        (MOBILE, ANY),
        (MOBILE_3, MOBILE, ANY),
        (MOBILE_3, MOBILE_4, ANY),
        (FIXED_4, MOBILE, MOBILE, ANY),
        (MOBILE_4, MOBILE_4, FIXED, ANY),
        (MOBILE_3, MOBILE_4, MOBILE, ANY),
    ],
)
def test_a_face_down_counter_has_the_odds_of_a_deal_at_the_start(sorts: tuple[Sort, ...]) -> None:
    """In whatever order they are turned up (LRDG-A90), the narrower dealt first (LRDG-A79)."""
    pool = ["ge-4", "ge-m3", "ge-m4", "ge-m4", "it-1", "it-m3", "it-m1"]
    law = dealt(pool, sorts)
    assert sum(law.values()) == 1
    for order in permutations(range(len(sorts))):
        assert turned_up(pool, sorts, order) == law


def test_a_counter_kept_for_the_narrower_sort_is_never_drawn_by_another() -> None:
    """The last AV 4 is left for the unit that must be it (LRDG-A79)."""
    pool = ["ge-4", "it-1", "it-2"]
    assert weighted_counters(pool, ANY, [FIXED_4]) == ["it-1", "it-2"]
    assert weighted_counters(pool, ANY, []) == pool
    assert weighted_counters(pool, FIXED_4, [ANY]) == ["ge-4"]


def test_a_counter_that_was_drawn_is_out_of_the_pool() -> None:
    """LRDG 4.2: within a mission it does not come back."""
    pool = full_pool()
    assert draw(ScriptedDice(["ge-m4v"]), pool, MOBILE_4, [ANY]) == "ge-m4v"
    assert len(pool) == 35
    assert "ge-m4v" not in pool


def test_turning_up_looks_at_what_else_lies_there(
    position: Callable[..., Table], law: Callable[..., dict[str, Fraction]]
) -> None:
    """Of all 36, one fixed AV 4 named at Tobruk: Bardia's unit is none of it (LRDG-A90)."""
    face_down = {"bardia": ANY, "tobruk": FIXED_4}
    odds = law(
        lambda table: table.state.enemies("bardia")[0].counter,
        Awakening("fort-maddalena"),
        units="t1-a@fort-maddalena",
        face_down=face_down,
    )
    assert "ge-4" not in odds
    assert odds["it-1"] == Fraction(8, 35)
    table = position(
        Awakening("fort-maddalena"),
        units="t1-a@fort-maddalena",
        face_down=face_down,
        dice=["axis-1", "it-1"],
    )
    assert table.state.pool.count("it-1") == 7
    assert not table.state.enemies("tobruk")[0].counter


@pytest.mark.parametrize(
    ("sort", "name"),
    [(ANY, ""), (GERMAN_M3, "German mobile AV 3"), (FIXED_4, "fixed AV 4"), (MOBILE, "mobile")],
)
def test_the_known_facts_of_a_face_down_counter_have_a_name(sort: Sort, name: str) -> None:
    """A face-down counter shows only what the mission says of it (LRDG 3.2)."""
    assert sort.name == name


MISSIONS = ("benghazi-road", "benghazi-watch", "slonta", "el-alamein", "barca", "bardia", "tobruk")


def test_the_historical_stock_has_four_of_each_kind_that_the_rulebook_names() -> None:
    """LRDG 8, LRDG 7.3.4: the sorts that the missions and the example of combat name, and no AV 5."""
    pool = Counter(full_pool(HISTORICAL_STOCK))
    named = "it-1 it-2 it-3 it-m2 ge-3 ge-3v ge-4 ge-m3 ge-m4"
    assert pool == dict.fromkeys(named.split(), 4)
    assert pool.total() == 36


@pytest.mark.parametrize("name", MISSIONS)
def test_all_missions_have_the_historical_stock_by_default(name: str) -> None:
    """LRDG 8: "Between each scenario, all the Axis units become available again" (LRDG-A101)."""
    table = sandtable.new(f"lrdg/{name}", seed=1).table
    assert Counter(table.state.pool) == Counter(full_pool(HISTORICAL_STOCK))


def test_a_higher_stock_is_stronger() -> None:
    """LRDG-A101: 36 counters each, and the mean AV rises."""
    pools = [full_pool(stock) for stock in range(1, STOCK_COUNT + 1)]
    assert {len(pool) for pool in pools} == {36}
    means = [sum(AXIS[marker].av for marker in pool) for pool in pools]
    assert means == sorted(set(means))


@pytest.mark.parametrize("name", MISSIONS)
def test_every_mission_has_its_stocks_and_each_has_what_it_names(
    name: str, scenario: Callable[[str], Scenario]
) -> None:
    """LRDG-A101: a higher level is a stronger stock, with enough counters of every sort named."""
    data = scenario(name).data
    stocks = [data.stock.at(level) for level in LEVELS]
    assert stocks == sorted(set(stocks))
    for stock in (HISTORICAL_STOCK, *stocks):
        pool = full_pool(stock)
        for placement in data.axis:
            fitting = sum(placement.sort.fits(marker) for marker in pool)
            assert fitting >= placement.count * max(len(placement.zones), 1)


@pytest.mark.parametrize("level", LEVELS)
def test_the_level_changes_the_stock_alone(level: str, scenario: Callable[[str], Scenario]) -> None:
    """LRDG-A101: the pool is the mission's for that level; the LRDG's own counters stay as they are."""
    table = sandtable.new("lrdg/tobruk", seed=1, options={"level": level}).table
    assert Counter(table.state.pool) == Counter(full_pool(scenario("tobruk").data.stock.at(level)))
    assert table.state.units["t1-a"].values == (3, 2)
    assert table.state.units["sas-1"].values == (3, 1)
