"""LOA-C11, LOA 28: a mission is won or lost, and the moment when that is tested (LOA-R30)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from sandtable import Scenario, SeededDice, Table
from sandtable_lawrence.campaign import MissionEnds
from sandtable_lawrence.events import CardDrawn, OpsChanged
from sandtable_lawrence.mission import mission
from sandtable_lawrence.mission_events import MissionOver
from sandtable_lawrence.operation import NextOperation
from sandtable_lawrence.state import SEAT, LawrenceState
from sandtable_lawrence.victory import OperationEnds, VictoryTest

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Words = Callable[..., list[str]]
EventsOf = Callable[..., list]


def won(position: Positions, name: str, **written: Any) -> bool:
    """Whether a position wins its mission."""
    verdict = position(VictoryTest(), name=name, **written).state.verdict
    assert verdict in ("", "won")
    return bool(verdict)


# The missions (LOA-C11).


@pytest.mark.parametrize(
    ("units", "garrisons", "wins"),
    [
        ("harb@aqaba", "maan tabuk medina", True),
        ("auda@aqaba", "", True),
        ("lawrence@aqaba", "", True),
        ("camp lawrence@yenbo", "", False),
        ("lawrence@yenbo camp@aqaba", "", False),
        ("harb@aqaba", "wejh", False),
        ("harb@aqaba", "aqaba", False),
        ("harb@wejh", "", False),
    ],
)
def test_aqaba_is_won_with_both_ports(
    units: str, garrisons: str, wins: bool, position: Positions
) -> None:
    """LOA-C11, LOA-R27, LOA 28: no Garrison in Wejh and Aqaba, a unit in Aqaba; a leader counts, the
    Camp does not.
    """
    assert won(position, "aqaba", units=units, garrisons=garrisons) == wins


LINE = ("maan", "mudawwara", "tabuk", "madain-salih", "hedia", "medina")


def test_the_railroad_is_cut_in_three_places(position: Positions) -> None:
    """LOA-C11, LOA 28: any three from Maan to Medina; Garrisons and units do not matter."""
    for number in range(5):
        for some in combinations(LINE, number):
            breaks = {"breaks": " ".join(some), "garrisons": "mudawwara", "units": "lawrence@aqaba"}
            assert won(position, "hejaz-railroad", **breaks) == (number >= 3)
    assert not won(position, "hejaz-railroad", units="lawrence@aqaba", breaks="maan hedia deraa amman")


CITIES = ("gaza", "beersheba", "jerusalem")


def test_gaza_asks_for_a_break_and_two_of_three_cities(position: Positions) -> None:
    """LOA-C11, LOA 28: a break in Deraa or Amman; Garrisons there do not matter."""
    for number in range(4):
        for held in combinations(CITIES, number):
            for breaks in ("", "deraa", "amman", "deraa amman", "maan damascus"):
                garrisons = " ".join([*held, "deraa", "amman"])
                wins = number <= 1 and any(city in breaks for city in ("deraa", "amman"))
                written = {"units": "lawrence@aqaba", "breaks": breaks, "garrisons": garrisons}
                assert won(position, "gaza-offensive", **written) == wins


@pytest.mark.parametrize(
    ("units", "garrisons", "wins"),
    [
        ("lawrence harb@damascus", "maan medina", True),
        ("auda harb@damascus lawrence@yenbo", "", True),
        ("lawrence auda@damascus", "", True),
        ("lawrence@damascus harb@deraa", "", False),
        ("lawrence camp@damascus", "", False),
        ("harb billi@damascus lawrence@yenbo", "", False),
        ("lawrence harb@damascus", "deraa", False),
        ("lawrence harb@damascus", "amman", False),
        ("lawrence harb@damascus", "damascus", False),
    ],
)
def test_damascus_asks_for_a_leader_with_somebody(
    units: str, garrisons: str, wins: bool, position: Positions
) -> None:
    """LOA-C11, LOA-R27: two leaders will do; the Camp is nobody; three Garrisons must be gone."""
    assert won(position, "damascus", units=units, garrisons=garrisons) == wins


# The moment of the test (LOA-R30).

THERE: dict[str, Any] = {"units": "lawrence harb@aqaba", "force": "lawrence harb", "garrisons": "medina"}
"""A position in which Aqaba is won as soon as it is tested."""


@pytest.mark.parametrize("ops", [1, 3])
def test_victory_is_tested_at_the_end_of_an_operation(
    ops: int, position: Positions, play: Plays
) -> None:
    """LOA-R30, LOA-C2: not before its card; the last Op is time enough."""
    table = position(**THERE, ops=ops, cards="gold-sovereigns", dice=["gold-sovereigns"])
    assert table.state.verdict == ""
    play(table, "stay")
    assert (table.state.verdict, table.state.ops, table.state.pounds) == ("won", ops - 1, 2)
    assert table.state.operation is None


def test_without_ops_a_mission_is_lost(position: Positions, play: Plays, events_of: EventsOf) -> None:
    """LOA-R30, LOA 28, LOA-C11: looked at after victory."""
    table = position(
        *(OperationEnds(), NextOperation(), MissionEnds()), units="lawrence harb@yenbo",
        force="lawrence", garrisons="aqaba", ops=0,
    )  # fmt: skip
    assert events_of(table, MissionOver) == [MissionOver("Aqaba!", False, "no Ops are left")]
    assert (table.outcome.name, table.outcome.returns) == ("lost", {SEAT: 0})
    won = position(*(OperationEnds(), NextOperation(), MissionEnds()), **THERE, ops=0)
    assert (won.outcome.name, won.outcome.returns) == ("won", {SEAT: 1})
    assert events_of(won, MissionOver) == [MissionOver("Aqaba!", True, "all goals are met")]


def test_with_ops_left_the_next_operation_comes(position: Positions, after: object) -> None:
    """LOA 28, LOA-C2: one Op is enough."""
    table = position(
        *(OperationEnds(), NextOperation()), units="lawrence@yenbo harb@jidda", force="harb", ops=1,
        garrisons="aqaba",
    )  # fmt: skip
    assert table.decision != after
    assert (table.state.verdict, table.state.operation) == ("", None)


@pytest.mark.parametrize(("number", "wins"), [(0, True), (1, False)])
def test_a_garrison_revealed_by_spies_may_win_at_once(
    number: int, wins: bool, position: Positions, play: Plays
) -> None:
    """LOA-R30, LOA-C8, LOA 32: a 0 in Wejh is gone outside any Operation."""
    table = position(
        units="lawrence@muweilah harb@aqaba", held="spies-in-the-souk", garrisons="wejh medina",
        dice=[number],
    )  # fmt: skip
    play(table, "play spies-in-the-souk wejh")
    assert table.state.verdict == ("won" if wins else "")


@pytest.mark.parametrize(("numbers", "wins"), [([0], True), ([2], False), ([0, 2], False)])
def test_a_garrison_revealed_by_an_appeal_may_win_at_once(
    numbers: list[int], wins: bool, position: Positions, play: Plays
) -> None:
    """LOA-R30, LOA 34.4: Wejh alone, or Wejh and Aqaba, of which one is left."""
    spaces = ["wejh", "aqaba"][: len(numbers)]
    table = position(
        units="lawrence@cairo harb@aqaba", garrisons=" ".join(spaces), dice=[1, *numbers], ops=2
    )
    play(table, "appeal", "take intelligence-bureau", *(f"reveal {space}" for space in spaces))
    assert (table.state.verdict == "won") == wins


def test_the_last_appeal_may_win_when_no_op_is_left(
    position: Positions, play: Plays, words: Words
) -> None:
    """LOA-R30, LOA-R7: it needs none; who does not make it has lost."""
    written: dict[str, Any] = {"units": "lawrence@cairo harb@aqaba", "garrisons": "wejh", "ops": 0}
    table = position(**written, dice=[1, 0])
    assert words(table) == ["appeal", "done"]
    play(table, "appeal", "take intelligence-bureau", "reveal wejh")
    assert table.state.verdict == "won"
    assert play(position(**written), "done").state.verdict == "lost"


def test_a_verdict_is_not_changed_by_what_comes_later(position: Positions) -> None:
    """LOA-R30, LOA 34: Lawrence is lost, though all goals are met."""
    table = position(VictoryTest(), **THERE, verdict="lost")
    assert table.state.verdict == "lost"


@pytest.mark.parametrize(
    ("garrisons", "met"),
    [
        ("maan", {"Garrisons gone from Wejh, Aqaba": 2}),
        ("maan wejh", {"Garrisons gone from Wejh, Aqaba": 1}),
        ("maan wejh aqaba", {}),
    ],
)
def test_the_end_tells_how_far_each_goal_is_met(
    position: Positions, garrisons: str, met: dict[str, int]
) -> None:
    """LOA-C11: the points of a mission are its goals, not what happened when one was met."""
    table = position(units="lawrence@cairo", garrisons=garrisons)
    reasons = table.game.score_reasons(table, SEAT)["goals-met"]
    assert reasons == met
    assert sum(reasons.values()) == table.game.tracks(table, SEAT)["goals-met"]


def test_a_mission_alone_ends_the_game_with_its_figures(position: Positions) -> None:
    """LOA 28, LOA-C11: the figures at the end."""
    table = position(
        MissionEnds(), units="lawrence@aqaba", verdict="won", ops=2, pounds=7, leadership=4,
        breaks="maan",
    )  # fmt: skip
    assert table.outcome.metrics == {
        "ops-left": 2, "pounds": 7, "leadership": 4, "breaks": 1, "missions-won": 1, "missions": 1,
    }  # fmt: skip


def test_a_game_can_be_played_from_its_set_up_to_its_end(plain: Callable[[str], Scenario]) -> None:
    """LOA 28: who only waits loses when the last card has come; every Op is an Operation."""
    events: list[Any] = []
    table = Table.new(plain("aqaba"), SeededDice(5), None, events)
    for _ in range(300):
        if table.outcome:
            break
        wanted = ("done", "stay", "rest", "wait", "fight")
        table.choose(
            next((option for option in table.options if str(option) in wanted), table.options[0])
        )
    assert table.outcome.name == "lost"
    drawn = [event for event in events if isinstance(event, CardDrawn)]
    assert len(drawn) == 5 + sum(event.by for event in events if isinstance(event, OpsChanged))


@pytest.mark.parametrize(("ended", "wins"), [("aqaba", True), ("wejh", False), ("", False)])
def test_the_last_operation_ends_in_aqaba(
    ended: str, wins: bool, scenario: Callable[[str], Scenario], written: Callable[..., LawrenceState]
) -> None:
    """LOA-R42, LOA 28: who took it early comes back, or stays there for an Operation."""
    state = written(units="harb@aqaba lawrence@wejh", garrisons="maan medina", ended=ended)
    assert all(goal.met(state) for goal in scenario("aqaba").data.goals) is wins


def test_by_an_option_the_ports_fall_in_any_order(position: Positions) -> None:
    """LOA-R42, LOA 28: "culminating with Aqaba" is then about the plan, not the last Operation."""
    for last in (True, False):
        table = position(units="harb@aqaba lawrence@wejh", real=True, house={"aqaba_last": last})
        assert all(goal.met(table.state) for goal in mission(table).goals) is not last


def test_where_an_operation_ended_is_remembered(position: Positions, play: Plays) -> None:
    """LOA-R42: a goal may ask for it."""
    table = position(units="harb@aqaba", force="harb", garrisons="medina", dice=["railway-guards"])
    assert play(table, "move rumm").state.ended == "rumm"
