"""The scripted player in a fight (LOA-C6): lines, targets, breaking off, and the choices after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any

import pytest

from sandtable import Action, At, Phase, ScriptedDice, Table
from sandtable.plugins.catalog import catalog
from sandtable_lawrence import bot_combat, ottomans
from sandtable_lawrence.actions import BreakOff, Fight, Fire, Pay, Refuse
from sandtable_lawrence.bot_forecast import Fate, expect, fight, garrison_odds
from sandtable_lawrence.break_off import RoundOver
from sandtable_lawrence.escape import Ransom, Refuge
from sandtable_lawrence.fire import NextShot, Round
from sandtable_lawrence.line_up import LineUp, usual_line
from sandtable_lawrence.mission import Options
from sandtable_lawrence.post_battle import ExtraAttempt
from sandtable_lawrence.roster import full_bin, gear_box
from sandtable_lawrence.state import (
    ARABS,
    SEAT,
    TURKS,
    Battle,
    LawrenceState,
    Operation,
    all_units,
    leadership_track,
)
from sandtable_lawrence.view import View

SCENARIO = catalog().scenario("lawrence/aqaba")
DESERT, RAIL = "jefer", "hedia"
GATE = ExtraAttempt(seat=SEAT)
"""A decision that waits at the end."""

LINE = ("lawrence", "mercenaries", "juheina", "billi")


def position(
    arabs: Mapping[str, str], space: str = DESERT, came_from: str = "", **fields: Any
) -> LawrenceState:
    """Arabs by space in words, gear after a plus sign; those of one space are in an Operation."""
    state = LawrenceState(all_units(), full_bin(), gear_box(), leadership_track(2), **fields)
    for where, words in arabs.items():
        for word in words.split():
            id, *gear = word.split("+")
            state.units[id].space, state.units[id].gear = where, gear
    force = [unit.id for unit in state.arabs(space)]
    state.operation = Operation(space, force, came_from)
    return state


def battle(state: LawrenceState, *called: str, edge: str = ARABS, garrison: int = 0) -> LawrenceState:
    """A battle against these counters where the Operating force is."""
    space = state.acting.space
    foes, arabs = ottomans.line_of(space, list(called)), [unit.id for unit in state.at(space)]
    state.battle = Battle(space, garrison, sorted(called), foes, arabs, edge=edge)
    return state


def table(state: LawrenceState, *phases: Phase[LawrenceState]) -> Table:
    """A table in that position, at the first decision."""
    return Table.at(SCENARIO, state, phases, ScriptedDice())


CHOICES = {
    "line-of-battle": bot_combat.line_up,
    "fire": bot_combat.fire,
    "after-the-round": bot_combat.round_over,
    "ransom": bot_combat.ransom,
    "leader-escape": bot_combat.refuge,
}


def chosen(table: Table[LawrenceState]) -> Action:
    """The choice of the scripted player; it must be one of the options."""
    view = table.view(SEAT)
    assert isinstance(view, View)
    decide = CHOICES[type(table.decision).title.lower().replace(" ", "-")]
    action = decide(view, table.decision, table.options)
    assert action in table.options
    assert action
    return action


def lined_up(edge: str, words: str) -> list[str]:
    """The line in which the scripted player fights."""
    here = table(battle(position({DESERT: words}), "oef-2", edge=edge), LineUp(), GATE)
    while here.decision != GATE:
        here.choose(chosen(here))
    return here.state.fight.arabs


# Lines.


@pytest.mark.parametrize("edge", [ARABS, TURKS])
def test_the_weakest_draw_the_fire_and_lawrence_is_last(edge: str) -> None:
    """LOA-C6, LOA-R20: the top is hit first, whoever fires first."""
    line = ["billi", "juheina", "mercenaries", "lawrence"]
    assert lined_up(edge, "lawrence mercenaries juheina billi") == line


def test_gear_leaders_and_the_camp_are_missed_more() -> None:
    """LOA 35, LOA 36.2: of equal strength, who carries no charge stands higher."""
    line = lined_up(TURKS, "camp juheina+demolition beni-sakhr sherif-ali billi+machineguns auda")
    assert line[:2] == ["beni-sakhr", "billi"]
    assert set(line[2:5]) == {"camp", "juheina", "sherif-ali"}
    assert line[5] == "auda"


@pytest.mark.parametrize("edge", [ARABS, TURKS])
@pytest.mark.parametrize("called", [("oef-2",), ("oef-3", "oef-2"), ("oef-4", "oef-3", "oef-2")])
def test_no_order_of_the_line_is_much_better(edge: str, called: tuple[str, ...]) -> None:
    """LOA-C6: with Lawrence's life in mind none is worth 0.06 more, in 24 orders each."""
    state = battle(position({DESERT: " ".join(LINE)}), *called, edge=edge)
    foes = tuple(float(foe.strength) for foe in state.fight.foes)

    def value(order: Iterable[str]) -> float:
        units = [state.units[id] for id in order]
        line = tuple((float(unit.strength), bot_combat.worth(unit)) for unit in units)
        fate = fight(line, foes, edge == ARABS)
        return 0.5 * fate.won + fate.left

    assert max(map(value, permutations(LINE))) - value(usual_line(state, Options())) < 0.06


def test_lawrence_lives_longer_in_his_place_than_in_the_usual_order_of_strength() -> None:
    """LOA 34, LOA-R20: what it is worth to have him alone, against three Ottomans."""
    line = ((3.0, 0.0), (1.0, 0.0), (2.0, 0.0), (1.0, 1.0))
    top = ((1.0, 1.0), *line[:3])
    assert fight(line, (4.0, 3.0, 2.0), True).left > fight(top, (4.0, 3.0, 2.0), True).left + 0.15


# Targets.


def test_an_ottoman_that_has_still_to_fire_counts_double() -> None:
    """LOA-C6: a 2 that will fire before a 3 that has fired, but not before a 4."""
    state = battle(position({DESERT: "mercenaries juheina"}), "oef-3", "oef-2")
    state.fight.foes[0].fired, state.fight.turn = True, ARABS
    assert chosen(table(state, NextShot())) == Fire("oef-2")
    state = battle(position({DESERT: "mercenaries juheina"}), "oef-4", "oef-2")
    state.fight.foes[0].fired, state.fight.turn = True, ARABS
    assert chosen(table(state, NextShot())) == Fire("oef-4")


def test_at_the_beginning_of_a_round_the_strongest_is_fired_at() -> None:
    """LOA-C6: with what the Aeroplane adds (LOA-R21)."""
    state = battle(position({RAIL: "mercenaries"}, RAIL), "armored-train", "oef-4", "ottoman-aeroplane")
    assert chosen(table(state, Round())) == Fire("armored-train")
    state = battle(position({RAIL: "mercenaries"}, RAIL), "oef-2", "oef-3", "ottoman-aeroplane")
    assert chosen(table(state, Round())) == Fire("oef-3")


# After a round.


def after_round(words: str, *called: str, came_from: str = "", garrison: int = 0, **more: str) -> Action:
    state = position({DESERT: words, **more}, came_from=came_from)
    return chosen(table(battle(state, *called, garrison=garrison), RoundOver(seat=SEAT)))


def test_it_fights_on_while_it_is_likely_to_win() -> None:
    """LOA-C6, LOA-R13: three against one weak Ottoman."""
    assert after_round("lawrence juheina mercenaries", "oef-1") == Fight()


def test_it_leaves_a_fight_that_is_likely_lost() -> None:
    """LOA-C6, LOA-R13: Lawrence and one more against three; back to where they came from."""
    assert after_round("lawrence juheina", "oef-4", "oef-3", "oef-2", came_from="rumm") == BreakOff(
        "rumm"
    )


def test_it_goes_to_friends_where_it_cannot_go_back() -> None:
    """LOA-R13: of the spaces around that with the most Arabs."""
    action = after_round("lawrence juheina", "oef-4", "oef-3", bair="howeitat ruwalla", rumm="harb")
    assert action == BreakOff("bair")


def test_against_a_garrison_it_fights_on() -> None:
    """LOA 32.2: there is no other choice, and it says so without counting."""
    view = table(battle(position({DESERT: "lawrence"}), "oef-4", garrison=1), RoundOver(seat=SEAT))
    assert chosen(view) == Fight()


def test_a_long_line_is_reckoned_by_its_mean_strength() -> None:
    """LOA-C6: eight Arabs fight on against two."""
    eight = "lawrence auda sherif-ali howeitat ruwalla juheina harb mercenaries"
    assert after_round(eight, "oef-3", "oef-2") == Fight()


# After the battle.


@pytest.mark.parametrize(
    ("leader", "ops", "action"),
    [("lawrence", 0, Pay()), ("auda", 3, Pay()), ("auda", 1, Refuse())],
)
def test_ransom_is_paid_while_there_is_something_to_do(leader: str, ops: int, action: Action) -> None:
    """LOA-R26, LOA 33: for Lawrence always, since nothing goes on without him."""
    state = position({DESERT: "juheina"}, pounds=2, ops=ops)
    assert chosen(table(state, Ransom(seat=SEAT, leader=leader, space=DESERT))) == action


def test_a_leader_turns_up_with_lawrence_and_he_with_the_strongest() -> None:
    """LOA 33: where he is of most use."""
    state = position({"rumm": "juheina", "bair": "mercenaries howeitat", "azrak": "lawrence"})
    auda = Refuge(seat=SEAT, leader="auda", spaces=("rumm", "bair", "azrak"))
    assert chosen(table(state, auda)) == At("azrak")
    state = position({"rumm": "juheina", "bair": "mercenaries howeitat"})
    hero = Refuge(seat=SEAT, leader="lawrence", spaces=("rumm", "bair"))
    assert chosen(table(state, hero)) == At("bair")


# What it expects; test_battle_odds holds the chances against the exact ones.


def test_the_odds_of_a_garrison() -> None:
    """LOA 32, LOA-R3: each number as often as it is in the Available box."""
    assert garrison_odds((0, 1, 1, 2)) == ((0, 0.25), (1, 0.5), (2, 0.25))
    assert garrison_odds(()) == ()


def test_nobody_wins_nothing_and_against_nobody_all_is_won() -> None:
    """LOA-R22: the ends of the scale."""
    assert expect(0, 2.0, 0, 1) == Fate(0, 0)
    assert expect(1, 1.0, 0, 0) == pytest.approx(Fate(1, 1))
    assert expect(2, 1.5, 0, 0) == pytest.approx(Fate(1, 2))


@pytest.mark.parametrize(("arabs", "strength"), [(1, 2.0), (3, 2.0), (7, 2.5), (10, 2.5), (16, 2.0)])
def test_losses_fit_the_chance(arabs: int, strength: float) -> None:
    """LOA-C6: all are lost with the battle, and not all when it is won."""
    for number in (1, 3):
        won, left = expect(arabs, strength, 1, number)
        assert won - 1e-9 <= left <= arabs * won + 1e-9


def test_an_ambush_is_an_edge_that_is_not_available() -> None:
    """LOA-C8: the Ottomans have it without rolling."""
    ambushed, level, ahead = (expect(2, 2.0, edge, 2).won for edge in (-9, 0, 9))
    assert ambushed < level < ahead
