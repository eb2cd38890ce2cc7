"""LOA-C6, the lines: how the Ottomans stand, and how the player lines the Arabs up."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from sandtable import Table
from sandtable_lawrence.line_up import LineUp, LiningUp, usual_line
from sandtable_lawrence.mission import Options
from sandtable_lawrence.ottomans import line_of
from sandtable_lawrence.state import ARABS, TURKS, LawrenceState

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Words = Callable[..., list[str]]

FOUR = "lawrence auda harb mercenaries"


def lining(position: Positions, units: str = FOUR, **battle: object) -> Table:
    """The choice of the line at Aqaba."""
    fight = {"foes": "oef-2"} | battle
    force = units.split()[-1].split("+")[0]
    return position(LineUp(), units=f"{units}@aqaba", force=force, battle=fight)


@pytest.mark.parametrize(
    ("called", "line"),
    [
        ("oef-1 oef-2 oef-3 oef-4", "oef-4 oef-3 oef-2 oef-1"),
        ("oef-4 asien-korps oef-3 pasha armored-train", "armored-train asien-korps oef-4 pasha oef-3"),
        ("oef-3 oef-3 pasha", "pasha oef-3 oef-3-b"),
        ("oef-2 oef-2 oef-2", "oef-2 oef-2-b oef-2-c"),
        ("ottoman-aeroplane oef-4 asien-korps", "asien-korps oef-4"),
    ],
)
def test_the_ottomans_stand_from_the_strongest_down(called: str, line: str) -> None:
    """LOA-C6: of equals the train first, then Pasha, Asien Korps and OEF; each with its own name."""
    for order in permutations(called.split()):
        assert [foe.id for foe in line_of("maan", list(order))] == line.split()


@pytest.mark.parametrize(
    ("edge", "line"),
    [
        (ARABS, "auda beni-sakhr billi camp sherif-ali lawrence"),
        (TURKS, "beni-sakhr billi camp sherif-ali lawrence auda"),
        ("", "beni-sakhr billi camp sherif-ali auda lawrence"),
    ],
)
def test_the_usual_line_keeps_the_strongest_where_it_is_safest(
    edge: str, line: str, written: Callable[..., LawrenceState]
) -> None:
    """LOA-C6, LOA-R20: gear counted; leaders and the Camp are missed more (LOA 36.2); by either rule."""
    units = "lawrence auda sherif-ali beni-sakhr billi+machineguns+machineguns camp@rumm"
    state = written(units=units, force="lawrence", battle={"foes": "oef-2", "edge": edge})
    house = Options(ottoman_targets="unfired") if edge else Options()
    assert usual_line(state, house) == line.split()


@pytest.mark.parametrize(
    ("units", "expected"),
    [("harb+demolition billi", False), ("billi+demolition harb", False), ("harb+demolition", True)],
)
def test_a_charge_stands_in_front_only_where_it_is_said(
    units: str, expected: bool, position: Positions
) -> None:
    """LOA-C6, LOA 35.1: the proposed line hides who carries charges, and tells when it cannot."""
    table = lining(position, f"{units} lawrence+demolition")
    assert ("is on top and carries a charge." in table.decision.ask(table)) is expected
    front = table.state.units[table.state.fight.arabs[0]]
    assert ("demolition" in front.gear) is expected


@pytest.mark.parametrize(("units", "expected"), [("camp harb", False), ("camp auda", True)])
def test_that_the_camp_stands_in_front_is_said(units: str, expected: bool, position: Positions) -> None:
    """LOA-C6, LOA 36.2: it cannot be replaced in this mission (LOA 36)."""
    table = lining(position, f"{units} lawrence")
    assert ("Feisal's Camp is on top." in table.decision.ask(table)) is expected
    assert (table.state.fight.arabs[0] == "camp") is expected


def test_the_player_lines_up_as_he_likes(position: Positions, play: Plays) -> None:
    """LOA-C6: from the top of the line down; the last has no choice."""
    for wanted in permutations(FOUR.split()):
        table = lining(position)
        play(table, *(f"place {unit}" for unit in wanted[:3]))
        assert table.state.fight.arabs == list(wanted)
        assert not isinstance(table.decision, LiningUp)


def test_the_rest_stand_in_the_usual_order(position: Positions, play: Plays) -> None:
    """LOA-C6: at once, or below those that were placed."""
    usual = ["harb", "mercenaries", "auda", "lawrence"]
    assert play(lining(position), "rest").state.fight.arabs == usual
    table = play(lining(position), "place lawrence", "rest")
    assert table.state.fight.arabs == ["lawrence", *usual[:3]]


def test_nobody_is_placed_twice_or_from_elsewhere(
    position: Positions, play: Plays, words: Words
) -> None:
    """LOA-C6: only those who fight here and have no place yet."""
    table = play(lining(position), "place auda")
    assert sorted(words(table, "place")) == ["place harb", "place lawrence", "place mercenaries"]


def test_one_alone_is_not_lined_up(position: Positions, after: object) -> None:
    """LOA-C6: there is nothing to choose."""
    assert lining(position, "lawrence").decision == after


def test_the_camp_can_be_on_top(position: Positions, play: Plays) -> None:
    """LOA-C6, LOA 36.2: it is one of the line."""
    table = play(lining(position, "lawrence harb camp"), "place camp", "place lawrence")
    assert table.state.fight.arabs == ["camp", "lawrence", "harb"]


@pytest.mark.parametrize(
    ("edge", "first"), [("arabs", "You fire first."), ("ottomans", "The Ottomans fire first.")]
)
def test_the_edge_is_known_before_the_lines_stand(edge: str, first: str, position: Positions) -> None:
    """LOA-C6: the Edge is rolled first."""
    table = lining(position, edge=edge, turn=edge)
    assert table.decision.ask(table).startswith(first)
