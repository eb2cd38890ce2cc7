"""The faults of a value: each in words, and only as many as are asked for, whatever a file holds."""

from __future__ import annotations

from itertools import islice
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from sandtable import MapFile, MapSpace
from sandtable.text import faults
from sandtable.text.faults import decoding_fault, find_faults, one_of, write_key

Beast = one_of("beast", ["camel", "horse"])


class Stall(Struct, forbid_unknown_fields=True):
    beasts: tuple[Beast, ...]
    hay: int = 0


class Inn(Struct, forbid_unknown_fields=True):
    stalls: list[Stall] = []
    prices: dict[Beast, int] = {}


MANY = 60_000


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
def test_of_very_many_faults_only_those_asked_for_are_put_into_words(
    value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    words: list[str] = []
    monkeypatch.setattr(faults, "clip", lambda text: words.append(text) or text)
    monkeypatch.setattr(faults, "no_such", lambda *texts: words.append(texts[1]) or "x")
    assert len(list(islice(find_faults(value, Inn), 100))) == 100
    assert len(words) <= 200


@given(st.text(min_size=50), st.text(min_size=50))
def test_names_of_any_length_are_reported_in_a_short_line(key: str, value: str) -> None:
    for wrong in (
        {key: 1},
        {"prices": {key: "x"}},
        {"prices": {value: 1}},
        {"stalls": [{key: {value: 1}}]},
    ):
        assert all(len(str(fault)) < 300 for fault in find_faults(wrong, Inn))
    assert len(write_key((key, 1, value))) <= 85


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


def test_the_faults_of_a_map_whose_spaces_are_a_games_own_are_found_by_key() -> None:
    at: dict[str, Any] = {
        "mill": {"name": "Mill", "at": [4, "2"]},
        "fort": {"nam": "Fort", "at": [4, 2]},
    }
    found = find_faults({"spaces": at, "links": {}, "shape": []}, MapFile[MapSpace])
    assert [(fault.key, fault.text) for fault in found] == [
        (("spaces", "mill", "at", 1), 'a whole number was expected, not "2"'),
        (("spaces", "fort"), 'there is no key "nam"; did you mean "name"?'),
        ((), 'there is no key "shape"; did you mean "shapes"?'),
    ]


class Camp(Struct):
    tents: dict[str, dict[str, str]]

    def __post_init__(self) -> None:
        raise ValueError('tents.1st.at: no hex "9999"')


def test_a_struct_of_a_file_says_by_a_whole_key_where_its_fault_is() -> None:
    (fault,) = find_faults({"tents": {"1st": {"at": "9999"}}}, Camp, ("camps",))
    assert fault.key == ("camps", "tents", "1st", "at")
    assert fault.text == 'no hex "9999"'
