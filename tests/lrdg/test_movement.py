"""LRDG 6.1.1, Movement: over one link at a time, at its price, with a test on entry."""

from __future__ import annotations

from collections.abc import Callable

from sandtable import Table


def test_tv4_seven_units_are_seen_at_jalo_and_one_point_is_left(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """The example of LRDG 6.1.1: two dice of 2 and 5, two added to each, so the 5 fails."""
    table = position(units="t1-a t1-b g1-a g1-b sas-1 sas-2 hq-1@sand-sea-west", ap=8, dice=[2, 5])
    play(table, "move 1st jalo")
    assert (table.state.patrols["1st"].ap, table.state.alarm) == (1, 1)
    assert {unit.zone for unit in table.state.force} == {"jalo"}
    assert table.decision.title == "Actions of the LRDG"
