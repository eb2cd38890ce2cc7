"""The course of links: curves run on through places, and a trail follows them."""

from __future__ import annotations

from sandtable import Board, Link, Picture, Space
from sandtable_pictures.svg import drawing
from sandtable_pictures.svg.ways import curves

SPOTS = {"a": (0, 0), "b": (100, 20), "c": (200, 0), "d": (100, 120)}


def test_a_road_runs_on_through_a_place_and_a_lane_that_joins_it_does_not_bend_it() -> None:
    there, onwards, lane = curves(
        SPOTS, [Link("a", "b", "road"), Link("b", "c", "road"), Link("b", "d", "lane")]
    )
    into, out = there.end - there.last, onwards.first - onwards.start
    assert abs((into * out.conjugate()).imag) < 1e-6 * abs(into) * abs(out)
    assert abs((lane.first - lane.start).real) < 1e-9


def test_a_road_that_turns_back_has_a_corner() -> None:
    there, back = curves(SPOTS, [Link("a", "b", "road"), Link("b", "d", "road")])
    assert abs(((there.last - there.end) * (there.start - there.end).conjugate()).imag) < 1e-6
    assert abs((back.first - back.start).real) < 1e-9


def test_a_trail_goes_along_the_fewest_links_and_straight_without_any() -> None:
    spaces = [Space(id, id, (), *spot) for id, spot in SPOTS.items()] + [Space("e", "e", (), 300, 300)]
    links = [Link("a", "b"), Link("b", "c"), Link("a", "d"), Link("d", "b"), Link("c", "d")]
    drawn = drawing(Picture("map", "", Board(spaces, links)))
    way = [point for curve in drawn.route("c", "a") for point in curve.points()]
    assert [round(way[0].real), round(way[0].imag)] == [*drawn.spots["c"]]
    assert [round(way[-1].real), round(way[-1].imag)] == [*drawn.spots["a"]]
    assert any(abs(point - complex(*drawn.spots["b"])) < 1 for point in way)
    [straight] = drawn.route("a", "e")
    assert [straight.start, straight.end] == [complex(*drawn.spots[id]) for id in ("a", "e")]
    assert abs(straight.points()[6] - (straight.start + straight.end) / 2) < 1e-9
