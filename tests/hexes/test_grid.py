"""The geometry of hexes: every kind of grid, distances, rings, lines, arcs and borders."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from hex_maps import FIELD, hex_map
from hypothesis import given
from hypothesis import strategies as st

from sandtable import GameError, UnknownName
from sandtable_hexes import Grid
from sandtable_hexes.grid import Cube, apart, dot, line, ring
from sandtable_hexes.hexes import Hexes

WIDE, HIGH = 7, 6

GRIDS = st.builds(
    Grid,
    tops=st.sampled_from(("flat", "pointy")),
    shifted=st.sampled_from(("even", "odd")),
    numbers=st.sampled_from(("CCRR", "RRCC", "AR", "R.C", "ARR", "C-R")),
    start=st.tuples(st.integers(1, 4), st.integers(0, 4)),
    upwards=st.booleans(),
)

STEPS = st.tuples(st.integers(-9, 9), st.integers(-9, 9))

AROUND = {
    "flat": [(0, -104), (90, -52), (90, 52), (0, 104), (-90, 52), (-90, -52)],
    "pointy": [(52, -90), (104, 0), (52, 90), (-52, 90), (-104, 0), (-52, -90)],
}
"""Where the middles of the six neighbours are, clockwise."""


def hexes(grid: Grid) -> Hexes:
    """A full rectangle of hexes."""
    places = [(x, y) for y in range(HIGH) for x in range(WIDE)]
    return Hexes(grid, {grid.number(x, y, HIGH): (x, y) for x, y in places})


@given(GRIDS)
def test_every_hex_has_a_number_of_its_own(grid: Grid) -> None:
    assert len(hexes(grid).at) == len(hexes(grid).by_cube) == WIDE * HIGH


@pytest.mark.parametrize(
    ("numbers", "number"),
    [("CCRR", "0312"), ("RRCC", "1203"), ("AR", "c12"), ("R.C", "12.3"), ("HCCCRRR", "h003012")],
)
def test_numbers_are_written_as_the_pattern_says(numbers: str, number: str) -> None:
    assert Grid(numbers=numbers).number(2, 11, 20) == number


def test_columns_after_z_have_two_letters() -> None:
    assert [Grid(numbers="AR").number(x, 0, 1) for x in (25, 26, 27)] == ["z1", "aa1", "bb1"]


def test_rows_may_be_numbered_from_the_bottom() -> None:
    grid = Grid(upwards=True, start=(0, 1))
    assert (grid.number(0, 0, 10), grid.number(0, 9, 10)) == ("0010", "0001")
    assert (grid.label("C", 3, 10), grid.label("R", 3, 10)) == ("03", "07")
    lettered = Grid(numbers="A-RR")
    assert (lettered.label("C", 3, 10), lettered.label("R", 3, 10)) == ("d", "04")


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"numbers": "CC"}, 'numbers: it needs a column (C or A) and a row (R), not "CC"'),
        ({"numbers": "AR", "start": (0, 1)}, "start: columns begin at 1 or more, and rows at 0 or more"),
        ({"start": (-1, 1)}, "start: columns begin at 0 or more, and rows at 0 or more"),
    ],
)
def test_numbers_that_cannot_be_are_refused(keys: dict[str, object], fault: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(keys, Grid)
    assert str(refused.value) == fault


@given(GRIDS)
def test_the_six_neighbours_are_where_they_are_drawn(grid: Grid) -> None:
    map = hexes(grid)
    for id, place in map.at.items():
        x, y = grid.middle(*place)
        around = dict(zip(grid.directions, AROUND[grid.tops], strict=True))
        for direction, (across, down) in around.items():
            if other := map.to(id, direction):
                assert grid.middle(*map.at[other]) == (x + across, y + down)
                assert map.direction(id, other) == direction
                assert map.to(other, map.turned(direction, 3)) == id


@pytest.mark.parametrize("shifted", ["even", "odd"])
@pytest.mark.parametrize("start", [0, 1])
def test_the_columns_that_are_named_are_lower_and_the_rows_farther_right(
    shifted: str, start: int
) -> None:
    flat = Grid(shifted=shifted, start=(start, 5))  # type: ignore[arg-type]
    lower = {column for column in range(6) if flat.middle(column, 0)[1]}
    assert {(column + start) % 2 for column in lower} == {shifted == "odd"}
    pointy = Grid(tops="pointy", shifted=shifted, start=(5, start))  # type: ignore[arg-type]
    assert {row for row in range(6) if pointy.middle(0, row)[0]} == lower


@given(STEPS, STEPS, STEPS)
def test_the_range_is_a_metric(a: Cube, b: Cube, c: Cube) -> None:
    assert apart(a, b) == apart(b, a) <= apart(a, c) + apart(c, b)
    assert (apart(a, b) == 0) == (a == b)


def test_the_range_is_the_number_of_steps_on_a_full_map() -> None:
    map = hex_map(FIELD)
    for a in ("0101", "0505", "0903"):
        assert map.distances(a) == {b: map.apart(a, b) for b in map.at}


@given(GRIDS, STEPS, st.integers(0, 6))
def test_a_ring_has_six_hexes_for_each_hex_of_range(grid: Grid, middle: Cube, radius: int) -> None:
    first, second, *_ = grid.directions.values()
    found = [*ring(middle, radius, first)]
    assert len(set(found)) == len(found) == (6 * radius or 1)
    assert {apart(middle, cube) for cube in found} == {radius}
    corners = [(middle[0] + u * radius, middle[1] + v * radius) for u, v in (first, second)]
    assert [found[0], found[radius % len(found)]] == corners
    assert all(apart(a, b) == 1 for a, b in pairwise(found))


def test_rings_keep_to_the_map() -> None:
    map = hex_map(FIELD)
    assert map.ring("0505", 1) == ["0504", "0604", "0605", "0506", "0405", "0404"]
    assert map.ring("0101", 1) == ["0201", "0102"]
    assert map.within("0101", 1) == ["0101", "0201", "0102"]
    assert [len(map.within("0505", radius)) for radius in range(4)] == [1, 7, 19, 37]


def crossed(way: Cube) -> dict[Cube, tuple[Fraction, Fraction]]:
    """The hexes that a line from 0, 0 crosses, each with the stretch of the line within it.

    A point is in the hex whose middle is nearest.
    """
    found = {}
    far = apart((0, 0), way)
    for q in range(-far, far + 1):
        for r in range(-far, far + 1):
            begin, end = Fraction(0), Fraction(1)
            for u, v in Grid().directions.values():
                other = (q + u, r + v)
                slope = 2 * dot(way, (u, v))
                room = dot(other, other) - dot((q, r), (q, r))
                if slope > 0:
                    end = min(end, Fraction(room, slope))
                elif slope < 0:
                    begin = max(begin, Fraction(room, slope))
                elif room < 0:
                    end = Fraction(-1)
            if begin < end:
                found[q, r] = (begin, end)
    return found


@given(STEPS.filter(any))
def test_a_line_crosses_just_the_hexes_that_it_is_in(way: Cube) -> None:
    stretches = crossed(way)
    steps = [cubes for _, cubes in line(*way)]
    assert {cube for cubes in steps for cube in cubes} == stretches.keys()
    begins = [{stretches[cube][0] for cube in cubes} for cubes in steps]
    assert all(len(begin) == 1 for begin in begins)
    assert begins == sorted(begins, key=min)


@given(STEPS)
def test_a_line_is_the_same_both_ways(way: Cube) -> None:
    q, r = way
    back = [({(q + x, r + y) for x, y in cubes}, dot(way, way) - at) for at, cubes in line(-q, -r)]
    assert back[::-1] == [({*cubes}, at) for at, cubes in line(q, r)]


def test_a_line_between_two_hexes_has_both_in_a_step() -> None:
    map = hex_map(FIELD)
    assert map.line("0505", "0604") == [("0505",), ("0604",)]
    assert map.line("0505", "0704") == [("0505",), ("0604",), ("0704",)]
    assert [set(step) for step in map.line("0505", "0705")] == [{"0505"}, {"0604", "0605"}, {"0705"}]
    assert map.line("0505", "0505") == [("0505",)]


def test_a_line_has_no_hexes_beyond_the_edge_of_the_map() -> None:
    map = hex_map(". - .\n. - .\n. . .")
    assert map.line("0101", "0301") == [("0101",), (), ("0301",)]


def test_an_arc_is_the_front_of_a_unit() -> None:
    map = hex_map(FIELD)
    assert map.arc("0505", "n", 1) == ["0504"]
    assert map.arc("0505", "n") == ["0404", "0504", "0604"]
    assert map.arc("0505", "se", 5) == ["0504", "0604", "0605", "0506", "0405"]
    assert map.arc("0505", "n", 1, radius=3) == ["0504", "0503", "0502"]
    front = map.arc("0505", "n", radius=2)
    assert front == ["0404", "0504", "0604", "0304", "0403", "0503", "0603", "0704"]
    assert map.arc("0501", "n") == []
    with pytest.raises(GameError, match="an arc is 1, 3 or 5 hexsides wide, not 2"):
        map.arc("0505", "n", 2)


def test_the_nearest_direction_of_a_hex_farther_away() -> None:
    map = hex_map(FIELD)
    assert [map.direction("0505", hex) for hex in ("0501", "0903", "0902", "0909", "0505")] == [
        "n", "ne", "ne", "se", "",
    ]  # fmt: skip


def test_the_border_is_the_last_hex_of_each_row_and_column() -> None:
    border = hex_map("- . .\n. . .\n. . -").border
    assert border["north"] == ("0102", "0201", "0301")
    assert border["east"] == ("0301", "0302", "0203")
    assert border["south"] == ("0103", "0203", "0302")
    assert border["west"] == ("0201", "0102", "0103")


@pytest.mark.parametrize(
    ("look", "message"),
    [
        (lambda map: map.to("0499", "n"), 'no hex "0499"; did you mean "0501"?'),
        (lambda map: map.apart("0101", "C4"), 'no hex "C4"'),
        (lambda map: map.edges["0"], 'no hex "0"'),
        (lambda map: map.to("0404", "e"), 'no direction "e"; choose from n, ne, se, s, sw, nw'),
        (lambda map: map.turned("north", 1), 'no direction "north"'),
        (lambda map: map.border["nort"], 'no border "nort"; did you mean "north"?'),
    ],
)
def test_an_unknown_name_comes_with_the_nearest_right_one(look: object, message: str) -> None:
    with pytest.raises(UnknownName) as unknown:
        look(hex_map(FIELD))  # type: ignore[operator]
    assert str(unknown.value).startswith(message)
