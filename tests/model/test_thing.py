"""What has a name, found by words."""

from __future__ import annotations

import pytest

from sandtable.base.errors import AmbiguousName, UnknownName
from sandtable.model.thing import Thing, find, kinds, numbers

THINGS = [
    Thing("zone", "wadi-faregh", "Wadi Faregh", "sand desert"),
    Thing("zone", "wadi-ais", "Wadi Ais"),
    Thing("unit", "camp", "Feisal's Camp", "Arab unit"),
    Thing("unit", "asien-korps", "Asien Korps"),
    Thing("card", "asien-korps", "Asien Korps"),
    Thing("track", "half-points", "Victory points"),
]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("wadi faregh", "wadi-faregh"),
        ("WADI-F", "wadi-faregh"),
        ("faregh", "wadi-faregh"),
        ("Fàregh", "wadi-faregh"),
        ("camp", "camp"),
        ("feisal's camp", "camp"),
        ("victory", "half-points"),
        ("half", "half-points"),
    ],
)
def test_a_thing_is_found_by_any_beginning_of_its_name_or_title(typed: str, name: str):
    assert [thing.name for thing in find(THINGS, typed)] == [name]


def test_things_of_two_kinds_may_have_one_name():
    assert [thing.kind for thing in find(THINGS, "asien")] == ["unit", "card"]


def test_words_that_can_mean_several_list_them_each_once():
    with pytest.raises(AmbiguousName, match=r'^"wadi" can mean wadi-faregh, wadi-ais$'):
        find(THINGS, "wadi")


def test_an_unknown_word_offers_the_nearest_or_says_how_to_see_all():
    with pytest.raises(UnknownName, match=r'^no thing "wady-ais"; did you mean "wadi-ais"\?$'):
        find(THINGS, "wady-ais")
    for typed in ("xyzzy", " ", "?"):
        with pytest.raises(UnknownName, match=r"^no thing .*; show alone lists all that has a name$"):
            find(THINGS, typed)


def test_kinds_stand_in_the_order_in_which_they_come():
    assert list(kinds(THINGS)) == ["zones", "units", "cards", "tracks"]
    assert [thing.name for thing in kinds(THINGS)["units"]] == ["camp", "asien-korps"]


def test_a_first_line_says_what_it_is():
    assert str(THINGS[0]) == "Wadi Faregh, zone: sand desert"
    assert [str(thing) for thing in numbers({"turn": 3})] == ["turn, track: 3"]
