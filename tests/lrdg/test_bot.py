"""The scripted player: it knows the rules, and plays to win."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from games import played_by_new_bots

from sandtable import Action, Scenario, Seat, SeededDice, Table
from sandtable.plugins.bots import Random
from sandtable_batch.play import play_out
from sandtable_lrdg.aim import Aiming
from sandtable_lrdg.axis import Bombed
from sandtable_lrdg.bot import Scripted
from sandtable_lrdg.combat_turn import Surprise
from sandtable_lrdg.duration import Afterwards
from sandtable_lrdg.incidents import Breakdown, BreaksDown, EventZone
from sandtable_lrdg.line_up import Deploy
from sandtable_lrdg.orders import GivingUp
from sandtable_lrdg.state import SEAT, Battle, Target, Watch

Positions = Callable[..., Table]
Scenarios = Callable[[str], Scenario]

MISSIONS = ["benghazi-road", "benghazi-watch", "slonta", "el-alamein", "barca", "bardia", "tobruk"]
FOUR = "t1-a t1-b g1-a g1-b"
DOWN = {"barca": Target(4, 0, drawn=True)}


def choice(table: Table) -> str:
    """The choice of the bot."""
    return str(Scripted().choose(Seat(table, SEAT, SeededDice(1), list)))


def choices(table: Table, number: int) -> list[str]:
    """The choices of the bot, a number of times, one after the other."""
    chosen = []
    for _ in range(number):
        chosen.append(choice(table))
        table.choose(table.read(chosen[-1]))
    return chosen


def test_a_glance_is_the_view_without_a_copy_of_the_state(scenario: Scenarios) -> None:
    """LRDG 1: the player may see all of the state, so the bot sees it as it is."""
    table = Table.new(scenario("barca"), SeededDice(1))
    seen, seat = table.view(SEAT), Seat(table, SEAT, SeededDice(1), list)
    assert seat.glance == seen == seat.view
    assert seat.glance.state is table.state is not seen.state


def test_the_bot_takes_the_historical_patrols(scenario: Scenarios) -> None:
    """LRDG 4.1: it buys none of its own."""
    table = Table.new(scenario("barca"), SeededDice(1))
    assert choice(table) == "historical"


def test_it_goes_on_with_what_somebody_has_bought(scenario: Scenarios, play: Positions) -> None:
    """LRDG 4.1: for the rest of the budget it takes fighters, the smallest patrol first."""
    table = Table.new(scenario("barca"), SeededDice(1))
    play(table, "buy hq-1 1st", "buy hq-2 2nd")
    bought = [choice.split() for choice in choices(table, 6)]
    assert [purchase[0] for purchase in bought] == ["buy"] * 6
    assert [purchase[2] for purchase in bought].count("1st") == 3


def test_only_fighters_leave_the_base(position: Positions) -> None:
    """LRDG-A50: the truck and the command unit wait, and roll for action points all the same."""
    line = f"{FOUR} det-a heavy-a hq-1@kufra"
    table = position(units=line, ap=6, targets={"barca": 4}, dice=[1])
    chosen = choices(table, 7)
    assert chosen[0] == "detach 1st kufra"
    assert set(chosen[1:6]) == {f"add {unit}" for unit in [*FOUR.split(), "det-a"]}
    assert chosen[6].startswith("go sand-sea")


def test_nobody_leaves_without_a_task(position: Positions) -> None:
    """LRDG-A59: if nothing can be won, the mission is over."""
    table = position(units=f"{FOUR} hq-1@kufra", ap=6)
    assert choice(table) == "give-up"
    assert choice(position(GivingUp(seat=SEAT), units="t1-a@kufra")) == "yes"
    assert choice(position(GivingUp(seat=SEAT), units="t1-a@jalo")) == "no"


def test_it_waits_for_comrades_before_a_target(position: Positions) -> None:
    """LRDG-A12: who enters is likely to be seen, and then has to fight."""
    spread = "t1-a t1-b g1-a@charruba g1-b det-a@ben-gania"
    table = position(units=spread, ap=12, targets={"barca": 4}, alarm=4, turn=11)
    assert choices(table, 2) == ["move 1st charruba ben-gania", "end"]
    ready = position(units=f"{FOUR} det-a@charruba", ap=10, targets={"barca": 4}, alarm=4, turn=8)
    assert choice(ready) == "move 1st barca charruba"


def test_the_bot_attacks_when_it_is_at_the_target(position: Positions) -> None:
    """LRDG 7.1: also when no action points are left."""
    table = position(units=f"{FOUR} det-a@barca", ap=0, targets={"barca": 4}, face_down="barca")
    assert choice(table) == "assault barca"


def test_a_remnant_goes_home(position: Positions) -> None:
    """LRDG 5.4: one reduced unit cannot win what it would lose."""
    table = position(units="sas-1@barca", reduced="sas-1", ap=9, targets={"barca": 4}, turn=6)
    assert choice(table).startswith("move 1st")


def fight(*contact: str, line: list[list[str]] | None = None, raid: bool = True) -> Battle:
    return Battle("barca", raid=raid, contact=[[unit] for unit in contact], line=line or [])


def test_the_bot_fights_on_while_it_pays(position: Positions) -> None:
    """LRDG 7.3.4: against one enemy, with half of the target left."""
    table = position(
        Afterwards(seat=SEAT),
        battle=fight(*FOUR.split(), line=[["axis-1"]]),
        units=f"{FOUR}@barca",
        axis={"barca": "it-1"},
        guards="barca",
        targets={"barca": Target(4, 2, drawn=True)},
    )
    assert choice(table) == "fight"


def test_it_leaves_a_fight_that_is_lost(position: Positions) -> None:
    """LRDG 7.3.2: all fall back but a reduced unit, which covers the others."""
    table = position(
        Afterwards(seat=SEAT),
        battle=fight("sas-1", "sas-2", line=[["axis-1"], ["axis-2"], ["axis-3"]]),
        units="sas-1 sas-2@barca",
        reduced="sas-1",
        axis={"barca": "ge-m4 ge-m4v ge-4"},
        targets={"barca": Target(4, 4, drawn=True)},
    )
    assert choices(table, 1) == ["drop sas-2"]
    assert choice(table).startswith("pull-back ")


def test_it_shoots_at_the_axis_before_the_target(position: Positions) -> None:
    """LRDG-A84: when nobody is left to fire back, the target can wait."""
    table = position(
        Aiming(seat=SEAT),
        battle=fight(*FOUR.split(), line=[["axis-1"]]),
        units=f"{FOUR}@barca",
        axis={"barca": "it-1"},
        guards="barca",
        targets={"barca": Target(4, 4, drawn=True)},
    )
    assert choice(table).endswith("axis-1")


@pytest.mark.parametrize(("raid", "expected"), [(True, "initiative"), (False, "decline")])
def test_the_initiative_is_for_targets(raid: bool, expected: str, position: Positions) -> None:
    """LRDG 7.3.1: a Recon OK is kept for the fight that counts."""
    table = position(
        Surprise(seat=SEAT),
        battle=fight("t1-a", line=[["axis-1"]], raid=raid),
        units="t1-a@barca",
        patrols={"1st": {"recon_ok": [""]}},
        axis={"barca": "it-2"},
        targets={"barca": 4},
    )
    assert choice(table) == expected


def test_command_units_keep_out_of_skirmishes(position: Positions) -> None:
    """LRDG 5.4: they cost twice as much; on the way home reduced units cover the others."""
    table = position(
        Deploy(seat=SEAT),
        battle=Battle("jalo", line=[["axis-1"]]),
        units="hq-1 sas-1 t1-a@jalo",
        reduced="sas-1",
        axis={"jalo": "it-2"},
    )
    assert choices(table, 3) == ["contact sas-1", "contact t1-a", "done"]


def test_observers_are_put_at_the_road(position: Positions) -> None:
    """LRDG 6.1.3: over one link free of charge, for two turns; the second is paid."""
    line = "t2-a t2-b hq-1@siwa sas-1 sas-2@agedabia"
    table = position(name="benghazi-road", units=line, ap=4, turn=2)
    assert choices(table, 2) == ["observe sas-1 beda-fomm 2", "observe sas-2 beda-fomm 2"]
    watch = {"sas-1": {"watch": Watch(5, 2)}}
    table = position(name="benghazi-road", units="sas-1@beda-fomm", ap=4, turn=4, change=watch)
    assert choice(table) == "keep-observing sas-1"
    table = position(name="benghazi-road", units="sas-1@beda-fomm", ap=4, turn=5, change=watch)
    assert choice(table) == "conclude sas-1"


def test_the_bot_goes_home_with_enough_reports(position: Positions) -> None:
    """LRDG 8.1: here with two Recon OK."""
    table = position(
        name="benghazi-road",
        units="sas-1 sas-2@wadi-faregh",
        ap=4,
        turn=4,
        patrols={"1st": {"recon_ok": ["beda-fomm", "beda-fomm"]}},
        dice=[1, 1],
    )
    assert choices(table, 1) == ["move 1st jalo wadi-faregh"]


def test_the_last_unit_waits_for_a_lower_alarm(position: Positions) -> None:
    """LRDG 6.1.7: with a result, an alarm below 3 is worth three points."""
    late = {"targets": DOWN, "turn": 13, "ap": 5, "name": "barca"}
    two = position(units="sas-1 sas-2@sand-sea-east", alarm=4, **late)
    assert choices(two, 2) == ["detach 1st sand-sea-east", "add sas-1"]
    assert choice(position(units="sas-1@sand-sea-east", alarm=3, **late)) == "low-profile 1st"
    home = position(units="sas-1@sand-sea-east", alarm=2, **late)
    assert choice(home) in ("move 1st kufra sand-sea-east", "move 1st siwa sand-sea-east")


def test_it_does_not_wait_when_that_costs_the_points_for_speed(position: Positions) -> None:
    """LRDG 5.4: three points as well, and they are sure."""
    table = position(units="sas-1@sand-sea-east", alarm=4, targets=DOWN, turn=11, ap=5)
    assert choice(table).startswith("move 1st")


def test_markers_go_to_units_at_the_base(position: Positions) -> None:
    """LRDG 5.1: and an event comes where people live."""
    mark = BreaksDown(seat=SEAT, breakdown=Breakdown("1st", (2,)))
    assert choice(position(mark, units="t1-a@jalo hq-1@kufra")) == "mark hq-1"
    zone = EventZone(seat=SEAT, patrol="1st", spaces=("bir-hacheim", "jalo"))
    assert choice(position(zone, units="t1-a@bir-hacheim t1-b@jalo")) == "at jalo"


def test_bombs_do_not_fall_on_the_command_unit(position: Positions) -> None:
    """LRDG-A26: while another unit is there."""
    table = position(Bombed(seat=SEAT, zone="jalo", number=1), units="hq-1 t1-a@jalo")
    assert choice(table) == "bomb t1-a"


LONG = [pytest.param(name, marks=pytest.mark.soak) for name in MISSIONS[2:]]


@pytest.mark.parametrize("name", [*MISSIONS[:2], *LONG])
def test_the_bot_beats_chance(name: str, scenario: Scenarios) -> None:
    """LRDG 5.4: in the mean of a few games."""
    points = {}
    for bot in (Scripted(), Random()):
        games = [play_out(scenario(name), {SEAT: bot}, seed)[0].outcome for seed in range(8)]
        points[type(bot).__name__] = sum(game.returns[SEAT] for game in games) / 16
    assert points["Scripted"] >= points["Random"] + 1


def test_the_bot_plays_a_campaign(scenario: Scenarios) -> None:
    """LRDG campaign: six missions, with what is left of its units."""
    table, _ = play_out(scenario("campaign-1942"), {SEAT: Scripted()}, 1)
    assert len(table.state.records) == 6


class Confused:
    """Plays well, but every other choice by chance."""

    def choose(self, seat: Seat) -> Action:
        """One of the seat's options."""
        bot = Scripted() if seat.dice.rolls_at_most(3) else Random()
        chosen = bot.choose(seat)
        return chosen if str(chosen) != "give-up" else seat.options[0]


@pytest.mark.parametrize("name", MISSIONS)
def test_it_copes_with_any_position(name: str, scenario: Scenarios) -> None:
    """LRDG 4.2 to LRDG 5.5, also as it would never play itself."""
    table, _ = play_out(scenario(name), {SEAT: Confused()}, 7)
    assert table.outcome is not None


def test_it_is_the_same_for_the_same_dice(scenario: Scenarios) -> None:
    """LRDG 1: a new player for each choice plays the same game, so it keeps nothing in mind."""
    whole, _ = play_out(scenario("slonta"), {SEAT: Scripted()}, 3)
    by_new_bots = played_by_new_bots(scenario("slonta"), Scripted, SEAT, 3)
    assert by_new_bots.outcome == whole.outcome
