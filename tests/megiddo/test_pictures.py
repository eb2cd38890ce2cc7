"""How a position looks in text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Table
from sandtable_megiddo.state import Side

Positions = Callable[..., Table]
Sides = Callable[..., Side]


def board(table: Table, seat: str | None, width: int = 80) -> str:
    return "\n".join(table.game.board(table.view(seat), width))


def test_the_status_tells_round_and_points(position: Positions, side: Sides) -> None:
    """MEG victory: each score with what wins."""
    table = position(british=side(score=2), turkish=side(score=1, high=3))
    line = table.game.status(table.view("british"))
    assert line == "Round 1. Victory points: British 2/5, Turkish 1/3."


def test_the_board_hides_what_is_face_down(position: Positions, side: Sides) -> None:
    """MEG-R18, MEG-R22: the other side's hand, discards and Order of Battle."""
    sides = {
        "british": side(hand="lawrence", aside="forage", battle="engineer"),
        "turkish": side(hand="kemal", aside="rail-cuts", battle="towns"),
    }
    shown = board(position(**sides, revealed=False), "turkish")
    assert "Order of Battle: face down" in shown
    assert all(name not in shown for name in ("Lawrence", "Forage", "Engineer"))
    for line in ("Turkish hand: Kemal", "Turkish discards: Rail Cuts", " T 1  Towns", "in hand 3"):
        assert line in shown


def test_the_board_tells_what_has_become_of_cards(position: Positions, side: Sides) -> None:
    """MEG-R15, MEG-R2: equal cards are counted."""
    british = side(
        battle="disrupted-roads roads roads british-artillery", draw="forage", casualties="engineer"
    )
    british.battle[0].acted = True
    shown = board(position(british=british), "turkish")
    assert " S 1  Roads x2" in shown
    assert " S 1  Roads (disrupted)" in shown
    assert " A 4  British Artillery (has acted)" in shown
    assert "draw pile 1, reserve 0, lost 1" in shown


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_board_keeps_to_its_width(width: int, position: Positions, side: Sides) -> None:
    """MEG cards: however long the names."""
    long = "new-zealand-mounted-division australian-mounted-division naval-bombardment "
    battle = long + "disrupted-new-zealand-mounted-division"
    sides = {seat: side(hand=long * 3, battle=battle) for seat in ("british", "turkish")}
    table = position(**sides)
    assert all(len(line) <= width for line in board(table, None, width).splitlines())


def test_tracks_are_what_all_may_know(position: Positions, side: Sides) -> None:
    """MEG-R18, MEG victory: points and casualties."""
    table = position(british=side(score=1, hand="roads"), turkish=side(high=3, casualties="towns kemal"))
    expected = {"british-victory-points": 1, "turkish-victory-points": 0}
    expected |= {"british-casualties": 0, "turkish-casualties": 2}
    for seat in ("british", "turkish", None):
        assert table.game.tracks(table, seat) == expected
