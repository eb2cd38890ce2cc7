"""LRDG 6.1.1, the discretion test."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg import events  # its Tested is not to be collected as a test
from sandtable_lrdg.discretion import Discretion, entry_chance

NINE = ("t1-a", "t1-b", "g1-a", "g1-b", "g2-a", "g2-b", "sas-1", "sas-2", "sas-3")
FAILS = {
    "bir-tengeder": [0, 16.7, 33.3, 50, 66.7],
    "el-cuasc": [16.7, 33.3, 50, 66.7, 83.3],
    "jalo": [30.6, 55.6, 75, 88.9, 97.2],
    "msus": [30.6, 55.6, 75, 88.9, 97.2],
    "bardia": [42.1, 70.4, 87.5, 96.3, 99.5],
    "tobruk": [42.1, 70.4, 87.5, 96.3, 99.5],
    "el-adem": [42.1, 70.4, 87.5, 96.3, 99.5],
}
TESTED = ("t1-a",)


@pytest.fixture
def fails(law: Callable[..., dict[bool, Fraction]]) -> Callable[..., float]:
    """The percentage of tests that fail."""

    def percent(test: Discretion, **written: Any) -> float:
        odds = law(lambda table: table.result is False, test, **written)
        return round(float(100 * odds.get(True, 0)), 1)

    return percent


@pytest.mark.parametrize("zone", FAILS)
def test_how_often_a_test_fails(zone: str, fails: Callable[..., float]) -> None:
    """By kind of zone and drm, exact (LRDG 6.1.1); of several kinds the most dice (LRDG-A6)."""
    tests = [Discretion(zone, TESTED, drm=drm, fights=False) for drm in range(5)]
    assert [fails(test, units=f"t1-a@{zone}") for test in tests] == FAILS[zone]


@pytest.mark.parametrize(("number", "drm"), [(1, 0), (3, 0), (4, 1), (6, 1), (7, 2), (8, 2), (9, 3)])
def test_the_number_of_units_in_the_zone_counts(
    number: int, drm: int, fails: Callable[..., float]
) -> None:
    """LRDG 6.1.1: all of any patrol (LRDG-A11), not those elsewhere, unless a number is given."""
    first, second = NINE[:1], NINE[1:number]
    written = {
        "units": f"{' '.join(first)}@jalo hq-1@msus",
        "second": f"{' '.join(second)}@jalo" if second else "",
    }
    assert fails(Discretion("jalo", TESTED), **written) == FAILS["jalo"][drm]
    assert fails(Discretion("jalo", TESTED, count=1), **written) == FAILS["jalo"][0]


def test_every_axis_unit_and_the_axis_recon_add_one(fails: Callable[..., float]) -> None:
    """Face down or up (LRDG 6.1.1), the aircraft too (LRDG-A13, LRDG-A71); a target does not."""
    test = Discretion("jalo", TESTED, fights=False)
    fields: dict[str, Any] = {"units": "t1-a@jalo", "targets": {"jalo": 3}}
    assert fails(test, **fields) == FAILS["jalo"][0]
    assert fails(test, **fields, axis={"jalo": "it-1"}) == FAILS["jalo"][1]
    assert fails(test, **fields, face_down="jalo jalo") == FAILS["jalo"][2]
    mixed = {"axis": {"jalo": "it-1"}, "face_down": "jalo msus", "recon": "jalo"}
    assert fails(test, **fields, **mixed) == FAILS["jalo"][3]
    assert fails(Discretion("jalo", TESTED, drm=1, fights=False), **fields, **mixed) == FAILS["jalo"][4]


def test_every_die_must_stay_below_6(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """One that comes to 6 is enough to be seen (LRDG 6.1.1)."""
    test = Discretion("bardia", TESTED, drm=1)
    for faces, passed in [([4, 4, 4], True), ([4, 4, 5], False), ([5, 1, 1], False)]:
        table = position(test, units="t1-a@bardia", dice=faces)
        (event,) = events_of(table, events.Tested)
        assert (event.passed, event.faces, event.drm) == (passed, tuple(faces), 1)
        assert table.state.alarm == (0 if passed else 1)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (2, 3), (3, 4), (4, 4)])
def test_a_failure_raises_the_alarm_whatever_the_test_is_for(
    before: int, after: int, position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """By 1, up to 4 (LRDG 6.1.1, LRDG-A10); those who failed are the trigger (LRDG-A69)."""
    test = Discretion("el-cuasc", ("t1-a", "g1-a"))
    table = position(
        test, units="t1-a@el-cuasc t1-b@jalo", second="g1-a@el-cuasc", alarm=before, dice=[6]
    )
    assert table.state.alarm == after
    assert table.state.trigger == ["g1-a", "t1-a"]
    assert len(events_of(table, events.AlarmSet)) == (before != after)


def test_a_success_changes_nothing(position: Callable[..., Table]) -> None:
    """Neither alarm nor trigger (LRDG 6.1.1)."""
    table = position(Discretion("el-cuasc", TESTED), units="t1-a@el-cuasc", alarm=2, dice=[5])
    assert (table.state.alarm, table.state.trigger) == (2, [])


def test_a_test_for_bombs_leaves_the_alarm_to_them(position: Callable[..., Table]) -> None:
    """Their failure sets it to 3 instead (LRDG-A10, LRDG-A41)."""
    table = position(
        Discretion("el-cuasc", TESTED, bombs=True), units="t1-a@el-cuasc", alarm=1, dice=[6]
    )
    assert table.state.alarm == 1


@pytest.mark.parametrize(("fate", "passed"), [(1, True), (-1, False)])
def test_a_promised_result_needs_no_dice(
    fate: int, passed: bool, position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LRDG-A9; the test uses up everything that was promised (LRDG-A85)."""
    table = position(
        Discretion("bardia", TESTED),
        units="t1-a@bardia",
        second="g1-a@jalo",
        patrols={"1st": {"fate": fate, "drm": -2}, "2nd": {"fate": 1, "drm": -1}},
    )
    (event,) = events_of(table, events.Tested)
    assert (event.passed, event.faces) == (passed, ())
    assert table.state.alarm == (not passed)
    first, second = table.state.patrols.values()
    assert (first.fate, first.drm) == (0, 0)
    assert (second.fate, second.drm) == (1, -1)


def test_a_promised_drm_counts_once(position: Callable[..., Table]) -> None:
    """In the next test of any stack of the patrol (LRDG-A9)."""
    table = position(
        Discretion("el-cuasc", ("t1-b",)),
        Discretion("el-cuasc", ("t1-b",)),
        units="t1-a@jalo t1-b@el-cuasc",
        patrols={"1st": {"drm": -2}},
        dice=[6, 6],
    )
    assert table.state.alarm == 1
    assert table.state.patrols["1st"].drm == 0


@pytest.mark.parametrize(
    ("units", "second", "used"),
    [("t1-a t1-b", "g1-a", "1st"), ("t1-a", "g1-a g1-b", "2nd"), ("t1-a", "g1-a", "1st")],
)
def test_of_several_patrols_the_largest_uses_what_it_was_promised(
    units: str, second: str, used: str, position: Callable[..., Table]
) -> None:
    """And of equals the first (LRDG-A85)."""
    table = position(
        Discretion("bardia", (*units.split(), *second.split())),
        units=f"{units}@bardia",
        second=f"{second}@bardia",
        patrols={"1st": {"fate": 1}, "2nd": {"fate": 1}},
    )
    assert [id for id, patrol in table.state.patrols.items() if not patrol.fate] == [used]


@pytest.mark.parametrize(
    ("dice", "alarm"), [([6, 5], 0), ([6, 6], 1), ([5], 0)], ids=["saved", "failed-twice", "unneeded"]
)
def test_a_scouted_zone_gives_a_second_try_once(
    dice: list[int], alarm: int, position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """On entry; only the last result counts, and the marker is gone (LRDG 6.1.4, LRDG-A70)."""
    test = Discretion("el-cuasc", TESTED, entry=True)
    table = position(test, units="t1-a@el-cuasc", scouted=["el-cuasc", "jalo"], dice=dice)
    assert table.state.alarm == alarm
    assert table.state.scouted == ["jalo"]
    assert len(events_of(table, events.Tested)) == 1


def test_a_second_try_is_for_entries(position: Callable[..., Table]) -> None:
    """LRDG-A70: other tests leave the marker there."""
    table = position(
        Discretion("el-cuasc", TESTED), units="t1-a@el-cuasc", scouted=["el-cuasc"], dice=[6]
    )
    assert (table.state.alarm, table.state.scouted) == (1, ["el-cuasc"])


@pytest.mark.parametrize(("face", "alarm"), [(5, 0), (6, 1)])
def test_a_failure_that_an_event_forces_is_taken_again(
    face: int, alarm: int, position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LRDG 6.1.4: "you may take the Discretion test again if it fails" (LRDG-A70)."""
    table = position(
        Discretion("el-cuasc", TESTED, entry=True),
        units="t1-a@el-cuasc",
        scouted=["el-cuasc"],
        patrols={"1st": {"fate": -1}},
        dice=[face],
    )
    (event,) = events_of(table, events.Tested)
    assert (event.faces, event.again, event.passed) == ((face,), True, face < 6)
    assert (table.state.alarm, table.state.scouted) == (alarm, [])


@pytest.mark.parametrize(("scouted", "chance"), [([], 0), (["el-cuasc"], 83)])
def test_the_chance_after_a_promised_failure_is_that_of_the_second_test(
    scouted: list[str], chance: int, position: Callable[..., Table]
) -> None:
    """LRDG 6.1.4, LRDG-A70."""
    exposed = {"1st": {"fate": -1}}
    table = position(units="t1-a@fort-maddalena", scouted=scouted, patrols=exposed)
    assert entry_chance(table, "1st", "el-cuasc", 1) == chance


@pytest.mark.parametrize(
    ("fields", "entry", "due"),
    [
        ({"axis": {"jalo": "it-1"}}, False, True),
        ({"face_down": "jalo"}, True, True),
        ({"targets": {"jalo": 2}}, True, False),
        ({"recon": "jalo"}, True, False),
        ({}, True, False),
    ],
)
def test_when_being_seen_means_a_combat(
    fields: dict[str, Any], entry: bool, due: bool, position: Callable[..., Table]
) -> None:
    """In a zone with an Axis unit (LRDG-A12); target and aircraft do not count (LRDG-A52, LRDG-A71)."""
    table = position(Discretion("jalo", TESTED, entry=entry), units="t1-a@jalo", dice=[6, 6], **fields)
    assert table.state.clashes == ["jalo"] * due
