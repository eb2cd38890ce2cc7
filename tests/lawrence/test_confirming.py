"""What is asked once more before it is given up for good."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import Done, SeededDice
from sandtable_lawrence.actions import Pay, Refuse
from sandtable_lawrence.escape import Ransom
from sandtable_lawrence.high_command import Choosing
from sandtable_lawrence.operation import Naming


def question(session: sandtable.Session) -> str:
    table = session.table
    return table.decision.confirm(table, Done())


def test_a_mission_that_begins_with_nothing_bought() -> None:
    """Units of the tribes are sold before a mission only (LOA-C3)."""
    session = sandtable.new("lawrence/aqaba", seed=5)
    pounds = session.scenario.data.pounds
    assert pounds > 1
    assert question(session) == f"You have bought nothing. Begin with {pounds} Pounds unspent?"
    session.choose("buy bedouin")
    assert question(session) == ""


def test_a_mission_that_an_appeal_might_save() -> None:
    """Without Ops the High Command is the last hope (LOA 34.4)."""
    session = sandtable.new("lawrence/aqaba", seed=5)
    session.choose("done")
    table = session.table
    table.state.ops, table.state.lawrence.space = 0, "cairo"
    again = sandtable.Table.at(table.scenario, table.state, [Naming(seat="lawrence")], SeededDice(1))
    assert again.decision.confirm(again, Done()) == (
        "The High Command could still help. Give up the mission?"
    )
    table.state.lawrence.space = "yenbo"
    again = sandtable.Table.at(table.scenario, table.state, [Naming(seat="lawrence")], SeededDice(1))
    assert again.decision.confirm(again, Done()) == ""


def test_a_second_result_of_the_high_command() -> None:
    """Allenby gives two different results (LOA 34.4)."""
    session = sandtable.new("lawrence/aqaba", seed=5)
    choosing = Choosing(seat="lawrence", left=1, taken=("money",))
    table = sandtable.Table.at(session.scenario, session.table.state, [choosing], SeededDice(1))
    assert table.decision.confirm(table, Done()) == "You may choose another result. Forgo it?"


@pytest.mark.parametrize(("scenario", "what"), [("aqaba", "mission"), ("campaign", "campaign")])
def test_a_ransom_for_lawrence_that_is_refused(scenario: str, what: str) -> None:
    """Without him all is lost (LOA 33, LOA 34); each option says what it costs (LOA-R26)."""
    session = sandtable.new(f"lawrence/{scenario}", seed=5)
    for leader, end in (("lawrence", ", and so is the mission"), ("auda", "")):
        ransom = Ransom(seat="lawrence", leader=leader, space="aqaba")
        table = sandtable.Table.at(session.scenario, session.table.state, [ransom], SeededDice(1))
        expected = f"Without Lawrence the {what} is lost. Refuse?" if end else ""
        assert [ransom.confirm(table, action) for action in (Pay(), Refuse())] == ["", expected]
        assert ransom.describe(table, Refuse()) == f"{leader.capitalize()} is lost{end}"
        assert ransom.describe(table, Pay()) == f"2 Pounds, and {leader.capitalize()} comes back"
        table.state.pounds = 1
        assert ransom.describe(table, Pay()) == f"Leadership -1, and {leader.capitalize()} comes back"
        table.state.pounds = 11
