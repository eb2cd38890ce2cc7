"""LRDG 6.1.3, Intelligence: observers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.events import Watching
from sandtable_lrdg.intelligence import Noted, Observations
from sandtable_lrdg.orders import Actions, EndOfActions
from sandtable_lrdg.sequence import Turn
from sandtable_lrdg.state import Watch

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Why = Callable[[Table, str], str]


def test_an_observer_watches_a_village_until_turn_7(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """The example of LRDG 6.1.3: placed on turn 5 for two turns, tested on turn 7 without drm."""
    table = position(
        Actions(),
        EndOfActions(),
        Turn(),
        units="sas-1 t1-a hq-1@wadi-faregh",
        ap=2,
        turn=5,
        dice=[2, 1, 5, 5, 5],
    )
    play(table, "observe sas-1 maaten-el-grara 2")
    assert table.state.units["sas-1"].watch == Watch(7, 2)
    play(table, "end")
    assert table.state.turn == 6
    play(table, "keep-observing sas-1", "end")
    assert table.state.turn == 7
    assert table.state.patrols["1st"].recon_ok == []
    play(table, "conclude sas-1", "move 1st wadi-faregh")
    assert table.state.patrols["1st"].recon_ok == ["maaten-el-grara"]


@pytest.mark.parametrize(
    ("zone", "section"),
    [
        ("fort-maddalena", ""),
        ("bardia", ""),
        ("jalo", "6.1.3"),
        ("sofafi-ridge", "LRDG-A17"),
        ("mechili", "6.1.3"),
    ],
)
def test_where_an_observer_can_be_put(
    zone: str, section: str, position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """Its own zone or one link on (LRDG 6.1.3), where people live (LRDG-A17)."""
    table = position(units="sas-1 t1-a@fort-maddalena", ap=2)
    assert why(table, f"observe sas-1 {zone} 1") == section


@pytest.mark.parametrize("zone", ["bir-hacheim", "trigh-hacheim", "bir-tengeder"])
def test_a_targets_zone_and_those_around_can_be_watched(
    zone: str, position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """Also in the desert (LRDG-A17), and after the target is gone."""
    table = position(units=f"sas-1@{zone}", ap=2, targets={"bir-hacheim": 2})
    assert why(table, f"observe sas-1 {zone} 1") == ""


def test_nobody_watches_at_a_base(
    position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG-A61, though it is an oasis; from there an observer can be sent out."""
    table = position(units="sas-1@kufra", ap=2, targets={"sand-sea-east": 1})
    assert why(table, "observe sas-1 kufra 1") == "LRDG-A61"
    assert why(table, "observe sas-1 siwa 1") == "LRDG-A61"
    assert why(table, "observe sas-1 sand-sea-east 1") == ""


def test_a_unit_observes_for_one_turn_or_two(
    position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG 6.1.3."""
    table = position(units="sas-1 light-a@jalo", ap=2)
    assert [why(table, f"observe sas-1 jalo {turns}") for turns in range(3)] == ["6.1.3", "", ""]
    assert why(position(units="sas-1 light-a@jalo", ap=1), "observe sas-1 jalo 1") == "5.2"


def test_placing_costs_no_movement_and_no_test(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """2 points whatever the link (LRDG-A16, LRDG-A18)."""
    table = position(units="sas-1 t1-a@wadi-faregh", ap=3)
    play(table, "observe sas-1 agedabia 1")
    assert table.state.patrols["1st"].ap == 1
    assert table.state.units["sas-1"].zone == "agedabia"


@pytest.mark.parametrize(
    ("fields", "dice", "fight"),
    [
        ({"axis": {"msus": "it-1"}}, [5, 1], True),
        ({"axis": {"msus": "it-1"}}, [4, 4], False),
        ({"face_down": "msus"}, [4, 4], False),
        ({"targets": {"msus": 2}}, [], False),
    ],
)
def test_an_enemy_there_calls_for_a_test_when_placing(
    fields: dict[str, Any],
    dice: list[object],
    fight: bool,
    position: Callable[..., Table],
    play: Callable[..., Table],
) -> None:
    """LRDG 6.1.3: a target alone does not (LRDG-A16, LRDG-A73); if seen a combat, and no watch."""
    table = position(units="sas-1 t1-a t1-b g1-a@charruba", ap=2, dice=dice, **fields)
    play(table, "observe sas-1 msus 1")
    assert (table.state.battle is not None) == fight
    assert (table.state.units["sas-1"].watch is None) == fight
    assert table.state.alarm == fight


@pytest.mark.parametrize(
    ("aid", "turns", "percent"), [(False, 1, 55.6), (False, 2, 30.6), (True, 1, 0), (True, 2, 30.6)]
)
def test_one_turn_of_watching_is_riskier_than_two(
    aid: bool, turns: int, percent: float, law: Callable[..., dict[bool, Fraction]]
) -> None:
    """LRDG 6.1.3, "1 turn: DRM +1, 2 turns: DRM +0"; the player aid has -1 (LRDG-A4).

    These are the failures in a village.
    """
    odds = law(
        lambda table: not table.state.units["sas-1"].reports,
        Observations(),
        units="sas-1@msus t1-a@jalo",
        turn=7,
        change={"sas-1": {"watch": Watch(7, turns, paid=True)}},
        house={"aid_watch_drm": aid},
    )
    assert round(float(100 * odds.get(True, 0)), 1) == percent


@pytest.mark.parametrize(("at_once", "left"), [(False, 3), (True, 1)])
def test_with_the_option_both_turns_are_paid_when_the_watch_begins(
    at_once: bool, left: int, position: Callable[..., Table], play: Callable[..., Table], why: Any
) -> None:
    """LRDG 6.1.3: "The action costs 2 AP each turn", on each turn or at once (LRDG-A18)."""
    house = {"watch_paid_at_once": at_once}
    written: dict[str, Any] = {"units": "sas-1 t1-a@jalo", "house": house}
    table = play(position(**written, ap=5), "observe sas-1 jalo 2")
    assert table.state.patrols["1st"].ap == left
    watch = table.state.units["sas-1"].watch
    assert watch is not None
    assert watch.paid == at_once
    poor = position(**written, ap=3)
    assert why(poor, "observe sas-1 jalo 2") == ("5.2" if at_once else "")
    assert why(poor, "observe sas-1 jalo 1") == ""


def test_a_failed_report_raises_the_alarm_and_is_no_combat(
    position: Callable[..., Table],
) -> None:
    """LRDG 6.1.3: the observation is unsuccessful, no more (LRDG-A10, LRDG-A12)."""
    written: dict[str, Any] = {"units": "sas-1@msus t1-a@jalo", "turn": 7, "dice": [5, 1]}
    written["change"] = {"sas-1": {"watch": Watch(7, 1)}}
    table = position(Observations(), **written)
    assert (table.state.alarm, table.state.battle) == (1, None)
    assert table.state.units["sas-1"].watch is None
    assert table.state.units["sas-1"].reports == []
    table = position(Observations(), **written, axis={"msus": "it-1"})
    assert (table.state.alarm, table.state.battle) == (1, None)


def test_an_observer_sent_out_from_a_base_has_left_it(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """So the mission goes on until it is home again (LRDG 6.1.3, LRDG-A59)."""
    table = position(units="sas-1@siwa", ap=2, targets={"siwa-track": 1}, turn=4)
    play(table, "observe sas-1 siwa-track 2")
    assert table.state.units["sas-1"].out
    assert [event.what for event in events_of(table, Watching)] == ["observes until turn 6"]


@pytest.mark.parametrize(
    ("seen", "what"), [(True, "has a report"), (False, "learns nothing")], ids=["seen", "not-seen"]
)
def test_how_a_watch_ends_is_shown(
    seen: bool, what: str, position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LRDG 6.1.3; and that it was broken off, when it was (LRDG-A86)."""
    table = position(Noted("sas-1", "msus", 2), units="sas-1@msus t1-a@jalo", result=seen)
    assert [event.what for event in events_of(table, Watching)] == [what]
    unpaid = {"sas-1": {"watch": Watch(7, 2)}}
    table = position(EndOfActions(), units="sas-1@msus", turn=6, change=unpaid)
    assert [event.what for event in events_of(table, Watching)] == ["stops observing, unpaid"]


FIVE = "sas-1 t1-a t1-b g1-a@jaghbub hq-1@siwa"
DUE = {"sas-1": {"watch": Watch(7, 2, paid=True)}}


def test_other_units_may_act_before_a_watch_is_tested(
    position: Positions, play: Plays, why: Why
) -> None:
    """LRDG 6.1.3: "during the action phase"; three drive away, so that a 5 does not fail (LRDG-A86)."""
    crowd = position(units=FIVE, turn=7, change=DUE, dice=[5, 1])
    assert crowd.decision.risk(crowd, crowd.read("conclude sas-1")) == "fails 56 %"
    assert play(crowd, "conclude sas-1").state.alarm == 1
    table = position(units=FIVE, ap=9, turn=7, change=DUE, dice=[1, 5, 1, 1])
    assert why(table, "observe sas-1 jaghbub 1") == "6.1.3"
    play(table, "move 1st siwa-track jaghbub", "conclude sas-1")
    assert (table.state.alarm, table.state.units["sas-1"].reports) == (0, ["jaghbub"])
    play(table, "move 1st siwa-track jaghbub")
    assert table.state.patrols["1st"].recon_ok == ["jaghbub"]


def test_a_watch_that_was_not_tested_is_tested_as_the_actions_end(
    position: Positions, play: Plays
) -> None:
    """LRDG 6.1.3, LRDG 6.1.7: before the alarm falls; the report is heard at once (LRDG-A86)."""
    phases = (Actions(), Observations(), EndOfActions())
    table = position(*phases, units="sas-1 t1-a@jaghbub", turn=7, alarm=1, change=DUE, dice=[5, 6])
    play(table, "low-profile 1st", "end")
    assert table.state.alarm == 1
    table = position(*phases, units="sas-1 t1-a@jaghbub", turn=7, change=DUE, dice=[5, 5])
    assert play(table, "end").state.patrols["1st"].recon_ok == ["jaghbub"]
    over = position(Observations(), units="sas-1@jaghbub", turn=7, change=DUE, over=True)
    assert over.state.units["sas-1"].watch


def test_only_what_ends_this_turn_is_tested(position: Positions, play: Plays, why: Why) -> None:
    """LRDG 6.1.3."""
    watches = {"sas-1": {"watch": Watch(7, 1)}, "sas-2": {"watch": Watch(8, 2)}}
    written: dict[str, Any] = {"units": "sas-1@msus sas-2@msus t1-a@jalo", "turn": 7, "dice": [4, 4]}
    table = position(**written, change=watches)
    assert [why(table, f"conclude {unit}") for unit in ("sas-2", "t1-a", "y1-a")] == ["6.1.3"] * 3
    tested = position(Observations(), **written, change=watches)
    for after in (play(table, "conclude sas-1"), tested):
        assert after.state.patrols["1st"].recon_ok == ["msus"]
        assert [unit.id for unit in after.state.force if unit.watch] == ["sas-2"]


def test_an_observer_does_nothing_else(
    position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """It neither moves nor scouts nor watches elsewhere (LRDG 6.1.3)."""
    table = position(
        units="sas-1 t1-a t1-b@msus", ap=9, turn=5, change={"sas-1": {"watch": Watch(6, 1)}}, dice=[1, 1]
    )
    assert why(table, "observe sas-1 msus 1") == "6.1.3"
    table.choose(table.read("detach 1st msus"))
    assert why(table, "add sas-1") == "6.1.1"
    table.choose(table.read("add t1-a"))
    table.choose(table.read("go charruba"))
    table.choose(table.read("scout 1st msus"))
    assert why(table, "send sas-1 agedabia") == "6.1.4"
    assert why(table, "send t1-b agedabia") == ""


def test_a_whole_stack_moves_without_its_observer(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 6.1.3: the unit that observes stays."""
    table = position(
        units="sas-1 t1-a@msus", ap=1, turn=5, change={"sas-1": {"watch": Watch(6, 1)}}, dice=[1, 1]
    )
    play(table, "move 1st charruba")
    assert {unit.id: unit.zone for unit in table.state.force} == {"sas-1": "msus", "t1-a": "charruba"}


def test_the_second_turn_is_paid_for_or_it_is_over(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """On the middle turn, once (LRDG-A18, LRDG-A86); unpaid it ends without result (LRDG-A73)."""
    watches = {
        "sas-1": {"watch": Watch(7, 2)},
        "sas-2": {"watch": Watch(7, 2)},
        "sas-3": {"watch": Watch(7, 1)},
        "sas-4": {"watch": Watch(8, 2)},
    }
    table = position(
        Actions(), EndOfActions(), units="sas-1 sas-2 sas-3 sas-4@msus", ap=3, turn=6, change=watches
    )
    assert why(table, "keep-observing sas-3") == "LRDG-A86"
    assert why(table, "keep-observing sas-4") == "LRDG-A86"
    play(table, "keep-observing sas-1")
    assert table.state.patrols["1st"].ap == 1
    assert why(table, "keep-observing sas-1") == "LRDG-A86"
    assert why(table, "keep-observing sas-2") == "5.2"
    play(table, "end")
    assert [unit.id for unit in table.state.force if unit.watch] == ["sas-1", "sas-3", "sas-4"]


def test_an_observer_carries_what_it_has_found_out(position: Positions) -> None:
    """LRDG 6.1.3: until it "returns to the patrol's zone"."""
    table = position(Noted("sas-1", "msus", 2), units="sas-1@msus t1-a@jalo", result=True)
    assert table.state.units["sas-1"].reports == ["msus"]


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (1, ("until turn 2", "2 AP", "fails 56 %")),
        (2, ("until turn 3", "2 AP now, 2 next turn", "fails 31 %")),
    ],
)
def test_the_cost_and_chance_of_an_observation_are_shown(
    turns: int, expected: tuple[str, str, str], position: Callable[..., Table]
) -> None:
    """LRDG 6.1.3, LRDG-A4: two dice in an oasis, at +1 after one turn."""
    table = position(units="t1-a@jalo", ap=4)
    decision, action = table.decision, table.read(f"observe t1-a jalo {turns}")
    said = decision.describe(table, action), decision.cost(table, action), decision.risk(table, action)
    assert said == expected
