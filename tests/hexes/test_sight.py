"""Line of sight: levels, blocking terrain, hexsides, and both hexes where the line runs between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable_hexes import HexFile, HexMap, Side, Terrain, sees, watched

CHART = {
    "plain": Terrain("."),
    "wood": Terrain("w", blocks=True),
    "hill": Terrain("n", height=1),
    "crest": Terrain("W", height=1, blocks=True),
    "peak": Terrain("A", height=2),
}

Map = HexMap[HexFile[Terrain, Side]]


def column(letters: str, **sides: Side) -> Map:
    """A column of hexes from 0101 down."""
    return HexFile[Terrain, Side](picture="\n".join(letters), terrain=CHART, sides=sides).map()


def across(letters: str, **conditions: object) -> bool:
    """Whether the first hex of a column sees the last."""
    map = column(letters)
    last = [*map.at][-1]
    assert sees(map, last, "0101", **conditions) == sees(map, "0101", last, **conditions)  # type: ignore[arg-type]
    return sees(map, "0101", last, **conditions)  # type: ignore[arg-type]


@pytest.mark.parametrize("letters", ["....", "n..n", "A..n", "nnnn", ".w", "w.w", "A..A", "A.wA"])
def test_open_ground_and_what_is_below_the_line_is_no_obstacle(letters: str) -> None:
    assert across(letters)


@pytest.mark.parametrize("letters", [".w.", ".n.", "n.A.n", "nw.n", "nWn", "AW..", ".A.n", "AWA"])
def test_what_is_above_the_line_or_blocks_at_its_level_is_in_the_way(letters: str) -> None:
    assert not across(letters)


@pytest.mark.parametrize(
    ("letters", "seen"),
    [
        ("A.w.", False),  # at 2/3 of the way the line is at 2/3 of a level, and the wood reaches 1
        ("Aw..", True),  # at 1/3 it is at 4/3
        ("Aw.", False),  # at 1/2 it is at 1, which the wood reaches
        ("An.", True),  # a hill of this height is not above it
        ("A..w.....", True),
        ("A...w....", False),
    ],
)
def test_levels_on_the_way_are_exact(letters: str, seen: bool) -> None:
    assert across(letters) is seen


def test_smoke_and_units_can_block_sight() -> None:
    assert across("...")
    assert not across("...", blocked={"0102"})
    assert not across("...", tops={"0102": 1})
    assert across("n.n", tops={"0102": 1})
    assert across(".w.", tops={"0102": -1})


def test_sight_has_a_range() -> None:
    assert across("....", most=3)
    assert not across("....", most=2)
    assert not across("..", most=0)
    assert across(".", most=0)


@pytest.mark.parametrize(
    ("picture", "seen"),
    [
        (". . .\n. . .", True),
        (". w .\n. . .", True),
        (". . .\n. w .", True),
        (". w .\n. w .", False),
        (". w .\n. - .", True),
    ],
)
def test_between_two_hexes_both_must_be_in_the_way(picture: str, seen: bool) -> None:
    map = HexFile[Terrain, Side](picture=picture, terrain=CHART).map()
    assert [set(step) for step in map.line("0102", "0302")][1] <= {"0201", "0202"}
    assert sees(map, "0102", "0302") is sees(map, "0302", "0102") is seen


def test_a_gap_in_the_map_is_not_in_the_way() -> None:
    assert HexFile[Terrain, Side](picture=".\n-\n.", terrain=CHART).map().apart("0101", "0103") == 2
    assert across(".-.")


@pytest.mark.parametrize("faces", [False, True])
@pytest.mark.parametrize("at", ["0103 n", "0102 s"])
def test_a_hexside_with_a_height_is_in_the_way_from_both_sides(at: str, faces: bool) -> None:
    map = column("....", ridge=Side((at,), faces=faces, height=1))
    assert not sees(map, "0101", "0104")
    assert not sees(map, "0104", "0101")
    assert sees(map, "0101", "0103")  # its own side
    assert sees(map, "0102", "0104")


def test_a_hexside_is_higher_than_the_higher_of_its_hexes() -> None:
    ridge = Side(("0102 s",), height=1)
    assert sees(column("n..n", ridge=ridge), "0101", "0104")
    assert not sees(column("nn.n", ridge=ridge), "0101", "0104")
    assert sees(column("A..n", ridge=ridge), "0101", "0104")
    assert sees(column("n...", low=Side(("0102 s",))), "0101", "0104")


@pytest.mark.parametrize(
    ("at", "height", "seen"),
    [("0102 s", 1, True), ("0102 s", 2, False), ("0103 s", 1, False), ("0104 s", 9, True)],
)
def test_a_hexside_is_met_where_the_line_crosses_it(at: str, height: int, seen: bool) -> None:
    map = column("A....", ridge=Side((at,), height=height))  # at 3/8 of the way the line is at 5/4
    assert sees(map, "0101", "0105") is sees(map, "0105", "0101") is seen


@pytest.mark.parametrize(
    ("at", "seen"),
    [
        ("0302 nw", True),
        ("0302 sw", True),
        ("0302 nw ne", True),
        ("0302 nw sw", False),
        ("0202 n", True),
    ],
)
def test_through_a_corner_both_hexsides_must_be_in_the_way(at: str, seen: bool) -> None:
    sides = {"ridge": Side((at,), height=1)}
    map = HexFile[Terrain, Side](picture="\n".join(2 * ["....."]), terrain=CHART, sides=sides).map()
    steps = [{*step} for step in map.line("0102", "0502")]
    assert steps == [{"0102"}, {"0201", "0202"}, {"0302"}, {"0401", "0402"}, {"0502"}]
    assert sees(map, "0102", "0502") is sees(map, "0502", "0102") is seen


@given(st.data())
def test_sight_is_the_same_both_ways(data: st.DataObject) -> None:
    letters = data.draw(st.text(".wnWA-", min_size=36, max_size=36).filter(lambda text: text.strip("-")))
    rows = [letters[start : start + 6] for start in range(0, 36, 6)]
    sides = st.builds(
        "{:02}{:02} {}".format, st.integers(1, 6), st.integers(1, 6), st.sampled_from("ns")
    )
    at = tuple(side for side in data.draw(st.lists(sides, max_size=8)))
    map = HexFile[Terrain, Side](picture="\n".join(rows), terrain=CHART).map()
    walled = tuple(side for side in at if side[:4] in map.at)
    features = {"ridge": Side(walled, height=1), "scarp": Side(walled[:3], faces=True, height=2)}
    map = HexFile[Terrain, Side](picture="\n".join(rows), terrain=CHART, sides=features).map()
    seen = {(a, b) for a in map.at for b in map.at if sees(map, a, b)}
    assert seen == {(b, a) for a, b in seen}
    assert all((a, b) in seen for a in map.at for b in map.within(a, 1))


def test_what_several_eyes_watch_is_what_any_of_them_sees() -> None:
    map = HexFile[Terrain, Side](picture=". . w .\n. w n .\n. . . .\n. n w .", terrain=CHART).map()
    eyes = ["0101", "0404"]
    for most in (None, 0, 2):
        expected = {hex for hex in map.at if any(sees(map, eye, hex, most) for eye in eyes)}
        assert watched(map, eyes, most) == expected
    assert watched(map, []) == set()
    assert "0102" not in watched(map, ["0104"], blocked={"0103"})
