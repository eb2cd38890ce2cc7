"""LRDG 6.1.4, Reconnaissance: detachments look into the zones around."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.events import Scouted

FIVE = "y1-a y1-b t1-a t1-b hq-3@fort-maddalena"
SENT = ("scout 3rd fort-maddalena", "send t1-a bardia", "send t1-b bardia", "send y1-a sofafi-ridge")


def test_one_detachment_is_seen_at_bardia_one_comes_back(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """The example of LRDG 6.1.4: 6 points; 5 + 1 fails at Bardia, the ridge is scouted."""
    table = position(third=FIVE, ap=6, dice=[5, 3, 1, 4])
    play(table, *SENT, "done")
    state = table.state
    assert (state.patrols["3rd"].ap, state.alarm, state.scouted) == (0, 1, ["sofafi-ridge"])
    assert {unit.id for unit in state.at("bardia")} == {"t1-a", "t1-b"}
    assert {unit.id for unit in state.at("fort-maddalena")} == {"y1-a", "y1-b", "hq-3"}
    assert state.patrols["3rd"].recon_ok == []
    assert [event.back for event in events_of(table, Scouted)] == [False, True]


@pytest.mark.parametrize(
    ("dice", "scouted"),
    [
        ([5, 3, 6, 4], ["sofafi-ridge"]),
        ([4, 4, 5, 5], ["sofafi-ridge"]),
        ([4, 4, 4, 6], ["bardia"]),
    ],
)
def test_the_town_rolls_three_dice_and_the_ridge_takes_off_one(
    dice: list[object],
    scouted: list[str],
    position: Callable[..., Table],
    play: Callable[..., Table],
) -> None:
    """By the tables, where the example rolls two dice and adds 1 to the 4 (LRDG-A35)."""
    table = position(third=FIVE, ap=6, dice=dice)
    play(table, *SENT, "done")
    assert len(table.rolls) == 4
    assert table.state.scouted == scouted


@pytest.mark.parametrize(
    ("units", "lines", "face", "back"),
    [
        ("t1-a", ["t1-a"], 4, True),
        ("t1-a", ["t1-a"], 5, False),
        ("t1-a survey", ["t1-a", "survey"], 5, True),
        ("t1-a signal", ["signal"], 5, True),
        ("t1-a signal survey", ["signal", "survey"], 5, True),
        ("t1-a signal survey", ["signal", "survey"], 6, True),
        ("t1-a survey", ["t1-a"], 5, False),
    ],
)
def test_survey_and_signal_help_those_they_go_with(
    units: str,
    lines: list[str],
    face: int,
    back: bool,
    position: Callable[..., Table],
    play: Callable[..., Table],
) -> None:
    """LRDG 6.1.4, "Signal and Survey give a -1 DRM to the Discretion test": each (LRDG-A46)."""
    table = position(units=f"{units} hq-1@jalo", ap=3, dice=[face])
    play(table, "scout 1st jalo", *[f"send {unit} serir-south" for unit in lines], "done")
    assert table.state.scouted == ["serir-south"] * back
    assert len(table.state.at("serir-south")) == (0 if back else len(lines))


@pytest.mark.parametrize("once", [False, True])
def test_with_the_option_survey_and_signal_help_once(
    once: bool, position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG-A46: a 6 in the sand passes with -1 in all, and fails with 0."""
    table = position(units="signal survey t1-a@jalo", ap=3, dice=[6], house={"survey_signal_once": once})
    play(table, "scout 1st jalo", "send signal serir-south", "send survey serir-south", "done")
    assert table.state.alarm == once


def test_only_the_detachment_counts(position: Callable[..., Table], play: Callable[..., Table]) -> None:
    """Not who was there before (LRDG 6.1.4): a 4 is not seen among nine others."""
    others = "g1-a g1-b g2-a g2-b r1-a r1-b r2-a r2-b s1-a@serir-south"
    table = position(units="t1-a hq-1@jalo", second=others, ap=3, dice=[4])
    play(table, "scout 1st jalo", "send t1-a serir-south", "done")
    assert table.state.units["t1-a"].zone == "jalo"
    four = position(units="t1-a t1-b y1-a y1-b hq-1@jalo", ap=3, dice=[4])
    sends = [f"send {unit} serir-south" for unit in ("t1-a", "t1-b", "y1-a", "y1-b")]
    play(four, "scout 1st jalo", *sends, "done")
    assert four.state.alarm == 1


def test_each_detachment_costs_three_points_and_the_rest_is_kept(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """Whatever its size, and no points for the way (LRDG-A47)."""
    table = position(units="t1-a t1-b g1-a hq-1@jalo", ap=7, dice=[1, 1])
    play(table, "scout 1st jalo", "send t1-a serir-south", "send g1-a wadi-faregh")
    assert why(table, "send t1-b sand-sea-west") == "5.2"
    play(table, "send t1-b wadi-faregh")
    play(table, "done")
    assert table.state.patrols["1st"].ap == 1
    assert table.state.scouted == ["serir-south", "wadi-faregh"]
    assert why(table, "scout 1st jalo") == "5.2"


@pytest.mark.parametrize(("units", "alarm"), [("t1-a", 0), ("t1-a t1-b", 4), ("t1-a light-a", 0)])
def test_a_patrol_can_send_units(
    units: str, alarm: int, position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG 6.1.4: its only unit, units at alarm 4, or units with a truck."""
    assert why(position(units=f"{units}@jalo", alarm=alarm, ap=3), "scout 1st jalo") == ""


def test_the_units_and_zones_of_a_detachment(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """Only units of the patrol (LRDG 6.1.4); a truck goes where another unit goes (LRDG 3.1)."""
    table = position(units="t1-a t1-b light-a@siwa-track", second="g1-a@siwa-track", ap=9)
    play(table, "scout 1st siwa-track")
    assert why(table, "send g1-a jaghbub") == "6.1.4"
    play(table, "send t1-a jaghbub")
    assert why(table, "send light-a qara-scarp") == "3.1"
    play(table, "send light-a jaghbub")
    assert why(table, "send t1-b jaghbub") == ""


def test_from_a_base_one_may_look_outwards(
    position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """Not into the other one (LRDG-A61)."""
    table = position(units="t1-a t1-b@kufra", ap=3)
    table.choose(table.read("scout 1st kufra"))
    assert why(table, "send t1-a sand-sea-east") == ""
    assert why(table, "send t1-a siwa") == "LRDG-A61"


def test_a_detachment_that_was_seen_may_spend_the_points_that_are_left(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 6.1.4: it only "remains in the zone"; the pair at Bardia walks back for 2 (LRDG-A62)."""
    table = position(third=FIVE, ap=8, dice=[5, 3, 1, 4, 1, 1])
    play(table, *SENT, "done")
    assert table.state.trigger == ["t1-a", "t1-b"]
    assert table.state.patrols["3rd"].ap == 2
    play(table, "move 3rd fort-maddalena bardia")
    assert {unit.zone for unit in table.state.force} == {"fort-maddalena"}


@pytest.mark.parametrize(("face", "zone"), [(4, "jalo"), (5, "serir-south")])
def test_a_unit_by_itself_may_scout(
    face: int, zone: str, position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 6.1.4: a detachment is "composed of one or more units", here the whole patrol."""
    table = position(units="t1-a@jalo", ap=3, dice=[face])
    play(table, "scout 1st jalo", "send t1-a serir-south", "done")
    assert table.state.units["t1-a"].zone == zone
    assert table.state.scouted == (["serir-south"] if zone == "jalo" else [])


def test_a_unit_seen_on_the_way_out_has_left_the_base(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """And a unit that came back unseen counts as one that never left (LRDG 6.1.4, LRDG-A59)."""
    table = position(units="t1-a t1-b hq-1@siwa", ap=6, dice=[5, 1])
    play(table, "scout 1st siwa", "send t1-a siwa-track", "send t1-b sand-sea-east", "done")
    assert [unit.id for unit in table.state.force if unit.out] == ["t1-a"]
    assert table.state.scouted == ["sand-sea-east"]


@pytest.mark.parametrize(
    ("fields", "fight"),
    [({"axis": {"serir-south": "it-1"}}, True), ({"targets": {"serir-south": 2}}, False)],
)
def test_where_the_axis_is_a_failure_means_combat(
    fields: dict[str, Any],
    fight: bool,
    position: Callable[..., Table],
    play: Callable[..., Table],
) -> None:
    """After all detachments were tested (LRDG 6.1.4, LRDG 7.1)."""
    table = position(units="t1-a t1-b hq-1@jalo", ap=6, dice=[6, 1], **fields)
    play(table, "scout 1st jalo", "send t1-a serir-south", "send t1-b wadi-faregh", "done")
    assert (table.state.battle is not None) == fight
    assert table.state.scouted == ["wadi-faregh"]
    assert [unit.id for unit in table.state.at("serir-south")] == ["t1-a"]


def test_success_reveals_nothing(position: Callable[..., Table], play: Callable[..., Table]) -> None:
    """Face-down units stay face down (LRDG-A71); they add 1 to the die all the same."""
    table = position(units="t1-a hq-1@jalo", ap=3, face_down="serir-south", dice=[3])
    play(table, "scout 1st jalo", "send t1-a serir-south", "done")
    assert table.state.scouted == ["serir-south"]
    assert not table.state.enemies("serir-south")[0].counter


def test_a_scouted_zone_is_no_recon_ok_of_the_patrol(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """Though it holds three already (LRDG-A14); any patrol uses it on entering (LRDG 6.1.4)."""
    held = {"1st": {"recon_ok": ["", "", ""]}}
    table = position(units="t1-a hq-1@jalo", second="g1-a@jaghbub", ap=3, patrols=held, dice=[1, 6, 5])
    play(table, "scout 1st jalo", "send t1-a serir-south", "done", "move 2nd serir-south")
    assert (table.state.scouted, table.state.alarm) == ([], 0)
    assert len(table.state.patrols["1st"].recon_ok) == 3


def test_scouting_the_same_zone_again_adds_no_second_marker(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """One is all that the next entry can use (LRDG 6.1.4)."""
    table = position(units="t1-a hq-1@jalo", ap=6, dice=[1, 1])
    again = ("scout 1st jalo", "send t1-a serir-south", "done")
    play(table, *again, *again)
    assert table.state.scouted == ["serir-south"]
    assert not table.state.units["t1-a"].arrived


def test_the_chance_of_a_detachment_is_shown(position: Callable[..., Table]) -> None:
    """LRDG 6.1.4, LRDG-A35, LRDG-A46: by its own size, with Survey at 0 instead of +1."""
    table = position(units="t1-a t1-b survey@fort-maddalena", ap=6)
    table.choose(table.read("scout 1st fort-maddalena"))
    chances = {
        unit: table.decision.risk(table, table.read(f"send {unit} sofafi-ridge"))
        for unit in ("t1-a", "survey")
    }
    assert chances == {"t1-a": "seen 17 %", "survey": "seen 0 %"}
