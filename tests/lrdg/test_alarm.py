"""LRDG 5.3.1: the effects of the alarm, their time, and their place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Table
from sandtable_lrdg.actions import AtZone
from sandtable_lrdg.alarm import AlarmEffects, Arrival, Trigger
from sandtable_lrdg.axis import AirRecon, MobileUnits
from sandtable_lrdg.combat_events import Revealed
from sandtable_lrdg.counters import full_pool
from sandtable_lrdg.discretion import Discretion
from sandtable_lrdg.orders import Actions, EndOfActions
from sandtable_lrdg.sequence import Reactions
from sandtable_lrdg.state import LrdgState
from sandtable_lrdg.zones import ARRIVAL_KINDS, MAP

Positions = Callable[..., Table]
Plays = Callable[..., Table]
ELIGIBLE = [zone for zone, what in MAP.spaces.items() if ARRIVAL_KINDS & set(what.kinds)]


def face_up(state: LrdgState) -> dict[str, list[str]]:
    """The counters that lie face up, by zone."""
    counters: dict[str, list[str]] = {}
    for enemy in state.axis:
        if enemy.counter:
            counters.setdefault(enemy.zone, []).append(enemy.counter)
    return counters


# The Axis Recon.


@pytest.mark.parametrize(
    ("alarm", "before", "then", "luck"),
    [
        (0, "", "", []),
        (1, "", "", []),
        (1, "gazala", "", []),
        (2, "", "gazala", ["gazala"]),
        (2, "agedabia", "agedabia", []),
        (3, "gazala", "", ["axis-1", "it-1"]),
        (4, "gazala", "", ["axis-1", "it-1", "axis-2", "it-1"]),
    ],
)
def test_the_axis_recon_flies_at_level_2_alone(
    alarm: int, before: str, then: str, luck: list[object], position: Positions
) -> None:
    """LRDG 5.3.1, LRDG-A41, LRDG-A45: it takes off once, and every other level sends it home."""
    table = position(
        AlarmEffects(),
        units="t1-a@bir-hacheim",
        face_down="bir-tengeder bir-tengeder",
        alarm=alarm,
        recon=before,
        dice=luck,
    )
    assert table.state.recon == then
    assert len(face_up(table.state).get("bir-tengeder", [])) == len(luck) // 2


def test_of_equally_near_airfields_one_is_drawn(law: Callable[..., dict]) -> None:
    """LRDG 5.3.1, LRDG-A72: Gazala and Derna are both next to Mechili; the player is not asked."""
    odds = law(lambda table: table.state.recon, AlarmEffects(), units="t1-a@mechili", alarm=2)
    assert {zone: float(odd) for zone, odd in odds.items()} == {"gazala": 0.5, "derna": 0.5}


# Awakening.


def test_the_unit_at_bardia_wakes(position: Positions, events_of: Callable[..., list]) -> None:
    """LRDG 5.3.1, TV8: a patrol at Fort Maddalena is seen and the alarm goes from 2 to 3."""
    table = position(
        *(Discretion("fort-maddalena", ("t1-a", "t1-b"), entry=True), AlarmEffects()),
        units="t1-a t1-b@fort-maddalena",
        face_down="bardia tobruk",
        alarm=2,
        recon="gazala",
        dice=[6, 1, "axis-1", "it-m2"],
    )
    state = table.state
    assert (state.alarm, state.recon) == (3, "")
    assert face_up(state) == {"bardia": ["it-m2"]}
    assert [event.cites for event in events_of(table, Revealed)] == ["5.3.1"]


def test_with_nobody_asleep_a_new_unit_comes_to_the_nearest_zone_of_its_kind(
    position: Positions, play: Plays, words: Callable[..., list[str]]
) -> None:
    """LRDG 5.3.1, LRDG-A34, TV8: Jaghbub and Bardia are equally near, and the player says which."""
    table = position(AlarmEffects(), units="t1-a@fort-maddalena", alarm=3, dice=["it-1"])
    assert isinstance(table.decision, Arrival)
    assert words(table) == ["at jaghbub", "at bardia"]
    assert table.refusal(AtZone("sofafi-ridge")).rule == "LRDG-A34"
    assert "Jaghbub or Bardia" in table.decision.ask(table)
    assert face_up(play(table, "at bardia").state) == {"bardia": ["it-1"]}


def test_with_the_option_any_zone_next_to_the_trigger_will_do(
    position: Positions, words: Callable[..., list[str]]
) -> None:
    """LRDG-A34: as the printed example has it, rocky desert too."""
    table = position(
        AlarmEffects(),
        units="t1-a@fort-maddalena sas-1@jaghbub",
        trigger=["t1-a"],
        alarm=3,
        house={"example_placement": True},
        dice=["it-1"],
    )
    assert set(words(table)) == {"at el-cuasc", "at bardia", "at sofafi-ridge", "at gerdoba-ridge"}


def test_a_new_unit_avoids_zones_where_somebody_is(position: Positions) -> None:
    """LRDG 5.3.1: Axis (awake) and LRDG units alike; the next nearest zone is taken, no base."""
    table = position(
        AlarmEffects(),
        units="t1-a@siwa-track sas-1@fort-maddalena",
        axis={"jaghbub": "it-1", "buqbuq": "it-1", "bardia": "it-1"},
        trigger=["t1-a"],
        alarm=3,
        dice=["ge-4"],
    )
    assert [zone for zone, units in face_up(table.state).items() if "ge-4" in units] == ["mersa"]


def test_only_units_next_to_the_trigger_wake(position: Positions) -> None:
    """LRDG 5.3.1: not the one in its own zone, and not one that is two links away."""
    table = position(
        AlarmEffects(),
        units="t1-a@bir-hacheim",
        face_down="bir-hacheim el-adem mechili",
        alarm=3,
        dice=["axis-2", "it-3"],
    )
    assert face_up(table.state) == {"el-adem": ["it-3"]}


def test_which_of_several_sleepers_wakes_is_drawn(law: Callable[..., dict]) -> None:
    """LRDG-A72: of three next to the trigger each is as likely."""
    odds = law(
        lambda table: tuple(face_up(table.state)),
        AlarmEffects(),
        units="t1-a@bir-hacheim",
        face_down="el-adem gazala bir-tengeder",
        alarm=3,
    )
    assert {zones: probability * 3 for zones, probability in odds.items()} == {
        ("el-adem",): 1,
        ("gazala",): 1,
        ("bir-tengeder",): 1,
    }


def test_level_4_wakes_two_the_second_when_the_first_is_up(position: Positions) -> None:
    """LRDG 5.3.1: one face-down unit, then a new one in the only nearest zone that is still free."""
    table = position(
        AlarmEffects(), units="t1-a@el-cuasc", face_down="jaghbub el-adem fort-maddalena", alarm=4,
        dice=["axis-1", "it-1", "axis-3", "it-2"],
    )  # fmt: skip
    assert face_up(table.state) == {"jaghbub": ["it-1"], "fort-maddalena": ["it-2"]}
    table = position(
        AlarmEffects(), units="t1-a@sofafi-ridge", face_down="buqbuq", alarm=4,
        axis={"fort-maddalena": "it-m1"}, dice=["axis-2", "it-1", "it-2"],
    )  # fmt: skip
    assert face_up(table.state)["sidi-barrani"] == ["it-2"]


def test_the_alarm_works_once_in_each_axis_phase_and_never_before(
    position: Positions, play: Plays
) -> None:
    """LRDG 5.3.1, LRDG-A44: failed tests in the action phase awaken nobody; each turn's effects do."""
    table = position(
        *(Actions(), EndOfActions(), Reactions(), AlarmEffects()),
        units="t1-a@bir-hacheim",
        ap=9,
        alarm=2,
        face_down="mechili ben-gania",
        patrols={"1st": {"fate": -1}},
        dice=["axis-1", "it-1", "axis-2", "it-1"],
    )
    play(table, "move 1st bir-tengeder")
    assert (table.state.alarm, face_up(table.state)) == (3, {})
    play(table, "end")
    assert face_up(table.state) == {"mechili": ["it-1"], "ben-gania": ["it-1"]}


def test_without_a_counter_in_the_pool_nobody_comes(position: Positions) -> None:
    """LRDG 5.3.1: counters that lie face down elsewhere are not available."""
    assert position(AlarmEffects(), units="t1-a@jalo", alarm=3, pool=[]).state.axis == []
    table = position(
        AlarmEffects(), units="t1-a@jalo", alarm=4, pool=["it-1", "it-2"], face_down="mersa bardia"
    )
    assert face_up(table.state) == {}


def test_without_a_free_zone_nobody_comes(position: Positions) -> None:
    """LRDG-A72: every town, village, fort and airfield is taken."""
    stock = full_pool()
    taken = {zone: stock.pop() for zone in ELIGIBLE}
    table = position(AlarmEffects(), units="t1-a@jalo", alarm=4, axis=taken)
    assert len(table.state.axis) == len(ELIGIBLE)
    assert table.state.spare > 0


def test_awakened_units_and_the_recon_move_in_the_same_turn(position: Positions) -> None:
    """LRDG-A71, LRDG 5.3.2: the unit of 5.3.1 in its movement, the Axis Recon too."""
    table = position(
        *(AlarmEffects(), MobileUnits()), units="t1-a@jalo", face_down="wadi-faregh", alarm=3,
        dice=["axis-1", "it-m1", "jalo", "jalo", 1, 1],
    )  # fmt: skip
    assert face_up(table.state) == {"jalo": ["it-m1"]}
    table = position(
        *(AlarmEffects(), AirRecon()), units="t1-a@trigh-hacheim", alarm=2,
        dice=["el-adem", "trigh-hacheim", "trigh-hacheim", 1],
    )  # fmt: skip
    assert table.state.recon == "trigh-hacheim"


# The trigger.


@pytest.mark.parametrize(
    ("trigger", "zones"),
    [
        (["sas-1"], ["jalo"]),
        (["t1-a", "g1-a", "g1-b"], ["mechili"]),
        (["g2-a", "sas-1"], ["jalo"]),
        (["t1-a", "sas-1"], ["bardia", "jalo"]),
        (["g2-a"], ["bardia", "mechili"]),
        ([], ["bardia", "mechili"]),
    ],
)
def test_the_trigger_is_who_raised_the_alarm_last(
    trigger: list[str], zones: list[str], position: Positions, play: Plays
) -> None:
    """LRDG-A24, LRDG-A69: where most of them are; if all are gone, the largest stack.

    Where several places are equal the player names one; the unit next to it wakes.
    """
    sleepers = {"bardia": "cambut", "jalo": "wadi-faregh", "mechili": "derna"}
    place = list(sleepers).index(zones[-1]) + 1
    table = position(
        AlarmEffects(),
        units="t1-a t1-b@bardia sas-1@jalo",
        second="g1-a g1-b@mechili",
        trigger=trigger,
        alarm=3,
        face_down=" ".join(sleepers.values()),
        dice=[f"axis-{place}", "it-1"],
    )
    if len(zones) > 1:
        assert table.decision == Trigger(seat="lrdg", spaces=tuple(zones))
        assert table.refusal(AtZone("siwa")).rule == "LRDG-A24"
        play(table, f"at {zones[-1]}")
    assert face_up(table.state) == {sleepers[zones[-1]]: ["it-1"]}


def test_a_stack_that_is_seen_at_alarm_4_is_the_new_trigger(position: Positions) -> None:
    """LRDG-A69: though the alarm cannot rise; an assault is one too."""
    table = position(
        Discretion("mechili", ("t1-a",), entry=True), units="t1-a@mechili sas-1@jalo",
        trigger=["sas-1"], alarm=4, dice=[6, 6],
    )  # fmt: skip
    assert (table.state.alarm, table.state.trigger) == (4, ["t1-a"])
    table = position(units="t1-a@mechili sas-1@jalo", trigger=["sas-1"], targets={"mechili": 1})
    table.choose(table.read("assault mechili"))
    assert (table.state.alarm, table.state.trigger) == (4, ["t1-a"])


def test_a_test_that_is_passed_changes_nothing(position: Positions) -> None:
    """LRDG-A69: neither alarm nor trigger."""
    table = position(
        Discretion("mechili", ("t1-a",), entry=True), units="t1-a@mechili", trigger=["sas-1"],
        alarm=1, dice=[5, 5],
    )  # fmt: skip
    assert (table.state.alarm, table.state.trigger) == (1, ["sas-1"])
