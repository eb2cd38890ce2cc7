"""LRDG 5.2 and LRDG 6: the action phase, low profile, and the end of a mission."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.actions import GiveUp
from sandtable_lrdg.events import Abandoned, LayLow
from sandtable_lrdg.orders import Actions, EndOfActions
from sandtable_lrdg.sequence import Reactions
from sandtable_lrdg.state import Watch

BOTH = (Actions(), EndOfActions())


def test_two_patrols_in_low_profile_lower_the_alarm(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LRDG 6.1.7: alarm 1 becomes 0, all action points are gone."""
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
        ("t1-a@jalo", "g1-a@siwa", ["1st"], 2),
        ("t1-a@jalo", "g1-a@siwa", ["2nd"], 2),
        ("t1-a@jalo", "g1-a@siwa", ["1st", "2nd"], 1),
        ("t1-a@siwa", "g1-a@kufra", ["1st", "2nd"], 1),
        ("t1-a@jalo t1-b@siwa", "", ["1st"], 1),
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
    """LRDG 6.1.7: "if all the patrols on mission choose this action" (LRDG-A61)."""
    table = position(*BOTH, units=units, second=second, alarm=2)
    play(table, *[f"low-profile {patrol}" for patrol in lows], "end")
    assert table.state.alarm == alarm


@pytest.mark.parametrize("zones", [("siwa", "siwa"), ("siwa", "kufra"), ("kufra", "kufra")])
def test_patrols_that_just_left_lower_the_alarm_on_turn_1(
    zones: tuple[str, str], position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 6.1.7, the example: alarm 1 "at the beginning of the mission" becomes 0."""
    units, second = f"t1-a@{zones[0]}", f"g1-a@{zones[1]}"
    table = position(*BOTH, units=units, second=second, ap=5, alarm=1)
    play(table, "low-profile 1st", "low-profile 2nd", "end")
    assert table.state.alarm == 0


def test_a_patrol_that_is_back_or_in_reserve_need_not_keep_low(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG-A61, LRDG-A78: it is not on mission."""
    back = {"change": {"g1-a": {"out": True}}}
    for fields in (back, {"patrols": {"2nd": {"reserve": True}}}):
        table = position(*BOTH, units="t1-a@jalo", second="g1-a@siwa", alarm=2, **fields)
        assert play(table, "low-profile 1st", "end").state.alarm == 1
    assert position(*BOTH, units="t1-a@siwa", change={"t1-a": {"out": True}}).state.on_mission == []


@pytest.mark.parametrize(
    "line",
    [
        "cache 1st msus",
        "maintain 1st msus",
        "observe t1-b msus 1",
        "keep-observing t1-c",
        "join g1-a 1st",
    ],
)
def test_only_movement_bars_a_low_profile(
    line: str, position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 6.1.7: it "does not move"; the player aid: "alarm level -1 if no movement"."""
    table = position(
        *BOTH, units="t1-a t1-b sas-1@msus", second="g1-a g1-b@msus", ap=6, turn=5, alarm=1,
        mco={"t1-a": [2]}, dice=[6] if line.startswith("maintain") else [],
        change={"sas-1": {"watch": Watch(6, 2)}, "g1-a": {"arrived": True}},
    )  # fmt: skip
    play(table, line.replace("t1-c", "sas-1"), "low-profile 1st", "low-profile 2nd", "end")
    assert table.state.alarm == 0


@pytest.mark.parametrize(
    "lines",
    [
        ["move 1st charruba"],
        ["detach 1st msus", "add t1-a", "go charruba"],
        ["observe t1-a agedabia 1"],
        ["scout 1st msus", "send t1-a charruba", "done"],
    ],
)
def test_a_patrol_that_has_moved_cannot_keep_a_low_profile(
    lines: list[str],
    position: Callable[..., Table],
    play: Callable[..., Table],
    why: Callable[[Table, str], str],
) -> None:
    """LRDG 6.1.7: not even if only scouts went out and are back."""
    dice = [] if lines[0].startswith("observe") else [1, 1]
    table = position(units="t1-a t1-b@msus", second="g1-a@jalo", ap=6, dice=dice)
    play(table, *lines)
    assert why(table, "low-profile 1st") == "6.1.7"
    assert why(table, "low-profile 2nd") == ""


def test_a_low_profile_needs_no_points(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG-A77; it takes those that are left (LRDG 6.1.7), and is chosen once."""
    table = position(*BOTH, units="t1-a@jalo", second="g1-a@jalo", ap={"1st": 0, "2nd": 4}, alarm=3)
    play(table, "low-profile 1st", "cache 2nd jalo", "low-profile 2nd")
    assert table.state.patrols["2nd"].ap == 0
    assert why(table, "low-profile 1st") == "6.1.7"
    assert play(table, "end").state.alarm == 2


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
    assert why(table, "assault msus") == "6.1.7"


@pytest.mark.parametrize(("watch", "kept"), [(Watch(6, 1), True), (Watch(6, 2), False)])
def test_a_watch_goes_on_in_low_profile_if_it_costs_nothing(
    watch: Watch, kept: bool, position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG-A54: a turn that must be paid for ends it, unless it is paid for first."""
    table = position(*BOTH, units="t1-a@msus", ap=2, turn=5, alarm=1, change={"t1-a": {"watch": watch}})
    play(table, "low-profile 1st", "end")
    assert table.state.alarm == 0
    assert (table.state.units["t1-a"].watch is not None) == kept
    if not kept:
        paid = position(*BOTH, units="t1-a@msus", ap=2, turn=5, change={"t1-a": {"watch": watch}})
        play(paid, "keep-observing t1-a", "low-profile 1st", "end")
        assert paid.state.units["t1-a"].watch


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
    play(table, "assault msus")
    assert table.state.battle is not None
    assert table.state.alarm == 4
    table.state.targets["msus"].left = 0
    gone = position(**written, targets={"msus": table.state.targets["msus"]})
    assert why(gone, "assault msus") == "LRDG-A12"


def test_an_observer_does_not_attack_without_others(
    position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG 6.1.3; with others it fights along."""
    watch = {"t1-a": {"watch": Watch(6, 1)}}
    written: dict[str, Any] = {"targets": {"msus": 1}, "change": watch, "turn": 5}
    assert why(position(units="t1-a@msus", **written), "assault msus") == "6.1.3"
    assert why(position(units="t1-a t1-b@msus", **written), "assault msus") == ""


def test_a_unit_that_cannot_go_on_may_be_abandoned(
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    why: Callable[[Table, str], str],
) -> None:
    """It is destroyed, for 0 points (LRDG-A3); nobody is given up at a base."""
    back = {"g1-a": {"out": True}}
    table = position(units="t1-a t1-b@jalo g1-a@siwa", mco={"t1-a": [4, 4]}, change=back)
    assert why(table, "abandon g1-a") == "LRDG-A3"
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
        ("barca", "t1-a@siwa t1-b@kufra", False),
        ("slonta", "t1-a@siwa", True),
        ("slonta", "t1-a@kufra", False),
        ("barca", "t1-a@siwa t1-b@siwa-track", False),
    ],
)
def test_the_mission_is_over_when_the_last_unit_has_returned(
    name: str, units: str, over: bool, position: Callable[..., Table]
) -> None:
    """LRDG 5.4: to a base where it may end, before the Axis reacts (LRDG 5)."""
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


@pytest.mark.parametrize(
    ("units", "second"), [("t1-a@siwa-track t1-b@siwa", ""), ("t1-a@siwa-track", "g1-a@siwa")]
)
def test_a_unit_that_never_left_has_not_returned(
    units: str, second: str, position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 5.4: "the last unit of the last patrol" is still to come (LRDG-A59)."""
    table = play(position(units=units, second=second, ap=1), "move 1st siwa")
    assert not table.state.over
    assert "send the rest" in table.decision.ask(table)
    assert "no unit is away, so none is lost" in table.decision.describe(table, GiveUp())
    play(table, "give-up")
    assert "no unit is away" in table.decision.ask(table)
    assert play(table, "yes").state.over


def test_patrols_may_raid_one_after_the_other(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 5.4: the mission ends with the return of the last patrol, not of the first."""
    written: dict[str, Any] = {"units": "t1-a@siwa-track", "second": "g1-a@siwa", "name": "slonta"}
    table = play(position(**written, ap=5, dice=[1]), "move 1st siwa", "move 2nd siwa-track")
    assert not table.state.over
    assert play(table, "move 2nd siwa").state.over


END = "These are the last units to return, so the mission ends. Go?"


@pytest.mark.parametrize(
    ("lines", "last"),
    [([], "move 1st siwa siwa-track"), (["detach 1st siwa-track", "add t1-a", "add t1-b"], "go siwa")],
)
def test_the_prompt_asks_before_an_order_that_ends_the_mission(
    lines: list[str], last: str, position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 5.4: when the last unit of the last patrol returns; not while another is to come."""
    written: dict[str, Any] = {"units": "t1-a t1-b@siwa-track", "ap": 9}
    for second, out, asked in [
        ("g1-a@siwa", True, END), ("g1-a@siwa", False, ""), ("g1-a@jalo", True, "")
    ]:  # fmt: skip
        table = play(position(**written, second=second, change={"g1-a": {"out": out}}), *lines)
        action = table.read(last)
        assert table.decision.confirm(table, action) == asked
        assert table.decision.describe(table, action).endswith("; the mission ends") == bool(asked)


def test_the_prompt_asks_too_when_it_is_asked_which_stack_returns(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 5.4: the other one is back already, at Kufra."""
    table = position(units="t1-a@siwa-track t1-b@kufra", ap=9, change={"t1-b": {"out": True}})
    assert table.decision.confirm(table, table.read("move 1st siwa")) == ""
    play(table, "move 1st siwa")
    asked = [table.decision.confirm(table, table.read(f"at {zone}")) for zone in ("siwa-track", "kufra")]
    assert asked == [END, ""]


def test_the_prompt_says_that_the_last_turn_ends_the_mission(position: Callable[..., Table]) -> None:
    """LRDG-A80."""
    for turn, asked in [(39, ""), (40, "Turn 40 is the last, so the mission ends. End the turn?")]:
        table = position(units="t1-a@jalo", turn=turn)
        assert table.decision.confirm(table, table.read("end")) == asked


def test_coming_home_ends_it_at_once(
    position: Callable[..., Table], play: Callable[..., Table], after: object
) -> None:
    """Also for patrols that have points left (LRDG-A59); an observer's report comes before."""
    written: dict[str, Any] = {"units": "t1-a@siwa-track", "second": "g1-a@siwa"}
    table = position(*BOTH, **written, ap=2, alarm=2, change={"g1-a": {"out": True}})
    play(table, "move 1st siwa")
    assert table.state.over
    assert table.decision == after
    seen = {"t1-a": {"reports": ["jaghbub"]}, "g1-a": {"out": True}}
    table = position(**written, ap=1, change=seen)
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
    """LRDG-A3; and the question says when the mission ends with it (LRDG 5.4)."""
    table = position(units="t1-a t1-b@jalo")
    play(table, "abandon t1-a")
    assert table.decision.ask(table) == "Abandon T1/A? The unit is destroyed: -2 VP."
    assert play(table, "no").state.units["t1-a"].steps == 2
    play(table, "abandon t1-a", "yes", "abandon t1-b")
    assert (
        table.decision.ask(table) == "Abandon T1/B? The unit is destroyed: -2 VP, and the mission ends."
    )
