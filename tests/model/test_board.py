"""Boards: spaces and links, and distances that agree with a slow textbook method."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import Board, GameError, Link, MapFile, MapSpace, Space
from sandtable.text.errors import AmbiguousName, UnknownName

SPACES = [
    Space("jalo", "Jalo Oasis", ("oasis", "desert")),
    Space("siwa", "Siwa", ("oasis",)),
    Space("sofafi-ridge", "Sofafi Ridge", ("desert",)),
    Space("sofafi-wells"),
    Space("tobruk", "Tobruk", ("town",)),
    Space("malta"),
]
LINKS = [
    Link("jalo", "siwa", "path"),
    Link("siwa", "sofafi-ridge", "road"),
    Link("siwa", "sofafi-ridge", "path"),
    Link("sofafi-wells", "siwa", "path"),
    Link("sofafi-ridge", "tobruk", "road"),
]


@pytest.fixture
def board() -> Board:
    return Board(SPACES, LINKS)


def test_spaces_are_found_by_id_or_by_the_beginning_of_it(board: Board):
    assert board.space("siwa") is board.spaces["siwa"]
    assert board.space("Tob").kinds == ("town",)
    assert board.space("wells").id == "sofafi-wells"
    with pytest.raises(AmbiguousName, match="sofafi-ridge, sofafi-wells"):
        board.space("sofafi")
    with pytest.raises(UnknownName, match='no space "tobrok"; did you mean "tobruk"'):
        board.space("tobrok")


def test_a_space_is_called_by_its_name_else_by_its_id(board: Board):
    assert [str(board.space(id)) for id in ("jalo", "malta")] == ["Jalo Oasis", "malta"]


def test_neighbours_come_once_in_the_order_of_the_data(board: Board):
    assert board.neighbours("siwa") == ["jalo", "sofafi-ridge", "sofafi-wells"]
    assert board.neighbours("siwa", {"road"}) == ["sofafi-ridge"]
    assert [link.kind for link in board.links_of("sofafi-ridge", ("path", "road"))] == [
        "road",
        "path",
        "road",
    ]
    assert board.links_of("siwa", ()) == board.links_of("malta") == []


@pytest.mark.parametrize(
    ("a", "b", "kinds", "expected"),
    [
        ("jalo", "jalo", None, 0),
        ("jalo", "tobruk", None, 3),
        ("jalo", "tobruk", ["path"], None),
        ("tobruk", "siwa", ["road"], 2),
        ("jalo", "malta", None, None),
        ("malta", "malta", (), 0),
    ],
)
def test_distance_counts_links_of_the_kinds_asked_for(
    board: Board, a: str, b: str, kinds: Iterable[str] | None, expected: int | None
):
    assert board.distance(a, b, kinds) == board.distance(b, a, kinds) == expected


def test_nearest_keeps_all_that_tie_and_none_that_cannot_be_reached(board: Board):
    assert board.nearest("siwa", ["tobruk", "sofafi-wells", "jalo", "jalo"]) == ["sofafi-wells", "jalo"]
    assert board.nearest("siwa", ["malta", "tobruk"]) == ["tobruk"]
    assert board.nearest("siwa", ["tobruk", "jalo"], ["road"]) == ["tobruk"]
    assert board.nearest("siwa", ["malta"]) == board.nearest("siwa", []) == []
    assert board.nearest("siwa", ["jalo", "siwa"]) == ["siwa"]


def test_adjacent_means_a_link_and_not_itself(board: Board):
    assert board.adjacent("siwa", "jalo")
    assert not board.adjacent("siwa", "jalo", ["road"])
    assert not board.adjacent("siwa", "siwa")
    assert not board.adjacent("jalo", "tobruk")


def test_the_far_end_of_a_link():
    assert [Link("a", "b").other(end) for end in "ab"] == ["b", "a"]


@pytest.mark.parametrize(
    ("spaces", "links", "expected"),
    [
        ("aa", [], "the space a is on the map twice"),
        ("ab", [("a", "b"), ("b", "a")], "the link b to a"),
        ("ab", [("a", "a")], "the link a to a"),
        ("ab", [("a", "x")], "a link leads to x"),
        ("ab", [("x", "a")], "a link leads to x"),
    ],
)
def test_a_bad_map_is_refused(spaces: str, links: list[tuple[str, str]], expected: str):
    with pytest.raises(GameError, match=expected):
        Board(map(Space, spaces), [Link(*ends) for ends in links])


@st.composite
def boards(pick: st.DrawFn) -> Board:
    names = [f"s{n}" for n in range(pick(st.integers(1, 7)))]
    pairs = [(a, b, kind) for a, b in product(names, names) if a < b for kind in ("road", "path")]
    links = pick(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    turned = [(b, a, kind) if pick(st.booleans()) else (a, b, kind) for a, b, kind in links]
    return Board(map(Space, names), [Link(*link) for link in turned])


def floyd_warshall(board: Board, kinds: list[str] | None) -> dict[tuple[str, str], float]:
    far = float("inf")
    steps_of = {(a, b): far if a != b else 0 for a, b in product(board.spaces, board.spaces)}
    for link in board.links:
        if kinds is None or link.kind in kinds:
            steps_of[link.a, link.b] = steps_of[link.b, link.a] = 1
    for via, a, b in product(board.spaces, repeat=3):
        steps_of[a, b] = min(steps_of[a, b], steps_of[a, via] + steps_of[via, b])
    return {pair: steps for pair, steps in steps_of.items() if steps < far}


@given(board=boards(), kinds=st.sampled_from([None, ["road"], ["path"], ["path", "road"], []]))
@settings(deadline=None, max_examples=60)
def test_distances_are_the_shortest_and_the_same_both_ways(board: Board, kinds: list[str] | None):
    distances = {(a, b): n for a in board.spaces for b, n in board.distances(a, kinds).items()}
    assert distances == floyd_warshall(board, kinds)
    assert all(distances[b, a] == n for (a, b), n in distances.items())
    for origin in board.spaces:
        steps = list(board.distances(origin, kinds).values())
        assert steps == sorted(steps)
        least = min(steps[1:], default=None)
        ties = [b for b in board.spaces if least and distances.get((origin, b)) == least]
        assert board.nearest(origin, [b for b in board.spaces if b != origin], kinds) == ties


# The file of a map.

MAP = """
[spaces.jalo]
name = "Jalo Oasis"
kinds = ["oasis", "desert"]
at = [10, 40]

[spaces.siwa]
name = "Siwa"
at = [50, 30]

[links]
path = [["jalo", "siwa"]]
road = [["jalo", "siwa"]]
"""


class Harbour(MapSpace, frozen=True, forbid_unknown_fields=True):
    ships: int = 0


def test_a_board_that_draws_itself_measures_like_any_other():
    class Squares(Board):
        art = "squares"

    assert (Board(SPACES, LINKS).art, Squares(SPACES, LINKS).art) == (None, "squares")
    assert Squares(SPACES, LINKS).distances("jalo") == Board(SPACES, LINKS).distances("jalo")


def map_file(text: str = MAP) -> MapFile[Harbour]:
    return msgspec.toml.decode(text, type=MapFile[Harbour])


def test_a_map_of_a_file_is_a_board():
    board = map_file().board()
    assert list(board.spaces.values()) == [
        Space("jalo", "Jalo Oasis", ("oasis", "desert"), 10, 40),
        Space("siwa", "Siwa", (), 50, 30),
    ]
    assert board.links == (Link("jalo", "siwa", "path"), Link("jalo", "siwa", "road"))
    assert map_file().names == {"jalo": "Jalo Oasis", "siwa": "Siwa"}


def test_a_house_rule_changes_what_a_space_is():
    board = map_file().board({"siwa": ("town",)})
    assert [space.kinds for space in board.spaces.values()] == [("oasis", "desert"), ("town",)]


def test_a_game_may_show_more_of_a_space():
    more = map_file(MAP.replace('name = "Siwa"', 'name = "Siwa"\nships = 3'))
    assert [space.ships for space in more.spaces.values()] == [0, 3]


def test_a_misspelt_key_of_a_map_is_named():
    with pytest.raises(msgspec.ValidationError, match="unknown field `kind`"):
        map_file(MAP.replace("kinds", "kind"))
    with pytest.raises(GameError, match="a link leads to siwah, which is not on the map"):
        map_file(MAP.replace('["jalo", "siwa"]]', '["jalo", "siwah"]]', 1)).board()
