"""LRDG campaign: the missions in order, and everything that lasts from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Done, Scenario, SeededDice, Table, Wait, Yes
from sandtable_lrdg.actions import Cancel, GiveUp, Historical
from sandtable_lrdg.evaluation import Evaluation
from sandtable_lrdg.events import CampaignOver, MissionBegan, UnitMissing
from sandtable_lrdg.muster import Muster
from sandtable_lrdg.preparation import Preparation
from sandtable_lrdg.roster import KIND_OF, cost
from sandtable_lrdg.sequence import NextMission, Play, Turn
from sandtable_lrdg.state import EARLIER, SEAT, Record, Target

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Why = Callable[[Table, str], str]
EventsOf = Callable[..., list]
CAMPAIGN = "campaign-1942"
MISSIONS = ["benghazi-road", "slonta", "el-alamein", "barca", "bardia", "tobruk"]
HQS = ("hq-1", "hq-2", "hq-3")


def test_the_missions_are_played_in_order(scenario: Callable[[str], Scenario]) -> None:
    """LRDG campaign: each is evaluated; who gives every one up at his base fails in all."""
    events: list[Any] = []
    table = Table.new(scenario(CAMPAIGN), SeededDice(1), None, events)
    wanted = (Historical(), GiveUp(), Yes(), Wait(), Done())
    while table.outcome is None:
        options = table.options
        table.choose(next((option for option in wanted if option in options), options[0]))
    titles = [event.title for event in events if isinstance(event, MissionBegan)]
    assert titles == [scenario(name).title for name in MISSIONS]
    failed = [Record(f"lrdg/{name}", 0, "failure", 1, 1) for name in MISSIONS]
    assert table.state.records == failed
    assert (table.outcome.name, table.outcome.returns) == ("catastrophic", {SEAT: -120})
    assert table.state.bank == 6
    assert table.outcome.metrics["turns"] == 6
    assert [table.outcome.metrics[f"mission-{number}"] for number in range(1, 7)] == [0] * 6


def messy(position: Positions, mission: int, **written: Any) -> Table:
    """The end of a mission of a campaign that has left something of every kind."""
    return position(
        *(Evaluation(), NextMission()),
        name=CAMPAIGN,
        mission=mission,
        **{
            "units": "t1-a t1-b hq-1@siwa", "second": "light-a g1-a@siwa",
            "reduced": "t1-a light-a", "mco": {"g1-a": [2, 3], "y1-a": [0]},
            "change": {"t1-b": {"steps": 0, "zone": "", "out": True}, "light-a": {"used": 1},
                       "y1-a": {"box": True}},
            "axis": {"mersa": "it-1", "jalo": "ge-m4"}, "face_down": "bardia",
            "targets": {"mersa": Target(3, 0, drawn=True)}, "defeated": ["ge-4"],
            "pool": ["it-1"], "alarm": 2, "turn": 9, "recon": "gazala", "waco": True,
            "caches": ["jalo"], "scouted": ["mersa"], "trigger": ["t1-a"], "shared": [],
            "patrols": {"1st": {"recon_ok": ["msus"], "fate": 1, "drm": -1, "low": True}},
            "over": True, "closed": True, "bank": 3, "dice": [5, 1],
        } | written,
    )  # fmt: skip


def test_units_markers_and_points_are_carried_along_and_nothing_else(
    position: Positions, play: Plays
) -> None:
    """LRDG campaign, LRDG 8, LRDG 4.2, LRDG-A88: the Axis has all its counters again.

    G1/A, with two markers, fails its one maintenance test of LRDG 5.5; Y1/A leaves the box.
    """
    table = play(messy(position, 1), "done")
    assert isinstance(table.decision, Muster)
    state = table.state
    fresh = position(
        Preparation(), name=CAMPAIGN, mission=2, reduced="t1-a light-a",
        change={"t1-b": {"steps": 0}, "light-a": {"used": 1}, "g1-a": {"box": True}},
        mco={"g1-a": [0]}, bank=state.bank, records=state.records, turn=0,
        incident=state.incident,
    ).state  # fmt: skip
    assert state.records == [Record("lrdg/slonta", 13, "total", 4, 9)]
    assert state.bank == 3 + 4
    assert state == fresh
    assert len(state.pool) == 36


def test_points_are_spent_between_missions_and_the_rest_is_kept(
    position: Positions, play: Plays
) -> None:
    """LRDG campaign, LRDG 5.4: units come back for the next mission."""
    table = play(messy(position, 1), "refit t1-b", "refit light-a", "done")
    light = table.state.units["light-a"]
    assert (light.steps, light.used, table.state.bank) == (2, 0, 4)
    assert table.state.units["t1-b"].available
    assert not table.state.units["t1-a"].available


def test_observations_of_mission_1_are_there_for_mission_4(position: Positions, play: Plays) -> None:
    """LRDG campaign, LRDG 8.1, LRDG 8.4: and only for it."""
    kept = {"patrols": {"1st": {"recon_ok": ["", "msus", "barca"]}}, "name": "benghazi-road"}
    back = {"t2-a": {"out": True}}
    won = position(Evaluation(), units="t2-a@siwa", change=back, **kept).state.won
    assert won == 2
    table = position(*(Play(), Turn()), name=CAMPAIGN, mission=3, won=won, dice=[1, 1])
    play(table, "historical")
    assert table.state.patrols["1st"].recon_ok == [EARLIER, EARLIER]
    table = position(*(Play(), Turn()), name=CAMPAIGN, mission=2, won=won, dice=[1, 1])
    play(table, "historical")
    assert table.state.patrols["1st"].recon_ok == []


def test_the_level_of_mission_3_counts_for_both_missions_of_8_5(position: Positions) -> None:
    """LRDG campaign, LRDG 8.3, LRDG 8.5: the second as well."""
    for mission, alarm in ((3, 0), (4, 2), (5, 2)):
        table = position(Preparation(), name=CAMPAIGN, mission=mission, supply="catastrophic")
        assert table.state.alarm == alarm


def test_each_mission_has_its_own_special_rules(position: Positions, why: Why) -> None:
    """LRDG campaign, LRDG 8: those of the mission that is played are in force, no others."""
    for mission, barred in ((2, ""), (3, "3"), (4, "")):
        table = position(Preparation(), name=CAMPAIGN, mission=mission, supply="moderate")
        table.choose(table.read("buy hq-1 1st"))
        assert why(table, "buy survey 1st") == barred


# Historical lists when units are missing (LRDG-A81).


def test_a_missing_unit_is_replaced_at_equal_cost(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG-A81: by one of its kind if there is one, else by another of that cost."""
    change = {"t2-a": {"steps": 0}, "sas-1": {"steps": 1}, "survey": {"box": True, "mco": [0]}}
    table = position(Play(), name=CAMPAIGN, mission=0, change=change, dice=[1, 1])
    play(table, "historical")
    swaps = {event.unit: event.instead for event in events_of(table, UnitMissing)}
    assert [KIND_OF[swaps[unit]] for unit in ("t2-a", "sas-1")] == ["team", "sas"]
    assert cost((swaps["survey"],)) == cost(("survey",))
    assert len(set(swaps.values()) | {unit.id for unit in table.state.force}) == 8


def test_a_unit_that_cannot_be_replaced_is_left_out(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG-A81: two command units are enough for two patrols of mission 2, not for three."""
    table = position(Play(), name=CAMPAIGN, mission=1, change={"hq-3": {"steps": 0}}, dice=[1] * 5)
    play(table, "historical")
    assert events_of(table, UnitMissing) == [UnitMissing("hq-3", "")]
    assert [len(table.state.units_of(patrol)) for patrol in ("1st", "2nd", "3rd")] == [7, 4, 2]


def test_another_command_unit_may_lead(position: Positions, play: Plays, events_of: EventsOf) -> None:
    """LRDG-A81: a list never gets a second command unit in place of something else."""
    table = position(Play(), name=CAMPAIGN, mission=2, change={"hq-1": {"steps": 1}}, dice=[1, 1])
    play(table, "historical")
    assert events_of(table, UnitMissing) == [UnitMissing("hq-1", "hq-2")]


def test_without_a_command_unit_the_mission_is_a_failure(position: Positions, play: Plays) -> None:
    """LRDG-A81: 0 VP and 1 MCO point, with which the next one can begin."""
    gone = {hq: {"steps": 1} for hq in HQS}
    table = position(
        *(Play(), NextMission()), name=CAMPAIGN, mission=2, change=gone, units="", supply="x"
    )
    assert table.state.records == [Record("lrdg/el-alamein", 0, "failure", 1, 0)]
    assert (table.state.bank, table.state.supply) == (1, "failure")
    play(table, "refit hq-2", "done")
    assert isinstance(table.decision, Muster)
    assert table.state.mission == 3
    assert "hq-1" not in " ".join(str(option) for option in table.options)


# The end (LRDG-A89).


@pytest.mark.parametrize(
    ("total", "level"),
    [
        (-61, "catastrophic"),
        (-60, "failure"),
        (0, "failure"),
        (1, "moderate"),
        (3, "moderate"),
        (71, "moderate"),
        (72, "total"),
        (131, "total"),
        (132, "remarkable"),
    ],
)
def test_the_level_of_a_campaign_is_that_of_the_mean(
    total: int, level: str, position: Positions
) -> None:
    """LRDG-A89, LRDG-A27, LRDG campaign: VP are added up; a mean above 0 is no failure.

    Four missions bring half a point, and the last one nothing: it has failed, which costs 10 points.
    """
    records = [Record(f"lrdg/{name}", 1, "moderate", 2, 2) for name in MISSIONS[:5]]
    records[2].points = total + 16 if total > -16 else total + 36  # where it fails as well
    table = position(Evaluation(), name=CAMPAIGN, mission=5, records=records, units="t1-a@siwa", turn=3)
    assert table.outcome.name == level
    assert table.outcome.returns == {SEAT: total}
    assert table.outcome.metrics["mission-3"] == records[2].points
    assert table.outcome.metrics["turns"] == 13
    results = table.game.part_results(table)
    assert results[0] == ("+0.5", f"{table.scenario.parts[0].title}: moderate, turn 2")
    failed = sum(record.points <= 0 for record in table.state.records)
    missions = "1 mission" if failed == 1 else f"{failed} missions"
    assert results[6:] == [(f"-{10 * failed}", f"for {missions} that failed")]


def test_the_end_of_a_campaign_is_shown(scenario: Callable[[str], Scenario]) -> None:
    """LRDG-A89: with the sum; after the last mission there is nothing to be made ready."""
    events: list[Any] = []
    table = Table.new(scenario(CAMPAIGN), SeededDice(2), None, events)
    wanted = (Historical(), GiveUp(), Yes(), Wait(), Done())
    while table.outcome is None:
        options = table.options
        table.choose(next((option for option in wanted if option in options), options[0]))
        assert not isinstance(options[0], Cancel)
    assert events[-1] == CampaignOver(-120, 6, 6, "catastrophic")
    assert (
        events[-1].text
        == "The campaign is over: -60 victory points in 6 missions (6 failed), a catastrophic failure."
    )
