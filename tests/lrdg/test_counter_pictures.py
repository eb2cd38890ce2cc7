"""The pictures of counters: everything on the map in its place, and the lines of a combat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from games import SAVES, counters, pictures

from sandtable import Table
from sandtable.record.replay import Replay
from sandtable_lrdg.counters import AXIS, Sort
from sandtable_lrdg.state import SEAT, Battle, LrdgState, Shot, Target

Positions = Callable[..., Table]


def lying(state: LrdgState) -> dict[str, str]:
    """The place of everything on the map, by the key of its counter."""
    zones = {unit.id: unit.zone for unit in state.force}
    zones |= {enemy.id: enemy.zone for enemy in state.axis}
    for kind, places in (("target", state.targets), ("cache", state.caches), ("scouted", state.scouted)):
        zones |= {f"{kind}-{zone}": zone for zone in places}
    return zones | ({"recon": state.recon} if state.recon else {})


@pytest.mark.parametrize("name", ["lrdg-bardia", "lrdg-slonta", "lrdg-benghazi-watch"])
def test_everything_on_the_map_stands_where_it_is(name: str) -> None:
    """LRDG 3.3, LRDG 3.3.2: in every position of a recorded game; in a combat also in its lines."""
    run = Replay(SAVES / f"{name}.jsonl")
    fights = 0
    for _ in run.steps():
        table = run.session.table
        state = table.state
        assert {key: counter.at for key, counter in counters(table).items()} == lying(state)
        assert set(pictures(table)) == ({"map", "battle"} if state.battle else {"map"})
        if state.battle:
            fights += 1
            assert {key: counter.at for key, counter in counters(table, "battle").items()} == lined_up(
                state
            )
    assert fights or name != "lrdg-bardia"


def lined_up(state: LrdgState) -> dict[str, str]:
    """The place of line_of_all in a combat: our whole side, and the enemy's units in line."""
    fight: Any = state.battle
    places = {unit.id: "reserve" for unit in state.at(fight.zone)}
    places |= {unit: f"lrdg-{n}" for n, place in enumerate(fight.contact, 1) for unit in place}
    places |= {enemy: f"axis-{n}" for n, front in enumerate(fight.line, 1) for enemy in front}
    if fight.raid and state.intact(fight.zone):
        places[f"target-{fight.zone}"] = "axis-1"
    return places


def test_a_face_down_counter_is_a_question_mark_with_its_known_facts(position: Positions) -> None:
    """LRDG-A90: the kind that a scenario names, and nothing else."""
    known = {"derna": Sort(), "barca": Sort("Italian", mobile=True)}
    table = position(units="t1-a@jalo", face_down=known)
    shown = {
        counter.at: (counter.text, counter.about)
        for counter in counters(table).values()
        if counter.key != "t1-a"
    }
    assert shown == {
        "derna": (("?",), "Axis face-down unit"),
        "barca": (("?",), "Axis face-down unit (Italian mobile)"),
    }


@pytest.mark.parametrize("kind", AXIS)
def test_a_face_up_counter_shows_nation_and_attack_value(kind: str, position: Positions) -> None:
    """LRDG 3.1: and whether it is mobile or veteran."""
    table = position(units="t1-a@jalo", axis={"barca": kind})
    (enemy,) = (counter for counter in counters(table).values() if counter.at == "barca")
    axis = AXIS[kind]
    assert enemy.text == (axis.nation,)
    assert enemy.figure == f"{axis.av}{'v' if axis.veteran else ''}"
    assert enemy.symbol == ("armoured-car" if axis.mobile else "infantry")
    assert enemy.about == axis.name


def test_targets_caches_scouted_zones_and_the_recon_have_counters(position: Positions) -> None:
    """LRDG 7.2, LRDG 6.1.5, LRDG 6.1.4, LRDG 5.3.2: a destroyed target is faint."""
    table = position(
        units="t1-a@jalo", targets={"barca": Target(4, 2), "derna": Target(3, 0)},
        caches=["jalo"], scouted=["msus"], recon="tobruk",
    )  # fmt: skip
    shown = counters(table)
    assert (shown["target-barca"].text, shown["target-barca"].figure) == (("Target",), "2/4")
    assert [key for key, counter in shown.items() if counter.faint] == ["target-derna"]
    assert shown["cache-jalo"].at == "jalo"
    assert shown["scouted-msus"].at == "msus"
    assert shown["recon"].at == "tobruk"


def test_patrols_are_distinguished(position: Positions) -> None:
    """LRDG 3: by tone and in words."""
    table = position(units="t1-a@jalo", second="g1-a@jalo", third="s1-a@jalo")
    shown = counters(table)
    assert len({shown[unit].tone for unit in ("t1-a", "g1-a", "s1-a")}) == 3
    assert not any(counter.faint for counter in shown.values())
    assert (shown["s1-a"].text, shown["s1-a"].figure) == (("S1/A",), "3")
    assert shown["s1-a"].about.startswith("3rd patrol: S1/A (AV 3")


def test_units_that_have_fired_are_faint_in_a_combat(position: Positions) -> None:
    """LRDG 7.3.4: others are not; who is not in line is in reserve."""
    fight = Battle(
        "jalo", contact=[["t1-a"], ["t1-b"]], line=[["axis-1"]], shots=[Shot("t1-b", "axis-1")]
    )
    table = position(units="t1-a t1-b heavy-a@jalo", axis={"jalo": "it-1"}, battle=fight)
    shown = counters(table, "battle")
    assert {key: (counter.at, counter.faint) for key, counter in shown.items()} == {
        "t1-a": ("lrdg-1", False), "t1-b": ("lrdg-2", True), "heavy-a": ("reserve", False),
        "axis-1": ("axis-1", False),
    }  # fmt: skip


def test_the_time_is_the_turn_and_in_a_campaign_the_mission_too(position: Positions) -> None:
    """LRDG 5: or the Preparation before turn 1."""
    table = position(units="t1-a@jalo", turn=3)
    assert table.game.turn(table.view(SEAT)) == "Turn 3"
    table.state.turn = 0
    table.refresh()
    assert table.game.turn(table.view(SEAT)) == "Preparation"
    campaign = position(units="t1-a@jalo", turn=3, name="campaign-1942")
    assert campaign.game.turn(campaign.view(SEAT)).endswith(", turn 3")
