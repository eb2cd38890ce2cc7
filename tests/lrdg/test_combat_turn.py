"""LRDG 7.3.1 to 7.3.3: initiative, aim, fire, and hits."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from sandtable import Table
from sandtable_lrdg.actions import Aim, Expose
from sandtable_lrdg.combat import Combats
from sandtable_lrdg.combat_events import Fired
from sandtable_lrdg.state import Target, Unit
from sandtable_tools.odds import distribution, outcomes

Positions = Callable[..., Table]
Plays = Callable[..., Table]
EventsOf = Callable[..., list]
Why = Callable[[Table, str], str]
MISS, HIT = 6, 1


def steps(table: Table, *units: str) -> list[int]:
    return [table.state.units[unit].steps for unit in units]


# The printed example.


def test_the_first_combat_turn_at_tobruk(position: Positions, play: Plays, events_of: EventsOf) -> None:
    """LRDG 7.3.2, LRDG 7.3.3, LRDG-A36, LRDG-A37, LRDG-A38, TV13.

    The veteran's 4 against AV 3 with -1 would be a hit: it is what 5 comes to. The HQ attacks
    once, at AV 1. The protector's 4 comes to 3 and hits the stack; 5 is not the HQ.
    """
    table = position(
        units="g2-b hq-1 s1-a@tobruk",
        targets={"tobruk": 2},
        axis={"tobruk": "ge-3v"},
        alarm=1,
        dice=["it-3", "it-1", 4, 2, 4, 4, 5, 5, 6, 5],
    )
    play(table, "assault tobruk", "contact g2-b", "stack hq-1 g2-b", "contact s1-a", "done")
    play(table, "aim g2-b target", "aim hq-1 axis-2")
    assert [(event.need, event.faces, event.hit) for event in events_of(table, Fired)] == [
        (4, (4,), True),
        (1, (2,), False),
        (3, (4,), False),
        (4, (4,), True),
        (4, (5, 6), False),
        (2, (5,), False),
    ]
    assert (table.state.alarm, table.state.targets["tobruk"].left) == (4, 1)
    assert (steps(table, "g2-b", "hq-1", "s1-a"), table.state.defeated) == ([1, 2, 2], [])


@pytest.mark.parametrize("aimed", [2, 3])
def test_the_second_combat_turn(
    aimed: int, position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 7.3.2, LRDG 7.3.3, LRDG-A38, TV14: S1/A is in reserve, and the veteran faces nobody.

    Its AV is 2 then, and 3 comes to 2. The protector that the HQ defeats still fires. The HQ
    hits at 1, as it missed at 2: its AV is 1.
    """
    table = position(
        units="g2-b hq-1 s1-a@tobruk",
        reduced="g2-b",
        targets={"tobruk": Target(2, 1, drawn=True)},
        axis={"tobruk": "it-3 ge-3v it-1"},
        alarm=4,
        dice=[aimed, 1, 5, 3, 6, 4],
    )
    table.state.axis[0].guards = True
    play(table, "assault tobruk", "contact g2-b", "stack hq-1 g2-b", "done")
    play(table, "aim g2-b target", "aim hq-1 axis-1")
    assert [(event.need, event.hit) for event in events_of(table, Fired)] == [
        (3, True),
        (1, True),
        (4, False),
        (3, True),
        (2, False),
    ]
    assert (table.state.targets["tobruk"].left, table.state.defeated) == (0, ["it-3"])
    assert steps(table, "g2-b", "hq-1", "s1-a") == [0, 2, 2]


# Initiative (LRDG 7.3.1).


@pytest.mark.parametrize("bought", [True, False])
def test_the_initiative_lets_the_lrdg_fire_first(
    bought: bool, position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 7.3.1: for a Recon OK; a unit that was defeated then fires no more, else it does."""
    table = position(
        Combats(),
        units="t1-a t1-b@jalo",
        axis={"jalo": "ge-4 it-1"},
        patrols={"1st": {"recon_ok": [""]}},
        clashes=["jalo"],
        dice=[HIT, MISS, HIT][: 2 if bought else 1] + ([HIT] if bought else [MISS, HIT, HIT]),
    )
    play(table, "all", "initiative" if bought else "decline")
    if not bought:
        play(table, "accept")
    assert len(events_of(table, Fired)) == (3 if bought else 4)
    assert steps(table, "t1-a", "t1-b") == ([2, 1] if bought else [1, 1])
    assert table.state.defeated == ["ge-4"]
    assert table.state.patrols["1st"].recon_ok == ([] if bought else [""])


def test_the_initiative_is_for_the_first_combat_turn(position: Positions, play: Plays) -> None:
    """LRDG 7.3.1: an element of surprise; and only where there is somebody to surprise."""
    kept = {
        "units": "t1-a@mechili",
        "patrols": {"1st": {"recon_ok": ["", ""]}},
        "targets": {"mechili": Target(4, 4, drawn=True)},
    }
    table = position(**kept, axis={"mechili": "it-1"}, guards="mechili", dice=[MISS] * 2)
    play(table, "assault mechili", "all")
    assert table.decision.rule == "7.3.1"
    play(table, "decline", "aim t1-a target", "accept", "fight", "all")
    assert isinstance(table.options[0], Aim)
    table = position(**kept, dice=[MISS])
    play(table, "assault mechili", "all")
    assert [str(option) for option in table.options] == ["again t1-a", "accept"]


@pytest.mark.parametrize(("first", "second", "chooses"), [(0, 0, False), (0, 1, True), (2, 1, True)])
def test_any_patrol_of_the_fight_may_pay(
    first: int, second: int, chooses: bool, position: Positions, play: Plays
) -> None:
    """LRDG-A74, LRDG 7.3.1: the one that has most; one that is elsewhere may not."""
    table = position(
        Combats(),
        units="t1-a@jalo",
        second="g1-a@jalo",
        third="y1-a@mechili",
        axis={"jalo": "it-1 it-1"},
        patrols={"1st": {"recon_ok": [""] * first}, "2nd": {"recon_ok": [""] * second},
                 "3rd": {"recon_ok": [""] * 3}},
        clashes=["jalo"],
        dice=[HIT, HIT] if chooses else [HIT, HIT, MISS, MISS],
    )  # fmt: skip
    play(table, "all")
    assert (table.decision.rule == "7.3.1") == chooses
    if chooses:
        play(table, "initiative")
        paid = [len(table.state.patrols[patrol].recon_ok) for patrol in ("1st", "2nd", "3rd")]
        assert paid == ([0, 0, 3] if not first else [1, 1, 3])


# Modifiers (LRDG 7.3.2).


def needs(table: Table, events_of: EventsOf) -> dict[str, int]:
    return {event.who: event.need for event in events_of(table, Fired)}


@pytest.mark.parametrize(
    ("zone", "counter", "name", "house", "need"),
    [
        ("tobruk", "ge-2", "barca", {}, 3),
        ("tobruk", "it-2", "barca", {}, 3),
        ("tobruk", "it-2", "slonta", {}, 2),
        ("tobruk", "ge-2", "slonta", {}, 3),
        ("gazala", "it-2", "barca", {}, 2),
        ("gazala", "it-2", "barca", {"airfields_fortified": True}, 3),
        ("mechili", "it-2", "barca", {"airfields_fortified": True}, 2),
    ],
)
def test_a_fortress_helps_the_axis(
    zone: str,
    counter: str,
    name: str,
    house: dict[str, bool],
    need: int,
    position: Positions,
    play: Plays,
    events_of: EventsOf,
) -> None:
    """LRDG 7.3.2, LRDG-A22, LRDG 8.2: -1 on each die, airfields only with the option.

    The weakened Italians of mission 2 have nothing of it.
    """
    table = position(
        Combats(), units=f"t1-a@{zone}", axis={zone: counter}, clashes=[zone], name=name, house=house,
        dice=[MISS, MISS],
    )  # fmt: skip
    play(table, "all")
    assert list(needs(table, events_of).values()) == [3, need]


def test_a_command_unit_helps_its_stack_and_fires_itself(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 7.3.2, LRDG-A37: -1 for the other unit, and one attack at its own AV without it."""
    table = position(
        Combats(), units="t1-a sas-1 hq-1@jalo", axis={"jalo": "it-1 it-1"}, clashes=["jalo"],
        dice=[MISS] * 5,
    )  # fmt: skip
    play(table, "contact sas-1", "stack hq-1 sas-1", "contact t1-a", "done")
    assert needs(table, events_of) == {"SAS 1": 4, "HQ 1": 1, "T1/A": 3, "Italian AV 1": 1}


def test_an_unopposed_unit_fires_at_anything_with_av_1_less(
    position: Positions, play: Plays, events_of: EventsOf, why: Why
) -> None:
    """LRDG 7.3.2, LRDG-A20: at least 1; a target too; who faces somebody fires at nothing else."""
    table = position(
        units="t1-a signal sas-1@mechili", targets={"mechili": Target(4, 4, drawn=True)},
        axis={"mechili": "it-2 it-1"}, dice=[3, 1, 2, MISS, MISS],
    )  # fmt: skip
    table.state.axis[0].guards = True
    play(table, "assault mechili", "contact t1-a", "contact signal", "contact sas-1", "done")
    assert [str(option) for option in table.options] == [
        "aim t1-a axis-1",
        "aim t1-a target",
        "aim sas-1 axis-1",
        "aim sas-1 axis-2",
        "aim sas-1 target",
    ]
    assert why(table, "aim signal target") == "7.3.2"
    play(table, "aim sas-1 target", "aim t1-a target")
    assert needs(table, events_of) == {
        "T1/A": 3, "Signal": 1, "SAS 1": 2, "Italian AV 2": 2, "Italian AV 1": 1,
    }  # fmt: skip
    assert (table.state.targets["mechili"].left, table.state.defeated) == (2, ["it-1"])


def test_unopposed_av_1_stays_1(position: Positions, play: Plays, events_of: EventsOf) -> None:
    """LRDG 7.3.2: for the LRDG as for the Axis."""
    table = position(
        Combats(), units="t1-a signal@jalo", axis={"jalo": "it-1"}, clashes=["jalo"], dice=[MISS] * 3
    )
    play(table, "contact t1-a", "contact signal", "done")
    assert needs(table, events_of)["Signal"] == 1
    table = position(
        Combats(), units="t1-a@jalo", axis={"jalo": "it-3 it-1"}, clashes=["jalo"], dice=[MISS] * 3
    )
    play(table, "all")
    assert needs(table, events_of)["Italian AV 1"] == 1


def test_all_who_protect_a_target_fire_at_the_position_before_it(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG-A65, LRDG 7.2: at full AV; whoever is before it may fire at any of them."""
    table = position(
        units="t1-a t1-b@mechili", targets={"mechili": Target(4, 4, drawn=True)},
        axis={"mechili": "ge-4 ge-3"}, guards="mechili", dice=[MISS, MISS, 4, 3],
    )  # fmt: skip
    play(table, "assault mechili", "contact t1-b", "contact t1-a", "done")
    assert [str(option) for option in table.options][:3] == [
        "aim t1-b axis-1",
        "aim t1-b axis-2",
        "aim t1-b target",
    ]
    play(table, "aim t1-b target", "aim t1-a axis-2")
    assert (steps(table, "t1-b", "t1-a"), needs(table, events_of)["German AV 4"]) == ([0, 2], 4)


def test_an_unopposed_axis_unit_fires_at_random(position: Positions, play: Plays) -> None:
    """LRDG-A21: at one of the positions in contact, each as likely."""
    table = position(
        Combats(), units="t1-a t1-b@jalo", axis={"jalo": "it-3 it-2 it-1"}, clashes=["jalo"]
    )
    play(table, "contact t1-a", "contact t1-b")
    branches = outcomes(table, table.read("done"))
    unhurt = [
        distribution(branches, lambda end, unit=unit: steps(end, unit)[0])[2]
        for unit in ("t1-a", "t1-b")
    ]
    assert unhurt == [Fraction(3, 6) * Fraction(11, 12), Fraction(4, 6) * Fraction(11, 12)]


def test_with_the_option_the_player_names_the_victim(position: Positions, play: Plays) -> None:
    """LRDG-A21: of each Axis unit that faces nobody, by the first unit of a position."""
    table = position(
        Combats(), units="t1-a hq-1 t1-b@jalo", axis={"jalo": "it-3 ge-3 ge-2 it-1"}, clashes=["jalo"],
        house={"axis_victim": "player"}, dice=[MISS] * 5 + [HIT, 4, HIT],
    )  # fmt: skip
    play(table, "all")
    assert table.options == [Expose("t1-a"), Expose("t1-b")]
    play(table, "expose t1-a", "expose t1-b")
    assert steps(table, "t1-a", "hq-1", "t1-b") == [1, 2, 1]


def test_a_veteran_that_misses_rolls_once_more(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 7.3.2: and only one that misses."""
    for faces in ([MISS, MISS], [MISS, HIT], [HIT]):
        table = position(
            Combats(), units="t1-a@jalo", axis={"jalo": "ge-3v"}, clashes=["jalo"], dice=[MISS, *faces]
        )
        play(table, "all")
        assert events_of(table, Fired)[-1].faces == tuple(faces)
        assert steps(table, "t1-a") == [2 - (HIT in faces)]


# Hits (LRDG 7.3.3).


@pytest.mark.parametrize(
    ("luck", "left"),
    [
        ([MISS, MISS], [2, 2]),
        ([HIT, 3, MISS], [2, 1]),
        ([HIT, 4, MISS], [1, 2]),
        ([HIT, 4, HIT, 4], [0, 2]),
        ([HIT, 1, HIT, 6], [1, 1]),
        ([HIT, 1, HIT, 2], [2, 0]),
    ],
)
def test_each_hit_on_a_stack_is_rolled_for(
    luck: list[int], left: list[int], position: Positions, play: Plays
) -> None:
    """LRDG 7.3.2, LRDG-A75: 1 to 3 the HQ; two hits destroy a full unit."""
    table = position(
        Combats(), units="t1-a hq-1@jalo", axis={"jalo": "it-1 it-1"}, clashes=["jalo"],
        dice=[MISS, MISS, *luck],
    )  # fmt: skip
    play(table, "all")
    assert steps(table, "t1-a", "hq-1") == left


@pytest.mark.parametrize(
    ("reduced", "hits", "left"),
    [("hq-1", 2, [1, 0]), ("hq-1", 3, [0, 0]), ("t1-a hq-1", 2, [0, 0]), ("t1-a hq-1", 3, [0, 0])],
)
def test_hits_go_to_whoever_is_left_of_a_stack(
    reduced: str, hits: int, left: list[int], position: Positions, play: Plays
) -> None:
    """LRDG-A75: each is rolled for, always the HQ here; and what is too much is lost."""
    table = position(
        Combats(), units="t1-a hq-1@jalo", reduced=reduced, clashes=["jalo"],
        axis={"jalo": " ".join(["it-1"] * hits)}, dice=[MISS, MISS, *[HIT, 1] * hits],
    )  # fmt: skip
    play(table, "all")
    assert steps(table, "t1-a", "hq-1") == left


def test_one_hit_defeats_an_axis_unit_and_excess_is_lost(position: Positions, play: Plays) -> None:
    """LRDG 7.3.3: it is put aside, still fires, and a second hit on it does nothing more."""
    table = position(
        Combats(), units="t1-a t1-b@jalo", axis={"jalo": "ge-4"}, clashes=["jalo"],
        dice=[HIT, HIT, HIT],
    )  # fmt: skip
    play(table, "all")
    assert (table.state.defeated, table.state.axis) == (["ge-4"], [])
    assert steps(table, "t1-a", "t1-b") == [1, 2]


def test_a_reduced_unit_is_destroyed_and_fires_with_its_reduced_av(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LRDG 7.3.3, LRDG 3: it is off the map with all it carried."""
    table = position(
        Combats(), units="sas-1@jalo", reduced="sas-1", axis={"jalo": "it-1"}, clashes=["jalo"],
        mco={"sas-1": [2]}, change={"sas-1": {"reports": ["msus"]}}, dice=[2, HIT],
    )  # fmt: skip
    play(table, "all")
    assert needs(table, events_of)["SAS 1"] == 1
    assert table.state.units["sas-1"] == Unit("sas-1", patrol="1st", steps=0, out=True)


@pytest.mark.parametrize(("used", "before", "left"), [(0, 2, 1), (1, 1, 0)])
def test_a_truck_that_gave_its_load_is_destroyed_by_the_next_hit(
    used: int, before: int, left: int, position: Positions, play: Plays
) -> None:
    """LRDG-A76, LRDG-A19: and one that fire has reduced has no load left, of a Heavy's two."""
    table = position(
        Combats(), units="heavy-a@jalo", axis={"jalo": "it-1"}, clashes=["jalo"],
        change={"heavy-a": {"used": used, "steps": before}}, dice=[MISS, HIT],
    )  # fmt: skip
    assert table.state.units["heavy-a"].loads == 2 - used
    play(table, "all")
    assert (steps(table, "heavy-a"), table.state.units["heavy-a"].loads) == ([left], 0)


def test_a_destroyed_target_takes_no_more_hits(position: Positions, play: Plays) -> None:
    """LRDG 7.2, LRDG-A84: two hits on the last point of its value are one."""
    table = position(
        units="t1-a t1-b@mechili", targets={"mechili": Target(2, 1, drawn=True)}, dice=[HIT, HIT]
    )
    play(table, "assault mechili", "all")
    assert table.state.targets["mechili"].left == 0


# Recon OK (LRDG-A75).


def test_a_recon_ok_rolls_an_attack_again(position: Positions, play: Plays, why: Why) -> None:
    """LRDG 7.3.2, LRDG-A75: one that missed, after all dice; as long as there are any."""
    table = position(
        Combats(), units="t1-a t1-b@jalo", axis={"jalo": "it-1 it-2"}, clashes=["jalo"],
        patrols={"1st": {"recon_ok": ["", ""]}}, dice=[MISS, HIT, MISS, MISS, MISS, HIT],
    )  # fmt: skip
    play(table, "all", "decline")
    assert [str(option) for option in table.options] == ["again t1-a", "accept"]
    assert why(table, "again t1-b") == why(table, "reallot t1-a") == "LRDG-A75"
    play(table, "again t1-a", "again t1-a")
    assert table.state.defeated == ["it-1", "it-2"]
    assert table.state.patrols["1st"].recon_ok == []


def test_with_the_initiative_attacks_are_rolled_again_before_the_axis_fires(
    position: Positions, play: Plays
) -> None:
    """LRDG-A75: what that hits does not fire; later its hits and the die for the stack are left."""
    table = position(
        Combats(), units="t1-a hq-1@jalo", axis={"jalo": "ge-4 ge-3"}, clashes=["jalo"],
        patrols={"1st": {"recon_ok": ["", "", ""]}}, dice=[MISS, MISS, HIT, HIT, 2, 5],
    )  # fmt: skip
    play(table, "all", "initiative", "again t1-a", "accept")
    assert table.state.defeated == ["ge-4"]
    assert [str(option) for option in table.options] == ["evade axis-2", "reallot hq-1", "accept"]
    play(table, "reallot hq-1")
    assert steps(table, "t1-a", "hq-1") == [1, 2]


@pytest.mark.parametrize(("kind", "dice", "reduced"), [("ge-4", [MISS], 0), ("ge-4", [HIT], 1)])
def test_a_recon_ok_rolls_a_hit_of_the_axis_again(
    kind: str, dice: list[int], reduced: int, position: Positions, play: Plays, why: Why
) -> None:
    """LRDG 7.3.2: "during a combat, you may spend a Recon OK counter to re-roll 1d6" (LRDG-A75)."""
    written = {"units": "t1-a@jalo", "axis": {"jalo": kind}, "clashes": ["jalo"]}
    written["patrols"] = {"1st": {"recon_ok": [""]}}
    table = play(position(Combats(), **written, dice=[HIT, HIT, *dice]), "all", "decline")
    assert [str(option) for option in table.options] == ["evade axis-1", "accept"]
    play(table, "evade axis-1")
    assert steps(table, "t1-a") == [2 - reduced]
    house = {"reroll_own_dice": True}
    own = play(position(Combats(), **written, dice=[MISS, HIT], house=house), "all", "decline")
    assert [str(option) for option in own.options] == ["again t1-a", "accept"]
    assert why(own, "evade axis-1") == "LRDG-A75"


@pytest.mark.parametrize(("first", "second"), [([HIT], [MISS, MISS]), ([MISS, HIT], [MISS])])
def test_a_veteran_whose_hit_is_rolled_again_has_its_second_roll_once(
    first: list[int], second: list[int], position: Positions, play: Plays
) -> None:
    """LRDG 7.3.2: it "may re-launch their attack once per combat turn if it fails"."""
    table = position(
        Combats(), units="t1-a@jalo", axis={"jalo": "ge-3v"}, clashes=["jalo"],
        patrols={"1st": {"recon_ok": [""]}}, dice=[HIT, *first, *second],
    )  # fmt: skip
    play(table, "all", "decline", "evade axis-1")
    assert steps(table, "t1-a") == [2]


def test_a_veteran_has_its_second_roll_once_however_often_its_hit_is_rolled_again(
    position: Positions, play: Plays
) -> None:
    """LRDG 7.3.2: a missed first roll used it up, so the second reroll is a single die."""
    table = position(
        Combats(), units="t1-a@jalo", axis={"jalo": "ge-3v"}, clashes=["jalo"],
        patrols={"1st": {"recon_ok": ["", ""]}}, dice=[HIT, MISS, HIT, HIT, MISS],
    )  # fmt: skip
    play(table, "all", "decline", "evade axis-1", "evade axis-1")
    assert steps(table, "t1-a") == [2]


def test_of_two_hits_on_a_stack_either_may_be_rolled_again(position: Positions, play: Plays) -> None:
    """LRDG-A75: the one that the HQ would take, or the one that its companion would."""
    table = position(
        Combats(), units="t1-a hq-1@bir-tengeder", axis={"bir-tengeder": "ge-4 ge-3"},
        guards="bir-tengeder", targets={"bir-tengeder": Target(2, 2, drawn=True)},
        patrols={"1st": {"recon_ok": ["", ""]}}, clashes=["bir-tengeder"],
        dice=[MISS, MISS, HIT, 2, HIT, 5, 6],
    )  # fmt: skip
    play(table, "all", "decline", "aim t1-a target", "aim hq-1 target")
    offered = [str(option) for option in table.options if str(option).startswith("reallot")]
    assert offered == ["reallot hq-1", "reallot t1-a"]
    play(table, "reallot hq-1", "accept")
    assert steps(table, "t1-a", "hq-1") == [0, 2]
