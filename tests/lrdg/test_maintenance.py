"""LRDG 6.1.5 and LRDG 6.1.6: caches and maintenance."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.events import CacheLaid, LoadUsed, Repaired
from sandtable_lrdg.maintenance import Repairs


def test_one_payment_and_one_light_for_two_units(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """The example of LRDG 6.1.6: -1 for both, so a 3 succeeds and a 4 does not."""
    table = position(units="t1-a t1-b light-a@jalo", ap=3, mco={"t1-a": [2], "t1-b": [3]}, dice=[3, 4])
    play(table, "maintain 1st jalo", "use light-a", "done")
    state = table.state
    assert (state.units["t1-a"].mco, state.units["t1-b"].mco) == ([], [3])
    assert state.patrols["1st"].ap == 0
    assert (state.units["light-a"].steps, state.units["light-a"].loads) == (1, 0)


@pytest.mark.parametrize(
    ("used", "most"),
    [
        ([], 2),
        (["light-a"], 3),
        (["heavy-a"], 4),
        (["cache"], 5),
        (["light-a", "heavy-a"], 5),
        (["cache", "light-a"], 6),
        (["light-a", "light-b"], 4),
    ],
)
def test_the_modifiers_of_repairs_add_up(
    used: list[str], most: int, position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """A result below 3 frees: Cache -3, Heavy -2, Light -1 (LRDG 6.1.6); the last face that does."""
    for face in (most, most + 1):
        if face > 6:
            continue
        table = position(
            units="t1-a light-a light-b heavy-a@jalo",
            ap=3,
            mco={"t1-a": [2]},
            caches=["jalo"],
            dice=[face],
        )
        play(table, "maintain 1st jalo", *[f"use {thing}" for thing in used], "done")
        assert table.state.units["t1-a"].mco == ([] if face == most else [2])
        left = {unit.id for unit in table.state.force if unit.steps == 1}
        assert left == set(used) - {"cache"}
        assert table.state.caches == ([] if "cache" in used else ["jalo"])


def test_without_help_one_in_three_is_repaired(law: Callable[..., dict[Any, Fraction]]) -> None:
    """LRDG 6.1.6: the exact chance without a cache or a light truck."""
    odds = law(
        lambda table: len(table.state.units["t1-a"].mco),
        Repairs("jalo", 0),
        units="t1-a t1-b@jalo",
        mco={"t1-a": [2]},
    )
    assert odds == {0: Fraction(1, 3), 1: Fraction(2, 3)}


def test_a_test_takes_one_marker_off_the_worst(position: Callable[..., Table]) -> None:
    """Of several on a unit (LRDG-A43)."""
    table = position(Repairs("jalo", 0), units="t1-a@jalo", mco={"t1-a": [2, 4]}, dice=[1])
    assert table.state.units["t1-a"].mco == [2]


def test_all_units_there_are_treated_and_one_patrol_pays(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """Of any patrol (LRDG-A77), with another's truck; not those elsewhere."""
    table = position(
        units="t1-a@jalo t1-b@msus",
        second="g1-a light-a@jalo",
        ap=3,
        mco={"t1-a": [2], "t1-b": [2], "g1-a": [2]},
        dice=[3, 3],
    )
    play(table, "maintain 1st jalo", "use light-a", "done")
    assert [unit.id for unit in table.state.force if unit.mco] == ["t1-b"]
    assert [event.unit for event in events_of(table, Repaired)] == ["t1-a", "g1-a"]
    assert {id: patrol.ap for id, patrol in table.state.patrols.items()} == {"1st": 0, "2nd": 3}


def test_a_heavy_gives_twice_in_two_actions_and_lies_flipped_after_one(
    position: Callable[..., Table],
    play: Callable[..., Table],
    words: Callable[..., list[str]],
    events_of: Callable[..., list[Any]],
    why: Callable[[Table, str], str],
) -> None:
    """LRDG-A76; it counts as reduced from the first use on (LRDG-A19)."""
    table = position(units="t1-a heavy-a@jalo", ap=9, mco={"t1-a": [2]}, dice=[5, 5, 3])
    play(table, "maintain 1st jalo", "use heavy-a")
    assert table.decision.part
    assert [event.unit for event in events_of(table, LoadUsed)] == ["heavy-a"]
    assert why(table, "use heavy-a") == "6.1.6"
    play(table, "done")
    heavy = table.state.units["heavy-a"]
    assert (heavy.steps, heavy.loads, heavy.av) == (1, 1, 1)
    play(table, "maintain 1st jalo", "use heavy-a", "done")
    assert (heavy.id, table.state.units["heavy-a"].loads) == ("heavy-a", 0)
    play(table, "maintain 1st jalo")
    assert words(table, "use") == []
    assert table.state.units["t1-a"].mco == [2]


def test_help_is_the_players_choice(
    position: Callable[..., Table], play: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """A truck or cache may be spared (LRDG 6.1.5, LRDG 6.1.6); those elsewhere are no help."""
    table = position(
        units="t1-a light-a@jalo heavy-a@msus",
        ap=3,
        mco={"t1-a": [2]},
        caches=["jalo", "msus"],
        dice=[3],
    )
    play(table, "maintain 1st jalo")
    assert words(table) == ["use light-a", "use cache", "done"]
    play(table, "done")
    assert table.state.caches == ["jalo", "msus"]
    assert table.state.units["light-a"].steps == 2
    assert table.state.units["t1-a"].mco == [2]


def test_nothing_is_repaired_where_nothing_is_broken(
    position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG 6.1.6, LRDG 5.2: nor where the patrol is not, or lacks the points."""
    table = position(units="t1-a@jalo g1-a@msus", second="g2-a@msus", ap=2, mco={"t1-a": [2]})
    assert why(table, "maintain 1st msus") == "6.1.6"
    assert why(table, "maintain 2nd jalo") == "6"
    assert why(table, "maintain 1st jalo") == "5.2"


def test_a_cache_is_laid_for_two_points_and_any_patrol_uses_it_up(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """Whether it helped or not (LRDG 6.1.5)."""
    table = position(
        units="t1-a@jalo", second="g1-a@jalo", ap={"1st": 2, "2nd": 5}, mco={"g1-a": [4]}, dice=[6]
    )
    assert why(table, "cache 1st msus") == "6"
    play(table, "cache 1st jalo")
    assert (table.state.caches, table.state.patrols["1st"].ap) == (["jalo"], 0)
    assert why(table, "cache 2nd jalo") == "6.1.5"
    play(table, "maintain 2nd jalo", "use cache", "done")
    assert table.state.caches == []
    assert table.state.units["g1-a"].mco == [4]
    assert why(table, "cache 2nd jalo") == ""
    assert why(table, "cache 1st jalo") == "5.2"


def test_caches_are_shown_and_kept_in_order(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """Whichever was laid first (LRDG 6.1.5)."""
    table = position(units="t1-a@msus g1-a@jalo", ap=7, mco={"g1-a": [2]}, dice=[1])
    play(table, "cache 1st msus", "cache 1st jalo")
    assert table.state.caches == ["jalo", "msus"]
    play(table, "maintain 1st jalo", "use cache", "done")
    assert [(event.zone, event.laid) for event in events_of(table, CacheLaid)] == [
        ("msus", True),
        ("jalo", True),
        ("jalo", False),
    ]


def test_a_truck_that_fire_has_reduced_gives_nothing(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """It has lost what it carried (LRDG-A19), so no question is asked."""
    table = position(units="t1-a heavy-a@jalo", ap=3, reduced="heavy-a", mco={"t1-a": [2]}, dice=[2])
    play(table, "maintain 1st jalo")
    assert table.decision.title == "Actions of the LRDG"
    assert table.state.units["t1-a"].mco == []
