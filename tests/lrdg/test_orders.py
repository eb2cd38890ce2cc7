"""LRDG 5.2 and LRDG 6: the action phase, low profile, and the end of a mission."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.events import Abandoned, LayLow
from sandtable_lrdg.orders import Actions, EndOfActions
from sandtable_lrdg.sequence import Reactions
from sandtable_lrdg.state import Watch

BOTH = (Actions(), EndOfActions())


def test_two_patrols_in_low_profile_lower_the_alarm(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """The example of LRDG 6.1.7: alarm 1 becomes 0, all action points are gone."""
    table = position(*BOTH, units="t1-a@jalo", second="g1-a@msus", ap=5, alarm=1)
    play(table, "low-profile 1st", "low-profile 2nd")
    assert [event.patrol for event in events_of(table, LayLow)] == ["1st", "2nd"]
    assert [patrol.ap for patrol in table.state.patrols.values()] == [0, 0]
    assert table.state.alarm == 1
    play(table, "end")
    assert table.state.alarm == 0


@pytest.mark.parametrize(
    ("units", "second", "lows", "alarm"),
    [
        ("t1-a@jalo", "g1-a@msus", ["1st"], 2),
        ("t1-a@jalo", "g1-a@siwa", ["1st"], 1),
        ("t1-a@siwa", "g1-a@kufra", ["1st", "2nd"], 2),
        ("t1-a@jalo t1-b@siwa", "", ["1st"], 1),
        ("t1-a@jalo", "g1-a@siwa", ["2nd"], 2),
        ("t1-a@jalo", "", [], 2),
    ],
)
def test_all_patrols_on_mission_must_keep_low(
    units: str,
    second: str,
    lows: list[str],
    alarm: int,
    position: Callable[..., Table],
    play: Callable[..., Table],
) -> None:
    """Those with a unit outside the bases; with none the alarm stays (LRDG-A61)."""
    table = position(*BOTH, units=units, second=second, alarm=2)
    play(table, *[f"low-profile {patrol}" for patrol in lows], "end")
    assert table.state.alarm == alarm


def test_low_profile_needs_no_points_and_nothing_done_before(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG-A77; the other patrol may do what it likes (LRDG 6.1.7)."""
    table = position(*BOTH, units="t1-a@jalo", second="g1-a@jalo", ap={"1st": 0, "2nd": 4})
    play(table, "low-profile 1st", "cache 2nd jalo")
    assert why(table, "low-profile 2nd") == "6.1.7"
    assert why(table, "low-profile 1st") == "6.1.7"
    play(table, "end")
    assert table.state.alarm == 0


def test_a_patrol_in_low_profile_does_nothing_else(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """Nor can its units attack (LRDG 6.1.7)."""
    table = position(
        units="t1-a t1-b@msus",
        ap=9,
        turn=5,
        waco=True,
        mco={"t1-a": [2]},
        targets={"msus": 2},
        change={"t1-b": {"watch": Watch(6, 2)}},
    )
    play(table, "low-profile 1st")
    lines = (
        "move 1st benghazi",
        "detach 1st msus",
        "scout 1st msus",
        "observe t1-a msus 1",
        "keep-observing t1-b",
        "air-intelligence 1st msus",
        "cache 1st msus",
        "maintain 1st msus",
    )
    assert [why(table, line) for line in lines] == ["6.1.7"] * len(lines)
    assert why(table, "assault msus") == "7.1"


@pytest.mark.parametrize(("watch", "kept"), [(Watch(6, 1), True), (Watch(6, 2), False)])
def test_a_watch_goes_on_in_low_profile_if_it_costs_nothing(
    watch: Watch, kept: bool, position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG-A54: a turn that must be paid for ends it, or paying ends the low profile."""
    table = position(*BOTH, units="t1-a@msus", ap=2, turn=5, alarm=1, change={"t1-a": {"watch": watch}})
    play(table, "low-profile 1st", "end")
    assert table.state.alarm == 0
    assert (table.state.units["t1-a"].watch is not None) == kept
    if not kept:
        paid = position(units="t1-a@msus", ap=2, turn=5, change={"t1-a": {"watch": watch}})
        play(paid, "keep-observing t1-a")
        assert paid.state.patrols["1st"].acted


def test_the_alarm_does_not_fall_below_0(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 6.1.7."""
    table = position(*BOTH, units="t1-a@jalo", alarm=0)
    assert play(table, "low-profile 1st", "end").state.alarm == 0


def test_patrols_may_take_turns_and_do_the_same_again(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """As long as each can pay from its own points (LRDG 5.2, LRDG 6)."""
    table = position(
        units="t1-a t1-b@siwa-track", second="g1-a@jalo", ap={"1st": 4, "2nd": 3}, dice=[1] * 5
    )
    play(table, "move 1st qara-scarp", "move 2nd serir-south", "cache 2nd serir-south")
    play(table, "detach 1st qara-scarp", "add t1-b", "go siwa-track", "move 1st mersa")
    assert [patrol.ap for patrol in table.state.patrols.values()] == [0, 0]
    assert table.state.zones() == ["mersa", "siwa-track", "serir-south"]


@pytest.mark.parametrize(
    "lines",
    [
        ["detach 1st jalo"],
        ["detach 1st jalo", "add t1-a"],
        ["scout 1st jalo"],
        ["scout 1st jalo", "send t1-a serir-south"],
        ["give-up"],
    ],
)
def test_an_order_in_several_steps_can_be_taken_back(
    lines: list[str], position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """Nothing has been done before the last step (LRDG 6)."""
    table = position(units="t1-a t1-b@jalo", ap=9)
    assert not table.decision.part
    before = table.state.patrols["1st"].ap, table.state.zones()
    play(table, *lines)
    assert table.decision.part
    assert (table.state.patrols["1st"].ap, table.state.zones()) == before


def test_a_target_can_be_attacked_free_of_charge_and_nobody_else(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG 6, LRDG 7.1: no attack of choice outside target zones (LRDG-A12)."""
    written: dict[str, Any] = {"units": "t1-a@msus g1-a@jalo", "axis": {"jalo": "it-1"}}
    table = position(**written, targets={"msus": 1, "mechili": 2})
    assert why(table, "assault jalo") == "LRDG-A12"
    assert why(table, "assault mechili") == "7.1"
    play(table, "assault msus")
    assert table.state.battle is not None
    assert table.state.alarm == 4
    table.state.targets["msus"].left = 0
    gone = position(**written, targets={"msus": table.state.targets["msus"]})
    assert why(gone, "assault msus") == "LRDG-A12"


@pytest.mark.parametrize(
    "busy", [{"stays": True}, {"watch": Watch(6, 1)}], ids=["seen-scouting", "observing"]
)
def test_units_that_must_stay_do_not_attack_alone(
    busy: dict[str, Any], position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """A detachment that was seen (LRDG-A62), an observer (LRDG 6.1.3); with others they fight along."""
    written: dict[str, Any] = {"targets": {"msus": 1}, "change": {"t1-a": busy}, "turn": 5}
    assert why(position(units="t1-a@msus", **written), "assault msus") == "7.1"
    assert why(position(units="t1-a t1-b@msus", **written), "assault msus") == ""


def test_a_unit_that_cannot_go_on_may_be_abandoned(
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    why: Callable[[Table, str], str],
) -> None:
    """It is destroyed, for 0 points (LRDG-A3); nobody is given up at a base."""
    table = position(units="t1-a t1-b@jalo g1-a@siwa", mco={"t1-a": [4, 4]})
    assert why(table, "abandon g1-a") == "LRDG-A3"
    assert why(table, "abandon y1-a") == "LRDG-A3"
    play(table, "abandon t1-a", "yes")
    unit = table.state.units["t1-a"]
    assert (unit.steps, unit.zone, unit.mco) == (0, "", [])
    assert [event.units for event in events_of(table, Abandoned)] == [("t1-a",)]
    play(table, "abandon t1-b", "yes")
    assert table.state.over


@pytest.mark.parametrize(
    ("name", "units", "over"),
    [
        ("barca", "t1-a@siwa", True),
        ("barca", "t1-a@siwa t1-b@kufra", True),
        ("slonta", "t1-a@siwa", True),
        ("slonta", "t1-a@kufra", False),
        ("barca", "t1-a@siwa t1-b@siwa-track", False),
    ],
)
def test_the_mission_is_over_when_all_who_left_are_home(
    name: str, units: str, over: bool, position: Callable[..., Table]
) -> None:
    """At a base where it may end (LRDG-A59), before the Axis reacts (LRDG 5)."""
    table = position(
        Actions(),
        EndOfActions(),
        Reactions(),
        name=name,
        units=units,
        alarm=2,
        change={"t1-a": {"out": True}},
    )
    assert table.state.over == over
    assert table.state.recon == ""
    assert (table.decision.title == "Actions of the LRDG") != over


def test_units_that_never_left_count_as_back(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """But while nobody has left the mission has not begun (LRDG-A59)."""
    table = position(units="t1-a t1-b@kufra", ap=9, dice=[1])
    assert not table.state.over
    play(table, "detach 1st kufra", "add t1-a", "go sand-sea-east", "move 1st siwa sand-sea-east")
    assert table.state.over


def test_coming_home_ends_it_at_once(
    position: Callable[..., Table], play: Callable[..., Table], after: object
) -> None:
    """Also for patrols that have points left (LRDG-A59); an observer's report comes before."""
    table = position(*BOTH, units="t1-a@siwa-track", second="g1-a@siwa", ap=2, alarm=2)
    play(table, "move 1st siwa")
    assert table.state.over
    assert table.decision == after
    seen = {"t1-a": {"reports": ["jaghbub"]}}
    table = position(units="t1-a@siwa-track", second="g1-a@siwa", ap=1, change=seen)
    assert play(table, "move 1st siwa").state.patrols["1st"].recon_ok == ["jaghbub"]


def test_a_mission_can_be_declared_over_and_costs_who_is_away(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """When it is meant (LRDG-A59)."""
    table = position(units="t1-a@jalo t1-b@siwa g1-a@kufra", ap=1)
    play(table, "give-up", "no")
    assert not table.state.over
    play(table, "give-up", "yes")
    assert table.state.over
    assert {unit.id for unit in table.state.force} == {"t1-b", "g1-a"}
    assert table.state.units["t1-a"].steps == 0
    assert [event.units for event in events_of(table, Abandoned)] == [("t1-a",)]


def test_a_mission_can_be_declared_over_before_it_began(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """Nobody is lost then (LRDG-A59)."""
    table = play(position(units="t1-a@kufra"), "give-up", "yes")
    assert table.state.over
    assert events_of(table, Abandoned) == []


@pytest.mark.parametrize("line", ["move 1st sand-sea-west", "low-profile 1st", "cache 1st jalo"])
def test_a_patrol_in_reserve_waits(
    line: str, position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG-A78."""
    waiting = {"1st": {"reserve": True}}
    table = position(units="t1-a@jalo", second="g1-a@msus", ap=9, patrols=waiting)
    assert why(table, line) == "LRDG-A78"


def test_a_closed_phase_takes_no_more_orders(position: Callable[..., Table], after: object) -> None:
    """After a fight for a target (LRDG 5.2, LRDG-A42)."""
    table = position(*BOTH, units="t1-a@jalo", ap=9, closed=True)
    assert table.decision == after


def test_the_turn_ends_with_a_patrol_forgotten_only_when_it_is_meant(
    position: Callable[..., Table], play: Callable[..., Table], after: object
) -> None:
    """LRDG 5.2: unspent points are lost; they are named, and a no goes on with the orders."""
    table = position(units="t1-a@jalo", second="g1-a@msus", ap={"1st": 3, "2nd": 6})
    play(table, "cache 1st jalo", "end")
    assert table.decision.ask(table) == "End the turn? These action points are lost: 1st 1, 2nd 6."
    assert play(table, "no").decision.title == "Actions of the LRDG"
    assert play(table, "end", "yes").decision == after
    table = position(units="t1-a@jalo", ap=3)
    assert play(table, "cache 1st jalo", "end").decision == after


def test_a_patrol_that_has_not_left_its_base_is_named_and_one_that_is_home_is_not(
    position: Callable[..., Table], play: Callable[..., Table], after: object
) -> None:
    """LRDG 5.2: whoever is back has nothing left to spend its points on."""
    written = {"units": "t1-a@jalo", "second": "g1-a@siwa", "ap": {"1st": 2, "2nd": 6}}
    table = position(**written)
    play(table, "cache 1st jalo", "end")
    assert table.decision.ask(table) == "End the turn? These action points are lost: 2nd 6."
    table = position(**written, change={"g1-a": {"out": True}})
    assert play(table, "cache 1st jalo", "end").decision == after


def test_a_unit_is_abandoned_only_when_it_is_meant(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG-A3, LRDG-A98."""
    table = position(units="t1-a t1-b@jalo")
    play(table, "abandon t1-a")
    assert "Abandon T1/A: the unit is destroyed: -2 VP" in table.decision.ask(table)
    assert play(table, "no").state.units["t1-a"].steps == 2
    assert not table.state.left
