"""LRDG 3.2, Recon OK: how they are won, held and spent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.combat_events import ReconOkSpent
from sandtable_lrdg.events import ReconOkWon
from sandtable_lrdg.recon_ok import payer, spend


@pytest.mark.parametrize(
    ("units", "held"),
    [
        ("sas-1@msus t1-a@jalo", 0),
        ("sas-1 t1-a@msus", 1),
        ("sas-1@msus", 1),
        ("sas-1@siwa t1-a@jalo", 1),
    ],
)
def test_when_the_patrol_hears_of_it(units: str, held: int, position: Callable[..., Table]) -> None:
    """With another unit of it there, if there is no other, or at a base (LRDG-A73)."""
    table = position(units=units, second="g1-a@msus", change={"sas-1": {"reports": ["msus"]}})
    assert table.state.patrols["1st"].recon_ok == ["msus"] * held
    assert table.state.units["sas-1"].reports == ["msus"] * (1 - held)


@pytest.mark.parametrize(
    ("held", "won", "then"),
    [
        (["", ""], "jalo", ["", "", "jalo"]),
        (["msus"], "jalo", ["jalo", "msus"]),
        (["", "", ""], "jalo", ["", "", ""]),
        (["", "", ""], "msus", ["", "", "msus"]),
        (["barca", "msus", "msus"], "msus", ["barca", "msus", "msus"]),
    ],
)
def test_a_patrol_holds_three_recon_ok(
    held: list[str],
    won: str,
    then: list[str],
    position: Callable[..., Table],
    events_of: Callable[..., list[Any]],
) -> None:
    """What is more is lost (LRDG 3.2, LRDG-A14), but a wanted one makes room (LRDG-A74)."""
    table = position(
        name="benghazi-road",
        units="sas-1 t1-a@jalo",
        patrols={"1st": {"recon_ok": held}},
        change={"sas-1": {"reports": [won]}},
        scouted=["jalo", "msus"],
    )
    assert table.state.patrols["1st"].recon_ok == then
    (event,) = events_of(table, ReconOkWon)
    assert (event.held, event.kept) == (len(then), then != held)


@pytest.mark.parametrize(
    ("first", "second", "payer_is"), [(1, 2, "2nd"), (2, 1, "1st"), (1, 1, "1st"), (0, 1, "2nd")]
)
def test_in_a_joint_fight_any_patrol_there_can_pay(
    first: int,
    second: int,
    payer_is: str,
    position: Callable[..., Table],
    events_of: Callable[..., list[Any]],
) -> None:
    """The one that has most (LRDG-A74); one elsewhere is no help."""
    held = {"1st": {"recon_ok": [""] * first}, "2nd": {"recon_ok": [""] * second}}
    table = position(
        units="t1-a@jalo",
        second="g1-a@jalo",
        third="y1-a@msus",
        patrols=held | {"3rd": {"recon_ok": ["", "", ""]}},
    )
    paying = payer(table.state, "jalo")
    assert paying
    assert paying.id == payer_is
    spend(table, paying, "for nothing")
    assert len(paying.recon_ok) == max(first, second) - 1
    assert [event.patrol for event in events_of(table, ReconOkSpent)] == [payer_is]
    assert payer(table.state, "mechili") is None


def test_those_that_count_by_themselves_are_spent_last(position: Callable[..., Table]) -> None:
    """LRDG-A74, LRDG 3.2: of Msus and Jalo the mission wants Msus."""
    held = {"1st": {"recon_ok": ["msus", "jalo", "msus"]}}
    table = position(name="benghazi-road", units="t1-a@jalo", patrols=held)
    patrol = table.state.patrols["1st"]
    spend(table, patrol, "for nothing")
    assert patrol.recon_ok == ["msus", "msus"]
    spend(table, patrol, "for nothing")
    assert patrol.recon_ok == ["msus"]
