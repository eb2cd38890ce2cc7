"""Retreat: each step farther away, under the same checks as movement."""

from __future__ import annotations

from hex_maps import FIELD, hex_map, towns
from hypothesis import given
from hypothesis import strategies as st

from sandtable import Board, Link, Space
from sandtable_hexes import Costs, hops, reach, retreats, supply

MAP = hex_map(FIELD)
STEPS = Costs(MAP, "foot").steps


def test_a_retreat_ends_so_many_hexes_away() -> None:
    assert set(retreats(MAP.apart, STEPS, "0505", 2)) == set(MAP.ring("0505", 2))


def test_no_step_of_a_retreat_comes_nearer() -> None:
    for way in retreats(MAP.apart, STEPS, "0505", 3).values():
        assert [MAP.apart("0505", space) for space in way] == [0, 1, 2, 3]


def test_a_unit_does_not_retreat_into_blocked_hexes_or_through_them() -> None:
    ring = set(MAP.ring("0505", 1))
    assert retreats(MAP.apart, STEPS, "0505", 2, blocked=ring) == {}
    ways = retreats(MAP.apart, STEPS, "0505", 2, blocked=ring - {"0504"})
    assert set(ways) == {"0403", "0503", "0603"}
    assert {way[1] for way in ways.values()} == {"0504"}


def test_a_unit_retreats_through_full_hexes_but_does_not_end_there() -> None:
    ways = retreats(MAP.apart, STEPS, "0505", 2, full={*MAP.ring("0505", 1), "0503"})
    assert set(ways) == set(MAP.ring("0505", 2)) - {"0503"}


def test_a_unit_retreats_only_where_it_could_move() -> None:
    shore = hex_map("~~~\n...\nn..")
    foot, guns = (Costs(shore, kind).steps for kind in ("foot", "guns"))
    assert set(retreats(shore.apart, foot, "0202", 1)) == {"0102", "0302", "0103", "0203", "0303"}
    assert "0103" not in retreats(shore.apart, guns, "0202", 1)


def test_of_equal_ways_the_first_in_the_order_of_the_map_counts() -> None:
    assert retreats(MAP.apart, STEPS, "0505", 2)["0603"] == ["0505", "0504", "0603"]


def test_a_unit_retreats_on_a_map_of_points() -> None:
    board = towns()
    assert retreats(board.distance, hops(board), "mill", 2) == {"port": ["mill", "ford", "port"]}
    by_road = retreats(board.distance, hops(board, {"road"}), "mill", 2, blocked={"ford"})
    assert by_road == {}
    assert retreats(board.distance, hops(board), "mill", 1, full={"fort", "ford"}) == {
        "oasis": ["mill", "oasis"]
    }


def test_a_space_at_no_distance_is_not_farther_away() -> None:
    board = towns()
    ways = retreats(lambda a, b: board.distance(a, b, {"road"}), hops(board), "port", 1)
    assert set(ways) == {"oasis", "ford"}
    assert "cape" in retreats(board.distance, hops(board), "port", 1)


HEXES = st.sets(st.sampled_from(sorted(MAP.spaces)), max_size=50)


@given(HEXES, HEXES, st.integers(1, 4))
def test_on_hexes_movement_supply_and_retreat_agree(
    blocked: set[str], full: set[str], spaces: int
) -> None:
    agree(hops(MAP), MAP.apart, "0505", spaces, blocked, full)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A map of up to eight points and any links of two kinds."""
    names = "abcdefgh"[: draw(st.integers(2, 8))]
    pairs = [(a, b) for a in names for b in names if a < b]
    drawn = draw(st.sets(st.tuples(st.sampled_from(pairs), st.sampled_from(["road", "path"]))))
    links = [Link(a, b, kind) for (a, b), kind in sorted(drawn)]
    return Board([Space(name) for name in names], links)


@given(boards(), st.data(), st.integers(1, 4), st.booleans())
def test_on_points_movement_supply_and_retreat_agree(
    board: Board, data: st.DataObject, spaces: int, by_road: bool
) -> None:
    some = st.sets(st.sampled_from(sorted(board.spaces)))
    kinds = {link.kind for link in board.links} & {"road"} if by_road else None
    agree(hops(board, kinds), board.distance, "a", spaces, data.draw(some), data.draw(some))


def agree(steps, distance, origin, spaces, blocked, full) -> None:
    """A retreat ends where a move of as many steps ends that is as far away; supply has the same way."""
    moved = reach(steps, origin, spaces, blocked=blocked, full=full)
    away = {space for space in moved.cost if distance(origin, space) == spaces}
    ways = retreats(distance, steps, origin, spaces, blocked=blocked, full=full)
    assert set(ways) == away
    for space, way in ways.items():
        back = supply(steps, space, spaces, blocked=blocked)
        assert origin in back or origin in blocked
        assert len(way) == len(moved.path(space)) == spaces + 1
        assert space in supply(steps, way[1], spaces - 1, blocked=blocked)
