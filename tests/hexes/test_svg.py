"""Maps of hexes on paper: ground, lines, counters, names, and the ways that trails follow."""

from __future__ import annotations

import re
from typing import Any, Literal
from xml.etree import ElementTree as ET

import pytest

from sandtable import Counter, Picture
from sandtable_hexes import Grid, HexFile, HexMap, Side, Terrain
from sandtable_hexes.charts import Way
from sandtable_pictures import Drawing, document, drawing

TERRAIN = {
    "plain": Terrain(letter=".", look="clear", cost=1),
    "hills": Terrain(letter="n", look="hill", cost=2),
    "town": Terrain(letter="T", cost=1),
    "sea": Terrain(letter="~"),
}


def hexes(picture: str, **parts: Any) -> HexMap[HexFile[Terrain, Side]]:
    return HexFile[Terrain, Side](picture=picture, terrain=TERRAIN, **parts).map()


FIELD = """
~ . . n
~ T . n
. . . .
"""


def drawn(board: HexMap[HexFile[Terrain, Side]], *counters: Counter) -> Drawing:
    return drawing(Picture("map", "The field", board, counters))


def paths(map: Drawing, pen: str) -> str:
    """The paths of a class, one after the other, without those in the key."""
    root = ET.fromstring(map.ground)  # noqa: S314 (our own)
    return "".join(path.get("d", "") for path in root.findall("path") if path.get("class") == pen)


def ends(path: str) -> list[tuple[complex, complex]]:
    """The start and the end of each straight line of a path."""
    found = []
    for x, y, u, v in re.findall(r"M(-?\d+) (-?\d+)l(-?\d+) (-?\d+)(?=M|$)", path):
        start = complex(int(x), int(y))
        found.append((start, start + complex(int(u), int(v))))
    return found


@pytest.mark.parametrize("tops", ["flat", "pointy"])
def test_every_hex_has_its_ground_its_number_and_room_on_the_sheet(
    tops: Literal["flat", "pointy"],
) -> None:
    board = hexes(FIELD, grid=Grid(tops=tops))
    map = drawn(board)
    assert paths(map, "water").count("M") == 2
    assert paths(map, "hill").count("M") == 2
    for id in board.spaces:
        assert f">{id}</text>" in map.ground
    assert all(60 < x < map.width - 60 and 60 < y < map.height - 60 for x, y in map.spots.values())


def test_a_fragment_has_no_ids_and_no_styles_and_escapes_names() -> None:
    board = hexes(FIELD, places={"0202": "A<b>"})
    svg = drawn(board, Counter("1", "0202", ("<i>",), "red")).svg
    ET.fromstring(f"<g>{svg}</g>")  # noqa: S314 (our own)
    assert not re.search(r'\b(id|style)="', svg)
    assert "A&lt;b&gt;" in svg
    assert "<i>" not in svg


def test_every_colour_is_an_attribute_too() -> None:
    svg = document(Picture("map", "The field", hexes(FIELD)))
    inherited = {"houses"}  # the ink of the ground
    classes = re.findall(r'<path class="([^"]*)"(?![^>]*fill=)', svg)
    assert {*classes} == inherited
    assert "var(" not in svg.partition("</style>")[2]


def test_a_coast_follows_the_sides_of_the_sea_that_have_land_behind_them() -> None:
    coast = paths(drawn(hexes(FIELD)), "coast")
    assert coast.count("M") == 1
    assert len(coast.split()) == 1 + 2 * 4  # four sides
    assert "coast" not in drawn(hexes(". .")).ground


def test_a_trench_of_one_hex_is_inside_it_with_its_teeth_to_the_outside() -> None:
    trench = Side(faces=True, at=("0202 n",))
    board = hexes(FIELD, sides={"trench": trench})
    map = drawn(board)
    middle = complex(*map.spots["0202"])
    line, *teeth = ends(paths(map, "side trench"))
    assert all(40 < (middle - end).imag < 52 for end in line)
    assert len(teeth) == 5
    assert all((middle - foot).imag < (middle - tip).imag for foot, tip in teeth)


def test_a_ridge_of_both_hexes_is_once_on_their_side_with_teeth_on_either() -> None:
    board = hexes(FIELD, sides={"ridge": Side(at=("0202 n",))})
    map = drawn(board)
    middle = complex(*map.spots["0202"])
    line, *teeth = ends(paths(map, "side ridge"))
    assert all((middle - end).imag == 52 for end in line)
    assert {(middle - tip).imag > 52 for _, tip in teeth} == {True, False}


def test_a_road_crosses_the_middles_of_sides_and_a_bridge_only_what_it_is_over() -> None:
    sides = {"river": Side(at=("0202 n", "0302 n"))}
    at = ("0201 0202 0203", "0301 0302")
    board = hexes(FIELD, sides=sides, ways={"road": Way(at=at, over=("river",)), "track": Way(at=at)})
    map = drawn(board)
    assert paths(map, "bridge").count("M") == 2 * 2
    alone = drawn(hexes(FIELD, sides=sides, ways={"road": Way(at=at)}))
    assert "bridge" not in alone.ground


def test_ways_of_a_kind_and_of_others_meet_in_the_middle_of_a_hex() -> None:
    ways = {"road": Way(at=("0201 0202 0302", "0202 0103")), "rail": Way(at=("0202 0203",))}
    map = drawn(hexes(FIELD, ways=ways))
    x, y = map.spots["0202"]
    starts = re.findall(r"M(\d+) (\d+)c([^M]*)", paths(map, "road"))
    through = [(int(u) + int(d.split()[4]), int(v) + int(d.split()[5])) for u, v, d in starts]
    assert through == [(x, y)]
    assert paths(map, "road").count(f"M{x} {y}l") == 1
    assert paths(map, "rail").count(f"M{x} {y}l") == 1


def test_a_name_is_above_counters_and_on_the_sheet() -> None:
    board = hexes(FIELD, places={"0202": "Castle", "0401": "A very long name of a hill"})
    map = drawn(board, Counter("1", "0202", ("One",), "red", symbol="infantry", figure="4-4"))
    assert map.svg.index("Castle") > map.svg.index("4-4")
    assert "Castle" not in map.ground
    ranks = {name.lines[0]: name.rank for name in map.names}
    assert ranks["Castle"] == ""
    assert ranks["A very long name of a hill"] == "small"
    assert all(name.box.x > 0 and name.box.x + name.box.width < map.width for name in map.names)


def test_labels_of_a_picture_name_hexes() -> None:
    picture = Picture("map", "", hexes(FIELD, places={"0202": "Castle"}), labels={"0202": "Camp"})
    assert [name.lines for name in drawing(picture).names] == [("Camp",)]


def test_a_counter_has_echelon_symbol_name_and_factors() -> None:
    counter = Counter(
        "52", "0202", ("52nd",), "khaki", "52nd Division", False, "", "infantry", "5-4", "xx"
    )
    look = drawn(hexes(FIELD), counter).counters["52"].look
    texts = re.findall(r"<text[^>]*>([^<]*)<", look)
    assert sorted(texts) == ["5-4", "52nd", "XX"]
    assert "rotate(-90)" in look
    assert 'class="sign"' in look
    assert "<title>52nd Division</title>" in look


def test_a_face_down_counter_has_a_large_mark() -> None:
    look = drawn(hexes(FIELD), Counter("1", "0202", ("?",), "red")).counters["1"].look
    assert float(re.findall(r'font-size="([\d.]+)">\?', look)[0]) > 30


def test_a_stack_is_a_pile_with_its_number_and_the_last_on_top() -> None:
    stack = [Counter(str(n), "0202", (str(n),), "khaki") for n in range(3)]
    map = drawn(hexes(FIELD), *stack)
    spots = [(placed.x, placed.y) for placed in map.counters.values()]
    assert spots[0] > spots[1] > spots[2]
    assert spots[0][0] - spots[1][0] == 5
    assert re.findall(r'class="number".*?>(\d+)</text>', map.svg) == ["3"]


def test_the_ground_is_the_same_whatever_is_on_it() -> None:
    board = hexes(FIELD)
    assert drawn(board).ground is drawn(board, Counter("1", "0202", ("?",))).ground


def test_ways_lead_from_hex_to_hex_along_roads_and_never_into_the_sea() -> None:
    board = hexes(FIELD, ways={"road": Way(at=("0203 0202 0302 0401",))})
    map = drawn(board)
    assert not any({"0101", "0102"} & {*ends} for ends in map.ways)
    route = map.route("0203", "0401")
    middles = [complex(*map.spots[id]) for id in ("0203", "0202", "0302", "0401")]
    assert [route[0].start, *(curve.end for curve in route)] == middles
    assert len(map.route("0103", "0401")) == 3
    assert len(map.route("0101", "0401")) == 1  # straight, since no ship is known to sail


def test_no_way_leads_to_ground_that_is_closed_to_each_kind_of_movement() -> None:
    terrain = {**TERRAIN, "sea": Terrain("~", cost={"foot": "no", "guns": "no"})}
    board = HexFile[Terrain, Side](picture=FIELD, terrain=terrain).map()
    assert drawn(board).ways.keys() == drawn(hexes(FIELD)).ways.keys()


def test_a_map_has_a_key_of_all_that_is_on_it() -> None:
    board = hexes(FIELD, sides={"wadi": Side(at=("0202 n",))}, ways={"road": Way(at=("0201 0202",))})
    key = re.findall(r'class="key"[^>]*>([^<]*)<', drawn(board).ground)
    assert key == ["sea", "plain", "hills", "town", "wadi", "road"]


def test_a_ground_that_has_no_look_of_its_own_is_named_in_its_hexes() -> None:
    terrain = {"plain": Terrain(letter=".", look="clear"), "crater": Terrain(letter="c")}
    map = drawn(HexFile[Terrain, Side](picture=". c c", terrain=terrain).map())
    assert map.ground.count(">crater</text>") == 2 + 1  # and in the key
    assert map.ground.count(">plain</text>") == 1


def test_sizes_are_those_of_a_page() -> None:
    wide = hexes("\n".join(". n T ~" * 3 for _ in range(10)))
    assert len(document(Picture("map", "", wide))) < 60_000
    whole = hexes("\n".join("." * 60 for _ in range(40)))
    assert len(document(Picture("map", "", whole))) < 400_000


def test_the_key_of_a_map_explains_its_bridges() -> None:
    def key(over: tuple[str, ...]) -> str:
        sides, ways = {"wadi": Side(at=("0101 se",))}, {"road": Way(at=("0101 0201",), over=over)}
        terrain = {"plain": Terrain(letter=".", cost=1)}
        map = HexFile[Terrain, Side](picture=". .", terrain=terrain, sides=sides, ways=ways).map()
        return map.art.drawing(Picture("map", "map", map)).ground

    assert ">bridge<" in key(("wadi",))
    assert ">bridge<" not in key(())
