"""LOA-C6, the lines: how the Ottomans stand, and how the player lines the Arabs up."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from sandtable import Table
from sandtable_lawrence.combat import usual_order
from sandtable_lawrence.line_up import LineUp, LiningUp
from sandtable_lawrence.ottomans import line_of
from sandtable_lawrence.state import LawrenceState

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Words = Callable[..., list[str]]
Why = Callable[[Table, str], tuple[str, str]]

FOUR = "lawrence auda harb mercenaries"


def lining(position: Positions, units: str = FOUR, **battle: object) -> Table:
    """The choice of the line at Aqaba."""
    fight = {"foes": "oef-2"} | battle
    return position(LineUp(), units=f"{units}@aqaba", force=units.split()[0], battle=fight)


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


def test_the_usual_order_has_the_strongest_on_top_and_leaders_below(
    written: Callable[..., LawrenceState],
) -> None:
    """LOA-C6: gear counted; the Camp stands among them (LOA 36.2)."""
    state = written(units="lawrence auda sherif-ali howeitat billi+machineguns+machineguns camp@rumm")
    state.units["howeitat"].space = "rumm"
    order = usual_order(state, "rumm")
    assert [state.units[unit].strength for unit in order] == [3, 3, 2, 4, 2, 1]
    assert order[2:] == ["camp", "auda", "sherif-ali", "lawrence"]


def test_the_player_lines_up_as_he_likes(position: Positions, play: Plays) -> None:
    """LOA-C6: from the top of the line down; the last has no choice."""
    for wanted in permutations(FOUR.split()):
        table = lining(position)
        play(table, *(f"place {unit}" for unit in wanted[:3]))
        assert table.state.fight.arabs == list(wanted)
        assert not isinstance(table.decision, LiningUp)


def test_the_rest_stand_in_the_usual_order(position: Positions, play: Plays) -> None:
    """LOA-C6: at once, or below those that were placed."""
    assert play(lining(position), "rest").state.fight.arabs == [
        "mercenaries",
        "harb",
        "auda",
        "lawrence",
    ]
    table = play(lining(position), "place lawrence", "rest")
    assert table.state.fight.arabs == ["lawrence", "mercenaries", "harb", "auda"]


def test_nobody_is_placed_twice_or_from_elsewhere(
    position: Positions, play: Plays, words: Words, why: Why
) -> None:
    """LOA-C6: only those who fight here and have no place yet."""
    table = play(lining(position), "place auda")
    assert sorted(words(table, "place")) == ["place harb", "place lawrence", "place mercenaries"]
    assert why(table, "place auda")[0] == "LOA-C6"
    assert why(table, "place billi")[0] == "LOA-C6"


def test_one_alone_is_not_lined_up(position: Positions, after: object) -> None:
    """LOA-C6: there is nothing to choose."""
    assert lining(position, "lawrence").decision == after


def test_the_camp_can_be_on_top(position: Positions, play: Plays) -> None:
    """LOA-C6, LOA 36.2: it is one of the line."""
    table = play(lining(position, "lawrence harb camp"), "place camp", "place lawrence")
    assert table.state.fight.arabs == ["camp", "lawrence", "harb"]


@pytest.mark.parametrize(
    ("edge", "first"), [("arabs", "We fire first."), ("ottomans", "They fire first.")]
)
def test_who_has_the_edge_is_known_before_the_lines_stand(
    edge: str, first: str, position: Positions
) -> None:
    """LOA-C6: the Edge is rolled first."""
    table = lining(position, edge=edge, turn=edge)
    assert table.decision.ask(table).startswith(first)
