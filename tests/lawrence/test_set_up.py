"""LOA 37, LOA-C1: the table when a mission begins; missions and counters (LOA-C11, LOA-C12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Done, Scenario, ScriptedDice, Table
from sandtable_lawrence.campaign import MissionPlay
from sandtable_lawrence.mission import Mission, Occupy
from sandtable_lawrence.preparation import Prepare, Starting
from sandtable_lawrence.roster import NUMBERS, OTTOMANS, ROSTER, UNITS
from sandtable_lawrence.state import SEAT, LawrenceState, Record
from sandtable_lawrence.tables import CARD_TEXTS

MISSIONS = ("aqaba", "hejaz-railroad", "gaza-offensive", "damascus")


@pytest.mark.parametrize("name", MISSIONS)
def test_a_mission_begins_with_its_numbers(name: str, scenario: Callable[[str], Scenario]) -> None:
    """LOA 37, LOA-C1, LOA-C11: Ops, Pounds, Leadership, Garrisons face down, Lawrence.

    What the Mission cards say is in test_scenarios.
    """
    card: Mission = scenario(name).data
    table: Table[LawrenceState] = Table.new(scenario(name), ScriptedDice(["jefer"]))
    state = table.state
    numbers = (state.ops, state.pounds, state.leadership.value, state.lawrence.space)
    assert numbers == (card.ops, card.pounds, card.leadership, card.start)
    assert state.garrisons == dict.fromkeys(card.garrisons)
    assert len(state.garrisons) == 6
    assert table.decision.title == "Preparation"


@pytest.mark.parametrize("name", MISSIONS)
def test_all_else_waits_in_its_box(
    name: str, scenario: Callable[[str], Scenario], census: Callable[..., Counter[str]]
) -> None:
    """LOA 37: Arabs in the Recruit box, gear and Ottomans in theirs, no card seen (LOA-C1)."""
    state = Table.new(scenario(name), ScriptedDice(["azrak"])).state
    placed = {unit.id: unit.space for unit in state.units.values() if unit.space}
    assert placed == {"lawrence": scenario(name).data.start, "camp": "azrak"}
    assert sorted(state.unseen) == sorted(CARD_TEXTS)
    assert (state.held, state.discards, state.breaks, state.stores) == ([], [], [], {})
    assert (sorted(state.available), state.beaten) == (sorted(NUMBERS), [])
    assert (len(state.bin), len(state.gear)) == (11, 7)
    assert census(state).total() == 11 + 7 + len(NUMBERS) + len(CARD_TEXTS)


@pytest.mark.parametrize("name", MISSIONS)
def test_the_camp_is_at_any_space_of_the_table(
    name: str, law: Callable[..., dict[Any, Fraction]], plain: Callable[[str], Scenario]
) -> None:
    """LOA 37, LOA-R17: "rolling one die"; by an option again where a Garrison is."""
    table = {"wejh", "wadi-ais", "rumm", "jefer", "bair", "azrak"}
    free = table - set(plain(name).data.garrisons)
    for rerolls, spaces in ((False, table), (True, free)):
        house = {"camp_rerolls": rerolls}
        chances = law(lambda table: table.state.camp, MissionPlay(), name=name, house=house)
        assert chances == dict.fromkeys(spaces, Fraction(1, len(spaces)))


@pytest.mark.parametrize(
    ("name", "goals"),
    [
        (
            "aqaba",
            [
                "Garrisons gone from Umm Lejj, Wejh, Muweilah, Aqaba",
                "an Arab unit in Aqaba, where the last Operation must end",
            ],
        ),
        ("hejaz-railroad", ["RR Breaks in 3 of Maan, Mudawwara, Tabuk, Madain Salih, Hedia, Medina"]),
        (
            "gaza-offensive",
            ["Garrisons gone from 2 of Gaza, Beersheba, Jerusalem", "RR Breaks in 1 of Deraa, Amman"],
        ),
        (
            "damascus",
            [
                "Garrisons gone from Maan, Amman, Deraa, Damascus",
                "Lawrence or a leader with 2 other units in Damascus",
            ],
        ),
    ],
)
def test_the_goals_of_a_mission(
    name: str, goals: list[str], scenario: Callable[[str], Scenario]
) -> None:
    """LOA-C11: its goals, in the words that the player reads."""
    data: Mission = scenario(name).data
    assert [str(goal) for goal in data.goals] == goals


def test_the_campaign_has_the_four_in_order(scenario: Callable[[str], Scenario]) -> None:
    """LOA 28, LOA-C11."""
    assert [part.id for part in scenario("campaign").parts] == [f"lawrence/{name}" for name in MISSIONS]


def test_purchases_before_a_mission_come_to_lawrence(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-C1, LOA-C3: units, their gear, and the leader, at the cost of Pounds and of no Op."""
    table = position(
        *[Prepare()],
        units="lawrence@yenbo camp@rumm",
        pounds=13,
        ops=5,
        leadership=2,
        dice=["harb", 3, "auda"],
    )
    play(table, "buy bedouin", "buy machineguns harb", "buy regulars", "recruit 1", "done")
    state = table.state
    assert {unit.id for unit in state.at("yenbo")} == {"lawrence", "harb", "regulars-1", "auda"}
    assert state.units["harb"].gear == ["machineguns"]
    assert (state.pounds, state.ops, len(state.unseen), state.operation) == (2, 5, 14, None)


@pytest.mark.parametrize(
    ("space", "sold"),
    [
        ("yenbo", ["bedouin", "mercenaries", "regulars", "armored-car", *ROSTER.gear]),
        ("maan", ["bedouin", "mercenaries", *ROSTER.gear]),
        ("rumm", ["bedouin", "mercenaries", *ROSTER.gear]),
        ("mecca", [*ROSTER.gear]),
        ("cairo", [*ROSTER.gear]),
    ],
)
def test_before_a_mission_all_is_sold_but_what_comes_by_sea(
    space: str, sold: list[str], position: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA-C3, LOA 30.2: Regulars and cars in an Arabian port; no unit in a restricted space."""
    table = position(Prepare(), units=f"lawrence@{space} camp@jefer", pounds=20)
    assert {line.split()[1] for line in words(table, "buy")} == set(sold)


def test_beside_a_garrison_nothing_is_sold_before_a_mission(
    position: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA-C3, LOA-R31: a campaign may lay a Garrison where Lawrence is."""
    table = position(Prepare(), units="lawrence@maan camp@jefer", garrisons="maan", pounds=20)
    assert words(table, "buy") == []


def preparing_in_cairo(position: Callable[..., Table], **written: Any) -> Table:
    """Lawrence prepares a mission in Cairo, with his base in Aqaba."""
    at = {"units": "lawrence@cairo camp@rumm", "garrisons": "maan tabuk", "pounds": 20}
    return position(Prepare(), name="from-cairo", **{**at, **written})


def test_what_lawrence_buys_in_cairo_waits_at_his_base(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R47, LOA-C1: units and their gear; he keeps the gear that he buys for himself."""
    table = preparing_in_cairo(position, dice=["harb"])
    assert (
        table.decision.ask(table)
        == "Buy units and gear at Aqaba (20 Pounds), or appeal; done begins the mission."
    )
    lines = ("buy bedouin", "buy regulars", "buy machineguns harb", "buy aeroplane lawrence", "done")
    state = play(table, *lines).state
    assert {unit.id: unit.gear for unit in state.arabs("aqaba")} == {
        "harb": ["machineguns"], "regulars-1": [],
    }  # fmt: skip
    assert (state.lawrence.space, state.lawrence.gear) == ("cairo", ["aeroplane"])
    assert state.pounds == 20 - 4 - 5 - 1 - 2


def test_gear_of_the_base_does_not_reach_cairo(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-R47, LOA-R14: what lies in a space is loaded by a unit of that space."""
    table = preparing_in_cairo(position, units="lawrence@cairo harb+machineguns@aqaba camp@rumm")
    play(table, "drop harb machineguns")
    assert why(table, "load lawrence machineguns")[0] == "LOA-R14"
    play(table, "load harb machineguns")
    assert table.state.units["harb"].gear == ["machineguns"]


@pytest.mark.parametrize("level", [1, 3])
def test_the_base_has_room_for_as_many_as_lawrence_can_lead(
    level: int,
    position: Callable[..., Table],
    play: Callable[..., Table],
    why: Callable[..., tuple[str, str]],
) -> None:
    """LOA-R47, LOA 34.6: four and Leadership, and he is one of them."""
    picks = ["harb", "billi", "juheina", "ruwalla", "howeitat", "beni-sakhr"][: 3 + level]
    table = preparing_in_cairo(position, pounds=60, leadership=level, dice=picks)
    play(table, *["buy bedouin"] * len(picks))
    assert why(table, "buy mercenaries") == (
        "34.6",
        f"at most {4 + level} units can be at Aqaba",
    )


def test_no_leader_comes_to_cairo(
    position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-R38, LOA-R47: the attempt is left for the mission."""
    table = preparing_in_cairo(position)
    assert why(table, "recruit 2") == ("LOA-R38", "no Arab leader can go there")
    assert table.state.attempt


def test_an_appeal_before_the_mission_helps_to_prepare_it(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-R7, LOA 34.4: the Pounds of the Funding can be spent at once; there is no second appeal."""
    table = preparing_in_cairo(position, pounds=0, dice=[3, 5, "harb"])
    play(table, "appeal", "take funding", "buy bedouin")
    assert (table.state.pounds, table.state.units["harb"].space) == (1, "aqaba")
    assert why(table, "appeal") == ("34.4", "you have already appealed in this mission")
    assert table.state.ops == 5


def test_an_appeal_is_no_purchase(position: Callable[..., Table], play: Callable[..., Table]) -> None:
    """LOA-C1, LOA-R7: whoever begins with all Pounds unspent is still asked whether he means it."""
    table = play(preparing_in_cairo(position, dice=[6, "harb"]), "appeal")
    assert (
        table.decision.confirm(table, Done()) == "You have bought nothing. Begin with 20 Pounds unspent?"
    )
    play(table, "buy bedouin")
    assert table.decision.confirm(table, Done()) == ""


def test_outside_cairo_nobody_appeals_before_a_mission(
    position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-R7, LOA 34.4: Lawrence must be there."""
    table = position(Prepare(), units="lawrence@yenbo camp@rumm", pounds=9)
    assert why(table, "appeal") == ("34.4", "Lawrence must be in Cairo")
    assert (
        table.decision.ask(table) == "Buy units and gear at Yenbo (9 Pounds); done begins the mission."
    )


def test_what_the_intelligence_bureau_reveals_may_win_at_once(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-R30, LOA-R7: the last Garrison of the goal is a 0, and the preparation is over."""
    table = preparing_in_cairo(position, dice=[1, 0, 3])
    play(table, "appeal", "take intelligence-bureau", "reveal maan", "reveal tabuk")
    assert table.state.verdict == "won"
    assert table.decision.title != "Preparation"


@pytest.mark.parametrize(
    ("start", "base", "problem"),
    [
        ("yenbo", "aqaba", "base: only a mission that begins in Cairo or Suez has a base"),
        ("cairo", "mecca", "base: some units may not enter Mecca"),
        ("suez", "maan", "base: there is a Garrison in Maan"),
    ],
)
def test_a_wrong_base_is_named(start: str, base: str, problem: str) -> None:
    """LOA-R47: it belongs to a mission from a Staging Area, and units must be able to stand there."""
    with pytest.raises(ValueError, match=problem):
        Mission(("maan",), 8, 9, 3, start, base, occupy=(Occupy("maan"),))


def test_only_one_try_for_a_leader_before_and_in_the_mission(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA-C1, LOA 34.3: made now, or later."""
    table = position(Prepare(), units="lawrence@yenbo camp@jefer", dice=[6])
    play(table, "recruit 0")
    assert why(table, "recruit 0") == (
        "34.3",
        "you have made your attempt; you get another after each battle that you win",
    )
    assert not table.state.attempt


def test_the_game_has_forty_counters() -> None:
    """LOA-C12: 14 Arab units, 7 pieces of gear and 2 markers, 11 Ottoman counters, 6 Garrisons."""
    numbers = [len(UNITS), sum(ROSTER.gear.values()), sum(unit.count for unit in OTTOMANS.values())]
    assert numbers == [14, 7, 11]
    assert sum(numbers) + len(NUMBERS) + 2 == 40
    assert Counter(NUMBERS) == {0: 2, 1: 1, 2: 1, 3: 2}
    assert ROSTER.gear == {"machineguns": 2, "demolition": 4, "aeroplane": 1}
    assert {id: unit.count for id, unit in OTTOMANS.items() if unit.count > 1} == {
        "oef-2": 3,
        "oef-3": 2,
    }


def test_the_values_of_the_arab_counters() -> None:
    """LOA 29, LOA-C12: strength and movement of all 14, by their sort."""
    values = Counter((unit.sort, unit.strength, unit.move) for unit in UNITS.values())
    assert values == {
        ("leader", 1, 5): 1,
        ("leader", 2, 4): 1,
        ("leader", 4, 4): 1,
        ("bedouin", 1, 3): 2,
        ("bedouin", 2, 3): 2,
        ("bedouin", 3, 3): 2,
        ("mercenaries", 3, 4): 1,
        ("regulars", 4, 1): 2,
        ("armored-car", 4, 2): 1,
        ("camp", 2, 0): 1,
    }


def test_the_values_of_the_ottoman_counters() -> None:
    """LOA 29, LOA-C12: strength, and a + for the three Elite ones."""
    values = {id: f"{unit.strength}{'+' * unit.elite}" for id, unit in OTTOMANS.items()}
    assert values == {
        "oef-1": "1",
        "oef-2": "2",
        "oef-3": "3",
        "oef-4": "4",
        "pasha": "3+",
        "asien-korps": "4+",
        "ottoman-aeroplane": "1+",
        "armored-train": "5",
    }


def test_eliminated_units_can_be_recruited_in_the_next_mission(position: Callable[..., Table]) -> None:
    """LOA-R16, LOA-R17: a Camp that was eliminated is placed again; surviving units stay."""
    table = position(
        MissionPlay(),
        name="campaign",
        mission=1,
        records=[Record("lawrence/aqaba", won=True)],
        units="lawrence billi@yenbo",
        lost="auda harb camp",
        dice=["rumm"],
    )
    state = table.state
    assert table.decision == Starting(seat=SEAT)
    assert state.recruits(["auda", "harb", "billi"]) == ["auda", "harb"]
    assert (state.camp, state.units["billi"].space) == ("rumm", "yenbo")
