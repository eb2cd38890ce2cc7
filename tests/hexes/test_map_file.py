"""The file of a map: what it means, and every mistake in it in one clear line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import SandtableError
from sandtable_hexes import Grid, HexFile, Side, Terrain, charts, looks
from sandtable_hexes.hexmap import HexMap
from sandtable_hexes.reading import parse_map, read_map

MAP = """\
# Around the wells.
picture = \"\"\"
~ ~ n n
. . n .

. T . .
. . - .
\"\"\"
[terrain]
plain = { letter = ".", cost = 1 }
hills = { letter = "n", cost = { foot = 2, guns = "no" }, height = 1 }
town = { letter = "T", cost = { foot = 1, guns = 1 }, stack = 2 }
sea = { letter = "~" }

[sides.wadi]
cost = 1
at = [
  "0203 n nw",
  "0102 0103",
]
[sides.scarp]
faces = true
no_zone = true
at = ["0301 s"]

[ways.road]
cost = "1/2"
over = ["wadi"]
at = [
  "0103 0203 0303",
  "0203 0202",
]
[places]
0203 = "Bir Jadid"
0402 = "Tell el Fara"

[areas]
line = ["0203", "0303"]
"""


class Ground(Terrain, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row with a further column."""

    wells: bool


class GroundFile(HexFile[Ground, Side], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file with a further table."""

    crt: dict[str, int] = {}


def parsed(text: str = MAP) -> HexMap[HexFile[Terrain, Side]]:
    return parse_map(text, HexFile[Terrain, Side], "map.toml")


def changed(old: str, new: str) -> HexMap[HexFile[Terrain, Side]]:
    assert old in MAP
    return parsed(MAP.replace(old, new, 1))


def test_the_picture_says_which_terrain_each_hex_has() -> None:
    map = parsed()
    assert len(map.terrain) == 15
    assert (map.terrain["0101"], map.terrain["0301"], map.terrain["0203"]) == ("sea", "hills", "town")
    assert map.effects("0301").height == 1
    assert "0304" not in map.spaces
    assert map.rows == ["~~nn", "..n.", ".T..", "..-."]


def test_a_board_has_a_link_of_each_kind_between_neighbours() -> None:
    map = parsed()
    assert [link.kind for link in map.links_of("0103") if link.other("0103") == "0203"] == [
        "hex",
        "wadi",
        "road",
    ]
    assert [link.kind for link in map.links_of("0203") if link.other("0203") == "0202"] == [
        "hex", "wadi", "road",
    ]  # fmt: skip
    assert map.neighbours("0203", ("road",)) == ["0202", "0103", "0303"]
    assert str(map.space("0203")) == "Bir Jadid"
    assert map.space("0102").kinds == ("plain",)


def test_a_side_counts_both_ways_and_one_that_faces_only_for_who_enters_its_hex() -> None:
    map = parsed()
    for a, b in (("0203", "0202"), ("0202", "0203"), ("0102", "0103"), ("0103", "0102")):
        edge = map.edge(a, b)
        assert edge
        assert edge.sides == ("wadi",)
    into, out_of = map.edge("0302", "0301"), map.edge("0301", "0302")
    assert into
    assert out_of
    assert (into.sides, out_of.sides) == (out_of.back, into.back) == (("scarp",), ())
    assert (into.direction, out_of.direction) == ("n", "s")
    assert map.neighbours("0301", ("scarp",)) == ["0302"]
    assert map.edge("0101", "0404") is None


def test_a_zone_of_control_ends_at_a_side_that_says_so() -> None:
    map = parsed()
    assert "0302" in map.zone(["0301"])
    assert "0301" not in map.zone(["0302"])
    assert map.zone(["0101", "0404"]) == {"0102", "0201", "0403"}
    assert map.zone([]) == set()


def test_places_and_areas_are_found_by_name() -> None:
    map = parsed()
    assert map.aliases == {"bir-jadid": "0203", "tell-el-fara": "0402"}
    assert map.areas["line"] == ("0203", "0303")
    with pytest.raises(SandtableError, match='no area "lin"; did you mean "line"'):
        map.areas["lin"]


def test_names_in_all_scripts_are_shown_and_those_with_latin_letters_are_typed() -> None:
    map = changed("Bir Jadid", "Москва 2")
    assert str(map.spaces["0203"]) == "Москва 2"
    assert map.aliases == {"tell-el-fara": "0402"}
    for name in ("صور", "Αθήνα", "東京"):
        assert changed("Bir Jadid", name).file.places["0203"] == name
    with pytest.raises(SandtableError, match='"Москва" is also the name of 0203'):
        parsed(MAP.replace("Bir Jadid", "Москва").replace("Tell el Fara", "Москва"))


def test_a_place_where_the_map_has_no_hex_is_refused() -> None:
    file = HexFile[Terrain, Side](
        picture=". -", terrain={"plain": Terrain(".")}, places={"0201": "Jalo"}
    )
    with pytest.raises(
        SandtableError, match=r"^places\.0201: 0201 is not a hex: the picture has - there$"
    ):
        file.map()


def test_a_map_without_terrain_says_what_its_table_needs() -> None:
    with pytest.raises(SandtableError) as refused:
        parsed('picture = "."\n[terrain]\n')
    fault = "terrain: it needs a kind of terrain for each letter of the picture"
    assert str(refused.value) == f"map.toml: line 2: {fault}"


def test_the_looks_that_are_known_are_those_that_are_drawn() -> None:
    drawn = {"terrain": looks.LOOKS, "sides": looks.STROKES, "ways": looks.WAYS}
    assert {chart: sorted(known) for chart, known in charts.LOOKS.items()} == {
        chart: sorted(known) for chart, known in drawn.items()
    }


def test_a_game_adds_columns_to_the_chart_and_tables_to_the_file() -> None:
    text = 'picture = "."\ncrt.DR = 2\nterrain.plain = { letter = ".", wells = true }'
    map = parse_map(text, GroundFile, "map.toml")
    assert map.effects("0101").wells
    assert map.file.crt == {"DR": 2}


@pytest.mark.parametrize("blank", ["\t", "", "   "])
def test_blanks_and_tabs_in_the_picture_mean_nothing(blank: str) -> None:
    assert changed(". . n .", blank.join("..n.")).terrain == parsed().terrain


def test_a_map_is_read_from_the_data_of_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "sandtable_of_this_test" / "data"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").touch()
    (data / "map.toml").write_text(MAP, "utf-8-sig", newline="\r\n")
    (data / "bad.toml").write_text(MAP.replace("0203 0303", "0203 0403"), "utf-8")
    (data / "odd.toml").write_bytes(b"\xff")
    monkeypatch.syspath_prepend(tmp_path)
    kind = HexFile[Terrain, Side]
    assert read_map("sandtable_of_this_test", "map.toml", kind).terrain == parsed().terrain
    for name, fault in (
        ("bad", "line 30: ways.road.at: 0403 is not next to 0203, whose neighbours are"),
        ("odd", "not UTF-8 text"),
        ("none", "No such file or directory"),
    ):
        with pytest.raises(SandtableError) as refused:
            read_map("sandtable_of_this_test", f"{name}.toml", kind)
        assert str(refused.value).startswith(f"sandtable_of_this_test/data/{name}.toml: {fault}")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            ". T . .",
            ". X . .",
            'line 6: picture: row 3, column 2 (0203): no terrain has the letter "X"; '
            "the letters are . n T ~, and - for no hex",
        ),
        (". T . .", ". T .", "line 6: picture: row 3 has 3 letters, row 1 has 4; use - for no hex"),
        (". . n .", ". . n . .", "line 4: picture: row 2 has 5 letters, row 1 has 4; use - for no hex"),
        (
            'letter = "n"',
            'letter = "."',
            'line 11: terrain.hills.letter: plain already has the letter "."; choose another',
        ),
        (
            'letter = "n"',
            'letter = "hi"',
            'line 11: terrain.hills.letter: it takes one letter or sign, except -, not "hi"',
        ),
        ('letter = "n", ', "", 'line 11: terrain.hills: the key "letter" is missing'),
        (
            "0103 0203 0303",
            "0103 0303",
            "line 30: ways.road.at: 0303 is not next to 0103, whose neighbours "
            "are n 0102, ne 0202, se 0203, s 0104",
        ),
        (
            "0203 0202",
            "0203 0200",
            'line 31: ways.road.at: no hex "0200"; did you mean "0201"? (the map has 0101 to 0404)',
        ),
        (
            "0203 0202",
            "0203",
            'line 31: ways.road.at: it takes a hex and its sides, or a chain of hexes, not "0203"',
        ),
        (
            "0203 0202",
            "",
            'line 31: ways.road.at: it takes a hex and its sides, or a chain of hexes, not ""',
        ),
        (
            "0203 n nw",
            "0203 n w",
            'line 18: sides.wadi.at: no direction "w"; choose from n, ne, se, s, sw, nw',
        ),
        (
            "0203 n nw",
            "0304 n nw",
            "line 18: sides.wadi.at: 0304 is not a hex: the picture has - there",
        ),
        (
            "0203 n nw",
            "0203",
            'line 18: sides.wadi.at: it takes a hex and its sides, or a chain of hexes, not "0203"',
        ),
        (
            "0102 0103",
            "0102 0104",
            "line 19: sides.wadi.at: 0104 is not next to 0102, whose neighbours are "
            "n 0101, ne 0201, se 0202, s 0103",
        ),
        (
            "0102 0103",
            "0102 0109",
            'line 19: sides.wadi.at: no hex "0109"; did you mean "0104"? (the map has 0101 to 0404)',
        ),
        (
            "0301 s",
            "0301 0302",
            'line 24: sides.scarp.at: it takes a hex and its sides, not "0301 0302"',
        ),
        (
            'over = ["wadi"]',
            'over = ["wady"]',
            'line 28: ways.road.over: no hexside "wady"; did you mean "wadi"?',
        ),
        (
            "[ways.road]",
            "[ways.wadi]",
            "line 26: ways.wadi: another kind of link has this name; choose a new one",
        ),
        (
            "[ways.road]",
            "[ways.hex]",
            "line 26: ways.hex: another kind of link has this name; choose a new one",
        ),
        (
            "0402 =",
            "0502 =",
            'line 35: places.0502: no hex "0502"; did you mean "0404"? (the map has 0101 to 0404)',
        ),
        (
            "Tell el Fara",
            "bir jadid",
            'line 35: places.0402: "bir jadid" is also the name of 0203; choose another',
        ),
        (
            "Tell el Fara",
            "...",
            'line 35: places.0402: a place takes a name with letters, on one line, not "..."',
        ),
        (
            "Tell el Fara",
            r"Tell\nFara",
            r'line 35: places.0402: a place takes a name with letters, on one line, not "Tell\nFara"',
        ),
        (
            "cost = 1 }",
            'cost = 1, look = "cleer" }',
            'line 10: terrain.plain.look: no look "cleer"; did you mean "clear"?',
        ),
        (
            "faces = true",
            'look = "rivr"',
            'line 22: sides.scarp.look: no look "rivr"; did you mean "river"?',
        ),
        (
            "cost = 1 }",
            "cost = 1, stack = -1 }",
            "line 10: terrain.plain.stack: it takes a limit of 0 or more, not -1",
        ),
        (
            '"0203", "0303"]',
            '"0203", "303"]',
            'line 38: areas.line: no hex "303"; did you mean "0303"? (the map has 0101 to 0404)',
        ),
        (
            "cost = 1\n",
            "cost = 0.5\n",
            'line 16: sides.wadi.cost: a cost is a whole number, "1/2" or "no", not "0.5"',
        ),
        (
            '"1/2"',
            '"half"',
            'line 27: ways.road.cost: a cost is a whole number, "1/2" or "no", not "half"',
        ),
        (
            "cost = 1 }",
            "cost = -1 }",
            'line 10: terrain.plain.cost: a cost is a whole number, "1/2" or "no", not "-1"',
        ),
        (
            "foot = 1, guns = 1",
            "foot = 1, gun = 1",
            'line 12: terrain.town.cost: no kind of movement "gun"; did you mean "guns"?',
        ),
        (
            "foot = 1, guns = 1",
            "foot = 1",
            'line 12: terrain.town.cost: no cost for guns; write a number or "no"',
        ),
        (
            "cost = 1 }",
            "coast = 1 }",
            'line 10: terrain.plain: there is no key "coast"; did you mean "cost"?',
        ),
        ("faces = true", "faces = yes", 'line 22: put text in quotes: faces = "yes"'),
        (
            "[terrain]",
            '[grid]\nnumbers = "RR"\n[terrain]',
            'line 10: grid.numbers: it needs a column (C or A) and a row (R), not "RR"',
        ),
        (
            "[terrain]",
            '[grid]\ntops = "round"\n[terrain]',
            'line 10: grid.tops: no such value "round"; choose from flat, pointy',
        ),
    ],
)
def test_a_mistake_is_one_line_with_its_place_and_what_is_right(old: str, new: str, fault: str) -> None:
    with pytest.raises(SandtableError) as refused:
        changed(old, new)
    assert str(refused.value) == f"map.toml: {fault}"
    assert refused.value.status == 2


@pytest.mark.parametrize("picture", ["", "\n \n", "- -\n- -"])
def test_a_picture_without_a_hex_is_refused(picture: str) -> None:
    with pytest.raises(SandtableError) as refused:
        HexFile[Terrain, Side](picture=picture, terrain={"plain": Terrain(".")}).map()
    assert str(refused.value) == "picture: it needs a line for each row, with a letter for each hex"


def test_numbers_that_two_hexes_share_are_refused() -> None:
    picture = 'picture = """\n' + 11 * f"{11 * '.'}\n" + '"""\n'
    terrain = '[terrain]\nplain.letter = "."\n'
    fault = 'grid.numbers: "CR" gives two hexes the number 111; use more digits, as in CCRR'
    for grid, place in (
        ('[grid]\nnumbers = "CR"\n', "line 15: "),
        ('grid = { numbers = "CR" }\n', "line 14: "),
    ):
        with pytest.raises(SandtableError) as refused:
            parsed(picture + grid + terrain)
        assert str(refused.value) == f"map.toml: {place}{fault}"


@pytest.mark.parametrize(
    ("picture", "line"),
    [('"""..\n.x"""', 2), ('"""\n..\n\n.x\n"""', 4), ("'''\n..\n.x'''", 3), ('"..\\n.x"', 1)],
)
def test_the_line_of_a_letter_is_found_however_the_picture_is_written(picture: str, line: int) -> None:
    with pytest.raises(SandtableError) as refused:
        parsed(f'picture = {picture}\n[terrain]\nplain.letter = "."\n')
    assert str(refused.value).startswith(f"map.toml: line {line}: picture: row 2, column 2 (0202)")


def test_a_map_that_python_makes_has_the_same_faults_without_lines() -> None:
    file = HexFile[Terrain, Side](picture=".", terrain={"plain": Terrain(".")}, places={"0102": "Jalo"})
    with pytest.raises(SandtableError) as refused:
        file.map()
    assert (
        str(refused.value)
        == 'places.0102: no hex "0102"; did you mean "0101"? (the map has 0101 to 0101)'
    )


@pytest.mark.parametrize(
    ("id", "help"), [("B1", '; did you mean "b1"?'), ("11", "; choose from a1, b1")]
)
def test_numbers_with_letters_are_written_in_lower_case(id: str, help: str) -> None:
    file = HexFile[Terrain, Side](
        picture="..", terrain={"plain": Terrain(".")}, grid=Grid(numbers="AR"), places={id: "Jalo"}
    )
    with pytest.raises(SandtableError) as refused:
        file.map()
    assert str(refused.value) == f'places.{id}: no hex "{id}"{help} (the map has a1 to b1)'
