"""LOA-C6, LOA 31, LOA 32.2: the two sides of a battle, the numbers for the Edge, the beginning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence.battle_events import BattleJoined, EdgeRolled, NobodyThere, TrainElsewhere
from sandtable_lawrence.combat import Contact
from sandtable_lawrence.edge import Edge, edge_drms
from sandtable_lawrence.events import GarrisonRevealed, OpsChanged
from sandtable_lawrence.fire import Round
from sandtable_lawrence.line_up import LiningUp
from sandtable_lawrence.ottomans import line_of
from sandtable_lawrence.post_battle import BattleOver
from sandtable_lawrence.roster import OTTOMANS, full_bin
from sandtable_lawrence.state import ARABS, TURKS, Record, Threat

Positions = Callable[..., Table]
Laws = Callable[..., dict[Any, Fraction]]
Plays = Callable[..., Table]
EventsOf = Callable[..., list]
WON = Record("lawrence/aqaba", won=True)


def joined(position: Positions, number: int, dice: list[object], **written: Any) -> Table:
    """A battle of a card against `number` counters, as it is joined."""
    force = {"units": "lawrence harb@aqaba", "force": "lawrence harb"} | written
    threat = {"operation": {"threat": Threat(number) if number else None}}
    return position(Contact(), dice=dice, **(threat | force))


# Who comes (LOA 31).


def test_ottomans_are_picked_unseen_out_of_the_bin(law: Laws) -> None:
    """LOA 31, LOA-C6: each of the 11 counters is as likely as any other."""
    odds = law(
        lambda table: table.state.fight.called[0],
        Contact(),
        **{"units": "lawrence harb@tabuk", "force": "lawrence harb", "operation": {"threat": Threat(1)}},
    )
    counters = Counter(full_bin())
    assert counters.total() == 11
    assert odds == {counter: Fraction(number, 11) for counter, number in counters.items()}


def test_never_more_come_than_the_bin_holds(position: Positions) -> None:
    """LOA 31, LOA-C6: all eleven, in a Rail space ten in the line and the Aeroplane above it."""
    table = joined(position, 14, [*full_bin(), 1, 1], units="lawrence harb@maan")
    assert table.state.fight.called == full_bin()
    assert table.state.bin == []
    assert len(table.state.fight.foes) == 10


def test_they_come_to_the_space_of_the_force(position: Positions, events_of: EventsOf) -> None:
    """LOA 31, LOA-C6: nowhere else, and the event names them."""
    table = joined(position, 2, ["pasha", "oef-1", 1, 1], units="lawrence harb@aqaba auda@maan")
    assert events_of(table, BattleJoined) == [BattleJoined("aqaba", 2, 0, 0, ("oef-1", "pasha"))]
    assert table.state.fight.space == "aqaba"
    assert sorted([*table.state.bin, "oef-1", "pasha"]) == full_bin()


@pytest.mark.parametrize("end", ["won", "lost", "broken off"])
def test_after_the_battle_all_go_back_to_the_bin(end: str, position: Positions) -> None:
    """LOA 31, LOA-C7: eliminated or not, the Pasha too, and a train put aside."""
    fields: dict[str, Any] = {
        "won": {"foes": "pasha oef-1 armored-train"},
        "lost": {"foes": "pasha oef-1 ottoman-aeroplane", "arabs": []},
        "broken off": {"foes": "pasha oef-1 armored-train", "broken_off": True},
    }
    table = position(BattleOver(), units="harb@aqaba", force="harb", battle=fields[end])
    if end == "won":
        assert table.state.ops == 6
    assert table.state.bin == full_bin()
    assert table.state.battle is None


def test_everybody_in_the_space_fights(position: Positions) -> None:
    """LOA-C6, LOA 36.2: who is not in the force, and the Camp with strength 2, not who is elsewhere."""
    table = joined(
        position, 1, ["oef-1", 6, 1],
        units="lawrence harb auda mercenaries+machineguns camp@aqaba billi@rumm",
    )  # fmt: skip
    assert sorted(table.state.fight.arabs) == ["auda", "camp", "harb", "lawrence", "mercenaries"]
    assert [table.state.units[unit].strength for unit in ("camp", "mercenaries")] == [2, 4]


# The Armored Train and the Aeroplane (LOA 29, LOA-R21, LOA-R22).


@pytest.mark.parametrize(
    ("space", "fights"),
    [("maan", True), ("hedia", True), ("medina", True), ("aqaba", False), ("gaza", False)],
)
def test_a_train_fights_in_rail_spaces_alone(
    space: str, fights: bool, position: Positions, events_of: EventsOf
) -> None:
    """LOA 29, LOA-C6: elsewhere it is put aside, and nobody comes instead."""
    table = joined(position, 2, ["armored-train", "oef-4", 1, 1], units=f"lawrence harb@{space}")
    line = ["armored-train", "oef-4"] if fights else ["oef-4"]
    assert [foe.counter for foe in table.state.fight.foes] == line
    assert len(events_of(table, TrainElsewhere)) == (not fights)
    assert len(table.state.bin) == 9


@pytest.mark.parametrize(
    ("space", "called", "line"),
    [
        ("aqaba", "ottoman-aeroplane oef-1 oef-3", [("oef-3", 4), ("oef-1", 1)]),
        ("aqaba", "ottoman-aeroplane pasha oef-3", [("pasha", 4), ("oef-3", 3)]),
        ("aqaba", "ottoman-aeroplane", [("ottoman-aeroplane", 1)]),
        ("aqaba", "ottoman-aeroplane armored-train", [("ottoman-aeroplane", 1)]),
        ("maan", "ottoman-aeroplane armored-train oef-2", [("armored-train", 5), ("oef-2", 3)]),
        ("maan", "ottoman-aeroplane armored-train", [("armored-train", 5)]),
        ("aqaba", "armored-train", []),
    ],
)
def test_the_bonus_of_the_ottoman_aeroplane(
    space: str, called: str, line: list[tuple[str, int]]
) -> None:
    """LOA-R21, LOA 29: +1 to the strongest but the train; it stands in line only when alone."""
    foes = line_of(space, sorted(called.split()))
    assert [(foe.counter, foe.strength) for foe in foes] == line


def test_the_bonus_of_the_aeroplane_is_not_given_to_another(position: Positions) -> None:
    """LOA-R21: when the strongest is eliminated the others keep what they have."""
    table = position(
        Round(), units="lawrence auda@aqaba", force="lawrence auda", dice=[4, 6, 6],
        battle={"foes": "ottoman-aeroplane oef-4 oef-2", "arabs": ["auda", "lawrence"]},
    )  # fmt: skip
    assert [foe.strength for foe in table.state.fight.foes] == [5, 2]
    table.choose(table.read("fire oef-4"))
    assert [(foe.counter, foe.strength) for foe in table.state.fight.foes] == [("oef-2", 2)]


@pytest.mark.parametrize("number", [0, 1, 3])
def test_if_only_a_train_was_picked_nobody_fights(
    number: int, position: Positions, events_of: EventsOf
) -> None:
    """LOA-R22, LOA 32.2: a card brings no battle; a Garrison is gone and pays; no Op is gained."""
    table = joined(
        position, 0 if number else 1, ["armored-train"], ops=3, pounds=2,
        bin=["armored-train"], garrisons={"aqaba": number} if number else {},
    )  # fmt: skip
    state = table.state
    assert events_of(table, NobodyThere) == [NobodyThere("aqaba")]
    assert (state.battle, state.garrisons, state.pounds, state.ops) == (None, {}, 2 + number, 3)
    assert (events_of(table, OpsChanged), state.bin) == ([], ["armored-train"])
    assert state.beaten == [number] * bool(number)


# Garrisons (LOA 32, LOA 32.2).


@pytest.mark.parametrize(("garrison", "card"), [(1, 0), (3, 0), (2, 1), (1, 3), (0, 2)])
def test_the_number_of_a_garrison_and_that_of_a_card_are_one_battle(
    garrison: int, card: int, position: Positions, events_of: EventsOf
) -> None:
    """LOA 32.2, LOA-R36, LOA-C2: it is turned up; a 0 is gone and the card is fought alone."""
    counters = ["oef-1", "oef-2", "oef-2", "oef-2", "oef-3"][: garrison + card]
    table = joined(position, card, [garrison, *counters, 1, 1], garrisons="aqaba")
    assert events_of(table, GarrisonRevealed) == [GarrisonRevealed("aqaba", garrison)]
    assert table.state.fight.called == counters
    assert table.state.garrisons == ({"aqaba": garrison} if garrison else {})
    assert len(events_of(table, BattleJoined)) == 1


def test_a_garrison_of_zero_without_a_card_is_no_battle(position: Positions) -> None:
    """LOA 32, LOA-C2: it goes back to the Available box and pays nothing."""
    state = joined(position, 0, [0], garrisons="aqaba", ops=3).state
    assert (state.battle, state.garrisons, state.pounds, state.ops) == (None, {}, 0, 3)
    assert (state.available, state.beaten) == ([0, 1, 2, 3, 3], [0])
    assert state.cleared == ["aqaba"]


def test_a_garrison_that_lies_face_up_is_not_turned_up_again(
    position: Positions, events_of: EventsOf
) -> None:
    """LOA 32, LOA-R10: it is fought with the number that is known."""
    table = joined(position, 0, ["oef-1", "oef-2", 1, 1], garrisons={"aqaba": 2})
    assert events_of(table, GarrisonRevealed) == []
    assert table.state.fight.garrison == 2


@pytest.mark.parametrize(
    ("numbers", "odds"),
    [
        ({}, {0: (2, 6), 1: (1, 6), 2: (1, 6), 3: (2, 6)}),
        ({"maan": 1, "tabuk": 3}, {0: (2, 4), 2: (1, 4), 3: (1, 4)}),
        ({"maan": 0, "tabuk": 2}, {0: (1, 4), 1: (1, 4), 3: (2, 4)}),
    ],
)
def test_the_numbers_that_a_garrison_can_have(
    numbers: dict[str, int], odds: dict[int, tuple[int, int]], law: Laws
) -> None:
    """LOA 32, LOA-R3: any of the markers that are not face up, each as likely."""
    chances = law(
        lambda table: table.state.fight.garrison if table.state.battle else 0,
        Contact(),
        **{
            "units": "lawrence harb@aqaba", "force": "lawrence harb", "bin": ["oef-1"] * 3,
            "garrisons": {"aqaba": None, "wejh": None} | numbers,
        },
    )  # fmt: skip
    assert chances == {number: Fraction(*chance) for number, chance in odds.items()}


def test_no_contact_where_no_garrison_and_no_card_is(position: Positions) -> None:
    """LOA-C2, LOA 32: nothing is rolled."""
    table = joined(position, 0, [], garrisons="wejh")
    assert (table.state.battle, table.state.garrisons) == (None, {"wejh": None})


# The bonus of a campaign (LOA-R8, LOA-R36).


@pytest.mark.parametrize("garrisons_too", [True, False])
@pytest.mark.parametrize(("card", "garrison"), list(product((0, 1), (0, 2))))
@pytest.mark.parametrize("won", [0, 1, 3])
def test_the_bonus_comes_once_to_every_battle(
    won: int, card: int, garrison: int, garrisons_too: bool, position: Positions
) -> None:
    """LOA-R8, LOA-R36, LOA 28: one for each mission won; not without battle; an option takes it away
    from battles with a Garrison alone.
    """
    bonus = won if card or (garrison and garrisons_too) else 0
    number = card + garrison + bonus
    counters = ["oef-2", "oef-2", "oef-2", "oef-3", "oef-3", "oef-1"][:number]
    table = joined(
        position, card, [*counters, *[1, 1] * bool(number)], name="campaign", records=[WON] * won,
        garrisons={"aqaba": garrison} if garrison else "",
        house={"bonus_against_garrisons": garrisons_too},
    )  # fmt: skip
    assert (sorted(counters) if number else None) == (
        table.state.fight.called if table.state.battle else None
    )


def test_a_garrison_of_zero_has_no_bonus(position: Positions) -> None:
    """LOA-R8: nobody is picked."""
    table = joined(position, 0, [0], name="campaign", records=[WON] * 3, garrisons="aqaba")
    assert table.state.battle is None


def test_a_failed_mission_brings_no_bonus(position: Positions) -> None:
    """LOA-R8, LOA-C13: only those that were won count."""
    records = [Record("lawrence/aqaba", won=False), WON]
    table = joined(position, 1, ["oef-1", "oef-2", 1, 1], name="campaign", records=records)
    assert len(table.state.fight.called) == 2


# The Tactical Edge (LOA 29, LOA-C6).

PLUSES = ["lawrence", "auda", "sherif-ali"]


@pytest.mark.parametrize("flown", [False, True])
@pytest.mark.parametrize("leaders", [some for n in range(4) for some in combinations(PLUSES, n)])
def test_leaders_and_the_aeroplane_help_the_arabs(
    leaders: tuple[str, ...], flown: bool, position: Positions
) -> None:
    """LOA 29, LOA-C6: +1 for each leader there, and for the Aeroplane if somebody carries it."""
    stores = {} if flown else {"stores": {"aqaba": "aeroplane"}}
    table = position(
        Round(), units=f"harb{'+aeroplane' * flown} billi camp {' '.join(leaders)}@aqaba",
        force="harb", battle={"foes": "oef-2 oef-3"}, **stores,
    )  # fmt: skip
    assert edge_drms(table.state) == (len(leaders) + flown, 0)


ELITES = [counter for counter, sort in OTTOMANS.items() if sort.elite]


@pytest.mark.parametrize("elites", [some for n in range(4) for some in combinations(ELITES, n)])
def test_elites_help_the_ottomans(elites: tuple[str, ...], position: Positions) -> None:
    """LOA 29, LOA-C6: Pasha, Asien Korps and Aeroplane +1 each, a train nothing."""
    assert set(ELITES) == {"pasha", "asien-korps", "ottoman-aeroplane"}
    foes = " ".join(["oef-2", "armored-train", *elites])
    table = position(Round(), units="harb@maan", force="harb", battle={"foes": foes})
    assert edge_drms(table.state) == (0, len(elites))


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(
    ("units", "foes"),
    [("harb", "oef-2"), ("lawrence harb", "oef-2"), ("harb", "pasha asien-korps"),
     ("lawrence auda sherif-ali harb+aeroplane", "pasha"), ("lawrence auda", "pasha")],
)  # fmt: skip
def test_the_higher_sum_has_the_edge_and_of_equal_ones_the_arabs(
    units: str, foes: str, ties: bool, law: Laws
) -> None:
    """LOA-C6, LOA-R48: as often as two dice and the pluses say; by option the Ottomans win ties."""
    mine, theirs = sum(unit in units for unit in PLUSES) + ("+" in units), len(foes.split())
    theirs -= "oef" in foes
    pairs = list(product(range(1, 7), repeat=2))
    good = sum(a + mine - ties >= b + theirs for a, b in pairs)
    odds = law(
        lambda table: table.state.fight.edge,
        Edge(),
        units=f"{units}@aqaba", force=units.split()[0], battle={"foes": foes, "edge": ""},
        house={"ottomans_win_ties": ties},
    )  # fmt: skip
    assert odds == {ARABS: Fraction(good, 36), TURKS: Fraction(36 - good, 36)}


def test_the_dice_of_the_edge_are_shown_with_their_pluses(
    position: Positions, events_of: EventsOf
) -> None:
    """LOA-C6, LOA 29: first the Arabs', then the Ottomans'."""
    table = joined(position, 1, ["pasha", 4, 3])
    assert events_of(table, EdgeRolled) == [EdgeRolled((4, 1), (3, 1), ARABS)]
    assert isinstance(table.decision, LiningUp)
    assert events_of(table, EdgeRolled)[0].text == (
        "Tactical Edge (die + bonus): Arabs 4+1, Ottomans 3+1: the Arabs fire first."
    )


# A battle to its end.


def test_a_round_has_the_odds_of_its_dice(law: Laws) -> None:
    """LOA-C6: Lawrence (1) with Machineguns hits on 2; OEF 3, if it is left, on 3."""
    odds = law(
        lambda table: (bool(table.state.fight.arabs), bool(table.state.fight.foes)),
        Round(),
        **{"units": "lawrence+machineguns@aqaba", "force": "lawrence", "battle": {"foes": "oef-3"}},
    )
    assert odds == {
        (True, False): Fraction(1, 3),
        (False, True): Fraction(1, 3),
        (True, True): Fraction(1, 3),
    }


def test_a_battle_from_the_card_to_its_end(position: Positions, play: Plays, texts: Callable) -> None:
    """LOA-C6, LOA-C2, LOA-C7: picked, edge, lines, fire, and an Op won."""
    table = joined(position, 2, ["oef-2", "pasha", 3, 3, 1, 6, 1], ops=2, attempt=False)
    play(table, "place lawrence", "fire pasha")
    assert texts(table) == [
        "Battle at Aqaba (card 2) against OEF 2, Pasha.",
        "Tactical Edge (die + bonus): Arabs 3+1, Ottomans 3+1: the Arabs fire first.",
        "Lawrence (strength 1) against Pasha: 1, eliminated.",
        "OEF 2 (strength 2) against Lawrence: 6, missed.",
        "Harb (strength 1) against OEF 2: 1, eliminated.",
        "The battle at Aqaba is won.",
        "Ops +1: 3 left.",
    ]
    assert table.state.bin == full_bin()
