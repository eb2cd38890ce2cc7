"""LRDG 8: each special rule of the scenarios, in force and out of force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Table
from sandtable_lrdg.actions import Depart, Grant
from sandtable_lrdg.arrivals import Attaching, CallUp, Granting, HoldBack
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.combat_events import Fired
from sandtable_lrdg.evaluation import Evaluation, scored_items
from sandtable_lrdg.events import Landed
from sandtable_lrdg.fire import axis_hits_on
from sandtable_lrdg.intelligence import Observations
from sandtable_lrdg.muster import Formed
from sandtable_lrdg.orders import Actions, EndOfActions
from sandtable_lrdg.preparation import Cancels, Preparation
from sandtable_lrdg.recon_ok import spend
from sandtable_lrdg.sequence import Determination, EndTurn, Turn
from sandtable_lrdg.state import EARLIER, SEAT, Target, Watch

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Why = Callable[[Table, str], str]
EventsOf = Callable[..., list]
PASS = 1


def at_preparation(position: Positions, name: str, **written: Any) -> Table:
    """A mission at the choice of its units."""
    return position(Preparation(), name=name, **written)


def mission_points(table: Table) -> int:
    """Half points of the mission's own rules."""
    return dict(scored_items(table)).get("mission", 0)


# Mission 1.


@pytest.mark.parametrize(
    ("held", "half"),
    [
        ([], 0),
        ([""], 0),
        (["mechili"], 0),
        (["msus"], 6),
        (["", "beda-fomm"], 6),
        (["barca", "benghazi"], 14),
        (["msus", "msus"], 14),
        (["msus", "msus", "msus"], 14),
    ],
)
def test_observation_scores_what_is_brought_home(
    held: list[str], half: int, position: Positions
) -> None:
    """LRDG 8.1: 3 VP for one, 7 for two, of the four zones; also twice of one zone."""
    back = {"t2-a": {"out": True}}
    written = {"units": "t2-a@siwa", "patrols": {"1st": {"recon_ok": held}}, "change": back}
    assert mission_points(position(name="benghazi-road", **written)) == half
    assert mission_points(position(name="barca", **written)) == 0


def test_observations_of_two_patrols_are_added(position: Positions) -> None:
    """LRDG 8.1: but not those of a patrol of which nobody is left."""
    written: dict[str, Any] = {
        "units": "t2-a@siwa", "second": "g2-a@siwa", "third": "sas-1@siwa", "name": "benghazi-road",
        "patrols": {"1st": {"recon_ok": ["msus"]}, "2nd": {"recon_ok": ["msus"]}},
    }  # fmt: skip
    back = {"t2-a": {"out": True}, "g2-a": {"out": True}}
    assert mission_points(position(**written, change=back)) == 14
    lost = back | {"g2-a": {"out": True, "steps": 0, "zone": ""}}
    assert mission_points(position(**written, change=lost)) == 6
    assert mission_points(position(**written)) == 0


def test_the_news_of_travellers_who_are_lost_is_lost_though_others_stayed_at_home(
    position: Positions, play: Plays
) -> None:
    """LRDG-A95: five wait at Siwa, the two who know something are given up."""
    table = position(
        *(Actions(), Evaluation()), units="t2-a t2-b g2-a g2-b hq-1@siwa sas-1 sas-2@beda-fomm",
        name="benghazi-road", alarm=4, turn=6,
        patrols={"1st": {"recon_ok": ["beda-fomm", "beda-fomm"]}},
    )  # fmt: skip
    play(table, "give-up", "yes")
    assert table.outcome.returns == {SEAT: -8}


def test_units_given_up_with_their_reports_bring_none_home(position: Positions, play: Plays) -> None:
    """LRDG 8.1, LRDG-A59: line_of_all is lost, and so is what they knew."""
    table = position(
        *(Actions(), Evaluation()), units="t2-a g2-a@beda-fomm", name="benghazi-road", alarm=4,
        patrols={"1st": {"recon_ok": ["beda-fomm", "beda-fomm"]}}, turn=9,
    )  # fmt: skip
    play(table, "give-up", "yes")
    assert table.outcome.returns == {SEAT: -8}


def test_an_observation_of_the_zones_is_marked_and_takes_room(position: Positions, play: Plays) -> None:
    """LRDG 8.1, LRDG-A74: with three held a plain one gives way, and plain ones are spent first."""
    table = position(
        Actions(), units="t2-a g2-a@msus", name="benghazi-road",
        patrols={"1st": {"recon_ok": ["", "mechili", "msus"]}},
        change={"g2-a": {"reports": ["msus"]}},
    )  # fmt: skip
    assert Counter(table.state.patrols["1st"].recon_ok) == Counter(["mechili", "msus", "msus"])
    full = position(
        Actions(), units="t2-a g2-a@msus", name="benghazi-road",
        patrols={"1st": {"recon_ok": ["msus", "msus", "msus"]}},
        change={"g2-a": {"reports": ["msus", "jalo"]}},
    )  # fmt: skip
    assert full.state.patrols["1st"].recon_ok == ["msus", "msus", "msus"]


@pytest.mark.parametrize(
    ("held", "won"), [([], 0), (["", "jalo"], 0), (["msus", ""], 1), (["msus", "barca", "msus"], 2)]
)
def test_success_for_later_hands_on_the_observations(
    held: list[str], won: int, position: Positions
) -> None:
    """LRDG 8.1: none, one or two of them, for mission 4."""
    table = position(
        Evaluation(), units="t2-a@siwa", name="benghazi-road", patrols={"1st": {"recon_ok": held}},
        change={"t2-a": {"out": True}}, won=1,
    )  # fmt: skip
    assert table.state.won == won


@pytest.mark.parametrize(("unbroken", "half"), [(0, 0), (2, 0), (3, 6), (5, 6), (6, 14), (9, 14)])
def test_continuous_observation_counts_turns_without_a_break(
    unbroken: int, half: int, position: Positions
) -> None:
    """LRDG 8.1, the variation: 3 VP for 3 turns, 7 for 6; after a gap, the count begins again."""
    table = position(units="t2-a@msus", name="benghazi-watch")
    (rule,) = table.rules
    for turn in range(2, 2 + unbroken):
        table.state.turn = turn
        rule.observed(table, "msus", 1)
    table.state.turn = unbroken + 5
    rule.observed(table, "barca", 2)  # from the fourth turn after the last one
    assert (rule.best, mission_points(table)) == (max(unbroken, 2), half)


@pytest.mark.parametrize(
    ("die", "turns", "covered"), [(5, 2, (3, 4)), (6, 2, ()), (4, 1, (4,)), (5, 1, ())]
)
def test_a_turn_counts_when_its_watch_ends_unseen(
    die: int, turns: int, covered: tuple[int, ...], position: Positions
) -> None:
    """LRDG 8.1, LRDG 6.1.3: who was seen has not observed; +1 after one turn, 0 after two."""
    table = position(
        Observations(), units="t2-a@msus", name="benghazi-watch", turn=5, dice=[die, 1],
        change={"t2-a": {"watch": Watch(5, turns)}},
    )  # fmt: skip
    assert table.rules[0].covered == covered


def test_only_the_four_zones_are_watched_continuously(position: Positions) -> None:
    """LRDG 8.1, the variation: by whoever it is, in any of the four; watches may overlap."""
    table = position(units="t2-a@jalo", name="benghazi-watch", turn=6)
    (rule,) = table.rules
    rule.observed(table, "jalo", 2)
    assert rule.best == 0
    rule.observed(table, "msus", 2)
    rule.observed(table, "benghazi", 1)
    assert rule.covered == (4, 5)


# Missions 2 and 3. Weakened Italians are shown with the fortress, in test_combat_turn.py.


@pytest.mark.parametrize(("name", "needs"), [("el-alamein", [4, 5, 2, 3]), ("barca", [3, 4, 1, 3])])
def test_nocturnal_explosions_help_against_the_target(
    name: str, needs: list[int], position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 8.3: -1 on every attack on it, also beside an HQ, and on no other attack."""
    table = position(
        units="t1-a sas-1 hq-1 t1-b@mersa", name=name, targets={"mersa": Target(4, 4, drawn=True)},
        axis={"mersa": "it-1 it-1"}, dice=[6] * 8,
    )  # fmt: skip
    table.state.axis[0].guards = True
    play(table, "assault mersa", "contact sas-1", "stack hq-1 sas-1", "contact t1-b", "done")
    play(table, "aim sas-1 target", "aim hq-1 target", "fight", "contact t1-a", "done")
    play(table, "aim t1-a target")
    need_of = {event.who: event.need for event in events_of(table, Fired)}
    assert [need_of[who] for who in ("T1/A", "SAS 1", "HQ 1", "T1/B")] == needs


@pytest.mark.parametrize(("left", "level"), [(3, "failure"), (1, "moderate"), (0, "total")])
def test_success_for_later_keeps_the_level_of_mission_3(
    left: int, level: str, position: Positions
) -> None:
    """LRDG 8.3: for mission 5."""
    table = position(
        Evaluation(), units="t1-a@siwa", name="el-alamein", targets={"mersa": Target(3, left)}, alarm=4,
        turn=9,
    )  # fmt: skip
    assert table.state.supply == table.outcome.name == level


# Mission 4.


def test_units_under_maintenance_cannot_be_taken(position: Positions, why: Why) -> None:
    """LRDG 8.4, LRDG-A79: with a plain marker in the box; "Light" means both."""
    table = at_preparation(position, "barca")
    units = table.state.units
    named = {"heavy-b", "light-a", "light-b", "waco", "y2-a", "y2-b", "survey"}
    assert {id for id, unit in units.items() if unit.box} == named
    assert all(units[unit].mco == [0] for unit in named)
    table.choose(table.read("buy hq-1 1st"))
    assert why(table, "buy survey 1st") == why(table, "buy light-a 1st") == why(table, "buy waco") == "3"
    assert why(table, "buy signal 1st") == ""


def test_a_unit_that_is_not_available_anyway_gets_no_marker(position: Positions) -> None:
    """LRDG 8.4: a destroyed or reduced one, and one that has its marker already."""
    change = {"y2-a": {"steps": 0}, "y2-b": {"steps": 1}, "survey": {"box": True, "mco": [0]}}
    units = at_preparation(position, "barca", change=change).state.units
    assert [(units[unit].box, units[unit].mco) for unit in ("y2-a", "y2-b", "survey")] == [
        (False, []),
        (False, []),
        (True, [0]),
    ]


@pytest.mark.parametrize("won", [0, 1, 2])
def test_previous_success_is_there_from_the_start(won: int, position: Positions) -> None:
    """LRDG 8.4: with one patrol nobody is asked."""
    table = position(Formed(), units="t1-a hq-1@kufra", won=won)
    assert table.state.patrols["1st"].recon_ok == [EARLIER] * won


@pytest.mark.parametrize("name", ["bardia", "tobruk"])
def test_later_missions_have_what_is_left_only_in_a_campaign(name: str, position: Positions) -> None:
    """LRDG 8.1: played alone they have none."""
    table = position(Formed(), units="t1-a hq-1@kufra", won=2, name=name)
    assert table.state.patrols["1st"].recon_ok == []
    number = ["bardia", "tobruk"].index(name) + 4
    table = position(
        Preparation(), name="campaign-1942", mission=number, won=2, supply="moderate"
    )  # fmt: skip
    table.choose(table.read("buy hq-1 1st"))
    table.choose(table.read("done"))
    assert table.state.patrols["1st"].recon_ok == [EARLIER, EARLIER]


def test_previous_success_goes_to_patrols_of_the_players_choice(
    position: Positions, play: Plays
) -> None:
    """LRDG 8.4, LRDG-A74: each for itself."""
    table = position(Formed(), units="t1-a hq-1@kufra", second="g1-a hq-2@kufra", won=2)
    assert isinstance(table.decision, Granting)
    play(table, "grant 2nd", "grant 1st")
    assert [patrol.recon_ok for patrol in table.state.patrols.values()] == [[EARLIER], [EARLIER]]


def test_all_patrols_but_one_may_begin_at_siwa(position: Positions, play: Plays) -> None:
    """LRDG 8.4, LRDG-A31: Kufra is obligatory for one of them."""
    table = at_preparation(position, "barca")
    play(table, "buy hq-1 1st", "buy hq-2 2nd", "done")
    assert [str(option) for option in table.options] == ["depart 1st kufra", "depart 1st siwa"]
    play(table, "depart 1st siwa")
    assert table.refusal(Depart("2nd", "siwa")).rule == "LRDG-A31"
    play(table, "depart 2nd kufra")
    assert [table.state.units[hq].zone for hq in ("hq-1", "hq-2")] == ["siwa", "kufra"]


# Mission 5: who is there.


def test_units_in_operation_cannot_be_taken(position: Positions, why: Why) -> None:
    """LRDG 8.5: in both missions, without a marker; G2 is under maintenance in the first alone."""
    for name in ("bardia", "tobruk"):
        table = at_preparation(position, name)
        table.choose(table.read("buy hq-1 1st"))
        for unit in ("t1-a", "t1-b", "t2-a", "t2-b", "det-a", "det-b"):
            assert why(table, f"buy {unit} 1st") == "8.5"
            assert (table.state.units[unit].box, table.state.units[unit].mco) == (False, [])
        assert (why(table, "buy g2-a 1st") == "3") == (name == "bardia")
        assert why(table, "buy heavy-b 1st") == ""
        assert "heavy-a" not in " ".join(map(str, table.options))


def test_the_historical_reserve_waits_until_it_is_called(
    position: Positions, play: Plays, why: Why
) -> None:
    """LRDG 8.5, LRDG-A78: no AP, no event, not on mission; it is asked for every turn."""
    table = position(
        Turn(), units="g1-a hq-1@kufra", third="s1-a s1-b@kufra", name="bardia", turn=0,
        patrols={"3rd": {"reserve": True}}, dice=[2, 4, 5, 1, 1],
    )  # fmt: skip
    assert table.decision == CallUp(seat=SEAT, patrol="3rd")
    assert [str(option) for option in table.options] == ["launch 3rd", "wait"]
    assert why(table, "launch 1st") == "LRDG-A78"
    play(table, "wait")
    assert [patrol.ap for patrol in table.state.patrols.values()] == [4, 0]
    assert why(table, "low-profile 3rd") == why(table, "move 3rd siwa") == "LRDG-A78"
    play(table, "end", "yes", "launch 3rd")
    assert [patrol.ap for patrol in table.state.patrols.values()] == [6, 7]
    assert why(table, "move 3rd siwa") == ""
    play(table, "end", "yes")
    assert not isinstance(table.decision, CallUp)


def test_the_reserve_does_not_keep_the_others_from_low_profile(position: Positions, play: Plays) -> None:
    """LRDG-A78, LRDG-A61: it is not on mission."""
    table = position(
        *(Actions(), EndOfActions()), units="g1-a@jalo", third="s1-a@kufra", name="bardia", alarm=2,
        patrols={"3rd": {"reserve": True}},
    )  # fmt: skip
    assert play(table, "low-profile 1st", "end").state.alarm == 1


def test_one_of_several_bought_patrols_may_be_held_back(position: Positions, play: Plays) -> None:
    """LRDG 8.5, LRDG-A78: or none; with one patrol, or one in reserve, nobody is asked."""
    two = {"units": "g1-a@kufra", "second": "y1-a@kufra", "name": "bardia"}
    table = position(Formed(), **two)
    assert isinstance(table.decision, HoldBack)
    assert [str(option) for option in table.options] == ["reserve 1st", "reserve 2nd", "wait"]
    play(table, "reserve 2nd")
    assert [patrol.reserve for patrol in table.state.patrols.values()] == [False, True]
    table = play(position(Formed(), **two), "wait")
    assert not any(patrol.reserve for patrol in table.state.patrols.values())
    for other in ({"units": "g1-a@kufra"}, {**two, "patrols": {"2nd": {"reserve": True}}}):
        assert not isinstance(position(Formed(), **{"name": "bardia", **other}).decision, HoldBack)
    assert not isinstance(position(Formed(), **{**two, "name": "tobruk"}).decision, HoldBack)


def test_a_patrol_in_reserve_rolls_nothing(position: Positions) -> None:
    """LRDG-A78: the others do."""
    table = position(
        Determination(), units="g1-a@kufra", third="s1-a@kufra", name="bardia", dice=[1],
        patrols={"3rd": {"reserve": True}},
    )  # fmt: skip
    assert [patrol.ap for patrol in table.state.patrols.values()] == [3, 0]


# Mission 5: the landing.


@pytest.mark.parametrize(
    ("turn", "zone", "lands"),
    [(3, "bardia", False), (4, "bardia", True), (6, "bardia", True), (7, "bardia", False),
     (5, "cambut", False)],
)  # fmt: skip
def test_the_dets_land_while_somebody_is_in_bardia(
    turn: int, zone: str, lands: bool, position: Positions, events_of: EventsOf
) -> None:
    """LRDG 8.5, LRDG-A78: on turns 4 to 6, also if it came earlier; tested at Cambut."""
    table = position(units=f"g1-a@{zone}", name="bardia", turn=turn, dice=[PASS, PASS] if lands else [])
    landed = [(event.unit, event.zone, event.patrol) for event in events_of(table, Landed)]
    assert landed == ([("det-a", "cambut", "1st"), ("det-b", "cambut", "1st")] if lands else [])
    ashore = {unit.id for unit in table.state.at("cambut") if unit.out and unit.id != "g1-a"}
    assert ashore == ({"det-a", "det-b"} if lands else set())


def test_the_landing_is_an_entry_like_any_other(position: Positions, events_of: EventsOf) -> None:
    """LRDG-A78: seen beside an Axis unit they have to fight; they land once."""
    table = position(units="g1-a@bardia", name="bardia", turn=5, axis={"cambut": "it-1"}, dice=[6, 6])
    assert (table.state.alarm, table.decision.rule) == (1, "7.2")
    assert {str(option) for option in table.options} >= {"contact det-a", "contact det-b"}
    assert "contact g1-a" not in {str(option) for option in table.options}


def test_the_dets_land_when_the_patrol_comes_and_only_once(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 8.5, LRDG-A78: in the same action phase; a fight at Bardia goes before."""
    table = position(units="g1-a@fort-maddalena g1-b@bardia", name="bardia", turn=3, ap=9, dice=[1] * 5)
    assert events_of(table, Landed) == []
    table.state.turn = 4
    play(table, "move 1st bardia")
    assert len(events_of(table, Landed)) == 2
    play(table, "cache 1st bardia")
    assert len(events_of(table, Landed)) == 2


def test_the_dets_land_though_a_fight_has_ended_the_actions(
    position: Positions, play: Plays, events_of: EventsOf, after: object
) -> None:
    """LRDG-A78, LRDG-A42: they have no part in a combat that had begun."""
    table = position(
        Actions(), units="g1-a@bardia", name="bardia", turn=4, dice=[PASS, PASS, 1, 6],
        targets={"bardia": Target(4, 4, drawn=True)}, axis={"bardia": "it-1"}, guards="bardia",
    )  # fmt: skip
    play(table, "assault bardia")
    assert not any("det" in str(option) for option in table.options)
    assert len(events_of(table, Landed)) == 2
    play(table, "all", "aim g1-a axis-1", "finish")
    assert table.decision == after


def test_the_dets_land_though_the_entry_led_to_a_fight_and_you_pull_back(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 8.5: "as soon as a patrol unit enters at Bardia"; the fight goes before (LRDG-A78)."""
    table = position(
        units="g1-a g1-b@fort-maddalena", name="bardia", turn=4, ap=9, axis={"bardia": "it-m3"},
        targets={"bardia": Target(4, 4, drawn=True)}, guards="bardia", dice=[6] * 7,
    )  # fmt: skip
    play(table, "move 1st bardia", "all", "aim g1-a target", "aim g1-b target")
    assert events_of(table, Landed) == []
    play(table, "pull-back fort-maddalena")
    assert [event.zone for event in events_of(table, Landed)] == ["cambut", "cambut"]
    assert {unit.zone for unit in table.state.force} == {"fort-maddalena", "cambut"}


def test_each_det_joins_a_patrol_that_is_on_its_mission(position: Positions, play: Plays) -> None:
    """LRDG 8.5, LRDG-A78: one or two patrols, but not the one in reserve."""
    table = position(
        units="g1-a@bardia", second="y1-a@jalo", third="s1-a@kufra", name="bardia", turn=4,
        patrols={"3rd": {"reserve": True}}, dice=[PASS, PASS],
    )  # fmt: skip
    assert isinstance(table.decision, Attaching)
    assert table.refusal(Grant("3rd")).rule == "8.5"
    play(table, "grant 1st", "grant 2nd")
    assert [table.state.units[det].patrol for det in ("det-a", "det-b")] == ["1st", "2nd"]


def test_with_one_patrol_beside_the_reserve_nobody_is_asked(
    position: Positions, events_of: EventsOf
) -> None:
    """LRDG 8.5, LRDG-A78: there is nothing to choose."""
    table = position(
        units="g1-a@bardia", third="s1-a@kufra", name="bardia", turn=4,
        patrols={"3rd": {"reserve": True}}, dice=[PASS, PASS],
    )  # fmt: skip
    assert {event.patrol for event in events_of(table, Landed)} == {"1st"}


def test_dets_that_are_reduced_or_in_the_box_do_not_land(
    position: Positions, events_of: EventsOf
) -> None:
    """LRDG 8.5, LRDG 3: they have to be available."""
    table = position(
        units="g1-a@bardia", name="bardia", turn=4, reduced="det-a", change={"det-b": {"box": True}}
    )
    assert events_of(table, Landed) == []


# Mission 5: the supply of the Axis.


@pytest.mark.parametrize("name", ["bardia", "tobruk"])
@pytest.mark.parametrize(
    ("level", "alarm", "at_once", "cancelled"),
    [
        ("catastrophic", 2, 2, 0),
        ("failure", 1, 2, 0),
        ("moderate", 0, 2, 0),
        ("total", 0, 1, 2),
        ("remarkable", 0, 1, 4),
    ],
)
def test_the_supply_of_the_axis_follows_mission_3(
    name: str, level: str, alarm: int, at_once: int, cancelled: int, position: Positions, play: Plays
) -> None:
    """LRDG 8.5, LRDG-A33: both missions; the single unit at El Cuasc is "at random" (LRDG-A79)."""
    table = at_preparation(position, name, supply=level)
    state = table.state
    assert state.alarm == alarm
    assert [len(state.enemies(zone)) for zone in ("el-adem", "el-cuasc")] == [at_once] * 2
    assert [enemy.sort.mobile for enemy in state.enemies("el-cuasc")] == (
        [None] if at_once == 1 else [True, True]
    )
    assert len(state.enemies("mersa")) == (0 if cancelled else 1)
    at_tobruk = [(enemy.sort.mobile, enemy.sort.av, enemy.guards) for enemy in state.enemies("tobruk")]
    best = (True, 2, True) if level == "remarkable" else (False, 4, True)
    assert at_tobruk == ([best] if name == "tobruk" else [])
    assert len(state.enemies("bardia")) == (name == "bardia")
    play(table, "historical")
    assert getattr(table.decision, "number", 0) == cancelled


def test_with_the_option_the_single_unit_at_el_cuasc_is_mobile(position: Positions) -> None:
    """LRDG-A79."""
    house = {"single_stays_mobile": True}
    state = at_preparation(position, "bardia", supply="total", house=house).state
    assert [enemy.sort.mobile for enemy in state.enemies("el-cuasc")] == [True]
    assert [enemy.sort.mobile for enemy in state.enemies("el-adem")] == [None]


def test_the_player_has_some_counters_taken_out_of_the_pool(position: Positions, play: Plays) -> None:
    """LRDG 8.5, LRDG-A33: up to a number of those not placed; what is placed stays."""
    drawn = ["it-1", "it-2"]
    table = play(at_preparation(position, "tobruk", supply="total", dice=drawn), "historical")
    assert isinstance(table.decision, Cancels)
    before, spare = len(table.state.axis), table.state.spare
    play(table, "cancel 2")
    assert not isinstance(table.decision, Cancels)
    assert (len(table.state.axis), table.state.spare) == (before, spare - 2)
    table = play(at_preparation(position, "tobruk", supply="total"), "historical", "done")
    assert table.state.spare == spare


def test_without_supply_rules_nothing_is_cancelled(position: Positions, play: Plays) -> None:
    """LRDG 8.5: mission 3 changes no other mission."""
    table = at_preparation(position, "barca", supply="remarkable")
    assert len(table.state.axis) == 11
    assert not isinstance(play(table, "historical").decision, Cancels)


def test_the_mission_goes_on_while_the_reserve_may_leave(position: Positions, play: Plays) -> None:
    """LRDG 8.5: it "may leave at any turn", so the others' return ends nothing (LRDG-A59)."""
    written: dict[str, Any] = {"name": "bardia", "units": "g1-a@siwa-track", "second": "s1-a@kufra"}
    table = position(**written, ap=1, patrols={"2nd": {"reserve": True}})
    play(table, "move 1st siwa")
    assert not table.state.over
    assert "send the rest" in table.decision.ask(table)


def test_a_patrol_that_is_called_from_the_reserve_acts_though_the_others_are_home(
    position: Positions, play: Plays
) -> None:
    """LRDG 8.5: it "may leave from Koufra at any turn the player chooses" (LRDG-A78)."""
    table = position(
        *(Turn(), EndTurn()), name="bardia", units="g1-a@kufra", third="s1-a s1-b@kufra", turn=1,
        change={"g1-a": {"out": True}}, patrols={"3rd": {"reserve": True}}, dice=[1, 5, 1],
    )  # fmt: skip
    play(table, "launch 3rd")
    assert not table.state.over
    play(table, "move 3rd sand-sea-east")
    assert [unit.id for unit in table.state.at("sand-sea-east")] == ["s1-a", "s1-b"]


@pytest.mark.parametrize(
    ("held", "left"), [([], 0), (["", "barca"], 0), ([EARLIER], 1), (["", EARLIER, EARLIER], 2)]
)
def test_unspent_recon_ok_of_mission_1_remain_after_mission_4(
    held: list[str], left: int, position: Positions
) -> None:
    """LRDG 8.1: "thus obtained (1 or 2)", so what was spent does not come back."""
    table = position(name="barca", units="t1-a@siwa", won=2, patrols={"1st": {"recon_ok": held}})
    for rule in table.rules:
        rule.ends(table)
    assert table.state.won == left


def test_a_recon_ok_of_mission_1_is_spent_last(position: Positions) -> None:
    """LRDG-A74: only these are there in a later mission (LRDG 8.1)."""
    table = position(units="t1-a@siwa", patrols={"1st": {"recon_ok": [EARLIER, "jalo"]}})
    spend(table, table.state.patrols["1st"], "the initiative")
    assert table.state.patrols["1st"].recon_ok == [EARLIER]


def test_a_mission_that_is_not_played_leaves_the_recon_ok_of_mission_1(position: Positions) -> None:
    """LRDG 8.1, LRDG-A81: nobody could spend them."""
    table = position(Evaluation(), name="barca", won=2)
    assert table.state.won == 2


def test_with_the_option_bir_hacheim_is_a_fortress_and_italians_are_weak_there(
    position: Positions,
) -> None:
    """LRDG 8.2, LRDG 7.3.2: none of Slonta's targets is one on our map."""
    for house, germans in (({}, False), ({"bir_hacheim_is_fortress": True}, True)):
        table = position(
            Combats(), name="slonta", house=house, units="t1-a@bir-hacheim", clashes=["bir-hacheim"],
            axis={"bir-hacheim": "it-1 ge-2"},
        )  # fmt: skip
        needs = [axis_hits_on(table, enemy, opposed=True) for enemy in table.state.axis]
        assert needs == [1, 2 + germans]
