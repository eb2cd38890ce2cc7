"""The items that a seat can ask about by name, and the table in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import islice

import pytest
from nonempty import some

import sandtable
from sandtable import Table
from sandtable_console.show import find
from sandtable_megiddo.cards import CARDS
from sandtable_megiddo.state import OTHER, SEATS, Side

Positions = Callable[..., Table]
Sides = Callable[..., Side]
seats = pytest.mark.parametrize("seat", [*SEATS, None])


def shown(table: Table, seat: str | None, typed: str) -> str:
    """The whole text of one item, in a line."""
    (item,) = find(table.game.items(table.view(seat)), typed)
    return " ".join([str(item), *item.about])


def relations(table: Table, seat: str | None) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in table.game.relations(table.view(seat)))


@seats
@pytest.mark.parametrize("name", ["megiddo/1918", "megiddo/1918-even"])
def test_every_card_is_shown_and_its_numbers_add_up_in_every_position(
    name: str, seat: str | None
) -> None:
    """MEG cards, MEG-R18: every card of both decks, all of its copies somewhere."""
    session = sandtable.new(name, seed=7)
    session.seat_players(dict.fromkeys(SEATS, "scripted"))
    data = session.scenario.data
    for _ in some(islice(session.play(400), 0, None, 15)):
        things = session.scenario.game.items(session.view(seat))
        cards = {t.name: t for t in things if t.kind == "card" and "(disrupted)" not in t.title}
        assert cards.keys() == {id for side in SEATS for id, n in data.of(side).deck.items() if n}
        for item in cards.values():
            total, copies = re.findall(r"deck, (\d+) in all: (.*)\.", item.about[-1])[0]
            assert sum(map(int, re.findall(r"\d+", copies))) == int(total)


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_of_the_other_side_that_lies_face_down_may_be_in_any_such_place(
    seat: str, position: Positions, side: Sides
) -> None:
    """MEG-R18, MEG-R22: but in none that is known to be empty."""
    mine, theirs = ("lawrence", "kemal") if seat == "british" else ("kemal", "lawrence")
    texts = set()
    for pile in ("hand", "battle", "aside"):
        sides = {seat: side(hand=mine), OTHER[seat]: side(**{pile: theirs})}
        table = position(**sides, revealed=False)
        assert shown(table, seat, mine).endswith("1 in all: 1 in hand.")
        texts.add(shown(table, seat, theirs))
        assert "or chosen" not in shown(table, None, theirs)
    (text,) = texts
    assert text.endswith("1 in all: 1 in hand or chosen face down.")
    known = {seat: side(), OTHER[seat]: side(draw=theirs)}
    assert shown(position(**known), seat, theirs).endswith("1 in all: 1 in the draw pile.")


def test_the_cards_of_the_other_side_that_lie_face_down_are_counted_with_its_hand(
    position: Positions, side: Sides
) -> None:
    """MEG-R18: by what its deck has and what was seen of it; with its draw pile as well."""
    sides = {"british": side(hand="engineer roads"), "turkish": side(hand="kemal")}
    table = position(**sides)
    for pile in ("british-hand", "british-draw-pile"):
        assert "Not seen, in hand: Allenby, " in shown(table, "turkish", pile)
        assert "Not seen" not in shown(table, "british", pile)
    full = position(**sides | {"british": side(hand="engineer", draw="roads")})
    assert "Not seen, in hand or in the draw pile: Allenby, " in shown(full, "turkish", "british-hand")
    assert not any("Not seen" in line for line in relations(full, "turkish").values())


def test_a_seat_learns_where_its_own_cards_are(position: Positions, side: Sides) -> None:
    """MEG-R10, MEG-R18: what it holds, set aside, committed, lost; the rest is in its draw pile."""
    british = side(
        hand="engineer",
        aside="british-infantry",
        battle="british-infantry disrupted-british-infantry",
        reserve="british-infantry british-infantry",
        casualties="british-infantry",
        draw="allenby",
    )
    text = shown(position(british=british, revealed=False), "british", "british-infantry")
    assert text.endswith(
        "British deck, 11 in all: 1 set aside to be discarded, 2 in the reserve pile, 1 lost, "
        "1 in the Order of Battle, 1 in the Order of Battle (disrupted), 5 in the draw pile."
    )


def test_an_own_draw_pile_shows_what_is_in_it_and_not_in_which_order(position: Positions) -> None:
    """MEG-R18: the deck without what the seat can see."""
    session = sandtable.new("megiddo/1918", seed=3)
    side, data = session.state.sides["british"], session.scenario.data.british
    assert Counter(data.deck) - Counter(side.hand) == Counter(side.draw_pile)
    text = shown(session.table, "british", "british draw pile")
    rest = Counter(dict(re.findall(r"([A-Z][\w /.]*?)(?: x(\d+))?[,.]", text.partition("holds: ")[2])))
    assert {CARDS[id].name for id in side.draw_pile} == set(rest)


def test_an_order_of_battle_is_face_down_until_it_is_revealed(position: Positions, side: Sides) -> None:
    """MEG 3, MEG-R22: then every card with its Force, what has become of it, and the sum."""
    sides = {"british": side(battle="roads british-artillery"), "turkish": side(battle="kemal")}
    table = position(**sides, revealed=False)
    assert relations(table, "turkish")["British Order of Battle"] == "face down."
    assert shown(table, "turkish", "british-hand").startswith(
        "British hand, pile: 2 cards, including secret choices"
    )
    open_ = position(**sides)
    assert relations(open_, "turkish")["British Order of Battle"] == (
        "2 cards, Force 5 now. British Artillery 4, Roads 1."
    )
    laid = position(british="disrupted-british-artillery lawrence", turkish="kemal")
    assert relations(laid, None)["British Order of Battle"].endswith(
        "Lawrence of Arabia 5, British Artillery 4 (disrupted)."
    )


@seats
def test_the_relations_are_the_places_of_both_sides_a_line_each(
    seat: str | None, position: Positions
) -> None:
    """MEG cards: there is no map; whose places they are stands in each line."""
    places = ("Order of Battle", "hand", "reserve pile", "casualties", "draw pile")
    names = [f"{side} {place}" for place in places for side in ("British", "Turkish")]
    assert list(relations(position(), seat)) == names


def test_the_use_of_a_card_is_shown_with_its_sections(position: Positions) -> None:
    """MEG 4, MEG 5, MEG 6, MEG 7, MEG 8, MEG-R7, MEG-R12: by kind, and what is special."""
    table = position()
    cards = {item.name: item for item in table.game.items(table.view(None)) if item.kind == "card"}
    assert str(cards["lawrence"]) == "Lawrence of Arabia, card: leader 5, British"
    assert "May charge as cavalry of Force 3." in cards["lawrence"].about[1]
    assert "Never lost" in cards["hms-druid-hms-forester"].about[1]
    phases = {"royal-air-force": "4", "british-cavalry": "5", "turkish-artillery": "6", "towns": "8"}
    assert all(rule in cards[card].rules for card, rule in phases.items())


def test_scores_show_how_many_points_win(position: Positions, side: Sides) -> None:
    """MEG victory: by the numbers of the scenario."""
    table = position(british=side(score=2), turkish=side(score=1, high=3))
    assert shown(table, None, "british-vic").endswith(
        "2 of 5 The British win the game with 5; each battle won scores 1."
    )
    assert shown(table, None, "turkish-vic").endswith(
        "1 of 3 The Turks win the game with 3; each battle won scores 1."
    )
