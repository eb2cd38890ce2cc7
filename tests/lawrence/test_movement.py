"""LOA-C4, LOA 30.2 to LOA 30.4, LOA 32.1: where a force can go, by land and by sea."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence import spaces
from sandtable_lawrence.actions import Move
from sandtable_lawrence.events import CardIgnored, GarrisonRevealed
from sandtable_lawrence.movement import routes
from sandtable_lawrence.roster import UNITS
from sandtable_lawrence.spaces import BOARD, LAND, PORTS, RESTRICTED
from sandtable_lawrence.state import LawrenceState

OPEN = [space for space in spaces.NAMES if space not in RESTRICTED]
RIDERS = [id for id, unit in UNITS.items() if unit.sort in ("bedouin", "mercenaries")]


def within(origin: str, far: int, closed: tuple[str, ...]) -> set[str]:
    """The spaces at most `far` away, without going through closed ones."""
    reached = {origin}
    for _ in range(far):
        reached |= {
            near for space in reached for near in BOARD.neighbours(space, LAND) if near not in closed
        }
    return reached - {origin}


def goals(table: Table, verb: str = "move") -> set[str]:
    """The goals of an order."""
    return {option.words[1] for option in table.options if option.words[0] == verb}


@pytest.mark.parametrize("unit", RIDERS)
def test_riders_go_as_far_as_their_movement(unit: str, written: Callable[..., LawrenceState]) -> None:
    """LOA-C4: each link on land costs 1, be it rail, track or desert; not to where leaders go."""
    state = written()
    for origin in OPEN:
        assert set(routes(state, [unit], origin)) == within(origin, UNITS[unit].move, RESTRICTED)


def test_a_force_is_as_fast_as_its_slowest(written: Callable[..., LawrenceState]) -> None:
    """LOA-C4: with Regulars one space, with the car two, Bedouin three, Mercenaries and leaders four."""
    state, distances = written(), {}
    for units in ("lawrence", "lawrence auda", "auda mercenaries", "auda harb", "harb armored-car"):
        distances[units] = max(
            len(way.path) - 1 for way in routes(state, units.split(), "aqaba").values()
        )
    assert list(distances.values()) == [5, 4, 4, 3, 2]
    assert set(routes(state, ["harb", "regulars-1"], "aqaba")) == set(BOARD.neighbours("aqaba", LAND))


def test_cars_and_regulars_stop_after_a_desert_link(written: Callable[..., LawrenceState]) -> None:
    """LOA-C4: a car goes on only after rail or track, a force with it like it, Bedouin anyhow."""
    state = written()
    for origin in OPEN:
        near = within(origin, 1, RESTRICTED)
        firm = [space for space in BOARD.neighbours(origin, ("rail", "track")) if space in near]
        second = {far for space in firm for far in within(space, 1, RESTRICTED)}
        for force in (["armored-car"], ["lawrence", "harb", "armored-car"]):
            assert set(routes(state, force, origin)) == near | second - {origin}
        assert set(routes(state, ["regulars-1", "auda"], origin)) == near
    assert "azrak" in routes(state, ["harb"], "jefer")
    assert set(routes(state, ["armored-car"], "jefer")) == {"maan", "rumm", "bair"}


@pytest.mark.parametrize("number", [None, 2])
def test_a_move_ends_at_a_garrison(
    number: int | None, position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA 32.1: whether it lies face up or down; it can be entered, and not passed."""
    free = position(units="harb@aqaba", force="harb")
    held = position(units="harb@aqaba", force="harb", garrisons={"maan": number})
    assert goals(free) - goals(held) == {"amman", "deraa", "azrak"}
    assert "maan" in goals(held)
    assert why(held, "move amman") == (
        "32.1",
        "the Garrison of Maan blocks the route; a move ends there",
    )


@pytest.mark.parametrize("unit", RIDERS)
def test_no_garrison_is_passed_from_anywhere(unit: str, written: Callable[..., LawrenceState]) -> None:
    """LOA 32.1: what can be reached is what can be reached round them, and they themselves."""
    held = ("maan", "wejh", "rabegh", "deraa")
    state = written(garrisons=" ".join(held))
    far = UNITS[unit].move
    for origin in OPEN:
        round_them = within(origin, far - 1, (*RESTRICTED, *held)) | {origin}
        beside = {
            space for space in held for near in BOARD.neighbours(space, LAND) if near in round_them
        }
        expected = within(origin, far, (*RESTRICTED, *held)) | beside - {origin}
        assert set(routes(state, [unit], origin)) == expected


def test_a_force_beside_a_garrison_may_leave(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA-R35: as if it were not there; nothing is turned up."""
    beside = {"units": "harb@maan", "force": "harb", "dice": ["railway-guards"]}
    table = position(**beside, garrisons="maan")
    assert goals(table) == goals(position(units="harb@maan", force="harb"))
    play(table, "move aqaba")
    assert (events_of(table, GarrisonRevealed), table.state.garrisons) == ([], {"maan": None})


def test_a_force_beside_a_garrison_may_stay_and_fight(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA-R35, LOA 32: it is turned up in the Objective segment."""
    table = position(
        units="harb@maan", force="harb", garrisons="maan", dice=["gold-sovereigns", 1, "oef-1", 6, 1, 1]
    )
    play(table, "stay")
    assert [event.number for event in events_of(table, GarrisonRevealed)] == [1]
    assert table.state.garrisons == {}


@pytest.mark.parametrize("unit", [id for id in UNITS if id != "camp"])
def test_only_leaders_enter_the_staging_areas_and_mecca(
    unit: str, position: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA 30, LOA 30.2: Lawrence alone the one, leaders the other."""
    beside = position(units=f"{unit}@el-arish", force=unit)
    assert ("suez" in goals(beside)) is (unit == "lawrence")
    if unit != "lawrence":
        assert why(beside, "move suez") == ("30.2", "only Lawrence can enter Suez")
    pilgrim = position(units=f"{unit}@jidda", force=unit)
    leader = UNITS[unit].sort == "leader"
    assert ("mecca" in goals(pilgrim)) is leader
    if not leader:
        assert why(pilgrim, "move mecca") == ("30.2", "only leaders can enter Mecca")


def test_the_others_stay_behind(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[..., tuple[str, str]]
) -> None:
    """LOA 30.2: once they have left the force, the leaders go on to Mecca, and Lawrence to Suez."""
    table = position(units="lawrence auda harb@jidda", force="lawrence auda harb", dice=["ambush"])
    assert why(table, "move mecca") == ("30.2", "only leaders can enter Mecca")
    play(table, "leave harb")
    assert why(table, "sail suez")[0] == "30.3"
    play(table, "move mecca")
    assert [unit.id for unit in table.state.at("mecca")] == ["lawrence", "auda"]
    assert table.state.units["harb"].space == "jidda"


@pytest.mark.parametrize(
    ("origin", "goal"), [("suez", "cairo"), ("el-arish", "suez"), ("jidda", "mecca")]
)
@pytest.mark.parametrize("card", ["ambush", "gold-sovereigns", "allenby", "feisal-rides"])
def test_the_card_is_drawn_and_does_nothing(
    origin: str,
    goal: str,
    card: str,
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
) -> None:
    """LOA 30.2: it costs its Op and is discarded; Allenby is not held either."""
    table = position(units=f"lawrence@{origin} camp@rumm", force="lawrence", ops=5, dice=[card])
    play(table, f"move {goal}")
    state = table.state
    assert [event.space for event in events_of(table, CardIgnored)] == [goal]
    assert (state.ops, state.discards, state.held) == (4, [card], [])
    assert (state.pounds, state.camp, state.battle) == (0, "rumm", None)


def test_a_move_ends_on_entering_a_staging_area(position: Callable[..., Table]) -> None:
    """LOA-C4: Cairo is next to Suez, and yet not reached through it; from Suez it is."""
    assert "suez" in goals(position(units="lawrence@el-arish", force="lawrence"))
    assert "cairo" not in goals(position(units="lawrence@el-arish", force="lawrence"))
    assert "cairo" in goals(position(units="lawrence@suez", force="lawrence"))


def test_mecca_is_passed_by_leaders(position: Callable[..., Table]) -> None:
    """LOA 30.2, LOA-C4: it is entered like any space, and does not end a move."""
    near = goals(position(units="auda@jidda", force="auda", garrisons="rabegh"))
    assert "medina" in near
    assert "medina" not in goals(position(units="harb@jidda", force="harb", garrisons="rabegh"))


@pytest.mark.parametrize("held", [None, *PORTS])
@pytest.mark.parametrize("units", ["lawrence", "harb", "regulars-1", "lawrence auda harb armored-car"])
def test_from_port_to_port(held: str | None, units: str, position: Callable[..., Table]) -> None:
    """LOA 30.4, LOA 30.3: from each Arabian port to each other without Garrison; Suez for Lawrence."""
    for port in (*PORTS, "suez"):
        if port == "suez" and units != "lawrence":
            continue
        table = position(units=f"{units}@{port}", force=units, garrisons=held or "")
        wanted = {*PORTS, *(["suez"] if units == "lawrence" else [])} - {port, held}
        assert goals(table, "sail") == wanted


def test_a_force_outside_a_port_does_not_sail(position: Callable[..., Table]) -> None:
    """LOA 30.4: from every other space there is no Water Move."""
    for space in spaces.NAMES:
        if space not in (*PORTS, "suez"):
            assert goals(position(units=f"lawrence@{space}", force="lawrence"), "sail") == set()


@pytest.mark.parametrize(
    ("origin", "goal", "garrisons", "before", "desert"),
    [
        ("beersheba", "amman", "", "jerusalem", False),
        ("beersheba", "amman", "jerusalem", "tafileh", True),
        ("azrak", "damascus", "", "deraa", False),
        ("azrak", "damascus", "deraa", "azrak", True),
        ("maan", "jefer", "", "maan", True),
        ("aqaba", "mudawwara", "", "maan", False),
    ],
)
def test_a_move_avoids_the_desert_where_it_can(
    origin: str,
    goal: str,
    garrisons: str,
    before: str,
    desert: bool,
    written: Callable[..., LawrenceState],
) -> None:
    """LOA-R19: even where the desert is shorter; and what a Garrison bars is gone round."""
    way = routes(written(garrisons=garrisons), ["harb"], origin)[goal]
    assert (way.path[-2], way.desert) == (before, desert)


def test_the_shortest_way_of_those_without_desert(written: Callable[..., LawrenceState]) -> None:
    """LOA-R19: no way has a space more than it needs on the links that it uses."""
    state = written()
    for origin in OPEN:
        for goal, way in routes(state, ["harb"], origin).items():
            kinds = LAND if way.desert else ("rail", "track")
            closed = set(RESTRICTED)
            far = {origin: 0}
            edge = [origin]
            for here in edge:
                for near in BOARD.neighbours(here, kinds):
                    if near not in far and near not in closed:
                        far[near] = far[here] + 1
                        edge.append(near)
            assert len(way.path) - 1 == far[goal]


def test_all_of_a_force_move_and_who_stays_behind_does_not(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA-C4: together, by sea as by land; where it came from is remembered (LOA-R13)."""
    table = position(
        units="lawrence harb billi@aqaba",
        force="lawrence harb",
        garrisons="wejh",
        dice=["ambush", 1, "oef-1", "oef-2", 1, 1],
    )
    play(table, "sail yenbo")
    state = table.state
    assert {unit.id: unit.space for unit in state.force} == {"lawrence": "yenbo", "harb": "yenbo"}
    assert (state.units["billi"].space, state.acting.came_from) == ("aqaba", "aqaba")


def test_the_description_of_a_move_in_advance(position: Callable[..., Table]) -> None:
    """LOA-C4, LOA-R19, LOA 32: how far it is, through what, and what is known of a Garrison."""
    table = position(
        units="harb@aqaba", force="harb", garrisons={"maan": None, "tabuk": 2, "beersheba": None}
    )
    decision = table.decision
    about = {
        goal: (decision.describe(table, Move(goal)), decision.risk(table, Move(goal)))
        for goal in goals(table)
    }
    described = ("rumm", "mudawwara", "nekhl", "maan", "tabuk", "beersheba")
    assert [about[goal] for goal in described] == [
        ("1 space", ""),
        ("2 spaces", ""),
        ("1 space", "desert"),
        ("1 space", "battle 60 %"),
        ("3 spaces", "Garrison of 2"),
        ("2 spaces", "desert, battle 60 %"),
    ]
