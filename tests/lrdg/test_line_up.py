"""LRDG 7.1 and LRDG 7.2: the combats of a turn, a target's defenders, and the line."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from sandtable import Scenario, Table
from sandtable_lrdg.actions import AtZone, Contact, Stack
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.combat_events import CombatBegan, Fired
from sandtable_lrdg.counters import Sort
from sandtable_lrdg.line_up import Deploy
from sandtable_lrdg.state import SEAT, LrdgState, Target, Watch
from sandtable_tools.odds import distribution, outcomes_at

Positions = Callable[..., Table]
Plays = Callable[..., Table]
EventsOf = Callable[..., list]
Why = Callable[[Table, str], str]
MISS = 6
"""No attack without a fortress hits with it."""


def line(table: Table) -> list[list[str]]:
    """The Axis line: the counters of each front, "?" for a face-down one."""
    state = table.state
    return [[state.enemy(id).counter or "?" for id in front] for front in state.battle.line]


# Which combats (LRDG 7.1).


def test_several_combats_are_fought_in_the_players_order(
    position: Positions, play: Plays, events_of: EventsOf, after: object
) -> None:
    """LRDG 7, LRDG 7.1: one after the other, and the last one without a question."""
    table = position(
        Combats(),
        units="t1-a@jalo sas-1@mechili g1-a@derna",
        axis={"jalo": "it-1", "mechili": "it-1", "derna": "it-1"},
        clashes=["jalo", "mechili", "derna"],
        dice=[MISS] * 6,
    )
    assert table.refusal(AtZone("siwa")).rule == "7.1"
    play(table, "at derna", "all", "at mechili", "all", "all")
    assert [event.zone for event in events_of(table, CombatBegan)] == ["derna", "mechili", "jalo"]
    assert (table.decision, table.state.clashes, table.state.battle) == (after, [], None)


def test_where_nobody_is_left_to_fight_there_is_no_combat(
    position: Positions, events_of: EventsOf, after: object
) -> None:
    """LRDG 7.1: when an earlier combat or a pull-back has emptied the zone."""
    table = position(Combats(), units="t1-a@jalo", axis={"mechili": "it-1"}, clashes=["mechili", "jalo"])
    assert (table.decision, events_of(table, CombatBegan)) == (after, [])


@pytest.mark.parametrize(("alarm", "axis", "targets", "entry_fights", "fights"), [
    (1, {"mechili": "it-1"}, {}, True, True),
    (4, {"mechili": "it-1"}, {}, True, True),
    (1, {"mechili": "it-1"}, {}, False, False),
    (1, {}, {"mechili": 1}, True, False),
    (1, {}, {"mechili": Target(1, 0, drawn=True)}, True, False),
])  # fmt: skip
def test_a_failed_entry_is_a_combat_where_axis_units_are(
    alarm: int,
    axis: dict[str, str],
    targets: dict[str, int | Target],
    entry_fights: bool,
    fights: bool,
    position: Positions,
    play: Plays,
) -> None:
    """LRDG 6.1.1, LRDG-A12, LRDG-A52: at alarm 4 too; an undefended target is no Axis unit."""
    table = position(
        units="t1-a@bir-tengeder", axis=axis, targets=targets, alarm=alarm, ap=1, dice=[6, 6],
        house={"entry_fights": entry_fights},
    )  # fmt: skip
    play(table, "move 1st mechili")
    assert (table.decision.rule == "7.2") == fights


def test_with_the_option_a_test_is_useless_at_alarm_4(position: Positions, play: Plays) -> None:
    """LRDG 6.1.1: then nothing can come of it, as the note there says (LRDG-A12)."""
    table = position(
        units="t1-a@bir-tengeder", axis={"mechili": "it-1"}, alarm=4, ap=1, house={"entry_fights": False}
    )
    assert play(table, "move 1st mechili").state.battle is None


def test_a_combat_ends_observations_in_its_zone(position: Positions) -> None:
    """LRDG-A73, LRDG 7.1: of line_of_all there, and of nobody else."""
    table = position(
        Combats(),
        units="t1-a sas-1@jalo sas-2@mechili",
        axis={"jalo": "it-1"},
        change={"sas-1": {"watch": Watch(9, 2)}, "sas-2": {"watch": Watch(9, 2)}},
        clashes=["jalo"],
    )
    assert (table.state.units["sas-1"].watch, table.state.units["sas-2"].watch) == (None, Watch(9, 2))


# A target and its defenders (LRDG 7.2).


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_a_target_draws_as_many_defenders_as_its_value(
    value: int, position: Positions, play: Plays
) -> None:
    """LRDG 7.2: one of them on the target, with all that the scenario has put there."""
    table = position(
        units="t1-a@mechili", face_down="mechili", guards="mechili", targets={"mechili": value}, alarm=1
    )
    play(table, "assault mechili")
    assert [enemy.guards for enemy in table.state.axis] == [True, True] + [False] * (value - 1)
    assert [len(front) for front in line(table)] == [2] + [1] * (value - 1)
    assert table.state.targets["mechili"] == Target(value, value, drawn=True)


def test_an_attack_sets_the_alarm_to_4_before_a_die_is_rolled(
    position: Positions, play: Plays, why: Callable[[Table, str], str]
) -> None:
    """LRDG 7.2, LRDG-A68: also when a failed test forces it; then one combat turn must be fought."""
    table = position(
        units="t1-a@bir-tengeder sas-1@jalo", targets={"mechili": 2}, axis={"mechili": "it-1"}, ap=1,
        trigger=["sas-1"], dice=[6, 6],
    )  # fmt: skip
    play(table, "move 1st mechili")
    assert (table.state.alarm, table.state.trigger) == (4, ["t1-a"])
    assert why(table, "pull-back bir-tengeder") == why(table, "finish") == "7.2"


def test_defenders_are_drawn_once(position: Positions, play: Plays) -> None:
    """LRDG 7.2, LRDG-A64: damage and what is left of them are there in the next combat."""
    table = position(
        units="t1-a@mechili", targets={"mechili": Target(3, 1, drawn=True)},
        axis={"mechili": "it-2"}, guards="mechili",
    )  # fmt: skip
    play(table, "assault mechili")
    assert line(table) == [["it-2"]]
    assert table.state.targets["mechili"].left == 1


def test_no_more_defenders_are_drawn_than_counters_there_are(position: Positions, play: Plays) -> None:
    """LRDG 7.2, LRDG 5.3.1: those that lie face down elsewhere stay there."""
    table = position(
        units="t1-a@mechili", targets={"mechili": 4}, face_down="bardia", pool=["it-1", "it-2"]
    )
    play(table, "assault mechili")
    assert line(table) == [["?"]]


# The line (LRDG 7.2).


def test_units_in_reserve_neither_fire_nor_are_fired_at(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 3.3.2, LRDG 7.2: only the contact areas fight."""
    table = position(
        Combats(), units="t1-a t1-b sas-1@jalo", axis={"jalo": "ge-4 ge-m4 it-1"}, clashes=["jalo"],
        dice=[3, 1, 1, 6],
    )  # fmt: skip
    play(table, "contact t1-b", "done")
    fired = [(event.who, event.at) for event in events_of(table, Fired)]
    axis = ("German AV 4", "German mobile AV 4", "Italian AV 1")
    assert fired == [("T1/B", axis[0]), *((who, "T1/B") for who in axis)]
    assert [table.state.units[unit].steps for unit in ("t1-a", "t1-b", "sas-1")] == [2, 0, 2]


def test_somebody_must_be_in_contact(
    position: Positions, play: Plays, why: Callable[[Table, str], str]
) -> None:
    """LRDG-A53: at least one unit; every unit of the zone can be, of any patrol, each once."""
    table = position(
        Combats(), units="t1-a@jalo sas-1@siwa", second="g1-a hq-2@jalo", axis={"jalo": "it-1"},
        clashes=["jalo"],
    )  # fmt: skip
    assert why(table, "done") == "LRDG-A53"
    assert why(table, "contact sas-1") == "7.2"
    play(table, "contact g1-a")
    assert why(table, "contact g1-a") == "7.2"
    assert why(table, "all") == why(table, "as-before") == "7.2"
    assert why(table, "contact t1-a") == why(table, "done") == ""
    assert isinstance(table.decision, Deploy)
    assert table.decision.part


@pytest.mark.parametrize(
    ("carrier", "refused"),
    [("t1-a", ""), ("sas-1", ""), ("det-a", ""), ("signal", "7.3.2"), ("survey", "7.3.2"),
     ("light-a", "7.3.2"), ("hq-2", "7.3.2")],
)  # fmt: skip
def test_a_command_unit_goes_with_one_combat_unit(
    carrier: str, refused: str, position: Positions, play: Plays
) -> None:
    """LRDG 7.3.2: a half team, SAS or Det, and one of them only."""
    table = position(
        Combats(),
        units="hq-1 hq-2 hq-3 t1-a sas-1 det-a signal survey light-a@jalo",
        axis={"jalo": "it-1"},
        clashes=["jalo"],
    )
    play(table, f"contact {carrier}")
    refusal = table.refusal(Stack("hq-1", carrier))
    assert (refusal.rule if refusal else "") == refused
    assert table.refusal(Stack("t1-a", carrier)).rule == "7.3.2"
    if not refused:
        play(table, f"stack hq-1 {carrier}")
        assert table.state.battle.contact == [[carrier, "hq-1"]]
        assert table.refusal(Stack("hq-2", carrier)).rule == "7.3.2"
        assert table.refusal(Contact("hq-1")).rule == "7.2"


@pytest.mark.parametrize(
    ("units", "contact"),
    [
        ("t1-a sas-1 hq-1 light-a", [["t1-a", "hq-1"], ["sas-1"]]),
        ("signal hq-1 hq-2", [["signal"], ["hq-1"], ["hq-2"]]),
        ("t1-a hq-1 hq-2", [["t1-a", "hq-1"], ["hq-2"]]),
        ("light-a heavy-a", [["light-a"], ["heavy-a"]]),
    ],
)
def test_all_is_everybody_but_trucks(
    units: str, contact: list[list[str]], position: Positions, play: Plays
) -> None:
    """LRDG 7.2: a shortcut; command units go with who can carry them, trucks fight if nobody can."""
    table = position(Combats(), units=f"{units}@mechili", targets={"mechili": 1}, clashes=["mechili"],
                     dice=["it-1"])  # fmt: skip
    play(table, "all")
    assert table.state.battle.contact == contact


def test_the_first_position_faces_the_target(position: Positions, play: Plays) -> None:
    """LRDG-A83: and its protection; the next ones the other Axis units, and the rest nobody."""
    table = position(
        units="t1-a t1-b sas-1@mechili",
        targets={"mechili": Target(2, 2, drawn=True)},
        axis={"mechili": "it-1 it-2"},
    )
    table.state.axis[0].guards = True
    play(table, "assault mechili")
    questions = [table.decision.ask(table)]
    for unit in ("sas-1", "t1-a"):
        questions.append(play(table, f"contact {unit}").decision.ask(table))
    faces = [("target (value 2)", "Italian AV 1"), ("Italian AV 2",), ("no enemy", "AV -1")]
    for number, (text, names) in enumerate(zip(questions, faces, strict=True), 1):
        assert all(words in text for words in (f"position {number}:", *names))
        assert "axis-" not in text
    play(table, "done")
    assert [str(option) for option in table.options] == ["aim sas-1 axis-1", "aim sas-1 target"]


def test_the_question_says_when_no_unit_is_left_for_the_line(position: Positions, play: Plays) -> None:
    """LRDG 7.2: it does not ask who goes to the next position."""
    table = position(units="t1-a@mechili", targets={"mechili": Target(2, 2)})
    play(table, "assault mechili", "contact t1-a")
    assert table.decision.ask(table) == "Combat at Mechili: all your units are in the line. Done?"


def test_face_down_units_are_dealt_at_random(
    scenario: Callable[[str], Scenario], written: Callable[..., LrdgState]
) -> None:
    """LRDG 7.2, LRDG-A65: of a mobile and a fixed one either may be the first; it-1 is face up."""
    state = written(units="t1-a@jalo", axis={"jalo": "it-1"}, clashes=["jalo"])
    for mobile in (True, False):
        state.place("jalo", Sort(mobile=mobile))

    def order(table: Table) -> tuple[bool | None, ...]:
        fronts = table.state.battle.line
        return tuple(table.state.enemy(front[0]).sort.mobile for front in fronts)

    odds = distribution(outcomes_at(scenario("barca"), state, [Combats()]), order)
    assert odds == {(None, True, False): Fraction(1, 2), (None, False, True): Fraction(1, 2)}


# Later combat turns (LRDG-A65).


def second_turn(position: Positions, play: Plays, left: int) -> Table:
    """A fight for a target of three units against four, of which two protect, in its second turn."""
    table = position(
        units="t1-a det-a signal@mechili",
        targets={"mechili": Target(4, left, drawn=True)},
        axis={"mechili": "it-1 it-2 ge-3 ge-3v"},
        alarm=4,
        dice=[MISS] * 8,
    )
    for enemy in table.state.axis[:2]:
        enemy.guards = True
    play(table, "assault mechili", "contact det-a", "contact signal", "contact t1-a", "done")
    for unit in ("det-a", "signal", "t1-a"):
        options = [str(option) for option in table.options if str(option).startswith(f"aim {unit}")]
        if options:
            play(table, options[-1])
    return play(table, "fight")


def test_later_the_strongest_are_opposite_the_strongest(position: Positions, play: Plays) -> None:
    """LRDG 7.3.3, LRDG-A65: protectors stay; the others by AV, veterans first, and so do positions."""
    table = second_turn(position, play, left=4)
    assert line(table) == [["it-2", "it-1"], ["ge-3v"], ["ge-3"]]
    assert "Your highest AV faces their highest" not in table.decision.ask(table)
    play(table, "contact signal", "contact det-a")
    assert "Your highest AV faces their highest" in table.decision.ask(table)
    play(table, "contact t1-a", "done")
    assert table.state.battle.contact == [["signal"], ["t1-a"], ["det-a"]]


def test_the_line_of_the_last_turn_can_be_taken_again(position: Positions, play: Plays) -> None:
    """LRDG 7.3.3, LRDG-A65: in its place before the target, the rest by AV."""
    table = second_turn(position, play, left=4)
    play(table, "as-before")
    assert table.state.battle.contact == [["det-a"], ["t1-a"], ["signal"]]


def test_nobody_learns_what_stands_where_face_down(position: Positions) -> None:
    """LRDG-A65, LRDG-A83: also where the scenario says what lies in the zone."""
    tank = {"jalo": Sort(mobile=True, av=4)}
    table = position(Combats(), units="t1-a@jalo", face_down=tank, clashes=["jalo"])
    board = table.game.board(table.view(SEAT), 100)
    assert ": which unit faces a face-down unit" in table.decision.ask(table)
    assert [line for line in board if "AV 4" in line] == []


# Several combats in a turn (LRDG 7.1).

DEPOTS = {zone: Target(2, 2, drawn=True) for zone in ("bir-tengeder", "mechili", "bir-hacheim")}


def test_three_patrols_attack_three_targets_in_one_turn(
    position: Positions, play: Plays, words: Callable[..., list[str]]
) -> None:
    """LRDG 7.1, LRDG 8.2, LRDG-A97: declared first, then fought in the player's order, then closed."""
    table = position(
        units="t1-a@bir-tengeder", second="y2-a@mechili", third="r2-a@bir-hacheim", targets=DEPOTS,
        dice=[1, 1, 1],
    )  # fmt: skip
    play(table, "assault mechili")
    assert sorted(words(table)) == ["assault bir-hacheim", "assault bir-tengeder", "done"]
    play(table, "assault bir-hacheim", "assault bir-tengeder", "at bir-hacheim", "all", "finish")
    play(table, "at mechili", "all", "finish", "all", "finish")
    assert [target.left for target in table.state.targets.values()] == [1, 1, 1]
    assert table.state.closed


def test_a_forced_fight_for_a_target_allows_further_declarations(
    position: Positions, play: Plays, words: Callable[..., list[str]]
) -> None:
    """LRDG 7.1, LRDG-A97: a failed entry test does not take the others' attack away."""
    table = position(
        units="t1-a@derna", second="r2-a@bir-hacheim", targets=DEPOTS, axis={"mechili": "it-1"}, ap=1,
        dice=[6, 1],
    )  # fmt: skip
    play(table, "move 1st mechili")
    assert sorted(words(table)) == ["assault bir-hacheim", "done"]


def test_an_assault_asks_where_others_lose_action_points(
    position: Positions, play: Plays, why: Why
) -> None:
    """LRDG 7.3.4: what is lost is named, and nothing has been done yet."""
    table = position(
        units="t1-a@mechili", second="r2-a@jalo", targets=DEPOTS, ap={"1st": 3, "2nd": 7}
    )  # fmt: skip
    play(table, "assault mechili")
    assert "(unspent: 2nd patrol 7 AP)" in table.decision.ask(table)
    assert table.decision.part
    assert why(table, "assault bir-hacheim") == "7.1"
    assert play(table, "done").state.battle is not None
