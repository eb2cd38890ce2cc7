"""LRDG 3 and LRDG 3.1, the counters of the LRDG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from sandtable import Table
from sandtable_lrdg.hits import hit_unit
from sandtable_lrdg.roster import HQS, KIND_OF, NAMES, PATROLS, ROSTER, is_hq, is_truck, kind
from sandtable_lrdg.state import Unit, all_units


def test_the_stock_is_what_the_scenarios_need() -> None:
    """LRDG 3.1: 20 half teams, 4 SAS, and so on."""
    stock = {"team": 20, "sas": 4, "det": 2, "hq": 3, "light": 2, "heavy": 2}
    assert Counter(KIND_OF.values()) == stock | {"survey": 1, "signal": 1, "waco": 1}
    teams = {name[:2] for unit, name in NAMES.items() if KIND_OF[unit] == "team"}
    assert teams == {f"{letter}{number}" for letter in "TGRYS" for number in (1, 2)}


@pytest.mark.parametrize(
    ("name", "cost", "full", "reduced"),
    [
        ("team", 1, 3, 2),
        ("sas", 1, 3, 1),
        ("det", 1, 2, 1),
        ("hq", 2, 1, 1),
        ("light", 2, 1, 1),
        ("heavy", 3, 1, 1),
        ("survey", 3, 1, 1),
        ("signal", 3, 1, 1),
    ],
)
def test_costs_and_attack_values(name: str, cost: int, full: int, reduced: int) -> None:
    """LRDG 3.1 and LRDG 4.1; the command unit's value is that of the example (LRDG-A38)."""
    units = [unit for unit in KIND_OF if KIND_OF[unit] == name]
    assert {kind(unit).cost for unit in units} == {cost}
    assert {Unit(unit).av for unit in units} == {full}
    assert {Unit(unit, steps=1).av for unit in units} == {reduced}


def test_each_kind_of_unit_has_its_abilities() -> None:
    """Who carries a command unit, who never goes alone, who helps a reconnaissance (LRDG 3.1)."""
    assert {KIND_OF[unit] for unit in KIND_OF if kind(unit).combat} == {"team", "sas", "det"}
    assert {KIND_OF[unit] for unit in KIND_OF if is_truck(unit)} == {"light", "heavy"}
    assert {KIND_OF[unit] for unit in KIND_OF if kind(unit).scout} == {"survey", "signal"}
    assert {KIND_OF[unit] for unit in KIND_OF if is_hq(unit)} == {"hq"}
    assert ROSTER.kinds["waco"].cost == 3


def test_each_patrol_has_the_command_unit_of_its_number() -> None:
    """LRDG-A91, and there are three patrols (LRDG 3)."""
    assert list(HQS.items()) == list(zip(PATROLS, ("hq-1", "hq-2", "hq-3"), strict=True))
    assert PATROLS == ("1st", "2nd", "3rd")


@pytest.mark.parametrize(
    ("unit", "available"),
    [
        (Unit("t1-a"), True),
        (Unit("t1-a", steps=1), False),
        (Unit("t1-a", steps=0), False),
        (Unit("t1-a", box=True), False),
        (Unit("t1-a", mco=[0]), True),
    ],
)
def test_available_is_what_is_whole_and_not_in_the_box(unit: Unit, available: bool) -> None:
    """LRDG 3 and the maintenance box of LRDG 3.3.3."""
    assert unit.available is available


def test_a_counter_is_flipped_once_then_it_is_gone(position: Callable[..., Table]) -> None:
    """Reduced by the first hit, destroyed by the second, with all that lay on it (LRDG 3)."""
    table = position(
        units="t1-a@jalo hq-1@msus", mco={"t1-a": [2]}, change={"t1-a": {"reports": ["msus"]}}
    )
    unit = table.state.units["t1-a"]
    hit_unit(table, unit)
    assert (unit.steps, unit.zone, unit.mco, unit.reports) == (1, "jalo", [2], ["msus"])
    hit_unit(table, unit)
    assert (unit.steps, unit.zone, unit.mco, unit.reports) == (0, "", [], [])


def test_units_are_kept_in_the_order_of_their_kinds() -> None:
    """All are whole, at rest, and on no patrol when a game begins (LRDG 3)."""
    units = all_units()
    assert set(units) == set(KIND_OF)
    assert all(unit.available and not unit.zone and not unit.patrol for unit in units.values())


@pytest.mark.parametrize(
    ("truck", "loads"),
    [
        (Unit("light-a"), 1),
        (Unit("light-a", used=1, steps=1), 0),
        (Unit("light-a", steps=1), 0),
        (Unit("heavy-a"), 2),
        (Unit("heavy-a", used=1, steps=1), 1),
        (Unit("heavy-a", used=2, steps=1), 0),
        (Unit("heavy-a", steps=1), 0),
        (Unit("t1-a"), 0),
    ],
)
def test_the_loads_that_a_truck_has_left(truck: Unit, loads: int) -> None:
    """A Light gives once, a Heavy twice (LRDG-A76); fire takes the rest (LRDG-A19)."""
    assert truck.loads == loads
