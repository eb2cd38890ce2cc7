"""A large choice by a number at the prompt: one row, typed, completed, refused with its bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import sandtable
from sandtable import Action, Pass
from sandtable_console.completion import candidates
from sandtable_console.display import Display
from sandtable_console.option_rows import OptionRows
from sandtable_console.reading import NumberNeeded
from sandtable_tools.kit import Typist

if TYPE_CHECKING:
    from shelves import Shelf


class Bid(Action, frozen=True):
    number: int


class Buy(Action, frozen=True):
    kind: str
    number: int


@pytest.fixture
def table(shelf: Shelf) -> Typist:
    shelf.market()
    session = sandtable.new("market/two", seed=5, seats={"west": "scripted"})
    return Typist(session, numbers=True).start()


def test_a_range_is_one_row(table: Typist) -> None:
    assert [str(option) for option in table.options] == ["bid 1..1000000", "pass"]
    (first, second) = table.say("?").lines[:2]
    assert first.split() == ["bid", "1..1000000", "offer", "gold"]
    assert second.split()[0] == "pass"
    assert OptionRows(table.options, table.display).rows(1) == [" bid 1..1000000  pass"]


def test_a_bare_number_is_one_of_the_range(table: Typist) -> None:
    table.say("?")
    assert str(table.say("1000001").error) == "bid 1000001: bid is 1 to 1000000 [rule 2]"
    assert table.say("2").news[-2].startswith("Bids: east 2, west ")


def test_a_number_after_a_question_is_one_of_the_range(table: Typist) -> None:
    before = table.session.journal.n
    assert table.say("why 70").lines == table.say("why bid 70").lines
    assert table.say("odds 70").lines == table.say("odds bid 70").lines
    assert table.session.journal.n == before


def test_a_verb_without_its_number_asks_for_one(table: Typist) -> None:
    asks = table.say("bid").error
    assert str(asks) == "bid how many? 1 to 1000000 (as in bid 1)"
    assert not asks.details
    assert table.say("70").news[-2].startswith("Bids: east 70, west ")


def test_a_script_may_use_a_bare_number_of_a_range(shelf: Shelf) -> None:
    shelf.market()
    script = Typist(sandtable.new("market/two", seed=5, seats={"west": "scripted"})).start()
    script.say("?")
    assert script.say("2").news[-2].startswith("Bids: east 2, west ")


TWO = [Bid(1).up_to(5), Buy("silk", 2).up_to(4), Buy("silk", 0), Pass()]


def test_where_two_verbs_take_numbers_words_say_which(
    table: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Display, "options", TWO)
    assert str(table.say("3").error) == '"3": type it after bid or buy silk'
    assert table.reader.head == ""


def test_the_words_that_were_asked_about_take_the_next_number(table: Typist) -> None:
    asks = NumberNeeded("buy silk", TWO[1:3])
    assert (str(asks), asks.head) == ("buy silk how many? 0 to 4 (as in buy silk 2)", "buy silk")
    table.reader.head = "pass"
    assert "pass" in str(table.say("3").error)
    assert table.say("3").news[-2].startswith("Bids: east 3, west ")


def test_the_bounds_are_refused(table: Typist) -> None:
    assert str(table.say("bid 1000001").error) == "bid 1000001: bid is 1 to 1000000 [rule 2]"
    assert table.say("bid 2").news[-2].startswith("Bids: east 2, west ")


def test_a_range_completes(table: Typist) -> None:
    assert [one.word for one in candidates(table, "bid ")] == ["1", "1000000"]
