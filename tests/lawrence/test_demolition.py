"""LOA 35.1, LOA-C9: charges on the Hejaz Railroad."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence.battle_events import BrokeOff, Escaped
from sandtable_lawrence.campaign import MissionEnds, MissionPlay
from sandtable_lawrence.demolition import Demolishing, Sabotage, charge_carriers
from sandtable_lawrence.events import ChargeSet
from sandtable_lawrence.mission import mission
from sandtable_lawrence.spaces import NAMES, is_rail
from sandtable_lawrence.state import LawrenceState, Record
from sandtable_tools.odds import distribution, outcomes

TWO = {"units": "harb+demolition billi+demolition@maan", "force": "harb billi"}


def test_the_results_of_a_charge(position: Callable[..., Table]) -> None:
    """LOA-C9, LOA-R40: blowup 1 in 6, no effect 1, a break 3, with loot 1; exactly."""
    table = position(Sabotage(), units="harb+demolition@maan", force="harb")

    def fate(end: Table[LawrenceState]) -> tuple[bool, bool, int, int]:
        state = end.state
        return state.units["harb"].lost, bool(state.breaks), state.pounds, state.gear.count("demolition")

    assert distribution(outcomes(table, table.read("demolish harb")), fate) == {
        (False, True, 0, 3): Fraction(3, 6),
        (True, False, 0, 3): Fraction(1, 6),
        (False, False, 0, 3): Fraction(1, 6),
        (False, True, 1, 3): Fraction(1, 6),
    }


def test_the_faces_of_the_die(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA-C9: which face does what."""
    results = []
    for face in range(1, 7):
        table = position(Sabotage(), units="harb+demolition@maan", force="harb", dice=[face])
        play(table, "demolish harb")
        results += [event.result for event in events_of(table, ChargeSet)]
    assert results == ["blowup", "no-effect", "succeeds", "succeeds", "succeeds", "loot"]


def test_only_in_a_rail_space(written: Callable[..., LawrenceState]) -> None:
    """LOA 35.1: on the line from Damascus to Medina, and nowhere else."""
    for space in NAMES:
        state = written(units=f"lawrence+demolition@{space}", force="lawrence")
        assert bool(charge_carriers(state)) is is_rail(space)


@pytest.mark.parametrize(
    "change",
    [
        {"breaks": "maan"},
        {"garrisons": {"maan": 2}},
        {"units": "harb billi+machineguns@maan"},
        {"units": "harb juheina+demolition@maan billi@aqaba", "force": "harb"},
    ],
)
def test_where_no_charge_is_set(
    change: dict[str, Any], position: Callable[..., Table], after: object
) -> None:
    """LOA 35.1: where the line is broken, a Garrison left, or nobody of the force has a charge."""
    assert position(Sabotage(), **TWO).decision == Demolishing(seat="lawrence")
    assert position(Sabotage(), **{**TWO, **change}).decision == after


def test_each_unit_rolls_once(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA 35.1: one die a unit, also for one that has two charges."""
    table = position(
        Sabotage(),
        units="harb+demolition+demolition billi+demolition juheina@maan",
        force="harb billi juheina",
        dice=[2, 2],
    )
    play(table, "demolish harb")
    assert table.state.units["harb"].gear == ["demolition"]
    assert why(table, "demolish harb") == (
        "35.1",
        "this unit has already set a charge in this Operation",
    )
    play(table, "demolish billi")
    assert (table.state.units["billi"].gear, table.state.breaks) == ([], [])


def test_a_broken_line_is_not_broken_again(
    position: Callable[..., Table], play: Callable[..., Table], after: object
) -> None:
    """LOA-C9, LOA 35.1: the other charge is kept."""
    table = position(Sabotage(), **TWO, dice=[3])
    play(table, "demolish harb")
    assert table.decision == after
    assert (table.state.breaks, table.state.units["billi"].gear) == (["maan"], ["demolition"])


def test_charges_may_be_kept(
    position: Callable[..., Table], play: Callable[..., Table], after: object
) -> None:
    """LOA 35.1: as many units as you like, or none."""
    table = play(position(Sabotage(), **TWO), "done")
    assert table.decision == after
    assert [unit.gear for unit in table.state.force] == [["demolition"], ["demolition"]]


def test_a_unit_that_is_blown_up_is_out_with_all_gear(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-C9, LOA-R14, LOA-R16: and the next unit can go on."""
    table = position(
        Sabotage(),
        units="harb+demolition+machineguns billi+demolition@maan",
        force="harb billi",
        dice=[1, 6],
    )
    play(table, "demolish harb", "demolish billi")
    state = table.state
    assert (state.units["harb"].lost, state.units["harb"].space, state.units["harb"].gear) == (
        True,
        "",
        [],
    )
    assert (state.gear.count("machineguns"), state.gear.count("demolition")) == (2, 2)
    assert (state.acting.force, state.breaks, state.pounds) == (["billi"], ["maan"], 1)


@pytest.mark.parametrize(("leader", "verdict"), [("auda", ""), ("lawrence", "lost")])
def test_a_leader_who_is_blown_up_does_not_escape(
    leader: str,
    verdict: str,
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    after: object,
) -> None:
    """LOA-R11, LOA 34: no escape roll; with Lawrence all is lost, and no other charge is set."""
    table = position(
        Sabotage(),
        units=f"{leader}+demolition harb+demolition@maan",
        force=f"{leader} harb",
        dice=[1],
    )
    play(table, f"demolish {leader}")
    state = table.state
    assert (state.units[leader].lost, state.verdict, events_of(table, Escaped)) == (True, verdict, [])
    assert (table.decision == after) is (leader == "lawrence")


def test_after_a_battle_won_the_line_is_free(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-C2, LOA 35.1: once the Garrison is beaten charges are set in the same Operation."""
    table = position(
        units="howeitat+demolition@aqaba",
        force="howeitat",
        garrisons="maan",
        dice=["gold-sovereigns", 1, "oef-1", 6, 1, 1, 3],
    )
    play(table, "move maan", "demolish howeitat")
    assert (table.state.garrisons, table.state.breaks) == ({}, ["maan"])


def test_after_breaking_off_no_charge_is_set(
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    after: object,
) -> None:
    """LOA-R13, LOA-C2: though the force got away to another Rail space."""
    table = position(
        units="harb+demolition@maan",
        force="harb",
        dice=["railway-guards", "oef-2", "oef-2", "oef-2", *(6, 1), *(6, 6, 6, 6), *(6, 1)],
    )
    play(table, "stay", "break-off amman")
    assert events_of(table, BrokeOff)[0].away
    assert (table.state.units["harb"].space, table.decision) == ("amman", after)


@pytest.mark.parametrize(("breaks", "met"), [("tabuk hedia", False), ("tabuk hedia maan", True)])
def test_breaks_of_earlier_missions_stay(breaks: str, met: bool, position: Callable[..., Table]) -> None:
    """LOA-R18, LOA 35.1: they count."""
    table = position(
        MissionPlay(),
        name="campaign",
        mission=1,
        records=[Record("lawrence/aqaba", won=True)],
        units="lawrence@yenbo camp@rumm",
        breaks=breaks,
    )
    state = table.state
    assert " ".join(state.breaks) == breaks
    assert [goal.met(state) for goal in mission(table).goals] == [met]


@pytest.mark.parametrize(
    ("face", "breaks", "spent"), [(1, [], 1), (2, [], 1), (3, ["hedia"], 0), (6, ["hedia"], 0)]
)
@pytest.mark.parametrize(("charges", "left"), [("spent", 3), ("return", 4)])
def test_a_charge_is_expended_regardless(
    charges: str,
    left: int,
    face: int,
    breaks: list[str],
    spent: int,
    position: Callable[..., Table],
    play: Callable[..., Table],
) -> None:
    """LOA 35.1, LOA-R40: "regardless, the Demolition is expended": it is an RR Break, or out."""
    table = position(
        Sabotage(),
        units="harb+demolition@hedia",
        force="harb",
        dice=[face],
        house={"charges": charges},
    )
    state = play(table, "demolish harb").state
    assert (state.breaks, state.gear.count("demolition")) == (breaks, left)
    assert len(state.spent) == (spent if charges == "spent" else 0)


def test_a_charge_for_no_goal_is_asked_about(position: Callable[..., Table]) -> None:
    """LOA-R40: it does not come back; by an option it does, and where a goal wants it, all is well."""
    line = {"units": "harb+demolition@maan", "force": "harb"}
    for name, house, asks in (
        ("gaza-offensive", {}, True),
        ("gaza-offensive", {"charges": "return"}, False),
        ("hejaz-railroad", {}, False),
    ):
        table = position(Sabotage(), name=name, house=house, **line)
        assert bool(table.decision.confirm(table, table.read("demolish harb"))) is asks
        assert table.decision.confirm(table, table.read("done")) == ""


def test_a_charge_that_broke_no_line_is_back_in_the_next_mission(position: Callable[..., Table]) -> None:
    """LOA-R40: those that did are on the line for good."""
    table = position(
        MissionEnds(),
        name="campaign",
        mission=1,
        records=[Record("lawrence/aqaba", won=True)],
        units="lawrence@yenbo camp@rumm",
        breaks="tabuk hedia",
        gear=[],
        spent=["demolition", "demolition"],
        verdict="won",
    )
    state = table.state
    assert (state.gear, state.spent) == (["demolition", "demolition"], [])
