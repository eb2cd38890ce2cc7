"""LOA 32, Ottoman Garrisons: what they hide (LOA-R3), when they are turned up, what they bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence.battle_events import BattleJoined, NobodyThere
from sandtable_lawrence.campaign import MissionPlay
from sandtable_lawrence.combat import Contact
from sandtable_lawrence.events import CardDrawn, GarrisonGone, GarrisonRevealed, OpsChanged
from sandtable_lawrence.fire import Round
from sandtable_lawrence.garrisons import remove, reveal
from sandtable_lawrence.high_command import Informed
from sandtable_lawrence.post_battle import BattleOver
from sandtable_lawrence.roster import NUMBERS
from sandtable_lawrence.state import SEAT, Record, Threat
from sandtable_tools.odds import distribution, outcomes


def test_the_possible_numbers_of_a_face_down_garrison(law: Callable[..., dict[Any, Fraction]]) -> None:
    """LOA 32, LOA-R3, LOA-C12: 1 and 2 one in six each, 0 and 3 two in six; that many fight."""

    def fighting(table: Table) -> int:
        return len(table.state.battle.called) if table.state.battle else 0

    two = {"units": "harb billi@maan", "force": "harb billi", "bin": ["oef-2"] * 3}
    chances = law(fighting, Contact(), **two, garrisons="maan")
    assert chances == {0: Fraction(1, 3), 1: Fraction(1, 6), 2: Fraction(1, 6), 3: Fraction(1, 3)}


def test_the_chances_are_those_of_a_deal(position: Callable[..., Table]) -> None:
    """LOA-R3, LOA 32: two markers as if laid before anybody looked; who is gone lies nowhere else."""
    table = position(Informed(seat=SEAT, left=2), garrisons="maan wejh")
    chances: dict[tuple[int, int], Fraction] = {}
    for chance, first in outcomes(table, table.read("reveal maan")):
        for other, second in outcomes(first, first.read("reveal wejh")):
            garrisons = second.state.garrisons
            pair = (garrisons.get("maan") or 0, garrisons.get("wejh") or 0)
            chances[pair] = chances.get(pair, Fraction(0)) + chance * other
    deals = Counter(permutations(NUMBERS, 2))
    assert chances == {pair: Fraction(count, 30) for pair, count in deals.items()}


def test_a_garrison_that_was_beaten_is_not_met_where_another_was_laid(
    position: Callable[..., Table],
) -> None:
    """LOA-R3, LOA 32: the only 2 is in the Available box, and not in Wejh."""
    table = position(Informed(seat=SEAT, left=1), garrisons={"maan": 2, "wejh": None})
    remove(table, "maan")
    table.refresh()
    numbers = distribution(
        outcomes(table, table.read("reveal wejh")), lambda end: end.state.garrisons.get("wejh", 0)
    )
    assert numbers == {0: Fraction(2, 5), 1: Fraction(1, 5), 3: Fraction(2, 5)}


def test_a_zero_is_gone_when_it_is_seen(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA 32: it goes to the Available box, and no Garrison is there."""
    table = position(units="harb@aqaba", force="harb", garrisons="maan wejh", dice=[0])
    assert reveal(table, "maan") == 0
    assert [event.space for event in events_of(table, GarrisonGone)] == ["maan"]
    assert table.state.garrisons == {"wejh": None}
    assert (table.state.available, table.state.beaten) == ([0, 1, 2, 3, 3], [0])


def test_it_is_turned_up_only_by_who_stands_there(
    position: Callable[..., Table], play: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA 32: in the Objective segment of that force, and not of another next to it."""
    table = position(units="harb@maan billi@aqaba", garrisons="maan tabuk wejh", dice=["railway-guards"])
    play(table, "operate aqaba", "move rumm")
    assert events_of(table, GarrisonRevealed) == []
    assert table.state.garrisons == {"maan": None, "tabuk": None, "wejh": None}


def test_the_card_comes_before_the_garrison_is_turned_up(
    position: Callable[..., Table], play: Callable[..., Table]
) -> None:
    """LOA 32, LOA-C2: a 0 is gone at once, and what the card brought is fought alone."""
    table = position(
        units="harb@aqaba",
        force="harb",
        garrisons="maan",
        dice=["railway-guards", 0, "oef-1", "oef-2", "oef-3", 6, 1],
    )
    play(table, "move maan")
    order = [type(event) for event in table.events or []]
    assert order.index(CardDrawn) < order.index(GarrisonRevealed) < order.index(BattleJoined)
    assert (table.state.fight.garrison > 0, len(table.state.fight.called)) == (False, 3)


def test_once_turned_up_it_stays_so(
    position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA 32: it is fought with its number, without another pick."""
    table = position(
        Contact(),
        units="harb@maan",
        force="harb",
        garrisons={"maan": 2},
        dice=["oef-1", "oef-2", 6, 1],
    )
    assert events_of(table, GarrisonRevealed) == []
    assert len(table.state.fight.called) == 2


@pytest.mark.parametrize(("number", "card"), [(1, 0), (2, 0), (3, 0), (2, 2)])
def test_its_number_is_that_of_the_ottomans(
    number: int, card: int, position: Callable[..., Table], events_of: Callable[..., list[Any]]
) -> None:
    """LOA 32.2: besides those that the card brings, and all in one battle (LOA-R36)."""
    foes = ["oef-1", "oef-2", "oef-2", "oef-3", "oef-3"][: number + card]
    table = position(
        Contact(),
        units="harb billi@maan",
        force="harb billi",
        garrisons={"maan": number},
        operation={"threat": Threat(card)} if card else {},
        dice=[*foes, 1, 1],
    )
    (joined,) = events_of(table, BattleJoined)
    assert sorted(joined.called) == sorted(foes)
    assert table.state.fight.garrison == number


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_victory_pays_its_number(number: int, position: Callable[..., Table]) -> None:
    """LOA 32.2, LOA 32: and the marker goes to the Available box."""
    table = position(
        BattleOver(),
        units="harb@maan",
        force="harb",
        garrisons={"maan": number},
        pounds=1,
        battle={"foes": "", "garrison": number},
    )
    state = table.state
    assert (state.pounds, state.garrisons, state.cleared) == (1 + number, {}, ["maan"])
    assert state.beaten == [number]
    assert sorted([*state.available, number]) == sorted(NUMBERS)


def test_a_defeat_costs_no_pounds(position: Callable[..., Table]) -> None:
    """LOA 32.2, LOA-C7: it stays face up."""
    table = position(
        BattleOver(),
        units="harb@maan",
        force="harb",
        garrisons={"maan": 2},
        pounds=1,
        battle={"foes": "oef-2 oef-2", "garrison": 2, "arabs": []},
    )
    assert (table.state.pounds, table.state.garrisons) == (1, {"maan": 2})


def test_there_is_no_breaking_off(
    position: Callable[..., Table], words: Callable[..., list[str]]
) -> None:
    """LOA 32.2: until one side is gone, wherever to."""
    table = position(
        Round(),
        units="harb@maan",
        force="harb",
        garrisons={"maan": 1},
        operation={"came_from": "aqaba"},
        battle={"foes": "oef-1", "garrison": 1},
        dice=[6, 6],
    )
    assert words(table) == ["fight"]


def test_where_nobody_fights_the_garrison_pays_and_no_op_is_won(
    position: Callable[..., Table], events_of: Callable[..., list[Any]], after: object
) -> None:
    """LOA-R22: only the train was picked, and there are no rails in Wejh."""
    table = position(
        Contact(),
        units="harb@wejh",
        force="harb",
        garrisons={"wejh": 1},
        dice=["armored-train"],
    )
    state = table.state
    assert len(events_of(table, NobodyThere)) == 1
    assert (state.garrisons, state.pounds, events_of(table, OpsChanged)) == ({}, 1, [])
    assert (len(state.bin), state.battle, table.decision) == (11, None, after)


def test_where_nobody_fights_a_card_brings_no_battle(
    position: Callable[..., Table], events_of: Callable[..., list[Any]], after: object
) -> None:
    """LOA-R22: nothing is won or lost."""
    table = position(
        Contact(),
        units="harb@rumm",
        force="harb",
        operation={"threat": Threat(1)},
        dice=["armored-train"],
    )
    assert len(events_of(table, NobodyThere)) == 1
    assert (table.state.pounds, events_of(table, OpsChanged), table.decision) == (0, [], after)


def test_in_a_campaign_a_secured_space_gets_none(position: Callable[..., Table]) -> None:
    """LOA 32, LOA-R29: all others of the list do; the markers are mixed again (LOA-C13)."""
    table = position(
        MissionPlay(),
        name="campaign",
        mission=1,
        records=[Record("lawrence/aqaba", won=True)],
        units="lawrence@maan camp@rumm",
        garrisons={"wejh": 3},
        beaten=(0, 1),
        secured=["aqaba", "maan"],
    )
    assert table.state.garrisons == dict.fromkeys(["mudawwara", "tabuk", "medina"])
    assert (table.state.available, table.state.beaten) == (sorted(NUMBERS), [])


def test_removed_it_is_cleared_once(position: Callable[..., Table]) -> None:
    """LOA 32, LOA-R29: a space whose second Garrison is eliminated is remembered as one."""
    table = position(
        units="harb@aqaba", force="harb", garrisons={"maan": 1, "wejh": 2}, cleared=["maan"]
    )
    remove(table, "maan")
    remove(table, "wejh")
    assert table.state.cleared == ["maan", "wejh"]
