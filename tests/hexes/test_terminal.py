"""Maps of hexes in characters: sizes, sides, contents, options, near views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import pytest

from sandtable import chart
from sandtable_hexes import Grid, HexFile, Side, Terrain, Way
from sandtable_hexes.hexmap import HexMap
from sandtable_hexes.looks import signs
from sandtable_pictures import palette, styled

Marks: TypeAlias = Mapping[str, Sequence[tuple[str, palette.Role]]]
Map: TypeAlias = HexMap[HexFile[Terrain, Side]]

NONE: Marks = {}

GROUND = {
    "plain": Terrain(letter=".", look="clear"),
    "hill": Terrain(letter="n"),
    "sea": Terrain(letter="~"),
    "lake": Terrain(letter="l"),
    "town": Terrain(letter="T"),
    "village": Terrain(letter="t", look="town"),
    "glacier": Terrain(letter="g"),
}


def plain(columns: int, rows: int, tops: str = "flat", **fields: Any) -> Map:
    """A map of nothing but plains."""
    grid = Grid(tops=tops)  # type: ignore[arg-type]
    picture = "\n".join(["." * columns] * rows)
    return HexFile[Terrain, Side](picture=picture, terrain=GROUND, grid=grid, **fields).map()


SMALL = HexFile[Terrain, Side](
    picture="~ . n\n. T .\n- . .",
    terrain=GROUND,
    sides={"river": Side(at=("0201 s", "0102 ne")), "trench": Side(at=("0202 s",), faces=True)},
    ways={"road": Way(at=("0201 0202 0302",), over=("river",)), "rail": Way(at=("0301 0302",))},
    places={"0202": "Gaza", "0302": "Beit Hanun"},
).map()


def drawn(
    map: Map,
    marks: Marks = NONE,
    width: int = 80,
    rows: int | None = None,
    *,
    unicode: bool = False,
    painted: bool = False,
    options: Mapping[str, Sequence[int]] = {},
    near: str | tuple[float, float] | None = None,
) -> chart.MapLines:
    with chart.with_look(chart.Look(unicode, painted, rows, options, near)):
        return chart.draw(map, marks, width)


def picture(lines: chart.MapLines) -> list[str]:
    return [str(line) for line in lines[: lines.rows]]


def test_a_small_map_as_it_is_printed() -> None:
    lines = drawn(SMALL, {"0302": [("52Div 5-4", "own")], "0202": [("3Div 4-4", "enemy")]}, width=24)
    assert picture(lines) == [
        "  _____         _____",
        " / 0101\\       / 0301\\",
        "/ ~ ~ ~ \\_____/ n + n \\",
        "\\~ ~ ~ ~/ 0201\\n n+n n/",
        " \\_____/   ==  \\__+__/",
        " / 0102w   ==  / 0302\\",
        "/       wwwwHw/[52Div]\\",
        "\\       / 0202B.Hanun /",
        " \\_____/<3Div> \\_____/",
        "       \\#Gaza #/ 0303\\",
        "        \\XXXXX/       \\",
        "        / 0203\\       /",
        "       /       \\_____/",
        "       \\       /",
        "        \\_____/",
    ]


@pytest.mark.parametrize("tops", ["flat", "pointy"])
@pytest.mark.parametrize(
    ("width", "rows"), [(100, 50), (80, 22), (60, 22), (52, 22), (40, 22), (80, 12)]
)
def test_the_largest_size_that_fits_is_taken(tops: str, width: int, rows: int) -> None:
    map = plain(12, 10, tops)
    lines = drawn(map, width=width, rows=rows)
    assert lines.rows <= rows
    assert max(len(line) for line in lines) <= width
    assert lines.places.keys() == map.at.keys()


@pytest.mark.parametrize(("width", "rows", "letters"), [(100, 50, 7), (80, 22, 5), (40, 22, 2)])
def test_twelve_by_ten_hexes_are_hexes_down_to_forty_columns(
    width: int, rows: int, letters: int
) -> None:
    lines = drawn(plain(12, 10), width=width, rows=rows)
    assert lines.places["0203"].letters == letters
    assert lines.places["0203"].y - lines.places["0103"].y == (2 if letters == 7 else 1)


@pytest.mark.parametrize("unicode", [False, True])
@pytest.mark.parametrize("painted", [False, True])
@pytest.mark.parametrize("tops", ["flat", "pointy"])
def test_own_and_enemy_units_differ_without_colour_at_every_size(
    tops: str, unicode: bool, painted: bool
) -> None:
    map = plain(6, 5, tops)
    for width in (60, 44, 36, 30, 24):
        marks: list[Marks] = [{"0303": [("3Div 4-4", "own")]}, {"0303": [("3Div 4-4", "enemy")]}]
        own, enemy = (drawn(map, mark, width, 14, unicode=unicode, painted=painted) for mark in marks)
        signs = "◆‹<" if unicode else "x<"  # noqa: RUF001
        assert any(sign in line for line in picture(enemy) for sign in signs), width
        assert not any(sign in line for line in picture(own) for sign in signs), width


def badge(unit: str, role: palette.Role, width: int, more: int = 0) -> str:
    """What a unit with others below it looks like in the middle of a map of so many columns."""
    first: tuple[str, palette.Role] = (unit, role)
    units = [first, *[(f"Other {number}", role) for number in range(more)]]
    lines = drawn(plain(6, 5, sides={"river": Side(at=("0303 s",))}), {"0303": units}, width, 12)
    x, y, letters = lines.places["0303"]
    return str(lines[y])[x : x + letters].strip()


def test_the_figure_is_left_out_first_then_small_letters() -> None:
    assert badge("52Div 5-4", "enemy", 40) == "<52D>"
    assert badge("52Div 5-4", "enemy", 34) == "x52D"
    assert badge("52Div", "own", 40, more=1) == "o52+1"
    assert badge("16Div", "enemy", 34, more=2) == "x16+"
    assert badge("52Div", "own", 24) == "52"


def test_no_two_features_of_a_map_have_the_same_sign() -> None:
    sides = {name: Side(at=("0201 s",)) for name in ("river", "wadi", "ridge", "trench", "hedge")}
    ways = {name: Way(at=("0201 0202",)) for name in ("road", "path", "track", "rail", "canal")}
    map = HexFile[Terrain, Side](
        picture=". ~ n\nT t g\nl . .", terrain=GROUND, sides=sides, ways=ways
    ).map()
    for unicode in (False, True):
        found = signs(map, unicode=unicode)
        ground = [sign for sign, _ in found.terrain.values()]
        both = [*ground, *(sign for sign, _ in found.sides.values()), found.bridge]
        assert len({*both}) == len(both)
        assert len({sign for sign, _ in found.ways.values()}) == len(ways)
        if not unicode:
            assert {*both}.isdisjoint(sign for sign, _ in found.ways.values())


def test_the_legend_has_what_occurs() -> None:
    below = " ".join(drawn(SMALL, {"0202": [("3Div", "enemy")]}, width=50))
    for entry in ("~~ sea", "nn hill", "river", "trench", "== road", "++ rail", "HH bridge"):
        assert entry in below
    assert "village" not in below


def test_numbers_of_options_are_where_they_lead() -> None:
    lines = drawn(
        plain(12, 10), {"0404": [("3Div", "enemy")]}, 80, 22, options={"0404": [12], "0505": [3, 7]}
    )
    x, y, letters = lines.places["0404"]
    assert "(12)" in str(lines[y + 1])[x - 1 : x + letters + 1]
    x, y, letters = lines.places["0505"]
    assert "3 7" in str(lines[y])[x - 1 : x + letters + 1]
    inks = {span.role for line in lines for span in styled.spans(line)}
    assert {"enemy-badge", "option-badge"} <= inks


@pytest.mark.parametrize("width", [100, 80, 60, 40, 30])
def test_a_click_finds_the_hex_of_a_cell(width: int) -> None:
    lines = drawn(plain(12, 10), width=width, rows=22)
    for hex, (x, y, letters) in lines.places.items():
        assert {lines.owners[column, y] for column in range(x, x + letters)} == {hex}


@pytest.mark.parametrize("tops", ["flat", "pointy"])
def test_a_point_of_the_map_is_where_its_scale_says(tops: str) -> None:
    map = plain(12, 10, tops)
    for near in (None, "0505"):
        lines = drawn(map, width=60, rows=22, near=near)
        assert lines.scale
        for hex, (x, y, letters) in lines.places.items():
            across, down = lines.scale.dot((map.spaces[hex].x, map.spaces[hex].y))
            assert x <= across / 2 <= x + letters, hex
            assert y - 1 <= down / 4 <= y + 2, hex


def test_a_near_view_is_larger_and_around_its_hex() -> None:
    map = plain(12, 10)
    whole, near = (drawn(map, width=80, rows=12, near=hex) for hex in (None, "0908"))
    assert near.rows <= 12
    assert "0908" in near.places
    assert "0101" not in near.places
    assert {*near.owners.values()} > near.places.keys()
    assert min(column for column, _ in near.owners) >= len("01 ")
    assert near.scale
    assert whole.scale
    assert near.scale.down > whole.scale.down


def test_a_map_too_large_for_its_smallest_size_is_shown_around_ones_own() -> None:
    lines = drawn(plain(60, 40), {"5030": [("1 Corps", "own")]}, width=80, rows=20)
    assert "5030" in lines.places
    assert max(len(line) for line in lines) <= 80
    assert len(lines.places) > 30 * 15
    assert "Only part of the map fits" in "\n".join(lines)
    assert "Only a part" not in "\n".join(drawn(plain(60, 40), width=130, rows=42))


def test_the_numbers_of_columns_from_100_end_with_their_last_digits() -> None:
    lines = drawn(plain(103, 3), width=220)
    assert lines[0].endswith("9900010203")


def test_a_map_of_sixty_by_forty_fits_a_large_terminal_whole() -> None:
    map = plain(60, 40)
    lines = drawn(map, width=130, rows=42)
    assert lines.places.keys() == map.at.keys()


def test_grounds_are_papers_where_there_are_colours() -> None:
    grounds = {span.ground for line in drawn(SMALL, painted=True) for span in styled.spans(line)}
    assert {"land", "hill", "water", "built"} <= grounds
    assert {span.ground for line in drawn(SMALL) for span in styled.spans(line)} == {None}


def test_a_pane_with_room_has_the_legend_too() -> None:
    roomy, full = drawn(SMALL, width=26, rows=20), drawn(SMALL, width=26, rows=15)
    assert (roomy.rows, full.rows) == (len(roomy), 15)
    assert len(full) == len(roomy) > 15


def test_ascii_is_ascii() -> None:
    marks: Marks = {"0302": [("52Div 5-4", "own")], "0202": [("3Div 4-4", "enemy"), ("3", "target")]}
    for width in (24, 20, 16, 10):
        assert all(line.isascii() for line in drawn(SMALL, marks, width, options={"0301": [1]}))


def test_names_of_places_run_into_plain_ground() -> None:
    map = plain(12, 10, places={"0505": "Beersheba"})
    assert "Beersheba" in "\n".join(drawn(map, width=80, rows=22))
    marks: Marks = {hex: [("1", "enemy")] for hex in ("0605", "0604", "0405", "0404")}
    assert "Beers" in "\n".join(drawn(map, marks, width=80, rows=22))


@pytest.mark.parametrize("tops", ["flat", "pointy"])
def test_a_side_that_counts_from_one_side_shows_which_way_it_looks(tops: str) -> None:
    def sign(at: str) -> str:
        trench = {"trench": Side(at=(at,), faces=True)}
        lines = drawn(plain(3, 3, tops, sides=trench), width=32, unicode=True)
        ink = next(span for line in lines for span in styled.spans(line) if span.role == "town")
        return next(line[ink.start] for line in lines if ink in styled.spans(line))

    sides = {"flat": ("s", "n", "ne", "sw"), "pointy": ("se", "ne", "e", "w")}[tops]
    assert [sign(f"0202 {side}") for side in sides] == ["┬", "┴", "├", "┤"]


def test_a_map_may_lose_its_outermost_lines_but_no_number() -> None:
    for rows in (22, 21, 20):
        lines = drawn(plain(12, 10), {"0210": [("52Div", "own"), ("53Div", "own")]}, 40, rows)
        assert lines.rows == rows
        assert lines.places["0101"].letters == 2
        assert all(number in "\n".join(lines) for number in ("01", "12", "10"))
        assert "5+" in lines[lines.places["0210"].y] or "53" in lines[lines.places["0210"].y + 1]


def test_a_stack_leaves_a_line_between_it_and_units_right_below() -> None:
    stack: Marks = {"0505": [("52Div", "own"), ("53Div", "own")]}
    alone = drawn(plain(12, 10), stack, 80, 22)
    above = drawn(plain(12, 10), {**stack, "0506": stack["0505"]}, 80, 22)
    y = alone.places["0505"].y
    assert "[53D]" in alone[y + 1]
    assert "o52+1" in above[y]
    assert "53" not in above[y + 1]


@pytest.mark.parametrize("tops", ["flat", "pointy"])
@pytest.mark.parametrize("shifted", ["even", "odd"])
def test_neighbours_are_in_their_directions_and_holes_are_empty(tops: str, shifted: str) -> None:
    grid = Grid(tops=tops, shifted=shifted, numbers="AR", upwards=True)  # type: ignore[arg-type]
    picture = "..-...\n......\n.-....\n......"
    map = HexFile[Terrain, Side](picture=picture, terrain=GROUND, grid=grid).map()
    for width in (60, 44, 30, 24):
        places = drawn(map, width=width).places
        assert places.keys() == map.at.keys()
        for hex, edges in map.edges.items():
            for edge in edges:
                across = places[edge.other].x - places[hex].x
                down = places[edge.other].y - places[hex].y
                assert (across > 0, across < 0) == ("e" in edge.direction, "w" in edge.direction)
                assert down <= 0 if "n" in edge.direction else down >= 0
                assert abs(across) + 2 * abs(down) <= 2 * abs(places["a1"].x - places["b1"].x) + 2


@pytest.mark.parametrize("unicode", [False, True])
@pytest.mark.parametrize("painted", [False, True])
@pytest.mark.parametrize("tops", ["flat", "pointy"])
@pytest.mark.parametrize("role", ["own", "enemy"])
def test_a_stack_shows_at_every_size_that_there_are_more(
    tops: str, unicode: bool, painted: bool, role: palette.Role
) -> None:
    river = Side(at=("0304 ne nw" + " n" * (tops == "flat"),))
    map = plain(6, 5, tops, sides={"river": river})
    for width in range(14, 61, 2):
        for more in (1, 9):
            units: Marks = {"0303": [("Xth", role), *[("Yth", role)] * more]}
            shown = drawn(map, units, width, 14, unicode=unicode, painted=painted)
            told = {sign for line in picture(shown) for sign in line} & {*"+Y"}
            assert told, (width, picture(shown))


@pytest.mark.parametrize("unicode", [False, True])
def test_a_unit_and_an_option_do_not_read_as_another_option(unicode: bool) -> None:
    lines = drawn(
        plain(12, 10), {"0404": [("1", "own")]}, 28, 22, unicode=unicode, options={"0404": [1]}
    )
    x, y, letters = lines.places["0404"]
    assert letters == 2
    assert lines[y][x : x + letters] == ("●1" if unicode else "o1")


def test_an_option_takes_the_place_of_the_number_of_a_column() -> None:
    for width in (40, 50):
        lines = drawn(plain(12, 10), width=width, rows=20, options={"0501": [4]})
        x, y, letters = lines.places["0501"]
        assert lines[y][x : x + letters].strip() == "4"


def test_a_railway_has_no_sign_of_the_corners_of_hexes() -> None:
    for width in (60, 44, 34):
        for unicode, ways in ((False, "+"), (True, "⣀⠉")):
            corners = {*"".join(picture(drawn(plain(6, 5, "pointy"), NONE, width, 16, unicode=unicode)))}
            assert corners.isdisjoint(ways)
