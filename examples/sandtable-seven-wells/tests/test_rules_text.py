"""The charts, tables and worked examples in rules.md agree with the code and its data."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from sandtable_hexes import sees

from sandtable_seven_wells.combat import column
from sandtable_seven_wells.hexes import COSTS, CRT, GUN_RANGE, MAP, SECTORS, SUPPLY_RANGE, WATER_RANGE
from sandtable_seven_wells.position import Position
from sandtable_seven_wells.victory import FREE_LOSSES, british_points, margin, ottoman_points

RULES = (resources.files("sandtable_seven_wells") / "rules.md").read_text(encoding="utf-8")
KINDS = ("foot", "mounted", "guns")


@pytest.fixture
def position(session):
    """Return a function that makes the campaign's set-up, with some units in other hexes."""

    def make(**at: str) -> Position:
        game = session("seven-wells/1917")
        for unit, hex in at.items():
            game.state.units[unit.lstrip("_")].at = hex
        return Position(game.table.scenario.data, game.state)

    return make


def text_of(section: str) -> str:
    return RULES.partition(f"\n### {section} ")[2].partition("\n#")[0]


def rows(section: str) -> list[list[str]]:
    """Return the cells of a section's table."""
    lines = [line for line in text_of(section).split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize("name", ["crt", "barrage"])
def test_the_tables_are_those_of_the_map_file(name: str) -> None:
    """Sections 5.3 and 6.4."""
    (shown,) = re.findall(rf"^```text {name}\n(.*?)^```", RULES, re.MULTILINE | re.DOTALL)
    assert shown.split() == getattr(MAP.file, name).table.split()


def test_the_terrain_effects_chart_is_that_of_the_map_file() -> None:
    """Section 4.1: each terrain's movement points, column shift and cover."""
    printed = {name: cells for name, *cells in rows("4.1")}
    assert printed.keys() == MAP.file.terrain.keys()
    for name, row in MAP.file.terrain.items():
        *costs, shift, more = printed[name]
        cover = re.search(r"cover (\d)", more)
        points = row.cost if isinstance(row.cost, dict) else dict.fromkeys(KINDS, row.cost)
        assert costs == [str(points[kind]) for kind in KINDS]
        assert int(shift or 0) == row.shift
        assert int(cover[1] if cover else 0) == row.cover
        assert [word in more for word in ("firm", "blocks", "high")] == [
            row.firm,
            row.blocks,
            row.height > 0,
        ]


DISTANCES = [("3.1", SUPPLY_RANGE), ("3.2", WATER_RANGE), ("5.1", GUN_RANGE)]


@pytest.mark.parametrize(("section", "number"), DISTANCES)
def test_the_distances_are_those_of_the_code(section: str, number: int) -> None:
    assert re.findall(r"at most (\d+)\s+hexes", text_of(section)) == [str(number)]


def test_reinforcements_and_points_are_those_of_the_scenario(position) -> None:
    """Sections 1.3, 2.4, 7.2 and 7.4."""
    data = position().data
    due = sorted((unit.turn, unit.at) for unit in data.units.values() if unit.turn)
    assert due == [(int(turn), tuple(re.findall(r"\d{4}", where))) for turn, _, _, where in rows("1.3")]
    posts = " ".join(text_of("2.4").split()).partition("face down, to ")[2].partition(". ")[0]
    assert re.split(", | and ", posts) == [MAP.file.places.get(hex, hex) for hex in data.line]
    free = ("no", "one", "two", "three", "four", "five", "six")[FREE_LOSSES]
    assert rows("7.2")[0] == [f"each British step lost beyond {free}", "1"]
    assert f"at least {data.win}," in text_of("7.4")


def test_the_example_of_stacking(position) -> None:
    """Section 2.2: two divisions are six points; the camels may pass, but not stop."""
    where = position(camels="0608")
    assert {"welsh", "spur"} == set(where.units_in("0507"))
    assert "0507" in where.full_hexes("british", "camels")


def test_the_example_of_sight() -> None:
    """Section 2.4: the groves of 0403 hide Gaza."""
    assert sees(MAP, "0404", "0403", 2)
    assert sees(MAP, "0404", "0504", 2)
    assert not sees(MAP, "0404", "0402", 2)


@pytest.mark.parametrize(
    ("hex", "khamsin", "points"),
    [("0908", False, 6), ("0908", True, 4), ("1108", False, 3), ("1108", True, 2)],
)
def test_the_example_of_water(position, hex: str, khamsin: bool, points: int) -> None:
    """Sections 1.2 and 3.2."""
    where = position(anzac=hex)
    where.war.khamsin = khamsin
    assert where.points("anzac") == points


def test_the_example_of_movement() -> None:
    """Section 4.1: a unit crosses the wadi along the road, then elsewhere."""
    foot = COSTS["foot"]
    moves = [("0306", "0405"), ("0405", "0505"), ("0304", "0404")]
    costs = [foot.words(dict(foot.steps[start])[stop]) for start, stop in moves]
    assert costs == ["½", "1", "2"]


def test_the_example_of_an_attack(position) -> None:
    """Sections 6.2 and 6.3: odds of 5½ to 4, shifted two columns to the right."""
    where = position(london="0706", spur="0605", _54th="0705")
    for unit in where.units:
        if where.units[unit].at == "0705" and unit != "54th":
            where.units[unit].at = ""
    supplied = where.supplied("british")
    units = ["london", "spur"]
    assert (where.strength(units, "0705", supplied), where.defence("0705")) == (11, 8)
    assert CRT.columns[CRT.column(11, 8)] == "1:1"
    where.war.shifts["0705"] = 2
    where.war.effort = SECTORS["0705"]
    assert where.war.effort == "sheria"
    assert CRT.columns[column(where, "british", "0705", units, supplied)] == "2:1"


def test_a_side_holds_a_place_if_it_was_the_last_to_end_a_move_there(session, script) -> None:
    """Section 7: a division passes through Hareira along the road, then ends a move there."""
    game = session("seven-wells/1917")
    for unit, data in game.table.scenario.data.units.items():
        if data.line:
            game.state.units[unit].at = ""
    game.state.units["lowland"].at = game.state.units["anglian"].at = "0604"
    script(game, "effort gaza", "barrage monitors gaza", "move lowland", "to 0805")
    assert game.state.holders["0705"] == "ottoman"
    script(game, "move anglian", "to hareira")
    assert game.state.holders["0705"] == "british"


def test_the_example_of_victory(position) -> None:
    """Section 7.4: 6 British points to 4 Ottoman points."""
    where = position()
    where.war.taken = 2
    where.war.holders |= {"0804": "british", "0705": "british"}
    for unit in ("lowland", "anglian"):
        where.units[unit].lost = 2
    where.units["welsh"].lost = 1
    assert sum(british_points(where).values()) == 6
    assert sum(ottoman_points(where).values()) == 4
    assert margin(where) == 2
