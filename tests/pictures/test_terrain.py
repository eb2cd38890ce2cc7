"""The ground below a map: it moves with the spaces, is cut off at the edges, and has names."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from nonempty import some

from sandtable import Board, Link, MapFile, MapSpace, Picture, Shape, Space, read_data
from sandtable_pictures import chart
from sandtable_pictures.styled import spans
from sandtable_pictures.svg import drawing
from sandtable_pictures.svg.maps import plan

SVG = "{http://www.w3.org/2000/svg}"
SPACES = tuple(
    Space(id, id, (), *at) for id, at in (("west", (0, 0)), ("east", (300, 0)), ("mid", (6, 4)))
)
LINKS = (Link("west", "east"),)


def ground(*shapes: Shape) -> ET.Element:
    board = Board(SPACES, LINKS, shapes)
    return ET.fromstring(  # noqa: S314 (our own)
        f'<svg xmlns="http://www.w3.org/2000/svg">{drawing(Picture("map", "Map", board)).below}</svg>'
    )


def test_a_shape_goes_where_the_spaces_around_it_have_gone() -> None:
    sea = Shape("sea", tuple((space.x, space.y) for space in SPACES))
    planned = plan(SPACES, LINKS, {space.id: space.name for space in SPACES}, 3, (sea,))
    for (x, y), spot in zip(planned.shapes[0].points, planned.spots.values(), strict=True):
        assert abs(x - spot[0]) <= 12
        assert abs(y - spot[1]) <= 12
    assert planned.spots["mid"] != planned.spots["west"]


def test_it_is_cut_off_at_the_edges_of_the_map_and_lies_below_all() -> None:
    drawn = ground(Shape("sea", ((-900, -900), (-900, 900), (0, 0))))
    first = drawn[0][0]
    assert first.attrib["class"] == "terrain"
    assert first.attrib["viewBox"] == f"0 0 {first.attrib['width']} {first.attrib['height']}"


def test_names_stand_within_the_edges_escaped() -> None:
    texts = ground(
        Shape("sea", name="Sea of <b>", at=(-2_000, 0)), Shape("sand", name="Sand", at=(2_000, 0))
    ).findall(f".//{SVG}g/{SVG}text")
    named = {text.text: int(text.attrib["x"]) for text in texts if "x" in text.attrib}
    assert {"Sea of <b>", "Sand"} <= set(named)
    assert all(0 < x < 2_000 for x in named.values())


def test_an_escarpment_falls_to_the_right_and_sand_has_grains() -> None:
    drawn = ground(
        Shape("escarpment", ((0, 0), (300, 0))),
        Shape("sand", ((0, 50), (300, 50), (300, 200), (0, 200))),
    )
    strokes = drawn.find(f".//{SVG}path[@class='fall']")
    grains = drawn.find(f".//{SVG}path[@class='grain']")
    assert strokes is not None
    falls = re.findall(r"l-?\d+ (-?\d+) ", strokes.attrib["d"])
    assert len(falls) > 9
    assert all(int(down) > 0 for down in falls)
    assert grains is not None
    assert grains.attrib["d"].count("H") > 3


def classes(drawn: ET.Element) -> list[str]:
    return [element.attrib.get("class", "") for element in drawn.iter()]


def test_a_board_without_shapes_is_land_in_a_neat_line_with_a_compass() -> None:
    found = classes(ground())
    assert {"land", "neat", "compass"} <= {*found}
    assert not {"water", "lining", "scale"} & {*found}


def test_lines_follow_the_coast_below_the_land() -> None:
    found = classes(ground(Shape("sea", ((-900, -900), (900, -900), (900, 3), (-900, 3)))))
    assert found.count("lining") == 3
    assert found.index("water") < found.index("lining") < found.index("land")


def test_relief_has_strokes_and_no_edge_and_is_no_line_at_a_terminal() -> None:
    relief = Shape("relief", ((0, 4), (300, 4)))
    found = classes(ground(relief))
    assert "fall" in found
    assert "scarp" not in found
    assert shown(relief)[0] == shown()[0]


def test_a_scale_is_as_long_as_its_shape_at_the_scale_of_the_map() -> None:
    planned = plan(SPACES, LINKS, {space.id: space.name for space in SPACES}, 3,
                   (Shape("scale", ((0, 0), (150, 0)), "5 miles"),))  # fmt: skip
    assert planned.scale is not None
    across = planned.spots["east"][0] - planned.spots["west"][0]
    assert abs(planned.scale.points[1][0] - across / 2) < 20
    texts = [
        text.text for text in ground(Shape("scale", ((0, 0), (150, 0)), "5 miles")).iter(f"{SVG}text")
    ]
    assert "5 miles" in texts


def inside(point: tuple[int, int], edge: tuple[tuple[int, int], ...]) -> bool:
    x, y = point
    return bool(
        sum(
            x < a + (y - b) * (c - a) / (d - b)
            for (a, b), (c, d) in pairwise([*edge, edge[0]])
            if (b > y) != (d > y)
        )
        % 2
    )


def distance(point: tuple[int, int], edge: tuple[tuple[int, int], ...]) -> float:
    def to(a: tuple[int, int], b: tuple[int, int]) -> float:
        along = (b[0] - a[0], b[1] - a[1])
        part = sum(component * (p - q) for component, p, q in zip(along, point, a, strict=True)) / (
            sum(component * component for component in along) or 1
        )
        part = min(max(part, 0), 1)
        near = (a[0] + part * along[0], a[1] + part * along[1])
        return float(((near[0] - point[0]) ** 2 + (near[1] - point[1]) ** 2) ** 0.5)

    return min(to(a, b) for a, b in pairwise([*edge, edge[0]]))


@pytest.mark.parametrize("game", ["lrdg", "lawrence"])
def test_every_place_lies_ashore_and_a_harbour_at_the_sea(game: str) -> None:
    file = read_data(f"sandtable_{game}", "map.toml", MapFile[MapSpace])
    seas = [shape.points for shape in file.shapes if shape.kind == "sea" and shape.points]
    for space in some(file.spaces.values()):
        beach = min(distance(space.at, sea) for sea in seas)
        assert beach < 9 or not any(inside(space.at, sea) for sea in seas), space.name
        if {"coast", "port"} & set(space.kinds):
            assert beach < 40, space.name


def shown(*shapes: Shape) -> tuple[list[str], dict[tuple[int, int], str]]:
    """A painted map of characters, and the papers of its cells."""
    with chart.with_look(chart.Look(unicode=True, painted=True)):
        lines = chart.draw(Board(SPACES, LINKS, shapes), {"west": "x"}, width=60)
    found = {}
    for y, line in enumerate(lines):
        for span in spans(line):
            found |= {(x, y): span.ground for x in range(span.start, span.end) if span.ground}
    return lines, found


def test_a_painted_map_brings_a_paper_for_every_cell_but_those_of_badges() -> None:
    lines, found = shown(Shape("sea", ((-50, -50), (350, -50), (350, 50), (-50, 50))))
    badges = [span for line in lines for span in spans(line) if span.role == "other-badge"]
    assert [span.end - span.start for span in badges] == [3]
    assert len(found) == 60 * len(lines) - 3
    assert set(found.values()) == {"water"}


@pytest.mark.parametrize(("east", "wet"), [(100, True), (-100, False)])
def test_the_sea_ends_between_the_spaces_it_ends_between_with_shoals_at_the_coast(
    east: int, wet: bool
) -> None:
    _, found = shown(Shape("sea", ((-50, -50), (east, -50), (east, 50), (-50, 50))))
    across = [x for (x, _), name in found.items() if name in ("water", "shoal")]
    assert bool(across) == wet
    assert max(across, default=0) < 35
    assert ("shoal" in found.values()) == wet


def test_sand_is_a_ground_and_an_escarpment_a_line_with_ticks() -> None:
    points = ((-40, 2), (340, 2), (340, 30), (-40, 30))
    assert set(shown(Shape("sand", points))[1].values()) == {"land", "sand"}
    lines, _ = shown(Shape("escarpment", ((0, 4), (300, 4))))
    assert "scarp" in {span.role for line in lines for span in spans(line)}
