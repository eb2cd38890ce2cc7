"""LRDG 6.1.2, Air support: Waco."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.events import Flew
from sandtable_lrdg.zones import board, zones_within


def test_from_el_cuasc_waco_sees_bardia(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """The example of LRDG 6.1.2: two links away, 6 action points in all."""
    table = position(units="t1-a hq-1@el-cuasc", ap=6, waco=True, dice=[5, 5, 5, 2])
    play(table, "air-intelligence 1st bardia")
    patrol = table.state.patrols["1st"]
    assert (patrol.ap, patrol.recon_ok, table.state.waco) == (0, ["bardia"], True)


@pytest.mark.parametrize(("face", "back"), [(1, True), (2, True), (3, False), (6, False)])
def test_waco_comes_back_on_1_or_2(
    face: int,
    back: bool,
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    why: Callable[[Table, str], str],
) -> None:
    """Else it is gone for this mission (LRDG 6.1.2)."""
    table = position(units="t1-a@el-cuasc", ap=12, waco=True, dice=[6, 6, 6, face])
    play(table, "air-intelligence 1st bardia")
    assert [event.back for event in events_of(table, Flew)] == [back]
    assert why(table, "air-intelligence 1st bardia") == ("" if back else "6.1.2")


def test_it_reaches_two_links_from_any_stack(
    position: Callable[..., Table], words: Callable[..., list[str]], why: Callable[[Table, str], str]
) -> None:
    """And the zone of a stack itself (LRDG-A82), where something can be watched (LRDG-A17)."""
    table = position(units="t1-a@el-cuasc g1-a@jalo", second="g2-a@mersa", ap=6, waco=True)
    near = {*zones_within(board(), "el-cuasc", 2), *zones_within(board(), "jalo", 2)}
    dull = "el-cuasc trigh-hacheim serir-north gerdoba-ridge sofafi-ridge bir-hacheim wadi-faregh"
    dull += " siwa-track serir-south sand-sea-west sand-sea-east"
    flights = words(table, "air-intelligence")
    first = {flight.split()[2] for flight in flights if flight.split()[1] == "1st"}
    assert first == near - set(dull.split())
    assert {"jalo", "bardia"} <= first
    assert why(table, "air-intelligence 2nd bardia") == "LRDG-A82"


def test_any_patrol_can_call_it_that_can_pay(
    position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG-A87; 6 points (LRDG 6.1.2), not while it keeps a low profile (LRDG 6.1.7)."""
    written = {"units": "t1-a@el-cuasc", "second": "g1-a@el-cuasc", "ap": {"1st": 5, "2nd": 6}}
    table = position(**written, waco=True)
    assert why(table, "air-intelligence 1st bardia") == "5.2"
    assert why(table, "air-intelligence 2nd bardia") == ""
    low = position(**written, waco=True, patrols={"2nd": {"low": True}})
    assert why(low, "air-intelligence 2nd bardia") == "6.1.7"


@pytest.mark.parametrize(
    ("adds_1", "axis", "dice", "seen"),
    [
        (False, "", [6, 6, 6], False),
        (False, "it-1", [5, 5, 5], False),
        (False, "it-1", [6, 1, 1], True),
        (False, "it-1 it-1", [5, 1, 1], True),
        (True, "", [5, 5, 5], False),
        (True, "", [5, 5, 6], True),
        (True, "it-1", [5, 1, 1], True),
    ],
)
def test_the_test_from_the_air_counts_no_lrdg_unit(
    adds_1: bool,
    axis: str,
    dice: list[object],
    seen: bool,
    position: Callable[..., Table],
    play: Callable[..., Table],
) -> None:
    """LRDG 6.1.2, "an Intelligence action with a -1 DRM"; with the option, of one turn (LRDG-A82).

    Each enemy adds 1. A failure is alarm, never combat (LRDG-A15).
    """
    table = position(
        units="t1-a t1-b g1-a g1-b@bardia",
        axis={"bardia": axis},
        ap=6,
        waco=True,
        dice=[*dice, 6],
        house={"air_watch_adds_1": adds_1},
    )
    play(table, "air-intelligence 1st bardia")
    assert table.state.alarm == seen
    assert table.state.patrols["1st"].recon_ok == ([] if seen else ["bardia"])
    assert table.state.battle is None
    assert table.decision.title == "Actions of the LRDG"


def test_promised_effects_help_the_aircraft_too(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """It is the patrol's next test (LRDG-A9); a zone's marker is for entries (LRDG-A70)."""
    table = position(
        units="t1-a@el-cuasc",
        second="g1-a@el-cuasc",
        ap=6,
        waco=True,
        patrols={"1st": {"fate": -1}, "2nd": {"fate": 1}},
        scouted=["bardia"],
        dice=[1],
    )
    play(table, "air-intelligence 2nd bardia")
    assert [patrol.fate for patrol in table.state.patrols.values()] == [-1, 0]
    assert table.state.scouted == ["bardia"]
    assert table.state.patrols["2nd"].recon_ok == ["bardia"]


@pytest.mark.parametrize(("face", "left"), [(3, []), (4, [2])])
def test_parts_from_the_air_help_by_one(
    face: int,
    left: list[int],
    position: Callable[..., Table],
    play: Callable[..., Table],
    why: Callable[[Table, str], str],
) -> None:
    """A maintenance of LRDG 6.1.6 with -1, for 6 points in all (LRDG 6.1.2)."""
    table = position(
        units="t1-a@jalo g1-a@wadi-faregh",
        second="g2-a@wadi-faregh",
        ap=6,
        waco=True,
        mco={"g2-a": [2]},
        dice=[face, 5],
    )
    assert why(table, "air-maintenance 1st jalo") == "6.1.6"
    play(table, "air-maintenance 1st wadi-faregh")
    assert table.state.units["g2-a"].mco == left
    assert (table.state.patrols["1st"].ap, table.state.waco) == (0, False)


def test_trucks_help_along_with_the_aircraft(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """All drms add up (LRDG 6.1.6): -1 and -2 let a 5 succeed."""
    table = position(units="t1-a heavy-a@jalo", ap=6, waco=True, mco={"t1-a": [2]}, dice=[5, 2])
    play(table, "air-maintenance 1st jalo", "use heavy-a", "done")
    assert table.state.units["t1-a"].mco == []
    assert table.state.waco
