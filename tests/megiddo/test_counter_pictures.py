"""The picture of both sides' trays: every card that a seat may see, and no other."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nonempty import some

from sandtable import Counter, Picture, Table
from sandtable.record.replay import Replay
from sandtable_megiddo.cards import CARDS
from sandtable_megiddo.state import SEATS, Side

Positions = Callable[..., Table]
Sides = Callable[..., Side]

SAVES = Path(__file__).parents[2] / "saves"


def picture(table: Table, seat: str | None) -> Picture:
    (shown,) = table.game.pictures(table.view(seat))
    return shown


def lying(drawn: Picture, at: str) -> dict[str, Counter]:
    return {counter.key: counter for counter in drawn.counters if counter.at == at}


def cards(drawn: Picture, at: str) -> Tally[str]:
    """The names of the cards in a tray, each as often as it is there."""
    names: Tally[str] = Tally()
    for counter in lying(drawn, at).values():
        name, comma, _ = counter.about.partition(", ")
        count = re.search(r"^x(\d+)$", counter.text[-1])
        if comma:
            names[name] += int(count[1]) if count else 1
    return names


def names(pile: list[str]) -> Tally[str]:
    return Tally(CARDS[card].name for card in pile)


@pytest.mark.parametrize("name", ["megiddo-1918", "megiddo-1918-even"])
def test_every_card_that_may_be_seen_lies_where_it_is(name: str) -> None:
    """MEG 3, MEG-R18: in every position of a recorded game, for both sides and for a neutral reader."""
    run = Replay(SAVES / f"{name}.jsonl")
    for _ in some(run.steps()):
        table = run.session.table
        for eyes in (*SEATS, None):
            view: Any = table.view(eyes)
            drawn = picture(table, eyes)
            for seat in SEATS:
                side = view.sides[seat]
                assert cards(drawn, f"{seat}-reserve") == names(side.reserve)
                assert cards(drawn, f"{seat}-lost") == names(side.casualties)
                assert cards(drawn, f"{seat}-hand") == names([*(side.hand or ()), *(side.aside or ())])
                laid = [commitment.card for commitment in side.battle or ()]
                assert cards(drawn, f"{seat}-battle") == names(laid)


def test_face_down_cards_are_shown_by_their_number_alone(position: Positions, side: Sides) -> None:
    """MEG-R18, MEG-R22: the other side's hand, discards and Order of Battle."""
    sides = {
        "british": side(hand="lawrence", aside="forage", battle="engineer", draw="roads roads"),
        "turkish": side(hand="kemal", aside="rail-cuts", battle="towns"),
    }
    table = position(**sides, revealed=False)
    drawn = picture(table, "turkish")
    text = str(drawn.counters)
    assert [card for card in ("Lawrence", "Forage", "Engineer", "Roads") if card in text] == []
    assert [counter.text for counter in lying(drawn, "british-hand").values()] == [("3", "cards")]
    assert [counter.text for counter in lying(drawn, "british-battle").values()] == [("face down",)]
    assert [counter.text for counter in lying(drawn, "british-reserve").values()] == [("draw pile", "2")]
    assert all(card in text for card in ("Kemal", "Rail Cuts", "Towns"))


def test_disrupted_cards_are_shown_and_those_that_acted_are_faint(position: Positions) -> None:
    """MEG 5, MEG-R2: in an open Order of Battle."""
    table = position(british="british-infantry british-infantry disrupted-british-cavalry")
    for space in table.state.sides["british"].battle:
        space.acted = space.disrupted
    table.refresh()
    laid = lying(picture(table, "turkish"), "british-battle")
    texts = {key: (counter.text[1:], counter.figure, counter.faint) for key, counter in laid.items()}
    assert sorted(texts) == [
        "british-british-cavalry-1", "british-british-infantry-1", "british-british-infantry-2",
    ]  # fmt: skip
    assert texts["british-british-cavalry-1"] == (("Cavalry", "(disrupted)"), "4", True)
    whole = (("Infantry",), "6", False)
    assert texts["british-british-infantry-1"] == texts["british-british-infantry-2"] == whole


def test_equal_cards_of_a_pile_are_one_counter_with_their_number(
    position: Positions, side: Sides
) -> None:
    """MEG-R18: of two roads and a forage."""
    table = position(british=side(reserve="roads roads forage"))
    reserve = lying(picture(table, "british"), "british-reserve").values()
    assert {(counter.text, counter.figure, counter.symbol) for counter in reserve} == {
        (("draw pile", "0"), "", ""),
        (("Roads", "x2"), "1", "supply"),
        (("Forage",), "", "trouble"),
    }


@pytest.mark.parametrize("card", CARDS)
def test_a_card_has_its_name_its_force_and_a_symbol(card: str, position: Positions, side: Sides) -> None:
    """MEG cards: in battle as a card in short lines, elsewhere in one."""
    table = position(british=side(casualties=card, battle=card))
    drawn = picture(table, "british")
    for tray, most, letters in (("lost", 1, 28), ("battle", 3, 12)):
        (counter,) = lying(drawn, f"british-{tray}").values()
        assert len(counter.text) <= most
        assert " ".join(counter.text) == CARDS[card].name
        assert max(map(len, counter.text)) <= letters
        assert counter.figure == str(CARDS[card].force or "")
        assert counter.symbol


def test_the_time_is_the_round(position: Positions) -> None:
    """MEG round."""
    table = position()
    table.state.round = 4
    table.refresh()
    assert table.game.turn(table.view(None)) == "Round 4"
