"""Texts at the right time: the consequences of a choice, its cost, and the legal way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from nonempty import some

from sandtable import IllegalAction, Table
from sandtable_console.show import find
from sandtable_lrdg.alarm import AlarmEffects
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.preparation import Preparation
from sandtable_lrdg.state import SEAT, Target, Watch

Positions = Callable[..., Table]


def refused(table: Table, line: str) -> str:
    with pytest.raises(IllegalAction) as raised:
        table.choose(table.read(line))
    return str(raised.value)


def about(table: Table, name: str) -> str:
    (item,) = find(table.game.items(table.view(SEAT)), name)
    return " ".join([str(item), *item.about])


def test_a_true_place_that_need_not_be_named_may_be_named(position: Positions) -> None:
    """LRDG 6.1.1: destination first, then from where; a wrong one is answered with the right ones."""
    table = position(units="t1-a t1-b@bir-hacheim", ap=9)
    move = table.read("move 1st bir-tengeder bir-hacheim")
    assert table.read("move 1st bir-tengeder") == move
    refusal = refused(table, "move 1st bir-tengeder jalo")
    assert "a stack can move there only from these zones (bir-hacheim)" in refusal


@pytest.mark.parametrize(
    ("start", "zone", "dice", "shown"),
    [
        ("siwa-track", "gerdoba-ridge", [6], "Unseen at Gerdoba Ridge: discretion test 6, rocky"),
        ("fort-maddalena", "el-cuasc", [6], "SEEN at El Cuasc: discretion test 6."),
        ("serir-north", "jaghbub", [2, 6], "SEEN at Jaghbub: discretion test 2 6."),
    ],
)
def test_a_test_says_what_rock_takes_off_its_die(
    start: str, zone: str, dice: list[object], shown: str, position: Positions
) -> None:
    """LRDG 6.1.1: a 6 is unseen in rocky desert, and the line says what comes of it first, then why."""
    table = position(units=f"t1-a@{start}", ap=2, dice=dice)
    table.choose(table.read(f"move 1st {zone}"))
    assert shown in " ".join(event.text for event in table.events)


def test_a_move_that_two_stacks_could_mean_asks_which(
    position: Positions, play: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LRDG 6.1.1: also where one of them cannot pay, so that the other does not go unasked."""
    table = position(units="t1-a t1-b@siwa sas-1 sas-2 sas-3 sas-4@gerdoba-ridge", ap=2)
    play(table, "move 1st siwa-track")
    assert table.decision.part
    assert words(table) == ["at siwa"]
    assert "Which stack" in table.decision.ask(table)
    assert "5.2" in refused(table, "at gerdoba-ridge")


def test_a_stack_that_cannot_go_so_far_is_shown_its_goals(position: Positions) -> None:
    """LRDG 6.1.1: the legal zones are named, from each stack."""
    table = position(units="t1-a@bir-hacheim t1-b@jalo", ap=9)
    assert "from Jalo to Sand Sea West, Wadi Faregh" in refused(table, "move 1st derna")


@pytest.mark.parametrize(
    ("alarm", "question", "options"),
    [
        (
            2,
            "Which units raised the alarm: those at Mechili or Jalo? "
            "The Axis Recon takes off near them.",
            "the Axis Recon takes off at ",
        ),
        (
            3,
            "Which units raised the alarm: those at Mechili or Jalo? One Axis unit wakes next to them.",
            "a new unit comes to ",
        ),
        (
            4,
            "Which units raised the alarm: those at Mechili or Jalo? Two Axis units wake next to them.",
            "a new unit comes to ",
        ),
    ],
)
def test_the_choice_of_the_trigger_shows_its_consequences(
    alarm: int, question: str, options: str, position: Positions
) -> None:
    """LRDG-A24, LRDG 5.3.1: and a unit that lies face down next to a zone wakes first."""
    table = position(AlarmEffects(), units="t1-a@mechili t1-b@jalo", alarm=alarm, face_down="gazala")
    assert table.decision.ask(table) == question
    descriptions = {str(option): table.decision.describe(table, option) for option in table.options}
    assert descriptions["at jalo"].startswith(options)
    if alarm > 2:
        assert descriptions["at mechili"] == "face-down units wake at Gazala"


def test_a_combat_shows_that_an_observation_ends(position: Positions) -> None:
    """LRDG-A73."""
    change = {"sas-1": {"watch": Watch(4, 2)}}
    fight: dict[str, Any] = {"axis": {"mechili": "ge-4"}, "clashes": ["mechili"], "turn": 3}
    table = position(Combats(), units="t1-a sas-1@mechili", change=change, **fight)
    assert table.events is not None
    assert "SAS 1 at Mechili stops observing, because there is combat." in [
        event.text for event in table.events
    ]


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ([""], "your only Recon OK to fire first"),
        (["", "msus"], "1 of your 2 Recon OK to fire first"),
        (["msus", "msus"], "1 of your 2 Recon OK, which would score at home to fire first"),
    ],
)
def test_the_worth_of_a_recon_ok_is_shown_before_it_is_spent(
    held: list[str], expected: str, position: Positions, play: Callable[..., Table]
) -> None:
    """LRDG 3.2, LRDG 7.3.1, LRDG-A74."""
    fight: dict[str, Any] = {"axis": {"mechili": "ge-4"}, "clashes": ["mechili"]}
    table = position(
        Combats(),
        units="t1-a@mechili",
        patrols={"1st": {"recon_ok": held}},
        name="benghazi-road",
        **fight,
    )
    play(table, "all")
    assert expected in table.decision.ask(table)


def test_the_score_at_home_is_shown_in_advance(position: Positions) -> None:
    """LRDG 5.4, LRDG 8.1: with what is observed, and what only an observer knows."""
    news = {"sas-1": {"reports": ["barca"]}, "t1-a": {"steps": 1}}
    patrols = {"1st": {"recon_ok": ["", "msus"]}}
    written: dict[str, Any] = {
        "units": "t1-a@msus sas-1@barca", "name": "benghazi-road", "patrols": patrols, "change": news,
        "turn": 3, "alarm": 3,
    }  # fmt: skip
    view: Any = position(**written, house={"bonuses_need_result": True}).view(SEAT)
    assert (view.points, view.at_home) == (-2, -2 + 14 + 6)  # LRDG-A58
    table = position(**written)
    view = table.view(SEAT)
    assert (view.points, view.at_home) == (-2, -2 + 6 + 14)
    assert table.game.status(view).endswith("VP -1 (home 9, total).")
    text = about(table, "mission")
    assert "or two for 7" in text
    assert "1 Recon OK, and 1 not yet reported" in text
    assert "home now it would score 9 VP" in text


def test_the_mission_shows_what_its_targets_are_worth(position: Positions) -> None:
    """LRDG 5.4."""
    table = position(units="t1-a@jalo", targets={"mechili": Target(3, 2, drawn=True)})
    assert "Target at Mechili: 2 of 3 left (7 VP if destroyed, 3 if halved)." in about(table, "mission")


def test_a_zone_shows_how_far_each_stack_is_from_it(position: Positions) -> None:
    """LRDG 6.1.1: links of the shortest way, points of the cheapest."""
    table = position(units="t1-a t1-b@bir-hacheim hq-1@mechili", second="sas-1@bir-tengeder")
    text = about(table, "bir-tengeder")
    assert (
        "Bir Hacheim (2 units): 1 link, 2 AP; the 1st patrol at Mechili (1 unit): 1 link, 1 AP." in text
    )
    assert "the 2nd patrol at" not in text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "slonta",
            ["Italians are weak", "the 2nd to Mechili", "take fewer for 3 victory points"],
        ),
        ("el-alamein", ["A night attack with explosives"]),
        ("bardia", ["wait in reserve", "Det A, Det B land at Cambut", "The result of mission 3"]),
        ("bardia", ["In the plan the 1st patrol goes to Bardia, the 2nd to Beda", "The plan allows 8"]),
    ],
)
def test_special_rules_are_shown_as_a_mission_begins_and_on_request(
    name: str, expected: list[str], position: Positions
) -> None:
    """LRDG 8, LRDG 5.4: as events, and as the item `mission`."""
    table = position(Preparation(), name=name)
    begun = str(table.events)
    for words in some(expected):
        assert words in begun
        assert words in about(table, "mission")


@pytest.mark.parametrize("name", ["bardia", "el-alamein"])
def test_the_opening_and_the_end_tell_one_story(name: str, position: Positions) -> None:
    """LRDG 8.5: history knows no raid on Bardia, so the opening claims none."""
    table = position(Preparation(), name=name)
    info = table.scenario.info
    opening = f"{info.summary} {table.events}"
    is_history = "In history" in opening and "The historical mission" in opening
    assert is_history is (name != "bardia")
    assert ("No such raid took place" in info.history) is (name == "bardia")
