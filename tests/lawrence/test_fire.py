"""LOA-C6, a round: who fires when and at whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable import Action, Table
from sandtable_lawrence.actions import AtWill, Fire
from sandtable_lawrence.battle_events import EdgeRolled, LeaderFell, Shot
from sandtable_lawrence.break_off import RoundOver
from sandtable_lawrence.combat import Contact
from sandtable_lawrence.events import Eliminated
from sandtable_lawrence.fire import Firing, Round
from sandtable_lawrence.line_up import LiningUp
from sandtable_lawrence.post_battle import BattleOver
from sandtable_lawrence.state import ARABS, TURKS, Threat
from sandtable_pictures.phrase import sentence_of
from sandtable_tools.views.prose import join_sentences

Positions = Callable[..., Table]
Plays = Callable[..., Table]
Words = Callable[..., list[str]]
EventsOf = Callable[..., list]
Why = Callable[[Table, str], tuple[str, str]]

MISS = 6


def fought(
    position: Positions, arabs: str, foes: str, dice: list[object], edge: str = ARABS, **more: Any
) -> Table:
    """A battle at Rumm: the Arab line from the top, as written, and the Ottoman line."""
    line = [unit.split("+")[0] for unit in arabs.split()]
    battle = {"foes": foes, "arabs": line, "edge": edge, "turn": edge} | more.pop("battle", {})
    return position(
        *(Round(), BattleOver()), units=f"{arabs}@rumm", force=" ".join(line), battle=battle, dice=dice,
        attempt=False, **more,
    )  # fmt: skip


def firers(table: Table, events_of: EventsOf) -> list[str]:
    """Who has fired, in order."""
    return [shot.firer for shot in events_of(table, Shot)]


@pytest.mark.parametrize(
    ("arabs", "foes", "edge", "order"),
    [
        ("harb billi juheina", "oef-1", ARABS, "harb oef-1 billi juheina"),
        ("harb billi juheina", "oef-1", TURKS, "oef-1 harb billi juheina"),
        ("harb billi", "oef-1", TURKS, "oef-1 harb billi"),
    ],
)
def test_the_sides_take_turns_and_who_has_the_edge_begins(
    arabs: str, foes: str, edge: str, order: str, position: Positions, events_of: EventsOf, play: Plays
) -> None:
    """LOA-C6: from the top of each line; a side that has all fired is passed over; so every round."""
    names = order.split()
    table = fought(position, arabs, foes, [MISS] * 2 * len(names), edge)
    assert firers(table, events_of) == names
    play(table, "fight")
    assert firers(table, events_of) == names * 2


@pytest.mark.parametrize(
    ("edge", "order"),
    [
        (ARABS, "harb pasha oef-2 oef-1"),
        (TURKS, "pasha harb oef-2 oef-1"),
    ],
)
def test_arabs_who_have_all_fired_are_passed_over(
    edge: str, order: str, position: Positions, events_of: EventsOf, play: Plays
) -> None:
    """LOA-C6: the other Ottomans fire one after the other, high to low."""
    table = fought(position, "harb", "oef-1 pasha oef-2", [MISS] * 4, edge)
    play(table, "fire oef-1")
    assert firers(table, events_of) == order.split()


def test_the_topmost_who_has_not_fired_fires_next(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA-C6: it is asked for each Arab unit, with its strength, what it fires at."""
    table = fought(position, "billi howeitat+machineguns", "oef-3 oef-1", [MISS, MISS, 4, MISS])
    assert table.decision == Firing(seat="lawrence", unit="billi")
    play(table, "fire oef-1")
    assert table.decision == Firing(seat="lawrence", unit="howeitat")
    assert table.decision.ask(table) == "Choose a target for Howeitat: a roll of 4 or less hits."
    shots = [option for option in table.options if isinstance(option, Fire)]
    descriptions = {action.target: table.decision.describe(table, action) for action in shots}
    assert descriptions == {"oef-1": "strength 1, has yet to fire", "oef-3": "strength 3, has fired"}
    play(table, "fire oef-3")
    shots = [(shot.firer, shot.target, shot.strength, shot.hit) for shot in events_of(table, Shot)]
    assert shots == [
        ("billi", "oef-1", 1, False),
        ("oef-3", "billi", 3, False),
        ("howeitat", "oef-3", 4, True),
        ("oef-1", "billi", 1, False),
    ]


@pytest.mark.parametrize("strength", range(1, 6))
def test_a_hit_is_the_strength_or_less(strength: int, position: Positions) -> None:
    """LOA-C6, LOA 35.2, LOA 29: with Machineguns and the Aeroplane counted."""
    line = {
        1: "harb", 2: "harb+machineguns", 3: "harb+machineguns+machineguns",
        4: "howeitat+aeroplane", 5: "howeitat+machineguns+aeroplane",
    }[strength]  # fmt: skip
    hit = fought(position, line, "oef-1", [strength])
    assert (hit.state.battle, hit.state.ops) == (None, 6)
    miss = fought(position, line, "oef-1", [strength + 1, MISS])
    assert [foe.id for foe in miss.state.fight.foes] == ["oef-1"]


@pytest.mark.parametrize("strength", range(1, 6))
def test_ottomans_hit_with_their_strength_or_less(strength: int, position: Positions) -> None:
    """LOA-C6, LOA 31: the unit is eliminated, and its gear with it."""
    foe = {1: "oef-1", 2: "oef-2", 3: "oef-3", 4: "oef-4", 5: "oef-4 ottoman-aeroplane"}[strength]
    hit = fought(position, "harb+demolition", foe, [strength], TURKS).state
    assert (hit.units["harb"].space, hit.units["harb"].lost, hit.ops) == ("", True, 4)
    assert hit.gear.count("demolition") == 4
    miss = fought(position, "harb", foe, [strength + 1, MISS], TURKS).state
    assert miss.units["harb"].space == "rumm"


def test_a_unit_eliminated_before_its_shot_does_not_fire(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA-C6: on both sides."""
    table = fought(position, "harb billi juheina", "oef-3", [1, MISS, MISS], TURKS)
    assert firers(table, events_of) == ["oef-3", "billi", "juheina"]
    assert table.state.fight.arabs == ["billi", "juheina"]
    table = fought(position, "harb billi", "oef-3 oef-1", [1, MISS, MISS])
    play(table, "fire oef-3")
    assert firers(table, events_of) == ["harb", "oef-1", "billi"]


# Whom the Ottomans fire at (LOA-R20).


@pytest.mark.parametrize("edge", [ARABS, TURKS])
def test_ottomans_fire_at_the_top_of_the_line(
    edge: str, position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA-R20: who stands there draws the fire, until he is gone."""
    table = fought(position, "harb billi juheina", "oef-4 oef-3", [MISS, 2, MISS, MISS, MISS], edge)
    while isinstance(table.decision, Firing):
        play(table, "fire oef-4")
    shots = [shot.target for shot in events_of(table, Shot) if shot.firer.startswith("oef")]
    assert shots == (["harb", "billi"] if edge == ARABS else ["harb", "harb"])


UNFIRED = {"ottoman_targets": "unfired"}


def test_by_an_option_they_fire_at_who_has_not_fired(position: Positions, events_of: EventsOf) -> None:
    """LOA-R20: with the Edge at the top; without it at the second, while the first has fired."""
    first = fought(position, "harb billi juheina", "oef-1", [MISS] * 4, TURKS, house=UNFIRED)
    assert [shot.target for shot in events_of(first, Shot)] == ["harb", *["oef-1"] * 3]
    second = fought(position, "harb billi juheina", "oef-1", [MISS] * 4, ARABS, house=UNFIRED)
    assert [shot.target for shot in events_of(second, Shot)] == ["oef-1", "billi", "oef-1", "oef-1"]


def test_when_all_have_fired_ottomans_fire_at_the_topmost_who_lives(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA-R20: and when he is gone at the next one."""
    dice = [MISS, MISS, MISS, MISS, 2, MISS]
    table = fought(position, "harb billi", "oef-4 oef-3 oef-2 oef-1", dice, house=UNFIRED)
    play(table, "fire oef-1", "fire oef-1")
    shots = [
        (shot.firer, shot.target) for shot in events_of(table, Shot) if shot.firer.startswith("oef")
    ]
    assert shots == [("oef-4", "billi"), ("oef-3", "harb"), ("oef-2", "harb"), ("oef-1", "billi")]


def test_in_a_new_round_nobody_has_fired(position: Positions, play: Plays, events_of: EventsOf) -> None:
    """LOA-R20, LOA-C6: the top is the target again, until it has fired."""
    table = fought(position, "harb billi", "oef-1", [MISS] * 6, TURKS)
    play(table, "fight")
    assert [shot.target for shot in events_of(table, Shot) if shot.firer == "oef-1"] == ["harb", "harb"]


# What the Arabs may fire at (LOA-R32).


def test_of_targets_that_are_alike_one_is_offered(
    position: Positions, play: Plays, words: Words, why: Why
) -> None:
    """LOA-R32: one that has fired and one that has not are not alike, nor is the one with the bonus."""
    table = fought(position, "harb billi", "oef-2 oef-2 oef-2 oef-1", [MISS, MISS, *[MISS] * 4])
    assert words(table) == ["fire oef-2", "fire oef-1", "at-will"]
    play(table, "fire oef-1")
    assert words(table, "fire") == ["fire oef-2", "fire oef-2-b", "fire oef-1"]
    assert why(table, "fire oef-2-c")[0] == "LOA-R32"
    play(table, "fire oef-2-b")


def test_the_ottoman_that_the_aeroplane_helps_is_a_target_of_its_own(
    position: Positions, play: Plays, words: Words
) -> None:
    """LOA-R32, LOA-R21: of two equal counters, the Aeroplane makes one stronger."""
    table = fought(position, "harb", "oef-2 oef-2 ottoman-aeroplane", [1, MISS])
    assert words(table, "fire") == ["fire oef-2", "fire oef-2-b"]
    play(table, "fire oef-2")
    assert [foe.id for foe in table.state.fight.foes] == ["oef-2-b"]


def test_the_aeroplane_is_no_target_unless_it_is_alone(position: Positions, words: Words) -> None:
    """LOA-R21: beside others it does not fire either."""
    table = fought(position, "harb billi", "oef-2 pasha ottoman-aeroplane", [])
    assert words(table, "fire") == ["fire pasha", "fire oef-2"]
    alone = fought(position, "harb", "ottoman-aeroplane", [MISS, 1])
    assert alone.state.units["harb"].lost


def test_a_single_target_is_fired_at_without_a_question(position: Positions) -> None:
    """LOA-C6, LOA-R32: three alike are one."""
    table = fought(position, "harb", "oef-2 oef-2 oef-2", [MISS, MISS, MISS, MISS])
    assert not isinstance(table.decision, Firing)


# The options.


@pytest.mark.parametrize(("each_round", "order"), [(False, "oef-1 harb"), (True, "harb oef-1")])
def test_the_edge_may_be_rolled_again_each_round(
    each_round: bool, order: str, position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA-C6: with an option; else it holds for the whole battle, also that of an ambush."""
    dice = [MISS, MISS, *([4, 4] if each_round else []), MISS, MISS]
    table = fought(position, "harb", "oef-1", dice, TURKS, house={"edge_each_round": each_round})
    play(table, "fight")
    assert firers(table, events_of) == ["oef-1", "harb", *order.split()]
    assert len(events_of(table, EdgeRolled)) == each_round


@pytest.mark.parametrize(("ties", "edge"), [(False, ARABS), (True, TURKS)])
def test_ottomans_may_win_ties(ties: bool, edge: str, position: Positions) -> None:
    """LOA-C6, LOA-R48: with an option equal sums give them the Edge."""
    table = position(
        Contact(), units="harb billi@rumm", force="harb billi", operation={"threat": Threat(1)},
        dice=["oef-1", 3, 3], house={"ottomans_win_ties": ties},
    )  # fmt: skip
    assert isinstance(table.decision, LiningUp)
    assert table.state.fight.edge == edge


# Fire at will (LOA-R43).


def test_at_will_nobody_is_asked_until_the_battle_is_over(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA-R43, LOA 32.2: from a Garrison nobody breaks off, so two rounds go by; the strongest first."""
    table = fought(
        position, "harb howeitat", "oef-3 oef-1", [MISS, MISS, 1, MISS, 1], garrisons={"rumm": 2},
        battle={"garrison": 2},
    )  # fmt: skip
    play(table, "at-will")
    hits = [(shot.firer, shot.target) for shot in events_of(table, Shot) if shot.hit]
    assert hits == [("howeitat", "oef-3"), ("harb", "oef-1")]
    assert table.state.battle is None


def test_at_will_stops_where_breaking_off_is_possible(position: Positions, play: Plays) -> None:
    """LOA-R43: after the round, and in the next one targets are asked for again."""
    table = fought(position, "harb billi", "oef-3 oef-1", [MISS] * 4)
    play(table, "at-will")
    assert isinstance(table.decision, RoundOver)
    play(table, "fight")
    assert isinstance(table.decision, Firing)


# Events.


@pytest.mark.parametrize(
    ("unit", "expected"), [("harb", Eliminated("harb")), ("auda", LeaderFell("auda"))]
)
def test_a_loss_to_fire_is_shown_as_the_event_it_is(
    unit: str, expected: object, position: Positions, events_of: EventsOf
) -> None:
    """LOA 33, LOA-R16: a unit is eliminated, a leader falls and may escape."""
    table = fought(position, f"{unit} billi", "oef-3", [1, 6], TURKS)
    assert events_of(table, type(expected)) == [expected]


def test_when_lawrence_falls_it_is_said_what_that_means() -> None:
    """LOA 34: without him the game is lost."""
    assert (
        LeaderFell("lawrence").text == "Lawrence falls! All is lost, unless he escapes after the battle."
    )


def test_a_story_tells_fire_at_will_by_a_verb_of_its_own() -> None:
    """LOA-R43: it can be joined with the fire at a target before it."""
    shots: list[tuple[Action, dict[str, str]]] = [(Fire("oef-4"), {"target": "OEF 4"}), (AtWill(), {})]
    told = [sentence_of([(action, {"seat": "The Arabs", **names})]) for action, names in shots]
    assert list(join_sentences(told)) == [
        "The Arabs fire at OEF 4 and let all units fire at the strongest enemy."
    ]
