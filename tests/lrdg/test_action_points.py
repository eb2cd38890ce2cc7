"""LRDG 5.1, Action points: the number that a patrol has in a turn."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.events import IncidentRolled, PointsRolled
from sandtable_lrdg.incidents import ActionPoints, EventZone
from sandtable_lrdg.sequence import Turn

SEVEN = "t1-a t1-b g1-a g1-b sas-1 sas-2 hq-1"

Law = Callable[..., dict[Any, Fraction]]


def test_a_small_patrol_without_a_six(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """The example of LRDG 5.1: 4 + 2 = 6 action points for three units, and no event."""
    table = position(ActionPoints("1st"), units="t1-a t1-b hq-1@jalo", dice=[4])
    assert table.state.patrols["1st"].ap == 6
    assert not events_of(table, IncidentRolled)


@pytest.mark.parametrize(
    ("faces", "lost", "points", "told"),
    [
        ((6, 3), 0, 11, "rolls 6 3, plus 2: 11 action points."),
        ((6, 3), 4, 7, "rolls 6 3, plus 2, less 4 for breakdowns: 7 action points."),
        ((1,), 3, 0, "rolls 1, plus 2, less 3 for breakdowns: 0 action points."),
        ((1,), 4, 0, "rolls 1, plus 2, less 4 for breakdowns: 0 action points, the minimum."),
    ],
)
def test_the_roll_says_how_the_points_come_about(
    faces: tuple[int, ...], lost: int, points: int, told: str
) -> None:
    """LRDG 5.1, LRDG-A3: dice, 2 more, less the markers, and no fewer than 0."""
    assert PointsRolled("1st", faces, lost, points).text == f"The 1st patrol {told}"


@pytest.mark.parametrize(
    ("units", "mean", "event"),
    [
        ("t1-a t1-b@jalo hq-1@msus", "11/2", "1/6"),
        (f"{SEVEN}@jalo g2-a@msus", "9", "11/36"),
        (f"{SEVEN} sas-3@jalo sas-4@msus", "25/2", "91/216"),
        ("t1-a t1-b g1-a@jalo hq-1@msus", "9", "11/36"),
        (f"{SEVEN}@jalo g2-a g2-b@msus", "25/2", "91/216"),
    ],
)
def test_the_dice_go_by_the_size_of_the_patrol(units: str, mean: str, event: str, law: Law) -> None:
    """1 to 3 units one die, to 8 two, from 9 three, detachments included (LRDG 5.1)."""

    def rolled(table: Table) -> tuple[int, bool]:
        return table.state.patrols["1st"].ap, isinstance(table.decision, EventZone)

    odds = law(rolled, ActionPoints("1st"), units=units)
    assert sum(ap * odd for (ap, _), odd in odds.items()) == Fraction(mean)
    assert sum(odd for (_, six), odd in odds.items() if six) == Fraction(event)


def test_destroyed_units_and_waco_do_not_count(law: Law) -> None:
    """Four units of which one is destroyed roll one die (LRDG 5.1)."""
    odds = law(
        lambda table: table.state.patrols["1st"].ap,
        ActionPoints("1st"),
        units="t1-a t1-b@jalo hq-1@msus",
        change={"g1-a": {"patrol": "1st", "steps": 0}},
        waco=True,
    )
    assert set(odds) == {3, 4, 5, 6, 7, 8}


@pytest.mark.parametrize(
    ("idle", "points"), [(True, 2 + 5 + 5), (False, 2 + 5)], ids=["counted", "not-counted"]
)
def test_units_that_wait_at_a_base_count(
    idle: bool, points: int, position: Callable[..., Table]
) -> None:
    """Literally so (LRDG-A50); the option idle_units_count is off when only travellers should."""
    table = position(
        ActionPoints("1st"),
        units="t1-a hq-1@jalo t1-b g1-a@siwa",
        house={"idle_units_count": idle},
        dice=[5] * (2 if idle else 1),
    )
    assert table.state.patrols["1st"].ap == points


def test_without_travellers_all_count_even_with_the_option(position: Callable[..., Table]) -> None:
    """On the first turn line_of_all is at the base (LRDG-A50)."""
    house = {"idle_units_count": False}
    table = position(ActionPoints("1st"), units="t1-a t1-b g1-a hq-1@siwa", house=house, dice=[1, 1])
    assert table.state.patrols["1st"].ap == 4


@pytest.mark.parametrize(
    ("floor", "markers", "points"),
    [(False, [2, 3], 1), (False, [4, 4], 0), (True, [4, 4], 3), (False, [0], 6)],
)
def test_markers_cost_points_every_turn(
    floor: bool, markers: list[int], points: int, position: Callable[..., Table]
) -> None:
    """All of them, on every turn, down to 0, or to 3 with the option (LRDG-A3)."""
    table = position(
        ActionPoints("1st"),
        ActionPoints("1st"),
        units="t1-a@jalo t1-b@msus",
        mco={"t1-b": markers},
        house={"ap_floor_3": floor},
        dice=[4, 4],
    )
    assert table.state.patrols["1st"].ap == points


def test_a_patrol_that_lost_all_its_units_rolls_nothing(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LRDG 5.1; and what was left from the turn before is gone (LRDG 5.2)."""
    lost = {"g1-a": {"zone": "", "steps": 0}}
    table = position(Turn(), units="t1-a@jalo", second="g1-a@jalo", change=lost, ap=7, dice=[1])
    assert [patrol.ap for patrol in table.state.patrols.values()] == [3, 0]
    table = position(Turn(), units="t1-a@jalo", ap=7, dice=[2], patrols={"1st": {"low": True}})
    assert [event.points for event in events_of(table, PointsRolled)] == [4]
    assert not table.state.patrols["1st"].low
