"""The items that the player can ask about by name, and the map in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from games import OPPOSITE
from nonempty import some

import sandtable
from sandtable import Item, Table
from sandtable_console.show import find
from sandtable_lawrence.line_up import LiningUp
from sandtable_lawrence.preparation import Prepare
from sandtable_lawrence.roster import OTTOMANS, ROSTER, UNITS
from sandtable_lawrence.spaces import BOARD, NAMES, WATER
from sandtable_lawrence.state import SEAT
from sandtable_lawrence.tables import CARD_TEXTS

Positions = Callable[..., Table]
WAY = re.compile(
    r"(?:^|[:;,] )(?:(rail|track|desert|by sea) )?((?:north|south|east|west)[a-z-]*) to ([A-Z][\w ]*)"
)

REVOLT: dict[str, Any] = {
    "units": "lawrence+aeroplane auda+machineguns harb@maan regulars-1@aqaba camp@azrak",
    "force": "lawrence auda",
    "garrisons": {"wejh": 2, "medina": None},
    "breaks": "hedia",
    "stores": {"bair": "demolition"},
    "held": "allenby",
    "cards": "ambush",
    "discards": sorted(set(CARD_TEXTS) - {"ambush", "allenby"}),
    "lost": "sherif-ali",
    "pounds": 12,
    "ops": 1,
}


def shown(table: Table, typed: str, kind: str = "") -> str:
    """The whole text of one item, in a line."""
    matches = find(table.game.items(table.view(SEAT)), typed)
    (item,) = [item for item in matches if kind in ("", item.kind)]
    return " ".join([str(item), *item.about])


def relations(table: Table) -> dict[str, str]:
    lines = list(table.game.relations(table.view(SEAT)))
    return {re.split("[,:]", line)[0]: line for line in lines}


def items_of_kind(table: Table, kind: str) -> list[Item]:
    return [item for item in table.game.items(table.view(SEAT)) if item.kind == kind]


@pytest.mark.parametrize("name", ["aqaba", "damascus", "campaign"])
@pytest.mark.parametrize("seed", range(2))
def test_all_that_there_is_can_be_shown_in_every_position(name: str, seed: int) -> None:
    """LOA 29, LOA-C5, LOA-C8: every space, counter, piece of gear and card, with a line at least."""
    session = sandtable.new(f"lawrence/{name}", seed=seed)
    session.seat_players({SEAT: "random"})
    for _ in some(islice(session.play(400), 0, None, 15)):
        battle, table = session.state.battle, session.table
        foes = [foe.id for foe in battle.foes if foe.id not in OTTOMANS] if battle else []
        assert [item.name for item in items_of_kind(table, "space")] == list(NAMES)
        assert [item.name for item in items_of_kind(table, "unit")] == [*UNITS, *OTTOMANS, *foes]
        assert [item.name for item in items_of_kind(table, "item")] == list(ROSTER.gear)
        assert [item.name for item in items_of_kind(table, "card")] == sorted(CARD_TEXTS)
        for kind in ("space", "unit", "item", "card"):
            assert all(item.about for item in items_of_kind(table, kind))


def test_every_link_is_shown_at_both_ends_the_way_back_in_the_opposite_direction(
    position: Positions,
) -> None:
    """LOA 30, LOA-C5: by rail, track, desert and sea, as many as the map has."""
    links = set()
    for here, line in relations(position(units="lawrence@aqaba")).items():
        kind = ""
        for named, point, other in WAY.findall(line):
            kind = (named or kind).replace("by sea", WATER)
            links.add((kind, here, point, other))
    assert {(kind, frozenset((a, b))) for kind, a, _, b in links} == {
        (link.kind, frozenset((NAMES[link.a], NAMES[link.b]))) for link in BOARD.links
    }
    assert len(links) == 2 * len(BOARD.links)
    assert all((kind, b, OPPOSITE[point], a) in links for kind, a, point, b in links)


def test_a_space_shows_who_is_there_and_what_lies_there(position: Positions) -> None:
    """LOA 32, LOA 35.1, LOA-R14: in the map of words as when it is asked about."""
    table = position(**REVOLT)
    lines = relations(table)
    here = (
        "Lawrence (strength 2+, moves 5, Aeroplane); Auda (strength 5+, moves 4, Machineguns); "
        "Harb (strength 1, moves 3)"
    )
    assert lines["Maan"].startswith("Maan, city, on the railway: rail north to Amman, ")
    assert lines["Maan"].endswith(f"; {here}")
    assert f"Here: {here}." in shown(table, "maan")
    assert lines["Medina"].endswith("; a Garrison face down")
    assert lines["Wejh"].endswith("; Garrison 2")
    assert lines["Hedia"].endswith("; RR Break")
    assert lines["Bair"].endswith("; not carried: Demolition")
    assert lines["Tabuk"].endswith("; empty")


def test_a_space_shows_what_is_special_about_it(position: Positions) -> None:
    """LOA 30.1, LOA 30.2, LOA-C3, LOA-C11: goals, sales, who may enter, what a battle is worth."""
    table = position(**REVOLT)
    assert "A battle here is worth 2 Ops" in shown(table, "medina")
    assert shown(table, "mecca").startswith("Mecca, space: holy city, for leaders only")
    assert "for Lawrence only" in shown(table, "cairo")
    sold = "Sold here, in Pounds: Regulars 5, Armored Car 5, Machineguns 1, Demolition 1, Aeroplane 2."
    assert sold in shown(table, "aqaba")
    assert "Sold here, in Pounds: Bedouin 2, Mercenaries 4, Machineguns 0, " in shown(table, "azrak")
    assert "Sold here" not in shown(table, "wejh")
    first = sandtable.new("lawrence/aqaba", seed=1).table
    assert "Sold here before the mission, in Pounds: Bedouin 4, Mercenaries 5, " in shown(first, "yenbo")
    assert "Sold here, in Pounds: Regulars 5, " in shown(first, "jidda")
    assert "Goal: an Arab unit in Aqaba, met." in shown(table, "aqaba")
    assert "Goal: Garrisons gone from Wejh, Aqaba (1/2), not met." in shown(table, "wejh")


@pytest.mark.parametrize(
    ("name", "at_aqaba"),
    [("from-cairo", " before the mission, in Pounds: Bedouin 4"), ("aqaba", ", in Pounds: Regulars 5")],
)
def test_before_a_mission_lawrence_in_cairo_is_sold_gear(
    name: str, at_aqaba: str, position: Positions
) -> None:
    """LOA-R47, LOA-R38, LOA-C3: units at the base, if there is one; also while he appeals."""
    units = "lawrence@cairo harb@aqaba camp@rumm"
    table = position(Prepare(), name=name, units=units, garrisons="maan", pounds=9, dice=[1])
    for line in ("appeal", ""):
        assert "Sold here before the mission, in Pounds: Machineguns 1, " in shown(table, "cairo")
        assert f"Sold here{at_aqaba}" in shown(table, "aqaba")
        if line:
            table.choose(table.read(line))


def test_a_garrison_face_down_may_be_any_number_that_nobody_has_seen(position: Positions) -> None:
    """LOA-R3: with its chance; those that were seen are told apart."""
    table = position(units="lawrence@aqaba", garrisons={"medina": None, "maan": 2}, beaten=(0,))
    assert "It may be: 0 (25 %), 1 (25 %), 3 (50 %)." in shown(table, "medina")
    assert "may be" not in shown(table, "maan")
    text = shown(table, "garrisons")
    assert "On the map: Medina ?, Maan 2. Numbers not seen yet: 0, 1, 3, 3." in text
    assert "Eliminated, and back in the box: 0." in text


def test_a_unit_shows_strength_gear_and_where_it_could_go(position: Positions) -> None:
    """LOA 29, LOA 35, LOA-C4: printed and as it is now; the lost and those in the Recruit box."""
    table = position(**REVOLT)
    auda = shown(table, "auda")
    assert auda.startswith("Auda, unit: leader, at Maan Strength 4+, now 5; moves 4. Auda abu Tayi")
    assert "a commander of extraordinary abilities. A leader: adds 1" in auda
    assert "Carries 1 of at most 1 piece of gear: Machineguns. In the Operating force." in auda
    assert "In the Operating force" not in shown(table, "harb")
    reached = shown(table, "regulars 1").rpartition("Overland, by itself, it can reach: ")[2]
    assert reached == "Maan, Muweilah, Nekhl, Rumm."
    assert shown(table, "sherif").startswith("Sherif Ali, unit: leader, lost in this mission")
    assert shown(table, "billi").startswith("Billi, unit: Bedouin, to be recruited")
    assert shown(table, "feisal's camp").startswith(
        "Feisal's Camp, unit: Arab unit, at Azrak Strength 2"
    )


def test_gear_shows_its_use_and_who_has_it(position: Positions) -> None:
    """LOA 35, LOA-C3, LOA-C12: carried, lying about, in the box."""
    table = position(**REVOLT)
    assert shown(table, "machineguns").endswith("Adds 1 to strength. Costs 1 Pound. Carried by Auda.")
    assert "gear, 3 of 4 in the gear box" in shown(table, "demolition")
    assert shown(table, "demolition").endswith("On the ground at Bair.")


def test_a_charge_that_is_spent_is_shown(position: Positions) -> None:
    """LOA 35.1, LOA-R40: in no box, and on no line."""
    table = position(**{**REVOLT, "spent": ["demolition"], "gear": []})
    assert shown(table, "demolition").endswith("1 spent for the rest of the mission.")


def test_a_card_shows_its_words_and_where_it_is(position: Positions) -> None:
    """LOA-C8, LOA-R2: held, played, or not seen yet, and how many of these come."""
    table = position(**REVOLT)
    assert shown(table, "allenby").startswith(
        "Allenby, card: Operations card, held Hold this card. Play it with"
    )
    assert shown(table, "gold").endswith("card: Operations card, played Gain 2 Pounds.")
    assert shown(table, "ambush").endswith("Cards not seen yet: 1; still to come: 1.")
    assert "Not seen yet: Ambush!. Played: Asien Korps, " in shown(table, "operations deck")
    assert shown(table, "held cards") == "Held cards, pile: Allenby"


def test_a_counter_and_a_card_of_one_name_are_both_told(position: Positions) -> None:
    """LOA 31, LOA-C8: the Asien Korps."""
    table = position(**REVOLT)
    assert "Ottoman, 1 of 1 in the bin" in shown(table, "asien", "unit")
    assert "Operations card" in shown(table, "asien", "card")


def test_a_battle_is_shown_from_the_top_of_both_lines(position: Positions) -> None:
    """LOA-C6: strengths, who has fired, and each Ottoman by its name."""
    fight = {
        "foes": "pasha oef-2 oef-2", "fired": ["auda"], "arabs": ["auda", "lawrence"], "edge": "arabs"
    }  # fmt: skip
    table = position(LiningUp(seat=SEAT), **REVOLT | {"battle": fight})
    lines = list(table.game.relations(table.view(SEAT)))
    assert lines[:3] == [
        "Battle at Maan; the Arabs fire first.",
        "Arabs from the top: Auda (strength 5+, moves 4, Machineguns), fired; "
        "Lawrence (strength 2+, moves 5, Aeroplane).",
        "Ottomans from the top: Pasha (strength 3+); OEF 2 (strength 2); OEF 2b (strength 2).",
    ]
    assert shown(table, "oef-2b") == (
        "OEF 2b, unit: Ottoman, in the battle at Maan OEF 2b (strength 2)."
    )
    assert "In the battle: OEF 2 (strength 2); OEF 2b (strength 2)." in shown(table, "oef-2")


def test_the_tracks_show_what_they_are_good_for(position: Positions) -> None:
    """LOA 28, LOA 34.1, LOA 34.2, LOA-C11, LOA-R45: Ops, Pounds, Leadership, goals."""
    table = position(**REVOLT, leadership=3)
    assert shown(table, "ops").startswith("Ops, track: 1 If no Ops are left")
    assert "Leadership, track: 3/5 A Leadership check succeeds on a roll of 3 or less" in shown(
        table, "leadership"
    )
    prices = "Bedouin 4 (2 at the Camp), Mercenaries 5 (4 at the Camp), Regulars 5, Armored Car 5, "
    assert prices in shown(table, "pounds")
    assert shown(table, "goals").startswith("Goals, track: 1 of 2 met; all are needed to win ")
