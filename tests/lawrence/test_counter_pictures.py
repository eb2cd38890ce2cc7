"""The pictures of counters: all that is on the map stands where it is, and a battle's lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from games import SAVES, counters, pictures

from sandtable import Table
from sandtable.record.replay import Replay
from sandtable_lawrence.line_up import LiningUp
from sandtable_lawrence.roster import NAMES, UNITS, is_leader
from sandtable_lawrence.state import SEAT, LawrenceState

Positions = Callable[..., Table]


def uncarried(state: LawrenceState) -> dict[str, str]:
    """Where everything on the map lies, by the key of its counter."""
    places_of = {unit.id: unit.space for unit in state.units.values() if unit.space}
    for kind, places in (
        ("garrison", state.garrisons),
        ("break", state.breaks),
        ("stores", state.stores),
    ):
        places_of |= {f"{kind}-{space}": space for space in places}
    return places_of


@pytest.mark.parametrize("name", ["lawrence-campaign", "lawrence-hejaz-railroad"])
def test_everything_on_the_map_stands_where_it_is(name: str) -> None:
    """LOA 30, LOA-C6: in every position of a recorded game; in a battle also its two lines."""
    run = Replay(SAVES / f"{name}.jsonl")
    fights = 0
    for _ in run.steps():
        table = run.session.table
        state = table.state
        assert {key: counter.at for key, counter in counters(table).items()} == uncarried(state)
        assert set(pictures(table)) == ({"map", "battle"} if state.battle else {"map"})
        if fight := state.battle:
            fights += 1
            line = {id: f"arabs-{n}" for n, id in enumerate(fight.arabs, 1)}
            line |= {foe.id: f"ottomans-{n}" for n, foe in enumerate(fight.foes, 1)}
            assert {key: counter.at for key, counter in counters(table, "battle").items()} == line
    assert fights


def test_garrisons_show_their_number_or_that_nobody_knows_it(position: Positions) -> None:
    """LOA 32, LOA-R3: a question mark while it is face down."""
    table = position(units="harb@maan", garrisons={"wejh": 2, "medina": None})
    shown = counters(table)
    assert shown["garrison-wejh"].figure == "2"
    assert shown["garrison-medina"].figure == "?"
    assert shown["garrison-medina"].about == "Garrison at Medina: face down"


def test_units_show_strength_movement_and_gear(position: Positions) -> None:
    """LOA 29, LOA 35: with a + for leaders; gear by its letter, also where it lies."""
    table = position(
        units="lawrence+aeroplane harb+demolition+demolition mercenaries@maan camp@azrak",
        stores={"bair": "machineguns"},
    )
    shown = counters(table)
    texts = {key: (*counter.text, counter.figure) for key, counter in shown.items()}
    assert texts["lawrence"] == ("Lawrence", "2+5 A")
    assert texts["harb"] == ("Harb", "1-3 DD")
    assert texts["mercenaries"] == ("Mercs", "3-4")
    assert texts["camp"] == ("Feisal's Camp", "")
    assert texts["stores-bair"] == ("Gear", "M")
    assert shown["harb"].about == "Harb 1-3 [Demolition x2]"


@pytest.mark.parametrize("unit", UNITS)
def test_leaders_have_a_tone_of_their_own(unit: str, position: Positions) -> None:
    """LOA 29: gold, like the Camp, and all others not."""
    table = position(units=f"{unit}@maan")
    tone = counters(table)[unit].tone
    assert (tone == "gold") == (is_leader(unit) or unit == "camp")


@pytest.mark.parametrize("unit", UNITS)
def test_a_counter_shows_any_unit_in_short_lines(unit: str, position: Positions) -> None:
    """LOA 29: a name and a worth; their meaning is written in full."""
    table = position(units=f"{unit}@maan")
    counter = counters(table)[unit]
    assert max(map(len, " ".join(counter.text).split())) <= 9
    assert len(counter.figure) <= 9
    assert counters(table)[unit].about.startswith(NAMES[unit])


def test_those_that_have_fired_are_faint_in_a_battle(position: Positions) -> None:
    """LOA-C6, LOA 29, LOA-R21: Elite counters have a +."""
    table = position(
        LiningUp(seat=SEAT), units="harb auda@maan", force="auda harb",
        battle={"foes": "pasha oef-2 oef-2", "fired": ["harb"], "garrison": 2},
    )  # fmt: skip
    table.state.fight.foes[1].fired = True
    table.refresh()
    shown = counters(table, "battle")
    assert {key for key, counter in shown.items() if counter.faint} == {
        "harb",
        table.state.fight.foes[1].id,
    }
    assert (*shown["pasha"].text, shown["pasha"].figure) == ("Pasha", "3+")
    assert (*shown["oef-2-b"].text, shown["oef-2-b"].figure) == ("OEF 2b", "2")
    assert pictures(table)["battle"].title == "Battle at Maan, Garrison 2"


def test_the_time_shows_ops_or_the_battle_and_in_a_campaign_the_mission(position: Positions) -> None:
    """LOA 28, LOA-R2."""
    table = position(units="harb@maan", ops=3)
    assert table.game.turn(table.view(SEAT)) == "Ops 3"
    campaign = position(
        LiningUp(seat=SEAT), units="harb@maan", force="harb", battle={"foes": "oef-2"}, name="campaign"
    )
    assert campaign.game.turn(campaign.view(SEAT)) == "Mission 1, battle at Maan"
