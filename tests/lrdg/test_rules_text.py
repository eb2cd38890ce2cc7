"""rules.md: its sections, and its tables beside the data that they show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from itertools import pairwise
from pathlib import Path

import pytest
from games import find_scenario

from sandtable_console import rulebook
from sandtable_lrdg.counters import AXIS, STOCK_COUNT
from sandtable_lrdg.roster import NAMES, ROSTER
from sandtable_lrdg.zones import MAP
from sandtable_lrdg.zones import NAMES as ZONES

PACKAGE = Path(str(resources.files("sandtable_lrdg")))
TEXT = (PACKAGE / "rules.md").read_text(encoding="utf-8")
MISSIONS = ("benghazi-road", "benghazi-watch", "slonta", "el-alamein", "barca", "bardia", "tobruk")
SECTIONS = [section.id for section in rulebook.sections(TEXT)]


def test_the_sections_are_all_there() -> None:
    """The rulebook's numbers, the campaign, and rulings 1 to 104."""
    numbers = [id for id in SECTIONS if id[0].isdigit()]
    chapters = "1 2 3 3.1 3.2 3.3 3.3.1 3.3.2 3.3.3 4 4.1 4.2 5 5.1 5.2 5.3 5.3.1 5.3.2 5.4 5.5 6"
    actions = " ".join(f"6.1.{number}" for number in range(1, 8))
    fights = "7 7.1 7.2 7.3 7.3.1 7.3.2 7.3.3 7.3.4"
    missions = "8 8.1 8.2 8.3 8.4 8.5"
    assert numbers == f"{chapters} {actions} {fights} {missions}".split()
    rulings = [f"LRDG-A{number}" for number in range(1, 105)]
    assert [id for id in SECTIONS if not id[0].isdigit()] == ["campaign", "rulings", *rulings]


def test_a_section_is_found_by_its_id_or_by_words_that_it_has() -> None:
    assert [section.id for section in rulebook.find(TEXT, "lrdg-a12")] == ["LRDG-A12"]
    assert [section.id for section in rulebook.find(TEXT, "3.3")][:2] == ["3.3", "3.3.1"]
    by_words = [section.id for section in rulebook.find(TEXT, "low profile")]
    assert "6.1.7" in by_words
    assert "8.3" not in by_words


def section(id: str) -> str:
    return next(section.text for section in rulebook.sections(TEXT) if section.id == id)


def rows(text: str) -> list[list[str]]:
    """The cells of a section's tables, without headings and rules."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = [place for place, row in enumerate(cells) if set("".join(row)) <= set("-:")]
    return [row for place, row in enumerate(cells) if place not in rules and place + 1 not in rules]


def test_the_units_match_the_data() -> None:
    kinds = {"half team": "team"}
    printed = {}
    for name, cost, full, reduced, counters in rows(section("3.1")):
        kind = kinds.get(name, name.lower())
        printed[kind] = (int(cost), *(0 if av == "-" else int(av) for av in (full, reduced)))
        if kind != "team":
            assert counters.split(", ") == list(ROSTER.names[kind])
    assert printed == {id: (kind.cost, *kind.av) for id, kind in ROSTER.kinds.items()}
    assert len(NAMES) == 36


def test_the_stocks_match_the_data() -> None:
    """LRDG-A101: a column a stock."""
    cells = [row for row in rows(section("LRDG-A101")) if len(row) == STOCK_COUNT + 2]
    printed = {name: tuple(map(int, counts)) for name, *counts in cells}
    assert printed == {axis.name: axis.stocks for axis in AXIS.values()}


def test_the_missions_match_the_data() -> None:
    """LRDG 8: the budget, the bases and the historical turns of each, in their order."""
    ids = {name: id for id, name in ZONES.items()}
    printed = [
        (
            int(budget),
            ids[start.partition(" (")[0]],
            {ids[base] for base in ends.split(" or ")},
            int(turns),
        )
        for _, budget, start, ends, turns in rows(section("8"))
    ]
    known = [find_scenario("lrdg", name).data for name in MISSIONS]
    assert printed == [(data.budget, data.departure, set(data.returns), data.duration) for data in known]


def test_the_stocks_of_the_missions_match_the_data() -> None:
    """LRDG-A101: the missions in their order, a column a level."""
    cells = [row for row in rows(section("LRDG-A101")) if len(row) == 4]
    printed = [tuple(map(int, stocks)) for _, *stocks in cells]
    known = [find_scenario("lrdg", name).data.stock for name in MISSIONS]
    assert printed == [(row.recruit, row.regular, row.veteran) for row in known]


def items(text: str) -> Iterator[str]:
    """The items of lists, each in one line."""
    for item in re.split(r"\n- |\n\n", text):
        yield " ".join(item.split()).removeprefix("- ")


@pytest.mark.parametrize(
    ("heading", "kind"), [("Paths lead", "path"), ("Off-path links lead", "off-path")]
)
def test_the_links_match_the_data(heading: str, kind: str) -> None:
    block = re.split(r"\n\n(?=[A-Z])", section("3.3.1").split(f"{heading}:")[1])[0]
    ids = {name: id for id, name in ZONES.items()}
    printed = set()
    for item in items(block):
        if match := re.fullmatch(r"from (.+?) to (.+)\.", item):
            ends = re.split(r", | and ", match[2])
            printed |= {frozenset((ids[match[1]], ids[end])) for end in ends}
    assert printed == {frozenset(ends) for ends in MAP.links[kind]}


def test_the_road_matches_the_data() -> None:
    line = re.search(r"The one road runs along the coast: ([^.]+)\.", section("3.3.1"))
    assert line
    ids = {name: id for id, name in ZONES.items()}
    stops = [ids[" ".join(stop.split())] for stop in line[1].split(",")]
    assert list(MAP.links["road"]) == list(pairwise(stops))


@pytest.mark.parametrize("id", ["rocky", "sand", "oasis", "village", "town", "fort", "coast"])
def test_the_zones_match_the_data(id: str) -> None:
    heads = {"rocky": "Rocky desert", "sand": "Sand desert", "fort": "Fort, fortress and airfield"}
    head = heads.get(id, id.capitalize())
    line = next(item for item in items(section("3.3.1")) if item.startswith(f"{head}:"))
    named = {zone for zone, name in ZONES.items() if re.search(rf"\b{name}\b(?! Track)", line)}
    assert named == {zone for zone, space in MAP.spaces.items() if id in space.kinds}
