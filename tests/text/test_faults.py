"""The search for faults: the first are described, the others counted, whatever a file holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from sandtable.text import faults
from sandtable.text.faults import MOST_FAULTS, Search, decoding_fault, dotted, find_faults, one_of

Beast = one_of("beast", ["camel", "horse"])


class Stall(Struct, forbid_unknown_fields=True):
    beasts: tuple[Beast, ...]
    hay: int = 0


class Inn(Struct, forbid_unknown_fields=True):
    stalls: list[Stall] = []
    prices: dict[Beast, int] = {}


MANY = 60_000


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The texts that were described, or compared with the right names."""
    words: list[str] = []

    def heard(work: Any) -> Any:
        def work_and_say(*arguments: Any) -> Any:
            words.append(work.__name__)
            return work(*arguments)

        return work_and_say

    for name in ("nearest", "unknown", "_in_words", "_no_key"):
        monkeypatch.setattr(faults, name, heard(getattr(faults, name)))
    return words


@pytest.mark.parametrize(
    "value",
    [
        {f"stall{number}": 1 for number in range(MANY)},
        {"prices": {f"mule{number}": 1 for number in range(MANY)}},
        {"prices": {f"mule{number}": "x" for number in range(MANY)}},
        {"stalls": [{"beasts": ["mule"] * 300} for _ in range(200)]},
        {"stalls": [{"bests": []} for _ in range(MANY)]},
        {"stalls": [{f"hay{number}": 1 for number in range(300)} for _ in range(200)]},
    ],
)
def test_of_very_many_faults_the_first_are_put_into_words(value: Any, calls: list[str]) -> None:
    search = Search()
    search.look(value, Inn)
    assert len(search.found) == MOST_FAULTS
    assert search.more
    assert len(calls) <= 2 * MOST_FAULTS


def test_keys_that_are_not_told_are_counted() -> None:
    search = Search()
    search.look({f"stall{number}": 1 for number in range(MANY)}, Inn)
    assert search.more == MANY - MOST_FAULTS


def test_a_list_that_is_not_told_counts_as_one() -> None:
    wrong = {"stalls": [{"beasts": ["mule"] * 50} for _ in range(9)]}
    search = Search()
    search.look(wrong, Inn)
    assert (len(search.found), search.more) == (100, 7)
    assert len(list(find_faults(wrong, Inn))) == 100


def test_a_search_in_a_search_has_the_room_that_is_left() -> None:
    search = Search(3)
    search.say(("a",), "x")
    within = Search(search.room)
    within.look({"a": 1, "b": 2, "c": 3}, Inn)
    assert (len(within.found), within.more) == (2, 1)


def test_a_fault_that_is_there_twice_is_reported_once() -> None:
    search = Search()
    search.say(("a",), "x")
    search.say(("a",), "x")
    assert (list(map(str, search.found)), search.more) == (["a: x"], 0)


@given(st.text(min_size=50), st.text(min_size=50))
def test_names_of_any_length_are_reported_in_a_short_line(key: str, value: str) -> None:
    for wrong in (
        {key: 1},
        {"prices": {key: "x"}},
        {"prices": {value: 1}},
        {"stalls": [{key: {value: 1}}]},
    ):
        assert all(len(str(fault)) < 300 for fault in find_faults(wrong, Inn))
    assert len(dotted((key, 1, value))) <= 85


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"name": 1}', "name: a text was expected, not a whole number"),
        ('{"name": "x", "sort": "hen"}', 'sort: there is no "hen"'),
        ("{}", 'the key "name" is missing'),
        ('{"name": "x", "nmae": 1}', 'there is no key "nmae"'),
        ('{"name"', "not JSON: it ends too early"),
        ('{"name": x}', "not JSON at byte 9"),
    ],
)
def test_a_fault_of_decoding_is_reported_in_our_words(text: str, why: str) -> None:
    class Named(Struct, forbid_unknown_fields=True):
        name: str
        sort: Literal["fox", "owl"] = "fox"

    with pytest.raises(msgspec.MsgspecError) as error:
        msgspec.json.decode(text, type=Named)
    assert decoding_fault(error.value) == why
