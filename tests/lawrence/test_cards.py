"""LOA-C8, the 14 Operations cards, and the bag that they come from (LOA-R2)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from nonempty import some

from sandtable import Table
from sandtable_lawrence.battle_events import Ambushed, EdgeRolled
from sandtable_lawrence.cards import CARDS, DECK
from sandtable_lawrence.clock import change_ops
from sandtable_lawrence.combat import Contact
from sandtable_lawrence.events import CardDrawn, Checked, LeaderRecruited, NoEvent, OpsChanged
from sandtable_lawrence.high_command import Informed
from sandtable_lawrence.ops_deck import DrawCard
from sandtable_lawrence.roster import BEDOUIN
from sandtable_lawrence.state import SEAT, TURKS, Threat
from sandtable_lawrence.tables import CARD_TEXTS, TABLES
from sandtable_tools.odds import distribution, outcomes

Positions = Callable[..., Table]
Laws = Callable[..., dict[Any, Fraction]]
Plays = Callable[..., Table]
EventsOf = Callable[..., list]
Words = Callable[..., list[str]]
Why = Callable[[Table, str], tuple[str, str]]

HERE = "lawrence harb@{}"
"""Lawrence with a follower, who can be anywhere but in a staging area or Mecca."""


def drawn(position: Positions, card: str, space: str, *, dice: tuple = (), **fields: Any) -> Table:
    """A card drawn by Lawrence and the Harb in a space, with its event."""
    written = {"units": HERE.format(space), "force": "lawrence harb", "cards": card} | fields
    return position(DrawCard(), dice=[card, *dice], **written)


# The bag (LOA-R2).


def test_the_deck_is_the_14_cards_of_the_chapter() -> None:
    """LOA-C8: each once, in the order of their numbers, with words and a title."""
    ids = """turkish-patrol ottoman-column railway-guards fakhri-pasha asien-korps ambush
        turkish-reserves allenby tribal-rising gold-sovereigns the-nefud blood-feud feisal-rides
        spies-in-the-souk"""
    assert [card.name() for card in DECK] == ids.split()
    assert set(CARD_TEXTS) == set(CARDS)
    assert [card.name() for card in DECK if card.held] == [
        "allenby", "tribal-rising", "feisal-rides", "spies-in-the-souk"
    ]  # fmt: skip


def test_each_card_comes_as_often_as_any_other(law: Laws) -> None:
    """LOA-C8, LOA-R2: one in 14, and no less when an Op was lost before."""
    for ops in (5, 4):
        odds = law(
            lambda table: (*table.state.discards, *table.state.held),
            DrawCard(),
            **{"units": "lawrence@aqaba", "force": "lawrence", "ops": ops},
        )
        assert odds == {(card,): Fraction(1, 14) for card in CARD_TEXTS}


def test_a_drawn_card_costs_an_op_and_is_shown_with_its_words(
    position: Positions, events_of: EventsOf
) -> None:
    """LOA-C8, LOA-R2: it lies with the discards, and the others are still unseen."""
    table = drawn(position, "gold-sovereigns", "aqaba", cards="ambush gold-sovereigns", ops=4)
    (event,) = events_of(table, CardDrawn)
    assert (event.card, event.words, event.left) == ("gold-sovereigns", "Gain 2 Pounds.", 3)
    state = table.state
    assert (state.ops, state.unseen, state.discards) == (3, ["ambush"], ["gold-sovereigns"])


@pytest.mark.parametrize(("before", "by", "left"), [(3, -1, 2), (3, 2, 5), (1, -2, 0), (0, -1, 0)])
def test_an_op_that_is_lost_or_gained_moves_no_card(
    before: int, by: int, left: int, position: Positions, events_of: EventsOf
) -> None:
    """LOA-R2: Ops are a number beside the bag, never below 0; without a change, there is no event."""
    table = position(units="lawrence@aqaba", ops=before or 1)
    table.state.ops = before
    unseen = list(table.state.unseen)
    change_ops(table, by)
    assert (table.state.ops, table.state.unseen, table.state.discards) == (left, unseen, [])
    assert [(event.by, event.left) for event in events_of(table, OpsChanged)] == (
        [(left - before, left)] if left != before else []
    )


def test_when_the_bag_is_empty_the_discards_go_back_into_it(position: Positions) -> None:
    """LOA-R2: but not those that are held."""
    table = drawn(
        position, "gold-sovereigns", "aqaba", cards="", held="allenby",
        discards=["ambush", "gold-sovereigns", "the-nefud"],
    )  # fmt: skip
    state = table.state
    assert state.unseen == ["ambush", "the-nefud"]
    assert (state.discards, state.held) == (["gold-sovereigns"], ["allenby"])


def test_an_op_without_any_card_left_is_spent_all_the_same(
    position: Positions, events_of: EventsOf
) -> None:
    """LOA-R2: all cards are held, as can be with the deck of a special rule."""
    table = position(
        DrawCard(), units="lawrence@aqaba", force="lawrence", cards="", held="allenby", ops=2
    )
    assert (table.state.ops, table.state.held, events_of(table, CardDrawn)) == (1, ["allenby"], [])


# Cards that call for a battle.


@pytest.mark.parametrize(
    ("card", "spaces", "number", "named"),
    [
        ("turkish-patrol", "rumm wadi-ais tafileh umm-lejj el-arish", 1, ""),
        ("turkish-patrol", "aqaba jidda maan gaza tabuk medina", 2, ""),
        ("ottoman-column", "aqaba yenbo rumm tafileh", 2, ""),
        ("ottoman-column", "tabuk hedia maan gaza jerusalem damascus", 3, ""),
        ("railway-guards", "mudawwara amman medina", 3, ""),
        ("railway-guards", "gaza aqaba teima", 0, ""),
        ("fakhri-pasha", "medina hedia yenbo rabegh", 3, "pasha"),
        ("fakhri-pasha", "madain-salih jidda umm-lejj wadi-ais damascus", 2, ""),
    ],
)
def test_how_many_ottomans_a_card_calls_for_where(
    card: str, spaces: str, number: int, named: str, position: Positions, events_of: EventsOf
) -> None:
    """LOA-C8, LOA-R34: by what the space is; around Medina the Pasha is one of the number."""
    for space in some(spaces.split()):
        table = drawn(position, card, space)
        threat = Threat(number, named.split()) if number else None
        assert table.state.acting.threat == threat, space
        assert bool(events_of(table, NoEvent)) == (number == 0)


def test_mecca_is_next_to_medina_but_no_event_happens_there(position: Positions) -> None:
    """LOA-C8, LOA 30.2: the card is discarded."""
    table = position(
        DrawCard(), units="lawrence@mecca", force="lawrence", cards="fakhri-pasha",
        dice=["fakhri-pasha"],
    )  # fmt: skip
    assert table.state.acting.threat is None
    assert table.state.discards == ["fakhri-pasha"]


@pytest.mark.parametrize(
    ("card", "good", "bad"),
    [
        ("asien-korps", None, Threat(3, ["asien-korps"])),
        ("ambush", Threat(2), Threat(2, ambush=True)),
    ],
)
@pytest.mark.parametrize("level", [1, 3, 5])
def test_a_check_decides_about_the_battle(
    card: str, good: Threat | None, bad: Threat, level: int, law: Laws
) -> None:
    """LOA-C8, LOA 34.2: the Asien Korps are eluded, and an ambush is seen, with Leadership in 6."""
    odds = law(
        lambda table: repr(table.state.acting.threat),
        CARDS[card](),
        **{"units": HERE.format("aqaba"), "force": "lawrence harb", "leadership": level},
    )
    assert odds == {repr(good): Fraction(level, 6), repr(bad): Fraction(6 - level, 6)}


def test_the_counter_that_a_card_names_is_there_and_the_others_are_picked(
    position: Positions, events_of: EventsOf
) -> None:
    """LOA-R34, LOA-C8: three in all, one of them the Asien Korps."""
    table = position(
        *(DrawCard(), Contact()), units="lawrence harb@aqaba", force="lawrence harb",
        cards="asien-korps", leadership=2, dice=["asien-korps", 3, "oef-1", "pasha", 4, 3],
    )  # fmt: skip
    assert table.state.fight.called == ["asien-korps", "oef-1", "pasha"]
    assert [(check.face, check.passed) for check in events_of(table, Checked)] == [(3, False)]


def test_a_named_counter_that_is_not_in_the_bin_is_picked_like_the_others(position: Positions) -> None:
    """LOA-R34: all three are picked then."""
    table = position(
        Contact(), units="lawrence harb@medina", force="lawrence harb",
        operation={"threat": Threat(3, ["pasha"])}, bin=["oef-1", "oef-2", "oef-2", "oef-3"],
        dice=["oef-1", "oef-2", "oef-3", 1, 1],
    )  # fmt: skip
    assert table.state.fight.called == ["oef-1", "oef-2", "oef-3"]


def test_no_more_counters_are_named_than_come(position: Positions) -> None:
    """LOA-R34: a counter that is named is one of the number, as a card of somebody else may show."""
    table = position(
        Contact(), units="lawrence harb@medina", force="lawrence harb",
        operation={"threat": Threat(1, ["pasha", "asien-korps"])}, dice=[1, 1],
    )  # fmt: skip
    assert table.state.fight.called == ["pasha"]


@pytest.mark.parametrize(("face", "surprised"), [(3, False), (4, True)])
def test_in_an_ambush_the_ottomans_have_the_edge_without_a_roll(
    face: int, surprised: bool, position: Positions, events_of: EventsOf
) -> None:
    """LOA-C8: only if the check failed; else both sides roll."""
    edge = [] if surprised else [1, 6]
    table = position(
        *(DrawCard(), Contact()), units="lawrence harb@aqaba", force="lawrence harb", cards="ambush",
        dice=["ambush", face, "oef-1", "oef-2", *edge],
    )  # fmt: skip
    assert table.state.fight.edge == TURKS
    assert (len(events_of(table, Ambushed)), len(events_of(table, EdgeRolled))) == (
        surprised,
        not surprised,
    )


# Turkish Reserves (LOA-R24).


def test_reserves_come_to_the_nearest_space_of_the_mission_that_lost_its_garrison(
    position: Positions,
) -> None:
    """LOA-R24, LOA-C8: Wejh is 2 links from Tabuk, Maan as far, but a Garrison is there."""
    table = drawn(position, "turkish-reserves", "tabuk", garrisons="maan medina aqaba")
    assert table.state.garrisons["wejh"] is None
    assert sorted(table.state.garrisons) == ["aqaba", "maan", "medina", "wejh"]
    assert table.state.acting.threat is None


@pytest.mark.parametrize(
    "garrisons",
    [{"units": "harb lawrence@tabuk billi@wejh"}, {"units": "harb lawrence@tabuk camp@wejh"}],
)
def test_reserves_come_to_no_space_with_an_arab_unit(
    garrisons: dict[str, str], position: Positions
) -> None:
    """LOA-R24, LOA-C8, LOA 36: the Camp is one; Aqaba is next, as far from Tabuk."""
    table = drawn(position, "turkish-reserves", "tabuk", garrisons="maan medina", **garrisons)
    assert sorted(table.state.garrisons) == ["aqaba", "maan", "medina"]


def test_among_spaces_as_near_the_player_chooses_where_reserves_come(
    position: Positions, play: Plays, words: Words, why: Why
) -> None:
    """LOA-R24: from Tabuk Aqaba, Wejh and Maan are two links away, Medina is three."""
    table = drawn(position, "turkish-reserves", "tabuk")
    assert sorted(words(table)) == ["at aqaba", "at maan", "at wejh"]
    rule, reason = why(table, "at medina")
    assert (rule, reason) == ("LOA-R24", "choose one of these")
    play(table, "at maan")
    assert table.state.garrisons == {"maan": None}


def test_without_such_a_space_reserves_come_to_the_nearest_rail_space(position: Positions) -> None:
    """LOA-R24, LOA-C8: one without Arab unit, Garrison and RR Break; here Mudawwara is broken."""
    table = drawn(
        position, "turkish-reserves", "tabuk", garrisons="wejh aqaba maan medina",
        breaks="mudawwara",
    )  # fmt: skip
    assert table.state.garrisons["madain-salih"] is None
    assert len(table.state.garrisons) == 5


FULL = "damascus deraa amman maan mudawwara tabuk"


@pytest.mark.parametrize(
    "written",
    [
        {"garrisons": FULL},
        {"garrisons": dict.fromkeys(FULL.split()[:3]) | {"maan": 0, "wejh": 1, "aqaba": 3}},
        {
            "garrisons": "wejh aqaba maan medina mudawwara",
            "breaks": "damascus deraa amman madain-salih",
            "units": "lawrence harb@tabuk billi@hedia",
        },
    ],
)
def test_reserves_that_cannot_come_are_a_battle_of_one(
    written: dict[str, Any], position: Positions
) -> None:
    """LOA-R24, LOA-C8: all six markers are on the map, or no Rail space can take one."""
    table = drawn(position, "turkish-reserves", "tabuk", **written)
    assert table.state.acting.threat == Threat(1)
    garrisons = written["garrisons"]
    assert list(table.state.garrisons) == (
        garrisons.split() if isinstance(garrisons, str) else list(garrisons)
    )


def test_reserves_never_come_to_a_secured_space(position: Positions) -> None:
    """LOA-R29, LOA 32, LOA-R24: it stays free for good; Aqaba is the nearest but secured."""
    table = drawn(position, "turkish-reserves", "rumm", garrisons="tabuk medina wejh", secured=["aqaba"])
    assert sorted(table.state.garrisons) == ["maan", "medina", "tabuk", "wejh"]


def test_a_new_garrison_is_one_of_those_that_are_left(position: Positions) -> None:
    """LOA-R24, LOA-R3: out of the Available box, unknown until it is turned up.

    The 3s and the 2 lie face up; at Medina, at Tabuk and in the box are the 1 and the 0s.
    """
    table = position(
        *(CARDS["turkish-reserves"](), Informed(seat=SEAT, left=1)), units="lawrence harb@mudawwara",
        force="lawrence harb", garrisons={"wejh": 3, "aqaba": 2, "maan": 3, "medina": None},
    )  # fmt: skip
    assert table.state.garrisons["tabuk"] is None
    odds = distribution(
        outcomes(table, table.read("reveal tabuk")), lambda end: end.state.garrisons.get("tabuk", 0)
    )
    assert odds == {0: Fraction(2, 3), 1: Fraction(1, 3)}


@pytest.mark.parametrize("space", ["mudawwara", "hedia"])
def test_a_beaten_garrison_comes_again_where_it_can_lie(space: str, position: Positions) -> None:
    """LOA 32, LOA-R3: under the marker that came after it, never under one that lay there before.

    A 3 was beaten, then one of two came to Mudawwara: it, or the 0 or 1 that is not at Hedia. The
    other 0 was seen later, so it is at neither.
    """
    table = position(
        Informed(seat=SEAT, left=1), beaten=(3, 0), late={"mudawwara": 1},
        garrisons={"wejh": 3, "aqaba": 2, "hedia": None, "mudawwara": None},
    )  # fmt: skip
    odds = distribution(
        outcomes(table, table.read(f"reveal {space}")), lambda end: end.state.garrisons.get(space, 0)
    )
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    assert odds == ({0: quarter, 1: quarter, 3: half} if space == "mudawwara" else {0: half, 1: half})


@pytest.mark.parametrize(
    ("face_down", "expected"),
    [
        ("maan medina", {0: Fraction(1, 3), 1: Fraction(1, 6), 3: Fraction(1, 2)}),
        ("maan medina damascus", {3: Fraction(1)}),
    ],
)
def test_reserves_may_bring_the_garrison_that_was_beaten(
    face_down: str, expected: dict[int, Fraction], position: Positions
) -> None:
    """LOA 32, LOA-R24, LOA-R3: it went back to the box at once; with all others on the map it is sure.

    A 3 was beaten, the other 3 and the 2 lie face up, so the markers face down are among 0, 0 and 1.
    """
    table = position(
        *(CARDS["turkish-reserves"](), Informed(seat=SEAT, left=1)), units="lawrence harb@mudawwara",
        force="lawrence harb", beaten=(3,),
        garrisons={"wejh": 3, "aqaba": 2} | dict.fromkeys(face_down.split()),
    )  # fmt: skip
    odds = distribution(
        outcomes(table, table.read("reveal tabuk")), lambda end: end.state.garrisons.get("tabuk", 0)
    )
    assert odds == expected


def test_a_marker_that_came_back_is_gone_from_the_box(position: Positions, play: Plays) -> None:
    """LOA 32, LOA-R3: of two 3s one was beaten; turned up it is that one or the other, as likely."""
    table = position(
        Informed(seat=SEAT, left=1), beaten=(3, 1), late={"mudawwara": 1, "hedia": 2},
        garrisons={"wejh": 2, "hedia": None, "mudawwara": None}, dice=[(3, True)],
    )  # fmt: skip
    state = play(table, "reveal mudawwara").state
    assert (state.beaten, state.late, state.available) == ([1], {"hedia": 1}, [0, 0, 3])


# Cards that help.


def test_gold_sovereigns_are_two_pounds(position: Positions) -> None:
    """LOA-C8: for any force."""
    table = drawn(position, "gold-sovereigns", "aqaba", force="harb", pounds=3)
    assert table.state.pounds == 5


@pytest.mark.parametrize("level", [1, 2, 4, 5])
def test_one_tribe_rises_where_lawrence_is_or_two(level: int, position: Positions) -> None:
    """LOA-C8, LOA 34: one of the Bedouin left, each equally likely; a successful check brings two."""
    table = position(
        units="lawrence harb mercenaries@aqaba", leadership=level, held="tribal-rising", pounds=1
    )
    ways = outcomes(table, table.read("play tribal-rising aqaba"))
    free = [unit for unit in BEDOUIN if unit != "harb"]
    odds = distribution(
        ways, lambda end: frozenset(unit.id for unit in end.state.at("aqaba")) & frozenset(free)
    )
    pairs = list(combinations(free, 2))
    assert (len(free), len(pairs)) == (5, 10)
    assert odds == {
        **{frozenset([unit]): Fraction(6 - level, 6) / 5 for unit in free},
        **{frozenset(pair): Fraction(level, 6) / 10 for pair in pairs},
    }
    assert {(way.state.pounds, tuple(way.state.held)) for _, way in ways} == {(1, ())}


@pytest.mark.parametrize("face", [2, 5])
def test_the_last_tribe_rises_alone(
    face: int, position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA-C8: no second one is left, whatever the check brings."""
    others = " ".join(unit for unit in BEDOUIN if unit != "billi")
    table = position(units=f"lawrence@aqaba {others}@wejh", held="tribal-rising", dice=[face, "billi"])
    play(table, "play tribal-rising aqaba")
    assert [check.passed for check in events_of(table, Checked)] == [face <= 3]
    assert [unit.id for unit in table.state.at("aqaba")] == ["lawrence", "billi"]


@pytest.mark.parametrize("units", ["lawrence@cairo harb@aqaba", "lawrence@mecca harb@aqaba"])
@pytest.mark.parametrize("card", ["tribal-rising", "feisal-rides"])
def test_where_no_force_can_be_these_are_not_played(
    card: str, units: str, position: Positions, words: Words
) -> None:
    """LOA 34: a card that needs Lawrence with a force, where only he or leaders may be."""
    assert words(position(units=units, held=card), "play") == []


def test_a_tribe_that_rises_need_not_keep_to_the_limit(position: Positions, play: Plays) -> None:
    """LOA-C8, LOA-R5: units that join free of charge; five are there already."""
    table = position(
        units="lawrence harb billi juheina ruwalla@aqaba", leadership=1, held="tribal-rising",
        dice=[1, "howeitat", "beni-sakhr"],
    )  # fmt: skip
    play(table, "play tribal-rising aqaba")
    assert {table.state.units[unit].space for unit in BEDOUIN} == {"aqaba"}


def test_no_tribe_is_left_to_rise(position: Positions, words: Words) -> None:
    """LOA-C8: then it is kept."""
    all_here = f"lawrence {' '.join(BEDOUIN)}"
    assert words(position(units=f"{all_here}@aqaba", held="tribal-rising"), "play") == []


@pytest.mark.parametrize(
    ("level", "face", "after"), [(3, 3, 4), (3, 4, 3), (5, 5, 5), (1, 1, 2), (1, 2, 1)]
)
def test_feisal_rides_and_lawrence_wins_trust(
    level: int, face: int, after: int, position: Positions, play: Plays
) -> None:
    """LOA-C8, LOA-R17, LOA 34.1: the Camp is placed again; after a check Leadership is up to 5."""
    table = position(
        units="lawrence harb@aqaba camp@rumm", leadership=level, held="feisal-rides",
        dice=["jefer", face],
    )  # fmt: skip
    play(table, "play feisal-rides aqaba")
    assert (table.state.camp, table.state.leadership.value) == ("jefer", after)


@pytest.mark.parametrize("level", [1, 3, 5])
@pytest.mark.parametrize("attempt", [False, True])
def test_the_outcomes_of_feisals_ride(attempt: bool, level: int, position: Positions) -> None:
    """LOA-C8, LOA-C5, LOA 34.2, LOA 34.3: six spaces for the Camp, the attempt in any case, and with
    Leadership in 6 one Leadership more.
    """
    table = position(
        units="lawrence harb@aqaba camp@rumm", leadership=level, held="feisal-rides", attempt=attempt
    )
    ways = outcomes(table, table.read("play feisal-rides aqaba"))
    odds = distribution(ways, lambda end: (end.state.camp, end.state.leadership.value))
    chances: dict[tuple[str, int], Fraction] = {}
    for camp, face in product(TABLES.placement.spaces, range(1, 7)):
        end = (camp, min(5, level + (face <= level)))
        chances[end] = chances.get(end, Fraction(0)) + Fraction(1, 36)
    assert odds == chances
    assert {way.state.attempt for _, way in ways} == {True}


def test_after_feisals_ride_lawrence_tries_again(
    position: Positions, play: Plays, why: Why, events_of: EventsOf
) -> None:
    """LOA-C8, LOA 34.3: once more, though his attempt of this mission was spent."""
    table = position(
        units="lawrence harb@aqaba camp@rumm", leadership=2, held="feisal-rides", attempt=False,
        garrisons="wejh", dice=["jefer", 3, 2, "auda"],
    )  # fmt: skip
    spent = ("34.3", "you have made your attempt; you get another after each battle that you win")
    before = position(units="lawrence harb@aqaba", force="lawrence harb", attempt=False)
    assert why(before, "recruit 0") == spent
    play(table, "play feisal-rides aqaba", "recruit 0")
    assert [event.leader for event in events_of(table, LeaderRecruited)] == ["auda"]
    assert why(table, "recruit 0") == spent


@pytest.mark.parametrize("attempt", [True, False])
def test_feisal_rides_is_asked_about_while_the_attempt_is_open(
    attempt: bool, position: Positions
) -> None:
    """LOA-C8, LOA 34.3: it would bring no second attempt."""
    table = position(units="lawrence harb@aqaba camp@rumm", held="feisal-rides", attempt=attempt)
    asked = table.decision.confirm(table, table.read("play feisal-rides aqaba"))
    assert bool(asked) == attempt
    assert not attempt or asked.endswith("the card gives no second attempt. Play it?")


def test_feisal_rides_without_camp(position: Positions, play: Plays) -> None:
    """LOA-C8: there is none to be moved, and Lawrence wins trust all the same."""
    table = position(units="lawrence harb@aqaba", held="feisal-rides", dice=[1])
    play(table, "play feisal-rides aqaba")
    assert (table.state.camp, table.state.leadership.value) == ("", 4)


# Cards that hurt.


@pytest.mark.parametrize(
    ("space", "desert", "strikes"),
    [
        ("rumm", False, True),
        ("teima", True, True),
        ("tabuk", True, True),
        ("tabuk", False, False),
        ("tafileh", False, False),
    ],
)
def test_the_nefud_strikes_in_the_desert_or_behind_it(
    space: str, desert: bool, strikes: bool, law: Laws
) -> None:
    """LOA-R25, LOA-C8: after a failed check an Op and a unit are lost; elsewhere there is no check."""
    odds = law(
        lambda table: (table.state.ops, table.state.units["harb"].space),
        CARDS["the-nefud"](),
        **{
            "units": HERE.format(space), "force": "lawrence harb", "ops": 4, "leadership": 2,
            "operation": {"desert": desert},
        },
    )  # fmt: skip
    safe = (4, space)
    assert odds == ({safe: Fraction(2, 6), (3, ""): Fraction(4, 6)} if strikes else {safe: Fraction(1)})


@pytest.mark.parametrize(
    ("units", "force", "gone"),
    [
        (
            "lawrence howeitat juheina mercenaries@rumm",
            "lawrence howeitat juheina mercenaries",
            "juheina",
        ),
        ("lawrence harb+machineguns billi@rumm", "lawrence harb billi", "billi"),
        ("lawrence harb billi@rumm", "lawrence billi harb", "harb"),
        ("lawrence harb+machineguns+demolition billi+machineguns@rumm", "lawrence harb billi", "billi"),
        ("lawrence harb+machineguns+aeroplane juheina@rumm", "lawrence harb juheina", "harb"),
        ("lawrence juheina harb@rumm", "lawrence juheina", "juheina"),
        ("lawrence auda@rumm", "lawrence auda", ""),
    ],
)
def test_the_unit_that_the_nefud_takes(
    units: str, force: str, gone: str, position: Positions, census: Callable
) -> None:
    """LOA-R25: the weakest follower, of equals least gear, then the roster; a leader never.

    What is printed counts, not the gear; its gear goes to the gear box (LOA-R14).
    """
    table = drawn(position, "the-nefud", "rumm", units=units, force=force, dice=(4,), ops=3)
    state = table.state
    assert [unit.id for unit in state.units.values() if unit.lost] == gone.split()
    assert [unit for unit in force.split() if unit != gone] == state.acting.force
    assert state.ops == 1
    assert census(state)["machineguns"] == 2


@pytest.mark.parametrize(
    ("force", "bedouin"), [("lawrence harb", True), ("lawrence mercenaries", False), ("auda", False)]
)
def test_a_blood_feud_needs_bedouin_in_the_force(force: str, bedouin: bool, law: Laws) -> None:
    """LOA-C8: not only in its space; the check is against Leadership, with Lawrence or without."""
    odds = law(
        lambda table: table.state.units["harb"].lost,
        CARDS["blood-feud"](),
        units="lawrence harb mercenaries auda@aqaba", force=force,
    )  # fmt: skip
    assert odds == ({False: Fraction(1, 2), True: Fraction(1, 2)} if bedouin else {False: Fraction(1)})


def test_a_blood_feud_takes_the_weakest_bedouin(position: Positions) -> None:
    """LOA-C8, LOA-R25: Lawrence and others, though weaker, are not at feud."""
    table = drawn(
        position, "blood-feud", "aqaba", units="lawrence sherif-ali howeitat juheina harb@aqaba",
        force="lawrence sherif-ali howeitat juheina", dice=(4,),
    )  # fmt: skip
    assert [unit.id for unit in table.state.units.values() if unit.lost] == ["juheina"]
