"""Questions before a player gives something up for good."""

from __future__ import annotations

import sandtable
from sandtable import Done, SeededDice
from sandtable_lrdg.preparation import Cancels


def test_points_that_are_not_spent() -> None:
    """The budget is for this mission alone (LRDG 4.1)."""
    session = sandtable.new("lrdg/el-alamein", seed=5)
    session.choose("buy hq-1 1st")
    table = session.table
    assert table.decision.confirm(table, Done()) == "Set out with 6 points unspent? They are lost."
    assert table.decision.confirm(table, table.options[0]) == ""


def test_counters_that_could_be_taken_away() -> None:
    """A special rule may take counters out of the pool (LRDG 8.5, LRDG-A33)."""
    session = sandtable.new("lrdg/el-alamein", seed=5)
    cancels = Cancels(seat="lrdg", number=2)
    table = sandtable.Table.at(session.scenario, session.table.state, [cancels], SeededDice(1))
    assert table.decision.confirm(table, Done()) == "Leave all these counters to the Axis?"
