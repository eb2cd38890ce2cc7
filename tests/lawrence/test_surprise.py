"""LOA 32.2, LOA-R46: a Garrison and a card together; by an option a known Garrison is surprised."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence.battle_events import Ambushed, BattleJoined
from sandtable_lawrence.bot_outlook import card_odds
from sandtable_lawrence.bot_plan import situation, trip_of
from sandtable_lawrence.combat import Contact
from sandtable_lawrence.events import GarrisonRevealed, NoEvent, Surprised
from sandtable_lawrence.ops_deck import DrawCard
from sandtable_lawrence.state import ARABS, Record, Threat
from sandtable_lawrence.tables import CARD_TEXTS
from sandtable_lawrence.view import view

Positions = Callable[..., Table]
Laws = Callable[..., dict[Any, Fraction]]
Plays = Callable[..., Table]
EventsOf = Callable[..., list]
WON = Record("lawrence/aqaba", won=True)
SURPRISE = {"surprise": True}


def drawn(position: Positions, card: str, space: str, *dice: object, **written: Any) -> Table:
    """A card drawn by Lawrence and the Harb in a space, with the option of surprise."""
    fields = {"units": f"lawrence harb@{space}", "force": "lawrence harb", "cards": card} | written
    return position(DrawCard(), dice=[card, *dice], **{"house": SURPRISE} | fields)


def fought(position: Positions, card: str, space: str, *dice: object, **written: Any) -> Table:
    """The same, with the events of the Objective segment."""
    fields = {"units": f"lawrence harb@{space}", "force": "lawrence harb", "cards": card} | written
    return position(DrawCard(), Contact(), dice=[card, *dice], **{"house": SURPRISE} | fields)


# The words of the sheet.


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_counters_of_a_garrison_are_in_addition_to_those_of_a_card(
    number: int, seen: bool, position: Positions, events_of: EventsOf
) -> None:
    """LOA 32.2: "in addition to any units placed by an Ops card", face up or down: at Wejh, 2 more."""
    counters = ["oef-1", "oef-2", "oef-2", "oef-3", "oef-3"][: 2 + number]
    table = fought(
        position, "ottoman-column", "wejh", *[number] * (not seen), *counters, 1, 1,
        garrisons={"wejh": number if seen else None}, house={},
    )  # fmt: skip
    (battle,) = events_of(table, BattleJoined)
    assert (battle.card, battle.garrison, battle.called) == (2, number, tuple(counters))
    assert events_of(table, Surprised) == []


def test_a_card_at_a_garrison_that_is_seen_is_the_same_card(position: Positions) -> None:
    """LOA 32.2, LOA-C8: Ambush! makes its check, and the Ottomans fire first."""
    table = fought(
        position, "ambush", "aqaba", 6, "oef-1", "oef-2", "oef-2",
        garrisons={"aqaba": 1}, house={},
    )  # fmt: skip
    assert (table.state.fight.edge, len(table.state.fight.called)) == ("ottomans", 3)


@pytest.mark.parametrize(
    ("house", "least"), [({}, 3), (SURPRISE, 3), ({"bonus_against_garrisons": False}, 3)]
)
def test_the_plans_of_the_scripted_player_know_who_fights(
    house: dict[str, bool], least: int, position: Positions
) -> None:
    """LOA 32.2, LOA-R46: at Aqaba, a 3 that is seen; a card adds 2 or 3, except to a surprised one."""
    table = position(
        units="lawrence harb@rumm", force="lawrence", garrisons={"aqaba": 3}, house=house,
    )  # fmt: skip
    (stop,) = trip_of(situation(view(table)), ("aqaba",)).stops
    numbers = {number for number, chance in stop.odds if chance}
    assert numbers == ({least} if house == SURPRISE else {least, least + 2, least + 3})


# Surprise, a house rule.


# The Ottomans of a card.

CALLS = [
    ("turkish-patrol", "rumm", (), Threat(1)),
    ("turkish-patrol", "aqaba", (), Threat(2)),
    ("ottoman-column", "aqaba", (), Threat(2)),
    ("ottoman-column", "tabuk", (), Threat(3)),
    ("railway-guards", "mudawwara", (), Threat(3)),
    ("fakhri-pasha", "medina", (), Threat(3, ["pasha"])),
    ("fakhri-pasha", "umm-lejj", (), Threat(2)),
    ("asien-korps", "aqaba", (6,), Threat(3, ["asien-korps"])),
    ("ambush", "aqaba", (6,), Threat(2, ambush=True)),
    ("ambush", "aqaba", (1,), Threat(2)),
]
"""Cards, where they are drawn, the die of a check, and the battle that they call for."""


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize(("card", "space", "dice", "plain"), CALLS)
def test_a_card_brings_nobody_to_a_garrison_that_is_known(
    card: str, space: str, dice: tuple[int, ...], plain: Threat, number: int, position: Positions,
    events_of: EventsOf,
) -> None:  # fmt: skip
    """LOA-R46, LOA-C8: whatever its number, and whoever the card names."""
    table = drawn(position, card, space, *dice, garrisons={space: number})
    assert table.state.acting.threat is None
    assert events_of(table, Surprised) == [Surprised(space)]


@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize(("card", "space", "dice", "plain"), CALLS)
def test_nobody_is_surprised_by_a_force_that_does_not_know_him(
    card: str, space: str, dice: tuple[int, ...], plain: Threat, elsewhere: bool, position: Positions,
    events_of: EventsOf,
) -> None:  # fmt: skip
    """LOA-R46: a Garrison face down, or none but in other spaces."""
    garrisons: dict[str, int | None] = {"gaza": 3} if elsewhere else {space: None, "gaza": 3}
    table = drawn(position, card, space, *dice, garrisons=garrisons)
    assert (table.state.acting.threat, events_of(table, Surprised)) == (plain, [])


def test_the_reserves_that_find_no_space_come_too_late(position: Positions, events_of: EventsOf) -> None:
    """LOA-R46, LOA-R24: their Battle 1 brings nobody against a Garrison that is known."""
    full = "damascus deraa amman maan mudawwara"
    for number, threat in ((2, None), (None, Threat(1))):
        garrisons = dict.fromkeys(full.split()) | {"tabuk": number}
        table = drawn(position, "turkish-reserves", "tabuk", garrisons=garrisons)
        assert table.state.acting.threat == threat
        assert events_of(table, Surprised) == [Surprised("tabuk")] * (threat is None)


def test_where_no_battle_is_called_for_nobody_is_surprised(
    position: Positions, events_of: EventsOf
) -> None:
    """LOA-R46, LOA-C8: Railway Guards off the rails."""
    table = drawn(position, "railway-guards", "aqaba", garrisons={"aqaba": 2})
    assert (table.state.acting.threat, events_of(table, Surprised)) == (None, [])
    assert len(events_of(table, NoEvent)) == 1


def test_how_often_a_known_garrison_gets_help(law: Laws) -> None:
    """LOA-R46, LOA-C8: at Aqaba, with Leadership 3, of 14 cards four bring 2, and one brings 3 after a
    check that fails; none of them comes, and the plans of the scripted player know it.
    """

    def comes(table: Table) -> int:
        threat = table.state.acting.threat
        return threat.number if threat else 0

    fields = {
        "units": "lawrence harb@aqaba", "force": "lawrence harb", "leadership": 3, "house": SURPRISE,
    }  # fmt: skip
    half, card = Fraction(1, 2), Fraction(1, 14)
    wanted = {0: Fraction(1)}
    assert law(comes, DrawCard(), **fields, garrisons={"aqaba": 2}) == wanted
    hidden = {0: 1 - 4 * card - half * card, 2: 4 * card, 3: half * card}
    assert law(comes, DrawCard(), **fields, garrisons={"aqaba": None}) == hidden
    for surprise, odds in ((1.0, wanted), (0.0, hidden)):
        forecast = dict(card_odds("aqaba", tuple(sorted(CARD_TEXTS)), 3, surprise))
        assert {key: part for key, part in forecast.items() if part} == pytest.approx(odds)


# The battle.


@pytest.mark.parametrize(("card", "space"), [("ottoman-column", "aqaba"), ("turkish-patrol", "jefer")])
@pytest.mark.parametrize(("garrison", "counters"), [(1, "oef-1"), (3, "oef-1 oef-2 oef-3")])
def test_a_garrison_that_is_known_fights_alone_with_its_own_number(
    garrison: int, counters: str, card: str, space: str, position: Positions, events_of: EventsOf
) -> None:
    """LOA-R46, LOA-R36, LOA 32.2: the card adds nobody to it."""
    table = fought(position, card, space, *counters.split(), 1, 1, garrisons={space: garrison})
    (battle,) = events_of(table, BattleJoined)
    assert (battle.card, battle.garrison, battle.more) == (0, garrison, 0)
    assert table.state.fight.called == counters.split()
    assert events_of(table, GarrisonRevealed) == []


def test_a_garrison_that_is_turned_up_by_the_force_itself_is_not_surprised(
    position: Positions, events_of: EventsOf
) -> None:
    """LOA-R46, LOA-C2: it lay face down when the card was drawn."""
    counters = ["oef-1", "oef-2", "oef-2", "oef-3"]
    table = fought(position, "ottoman-column", "aqaba", 2, *counters, 1, 1, garrisons="aqaba")
    (battle,) = events_of(table, BattleJoined)
    assert (battle.card, battle.garrison, events_of(table, Surprised)) == (2, 2, [])


def test_a_garrison_that_is_known_lays_no_ambush(position: Positions, events_of: EventsOf) -> None:
    """LOA-R46, LOA-C8: the edge is rolled for, against the Garrison alone."""
    table = fought(position, "ambush", "aqaba", 6, "oef-1", 6, 1, garrisons={"aqaba": 1})
    assert (table.state.fight.edge, events_of(table, Ambushed)) == (ARABS, [])
    assert table.state.fight.called == ["oef-1"]


@pytest.mark.parametrize("garrisons_too", [True, False])
@pytest.mark.parametrize(("card", "space"), [("ottoman-column", "aqaba"), ("turkish-patrol", "jefer")])
def test_the_bonus_of_a_campaign_is_as_before(
    card: str, space: str, garrisons_too: bool, position: Positions, events_of: EventsOf
) -> None:
    """LOA-R46, LOA-R8: two more after two missions; with the option none, since the Garrison fights
    alone.
    """
    bonus = 2 if garrisons_too else 0
    counters = ["oef-1", "oef-2", "oef-2"][: 1 + bonus]
    table = fought(
        position, card, space, *counters, 1, 1, name="campaign", records=[WON] * 2,
        garrisons={space: 1}, house=SURPRISE | {"bonus_against_garrisons": garrisons_too},
    )  # fmt: skip
    (battle,) = events_of(table, BattleJoined)
    assert (battle.card, battle.garrison, battle.more) == (0, 1, bonus)
    assert table.state.fight.called == counters


def test_scouting_and_riding_in_at_once_surprises_the_garrison(
    position: Positions, play: Plays, events_of: EventsOf
) -> None:
    """LOA-R46, LOA-C10: in one Operation; the patrol brings nobody, and the Garrison is a 1."""
    table = position(
        units="lawrence+aeroplane harb@aqaba", force="lawrence harb", garrisons="maan",
        house=SURPRISE, cards="turkish-patrol", dice=[4, 1, "turkish-patrol", "oef-1", 1, 1],
    )  # fmt: skip
    play(table, "scout maan", "move maan")
    (battle,) = events_of(table, BattleJoined)
    assert (battle.card, battle.garrison) == (0, 1)
    (surprised,) = events_of(table, Surprised)
    assert surprised.text == "The Garrison of Maan is surprised: the card brings no Ottomans."
