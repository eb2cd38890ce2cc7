"""LRDG 5, the sequence of a turn, and the end of a mission."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Event, Table
from sandtable_lrdg.events import (
    Abandoned,
    AlarmSet,
    IncidentRolled,
    PointsRolled,
    ReconFlew,
    TurnBegan,
    Watching,
)
from sandtable_lrdg.orders import Actions, EndOfActions
from sandtable_lrdg.sequence import Determination, EndTurn, Reactions, Turn
from sandtable_lrdg.state import Patrol, Target, Watch
from sandtable_lrdg.tables import TABLES, value_at
from sandtable_lrdg.zones import KINDS


def kinds(table: Table) -> list[type[Event]]:
    """The kinds of the events, in order, without those of tests and moves."""
    wanted = (TurnBegan, PointsRolled, IncidentRolled, Watching, ReconFlew, AlarmSet)
    return [type(event) for event in table.events or [] if isinstance(event, wanted)]


def test_a_turn_has_points_actions_and_reactions(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """In this order (LRDG 5): observations end (LRDG-A86), low profile before the Axis."""
    table = position(
        Turn(),
        units="sas-1@msus t1-a@jalo",
        turn=4,
        alarm=3,
        change={"sas-1": {"watch": Watch(5, 2, paid=True)}},
        trigger=["t1-a"],
        dice=[3, 1, 1, "agedabia", "msus", "msus", 1, 1, 3],
    )
    assert kinds(table) == [TurnBegan, PointsRolled]
    assert table.decision.title == "Actions of the LRDG"
    play(table, "low-profile 1st")
    assert table.state.alarm == 3
    play(table, "end")
    reacted = [AlarmSet, ReconFlew, ReconFlew]
    assert kinds(table)[2:] == [Watching, *reacted, TurnBegan, PointsRolled]
    assert (table.state.turn, table.state.alarm, table.state.recon) == (6, 2, "msus")


def test_a_fight_over_an_event_leaves_the_actions_to_the_patrols(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 5, LRDG 7.3.4: who leaves a combat in step 5.1 ends no step 5.2 (LRDG-A67)."""
    table = position(
        Turn(),
        units="t1-a@bir-hacheim",
        second="g1-a@jalo",
        turn=4,
        targets={"bir-hacheim": Target(2, 2, drawn=True)},
        axis={"bir-hacheim": "it-1"},
        guards="bir-hacheim",
        dice=[6, 3, 3, 3, 6, 6, 6, 6, 4],
    )
    play(table, "all", "aim t1-a target", "pull-back trigh-hacheim")
    assert table.decision.title == "Actions of the LRDG"
    assert table.state.patrols["2nd"].ap == 6


def test_the_turn_marker_goes_on_and_a_new_turn_starts_afresh(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """Who had to stay may move again, and last turn's points are gone (LRDG 5, LRDG 5.2)."""
    table = position(
        EndTurn(),
        units="t1-a@jalo",
        ap=8,
        turn=6,
        closed=True,
        patrols={"1st": {"immobile": True, "acted": True, "moved": True, "low": True}},
        change={"t1-a": {"arrived": True}},
        dice=[1],
    )
    patrol, unit = table.state.patrols["1st"], table.state.units["t1-a"]
    assert [event.turn for event in events_of(table, TurnBegan)] == [7]
    assert patrol == Patrol("1st", ap=3)
    assert (unit.arrived, table.state.closed) == (False, False)


@pytest.mark.parametrize(("turn", "over"), [(39, False), (40, True), (41, True)])
def test_a_mission_lasts_forty_turns(
    turn: int, over: bool, position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """Then it has been given up, and who is not home is lost (LRDG-A80)."""
    table = position(
        EndTurn(), units="t1-a@jalo hq-1@kufra", turn=turn, dice=[] if over else [1], alarm=4
    )
    assert (table.outcome is not None) == over
    assert table.state.units["t1-a"].steps == (0 if over else 2)
    assert table.state.units["hq-1"].steps == 2
    assert [event.units for event in events_of(table, Abandoned)] == [("t1-a",)] * over


def test_a_mission_that_is_over_is_counted_at_once(position: Callable[..., Table]) -> None:
    """LRDG 5: no reaction of the Axis, no further turn (LRDG-A59)."""
    table = position(Reactions(), EndTurn(), units="t1-a@siwa", turn=3, alarm=2, over=True)
    assert table.outcome is not None
    assert (table.state.turn, table.state.recon) == (3, "")


@pytest.mark.parametrize(("turn", "points"), [(11, 14 + 6 + 6), (12, 14 + 6), (13, 14 + 6)])
def test_a_return_before_the_historical_turn_scores_speed(
    turn: int, points: int, position: Callable[..., Table]
) -> None:
    """The turn of the last return counts (LRDG-A49): Barca's 12, in half points (LRDG 5.4)."""
    gone = {"barca": Target(4, 0)}
    back = {"t1-a": {"out": True}}
    table = position(EndTurn(), units="t1-a@siwa", change=back, turn=turn, over=True, targets=gone)
    assert table.outcome is not None
    assert table.outcome.returns == {"lrdg": points}


def test_it_is_over_too_when_nobody_is_left(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 5: the last unit is lost."""
    table = play(
        position(Actions(), EndOfActions(), EndTurn(), units="t1-a@jalo"), "abandon t1-a", "yes"
    )
    assert table.outcome is not None


def test_the_last_unit_may_fall_in_the_reactions(position: Callable[..., Table]) -> None:
    """Then the turn's end finds nobody (LRDG 5)."""
    lost = {"t1-a": {"zone": "", "steps": 0, "out": True}}
    table = position(EndTurn(), units="t1-a@jalo", change=lost, turn=5)
    assert table.outcome is not None


def test_a_patrol_in_reserve_rolls_nothing(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """Until it leaves (LRDG-A78)."""
    table = position(
        Determination(),
        units="t1-a@jalo",
        second="g1-a@kufra",
        patrols={"2nd": {"reserve": True}},
        dice=[3],
    )
    assert [event.patrol for event in events_of(table, PointsRolled)] == ["1st"]


def test_zones_shared_at_the_turns_start_are_remembered(
    position: Callable[..., Table],
) -> None:
    """Face-up units and the LRDG (LRDG-A63), for the contact tests of the turn's end."""
    table = position(
        Turn(),
        units="t1-a@jalo t1-b@msus g1-a@charruba",
        axis={"jalo": "it-1", "mechili": "it-2"},
        face_down="msus",
        dice=[1],
    )
    assert table.state.shared == ["jalo"]


def test_the_tables_leave_nothing_out() -> None:
    """Every kind of zone, every total of three dice, every face, every number of units (LRDG 2)."""
    terrain = KINDS - {"coast", "fortress"}
    assert set(TABLES.discretion.dice) == set(TABLES.event.drm) == terrain
    bounds = [result.to for result in TABLES.event.results]
    assert bounds == sorted(set(bounds))
    assert bounds[-1] >= 18 + 4
    assert len(TABLES.bombs.number) == 6
    sizes = range(1, 37)
    assert [value_at(TABLES.action_points.dice, size) for size in sizes] == [1] * 3 + [2] * 5 + [3] * 28
    assert [value_at(TABLES.discretion.units, size) for size in sizes] == (
        [0] * 3 + [1] * 3 + [2] * 2 + [3] * 28
    )
    assert value_at(TABLES.discretion.units, 0) == 0


def test_units_reach_their_zone_from_the_boxes_of_the_map(position: Callable[..., Table]) -> None:
    """What stands nowhere takes part in nothing (LRDG 3.3.2, LRDG 3.3.3)."""
    table = position(units="t1-a@jalo")
    assert [unit.id for unit in table.state.force] == ["t1-a"]
    assert table.state.stacks() == [("1st", "jalo")]
