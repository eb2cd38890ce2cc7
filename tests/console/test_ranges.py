"""A large choice by a number at the prompt: one row, typed, completed, refused with its bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import sandtable
from sandtable_console.completion import candidates
from sandtable_tools.kit import Typist

if TYPE_CHECKING:
    from shelves import Shelf


@pytest.fixture
def table(shelf: Shelf) -> Typist:
    shelf.market()
    session = sandtable.new("market/two", seed=5, seats={"west": "scripted"})
    return Typist(session, numbers=True).start()


def test_a_range_is_one_row(table: Typist) -> None:
    assert [str(option) for option in table.options] == ["bid 1..1000000", "pass"]
    (first, second) = table.say("?").lines[1:3]
    assert first.split() == ["1", "bid", "1..1000000", "offer", "gold"]
    assert second.split()[:2] == ["2", "pass"]


def test_a_number_of_a_range_is_typed_and_the_number_of_its_row_asks_for_one(table: Typist) -> None:
    table.say("?")
    assert str(table.say("1").error) == 'bid is 1 to 1000000: type one, as in "bid 1"'
    assert str(table.say("bid").error).startswith('bid is 1 to 1000000: type one, as in "bid 1"')
    assert str(table.say("bid 1000001").error) == "bid 1000001: bid is 1 to 1000000 [rule 2]"
    assert table.say("bid 2").news[-2].startswith("Bids: east 2, west ")


def test_a_range_completes(table: Typist) -> None:
    assert [one.word for one in candidates(table, "bid ")] == ["1", "1000000"]
