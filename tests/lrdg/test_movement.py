"""LRDG 6.1.1, Movement: over one link at a time, at its price, with a test on entry."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.events import Moved
from sandtable_lrdg.incidents import ActionPoints
from sandtable_tools.odds import distribution, outcomes

SEVEN = "t1-a t1-b g1-a g1-b sas-1 sas-2 hq-1"
NINE = f"{SEVEN} sas-3 sas-4".split()


def test_seven_units_are_seen_at_jalo_and_one_point_is_left(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """The example of LRDG 6.1.1: dice of 2 and 5, two added to each, so the 5 fails (LRDG-A44)."""
    table = position(units=f"{SEVEN}@sand-sea-west", ap=8, dice=[2, 5])
    play(table, "move 1st jalo")
    assert (table.state.patrols["1st"].ap, table.state.alarm) == (1, 1)
    assert table.state.zones() == ["jalo"]
    assert table.decision.title == "Actions of the LRDG"


@pytest.mark.parametrize(
    ("start", "zone", "dice", "points"),
    [
        ("derna", "gazala", [1, 1, 1], 4),
        ("sand-sea-west", "jalo", [1, 1], 7),
        ("gazala", "mechili", [1, 1], 14),
        ("siwa-track", "siwa", [], 7),
    ],
)
def test_every_unit_pays_for_the_link(
    start: str,
    zone: str,
    dice: list[object],
    points: int,
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
    why: Callable[[Table, str], str],
) -> None:
    """Seven by road, path, off-path and into a base, which needs no test (LRDG 6.1.1, LRDG-A2)."""
    table = position(units=f"{SEVEN}@{start} y1-a@el-daba", ap=points, dice=dice)
    play(table, f"move 1st {zone}")
    (event,) = events_of(table, Moved)
    assert (event.points, table.state.patrols["1st"].ap) == (points, 0)
    assert (
        why(position(units=f"{SEVEN}@{start} y1-a@el-daba", ap=points - 1), f"move 1st {zone}") == "5.2"
    )


@pytest.mark.parametrize(
    ("number", "zones"),
    [
        (1, 5.50),
        (2, 2.50),
        (3, 1.50),
        (4, 1.89),
        (5, 1.39),
        (6, 1.08),
        (7, 0.86),
        (8, 0.72),
        (9, 0.95),
    ],
)
def test_how_far_a_whole_patrol_comes_on_paths(
    number: int, zones: float, law: Callable[..., dict[int, Fraction]]
) -> None:
    """Whole links in a turn, on average (LRDG 5.1, LRDG 6.1.1)."""
    size = max(number, 2)  # of the same dice; in two zones, so that no event comes before we look
    units = f"{' '.join(NINE[: size - 1])}@jalo {NINE[size - 1]}@msus"
    odds = law(lambda table: table.state.patrols["1st"].ap // number, ActionPoints("1st"), units=units)
    assert round(float(sum(links * odd for links, odd in odds.items())), 2) == zones


@pytest.mark.parametrize(
    ("units", "each", "points"),
    [
        ("t1-a", False, [1, 0, 1]),
        ("t1-a t1-b hq-1", False, [2, 1, 2]),
        ("t1-a t1-b", False, [1, 1, 1]),
        ("t1-a", True, [1, 1, 1]),
        ("t1-a t1-b hq-1", True, [2, 2, 2]),
    ],
)
def test_half_points_of_roads_are_added_up_before_they_are_rounded(
    units: str,
    each: bool,
    points: list[int],
    position: Callable[..., Table],
    play: Callable[..., Table],
    events_of: Callable[..., list[Any]],
) -> None:
    """LRDG 6.1.1: "For road type liaisons, round up the number of AP spent" (LRDG-A2)."""
    table = position(units=f"{units}@beda-fomm", ap=9, alarm=4, house={"round_each_link": each})
    play(table, "move 1st benghazi", "move 1st barca", "move 1st beda-littora")
    assert [event.points for event in events_of(table, Moved)] == points


def test_a_half_point_in_hand_is_for_the_units_that_have_paid_it(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG-A2: also in a detachment, over a path between, but for no other unit, and only this turn."""
    table = position(units="t1-a@beda-fomm t1-b hq-1@benghazi", ap=1, alarm=4)
    play(table, "move 1st benghazi beda-fomm")
    assert table.state.patrols["1st"].half == ["t1-a"]
    assert why(table, "move 1st barca benghazi") == "5.2"
    play(table, "detach 1st benghazi")
    assert why(table, "add t1-b") == "5.2"
    play(table, "add t1-a")
    assert why(table, "go msus") == "5.2"
    play(table, "go barca")
    assert table.state.units["t1-a"].zone == "barca"
    assert table.state.patrols["1st"].half == []


@pytest.mark.parametrize("order", [(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0)])
@pytest.mark.parametrize(("units", "points"), [("t1-a", 2), ("g1-a hq-1 t1-a", 4)])
def test_the_order_of_detachments_changes_no_price(
    units: str,
    points: int,
    order: tuple[int, ...],
    position: Callable[..., Table],
    play: Callable[..., Table],
) -> None:
    """LRDG-A2: "the same units", whatever another detachment does between their links."""
    table = position(units=f"{units}@beda-fomm t1-b@derna", ap=9, alarm=4)
    ways = [["benghazi beda-fomm", "barca benghazi"], ["beda-littora derna", "derna beda-littora"]]
    links = [iter(way) for way in ways]
    play(table, *(f"move 1st {next(links[detachment])}" for detachment in order))
    assert (table.state.patrols["1st"].ap, table.state.patrols["1st"].half) == (9 - points, [])


def test_a_half_point_in_hand_pays_no_path(
    position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG-A2, LRDG 6.1.1: no detachment is begun that could go nowhere."""
    table = position(units="t1-a t1-b@jalo", ap=0, patrols={"1st": {"half": ["t1-a"]}})
    assert why(table, "detach 1st jalo") == "5.2"


def test_detachments_go_their_own_ways(
    position: Callable[..., Table], play: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """Any number of detachments may go their own ways (LRDG 3, LRDG 6.1.1, LRDG-A51)."""
    table = position(
        units="t1-a@bardia t1-b@buqbuq g1-a@sidi-barrani g1-b@el-cuasc", ap=9, dice=[1, 1, 1, 1]
    )
    assert len(table.state.stacks()) == 4
    assert "move 1st buqbuq bardia" in words(table, "move")
    assert "move 1st buqbuq sidi-barrani" in words(table, "move")
    play(table, "move 1st buqbuq bardia", "move 1st fort-maddalena")
    assert table.state.zones("1st") == ["buqbuq", "sidi-barrani", "fort-maddalena"]


def test_a_truck_goes_with_another_unit(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 3.1."""
    table = position(units="light-a heavy-a t1-a@jalo", ap=9, dice=[1])
    play(table, "detach 1st jalo", "add t1-a", "add light-a", "go sand-sea-west")
    assert [unit.id for unit in table.state.at("jalo")] == ["heavy-a"]


def test_a_truck_may_be_left_alone_and_then_waits(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """It can only be fetched, or abandoned (LRDG-A76)."""
    table = position(units="light-a t1-a hq-1@jalo", ap=9, dice=[1])
    play(table, "detach 1st jalo", "add t1-a", "add hq-1", "go sand-sea-west")
    assert why(table, "move 1st serir-south") == "3.1"
    assert why(table, "abandon light-a") == ""


def test_a_detachment_pays_for_itself_alone(
    position: Callable[..., Table],
    play: Callable[..., Table],
    words: Callable[..., list[str]],
    why: Callable[[Table, str], str],
) -> None:
    """Any units of one stack, as far as the points go (LRDG 6.1.1)."""
    table = position(units=f"{SEVEN}@sand-sea-west", ap=3, dice=[3, 3])
    play(table, "detach 1st sand-sea-west", "add g1-b", "add t1-a", "add hq-1")
    assert why(table, "add t1-b") == "5.2"
    assert "go jalo" in words(table)
    play(table, "go jalo")
    assert {unit.id for unit in table.state.at("jalo")} == {"g1-b", "t1-a", "hq-1"}
    assert table.state.patrols["1st"].ap == 0


def test_all_units_in_the_zone_count_on_entry(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """Three come to three of another patrol: 4 to 6 units, so a 5 fails (LRDG-A11)."""
    written = {"units": "t1-a t1-b hq-1@sand-sea-west", "second": "g1-a g1-b hq-2@jalo", "ap": 3}
    assert play(position(**written, dice=[5, 1]), "move 1st jalo").state.alarm == 1
    written["second"] = "g1-a g1-b hq-2@msus"
    assert play(position(**written, dice=[5, 1]), "move 1st jalo").state.alarm == 0


@pytest.mark.parametrize(
    ("fields", "dice", "fight"),
    [
        ({}, [], False),
        ({"axis": {"jalo": "it-1"}}, [5, 5], True),
        ({"axis": {"jalo": "it-1"}}, [4, 4], False),
        ({"targets": {"jalo": 1}}, [], False),
        ({"recon": "jalo"}, [], False),
    ],
)
def test_at_alarm_4_a_test_is_taken_only_for_a_fight(
    fields: dict[str, Any],
    dice: list[object],
    fight: bool,
    position: Callable[..., Table],
    play: Callable[..., Table],
) -> None:
    """LRDG 6.1.1, LRDG-A12: in a zone with an Axis unit; target and aircraft do not count (LRDG-A71)."""
    table = position(units="t1-a@sand-sea-west", ap=1, alarm=4, dice=dice, **fields)
    play(table, "move 1st jalo")
    assert (table.state.battle is not None) == fight
    assert table.state.alarm == 4


def test_a_test_that_is_skipped_uses_nothing_up(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """What was promised waits on, and so does a scouted zone's marker (LRDG-A70)."""
    promised = {"1st": {"fate": -1, "drm": -2}}
    table = position(
        units="t1-a@sand-sea-west", ap=1, alarm=4, patrols=promised, scouted=["jalo"], dice=[]
    )
    play(table, "move 1st jalo")
    patrol = table.state.patrols["1st"]
    assert (patrol.fate, patrol.drm, table.state.scouted) == (-1, -2, ["jalo"])


@pytest.mark.parametrize("below", [0, 1, 2, 3])
def test_below_alarm_4_every_entry_is_tested(
    below: int, position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LRDG 6.1.1."""
    table = position(units="t1-a@sand-sea-west", ap=1, alarm=below, dice=[6, 6])
    assert play(table, "move 1st jalo").state.alarm == below + 1


def test_entering_an_enemys_zone_unseen_is_no_fight(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """One enemy adds 1, so 4 and 4 pass (LRDG-A12); the units may go on (LRDG 6)."""
    table = position(units="t1-a@sand-sea-west", ap=3, axis={"jalo": "it-1"}, dice=[4, 4, 5])
    play(table, "move 1st jalo", "move 1st serir-south")
    assert table.state.zones() == ["serir-south"]
    assert table.state.alarm == 0


def test_an_event_keeps_a_patrol_from_moving_but_not_from_working(
    position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """No movement, reconnaissance, or observer elsewhere; the rest it can do (LRDG-A8)."""
    table = position(
        units="t1-a t1-b@mechili",
        ap=9,
        patrols={"1st": {"immobile": True}},
        mco={"t1-a": [2]},
        targets={"mechili": 2},
    )
    barred = ["move 1st derna", "detach 1st mechili", "scout 1st mechili", "observe t1-a derna 1"]
    assert [why(table, line) for line in barred] == ["LRDG-A8"] * 4
    able = ["observe t1-a mechili 1", "maintain 1st mechili", "cache 1st mechili", "assault mechili"]
    assert [why(table, line) for line in able] == [""] * 4


def test_a_unit_that_comes_to_another_patrol_may_join_it(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """Or keep its own (LRDG 6.1.1, grouping); it is asked when it comes, not later."""
    table = position(units="t1-a hq-1@sand-sea-west g1-b@jalo", second="g1-a@jalo", ap=9, dice=[1, 1])
    assert why(table, "join g1-b 2nd") == "6.1.1"
    play(table, "move 1st jalo")
    assert why(table, "join g1-b 2nd") == "6.1.1"
    assert why(table, "join g1-a 1st") == "6.1.1"
    play(table, "join t1-a 2nd")
    assert [unit.id for unit in table.state.units_of("2nd")] == ["t1-a", "g1-a"]
    assert table.state.units["hq-1"].patrol == "1st"
    assert why(table, "join t1-a 1st") == "6.1.1"


def test_a_patrol_that_dissolves_hands_on_its_recon_ok(
    position: Callable[..., Table], play: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """Up to the 3 that a patrol can hold (LRDG-A74, LRDG-A14)."""
    held = {"1st": {"recon_ok": ["", ""]}, "2nd": {"recon_ok": ["", ""]}}
    table = position(units="t1-a@sand-sea-west", second="g1-a@jalo", ap=1, patrols=held, dice=[1, 1])
    play(table, "move 1st jalo", "join t1-a 2nd")
    assert [len(patrol.recon_ok) for patrol in table.state.patrols.values()] == [0, 3]
    assert table.state.units_of("1st") == []
    assert not any(option.words[1:2] == ("1st",) for option in table.options)
    assert why(table, "move 1st serir-south") == "3"


@pytest.mark.parametrize(
    "written",
    [
        {"units": f"{SEVEN}@sand-sea-west"},
        {"units": "t1-a@sand-sea-west", "second": "g1-a g1-b y1-a@jalo", "scouted": ["jalo"]},
        {"units": "t1-a@sand-sea-west", "recon": "jalo", "patrols": {"1st": {"drm": -1}}},
        {"units": "t1-a@sand-sea-west", "patrols": {"1st": {"fate": 1}}},
        {"units": "t1-a@sand-sea-west", "patrols": {"1st": {"fate": -1}}, "scouted": ["jalo"]},
        {"units": "t1-a@sand-sea-west", "face_down": "jalo jalo jalo jalo jalo"},
        {"units": "t1-a@sand-sea-west", "patrols": {"1st": {"drm": -9}}},
    ],
)
@pytest.mark.parametrize("zone", ["jalo", "sand-sea-east"])
def test_the_chance_that_is_shown_is_that_of_the_test(
    zone: str, written: dict[str, Any], position: Callable[..., Table]
) -> None:
    """To stay unseen on entry, in whole percent (LRDG 6.1.1); exact odds are the measure."""
    table = position(**written, ap=9)
    move = table.read(f"move 1st {zone}")
    odds = distribution(outcomes(table, move), lambda after: after.state.alarm)
    unseen = round(100 * odds.get(0, Fraction(0)))
    fights = table.state.enemies(zone)
    assert table.decision.risk(table, move) == f"{'fight' if fights else 'seen'} {100 - unseen} %"
    told = f"; if seen, a fight against {len(fights)}" in table.decision.describe(table, move)
    assert told == bool(fights)


def test_home_is_reached_unseen(position: Callable[..., Table]) -> None:
    """Nobody is tested at a base, nor at alarm 4 where nobody is (LRDG 6.1.1, LRDG-A12)."""
    table = position(units="t1-a@sand-sea-east", ap=9, patrols={"1st": {"fate": -1}})
    assert "no test" in table.decision.describe(table, table.read("move 1st siwa"))
    assert table.decision.risk(table, table.read("move 1st siwa")) == ""
    assert table.decision.risk(table, table.read("move 1st jaghbub")) == "seen 100 %"
    table = position(units="t1-a@sand-sea-east", ap=9, alarm=4)
    assert "no test" in table.decision.describe(table, table.read("move 1st jaghbub"))


@pytest.mark.parametrize(("shut", "section"), [({"low": True}, ""), ({"reserve": True}, "LRDG-A78")])
def test_a_patrol_in_low_profile_is_joined_and_one_in_reserve_is_not(
    shut: dict[str, Any], section: str, position: Callable[..., Table], why: Callable[[Table, str], str]
) -> None:
    """LRDG-A96, LRDG 6.1.7: it does not move."""
    both = {"units": "t1-a@jalo", "second": "g1-a g1-b@jalo", "change": {"t1-a": {"arrived": True}}}
    assert why(position(**both, patrols={"2nd": shut}), "join t1-a 2nd") == section
    assert why(position(**both), "join t1-a 2nd") == ""
