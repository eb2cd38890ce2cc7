"""The drawings of a mission: status line, patrols, combat, enemies, and the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.state import SEAT, Target, Watch
from sandtable_lrdg.zones import NAMES

Positions = Callable[..., Table]

RAID: dict[str, Any] = {
    "units": "t1-a t1-b hq-1@mechili light-a@siwa",
    "second": "sas-1@jalo",
    "axis": {"mechili": "ge-4 it-2v", "derna": "it-m2 it-m2"},
    "face_down": "gazala gazala",
    "targets": {"mechili": Target(3, 2, drawn=True)},
    "reduced": "t1-b",
    "mco": {"t1-a": [2, 3]},
    "change": {"sas-1": {"watch": Watch(4, 2)}},
    "recon": "gazala",
    "caches": ["jalo"],
    "scouted": ["charruba"],
    "alarm": 4,
    "turn": 3,
    "ap": {"1st": 7, "2nd": 2},
}


def board(table: Table, width: int = 100, height: int | None = None) -> list[str]:
    return list(table.game.board(table.view(SEAT), width, height))


def test_the_status_shows_turn_alarm_points(position: Positions) -> None:
    """LRDG 3.2, LRDG 5.1: also the historical duration, which is no limit."""
    table = position(**RAID)
    status = table.game.status(table.view(SEAT))
    assert status == "Turn 3. Alarm 4/4. AP: 1st 7, 2nd 2. VP -1 (home 2, moderate)."


def test_every_unit_has_a_row(position: Positions) -> None:
    """LRDG 3.1: side, AV, markers, where it is, what it does."""
    rows = [" ".join(row.split()) for row in board(position(**RAID))]
    assert "1ST PATROL AP 7, Recon OK 0" in rows
    assert "T1/A full AV 3 MCO -2 -3 Mechili" in rows
    assert "T1/B reduced AV 2 Mechili" in rows
    assert "SAS 1 full AV 3 Jalo (observes until turn 4)" in rows
    assert "Light A full AV 1 Siwa (1 load)" in rows


def test_other_things_on_the_map_are_shown(position: Positions) -> None:
    """LRDG 3.2, LRDG 3.3: equal enemies counted, and those face down by place alone."""
    text = " ".join(board(position(**RAID)))
    assert "Targets: Mechili 2 of 3" in text
    assert "Derna Italian mobile AV 2 x2" in text
    assert "Face down: Gazala x2" in text
    assert "caches at Jalo" in text
    assert "Axis Recon at Gazala" in text


@pytest.mark.parametrize("width", [20, 33, 45, 60])
def test_in_a_narrow_terminal_nothing_is_cut_and_no_value_is_torn(
    width: int, position: Positions
) -> None:
    """LRDG 3.1: a table that does not fit gives way to lines that go on."""
    lines = board(position(**RAID), width)
    assert max(map(len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    for fact in ("Jalo: SAS 1 (AV 3, observes until turn 4)", "Light A (AV 1, 1 load)", "Recon OK 0"):
        assert fact in text
    assert [line for line in lines if line.endswith(("AV", "turn", "SAS", "MCO"))] == []


@pytest.mark.parametrize("width", [64, 80, 100])
def test_in_little_room_a_stack_has_one_line_and_nothing_is_lost(
    width: int, position: Positions
) -> None:
    """LRDG 3.1: the same facts in fewer rows, none too wide."""
    lines = board(position(**RAID), width, height=8)
    assert len(lines) < len(board(position(**RAID), width))
    assert max(map(len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    for fact in ("T1/A (AV 3 MCO -2 MCO -3)", "T1/B (AV 2, reduced)", "1 load", "until turn 4"):
        assert fact in text


def test_recon_ok_that_score_are_distinguished(position: Positions) -> None:
    """LRDG 8.1, LRDG-A74."""
    patrols = {"1st": {"recon_ok": ["", "msus"]}}
    table = position(units="t2-a@msus", name="benghazi-road", patrols=patrols)
    assert "Recon OK 2 (1 for the mission)" in board(table)[0]


@pytest.fixture
def fight(position: Positions, play: Callable[..., Table]) -> Table:
    """A combat at the target, after the contact, with a unit in reserve."""
    lines = {"units": "t1-a t1-b hq-1@mechili", "axis": {"mechili": "ge-4 it-2v"}, "guards": "mechili"}
    written = RAID | lines | {"change": {}, "second": ""}
    table = position(Combats(), **written, clashes=["mechili"])
    play(table, "contact t1-a", "stack hq-1 t1-a")
    return table


def test_both_lines_of_a_combat_stand_side_by_side(fight: Table) -> None:
    """LRDG 3.3.2, LRDG 7.2: with the reserve."""
    rows = [" ".join(row.split()) for row in board(fight)]
    assert "COMBAT at Mechili, combat turn 1" in rows
    assert any(
        row.startswith("1 T1/A with HQ 1 | the target (value 2); axis-1 German AV 4") for row in rows
    )
    assert "in reserve: T1/B (AV 2, reduced)" in rows


def test_in_the_least_room_what_fights_stands_only_in_the_combat(fight: Table) -> None:
    """LRDG 7.2: neither its stack nor its enemies are named a second time."""
    whole = board(fight)
    short = board(fight, height=len(whole) - 1)
    least = board(fight, height=len(short) - 1)
    assert any(line.startswith("  Mechili: T1/A") for line in short)
    assert not any("Mechili: T1/A" in line or "Mechili German" in line for line in least)
    assert "COMBAT at Mechili, combat turn 1" in least


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_the_map_names_every_zone_and_shows_what_is_there(width: int, position: Positions) -> None:
    """LRDG 3.3.1: patrols, enemies, targets, caches, the aircraft; links by their characters."""
    table = position(**RAID)
    lines = table.game.map(table.view(SEAT), width)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= width
    assert [name for name in NAMES.values() if name.lower() not in text.lower()] == []
    for mark in ("[1st:3]", "[2nd:1o]", "T2", "<f4>", "<m2>", "<??>", "<Recon>", "[s]"):
        assert mark in text
    picture = text[: text.index("== road")]
    assert all(sign in picture for sign in "=#|:.\\")


def test_the_options_of_the_map_are_drawn_alike(position: Positions) -> None:
    """LRDG 3.3.1: an airfield at Mersa changes rules, not places."""
    plain, other = position(**RAID), position(**RAID, house={"mersa_airfield": True})
    maps = [table.game.map(table.view(SEAT)) for table in (plain, other)]
    assert maps[0].scale == maps[1].scale
    assert maps[0].places["siwa"] == maps[1].places["siwa"]
    assert "Mersa" in "".join(maps[0])
    assert "MERSA" in "".join(maps[1])


def test_orders_show_what_they_cost_and_what_is_lost(position: Positions) -> None:
    """LRDG 5.2, LRDG 6.1.2, LRDG 6.1.6, LRDG-A3, LRDG-A86: before they are given."""
    due = {"sas-1": {"watch": Watch(4, 2)}}
    written = {"units": "t1-a hq-1@jaghbub sas-1@jalo", "ap": 9, "turn": 3, "waco": True}
    table = position(**written, change=due, mco={"t1-a": [2]})
    descriptions = {str(option): table.decision.describe(table, option) for option in table.options}
    assert descriptions["end"].startswith(
        "end your actions; the Axis reacts; SAS 1 would stop observing, unpaid; "
    )
    assert descriptions["end"].endswith("unspent action points are lost: 1st 9")
    costs = {str(option): table.decision.cost(table, option) for option in table.options}
    assert (costs["abandon t1-a"], costs["abandon hq-1"]) == ("-2 VP", "-4 VP")
    assert (costs["cache 1st jaghbub"], costs["maintain 1st jaghbub"]) == ("2 AP", "3 AP")
    assert descriptions["maintain 1st jaghbub"].startswith("T1/A: a roll of 2 or less repairs each")
    flight = table.read("air-intelligence 1st jaghbub")
    assert (costs[str(flight)], table.decision.risk(table, flight)) == ("6 AP", "fails 0 %")
    assert descriptions[str(flight)].endswith("it comes back on 1 or 2")
    assert descriptions["scout 1st jaghbub"].endswith("3 AP for each zone")
