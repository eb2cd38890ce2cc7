"""LRDG 5.3.2: the Axis Recon and its bombs, mobile units, and contact."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from nonempty import some

from sandtable import Table
from sandtable_lrdg import events
from sandtable_lrdg.actions import Bomb
from sandtable_lrdg.axis import AirRecon, MobileUnits, closest_zones, next_zones
from sandtable_lrdg.combat_events import Fired
from sandtable_lrdg.events import AxisMoved
from sandtable_lrdg.sequence import Reactions
from sandtable_lrdg.state import Target
from sandtable_lrdg.zones import BASES, airfields, board

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Laws = Callable[..., dict]
EventsOf = Callable[..., list]
OUT_OF_REACH = """
    siwa kufra siwa-track gerdoba-ridge sofafi-ridge buqbuq sidi-barrani barrani-plain qara-scarp
    mersa qattara-rim el-daba el-alamein serir-north serir-south sand-sea-east sand-sea-west
"""


def links_from(goal: str) -> dict[str, int]:
    """Links to a zone from wherever an Axis unit can be."""
    far, edge = {goal: 0}, [goal]
    for here in edge:
        near = [zone for zone in board().neighbours(here) if zone not in (*BASES, *far)]
        far |= dict.fromkeys(near, far[here] + 1)
        edge += near
    return far


def where(table: Table) -> dict[str, list[str]]:
    """The Axis units by zone; a face-down one is "?"."""
    counters: dict[str, list[str]] = {}
    for enemy in table.state.axis:
        counters.setdefault(enemy.zone, []).append(enemy.counter or "?")
    return counters


# Mobile units.


def test_the_mobile_unit_goes_to_mechili(position: Positions, events_of: EventsOf) -> None:
    """LRDG 5.3.2, TV9: towards the 1st patrol at Bir Tengeder, which is nearer than the 2nd.

    The unit at Mechili has no symbol of mobility and stays.
    """
    table = position(
        MobileUnits(),
        units="t1-a t1-b hq-1@bir-tengeder",
        second="g1-a hq-2@beda-fomm",
        axis={"beda-littora": "it-m2", "mechili": "it-2"},
        dice=["bir-tengeder", "mechili"],
    )
    assert where(table) == {"mechili": ["it-m2", "it-2"]}
    assert events_of(table, AxisMoved) == [AxisMoved("it-m2", "beda-littora", "mechili")]


def test_face_down_and_fixed_units_never_move(position: Positions) -> None:
    """LRDG 5.3.2: though a mobile unit next to them does."""
    table = position(
        MobileUnits(),
        units="t1-a@bir-tengeder",
        axis={"mechili": "ge-4 it-m1"},
        face_down="ben-gania",
        dice=["bir-tengeder", "bir-tengeder", 1],
    )
    assert where(table) == {"mechili": ["ge-4"], "bir-tengeder": ["it-m1"], "ben-gania": ["?"]}


def test_of_equally_near_stacks_the_smallest_is_the_goal(law: Laws) -> None:
    """LRDG 5.3.2, LRDG-A25: its number of units decides, and chance when that is equal too."""
    kept = {"axis": {"mechili": "it-m1"}, "units": "t1-a t1-b@bir-tengeder"}

    def goes(table: Table) -> str:
        return table.state.axis[0].zone

    assert law(goes, MobileUnits(), second="g1-a@derna", **kept) == {"derna": 1}
    equal = law(goes, MobileUnits(), second="g1-a g1-b@derna", **kept)
    assert equal == {"derna": Fraction(1, 2), "bir-tengeder": Fraction(1, 2)}


def test_the_shortest_way_avoids_the_bases_from_everywhere_to_everywhere() -> None:
    """LRDG 5.3.2, LRDG-A72: each step is one link nearer by ways outside Siwa and Kufra."""
    desert = board()
    outside = [zone for zone in desert.spaces if zone not in BASES]
    for goal in some(desert.spaces):
        far = links_from(goal)
        for zone in outside:
            wanted = [space for space in desert.neighbours(zone) if space in outside and space in far]
            steps = [option for option in wanted if far[option] == far.get(zone, 99) - 1]
            assert list(next_zones(desert, zone, goal)) == steps


def test_nobody_is_pursued_into_a_base(position: Positions, events_of: EventsOf) -> None:
    """LRDG 5.3.2: the unit comes as near as it can, and stays there."""
    two_turns = (MobileUnits(), MobileUnits())
    table = position(
        *two_turns, units="t1-a@siwa", axis={"fort-maddalena": "it-m1"},
        dice=["siwa", "jaghbub", "siwa", "siwa-track"],
    )  # fmt: skip
    assert where(table) == {"siwa-track": ["it-m1"]}
    table = position(MobileUnits(), units="t1-a@siwa", axis={"siwa-track": "it-m1"}, dice=["siwa"])
    assert where(table) == {"siwa-track": ["it-m1"]}
    assert events_of(table, AxisMoved) == []


@pytest.mark.parametrize(
    ("draws", "goal", "to"), [(True, "siwa", "jaghbub"), (False, "bir-hacheim", "el-cuasc")]
)
def test_units_at_a_base_draw_the_axis_unless_the_option_bars_it(
    draws: bool, goal: str, to: str, position: Positions
) -> None:
    """LRDG 5.3.2, "one zone in the direction of the closest LRDG units" (LRDG-A99).

    An idle HQ at Siwa is as near as the raiders, and smaller.
    """
    table = position(
        MobileUnits(), units="hq-1@siwa t1-a t1-b@bir-hacheim", axis={"fort-maddalena": "ge-m4"},
        dice=[goal, to], house={"bases_draw_axis": draws},
    )  # fmt: skip
    assert where(table) == {to: ["ge-m4"]}


def test_a_unit_that_has_come_up_with_the_lrdg_stays(position: Positions) -> None:
    """LRDG 5.3.2: it is where it wants to be."""
    table = position(
        MobileUnits(), units="t1-a@jalo sas-1@wadi-faregh", axis={"jalo": "it-m1"}, shared=[]
    )
    assert where(table) == {"jalo": ["it-m1"]}


def test_a_defender_that_leaves_its_target_protects_it_no_more(position: Positions) -> None:
    """LRDG-A64: mobile survivors move like all others, and no new defender is drawn."""
    table = position(
        MobileUnits(),
        units="t1-a@buqbuq",
        axis={"bardia": "ge-m3 it-1"},
        guards="bardia",
        targets={"bardia": Target(4, 2, drawn=True)},
        dice=["buqbuq", "buqbuq", 1, 1],
    )
    assert [(enemy.counter, enemy.guards) for enemy in table.state.axis] == [
        ("ge-m3", False),
        ("it-1", True),
    ]


# Contact.


def test_contact_is_tested_with_plus_1(law: Laws) -> None:
    """LRDG 5.3.2, LRDG-A13: and +1 for each Axis unit there: sand fails from 4 on, not from 5.

    With the option the unit's own +1 is all.
    """
    kept = {"units": "t1-a@el-cuasc", "axis": {"el-adem": "it-m1"}}

    def seen(table: Table) -> int:
        return table.state.alarm

    assert law(seen, MobileUnits(), **kept) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    merged = law(seen, MobileUnits(), house={"merge_recon_drm": True}, **kept)
    assert merged == {0: Fraction(2, 3), 1: Fraction(1, 3)}


def test_a_failed_contact_test_is_a_combat(position: Positions, play: Plays, after: object) -> None:
    """LRDG 5.3.2, LRDG 7.1: of one combat turn; a test that is passed leads to no combat."""
    kept = {"units": "t1-a@el-cuasc", "axis": {"el-adem": "it-m1"}}
    luck = ["el-cuasc", "el-cuasc"]
    table = position(MobileUnits(), **kept, dice=[*luck, 3])
    assert (table.decision, table.state.clashes) == (after, [])
    table = position(MobileUnits(), **kept, dice=[*luck, 4, 6, 6])
    assert table.decision.rule == "7.2"
    assert play(table, "all").decision == after
    assert where(table) == {"el-cuasc": ["it-m1"]}


def test_two_units_that_arrive_are_one_test(position: Positions, events_of: EventsOf) -> None:
    """LRDG 5.3.2, LRDG-A63: for each zone, however many come and are there."""
    table = position(
        MobileUnits(), units="t1-a@el-cuasc", axis={"el-adem": "it-m1 it-m2"}, shared=["el-cuasc"],
        dice=[*["el-cuasc"] * 4, 2],
    )  # fmt: skip
    assert [(event.zone, event.passed) for event in events_of(table, events.Tested)] == [
        ("el-cuasc", True)
    ]


@pytest.mark.parametrize(
    ("axis", "face_down", "shared", "tests"),
    [
        ({"jalo": "it-1"}, "", ["jalo"], 1),
        ({"jalo": "it-m1"}, "", ["jalo"], 1),
        ({"jalo": "it-1"}, "", [], 0),
        ({}, "jalo", ["jalo"], 0),
        ({"wadi-faregh": "it-1"}, "", ["wadi-faregh"], 0),
    ],
)
def test_staying_together_is_tested_from_the_next_turn_on(
    axis: dict[str, str],
    face_down: str,
    shared: list[str],
    tests: int,
    position: Positions,
    events_of: EventsOf,
) -> None:
    """LRDG-A63: where both stood when the turn began and stand now, and only for what is face up."""
    table = position(
        MobileUnits(), units="t1-a@jalo", axis=axis, face_down=face_down, shared=shared,
        dice=[1] * (2 * tests),
    )  # fmt: skip
    assert len(events_of(table, events.Tested)) == tests


# The Axis Recon.


def test_the_axis_recon_comes_as_near_as_two_links_and_its_reach_allow() -> None:
    """LRDG 5.3.2, LRDG-A25, LRDG-A72: from everywhere to everywhere, within two links of an airfield."""
    desert = board()
    fields = airfields(desert)
    assert len(fields) == 7

    def tethered(zone: str) -> bool:
        return zone not in BASES and min(desert.distance(zone, field) for field in fields) <= 2

    reach = [zone for zone in desert.spaces if tethered(zone)]
    assert set(desert.spaces) - set(reach) == set(OUT_OF_REACH.split())
    for start in reach:
        for goal in desert.spaces:
            near = {start, *filter(tethered, desert.neighbours(start))}
            near |= {two for neighbour in near for two in desert.neighbours(neighbour) if tethered(two)}
            far = links_from(goal)
            least = min(far[zone] for zone in near)
            assert set(closest_zones(desert, start, goal)) == {
                neighbour for neighbour in near if far[neighbour] == least
            }


@pytest.mark.parametrize(
    ("start", "goal", "stops"),
    [
        ("tobruk", "jaghbub", ["el-cuasc"]),
        ("el-cuasc", "siwa", ["jaghbub"]),
        ("tobruk", "mersa", ["bardia"]),
        ("gazala", "gazala", ["gazala"]),
        ("gazala", "bir-tengeder", ["bir-tengeder"]),
        ("benghazi", "bardia", ["beda-littora", "charruba"]),
    ],
)
def test_where_the_axis_recon_stops(start: str, goal: str, stops: list[str], law: Laws) -> None:
    """LRDG 5.3.2: two links by the shortest way, one when that is enough, none when it is tied."""
    odds = law(
        lambda table: table.state.recon, AirRecon(), units=f"t1-a@{goal}", recon=start, alarm=2,
        patrols={"1st": {"fate": 1}},
    )  # fmt: skip
    assert set(odds) == set(stops)


def test_the_axis_recon_heads_for_the_smallest_of_the_nearest_stacks(position: Positions) -> None:
    """LRDG-A25: a detachment as well as a patrol, and looks only where it stops."""
    table = position(
        AirRecon(),
        units="t1-a t1-b@bir-hacheim sas-1@bir-tengeder",
        recon="mechili",
        alarm=2,
        dice=["bir-tengeder", "bir-tengeder", 2],
    )
    assert table.state.recon == "bir-tengeder"
    table = position(
        AirRecon(), units="t1-a@jaghbub", recon="gazala", alarm=2, dice=["jaghbub", "el-cuasc"]
    )
    assert table.state.recon == "el-cuasc"


def test_from_the_air_the_drm_is_2_and_1_for_the_aircraft(law: Laws) -> None:
    """LRDG 5.3.2, LRDG-A13: sand fails from 3 on; with the option from 4 on."""
    kept = {"units": "t1-a@el-cuasc", "recon": "el-adem", "alarm": 2}

    def seen(table: Table) -> bool:
        return table.state.recon == ""

    assert law(seen, AirRecon(), **kept)[True] == Fraction(4, 6)
    assert law(seen, AirRecon(), house={"merge_recon_drm": True}, **kept)[True] == Fraction(3, 6)


def test_units_seen_from_the_air_are_bombed(
    position: Positions, play: Plays, events_of: EventsOf, words: Callable[..., list[str]]
) -> None:
    """LRDG 5.3.2, LRDG-A26, LRDG-A69: the player names different units; each bomb has AV 3."""
    table = position(
        AirRecon(),
        units="t1-a t1-b hq-1 sas-1@el-cuasc",
        recon="el-adem",
        alarm=1,
        trigger=["g1-a"],
        dice=["el-cuasc", "el-cuasc", 6, 5, 3, 4],
    )
    state = table.state
    assert (state.alarm, state.recon, state.clashes) == (3, "", [])
    assert state.trigger == ["hq-1", "sas-1", "t1-a", "t1-b"]
    assert words(table) == ["bomb t1-a", "bomb t1-b", "bomb sas-1", "bomb hq-1"]
    assert "2 bombs left; each hits 50 %" in table.decision.ask(table)
    play(table, "bomb hq-1")
    assert table.refusal(Bomb("hq-1")).rule == "LRDG-A26"
    play(table, "bomb t1-b")
    assert (state.units["hq-1"].steps, table.state.units["t1-b"].steps) == (1, 2)
    assert [event.need for event in events_of(table, Fired)] == [3, 3]


def test_the_die_says_how_many_bombs_there_are(law: Laws) -> None:
    """LRDG 5.3.2: 1 to 3 one, 4 and 5 two, 6 three."""
    bombs = law(
        lambda table: getattr(table.decision, "number", None),
        AirRecon(),
        units="t1-a t1-b hq-1 sas-1@el-cuasc",
        recon="el-adem",
        patrols={"1st": {"fate": -1}},
        alarm=2,
    )
    assert bombs == {1: Fraction(3, 6), 2: Fraction(2, 6), 3: Fraction(1, 6)}


def test_bombs_that_find_no_unit_are_lost(
    position: Positions, events_of: EventsOf, after: object
) -> None:
    """LRDG-A26: two units are attacked once each by three bombs, and nobody is asked."""
    table = position(
        AirRecon(), units="t1-a t1-b@el-cuasc", reduced="t1-b", recon="el-adem", alarm=2,
        dice=["el-cuasc", "el-cuasc", 6, 6, 4, 3],
    )  # fmt: skip
    assert [event.at for event in events_of(table, Fired)] == ["T1/A", "T1/B"]
    assert (table.state.units["t1-b"].steps, table.decision) == (0, after)


def test_with_the_option_chance_names_who_is_bombed(position: Positions, after: object) -> None:
    """LRDG-A26: no unit twice."""
    table = position(
        AirRecon(), units="t1-a t1-b hq-1@el-cuasc", recon="el-adem", alarm=2,
        house={"bomb_victim": "random"}, dice=["el-cuasc", "el-cuasc", 6, 5, "hq-1", 1, "t1-b", 6],
    )  # fmt: skip
    assert table.decision == after
    assert [table.state.units[unit].steps for unit in ("t1-a", "t1-b", "hq-1")] == [2, 2, 1]


def test_bombs_never_lower_the_alarm_nor_add_the_usual_1(position: Positions) -> None:
    """LRDG-A41: it goes to 3 at least; a test that is passed leaves everything as it was."""
    for before, then in ((0, 3), (2, 3), (3, 3), (4, 4)):
        table = position(
            AirRecon(), units="t1-a@el-cuasc", recon="el-adem", alarm=before,
            dice=["el-cuasc", "el-cuasc", 6, 1, 6],
        )  # fmt: skip
        assert table.state.alarm == then
    table = position(
        AirRecon(), units="t1-a@el-cuasc", recon="el-adem", alarm=2, dice=["el-cuasc", "el-cuasc", 2]
    )
    assert (table.state.alarm, table.state.recon) == (2, "el-cuasc")


def test_awakenings_of_level_3_after_bombs_come_next_turn(position: Positions) -> None:
    """LRDG 5.3.2, LRDG-A44: the alarm has had its effects when the bombs fall."""
    table = position(
        Reactions(), units="t1-a@el-cuasc", recon="el-adem", alarm=2, face_down="jaghbub",
        dice=["el-cuasc", "el-cuasc", 6, 1, 6],
    )  # fmt: skip
    assert (table.state.alarm, where(table)) == (3, {"jaghbub": ["?"]})


def test_nobody_fights_an_aircraft(position: Positions, play: Plays, events_of: EventsOf) -> None:
    """LRDG-A71: it adds 1 to a test, and a test that fails under it is no combat."""
    table = position(units="t1-a@el-adem", recon="el-cuasc", ap=9, dice=[5])
    play(table, "move 1st el-cuasc")
    assert [event.passed for event in events_of(table, events.Tested)] == [False]
    assert (table.state.clashes, table.state.battle, table.decision.rule) == ([], None, "6")


def test_units_that_stand_below_an_aircraft_do_not_fight(position: Positions) -> None:
    """LRDG-A71, LRDG 5.3.2: who is seen from the air beside an Axis unit is bombed, not fought."""
    table = position(
        AirRecon(), units="t1-a@el-cuasc", recon="el-adem", alarm=2, axis={"el-cuasc": "it-1"},
        dice=["el-cuasc", "el-cuasc", 6, 1, 6],
    )  # fmt: skip
    assert (table.state.recon, table.state.clashes) == ("", [])


def test_defenders_that_are_not_drawn_count_for_nothing(
    position: Positions, events_of: EventsOf
) -> None:
    """LRDG-A71: a target's own draw adds no drm before the first combat."""
    table = position(units="t1-a@el-adem", targets={"el-cuasc": 4}, ap=9, dice=[5])
    table.choose(table.read("move 1st el-cuasc"))
    assert [event.passed for event in events_of(table, events.Tested)] == [True]


def test_a_mission_that_is_over_knows_no_reaction(position: Positions) -> None:
    """LRDG 5.3, LRDG-A59: it ends before the Axis reacts."""
    table = position(Reactions(), units="t1-a@siwa", alarm=4, over=True, axis={"jaghbub": "it-m1"})
    assert where(table) == {"jaghbub": ["it-m1"]}
