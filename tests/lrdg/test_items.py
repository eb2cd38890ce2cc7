"""The items that the player can ask about by name, and the map in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from games import OPPOSITE
from nonempty import some

import sandtable
from sandtable import Item, Scenario, SeededDice, Table
from sandtable_console.show import find
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.counters import Sort
from sandtable_lrdg.mission import desert
from sandtable_lrdg.roster import NAMES
from sandtable_lrdg.state import SEAT, Target, Watch
from sandtable_lrdg.zones import NAMES as ZONES

Positions = Callable[..., Table]
Scenarios = Callable[[str], Scenario]
WAY = re.compile(
    r"(?:^|[:;,] )(?:(road|path|off-path) )?((?:north|south|east|west)[a-z-]*) to ([A-Z][\w ]*)"
)

RAID: dict[str, Any] = {
    "units": "t1-a t1-b hq-1@mechili light-a@siwa",
    "second": "sas-1@jalo det-a@siwa",
    "axis": {"mechili": "ge-4 it-2v", "derna": "it-m2 it-m2"},
    "face_down": "gazala gazala",
    "targets": {"mechili": Target(3, 2, drawn=True)},
    "reduced": "t1-b",
    "mco": {"t1-a": [2, 3]},
    "change": {"sas-1": {"watch": Watch(4, 2), "reports": ["derna"]}},
    "recon": "gazala",
    "caches": ["jalo"],
    "scouted": ["charruba"],
    "patrols": {"1st": {"drm": -1, "recon_ok": ["", "derna"]}},
    "turn": 3,
    "ap": {"1st": 7, "2nd": 2},
}


def shown(table: Table, typed: str) -> str:
    """The whole text of one item, in a line."""
    (item,) = find(table.game.items(table.view(SEAT)), typed)
    return " ".join([str(item), *item.about])


def relations(table: Table) -> list[str]:
    return list(table.game.relations(table.view(SEAT)))


def items_of_kind(table: Table, kind: str) -> list[Item]:
    return [item for item in table.game.items(table.view(SEAT)) if item.kind == kind]


@pytest.mark.parametrize("name", ["benghazi-road", "barca", "bardia", "campaign-1942"])
@pytest.mark.parametrize("seed", range(2))
def test_all_that_there_is_can_be_shown_in_every_position(name: str, seed: int) -> None:
    """LRDG 3.1, LRDG 3.3.1: every zone, unit, Axis counter and patrol, with a line at least."""
    session = sandtable.new(f"lrdg/{name}", seed=seed)
    session.seat_players({SEAT: "random"})
    for _ in some(islice(session.play(400), 0, None, 10)):
        state, table = session.state, session.table
        axis = [enemy.id for enemy in state.axis]
        assert [item.name for item in items_of_kind(table, "zone")] == list(ZONES)
        assert [item.name for item in items_of_kind(table, "unit")] == [*NAMES, *axis]
        assert [item.name for item in items_of_kind(table, "patrol")] == list(state.patrols)
        assert all(
            item.about for kind in ("zone", "unit", "patrol") for item in items_of_kind(table, kind)
        )


@pytest.mark.parametrize("house", [{}, {"mersa_airfield": True, "maddalena_is_fort": True}])
def test_every_link_is_shown_at_both_ends_the_way_back_in_the_opposite_direction(
    position: Positions, house: dict[str, Any]
) -> None:
    """LRDG 3.3.1: zone by zone, as many as the map has."""
    table = position(units="t1-a hq-1@jalo", house=house)
    ways = set()
    for line in relations(table):
        here, kind = re.split("[,:]", line)[0], ""
        for named, point, other in WAY.findall(line):
            kind = named or kind
            ways.add((kind, here, point, other))
    links = desert(table).links
    assert {(kind, frozenset((a, b))) for kind, a, _, b in ways} == {
        (link.kind, frozenset((ZONES[link.a], ZONES[link.b]))) for link in links
    }
    assert len(ways) == 2 * len(links)
    assert all((kind, b, OPPOSITE[point], a) in ways for kind, a, point, b in ways)


def test_a_zone_shows_who_is_there_and_what_its_ways_cost(position: Positions) -> None:
    """LRDG 3.2, LRDG 6.1.1: in the map of words as when it is asked about."""
    table = position(**RAID)
    here = (
        "1st patrol: T1/A (AV 3 MCO -2 MCO -3), T1/B (AV 2, reduced), HQ 1 (AV 1); target, 2 of 3 left; "
        "Axis German AV 4; Axis Italian AV 2, veteran"
    )
    assert f"Here: {here}." in shown(table, "mechili")
    assert "Path (1 AP a unit) south to Bir Tengeder" in shown(table, "mechili")
    assert "Off-path (2 AP a unit) east to Gazala." in shown(table, "mechili")
    assert "Road (0.5 AP a unit)" in shown(table, "gazala")
    lines = {re.split("[,:]", line)[0]: line for line in relations(table)}
    assert lines["Mechili"].startswith("Mechili, village: path ")
    assert lines["Mechili"].endswith(f"; {here}")
    assert lines["Gazala"].endswith("; Axis face-down unit x2; Axis Recon overhead")
    assert lines["Wadi Faregh"].endswith("; empty")


@pytest.mark.parametrize(
    ("zone", "failing"),
    [
        ("bir-hacheim", (0, 17, 33, 50)),
        ("wadi-faregh", (17, 33, 50, 67)),
        ("jalo", (31, 56, 75, 89)),
        ("agedabia", (42, 70, 88, 96)),
    ],
)
def test_a_zone_shows_how_often_a_test_fails(
    zone: str, failing: tuple[int, ...], position: Positions
) -> None:
    """LRDG 6.1.1: the table of the rules, whose DRM of 0 to 3 are those of 1, 4, 7 and 9 units."""
    each = ", ".join(f"{n} or more {chance} %" for chance, n in zip(failing, (1, 4, 7, 9), strict=True))
    assert f"Chance of being seen, by the number of units there: {each}." in shown(position(), zone)


def test_no_test_learns_where_none_is_taken(position: Positions) -> None:
    """LRDG-A12, LRDG-A61: at a base, and at alarm 4 in an empty zone."""
    table = position(units="t1-a hq-1@jalo", face_down="bardia", alarm=4)
    assert "no test" in shown(table, "siwa")
    assert "take no test here" in shown(table, "wadi-faregh")
    assert "units there: 1 or more " in shown(table, "bardia")


def test_zones_that_can_be_observed_are_shown(position: Positions) -> None:
    """LRDG 6.1.3, LRDG-A17: where people live, and next to a target."""
    table = position(units="t1-a hq-1@jalo", targets={"bardia": 2})
    assert "You can observe this zone." in shown(table, "jalo")
    assert "You cannot observe this zone." in shown(table, "serir-south")
    assert "observed" not in shown(table, "siwa")


def test_a_unit_shows_its_values_and_what_it_does(position: Positions) -> None:
    """LRDG 3.1, LRDG 3.2, LRDG 6.1.3: both sides, markers, an observation, news."""
    table = position(**RAID)
    assert shown(table, "t1/b").startswith(
        "T1/B, unit: half team, 1st patrol, at Mechili AV 3, reduced 2; "
    )
    assert "MCO: -2, -3. Its patrol loses that many AP each turn." in shown(table, "t1a")
    assert "It observes until turn 4" in shown(table, "sas 1")
    assert "It carries a report on Derna" in shown(table, "sas-1")
    assert "Loads left: 1 of 1." in shown(table, "light-a")
    assert shown(table, "y1-a").startswith("Y1/A, unit: half team, not on this mission")


def test_a_patrol_shows_its_points_and_what_awaits_it(position: Positions) -> None:
    """LRDG 5.1, LRDG 3.2, LRDG-A9: dice, wear, Recon OK, the next test."""
    text = shown(position(**RAID), "1st")
    assert text.startswith("1st, patrol: 7 AP, 4 units At Mechili: T1/A, T1/B, HQ 1. At Siwa: Light A.")
    assert "It rolls 2d6 + 2 for action points, less 5 for breakdowns." in text
    assert "Recon OK: 2 of 3 (observing Derna)." in text
    assert "Its next discretion test has -1." in text


def test_a_counter_that_lies_face_down_may_be_what_is_not_seen(position: Positions) -> None:
    """LRDG-A90: of its sort, with chances that come to a hundred; nothing that is face up or out."""
    sorts = {"bardia": Sort(nation="German", mobile=True), "tobruk": Sort()}
    table = position(units="t1-a hq-1@jalo", axis={"derna": "ge-m4v"}, face_down=sorts)
    names = {item.name: item for item in items_of_kind(table, "unit")}
    german = next(enemy for enemy in table.state.axis if enemy.zone == "bardia")
    text = names[german.id].about[0]
    assert text.startswith("It is face down. It may be: German mobile AV")
    assert "Italian" not in text
    assert "veteran (14 %)" in text
    assert "AV 4, veteran" not in text
    for enemy in (force for force in table.state.axis if not force.counter):
        chances = map(int, re.findall(r"\((\d+) %\)", names[enemy.id].about[0]))
        assert sum(chances) == pytest.approx(100, abs=8)


def test_a_counter_face_up_shows_how_it_moves(position: Positions) -> None:
    """LRDG 5.3, LRDG 5.4: and what it is worth."""
    table = position(**RAID)
    enemies = {enemy.counter: enemy.id for enemy in table.state.axis if enemy.counter}
    mobile, veteran = (shown(table, enemies[kind]) for kind in ("it-m2", "it-2v"))
    assert "goes one zone a turn toward your nearest units. One hit defeats it, for 0.5 VP." in mobile
    assert "never leaves its zone. One hit defeats it, for 1 VP." in veteran


def test_the_pool_and_the_tracks_are_shown(position: Positions) -> None:
    """LRDG 3.2, LRDG 5.3.1, LRDG 5.4: what is unseen, each alarm, points and levels."""
    table = position(**RAID, alarm=2)
    assert shown(table, "axis-pool").startswith(
        "Axis pool, pile: 32 unseen counters 2 of them are face down"
    )
    assert shown(table, "alarm").startswith("Alarm, track: 2 of 4 0: ")
    assert "remarkable from 11" in shown(table, "victory points")
    assert shown(table, "turn").startswith("Turn, track: 3 of 40 The historical mission took 12 turns;")


def test_a_combat_is_shown_position_by_position(position: Positions) -> None:
    """LRDG 7.2: who faces whom, before the map; nobody is left out."""
    table = position(
        Combats(),
        units="t1-a t1-b hq-1@mechili",
        axis={"mechili": "ge-4"},
        clashes=["mechili"],
    )
    table.choose(table.read("contact t1-a"))
    first, *lines = relations(table)
    assert first == "Combat at Mechili, combat turn 1."
    assert lines[0].startswith("Position 1: T1/A against axis-1 German AV 4.")
    assert lines[1] == "In reserve: T1/B (AV 3), HQ 1 (AV 1)."
    assert lines[2].startswith("Mechili, village: ")


def test_a_table_at_any_seed_shows_the_same_of_the_same(scenario: Scenarios) -> None:
    """LRDG-A90: a face-down counter is decided nowhere, so no luck reveals it."""
    tables = [Table.new(scenario("barca"), SeededDice(seed)) for seed in range(3)]
    assert len({str(list(table.game.items(table.view(SEAT)))) for table in tables}) == 1


def test_an_event_that_waits_for_the_next_test_is_named_where_its_chances_are(
    position: Callable[..., Table],
) -> None:
    """LRDG-A9: the chances of a zone are without it, and the question names it."""
    table = position(units="t1-a@jalo", ap=5, turn=2, patrols={"1st": {"drm": -2}})
    assert "1st 5 (next test has -2)" in table.decision.ask(table)
    (zone,) = find(table.game.items(table.view(SEAT)), "jaghbub")
    assert "This leaves out events: the next test of the 1st patrol has -2." in " ".join(zone.about)
