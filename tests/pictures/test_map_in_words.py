"""A map in words: points of the compass, and links that are listed at both of their ends."""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from toy import variant

from sandtable import Board, Counter, Item, Link, Picture, Space
from sandtable_pictures.words import direction, in_words, places, ways

POINTS = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")
BOARD = Board(
    [
        Space("jalo", "Jalo", ("oasis",), 290, 531),
        Space("wadi", "Wadi Faregh", (), 300, 379),
        Space("sea"),
    ],
    [Link("jalo", "wadi", "path"), Link("wadi", "sea", "water")],
)
somewhere = st.builds(Space, st.just("a"), x=st.integers(0, 1200), y=st.integers(0, 1200))


@given(here=somewhere, there=somewhere)
def test_a_direction_is_about_where_it_lies_on_the_map(here: Space, there: Space):
    assume((here.x, here.y) != (there.x, there.y))
    angle = degrees(atan2(there.y - here.y, there.x - here.x))
    named = 45 * POINTS.index(direction(here, there))
    assert abs((angle - named + 180) % 360 - 180) < 24


@given(here=somewhere, there=somewhere)
def test_the_way_back_has_the_opposite_direction(here: Space, there: Space):
    assume((here.x, here.y) != (there.x, there.y))
    way, back = (POINTS.index(direction(*ends)) for ends in ((here, there), (there, here)))
    assert (way - back) % 8 == 4


def test_places_at_the_same_coordinates_have_no_direction():
    assert direction(Space("a"), Space("b")) == ""


def test_a_place_shows_its_ways_by_kind_and_what_is_there():
    lines = list(places(BOARD, {"jalo": "oasis"}, {"sea": "two ships"}, {"water": "by sea"}))
    assert lines == [
        "sea: by sea south-east to Wadi Faregh; two ships",
        "Jalo, oasis: path north to Wadi Faregh; empty",
        "Wadi Faregh: path south to Jalo; by sea north-west to sea; empty",
    ]


def test_a_kind_of_link_without_a_word_of_its_own_is_called_as_it_is():
    assert ways(BOARD, "wadi") == ["path south to Jalo", "water north-west to sea"]


HUTS = Picture(
    "huts", "The huts", Board([Space("left", "Left", ("pile",)), Space("right", "Right")], [])
)
MAP = Picture(
    "map",
    "The desert",
    BOARD,
    (
        Counter("1", "jalo", ("1st", "4")),
        Counter("2", "jalo", ("?",), about="a unit, face down"),
        Counter("3", "jalo", ("?",), about="a unit, face down"),
        Counter("4", "sea", ("Ship",), about="Ship with\ncoal"),
        Counter("5", "sea", ("F5",), about="the fleet"),
    ),
    labels={"wadi": "The Wadi"},
)
WELL = Item("well", "well", brief="dry", at="wadi")
SEA = Item("space", "sea", brief="deep water")


def test_without_relations_a_view_is_told_by_its_pictures() -> None:
    game = variant(pictures=lambda *_: [MAP], items=lambda *_: [WELL, SEA])
    assert in_words(game, None, 80) == [
        "Jalo, oasis: path north to The Wadi; 1st 4; a unit, face down x2",
        "The Wadi: path south to Jalo; water north-west to sea; well, well: dry",
        "sea, deep water: water south-east to The Wadi; Ship with coal; F5 (the fleet)",
    ]
    two = variant(pictures=lambda *_: [MAP, HUTS])
    told = in_words(two, None, 80)
    assert (told[0], told[-3:]) == ("The desert:", ["The huts:", "Left: empty", "Right: empty"])


def test_without_pictures_a_view_is_told_by_its_status_its_board_and_its_items() -> None:
    house, cat = Item("house", "mill", "The Mill"), Item("cat", "tom", brief="asleep", at="mill")
    items = [house, cat, Item("track", "day", brief="3")]
    told: dict[str, Any] = {"status": lambda *_: "Day 3", "board": lambda *_: ["Tom sleeps"]}
    assert in_words(variant(**told, items=lambda *_: items), None, 80) == [
        *("Day 3", "Tom sleeps"),
        *("The Mill, house; tom, cat: asleep", "day, track: 3"),
    ]
    assert in_words(variant(**told, items=lambda *_: [house]), None, 80) == ["Day 3", "Tom sleeps"]


def test_the_words_of_a_game_count() -> None:
    game = variant(relations=lambda *_: ["all is well"], pictures=lambda *_: [MAP])
    assert in_words(game, None, 80) == ["all is well"]
