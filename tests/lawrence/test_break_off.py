"""LOA-R13, LOA 32.2: breaking off: from which battles, to which spaces, and with what result."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable import Table, number_of
from sandtable_lawrence.actions import BreakOff
from sandtable_lawrence.battle_events import BattleEnded, BrokeOff
from sandtable_lawrence.break_off import RoundOver, why_no_break_off
from sandtable_lawrence.combat import Contact
from sandtable_lawrence.demolition import Sabotage
from sandtable_lawrence.events import OpsChanged
from sandtable_lawrence.fire import AnotherRound, Round
from sandtable_lawrence.mission import Options
from sandtable_lawrence.post_battle import BattleOver
from sandtable_lawrence.roster import full_bin
from sandtable_lawrence.state import SEAT, LawrenceState, Threat
from sandtable_lawrence.victory import OperationEnds
from sandtable_tools.odds import distribution, outcomes

Positions = Callable[..., Table]
Laws = Callable[..., dict[Any, Fraction]]
Plays = Callable[..., Table]
Words = Callable[..., list[str]]
EventsOf = Callable[..., list]
States = Callable[..., LawrenceState]
Why = Callable[[Table, str], tuple[str, str]]

REST = (RoundOver(seat=SEAT), AnotherRound(), BattleOver(), Sabotage(), OperationEnds())


def after_round(position: Positions, units: str, dice: list[object] | None = None, **more: Any) -> Table:
    """A round is over, with survivors on both sides; what follows to the end of the Operation."""
    battle = {"foes": "oef-2"} | more.pop("battle", {})
    force = more.pop("force", units.split("@")[0].split("+")[0].split()[0])
    return position(*REST, units=units, force=force, battle=battle, dice=dice, attempt=False, **more)


def test_after_a_round_with_survivors_on_both_sides_it_may_be_tried(
    position: Positions, words: Words
) -> None:
    """LOA-C6, LOA-R13: to the spaces around, by rail, track and desert, none by sea."""
    table = position(
        *(Round(), BattleOver()), units="harb@aqaba", force="harb", battle={"foes": "oef-2"}, dice=[6, 6]
    )
    assert words(table, "fight") == ["fight"]
    wanted = {f"break-off {space}" for space in ("maan", "rumm", "muweilah", "nekhl")}
    assert set(words(table, "break-off")) == wanted


def test_it_is_tried_after_each_round_and_not_before_the_first(position: Positions) -> None:
    """LOA-C6: the second chance comes after the second round."""
    table = after_round(position, "harb@aqaba", [1, 6, 6, 6])
    table.choose(table.read("break-off maan"))
    assert isinstance(table.decision, RoundOver)
    first = position(
        Contact(), units="harb billi@aqaba", force="harb billi", operation={"threat": Threat(1)},
        dice=["oef-1", 1, 1],
    )  # fmt: skip
    assert not isinstance(first.decision, RoundOver)


# Where it is forbidden.


def test_never_from_a_battle_with_a_garrison(position: Positions, why: Why, written: States) -> None:
    """LOA 32.2, LOA-R13: it goes on until one side is gone; a 0 is no Garrison any more."""
    state = written(
        units="harb@aqaba", force="harb", battle={"foes": "oef-2", "garrison": 2},
        operation={"came_from": "rumm"}, garrisons={"aqaba": 2},
    )  # fmt: skip
    for space in ("rumm", "maan", "nekhl"):
        refusal = why_no_break_off(state, Options(), space)
        assert refusal is not None
        assert refusal.rule == "32.2"
    state.fight.garrison = 0
    assert why_no_break_off(state, Options(), "rumm") is None


def test_a_battle_with_a_garrison_goes_on_to_its_end(
    position: Positions, play: Plays, words: Words, events_of: EventsOf
) -> None:
    """LOA 32.2: whatever is chosen, nobody gets away."""
    dice = [6, 6, 6, 6, 6, 1]
    table = position(
        *(Round(), BattleOver()), units="harb@aqaba", force="harb", dice=dice,
        battle={"foes": "oef-2", "garrison": 1}, garrisons={"aqaba": 1},
    )  # fmt: skip
    while isinstance(table.decision, RoundOver):
        assert words(table) == ["fight"]
        play(table, "fight")
    assert events_of(table, BattleEnded) == [BattleEnded("aqaba", won=False)]


def test_the_camp_is_left_behind(position: Positions, play: Plays) -> None:
    """LOA 36, LOA-R13: "cannot normally move"; the others get away, and it is neither won nor lost."""
    table = after_round(position, "harb camp@rumm", [6, 1])
    play(table, "break-off aqaba")
    state = table.state
    assert (state.units["harb"].space, state.camp, state.ops) == ("aqaba", "rumm", 5)
    assert (state.battle, state.bin) == (None, full_bin())


def test_never_where_the_camp_fights_by_an_option(written: States) -> None:
    """LOA-R13: it holds the others; when it is gone they can leave."""
    state = written(units="harb camp@rumm", force="harb", battle={"foes": "oef-2"})
    refusal = why_no_break_off(state, Options(camp_holds=True), "aqaba")
    assert refusal is not None
    assert refusal.rule == "LOA-R13"
    state.fight.arabs.remove("camp")
    assert why_no_break_off(state, Options(camp_holds=True), "aqaba") is None


@pytest.mark.parametrize(
    ("units", "battle", "garrisons", "hint"),
    [
        ("harb@aqaba", {}, {}, "Fight on, or break off?"),
        ("harb@aqaba", {"garrison": 2}, {}, "Fight on: you cannot break off from a Garrison."),
        ("harb camp@rumm", {}, {}, "Fight on, or break off?"),
        ("harb@aqaba", {"arabs": ["camp"]}, {}, "Fight on: the Camp cannot leave."),
        (
            "harb@aqaba",
            {},
            {"maan": 1, "rumm": 2, "muweilah": 3, "nekhl": 3},
            "Fight on: there is no space to withdraw to.",
        ),
    ],
)
def test_the_question_says_whether_it_can_be_tried(
    units: str, battle: dict[str, Any], garrisons: dict[str, int], hint: str, position: Positions
) -> None:
    """LOA-R13, LOA 32.2: it offers nothing that is not legal, and says why."""
    table = after_round(position, units, battle=battle, garrisons=garrisons)
    arabs = number_of(len(units.split()), "Arab unit")
    asked = table.decision.ask(table)
    assert asked == f"The round is over: {arabs} against 1 Ottoman unit. {hint}"


def test_in_a_critical_city_a_battle_with_a_card_alone_can_be_broken_off(written: States) -> None:
    """LOA-R13, LOA 30.1: only a Garrison forbids it."""
    state = written(units="harb@medina", force="harb", battle={"foes": "oef-2"})
    assert why_no_break_off(state, Options(), "yenbo") is None


# Where to.


@pytest.mark.parametrize(
    ("units", "came_from", "space", "rule"),
    [
        ("harb@aqaba", "", "rumm", ""),
        ("harb@aqaba", "jidda", "jidda", ""),
        ("harb@aqaba", "maan", "maan", "LOA-R13"),
        ("harb@aqaba", "", "wejh", "LOA-R13"),
        ("lawrence@el-arish", "suez", "suez", ""),
        ("lawrence@nekhl", "", "suez", ""),
        ("auda lawrence@jidda", "mecca", "mecca", ""),
        ("auda harb@jidda", "mecca", "mecca", "30.2"),
    ],
)
def test_where_they_can_get_away_to(
    units: str, came_from: str, space: str, rule: str, written: States
) -> None:
    """LOA-R13, LOA 30.2: back where the force came from, or next to it by land; all must be able to
    enter, and no Garrison be there. Maan has one.
    """
    state = written(
        units=units, force=units.split("@")[0].split()[0], operation={"came_from": came_from},
        battle={"foes": "oef-2"}, garrisons="maan",
    )  # fmt: skip
    refusal = why_no_break_off(state, Options(), space)
    assert (refusal.rule if refusal else "") == rule


def test_all_arabs_of_the_space_must_be_able_to_enter(written: States) -> None:
    """LOA-R13, LOA 30.2: also those who are not in the force."""
    state = written(units="lawrence harb@el-arish", force="lawrence", battle={"foes": "oef-2"})
    assert why_no_break_off(state, Options(), "suez") is not None
    assert why_no_break_off(state, Options(), "gaza") is None


# What it brings.


@pytest.mark.parametrize(
    ("units", "foes"),
    [
        ("harb@aqaba", "oef-2"),
        ("lawrence auda@aqaba", "oef-2"),
        ("harb+aeroplane@aqaba", "pasha asien-korps"),
        ("lawrence@aqaba", "oef-2 ottoman-aeroplane"),
    ],
)
def test_they_get_away_with_as_much_as_the_ottomans_roll(units: str, foes: str, law: Laws) -> None:
    """LOA-C6, LOA-R13, LOA 29: dice and pluses as for the Edge, and a tie is enough."""
    mine = sum(unit in units for unit in ("lawrence", "auda", "+aeroplane"))
    theirs = sum(foe in foes for foe in ("pasha", "asien-korps", "ottoman-aeroplane"))
    good = sum(a + mine >= b + theirs for a, b in product(range(1, 7), repeat=2))

    def away(table: Table) -> bool:
        return not table.state.arabs("aqaba")

    force = units.split("@")[0].split("+")[0].split()[0]
    (table,) = law(
        lambda table: table, RoundOver(seat=SEAT), BattleOver(),
        units=units, force=force, battle={"foes": foes},
    )  # fmt: skip
    assert distribution(outcomes(table, BreakOff("rumm")), away) == {
        True: Fraction(good, 36),
        False: Fraction(36 - good, 36),
    }


def test_all_leave_and_no_op_is_won_or_lost(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA-R13, LOA-C7: neither won nor lost; the Ottomans go back; who did not march goes too."""
    table = after_round(
        position, "harb+demolition lawrence billi@maan", [3, 3], force="harb",
        battle={"foes": "oef-2 pasha"}, stores={"maan": "machineguns"},
    )  # fmt: skip
    play(table, "break-off jefer")
    state = table.state
    assert {unit.id for unit in state.arabs("jefer")} == {"harb", "lawrence", "billi"}
    assert (state.arabs("maan"), state.stores) == ([], {"maan": ["machineguns"]})
    assert (state.ops, state.bin, state.battle, state.operation) == (5, full_bin(), None, None)
    assert events_of(table, OpsChanged) == events_of(table, BattleEnded) == []
    (event,) = events_of(table, BrokeOff)
    assert (event.arabs, event.ottomans, event.away) == (4, 4, True)


def test_it_ends_the_operation_without_demolition(position: Positions, play: Plays) -> None:
    """LOA-R13: though they come to a Rail space with a charge, the next decision is the gate."""
    table = after_round(position, "harb+demolition@rumm", [6, 1], operation={"came_from": "aqaba"})
    play(table, "break-off mudawwara")
    assert table.state.units["harb"].space == "mudawwara"
    assert table.state.breaks == []
    assert table.state.operation is None


def test_arabs_who_do_not_get_away_fight_another_round(position: Positions, play: Plays) -> None:
    """LOA-C6: with the Edge as before; nobody has moved."""
    table = after_round(position, "harb@maan", [1, 6, 1])
    play(table, "break-off jefer")
    assert table.state.ops == 6
    assert table.state.units["harb"].space == "maan"


def test_a_lost_leader_may_escape_though_the_battle_was_broken_off(
    position: Positions, play: Plays
) -> None:
    """LOA 33, LOA-R13: his die is rolled when it is over."""
    table = after_round(
        position, "harb@maan camp@rumm", [6, 1, 5], lost="auda", battle={"lost": ["auda"]}
    )
    play(table, "break-off jefer")
    assert table.state.units["auda"].space == "rumm"


def test_elites_who_are_gone_help_no_more(position: Positions, play: Plays, events_of: EventsOf) -> None:
    """LOA-R13, LOA-C6, LOA 29: as leaders who are gone do not; here the Pasha is."""
    table = position(
        *(Round(), BattleOver()), units="auda harb@aqaba camp@wejh", force="auda",
        battle={"foes": "pasha oef-3", "arabs": ["auda", "harb"], "edge": "arabs"},
        dice=[1, 6, 6, 3, 3],
    )  # fmt: skip
    play(table, "fire pasha", "break-off rumm")
    (event,) = events_of(table, BrokeOff)
    assert (event.arabs, event.ottomans) == (4, 3)
