"""Items, found by words."""

from __future__ import annotations

import pytest

from sandtable.model.presentation import Item
from sandtable.text.errors import AmbiguousName, UnknownName
from sandtable_console.show import find, kinds

ITEMS = [
    Item("zone", "wadi-faregh", "Wadi Faregh", "sand desert"),
    Item("zone", "wadi-ais", "Wadi Ais"),
    Item("unit", "camp", "Feisal's Camp", "Arab unit"),
    Item("unit", "asien-korps", "Asien Korps"),
    Item("card", "asien-korps", "Asien Korps"),
    Item("track", "victory-points", "Victory points"),
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
        ("victory", "victory-points"),
        ("points", "victory-points"),
    ],
)
def test_a_thing_is_found_by_any_beginning_of_its_name_or_title(typed: str, name: str):
    assert [item.name for item in find(ITEMS, typed)] == [name]


def test_items_of_two_kinds_may_have_one_name():
    assert [item.kind for item in find(ITEMS, "asien")] == ["unit", "card"]


def test_words_that_can_mean_several_list_them_each_once():
    with pytest.raises(AmbiguousName, match=r'^"wadi" can mean wadi-faregh, wadi-ais$'):
        find(ITEMS, "wadi")


def test_an_unknown_word_offers_the_nearest_or_says_how_to_see_all():
    with pytest.raises(UnknownName, match=r'^no item "wady-ais"; did you mean "wadi-ais"\?$'):
        find(ITEMS, "wady-ais")
    for typed in ("xyzzy", " ", "?"):
        with pytest.raises(UnknownName, match=r"^no item .*; show without a name lists all$"):
            find(ITEMS, typed)


def test_kinds_stand_in_the_order_in_which_they_come():
    assert list(kinds(ITEMS)) == ["zones", "units", "cards", "tracks"]
    assert [item.name for item in kinds(ITEMS)["units"]] == ["camp", "asien-korps"]


def test_a_first_line_says_what_it_is():
    assert str(ITEMS[0]) == "Wadi Faregh, zone: sand desert"
    assert str(Item("track", "turn", brief="3")) == "turn, track: 3"
