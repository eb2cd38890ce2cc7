"""LOA 33, Leader escape: what becomes of a leader who was lost in a battle (LOA-C7)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence.battle_events import Escaped, LeaderLost, Returned
from sandtable_lawrence.escape import Escape, Ransom, Refuge, hideouts
from sandtable_lawrence.events import LeadershipMoved
from sandtable_lawrence.fire import Round
from sandtable_lawrence.post_battle import BattleOver
from sandtable_lawrence.state import LawrenceState

Positions = Callable[..., Table]
Laws = Callable[..., dict[Any, Fraction]]
Plays = Callable[..., Table]
Words = Callable[..., list[str]]
EventsOf = Callable[..., list]
States = Callable[..., LawrenceState]

FAR = "lawrence@damascus camp@wejh"
"""Lawrence more than three spaces away, and a Camp."""


def lost(position: Positions, face: int, leader: str = "auda", **more: Any) -> Table:
    """The roll for a leader who was lost at Aqaba."""
    written = {"units": FAR} | more
    return position(Escape(leader=leader, space="aqaba"), dice=[face], lost=leader, **written)


# The faces of the table.


@pytest.mark.parametrize(("face", "result"), [(1, "killed")])
def test_a_leader_may_be_gone_for_this_mission(
    face: int, result: str, position: Positions, events_of: EventsOf
) -> None:
    """LOA 33, LOA-C7: 1; he cannot be recruited again before the next (LOA 34.3)."""
    table = lost(position, face, pounds=9)
    assert events_of(table, Escaped) == [Escaped("auda", face, result)]
    assert (table.state.units["auda"].space, table.state.units["auda"].lost) == ("", True)
    assert table.state.recruits(["auda", "sherif-ali"]) == ["sherif-ali"]
    assert table.state.verdict == ""


@pytest.mark.parametrize(("answer", "space", "pounds"), [("pay", "wejh", 1), ("refuse", "", 3)])
def test_a_ransom_of_two_pounds_brings_him_to_the_camp(
    answer: str, space: str, pounds: int, position: Positions, play: Plays, words: Words
) -> None:
    """LOA 33, LOA-R26: face 2; who is not paid for is captured."""
    table = lost(position, 2, pounds=3)
    assert isinstance(table.decision, Ransom)
    assert words(table) == ["pay", "refuse"]
    play(table, answer)
    auda = table.state.units["auda"]
    assert (auda.space, auda.lost, table.state.pounds) == (space, not space, pounds)


@pytest.mark.parametrize("pounds", [0, 1])
def test_without_two_pounds_a_ransom_costs_leadership(
    pounds: int, position: Positions, play: Plays
) -> None:
    """LOA-R26, LOA 33: others pay."""
    table = play(lost(position, 2, pounds=pounds), "pay")
    state = table.state
    assert (state.pounds, state.leadership.value, state.units["auda"].space) == (pounds, 2, "wejh")


@pytest.mark.parametrize(("pounds", "may_pay"), [(0, False), (1, False), (2, True)])
def test_at_the_lowest_leadership_nobody_else_pays(
    pounds: int, may_pay: bool, position: Positions, after: object
) -> None:
    """LOA-R26, LOA 33: he is captured, and the Pounds are kept."""
    table = lost(position, 2, pounds=pounds, leadership=1)
    assert (table.decision != after) == may_pay
    assert table.state.pounds == pounds
    assert table.state.units["auda"].lost


@pytest.mark.parametrize(("ops", "left"), [(4, 3), (0, 0)])
def test_wounds_cost_an_op(ops: int, left: int, position: Positions, events_of: EventsOf) -> None:
    """LOA 33, LOA-C7: face 3, to the Camp, and time to heal."""
    table = lost(position, 3, ops=ops)
    assert (table.state.units["auda"].space, table.state.ops) == ("wejh", left)


@pytest.mark.parametrize(("level", "left"), [(3, 2), (1, 1)])
def test_a_shaken_escape_costs_leadership(
    level: int, left: int, position: Positions, events_of: EventsOf
) -> None:
    """LOA 33, LOA-C7, LOA 34.1: face 4, to the Camp; never below 1."""
    table = lost(position, 4, leadership=level)
    assert (table.state.units["auda"].space, table.state.leadership.value) == ("wejh", left)
    assert len(events_of(table, LeadershipMoved)) == level - left


def test_a_leader_who_escapes_is_at_the_camp(position: Positions, events_of: EventsOf) -> None:
    """LOA 33, LOA-C7: face 5, and nothing else changes."""
    table = lost(position, 5)
    assert events_of(table, Returned) == [Returned("auda", "wejh")]
    assert (table.state.units["auda"].lost, table.state.leadership.value) == (False, 3)


@pytest.mark.parametrize(
    ("units", "space"),
    [
        ("lawrence@damascus harb@deraa camp@wadi-sirhan", "deraa"),
        ("lawrence@damascus harb@aqaba camp@wadi-sirhan", "aqaba"),
        ("lawrence@damascus camp@wejh", "wejh"),
        ("lawrence@damascus camp@wadi-sirhan", "wadi-sirhan"),
        ("lawrence@damascus", "yenbo"),
    ],
)
def test_a_leader_slips_away_to_arabs_within_three_spaces(
    units: str, space: str, position: Positions
) -> None:
    """LOA 33, LOA-C7, LOA 36: face 6; Deraa is 3 links away, Damascus and Wadi Sirhan 4; the Camp
    is such a unit. If there are none: to the Camp, or the nearest free port.
    """
    table = lost(position, 6, units=units, garrisons="aqaba wejh")
    assert table.state.units["auda"].space == space


def test_a_leader_who_slips_away_may_choose(position: Positions, play: Plays, words: Words) -> None:
    """LOA 33: each space once, whoever is there."""
    table = lost(position, 6, units="lawrence harb@rumm billi@maan camp@rumm juheina@medina")
    assert isinstance(table.decision, Refuge)
    assert words(table) == ["at rumm", "at maan"]
    play(table, "at maan")
    assert table.state.units["auda"].space == "maan"


def test_nobody_slips_away_to_where_he_cannot_be(written: States) -> None:
    """LOA 33, LOA 30.2: Cairo and Suez are for Lawrence alone, Mecca for leaders."""
    state = written(units="lawrence@suez sherif-ali@mecca")
    assert hideouts(state, "auda", "nekhl") == []
    assert hideouts(state, "auda", "jidda") == ["mecca"]
    assert hideouts(state, "lawrence", "jidda") == ["mecca"]


# Where to, without a Camp.


@pytest.mark.parametrize(
    ("space", "garrisons", "refuges"),
    [
        ("maan", "", ["aqaba"]),
        ("maan", "aqaba", ["wejh"]),
        ("muweilah", "", ["aqaba", "wejh"]),
        ("mecca", "", ["jidda"]),
        ("medina", "yenbo", ["jidda"]),
        ("aqaba", "aqaba wejh", ["yenbo"]),
    ],
)
def test_without_camp_it_is_the_nearest_port_without_garrison(
    space: str, garrisons: str, refuges: list[str], position: Positions, words: Words
) -> None:
    """LOA 33, LOA-C7: by land; of equals the player chooses."""
    table = position(
        Escape(leader="auda", space=space), units="lawrence@damascus", lost="auda", dice=[5],
        garrisons=garrisons,
    )  # fmt: skip
    auda = table.state.units["auda"]
    assert (words(table) if not auda.space else [f"at {auda.space}"]) == [
        f"at {space}" for space in refuges
    ]


def test_where_no_port_is_free_nobody_is_stuck(position: Positions, after: object) -> None:
    """LOA 33, LOA-C7: with a Garrison in every port, as a mission of somebody else may have it, and no
    Camp: he is captured, and the game goes on.
    """
    table = lost(position, 5, units="lawrence@damascus", garrisons="aqaba wejh yenbo jidda")
    assert table.decision == after
    assert table.state.units["auda"].lost


# Lawrence himself (LOA-R9), and all else.


@pytest.mark.parametrize("face", [1, 2])
def test_without_lawrence_all_is_lost(face: int, position: Positions) -> None:
    """LOA 34, LOA-R9, LOA-C7: killed, or without the Pounds for a ransom."""
    written = {"units": "harb@damascus camp@wejh", "pounds": 1, "leadership": 1}
    table = lost(position, face, "lawrence", **written)
    assert table.state.verdict == "lost"


@pytest.mark.parametrize(("face", "space"), [(3, "wejh"), (4, "wejh"), (5, "wejh"), (6, "wejh")])
def test_lawrence_may_escape_like_any_leader(
    face: int, space: str, position: Positions, events_of: EventsOf
) -> None:
    """LOA-R9, LOA 33: and the mission goes on."""
    table = lost(position, face, "lawrence", units="harb@damascus camp@wejh")
    assert (table.state.lawrence.space, table.state.verdict) == (space, "")
    assert events_of(table, LeaderLost) == []


def test_an_option_gives_lawrence_no_roll(position: Positions, events_of: EventsOf) -> None:
    """LOA-R9: his loss ends the game at once; other leaders still have theirs."""
    house = {"lawrence_may_escape": False}
    table = position(
        Escape(leader="lawrence", space="aqaba"), units="harb@damascus camp@wejh", lost="lawrence",
        house=house,
    )  # fmt: skip
    assert (table.state.verdict, events_of(table, Escaped)) == ("lost", [])
    assert events_of(table, LeaderLost) == [LeaderLost("lawrence")]
    assert lost(position, 5, house=house).state.units["auda"].space == "wejh"


@pytest.mark.parametrize(("pounds", "chance"), [(0, 5), (1, 5), (9, 5)])
def test_how_likely_a_leader_comes_back(pounds: int, chance: int, law: Laws) -> None:
    """LOA 33, LOA-C7: five of six, those who are bought free among them."""
    odds = law(
        lambda table: (isinstance(table.decision, Ransom) and table.decision.leader == "auda")
        or not table.state.units["auda"].lost,
        Escape(leader="auda", space="aqaba"),
        units=FAR, lost="auda", pounds=pounds,
    )  # fmt: skip
    assert odds == {True: Fraction(chance, 6), False: Fraction(6 - chance, 6)}


def test_his_gear_is_lost_in_any_case(position: Positions, census: Callable) -> None:
    """LOA 33, LOA-R14: it is in the gear box, and he comes back without it."""
    table = position(
        *(Round(), BattleOver()), units="auda+machineguns@rumm camp@jefer lawrence@damascus",
        force="auda", battle={"foes": "oef-3", "edge": "ottomans", "turn": "ottomans"}, dice=[3, 5],
    )  # fmt: skip
    auda = table.state.units["auda"]
    assert (auda.space, auda.gear, auda.lost) == ("jefer", [], False)
    assert table.state.gear.count("machineguns") == 2
    assert census(table.state)["machineguns"] == 2
    assert table.state.acting.force == []


def test_each_lost_leader_has_a_die_and_others_have_none(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA 33: in the order in which they fell."""
    table = position(
        *(Round(), BattleOver()), units="sherif-ali harb auda@rumm camp@jefer lawrence@damascus",
        force="auda sherif-ali harb", dice=[1, 1, 1, 1, 6, 1, 1, 5],
        battle={"foes": "oef-3 oef-4 oef-2", "edge": "ottomans", "turn": "ottomans",
                "arabs": ["sherif-ali", "auda", "harb"]},
    )  # fmt: skip
    play(table, "fire oef-2", "fire oef-4", "fight")
    fates = [(event.leader, event.face) for event in events_of(table, Escaped)]
    assert fates == [("sherif-ali", 1), ("auda", 5)]
    lost = [unit.id for unit in table.state.units.values() if unit.lost]
    assert lost == ["sherif-ali"]


def test_once_lawrence_is_lost_nobody_else_rolls(position: Positions, events_of: EventsOf) -> None:
    """LOA-R9, LOA 34: the mission is over, and no ransom is asked for."""
    escapes = (Escape(leader="lawrence", space="aqaba"), Escape(leader="auda", space="aqaba"))
    table = position(*escapes, units="harb@damascus camp@wejh", lost="lawrence auda", dice=[1], pounds=9)
    assert table.state.verdict == "lost"
    assert [event.leader for event in events_of(table, Escaped)] == ["lawrence"]


def test_the_choice_of_slipping_away_shows_where_it_leads() -> None:
    """LOA 33: the die alone explains nothing."""
    text = Escaped("auda", 6, "slips-away").text
    assert text == "Escape roll for Auda: 6, slips away to Arabs nearby, or to the Camp."
