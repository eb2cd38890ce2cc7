"""A map of hexes in words: a line for each hex that matters, and distances."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import places
from sandtable_hexes import HexFile, Side, Terrain, Way
from sandtable_shell import main

MAP = HexFile[Terrain, Side](
    picture=". . n\n. T n\n. . .",
    terrain={
        "plain": Terrain(letter="."),
        "broken-hills": Terrain(letter="n"),
        "town": Terrain(letter="T"),
    },
    sides={"wadi": Side(at=("0202 n",)), "trench": Side(at=("0202 s sw",), faces=True)},
    ways={"road": Way(at=("0201 0202 0302",), over=("wadi",)), "rail": Way(at=("0202 0203",))},
    places={"0202": "Gaza"},
).map()


def test_a_hex_is_told_with_what_is_around_and_in_it() -> None:
    assert next(places(MAP, {}, {"0202": "3rd Division", "0303": "Camels"})) == (
        "0202 Gaza, town: road north to 0201 by a bridge, north-east to 0302; rail south to 0203; "
        "wadi north; trench south, south-west; plain north, south-east, south, south-west, "
        "north-west; broken hills north-east; 3rd Division; "
        "next to 0303 south-east: Camels"
    )


def test_lines_are_only_for_hexes_with_units_or_names() -> None:
    assert [line[:4] for line in places(MAP, {}, {"0301": "Camels"})] == ["0301", "0202"]


def test_a_map_with_nothing_in_it_is_told_by_its_ground() -> None:
    *ground, place = places(MAP, {}, {})
    assert ground == [
        "plain: all other hexes from 0101 to 0303",
        "town: 0202",
        "broken hills: 0301 to 0302",
        "wadi: 0202 north",
        "trench: 0202 south south-west",
        "road: 0201 0202 0302",
        "rail: 0202 0203",
    ]
    assert place.startswith("0202 Gaza, town:")


def test_a_side_that_counts_for_the_next_hex_is_told_as_such() -> None:
    line = next(places(MAP, {}, {"0203": "Camels"}))
    assert "trench of the next hex north;" in line


def test_a_hex_that_is_looked_at_says_how_far_the_others_are() -> None:
    first, *rest = MAP.art.place("0301", {"0202": "3rd Division", "0103": "Camels", "0303": "Guns"})
    assert first.startswith("0301, broken hills: plain south-west; empty")
    assert rest == [
        "0301 to 0202 Gaza: 2 hexes south: 3rd Division",
        "0301 to 0303: 2 hexes south: Guns",
        "0301 to 0103: 3 hexes south-west: Camels",
    ]


def test_a_bridge_over_a_trench_is_told_on_both_of_its_sides() -> None:
    sides = {"trench": Side(at=("0101 se",), faces=True)}
    ways = {"road": Way(at=("0101 0201",), over=("trench",))}
    terrain = {"plain": Terrain(".", cost=1)}
    map = HexFile[Terrain, Side](picture=". .", terrain=terrain, sides=sides, ways=ways).map()
    assert all("by a bridge" in line for line in map.art.places({"0101": "1st", "0201": "2nd"}))


def test_a_bare_map_of_one_hex_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.toml"
    file.write_text('picture = "."\nterrain.clear.letter = "."\nplaces.0101 = "Jalo"\n', "utf-8")
    assert main(["map", str(file), "--plain"]) == 0
    assert capsys.readouterr().out == "clear: all hexes from 0101 to 0101\n0101 Jalo, clear\n"
