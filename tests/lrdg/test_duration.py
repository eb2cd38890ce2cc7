"""LRDG 7.3.4 and pulling back: the length of a combat, and the position after it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable import Table
from sandtable_lrdg.axis import MobileUnits
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.combat_events import Fired, PulledBack
from sandtable_lrdg.evaluation import scored_items
from sandtable_lrdg.orders import Actions
from sandtable_lrdg.state import Target

Positions = Callable[..., Table]
Plays = Callable[..., Table]
EventsOf = Callable[..., list]
Why = Callable[[Table, str], str]
MISS, HIT = 6, 1


def fight(position: Positions, play: Plays, target: int = 4, **written: object) -> Table:
    """One combat turn at Mechili in which nobody hits; its line is in `line`, what follows `luck`."""
    line, luck = str(written.pop("line", "all")).split(", "), list(written.pop("luck", []))  # type: ignore[call-overload]
    aims = list(written.pop("aims", []))  # type: ignore[call-overload]
    guards = int(written.pop("protect", 1))  # type: ignore[call-overload]
    table = position(
        targets={"mechili": Target(4, target, drawn=True)},
        alarm=4,
        dice=luck,
        **written,
    )
    for enemy in table.state.axis[:guards]:
        enemy.guards = True
    play(table, "assault mechili", *line, *aims)
    return table


# The printed example.


def test_the_patrol_pulls_back(position: Positions, play: Plays, events_of: EventsOf) -> None:
    """LRDG 7.3.2, LRDG 7.3.4, LRDG-A23, LRDG-A36, TV14, TV15: though the target is destroyed.

    The HQ alone is in contact, and the veteran is opposite now: 5 and then 4 against 4, which
    reduces it. The infantry that faces nobody does not fire. S1/A comes along from the reserve.
    """
    table = position(
        units="g2-b hq-1 s1-a@tobruk",
        reduced="g2-b",
        targets={"tobruk": Target(2, 1, drawn=True)},
        axis={"tobruk": "it-3 ge-3v it-1"},
        alarm=4,
        dice=[2, 1, 5, 3, 6, 4, 5, 4],
    )
    table.state.axis[0].guards = True
    play(table, "assault tobruk", "contact g2-b", "stack hq-1 g2-b", "done")
    play(table, "aim g2-b target", "aim hq-1 axis-1", "pull-back el-adem")
    assert [(event.faces, event.need, event.hit) for event in events_of(table, Fired)[5:]] == [
        ((5, 4), 4, True)
    ]
    assert table.state.units["hq-1"].steps == 1
    assert {unit.id: unit.zone for unit in table.state.force} == {"s1-a": "el-adem", "hq-1": "el-adem"}
    scored = dict(scored_items(table))
    assert (scored["losses"], scored["enemies"], scored["targets"]) == (-8, 1, 14)


def test_the_score_of_the_example(position: Positions) -> None:
    """LRDG 5.4, TV16: +7 +0.5 -2 -2 is 3.5 VP; it was neither quick nor quiet."""
    table = position(
        units="hq-1 s1-a@el-adem",
        second="g2-b@jalo",
        reduced="hq-1",
        change={"g2-b": {"patrol": "1st", "zone": "", "steps": 0}},
        targets={"tobruk": Target(2, 0, drawn=True)},
        defeated=["it-3"],
        alarm=4,
        turn=12,
    )
    assert sum(half for _, half in scored_items(table)) == 7


# Skirmishes.


def test_a_skirmish_is_one_combat_turn_and_the_actions_go_on(
    position: Positions, play: Plays, why: Why
) -> None:
    """LRDG 7.3.4, LRDG-A64, LRDG-A67: both sides stay, the Axis face up."""
    table = position(units="t1-a@wadi-faregh", face_down="jalo", ap=9, dice=[6, 6, "it-2", MISS, MISS])
    play(table, "move 1st jalo", "all")
    state = table.state
    assert (table.decision.rule, state.battle, state.closed) == ("6", None, False)
    assert [(enemy.zone, enemy.counter) for enemy in state.axis] == [("jalo", "it-2")]
    assert (state.units["t1-a"].zone, why(table, "move 1st wadi-faregh")) == ("jalo", "")


def test_a_destroyed_targets_zone_is_like_any_other(
    position: Positions, play: Plays, after: object
) -> None:
    """LRDG-A67: a combat there is a skirmish."""
    table = position(
        Combats(), units="t1-a@mechili", targets={"mechili": Target(2, 0, drawn=True)}, alarm=1,
        axis={"mechili": "it-1"}, guards="mechili", clashes=["mechili"], dice=[MISS, MISS],
    )  # fmt: skip
    play(table, "all")
    assert (table.decision, table.state.closed, table.state.alarm) == (after, False, 1)


def test_contact_at_a_target_is_a_fight_for_it(position: Positions, play: Plays) -> None:
    """LRDG-A67: the alarm goes to 4, its defenders come, and there may be several turns."""
    table = position(
        MobileUnits(), units="t1-a@mechili", targets={"mechili": 1}, axis={"derna": "it-m1"}, alarm=1,
        dice=["mechili", "mechili", 6, 6, "it-1", MISS, MISS, MISS],
    )  # fmt: skip
    play(table, "all", "aim t1-a target")
    assert table.state.alarm == 4
    assert [enemy.counter for enemy in table.state.axis] == ["it-m1", "it-1"]
    assert "fight" in [str(option) for option in table.options]


# Fights for a target.


def test_a_fight_for_a_target_lasts_as_long_as_the_player_likes(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 7.3.4: turn after turn, in the same action phase."""
    table = fight(
        position, play, units="t1-a@mechili", axis={"mechili": "it-1"}, aims=["aim t1-a target"],
        luck=[MISS, MISS] * 4,
    )  # fmt: skip
    for turn in (2, 3, 4):
        play(table, "fight", "all", "aim t1-a target")
        assert table.state.battle.turn == turn
    assert len(events_of(table, Fired)) == 8


def test_units_fall_back_after_a_turn_and_come_back_before_the_next(
    position: Positions, play: Plays
) -> None:
    """LRDG 7.3.3: "a LRDG unit may move into the reserve area freely", even the last (LRDG-A53)."""
    table = fight(
        position, play, units="t1-a t1-b sas-1@mechili", axis={"mechili": "it-1"},
        line="contact t1-a, contact t1-b, done", aims=["aim t1-a target", "aim t1-b target"],
        luck=[MISS] * 3,
    )  # fmt: skip
    play(table, "drop t1-a", "drop t1-b")
    assert table.state.battle.contact == []
    play(table, "fight", "contact sas-1", "contact t1-a", "done")
    assert table.state.battle.contact == [["sas-1"], ["t1-a"]]


def test_with_nobody_left_in_contact_somebody_must_come_forward_to_pull_back(
    position: Positions, play: Plays, why: Why
) -> None:
    """LRDG-A66: the reserve cannot simply drive away; a truck may go by itself (LRDG-A102)."""
    table = fight(
        position, play, units="t1-a light-a@mechili", reduced="t1-a", axis={"mechili": "ge-4"},
        line="contact t1-a, done", aims=["aim t1-a target"], luck=[MISS, HIT, HIT],
    )  # fmt: skip
    assert why(table, "pull-back derna") == "LRDG-A66"
    play(table, "contact light-a", "pull-back derna")
    light = table.state.units["light-a"]
    assert (light.zone, light.steps) == ("derna", 1)


@pytest.mark.parametrize("free", [False, True])
def test_units_that_are_all_in_reserve_pull_back_only_by_a_house_rule(
    free: bool, position: Positions, play: Plays, why: Why, events_of: EventsOf
) -> None:
    """LRDG 7.3.2: "the Axis units then benefit from an additional attack against you" (LRDG-A66)."""
    table = fight(
        position, play, units="t1-a t1-b@mechili", axis={"mechili": "ge-4"},
        aims=["aim t1-a target", "aim t1-b axis-1"], luck=[MISS] * 3 if free else [MISS] * 4,
        house={"reserve_pulls_back": free},
    )  # fmt: skip
    assert "only the enemy fires, and not at units that you drop first" in table.decision.ask(table)
    play(table, "drop t1-a", "drop t1-b")
    assert why(table, "pull-back derna") == ("" if free else "LRDG-A66")
    play(table, *[] if free else ["contact t1-b"], "pull-back derna")
    assert len(events_of(table, Fired)) == 3 + (not free)
    assert {unit.zone for unit in table.state.force} == {"derna"}


def test_units_that_pull_back_take_one_attack_from_each_facing_front(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 7.3.2, LRDG-A66, LRDG-A65: lined up again; of several protectors the strongest fires.

    There is no reply, and units in reserve are safe.
    """
    table = fight(
        position, play, units="det-a signal t1-a sas-1@mechili", reduced="sas-1", protect=2,
        axis={"mechili": "it-1 it-2 ge-3 ge-4 ge-m4"},
        line="contact det-a, contact signal, contact t1-a, done", aims=["aim det-a target"],
        luck=[*[MISS] * 8, HIT, HIT, HIT],
    )  # fmt: skip
    before = len(events_of(table, Fired))
    play(table, "pull-back derna")
    assert [(event.who, event.at, event.need) for event in events_of(table, Fired)[before:]] == [
        ("Italian AV 2", "Det A", 2),
        ("German AV 4", "T1/A", 4),
        ("German mobile AV 4", "Signal", 4),
    ]
    steps = {unit.id: (unit.zone, unit.steps) for unit in table.state.force}
    assert steps == {
        "t1-a": ("derna", 1), "sas-1": ("derna", 1), "det-a": ("derna", 1), "signal": ("derna", 1)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("house", "target", "needs"),
    [
        ({}, 4, [2, 4]),
        ({}, 1, [2, 4]),
        ({"destroyed_frees": True}, 4, [2, 4]),
        ({"destroyed_frees": True}, 1, []),
        ({"pull_back_one_attack": True}, 4, [4]),
    ],
)
def test_the_attack_when_you_pull_back_and_its_options(
    house: dict[str, bool],
    target: int,
    needs: list[int],
    position: Positions,
    play: Plays,
    events_of: EventsOf,
) -> None:
    """LRDG 7.3.2, "you can pull back from the target if it is not destroyed, but the Axis units then
    benefit from an additional attack"; the example has it also when it is destroyed (LRDG-A23)."""
    table = fight(
        position, play, units="t1-a t1-b@mechili", target=target, axis={"mechili": "it-2 ge-4"},
        aims=["aim t1-a target"], luck=[HIT, MISS, MISS, MISS, *[MISS] * len(needs)], house=house,
    )  # fmt: skip
    before = len(events_of(table, Fired))
    play(table, "pull-back derna")
    assert sorted(event.need for event in events_of(table, Fired)[before:]) == needs


@pytest.mark.parametrize(("once", "drawn"), [(False, 1), (True, 0)])
def test_each_combat_for_a_target_draws_defenders(
    once: bool, drawn: int, position: Positions, play: Plays
) -> None:
    """LRDG 7.2: "draw a number of Axis units equal to the value of the target"; once with the option.

    The target has 1 of 2 left, and one defender of an earlier combat is still there (LRDG-A64).
    """
    table = position(
        units="t1-a@mechili", targets={"mechili": Target(2, 1, drawn=True)}, axis={"mechili": "it-1"},
        guards="mechili", house={"defenders_drawn_once": once},
    )  # fmt: skip
    play(table, "assault mechili")
    enemies = table.state.enemies("mechili")
    assert [enemy.counter for enemy in enemies] == ["it-1"] + [""] * drawn
    assert all(enemy.guards for enemy in enemies)
    fresh = position(units="t1-a@mechili", targets={"mechili": 2}, house={"defenders_drawn_once": once})
    play(fresh, "assault mechili")
    assert [enemy.guards for enemy in fresh.state.enemies("mechili")] == [True, False]


def test_a_stack_that_pulls_back_is_rolled_for_and_a_recon_ok_may_roll_again(
    position: Positions, play: Plays
) -> None:
    """LRDG 7.3.2, LRDG-A75: the HQ is hit, then its companion instead."""
    table = fight(
        position, play, units="t1-a hq-1@mechili", axis={"mechili": "it-1"},
        patrols={"1st": {"recon_ok": [""]}}, aims=["decline", "aim t1-a target", "aim hq-1 target"],
        luck=[MISS] * 3 + [HIT, 3, 4],
    )  # fmt: skip
    play(table, "accept", "pull-back derna", "reallot hq-1")
    assert [table.state.units[unit].steps for unit in ("t1-a", "hq-1")] == [1, 2]


def test_pulling_back_costs_nothing_and_ends_the_actions_of_all(
    position: Positions, play: Plays, events_of: EventsOf, after: object
) -> None:
    """LRDG 7.3.2, LRDG 7.3.4, LRDG-A8, LRDG-A42: no test, not for a patrol that cannot move."""
    table = fight(
        position, play, units="t1-a@mechili", second="g1-a@jalo", axis={"mechili": "it-1"},
        aims=["aim t1-a target"], patrols={"1st": {"immobile": True}}, ap={"1st": 0, "2nd": 9},
        line="done, all", luck=[MISS] * 3,
    )  # fmt: skip
    play(table, "pull-back charruba")
    assert events_of(table, PulledBack) == [PulledBack("charruba", ("t1-a",))]
    assert (table.decision, table.state.closed, table.state.battle) == (after, True, None)
    assert table.state.patrols["2nd"].ap == 9


def test_combats_that_were_due_are_still_fought(position: Positions, play: Plays, after: object) -> None:
    """LRDG-A42: after the fight for a target, and before the phase ends."""
    table = position(
        *(Combats(), Actions()), units="t1-a@mechili sas-1@jalo", clashes=["mechili", "jalo"],
        targets={"mechili": Target(2, 2, drawn=True)}, axis={"mechili": "it-1", "jalo": "it-1"},
        guards="mechili", ap=9, dice=[MISS] * 5,
    )  # fmt: skip
    play(table, "at mechili", "all", "aim t1-a target", "pull-back derna")
    assert table.decision.rule == "7.2"
    assert play(table, "all").decision == after


def test_the_way_out_leads_to_any_adjacent_zone(position: Positions, play: Plays, why: Why) -> None:
    """LRDG 7.3.2: "place your patrol in an adjacent zone", also beside the Axis (LRDG-A66)."""
    table = position(
        units="t1-a@mechili",
        targets={"mechili": Target(4, 4, drawn=True), "gazala": 2},
        axis={"mechili": "it-2", "derna": "it-2"},
        alarm=4,
        dice=[MISS, MISS, MISS],
    )
    play(table, "assault mechili", "all", "aim t1-a target")
    near = ("derna", "gazala", "charruba", "beda-littora", "bir-tengeder")
    assert [why(table, f"pull-back {zone}") for zone in near] == [""] * 5
    assert play(table, "pull-back derna").state.units["t1-a"].zone == "derna"


# Without Axis units.


def test_when_target_and_defenders_are_gone_the_units_stay(
    position: Positions, play: Plays, after: object
) -> None:
    """LRDG-A67: that ends the fight and the action phase."""
    table = position(
        units="t1-a t1-b@mechili", targets={"mechili": Target(4, 1, drawn=True)},
        axis={"mechili": "it-1"}, guards="mechili", ap=9, dice=[HIT, HIT, MISS],
    )  # fmt: skip
    play(table, "assault mechili", "contact t1-a", "contact t1-b", "done")
    play(table, "aim t1-a target", "aim t1-b axis-1")
    assert (table.decision, table.state.closed) == (after, True)
    assert table.state.units["t1-a"].zone == "mechili"


def test_a_target_without_defenders_is_fired_at_until_one_has_enough(
    position: Positions, play: Plays, events_of: EventsOf, after: object
) -> None:
    """LRDG-A84, LRDG-A67: nobody fires back, and the actions are over when one stops."""
    table = fight(position, play, units="t1-a@mechili", ap=9, luck=[HIT, HIT])
    play(table, "fight", "all")
    assert [event.at for event in events_of(table, Fired)] == ["the target"] * 2
    assert table.state.targets["mechili"].left == 2
    play(table, "finish")
    assert (table.decision, table.state.closed) == (after, True)
    assert table.state.units["t1-a"].zone == "mechili"


def test_with_the_option_a_target_without_defenders_is_fired_at_once_a_turn(
    position: Positions, play: Plays, after: object
) -> None:
    """LRDG-A84, the option: the units stay, and the actions are over."""
    table = position(
        units="t1-a@mechili", targets={"mechili": Target(3, 3, drawn=True)}, ap=9, dice=[HIT],
        house={"undefended_fights_go_on": False},
    )  # fmt: skip
    play(table, "assault mechili", "all")
    assert (table.decision, table.state.closed) == (after, True)
    assert table.state.targets["mechili"].left == 2


def test_a_fight_in_which_everybody_is_lost_is_over(position: Positions, play: Plays) -> None:
    """LRDG 7.3.4, LRDG-A94: nobody leaves the combat, so the other patrol acts."""
    table = fight(
        position, play, units="t1-a@mechili", second="g1-a@jalo", reduced="t1-a",
        axis={"mechili": "it-1"}, aims=["aim t1-a target"], luck=[MISS, HIT],
    )  # fmt: skip
    assert (table.decision.rule, table.state.battle) == ("6", None)
    assert not table.state.closed


def test_nobody_leaves_a_target_unopposed_though_its_protection_is_gone(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG-A83, LRDG-A23: the strongest of the others has stepped up, and fires."""
    table = position(
        units="t1-a hq-1@tobruk", targets={"tobruk": Target(4, 4, drawn=True)},
        axis={"tobruk": "ge-3 ge-4 it-3"}, alarm=4, dice=[MISS] * 5 + [HIT, 5],
    )  # fmt: skip
    play(table, "assault tobruk", "all", "aim t1-a target", "aim hq-1 target", "pull-back el-adem")
    assert [event.who for event in events_of(table, Fired)][-1] == "German AV 4"
    assert table.state.units["t1-a"].steps == 1
