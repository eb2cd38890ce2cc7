"""The drawings of a mission: status line, goals, forces, Garrisons, cards, a battle, the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from sandtable import Table
from sandtable_lawrence.battle_events import foe_name
from sandtable_lawrence.break_off import RoundOver
from sandtable_lawrence.line_up import LiningUp
from sandtable_lawrence.map_picture import LABELS
from sandtable_lawrence.roster import NAMES, UNITS
from sandtable_lawrence.state import SEAT
from sandtable_lawrence.tables import CARD_TEXTS

Positions = Callable[..., Table]

WIDTHS = (60, 80, 120)
widths = pytest.mark.parametrize("width", WIDTHS)

REVOLT: dict[str, Any] = {
    "units": "lawrence+aeroplane auda+machineguns harb+demolition+demolition mercenaries@maan "
    "regulars-1 armored-car@aqaba camp@azrak billi howeitat+machineguns@jauf",
    "force": "lawrence auda harb",
    "garrisons": {"wejh": 2, "medina": None, "tabuk": None},
    "breaks": "hedia",
    "stores": {"bair": "demolition"},
    "held": "allenby spies-in-the-souk",
    "cards": "ambush",
    "discards": sorted(set(CARD_TEXTS) - {"ambush", "allenby", "spies-in-the-souk"}),
    "lost": "sherif-ali",
    "pounds": 12,
    "ops": 3,
}
"""A little of everything."""

FOES = "pasha asien-korps armored-train ottoman-aeroplane oef-2 oef-2 oef-4"


def battle(position: Positions, **more: Any) -> Table:
    """The same in a battle with a Garrison, in the middle of a round."""
    fight = {
        "foes": FOES, "garrison": 3, "fired": ["harb", "auda"],
        "arabs": ["harb", "auda", "mercenaries", "lawrence"],
    }  # fmt: skip
    garrisons = REVOLT["garrisons"] | {"maan": 3, "wejh": 2}
    written = REVOLT | {"battle": fight, "garrisons": garrisons} | more
    return position(LiningUp(seat=SEAT), **written)


def board(table: Table, width: int = 80, height: int | None = None) -> list[str]:
    return list(table.game.board(table.view(SEAT), width, height))


def flat(lines: Iterable[str]) -> str:
    """The whole text in one line, however it was wrapped."""
    return " ".join(" ".join(lines).split())


# The status line.


@pytest.mark.parametrize(("appealed", "expected"), [(False, "open"), (True, "made")])
def test_the_status_shows_ops_pounds_leadership_and_the_appeal(
    appealed: bool, expected: str, position: Positions
) -> None:
    """LOA 34.1, LOA 34.4, LOA-R2, LOA 29."""
    table = position(**REVOLT, appealed=appealed)
    status = table.game.status(table.view(SEAT))
    assert status.startswith("Ops 3. Goals 2/3. Pounds 12. Leadership 3/5.")
    assert f"Appeal {expected}" in status


@pytest.mark.parametrize("name", ["aqaba", "campaign"])
@pytest.mark.parametrize("attempt", [False, True])
def test_the_status_fits_into_a_narrow_screen(name: str, attempt: bool, position: Positions) -> None:
    """LOA 28, LOA 34.3: with the largest numbers, also in a campaign."""
    more = {"ops": 14, "pounds": 99, "name": name, "attempt": attempt}
    table = position(**(REVOLT | more))
    assert len(table.game.status(table.view(SEAT))) <= 80


# The board.


@widths
@pytest.mark.parametrize("fighting", [False, True])
def test_no_line_is_wider_than_asked(width: int, fighting: bool, position: Positions) -> None:
    """LOA-C6, LOA-C2: a battle or none, with and without a height."""
    table = battle(position) if fighting else position(**REVOLT)
    for height in (None, 5, 24):
        assert max(map(len, board(table, width, height))) <= width


@widths
@pytest.mark.parametrize("fighting", [False, True])
def test_nothing_is_cut_off_in_a_narrow_board(width: int, fighting: bool, position: Positions) -> None:
    """LOA-C6, LOA-C2: the same words as on a very wide one, only wrapped."""
    table = battle(position) if fighting else position(**REVOLT)
    wide = flat(board(table, 1000))
    assert flat(board(table, width)) == wide


def test_every_unit_is_shown_with_its_strength_move_and_gear(position: Positions) -> None:
    """LOA 29, LOA 35: gear that fights is in the strength; a + marks leaders."""
    text = flat(board(position(**REVOLT)))
    assert "*Maan: Lawrence 2+5 [Aeroplane]; Auda 5+4 [Machineguns];" in text
    assert "Harb 1-3 [Demolition x2]; also there: Mercenaries 3-4" in text
    assert "Aqaba: Regulars 1 (4-1); Armored Car 4-2" in text
    assert "Jauf: Howeitat 4-3 [Machineguns]; Billi 1-3" in text
    assert "Azrak: Feisal's Camp" in text
    assert "Bair: not carried: Demolition" in text
    here = [unit.id for unit in position(**REVOLT).state.units.values() if unit.space]
    assert all(UNITS[unit].name in text for unit in here)
    assert "Sherif Ali" not in text


def test_only_the_space_of_the_operating_force_is_marked(position: Positions) -> None:
    """LOA-C2: with a star."""
    assert [line[:6] for line in board(position(**REVOLT)) if "*" in line] == ["*Maan:"]


def test_units_left_behind_stand_apart_from_the_operating_force(position: Positions) -> None:
    """LOA-C2: the star is for the others."""
    table = position(**REVOLT)
    table.state.operation.force[:] = ["lawrence", "auda", "mercenaries"]
    text = flat(board(table))
    assert "*Maan: Lawrence 2+5 [Aeroplane]; Auda 5+4 [Machineguns]; Mercenaries 3-4; " in text
    assert "also there: Harb 1-3 [Demolition x2]" in text


def test_the_heading_of_a_battle_is_wrapped(position: Positions) -> None:
    """LOA-C6: it is whole in a narrow pane."""
    head = flat(board(battle(position), 30))
    assert "the Arabs fire first" in head or "the Ottomans fire first" in head


def test_garrisons_breaks_and_cards_are_shown(position: Positions) -> None:
    """LOA 32, LOA-R3, LOA 35.1, LOA-C8: face down without a number; held and played cards."""
    text = flat(board(position(**REVOLT)))
    assert "Garrisons: Wejh 2; Medina ?; Tabuk ?" in text
    assert "RR Breaks: Hedia" in text
    assert "Held: Allenby; Spies" in text
    played = text[text.index("Played:") :].lower()
    for card in REVOLT["discards"]:
        assert card.replace("-", " ") in played
    assert "ambush" not in text.lower()


def test_goals_are_shown_and_which_are_met(position: Positions) -> None:
    """LOA-C11: of every mission."""
    text = flat(board(position(**REVOLT)))
    assert "Goals: [ ] Garrisons gone from Wejh, Aqaba (1/2); [x] an Arab unit in Aqaba" in text
    rail = flat(board(position(**REVOLT, name="hejaz-railroad")))
    assert "[ ] RR Breaks in 3 of Maan, Mudawwara, Tabuk, Madain Salih, Hedia, Medina" in rail
    gaza = flat(board(position(**REVOLT, name="gaza-offensive")))
    assert "[x] Garrisons gone from 2 of Gaza, Beersheba, Jerusalem" in gaza
    assert "[ ] RR Breaks in 1 of Deraa, Amman" in gaza
    damascus = flat(board(position(**REVOLT, name="damascus")))
    assert "[ ] Lawrence or a leader with 1 other unit in Damascus" in damascus


# A battle.


@widths
def test_both_lines_of_a_battle_stand_side_by_side(width: int, position: Positions) -> None:
    """LOA-C6, LOA 29: from the top, with strengths, bonus, and who has fired; the Garrison, the Edge."""
    table = battle(position)
    table.state.fight.foes[1].fired = True
    table.refresh()
    lines = [" ".join(line.split()) for line in board(table, width)]
    assert lines[0] == "BATTLE at Maan, Garrison 3, the Arabs fire first"
    rows = [row[2:].split(" | ") for row in lines[1:7]]
    assert [ours for ours, _ in rows] == [
        "Harb 1, fired", "Auda 5, fired", "Mercenaries 3", "Lawrence 2", "no unit", "no unit",
    ]  # fmt: skip
    assert [theirs for _, theirs in rows] == [
        "Armored Train (5)", "Asien Korps (5 with Aeroplane), fired", "OEF 4", "Pasha (3)", "OEF 2",
        foe_name("oef-2-b"),
    ]  # fmt: skip


def test_the_edge_and_a_missing_garrison_are_shown_as_they_are(position: Positions) -> None:
    """LOA-C6: no word of it before it is rolled, or without a Garrison."""
    plain = {"foes": "oef-2", "edge": "", "garrison": 0}
    assert board(battle(position, battle=plain))[0] == "BATTLE at Maan"
    theirs = {"foes": "oef-2", "edge": "ottomans", "garrison": 0}
    assert board(battle(position, battle=theirs))[0] == "BATTLE at Maan, the Ottomans fire first"


@pytest.mark.parametrize("space", ["madain-salih", "wadi-sirhan", "maan"])
def test_the_head_of_a_battle_fits_a_narrow_screen(space: str, position: Positions) -> None:
    """LOA-C6: whatever the space is called."""
    table = position(
        RoundOver(seat=SEAT), units=f"harb@{space}", force="harb",
        battle={"foes": "oef-2", "garrison": 3, "edge": "ottomans"},
    )  # fmt: skip
    assert board(table, 60)[0].endswith("the Ottomans fire first")


def test_in_little_height_a_battle_goes_before_goals_and_cards(position: Positions) -> None:
    """LOA-C6: its lines and the forces."""
    table = battle(position)
    text = flat(board(table, 80, height=10))
    assert text.startswith("BATTLE at Maan")
    assert "Goals" not in text
    assert "Played" not in text
    assert "Aqaba: Regulars 1" in text


# The map.


@widths
def test_the_map_shows_what_stands_where(width: int, position: Positions) -> None:
    """LOA-C5, LOA 32, LOA 35, LOA 36: leaders by letter, others counted, and what lies there."""
    table = position(**REVOLT)
    lines = list(table.game.map(table.view(SEAT), width))
    text = "\n".join(lines)
    assert max(map(len, lines)) <= width
    picture = text[: text.index("== rail")]
    badges = ("[LA:2]", "[:2]", "[C]", "<?>", "<G2>", "[x]", "[*d]")
    assert [badge for badge in badges if badge not in picture] == []
    assert [label for label in LABELS.values() if label not in text] == []


def test_letters_of_leaders_and_gear_are_distinguished() -> None:
    """LOA 29, LOA 35: no two begin alike."""
    leaders = [unit.name[0] for unit in UNITS.values() if unit.sort == "leader"]
    gear = [NAMES[item][0] for item in ("machineguns", "demolition", "aeroplane")]
    assert len(set(leaders)) == len(leaders)
    assert len(set(gear)) == len(gear)


def test_the_map_does_not_change_with_a_battle(position: Positions) -> None:
    """LOA-C6, LOA 31: Ottoman counters come for the battle alone."""
    plain, fighting = position(**REVOLT), battle(position, garrisons=REVOLT["garrisons"])
    assert plain.game.map(plain.view(SEAT), 100) == fighting.game.map(fighting.view(SEAT), 100)


def test_a_view_is_a_copy(position: Positions) -> None:
    """LOA-R3: whoever draws it cannot change the game."""
    table = position(**REVOLT)
    view: Any = table.view(SEAT)
    assert view.state == table.state
    view.state.units["harb"].space = "damascus"
    view.state.garrisons.clear()
    assert table.state.units["harb"].space == "maan"
    assert len(table.state.garrisons) == 3
