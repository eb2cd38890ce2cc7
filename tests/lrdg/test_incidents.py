"""LRDG 5.1, Events that a 6 brings."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.events import IncidentRolled, Marked
from sandtable_lrdg.incidents import ActionPoints, Breakdown, BreaksDown, Incident, event_for
from sandtable_lrdg.sequence import Determination

SEVEN = "t1-a t1-b g1-a g1-b sas-1 sas-2 hq-1"
KINDS = {"rocky": "bir-tengeder", "sand": "el-cuasc", "oasis": "jalo", "built-up": "msus"}

Law = Callable[..., dict[Any, Fraction]]


def test_two_sixes_are_one_event_and_16_is_petrol_in_an_oasis(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """The example of LRDG 5.1 (LRDG-A56): 14 AP; the roll is 16 - 2 = 14, an MCO of -3, so 11 AP."""
    table = position(
        ActionPoints("2nd"),
        units="r1-a@jalo",
        second=f"{SEVEN.replace('hq-1', 'hq-2')}@jalo",
        dice=[6, 6, 5, 5, 6],
    )
    assert table.state.patrols["2nd"].ap == 14
    play(table, "mark t1-b")
    (event,) = events_of(table, IncidentRolled)
    assert (event.roll, event.drm, event.effect) == (16, -2, "petrol")
    assert table.state.units["t1-b"].mco == [3]
    assert [(event.unit, event.points) for event in events_of(table, Marked)] == [("t1-b", 3)]
    assert table.state.patrols["2nd"].ap == 11


@pytest.mark.parametrize("once", [True, False])
def test_one_event_for_each_patrol(
    once: bool, position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """One event a turn for all patrols; with event_per_game_turn=false one for each (LRDG-A1)."""
    table = position(
        Determination(),
        units="t1-a@jalo",
        second="g1-a@jalo",
        house={"event_per_game_turn": once},
        dice=[6, 4, 3, 3, 6] if once else [6, 4, 3, 3, 6, 4, 3, 3],
    )
    assert [event.patrol for event in events_of(table, IncidentRolled)] == ["1st", "2nd"][: 2 - once]
    assert {patrol.ap for patrol in table.state.patrols.values()} == ({8, 10} if once else {10})


def test_the_zone_of_an_event_is_the_players_choice(
    position: Callable[..., Table],
    play: Callable[..., Table],
    words: Callable[..., list[str]],
    events_of: Callable[..., list[Any]],
    why: Callable[[Table, str], str],
) -> None:
    """LRDG 5.1: of the zones "where there are units of the patrol", a base too (LRDG-A60)."""
    units = "t1-a@siwa t1-b@jalo g1-a@el-cuasc hq-1@siwa"
    table = position(ActionPoints("1st"), units=units, dice=[6, 1, 1, 2, 3])
    assert sorted(words(table)) == ["at el-cuasc", "at jalo", "at siwa"]
    assert why(table, "at kufra") == "5.1"
    play(table, "at el-cuasc")
    (event,) = events_of(table, IncidentRolled)
    assert (event.zone, event.drm, event.effect) == ("el-cuasc", 2, "navigation")


def test_an_event_at_home_happens_at_home(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """If every unit is at home, the event happens at the base, with the drm of an oasis (LRDG-A60)."""
    table = position(ActionPoints("1st"), units="t1-a@siwa hq-1@siwa", dice=[6, 3, 4, 4])
    (event,) = events_of(table, IncidentRolled)
    assert (event.zone, event.drm, event.effect) == ("siwa", -2, "navigation")


def effects_of(table: Table) -> tuple[bool, bool, bool, bool, bool]:
    patrol = table.state.patrols["1st"]
    breaks = isinstance(table.decision, BreaksDown)
    return breaks, patrol.ap == 2, bool(patrol.recon_ok), table.state.alarm == 1, patrol.immobile


@pytest.mark.parametrize(
    ("kind", "percent"),
    [
        ("rocky", [48.1, 4.2, 0.5, 21.3, 6.9]),
        ("sand", [47.2, 11.6, 4.2, 25.0, 2.8]),
        ("oasis", [25.5, 25.0, 24.1, 11.6, 0]),
        ("built-up", [13.9, 21.3, 33.8, 4.2, 0]),
    ],
)
def test_how_likely_events_are(kind: str, percent: list[float], law: Law) -> None:
    """The columns of `percent`: any MCO, 2 AP, Recon OK, a test at once, immobility (LRDG 5.1)."""
    zone = KINDS[kind]
    odds = law(effects_of, Incident("1st", zone), units=f"t1-a t1-b@{zone}", patrols={"1st": {"drm": 9}})
    shares = [sum(odd for key, odd in odds.items() if key[place]) for place in range(5)]
    assert [round(float(100 * odd), 1) for odd in shares] == percent


@pytest.mark.parametrize(
    ("total", "effect"),
    [
        (-1, "information-and-damage"),
        (0, "information-and-damage"),
        (1, "exposed"),
        (2, "exposed"),
        (3, "major-intelligence"),
        (4, "infiltration"),
        (5, "infiltration"),
        (6, "minor-intelligence"),
        (7, "minor-intelligence"),
        (8, "navigation"),
        (9, "navigation"),
        (10, "tyres"),
        (11, "tyres"),
        (12, "seen"),
        (13, "seen"),
        (14, "petrol"),
        (15, "mechanical"),
        (16, "fog"),
        (17, "stuck"),
        (18, "immobilised"),
        (19, "ghosts"),
        (20, "ghosts"),
        (21, "heavy-damage"),
        (22, "heavy-damage"),
    ],
)
def test_the_table_of_events(total: int, effect: str) -> None:
    """LRDG 5.1: the rulebook's 16 less 2 is petrol, 16 itself is fog (LRDG-A56)."""
    assert event_for(total).effect == effect


@pytest.mark.parametrize(
    ("zone", "dice", "what"),
    [
        ("msus", [1, 2, 1], {"recon_ok": [""], "mco": [2]}),
        ("msus", [2, 2, 1], {"fate": -1}),
        ("msus", [2, 2, 3], {"recon_ok": ["", ""]}),
        ("msus", [3, 3, 3], {"drm": -1}),
        ("msus", [3, 3, 5], {"recon_ok": [""]}),
        ("msus", [4, 4, 4], {"ap": 2}),
        ("msus", [5, 5, 5], {"mco": [2]}),
        ("msus", [6, 6, 6], {"mco": [3]}),
        ("el-cuasc", [4, 4, 5], {"mco": [2]}),
        ("el-cuasc", [4, 5, 5], {"drm": -2}),
        ("el-cuasc", [5, 5, 5], {"mco": [4]}),
        ("el-cuasc", [5, 5, 6], {"immobile": True}),
        ("el-cuasc", [6, 6, 6], {"fate": 1}),
        ("bir-tengeder", [6, 6, 6], {"mco": [2]}),
    ],
)
def test_each_event_has_its_effect(
    zone: str, dice: list[int], what: dict[str, Any], position: Callable[..., Table]
) -> None:
    """Every line of the table of LRDG 5.1, for a patrol of one unit: it breaks down by itself."""
    table = position(Incident("1st", zone), units=f"t1-a@{zone}", dice=dice)
    patrol, unit = table.state.patrols["1st"], table.state.units["t1-a"]
    nothing = {"recon_ok": [], "fate": 0, "drm": 0, "ap": 0, "immobile": False}
    assert {name: getattr(patrol, name) for name in nothing} | {"mco": unit.mco} == (
        nothing | {"mco": []} | what
    )


@pytest.mark.parametrize(
    ("effect", "fate", "zone", "told"),
    [
        ("navigation", 0, "jalo", "navigation: 2 more action points this turn."),
        ("fog", 0, "jalo", "fog: -2 on its next discretion test."),
        ("exposed", -1, "jalo", "exposed: its next discretion test fails."),
        ("exposed", 0, "jalo", "exposed: its next discretion test is rolled as usual."),
        ("ghosts", 1, "jalo", "ghosts: its next discretion test succeeds."),
        ("immobilised", 0, "jalo", "immobilised: no unit of the patrol moves this turn."),
        ("seen", 0, "siwa", "seen: no effect at a base."),
        ("seen", 0, "jalo", "seen."),
        ("petrol", 0, "jalo", "petrol."),
    ],
)
def test_an_event_says_what_no_other_line_says(effect: str, fate: int, zone: str, told: str) -> None:
    """LRDG 5.1: so a reader knows where 2 more action points come from."""
    assert IncidentRolled("1st", zone, 12, -2, effect, fate).text.endswith(f"= 10, {told}")


def test_heavy_damage_hits_two_different_units(
    position: Callable[..., Table], play: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """Of the player's choice, in any zone of the patrol (LRDG 5.1)."""
    table = position(
        Incident("1st", "bir-tengeder"), units="t1-a t1-b@bir-tengeder g1-a@jalo", ap=9, dice=[6, 6, 6]
    )
    play(table, "mark g1-a")
    assert words(table) == ["mark t1-a", "mark t1-b"]
    play(table, "mark t1-b")
    assert [unit.id for unit in table.state.force if unit.mco == [2]] == ["t1-b", "g1-a"]
    assert table.state.patrols["1st"].ap == 5


def test_a_marker_takes_no_more_points_than_there_are(
    position: Callable[..., Table],
) -> None:
    """Down to 0 this turn; a second marker may lie on a unit (LRDG-A3, LRDG-A43)."""
    table = position(
        Incident("1st", "el-cuasc"), units="t1-a@el-cuasc", mco={"t1-a": [4]}, ap=3, dice=[4, 4, 4]
    )
    assert table.state.units["t1-a"].mco == [3, 4]
    assert table.state.patrols["1st"].ap == 0


@pytest.mark.parametrize(("zone", "alarm"), [("jalo", 1), ("siwa", 0), ("kufra", 0)])
def test_an_event_may_call_for_a_test_but_not_at_home(
    zone: str, alarm: int, position: Callable[..., Table]
) -> None:
    """12 or 13 is a discretion test at once (LRDG 5.1); none at Siwa and Kufra (LRDG-A7)."""
    dice = [5, 5, 4, *([6, 1] if alarm else [])]
    table = position(Incident("1st", zone), units=f"t1-a hq-1@{zone}", dice=dice)
    assert table.state.alarm == alarm
    assert table.state.trigger == (["hq-1", "t1-a"] if alarm else [])


def test_the_test_of_an_event_leads_to_combat_where_the_axis_is(
    position: Callable[..., Table],
) -> None:
    """LRDG 6.1.1, LRDG-A12; but not for a target alone."""
    dice = [5, 5, 4, 6, 1]
    table = position(Incident("1st", "jalo"), units="t1-a@jalo", axis={"jalo": "it-1"}, dice=dice)
    assert table.state.battle is not None
    table = position(Incident("1st", "jalo"), units="t1-a@jalo", targets={"jalo": 2}, dice=dice)
    assert table.state.battle is None
    assert table.state.alarm == 1


def test_promises_pile_up_and_opposite_ones_cancel(position: Callable[..., Table]) -> None:
    """Drms add; a sure success and a sure failure cancel (LRDG-A9); two are one (LRDG-A85)."""
    table = position(
        *[Incident("1st", "el-cuasc")] * 2,
        units="t1-a@el-cuasc",
        patrols={"1st": {"fate": -1, "drm": -1}},
        dice=[6, 6, 6, 4, 5, 5],
    )
    assert (table.state.patrols["1st"].fate, table.state.patrols["1st"].drm) == (0, -3)
    table = position(
        *[Incident("1st", "msus")] * 2,
        units="t1-a@msus",
        patrols={"1st": {"fate": -1}},
        dice=[2, 2, 1, 2, 2, 2],
    )
    assert table.state.patrols["1st"].fate == -1


def test_the_question_says_what_a_breakdown_costs(position: Callable[..., Table]) -> None:
    """LRDG 5.1: a marker costs its patrol action points in each turn, not only now."""
    table = position(Breakdown("1st", (3,)), units="t1-a@jalo t1-b@jalo")
    asked = "Which unit of the 1st patrol breaks down? Mark it: 3 AP less each turn (MCO -3)."
    assert table.decision.ask(table) == asked


def test_the_unit_of_your_choice_may_have_a_marker_already(
    position: Callable[..., Table],
    play: Callable[..., Table],
    words: Callable[..., list[str]],
    why: Callable[[Table, str], str],
) -> None:
    """LRDG 5.1: "place a MCO -2 AP marker on a unit of your choice"; two go "on 2 units"."""
    written: dict[str, Any] = {"units": "t1-a@jalo light-a t1-b@siwa", "mco": {"light-a": [2]}}
    table = position(Breakdown("1st", (2, 2)), **written, second="g1-a@jalo", ap=9)
    assert sorted(words(table)) == ["mark light-a", "mark t1-a", "mark t1-b"]
    assert why(table, "mark g1-a") == "5.1"
    play(table, "mark light-a")
    assert table.state.units["light-a"].mco == [2, 2]
    assert table.state.patrols["1st"].ap == 7
    assert (why(table, "mark light-a"), len(words(table))) == ("5.1", 2)


def test_by_a_house_rule_units_without_a_marker_come_first(
    position: Callable[..., Table], words: Callable[..., list[str]], why: Callable[[Table, str], str]
) -> None:
    """LRDG-A100: no idle truck carries them all."""
    house = {"one_marker_each": True}
    written: dict[str, Any] = {"units": "t1-a@jalo light-a t1-b@siwa", "house": house}
    table = position(Breakdown("1st", (2,)), **written, mco={"light-a": [2]})
    assert sorted(words(table)) == ["mark t1-a", "mark t1-b"]
    assert why(table, "mark light-a") == "LRDG-A100"
    table = position(Breakdown("1st", (2,)), **written, mco={"t1-a": [2], "t1-b": [2], "light-a": [2]})
    assert len(words(table)) == 3
