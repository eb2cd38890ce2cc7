"""MEG victory: points, and Lawrence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Outcome, Table
from sandtable_megiddo.events import RoundBegan, Won
from sandtable_megiddo.infantry import Infantry
from sandtable_megiddo.state import Side
from sandtable_megiddo.victory import Victory

Positions = Callable[..., Table]
Sides = Callable[..., Side]
Tells = Callable[..., list]


def outcome(winner: str, loser: str, british: int, turkish: int) -> Outcome:
    points = {"british-victory-points": british, "turkish-victory-points": turkish}
    return Outcome(winner, {winner: 1, loser: -1}, points | {"rounds": 1})


@pytest.mark.parametrize(("british", "turkish"), [(5, 0), (5, 2)])
def test_the_british_win_with_five_points(
    british: int, turkish: int, position: Positions, side: Sides, events_of: Tells
) -> None:
    """MEG victory: the outcome names the winning seat."""
    table = position(Victory(), british=side(score=british), turkish=side(score=turkish, high=3))
    assert table.outcome == outcome("british", "turkish", british, turkish)
    assert events_of(table, Won) == [Won("british", "5 victory points")]
    verdict = f"The British win in round 1, with 5 victory points (Turkish {turkish}/3)"
    assert table.game.verdict(table) == verdict


@pytest.mark.parametrize(("british", "turkish"), [(0, 3), (4, 3)])
def test_the_turks_win_with_three_points(
    british: int, turkish: int, position: Positions, side: Sides, events_of: Tells
) -> None:
    """MEG victory."""
    table = position(Victory(), british=side(score=british), turkish=side(score=turkish, high=3))
    assert table.outcome == outcome("turkish", "british", british, turkish)
    assert events_of(table, Won) == [Won("turkish", "3 victory points")]
    assert table.options == ()


def test_with_fewer_points_the_next_round_begins(
    position: Positions, side: Sides, events_of: Tells
) -> None:
    """MEG victory, MEG round: 4 and 2 are not enough."""
    sides = {"british": side(score=4, hand="roads"), "turkish": side(score=2, high=3)}
    table = position(Victory(), **sides)
    assert table.outcome is None
    assert (table.state.round, table.decision.rule) == (2, "2")
    assert events_of(table, RoundBegan) == [RoundBegan(2)]


def test_when_lawrence_is_lost_the_british_lose(
    position: Positions, side: Sides, events_of: Tells
) -> None:
    """MEG victory, MEG-R9: at no victory points for the Turks."""
    table = position(Victory(), british=side(casualties="lawrence roads", score=4), turkish=side(high=3))
    assert table.outcome == outcome("turkish", "british", 4, 0)
    assert events_of(table, Won) == [Won("turkish", "Lawrence is lost")]


def test_lawrence_is_looked_at_before_points(position: Positions, side: Sides) -> None:
    """MEG-R19: even five British points do not help."""
    table = position(Victory(), british=side(casualties="lawrence", score=5), turkish=side(high=3))
    assert table.outcome == outcome("turkish", "british", 5, 0)


def test_lawrence_is_lost_in_a_battle_that_is_lost(position: Positions, side: Sides) -> None:
    """MEG-R9: as part of the Order of Battle, with or without a unit (MEG-R11)."""
    for battle in ("lawrence", "lawrence engineer"):
        table = position(
            Infantry(),
            Victory(),
            british=side(battle=battle, score=4),
            turkish="turkish-infantry turkish-infantry",
        )
        assert table.outcome == outcome("turkish", "british", 4, 1)


@pytest.mark.parametrize("place", ["reserve", "hand", "draw"])
def test_lawrence_elsewhere_is_safe(place: str, position: Positions, side: Sides) -> None:
    """MEG-R9: a battle lost without him loses a battle."""
    british = side(battle="engineer", **{place: "lawrence"})
    turkish = side(battle="turkish-infantry", high=3)
    table = position(
        Infantry(),
        Victory(),
        british=british,
        turkish=turkish,
        draws="lawrence " * (place != "hand") + "turkish-infantry",
    )
    assert (table.outcome, turkish.score.value) == (None, 1)


def test_the_point_that_wins_comes_from_a_battle(position: Positions, side: Sides) -> None:
    """MEG victory, MEG 8: the fifth and the third are counted when the battle is won."""
    table = position(Infantry(), Victory(), british=side(battle="engineer", score=4))
    assert table.outcome == outcome("british", "turkish", 5, 0)
    table = position(Infantry(), Victory(), turkish=side(battle="asienkorps", score=2, high=3))
    assert table.outcome == outcome("turkish", "british", 0, 3)
