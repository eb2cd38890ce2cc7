"""A position as text."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import sandtable
from sandtable import Done, Table, styled
from sandtable_megiddo.actions import Commit, Discard
from sandtable_megiddo.cards import CARDS
from sandtable_megiddo.events import Drew, Revealed, card_list
from sandtable_megiddo.order_of_battle import OrderOfBattle
from sandtable_megiddo.reserve import Reserve
from sandtable_megiddo.state import Side

Positions = Callable[..., Table]
Sides = Callable[..., Side]


def board(table: Table, seat: str | None, width: int = 80, height: int | None = None) -> str:
    return "\n".join(table.game.board(table.view(seat), width, height))


def test_the_status_shows_round_and_points(position: Positions, side: Sides) -> None:
    """MEG victory: each score with what wins."""
    table = position(british=side(score=2), turkish=side(score=1, high=3))
    line = table.game.status(table.view("british"))
    assert line == "Round 1. Victory points: British 2/5, Turkish 1/3."


def test_the_board_hides_what_is_face_down(position: Positions, side: Sides) -> None:
    """MEG-R18, MEG-R22: the other side's hand, discards and Order of Battle."""
    sides = {
        "british": side(hand="lawrence", aside="forage", battle="engineer"),
        "turkish": side(hand="kemal", aside="rail-cuts", battle="towns"),
    }
    shown = board(position(**sides, revealed=False), "turkish")
    assert "Order of Battle: face down" in shown
    assert all(name not in shown for name in ("Lawrence", "Forage", "Engineer"))
    for line in (
        "Turkish hand: Kemal",
        "Turkish discards: Rail Cuts",
        " T 1  Towns",
        "hand and committed 3",
    ):
        assert line in shown


@pytest.mark.parametrize("height", [8, 20])
def test_next_to_options_that_list_the_hand_the_board_does_not(
    position: Positions, side: Sides, height: int
) -> None:
    """MEG 2, MEG 3: while a side chooses from its hand; afterwards the board has it again."""
    turkish = side(hand="kemal", aside="rail-cuts", battle="towns")
    shown = board(position(turkish=turkish, revealed=False), "turkish", 80, height)
    assert "Kemal" not in shown
    assert "Rail Cuts" in shown
    assert "Kemal" in board(position(turkish=turkish), "turkish", 80, height)


def test_nothing_lies_face_down_before_a_side_can_lay_a_card() -> None:
    """MEG 2, MEG 3: at the Reserve, and while the British commit, who do so first."""
    game = sandtable.new("megiddo/1918-even", seed=11, seats={"turkish": "scripted"})
    for _ in game.play():
        pass
    assert "Order of Battle: face down" not in board(game.table, "british")
    game.choose(Done())
    for _ in game.play():
        pass
    assert "Order of Battle: face down" not in board(game.table, "british")


def test_an_empty_order_of_battle_lies_face_down_while_the_other_side_chooses() -> None:
    """MEG 3, MEG-R22: not even its size is known."""
    game = sandtable.new("megiddo/1918-even", seed=11)
    while not (game.to_move == "turkish" and game.table.decision.title == "Order of Battle"):
        game.choose(Done())
    assert game.state.sides["british"].battle == []
    assert "Order of Battle: face down" in board(game.table, "turkish")


def test_the_board_names_an_empty_order_of_battle(position: Positions, side: Sides) -> None:
    """MEG-R18: one's own, before a card is laid."""
    assert "Order of Battle: empty" in board(position(revealed=False), "british")


def test_the_board_shows_what_has_become_of_cards(position: Positions, side: Sides) -> None:
    """MEG-R15, MEG-R2: equal cards are counted."""
    british = side(
        battle="disrupted-roads roads roads british-artillery", draw="forage", casualties="engineer"
    )
    british.battle[0].acted = True
    shown = board(position(british=british), "turkish")
    assert " S 1  Roads x2" in shown
    assert " S 1  Roads (disrupted)" in shown
    assert " A 4  British Artillery (acted)" in shown
    assert "draw pile 1, reserve 0, lost 1" in shown


def test_the_board_shows_which_leaders_count(position: Positions, side: Sides) -> None:
    """MEG-R6: as many as there are other cards, the highest first."""
    british = "allenby lawrence disrupted-british-infantry engineer british-artillery roads"
    turkish = "corps-headquarters tiller kemal bedouins caucasus-cavalry"
    lines = board(position(british=british, turkish=turkish), None, 100).splitlines()
    left, right = zip(*(re.split(" +[|]", line) for line in lines[:5]), strict=True)
    assert left[2:4] == (" L 5  Allenby (attached)", " L 5  Lawrence of Arabia (attached)")
    led = (" L 5  Kemal (attached)", " L 3  Tiller (attached)", " L 1  Corps Headquarters")
    assert right[2:] == tuple(f" {line}" for line in led)


def test_with_room_each_card_in_hand_has_a_line_and_each_kind_says_what_it_does(
    position: Positions, side: Sides
) -> None:
    """MEG cards: what a kind is for."""
    table = position(british=side(hand="lawrence roads roads forage"))
    lines = board(table, "british", 80, 20).splitlines()
    hand = [" L 5  Lawrence of Arabia", " S 1  Roads x2", " N    Forage"]
    assert lines[lines.index("British hand:") + 1 :][:7] == [
        *hand,
        "",
        " L  leader: adds its Force in phase 8 if attached to a card; cannot be attacked",
        "    Lawrence: if he is lost, so is the game",
        " S  supply: adds 1 to each unit of its side in phase 8; charged first by cavalry",
    ]
    assert "Phases: 1 Maneuver" in "".join(lines)
    assert "the British win ties" in " ".join(lines)
    short = board(table, "british", 80, len(lines) - 1).splitlines()
    assert short == lines[: len(short)]
    assert "nuisance" in short[-1]
    assert board(table, "british", 80, len(short) - 1).splitlines()[-3:] == hand
    assert "British hand: Lawrence of Arabia, Roads x2, Forage" in board(table, "british", 80, 5)
    assert "Turkish hand" not in board(table, "british", 80, 20)


def test_cards_have_the_colours_of_ones_own_and_of_the_enemy(position: Positions, side: Sides) -> None:
    """MEG-R18: as the seat that looks sees them; who looks for nobody sees none."""
    table = position(british="allenby engineer", turkish="kemal bedouins")
    roles = {}
    for seat in ("british", "turkish", None):
        lines = table.game.board(table.view(seat), 80)
        row = next(line for line in lines if "Engineer" in line)
        roles[seat] = [role for piece, role, *_ in styled.pieces(row) if piece.strip(" |")]
    assert roles == {"british": ["own", "enemy"], "turkish": ["enemy", "own"], None: [None]}


def test_in_little_room_the_cards_of_a_kind_share_a_line(position: Positions, side: Sides) -> None:
    """MEG-R18, MEG-R15: with how many are disrupted; the hand, then the letters, are left out last."""
    battle = "engineer disrupted-engineer british-infantry british-infantry roads royal-air-force"
    table = position(british=side(battle=battle, hand="lawrence forage"))
    full = board(table, "british", 80)
    assert board(table, "british", 80, len(full.splitlines())) == full
    short = board(table, "british", 80, len(full.splitlines()) - 1)
    plain = re.sub(" +[|].*", "", short)
    assert " I British Infantry 6 x2, Engineer 1\n   x2 (1 disrupted)\n P Royal Air Force 2\n" in plain
    assert "British hand: Lawrence of Arabia, Forage" in short
    assert "discards" not in short
    assert short.endswith(
        "\nI infantry, P plane, S supply, disrupted: half Force, destroyed if hit again"
    )
    assert board(table, "british", 80, len(short.splitlines())) == short
    shorter = board(table, "british", 80, len(short.splitlines()) - 1)
    assert "hand:" not in shorter
    assert shorter.splitlines()[-1] == short.splitlines()[-1]
    assert "I infantry" not in board(table, "british", 80, len(shorter.splitlines()) - 1)
    hidden = position(british=side(battle=battle, hand="lawrence"), revealed=False)
    assert "hand:" not in board(hidden, "british", 80, 3)


def test_cards_in_a_line_are_counted_and_in_order() -> None:
    """MEG cards: as people lay them out, leaders first."""
    assert card_list(["forage", "roads", "lawrence", "roads"]) == "Lawrence of Arabia, Roads x2, Forage"
    assert card_list([]) == "nothing"
    assert Drew("turkish", 1).text == "The Turks draw 1 card."
    assert Revealed(("roads",), ()).text == "Battle: the British commit Roads; the Turks commit nothing."


def test_options_are_described(position: Positions, side: Sides) -> None:
    """MEG cards, MEG 2, MEG 3: a card with its kind and Force."""
    british = side(hand="forage lawrence british-machine-guns")
    for phase, verb, does in ((Reserve(), Discard, "draw as many"), (OrderOfBattle(), Commit, "fight")):
        table = position(phase, british=british)
        fatal = ", if he is lost, so is the game" * (verb is Commit)
        cards = {"lawrence": f"leader 5{fatal}", "british-machine-guns": "machine gun 3"}
        descriptions = {card: table.decision.describe(table, verb(card)) for card in cards}
        assert descriptions == cards
        assert table.decision.describe(table, Done()).startswith(does)
    assert CARDS["forage"].label == "nuisance"


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_board_keeps_to_its_width(width: int, position: Positions, side: Sides) -> None:
    """MEG cards: however long the names."""
    long = "new-zealand-mounted-division australian-mounted-division hms-druid-hms-forester "
    battle = long + "disrupted-new-zealand-mounted-division"
    sides = {seat: side(hand=long * 3, battle=battle) for seat in ("british", "turkish")}
    table = position(**sides)
    for height in (None, 5):
        lines = board(table, None, width, height).splitlines()
        assert all(len(line) <= width for line in lines)
    assert ("New Zealand Mounted Division (disrupted)" in board(table, None, width)) == (width == 120)


def test_tracks_are_what_all_may_know(position: Positions, side: Sides) -> None:
    """MEG-R18, MEG victory: points and casualties."""
    table = position(british=side(score=1, hand="roads"), turkish=side(high=3, casualties="towns kemal"))
    expected = {"british-victory-points": 1, "turkish-victory-points": 0}
    expected |= {"british-casualties": 0, "turkish-casualties": 2}
    for seat in ("british", "turkish", None):
        assert table.game.tracks(table, seat) == expected


@pytest.mark.parametrize("width", [60, 61, 64, 70])
def test_a_narrow_column_parts_no_pile_from_its_number(width: int) -> None:
    """MEG-R18: the piles of a side, in a row that is broken between two of them."""
    table = sandtable.new("megiddo/1918", seed=3).table
    rows = [row.split("|")[0].strip() for row in board(table, "british", width).splitlines()]
    place = rows.index("Order of Battle: empty")
    assert rows[place - 1] == "lost 0" or rows[place - 1].endswith(", lost 0")
    assert "\N{NO-BREAK SPACE}" not in "".join(rows)
