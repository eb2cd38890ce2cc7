"""LOA 35: who carries how much gear, how it changes hands, and what Machineguns do (LOA 35.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Table, number_of
from sandtable_lawrence.battle_events import Shot
from sandtable_lawrence.demolition import Sabotage
from sandtable_lawrence.fire import Round
from sandtable_lawrence.roster import LEADERS, UNITS, capacity
from sandtable_lawrence.state import LawrenceState


def test_the_gear_that_a_unit_can_carry() -> None:
    """LOA 35: a leader one piece, any other unit two."""
    assert {id: capacity(id) for id in UNITS} == {id: 1 if id in LEADERS else 2 for id in UNITS}


@pytest.mark.parametrize("unit", [id for id in UNITS if id != "camp"])
def test_a_unit_takes_gear_until_it_is_full(
    unit: str,
    position: Callable[..., Table],
    play: Callable[..., Table],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA 35: one or two are loaded, the next is neither loaded nor bought."""
    table = position(
        units=f"{unit}@aqaba", force=unit, stores={"aqaba": "demolition demolition demolition"}, pounds=5
    )
    most = capacity(unit)
    play(table, *[f"load {unit} demolition"] * most)
    refusal = (
        "35",
        f"{UNITS[unit].name} can carry only {number_of(most, 'piece')} of gear: drop one first",
    )
    assert why(table, f"load {unit} demolition") == refusal
    assert why(table, f"buy machineguns {unit}") == refusal
    play(table, f"drop {unit} demolition", f"buy machineguns {unit}")
    assert sorted(table.state.units[unit].gear) == ["demolition"] * (most - 1) + ["machineguns"]


def test_gear_is_laid_down_and_left_and_taken_up_by_another(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R14: it lies in the space while the force goes, and anybody there can load it."""
    table = position(
        units="lawrence harb+demolition@aqaba billi@maan",
        force="lawrence harb",
        dice=["railway-guards"],
    )
    play(
        table,
        "drop harb demolition",
        "load lawrence demolition",
        "drop lawrence demolition",
        "move rumm",
    )
    assert table.state.stores == {"aqaba": ["demolition"]}
    assert table.state.units["harb"].gear == []


def test_gear_of_units_that_stay_behind_can_be_taken(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R14: every unit of the space drops and loads, whether in the force or not."""
    table = position(units="lawrence harb+aeroplane@aqaba", force="lawrence")
    play(table, "drop harb aeroplane", "load lawrence aeroplane")
    assert table.state.lawrence.gear == ["aeroplane"]
    assert table.state.stores == {}


def test_gear_comes_along_with_its_carrier(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA 30.2, LOA 35: also into a staging area; what lies about stays."""
    table = position(
        units="lawrence+machineguns@aqaba",
        force="lawrence",
        stores={"aqaba": "demolition"},
        dice=["ambush"],
    )
    play(table, "sail suez")
    assert (table.state.lawrence.space, table.state.lawrence.gear) == ("suez", ["machineguns"])
    assert table.state.stores == {"aqaba": ["demolition"]}


@pytest.mark.parametrize("guns", [0, 1, 2])
def test_machineguns_add_one_each(guns: int, written: Callable[..., LawrenceState]) -> None:
    """LOA 35.2, LOA-R12: to the strength of whoever carries them."""
    state = written(units=f"harb{'+machineguns' * guns} billi@maan")
    assert (state.units["harb"].strength, state.units["billi"].strength) == (1 + guns, 1)


@pytest.mark.parametrize("gear", ["", "+machineguns", "+machineguns+machineguns", "+demolition"])
@pytest.mark.parametrize("face", range(1, 7))
def test_machineguns_hit_with_one_more(
    gear: str, face: int, position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA 35.2, LOA-R12: in a battle, with every face of the die; a charge does not help."""
    hits = face <= 1 + gear.count("machineguns")
    table = position(
        Round(),
        units=f"harb{gear} billi@maan",
        force="harb billi",
        battle={"foes": "pasha", "arabs": ["harb", "billi"]},
        dice=[face, *[6, 6] * (not hits)],
    )
    first, *others = events_of(table, Shot)
    assert (first.firer, first.hit) == ("harb", hits)
    assert not any(shot.hit for shot in others)


def test_the_gear_of_who_is_lost_can_be_bought_again(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA-R14, LOA-R16: in a battle; nothing lies about where it was."""
    table = position(
        Round(),
        units="harb+machineguns+demolition lawrence@maan",
        force="harb lawrence",
        battle={"foes": "pasha", "arabs": ["harb", "lawrence"], "edge": "ottomans", "turn": "ottomans"},
        dice=[1, 6],
    )
    shots = events_of(table, Shot)
    assert [(shot.target, shot.hit) for shot in shots] == [("harb", True), ("pasha", False)]
    state = table.state
    assert (state.units["harb"].lost, state.units["harb"].gear, state.stores) == (True, [], {})
    assert Counter(state.gear) == {"machineguns": 2, "demolition": 4, "aeroplane": 1}


def test_a_charge_that_is_spent_can_be_bought_again_by_an_option(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R14, LOA-C9, LOA-R40: whatever it did."""
    line = {"units": "harb+demolition billi+demolition@maan", "force": "harb billi"}
    line |= {"house": {"charges": "return"}}
    table = position(Sabotage(), **line, dice=[2, 3])
    play(table, "demolish harb")
    assert table.state.gear.count("demolition") == 3
    play(table, "demolish billi")
    assert (table.state.gear.count("demolition"), table.state.breaks) == (4, ["maan"])
