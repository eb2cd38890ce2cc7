"""LRDG 4, Preparation: the Axis is laid out, units are bought, patrols formed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Scenario, Table
from sandtable_lrdg.counters import ANY, Sort
from sandtable_lrdg.events import PatrolFormed, TakenAway
from sandtable_lrdg.mission import Placement
from sandtable_lrdg.muster import Departures, Muster
from sandtable_lrdg.preparation import Cancels, Preparation, place_axis
from sandtable_lrdg.roster import KIND_OF, cost
from sandtable_lrdg.sequence import Play
from sandtable_lrdg.state import SEAT

MUSTER = Muster(seat=SEAT)
LISTS = [("benghazi-road", 11), ("slonta", 20), ("el-alamein", 8), ("barca", 10), ("bardia", 12)]


def test_a_mission_is_prepared_and_then_begins(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 4: the choice of units, then turn 1 with its action points; one player decides (LRDG 1)."""
    table = position(Play(), name="slonta", dice=[1, 1, 1, 1, 1])
    assert table.decision.title == "Purchase"
    play(table, "historical")
    assert (table.state.turn, table.decision.title) == (1, "Actions of the LRDG")
    assert {id: patrol.ap for id, patrol in table.state.patrols.items()} == {
        "1st": 4,
        "2nd": 4,
        "3rd": 3,
    }
    assert table.decision.seat == SEAT


def test_a_budget_of_4_buys_a_command_unit_and_a_team(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """The example of LRDG 4.1: 2 + 1 + 1, three counters; Tobruk's 6 points leave 2."""
    assert cost(("hq-1", "r1-a", "r1-b")) == 4
    table = position(MUSTER, name="tobruk")
    play(table, "buy hq-1 1st", "buy r1-a 1st", "buy r1-b 1st")
    assert table.decision.ask(table) == "Buy units: 2 of 6 points left."
    assert table.decision.part
    play(table, "done")
    assert {unit.id: unit.zone for unit in table.state.force} == dict.fromkeys(
        ("hq-1", "r1-a", "r1-b"), "kufra"
    )


@pytest.mark.parametrize(("name", "budget"), [*LISTS, ("tobruk", 6)])
def test_the_historical_lists_cost_the_budgets(
    name: str, budget: int, scenario: Callable[[str], Scenario]
) -> None:
    """LRDG 4.1 and LRDG 8: every list is worth exactly what a player may spend."""
    data = scenario(name).data
    assert data.budget == budget
    assert sum(cost(force.units) for force in data.patrols) == budget


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("buy hq-1 2nd", "LRDG-A91"),
        ("buy hq-1 1st", ""),
        ("buy waco", ""),
        ("historical", ""),
    ],
)
def test_a_patrol_begins_with_the_command_unit_of_its_number(
    line: str, section: str, position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG 4.1, LRDG-A91: any other unit is refused as its first."""
    assert why(position(MUSTER, name="benghazi-road"), line) == section


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("buy t1-a 2nd", "LRDG-A91"),
        ("buy sas-2 1st", ""),
        ("buy hq-2 2nd", ""),
        ("buy sas-1 1st", ""),
        ("buy light-b 1st", ""),
        ("buy waco", "3"),
        ("done", ""),
    ],
)
def test_the_units_on_sale_after_the_first_one(
    line: str, section: str, position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """Only what is available (LRDG 3), within the budget (LRDG 4.1), each patrol with its HQ."""
    table = position(MUSTER, name="el-alamein", units="hq-1@siwa")
    table.choose(table.read("buy t2-a 1st"))
    table.choose(table.read("buy waco"))
    assert why(table, line) == section


def test_nothing_can_be_bought_that_the_budget_does_not_hold(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """Whatever is bought, what is left is never below 0 (LRDG 4.1), and buying comes to an end."""
    table = position(MUSTER, name="barca")
    steps = 0
    play(table, "buy hq-1 1st")
    while any(option.words[0] == "buy" for option in table.options):
        table.choose([option for option in table.options if option.words[0] == "buy"][-1])
        steps += 1
    spent = sum(cost((unit.id,)) for unit in table.state.force) + 3 * table.state.waco
    assert spent <= 10
    assert steps > 1


def test_waco_goes_into_the_support_box_and_joins_nobody(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """It costs 3, is not on the map (LRDG 3.3.3), and belongs to no patrol (LRDG-A87)."""
    table = play(position(MUSTER, name="el-alamein"), "buy waco")
    assert why(table, "historical") == "4.1"
    play(table, "buy hq-1 1st")
    assert table.state.waco
    assert [unit.id for unit in table.state.force] == ["hq-1"]
    assert "3 of 8 points left" in table.decision.ask(table)


def test_a_historical_patrol_stands_as_it_is(
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    after: object,
) -> None:
    """The 3rd patrol of Bardia has no command unit (LRDG-A30); Waco is free there (LRDG-A32)."""
    table = play(position(Preparation(), name="bardia", dice=[]), "historical")
    units = {id: {unit.id for unit in table.state.units_of(id)} for id in table.state.patrols}
    assert units == {
        "1st": {"g1-a", "g1-b", "hq-1"},
        "2nd": {"y1-a", "y1-b", "hq-2"},
        "3rd": {"s1-a", "s1-b", "light-a"},
    }
    assert table.state.waco
    assert table.state.patrols["3rd"].reserve
    formed = [(event.patrol, len(event.units), event.zone) for event in events_of(table, PatrolFormed)]
    assert formed == [("1st", 3, "kufra"), ("2nd", 3, "kufra"), ("3rd", 3, "kufra")]
    assert table.decision == after


def test_the_table_is_laid_out(position: Callable[..., Table]) -> None:
    """Markers, targets, face-down units in their zones, the rest a pool (LRDG 4.2, LRDG-A29)."""
    used = {"alarm": 3, "recon": "tobruk", "turn": 9, "over": True, "closed": True, "caches": ["jalo"]}
    table = position(Preparation(), name="slonta", units="t1-a@jalo", **used)
    state = table.state
    assert (state.turn, state.alarm, state.recon, state.caches) == (0, 0, "", [])
    assert {zone: target.value for zone, target in state.targets.items()} == {
        "bir-tengeder": 2,
        "mechili": 3,
        "bir-hacheim": 2,
    }
    assert not any(target.drawn for target in state.targets.values())
    assert Counter(enemy.zone for enemy in state.axis) == {
        "gazala": 2,
        "bardia": 1,
        "bir-tengeder": 1,
        "bir-hacheim": 1,
    }
    assert not any(enemy.counter for enemy in state.axis)
    assert len(state.pool) == 36
    assert state.spare == 31
    assert state.force == []
    assert (state.over, state.closed) == (False, False)


def test_units_placed_in_a_targets_zone_stand_on_it(
    position: Callable[..., Table],
) -> None:
    """LRDG 4.2: it protects the target, besides the target's own draw; face down too (LRDG-A57)."""
    table = position(Preparation(), name="slonta")
    guards = {enemy.zone for enemy in table.state.axis if enemy.guards}
    assert guards == {"bir-tengeder", "bir-hacheim"}
    barca = position(Preparation(), name="barca").state
    assert [enemy.zone for enemy in barca.axis if enemy.guards] == ["barca"]
    assert not barca.enemies("barca")[0].counter
    assert len(barca.axis) == 11


@pytest.mark.parametrize("once", [False, True])
def test_named_zones_come_before_every_town(once: bool, position: Callable[..., Table]) -> None:
    """LRDG 8.1, "1 x Axis unit face down on all the city zones", after the named ones (LRDG-A92).

    With the option, Benghazi and Barca get no second unit (LRDG-A28).
    """
    table = position(Preparation(), name="benghazi-road", house={"one_unit_a_zone": once})
    placed = [(enemy.zone, enemy.sort) for enemy in table.state.axis]
    mobile = Sort(mobile=True)
    assert placed[:3] == [("msus", Sort(mobile=False, av=2)), ("benghazi", mobile), ("barca", mobile)]
    towns = {"bardia", "tobruk", "derna", "beda-littora", "agedabia", "marsa-el-brega"}
    towns |= set() if once else {"benghazi", "barca"}
    assert sorted(placed[3:]) == sorted((zone, ANY) for zone in towns)


def test_when_the_stock_runs_out_the_rest_stays_empty(
    position: Callable[..., Table], scenario: Callable[[str], Scenario]
) -> None:
    """Zones with names were served first (LRDG-A92), then those nearest to a target (LRDG 4.2)."""
    table = position(name="barca", units="t1-a@jalo", targets={"barca": 4})
    table.state.pool, table.state.axis = ["it-1"] * 5, []
    data = scenario("barca").data
    first = Placement(zones=("msus",), count=2)
    changed = type(data)(
        **{name: getattr(data, name) for name in data.__struct_fields__ if name != "axis"},
        axis=(*data.axis, first),
    )
    place_axis(table, changed)
    placed = [enemy.zone for enemy in table.state.axis]
    assert placed[:3] == ["msus", "msus", "barca"]
    assert set(placed[3:]) == {"benghazi", "beda-littora"}


def test_a_defeated_counter_comes_back_for_the_next_mission(position: Callable[..., Table]) -> None:
    """All 36 are the pool again (LRDG 4.2), but units keep their state."""
    table = position(
        Preparation(), name="tobruk", axis={"msus": "ge-4 it-1"}, reduced="t1-a", mco={"y1-a": [3]}
    )
    assert len(table.state.pool) == 36
    assert table.state.units["t1-a"].steps == 1
    assert table.state.units["y1-a"].mco == [3]


@pytest.mark.parametrize(
    ("lines", "zones"),
    [
        (["depart 1st kufra", "depart 2nd siwa"], ["kufra", "siwa"]),
        (["depart 1st kufra", "depart 2nd kufra"], ["kufra", "kufra"]),
        (["depart 1st siwa", "depart 2nd kufra"], ["siwa", "kufra"]),
    ],
)
def test_one_patrol_leaves_from_kufra_others_may_from_siwa(
    lines: list[str],
    zones: list[str],
    position: Callable[..., Table],
    play: Callable[..., Table],
    words: Callable[..., list[str]],
    why: Callable[[Table, str], str],
) -> None:
    """Any of them, in the raid on Barca (LRDG-A31)."""
    table = position(Departures(), name="barca", units="hq-1@kufra", second="hq-2 t1-a@kufra")
    assert words(table) == ["depart 1st kufra", "depart 1st siwa"]
    play(table, lines[0])
    assert (why(table, "depart 2nd siwa") == "LRDG-A31") == (lines[0] == "depart 1st siwa")
    play(table, lines[1])
    assert [*table.state.zones("1st"), *table.state.zones("2nd")] == zones


def test_other_missions_have_one_base_of_departure(
    position: Callable[..., Table], after: object
) -> None:
    """LRDG-A31 is for Barca alone."""
    table = position(Departures(), name="slonta", units="hq-1@siwa", second="hq-2@siwa")
    assert table.decision == after


def test_counters_are_taken_from_those_not_placed_at_random(
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    why: Callable[[Table, str], str],
) -> None:
    """LRDG 8.5: up to a number, from the pool; what lies on the map stays (LRDG-A33)."""
    zones = "tobruk el-adem derna msus jaghbub"
    table = position(
        Cancels(seat=SEAT, number=2), name="tobruk", face_down=zones, dice=["it-1", "ge-m4"]
    )
    assert why(table, "cancel 0") == "8.5"
    before = len(table.state.pool)
    play(table, "cancel 2")
    assert sorted(enemy.zone for enemy in table.state.axis) == sorted(zones.split())
    assert len(table.state.pool) == before - 2
    assert [event.counters for event in events_of(table, TakenAway)] == [("ge-m4", "it-1")]
    assert table.state.defeated == []


def test_every_unit_has_a_price_and_a_kind(position: Callable[..., Table]) -> None:
    """LRDG 4.1: all that the player may pick, of equal units any."""
    table = position(MUSTER, name="benghazi-watch", units="hq-1@siwa")
    sold = [option.words[1] for option in table.options if option.words[0] == "buy"]
    kinds = Counter(KIND_OF[unit] for unit in sold)
    assert kinds == {"team": 20, "sas": 4, "det": 2, "hq": 2, "light": 2, "heavy": 2} | dict.fromkeys(
        ("survey", "signal", "waco"), 1
    )
