"""Hexes on pages: the report's map of a whole game, and the part of it where something happened."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sandtable import Action, Counter, Picture
from sandtable.model.picture import Tone
from sandtable_hexes import HexFile, Side, Terrain
from sandtable_pictures import Frame, drawing
from sandtable_tools.views.marks import figure
from sandtable_tools.views.page_data import PictureDrawing
from sandtable_tools.views.trail import COLOURS, Trail

TERRAIN = {"plain": Terrain(letter=".", cost=1), "sea": Terrain(letter="~")}
ROWS = "\n".join([". . . . . . . ."] * 2 + [". . ~ ~ ~ ~ . ."] + [". . . . . . . ."] * 4)
MAP = HexFile[Terrain, Side](
    picture=ROWS, terrain=TERRAIN, places={"0101": "Camp", "0807": "A very long name"}
).map()


class March(Action, frozen=True):
    phrase = "moves {unit} to {hex}"

    unit: str
    hex: str


def counter(unit: str, at: str) -> Counter:
    tone: Tone = "red" if unit[-1] in "13" else "khaki"
    return Counter(unit, at, (unit,), tone, symbol="infantry", figure="4-4", echelon="xx")


def game(*moves: tuple[str, str, str]) -> Iterator[Frame]:
    """A frame for the start, where all units are in 0101, and one for each move: seat, unit, hex."""
    units = dict.fromkeys((unit for _, unit, _ in moves), "0101")
    for n, (seat, unit, hex) in enumerate((("", "", ""), *moves), 1):
        if unit:
            units[unit] = hex
        placed = tuple(counter(key, at) for key, at in units.items())
        action = March(unit, hex) if unit else None
        yield Frame(
            n=n, kind="action", seat=seat, words="", events=(), rolls=(), note="", bookmark="",
            undo=None, turn="", status="", board=(), tracks={},
            pictures=(Picture("map", "Map", MAP, placed),),
            outcome="", action=action, names={"unit": unit},
        )  # fmt: skip


def trail(*moves: tuple[str, str, str]) -> Trail:
    found = Trail({"north": "The North", "south": "The South"})
    for frame in game(*moves):
        found.add(frame)
    return found


def test_the_way_of_a_few_units_follows_the_hexes_that_they_may_enter() -> None:
    found = trail(("north", "Guards", "0801"), ("north", "Guards", "0807"))
    drawn = found.drawing([(3, "Camp")])
    assert drawn
    assert found.groups == ["Guards"]
    lines = re.findall(r'stroke-width="4" d="M([^"]*)"', drawn.ground)
    assert len(lines) == 7 + 6
    sea = [complex(*drawn.spots[hex]) for hex in ("0303", "0403", "0503", "0603")]
    points = [complex(*map(float, point.split())) for line in lines for point in line.split("L")]
    assert all(abs(point - middle) > 52 for point in points for middle in sea)
    assert "stop 1" in drawn.counters


def test_in_a_wargame_each_unit_has_an_arrow_of_its_side() -> None:
    moves = [("south" if n % 2 else "north", f"unit {n}", f"0{n + 3}02") for n in range(5)]
    onward = [(seat, unit, "0807") for seat, unit, _ in moves]
    found = trail(*moves, *onward, ("north", "unit 0", "0101"))
    drawn = found.drawing([])
    assert drawn
    ways = {name: colour for colour, name in found.ways}
    assert {*ways} == {"The South", "The North"}
    assert ways["The South"] == COLOURS[0]  # its counters are red
    assert len(re.findall(r'stroke-width="4" d="M', drawn.ground)) == 2  # from 0101 to 0807
    assert not trail(*moves[:4], *onward[:4]).arrows


def test_the_part_of_a_map_shows_whole_names_only() -> None:
    start, moved = (frame.pictures[0] for frame in game(("north", "Guards", "0102")))
    shown = figure(moved, start, "")
    assert 'class="part"' in shown
    assert ">Camp<" in shown
    assert "A very long name" not in shown


def test_a_page_has_the_names_above_counters_apart_from_the_ground() -> None:
    start, moved = (frame.pictures[0] for frame in game(("north", "Guards", "0102")))
    before, after = (PictureDrawing(picture, drawing(picture)).ground for picture in (start, moved))
    assert before == after
    assert ">Camp<" in after.above
    assert ">Camp<" not in after.below
    assert len(after.ways) > 100
    assert ("Camp", *drawing(start).spots["0101"]) in after.places
