"""Charts: a board as a sheet, with every place at its true position; and battle lines."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import Board, Link, Space
from sandtable_pictures.chart import Look, MapLines, battle_lines, draw, lines, with_look
from sandtable_pictures.sheet.strokes import path
from sandtable_pictures.styled import spans

ROAD, PATH, TRACK = "=###", "-|/\\", ".:.."
STYLES = {"road": ROAD, "path": PATH, "track": TRACK}

ARABS, OTTOMANS = ("arabs", "Arabs"), ("ottomans", "Ottomans")


def board(*links: tuple[str, str, str], **places: tuple[int, int]) -> Board:
    spaces = (Space(id, id.title(), (), *place) for id, place in places.items())
    return Board(spaces, (Link(*link) for link in links))


SQUARE = {"acre": (0, 0), "haifa": (300, 0), "jenin": (0, 150), "nablus": (300, 150)}


@st.composite
def boards(pick: st.DrawFn) -> Board:
    """Up to nine spaces on a grid, and links between those that are near."""
    grid = [(x * 150, y * 90) for x in range(4) for y in range(4)]
    places = pick(st.lists(st.sampled_from(grid), min_size=2, max_size=9, unique=True))
    ids = [f"space{chr(97 + k)}" for k in range(len(places))]
    near = [
        (a, b, kind)
        for (a, p), (b, q) in combinations(zip(ids, places, strict=True), 2)
        for kind in STYLES
        if abs(p[0] - q[0]) <= 150 and abs(p[1] - q[1]) <= 90
    ]
    links = pick(st.lists(st.sampled_from(near), unique_by=lambda link: link[:2])) if near else []
    return board(*links, **dict(zip(ids, places, strict=True)))


def painted(board: Board, *args: object, **look: object) -> MapLines:
    with with_look(Look(unicode=True, painted=True, **look)):  # type: ignore[arg-type]
        return draw(board, *args)  # type: ignore[arg-type]


@given(board=boards(), width=st.integers(40, 120), height=st.none() | st.integers(8, 40))
@settings(deadline=None, max_examples=40)
def test_all_places_marks_and_names_are_within_the_width_or_listed_below(
    board: Board, width: int, height: int | None
):
    marks = {id: f"<{id[-1]}>" for id in board.spaces}
    lines = draw(board, marks, width, height, STYLES)
    text = " ".join(" ".join(lines).split())
    assert max(map(len, lines)) <= width
    assert lines.places.keys() == board.spaces.keys()
    assert all(mark in text for mark in marks.values())
    assert all(str(space) in text for space in board.spaces.values())


@given(board=boards(), width=st.integers(20, 100))
@settings(deadline=None, max_examples=20)
def test_the_same_board_gives_the_same_chart(board: Board, width: int):
    again = Board(board.spaces.values(), board.links)
    assert draw(board, width=width) == draw(again, width=width)


@given(board=boards(), marked=st.sets(st.integers(0, 8)))
@settings(deadline=None, max_examples=20)
def test_names_without_a_badge_never_move_whatever_is_marked(board: Board, marked: set[int]):
    some = {id: "!" for k, id in enumerate(board.spaces) if k in marked}
    plain, marks = draw(board, width=90).places, draw(board, some, width=90).places
    for id in board.spaces:
        named = plain[id].letters > 1 and marks[id].letters > 1
        assert plain[id] == marks[id] or not named or id in some


@given(board=boards(), width=st.integers(40, 120), rows=st.integers(6, 50))
@settings(deadline=None, max_examples=40)
def test_places_are_at_their_true_positions_at_every_size(board: Board, width: int, rows: int):
    lines = painted(board, {}, width, rows=rows)
    assert lines.rows == len(lines[: lines.rows]) == rows
    assert lines.scale
    nodes = {id: cell for cell, id in reversed(lines.owners.items())}
    for id, space in board.spaces.items():
        x, y = lines.scale.dot((space.x, space.y))
        assert id in nodes
        assert 0 <= x < 2 * width
        assert 0 <= y < 4 * rows


@pytest.mark.parametrize("place", [(60, 0), (60, 2), (50, -3), (20, 1)])
def test_a_link_bends_around_a_place_that_is_in_its_way(place: tuple[int, int]):
    start, end, aside = (0, 0), (120, 0), (60, 40)
    assert path(start, end, [start, end, aside]) == (start, end)
    bent = path(start, end, [start, end, aside, place])
    assert (bent[0], bent[-1]) == (start, end)
    assert min(dist(place, point) for point in bent) > 3


@pytest.mark.parametrize(("kind", "stroke"), [("road", "="), ("path", "-"), ("track", ".")])
def test_in_ascii_a_level_link_is_drawn_by_its_first_character(kind: str, stroke: str):
    lines = draw(board(("jenin", "nablus", kind), **SQUARE), width=60, styles=STYLES)
    assert any(line.count(stroke) > 8 for line in lines)


def test_in_ascii_an_upright_link_is_drawn_by_its_second_character():
    for kind, stroke in (("road", "#"), ("path", "|"), ("track", ":")):
        text = "\n".join(draw(board(("acre", "jenin", kind), **SQUARE), width=60, styles=STYLES))
        assert set(re.sub(r"[A-Za-z\s]", "", text)) == {stroke}


def test_in_unicode_the_first_character_says_how_dense_a_link_is():
    dots = {}
    for kind in STYLES:
        with with_look(Look(unicode=True)):
            text = "".join(draw(board(("acre", "haifa", kind), **SQUARE), width=60, styles=STYLES))
        dots[kind] = sum(
            (ord(sign) - 0x2800).bit_count() for sign in text if "\u2800" < sign <= "\u28ff"
        )
    assert dots["road"] > 1.5 * dots["path"] > 3 * dots["track"] > 0


def test_a_badge_has_the_form_of_its_role_and_a_colour_that_goes_with_it():
    parts = [("1st:4", "own"), ("f3", "enemy"), ("2", "target"), ("x", "quiet")]
    marks = {"haifa": parts}
    text = "\n".join(draw(board(**SQUARE), marks, 60))
    assert "[1st:4] <f3> T2 x" in text
    with with_look(Look(unicode=True, rows=12, options={"acre": [3, 14]})):
        text = "\n".join(draw(board(**SQUARE), marks, 60))
    assert "[1st:4] <f3> ★2 x" in text
    assert "Acre (3 14)" in text
    lines = painted(board(**SQUARE), marks, 60, rows=12, options={"acre": [3, 14, 15, 92]})
    looks = {line[span.start : span.end].strip(): span.role for line in lines for span in spans(line)}
    assert looks["1st:4"] == "own-badge"
    assert looks["‹f3›"] == "enemy-badge"  # noqa: RUF001
    assert looks["★2"] == "target-badge"
    assert looks["3 14 15+"] == "option-badge"


def test_the_links_from_ones_own_to_where_options_lead_are_bright():
    places = board(("acre", "haifa", "road"), ("jenin", "nablus", "road"), **SQUARE)
    marks = {"acre": [("1st", "own")]}
    for options, bright in (({"haifa": [1]}, True), ({"nablus": [1]}, False), ({}, False)):
        lines = painted(places, marks, 60, rows=12, options=options)
        links = [
            line[span.start : span.end] for line in lines for span in spans(line) if span.role == "reach"
        ]
        assert any("\u2800" < sign <= "\u28ff" for link in links for sign in link) == bright


def test_a_badge_hides_a_name_of_low_rank_and_none_moves():
    crowd = board(acre=(200, 0), haifa=(110, 0), jenin=(0, 30), nablus=(400, 60))
    with with_look(Look(rows=6)):
        bare = draw(crowd, {}, 60, ranks={"haifa": 0})
        lines = draw(crowd, {"acre": [("1st:4", "own")]}, 60, ranks={"haifa": 0})
    assert bare.places["haifa"].letters == len("Haifa")
    assert "[1st:4]o Acre" in "\n".join(lines)
    assert lines.places["haifa"].letters == 1
    named = [id for id in crowd.spaces if lines.places[id].letters > 1]
    assert {"acre", "nablus"} <= {*named}
    assert all(lines.places[id] == bare.places[id] for id in named)


def test_the_near_view_shows_a_part_larger_and_all_of_it_in_a_corner():
    far = board(**{f"s{k}": (k % 6 * 100, k // 6 * 100) for k in range(24)})
    near = painted(far, {"s0": [("1st", "own")]}, 90, rows=30, near="s14")
    whole = painted(far, {}, 90, rows=30)
    assert near.scale
    assert whole.scale
    assert near.scale.across > whole.scale.across
    assert 0 < len(near.places) < len(whole.places) == 24
    corner = "\n".join(near)
    assert corner.count("┌") == corner.count("┘") == 2
    assert "●" in corner
    assert painted(far, {}, 90, rows=30, near="nowhere") == whole


def test_a_mark_that_has_no_room_is_listed():
    long = "the whole of the " + "very " * 14 + "long column"
    lines = draw(board(**SQUARE), {"nablus": long}, width=60)
    assert lines[-1].endswith("column.")
    assert any(line.startswith("Marks: Nablus the whole") for line in lines)


def test_names_without_room_are_listed():
    places = {f"{id}-{'x' * 26}": (place[0] // 3, place[1]) for id, place in SQUARE.items()}
    more = {f"b{k}-{'y' * 26}": (k * 40, 20 + k * 40) for k in range(3)}
    with with_look(Look(rows=6)):
        lines = draw(board(**places, **more), {}, 50)
    text = " ".join(" ".join(lines).split())
    assert "Shortened here: " in text
    assert all(str(space) in text for space in board(**places, **more).spaces.values())


def test_a_height_bounds_the_rows_with_what_is_said_below():
    places = board(("acre", "haifa", "road"), **SQUARE)
    assert len(draw(places, width=100)) > 14
    assert len(draw(places, width=100, height=14, legend=["= a road"] * 20)) <= 14


def test_shorter_names_may_be_given():
    text = "\n".join(draw(board(**SQUARE), width=60, labels={"nablus": "Nb"}))
    assert "Nb" in text
    assert "Nablus" not in text


def test_no_line_of_a_legend_of_signs_breaks_within_a_sign():
    signs = ("= a long road", "- a path", "? anyone there")
    for width in range(20, 60):
        below = "\n".join(draw(board(**SQUARE), width=width, legend=signs))
        assert all(sign in below for sign in signs)


LEGEND = [
    ("== road", "way"),
    ("# TOWN", "town"),
    ("o port", "village"),
    ("^ home", "home"),
    ("2 target", "target"),
    ("? face down", "enemy"),
    ("m3 enemy of AV 3", "enemy"),
    ("Recon", "enemy"),
]


def test_a_legend_has_only_what_occurs_and_its_samples_look_like_the_map():
    ports, marks = board(**SQUARE), {"acre": [("5", "target"), ("f4v", "enemy")]}
    lines = painted(ports, marks, 90, None, {}, {}, LEGEND, rows=12, options={"haifa": [7]})
    assert re.sub("[‹›]", "!", lines[-1]) == (  # noqa: RUF001
        "⠶⠶ road   ● port    ★2  target   !m3! enemy of AV 3    1  option: type its number"
    )
    assert {span.role for span in spans(lines[-1])} == {
        *("way", "village", "target-badge", "enemy-badge", "option-badge", "quiet")
    }
    lines = draw(ports, {"acre": [("??", "enemy")]}, 80, legend=LEGEND, homes=["jenin"])
    assert lines[-1] == "== road   o port   ^ home   <?> face down"
    assert draw(ports, {"acre": "Recon"}, 80, legend=LEGEND, ranks={"acre": 2})[-1] == (
        "== road   # TOWN   o port"
    )


def test_a_narrow_terminal_gets_a_list():
    links = [("acre", "haifa", "road"), ("acre", "jenin", "road"), ("acre", "nablus", "path")]
    lines = draw(board(*links, **SQUARE), {"acre": "2 ?"}, width=30)
    assert " ".join(" ".join(lines).split()).startswith(
        "Acre: road east to Haifa, south to Jenin; path south-east to Nablus; 2 ? Haifa: road"
    )
    assert max(map(len, lines)) <= 30


def test_spaces_without_places_are_listed():
    nowhere = Board(map(Space, "abc"), [Link("a", "b", "road")])
    assert draw(nowhere) == ["a: road to b; empty", "b: road to a; empty", "c: empty"]


def test_an_empty_board_has_no_lines():
    assert draw(Board([], [])) == []


def test_a_mark_of_no_space_is_refused():
    with pytest.raises(KeyError, match="gaza"):
        draw(board(**SQUARE), {"gaza": "?"})


def test_battle_lines_have_a_tray_for_each_position_of_either_side():
    spaces = battle_lines(ARABS, OTTOMANS, 2).spaces
    assert [(id, space.name, space.x, space.y) for id, space in spaces.items()] == [
        ("arabs-1", "Arabs 1", 0, 0),
        ("arabs-2", "Arabs 2", 0, 1),
        ("ottomans-1", "Ottomans 1", 1, 0),
        ("ottomans-2", "Ottomans 2", 1, 1),
    ]


def test_a_tray_above_battle_lines_is_two_rows_of_counters_high():
    reserve = Space("reserve", "In reserve")
    spaces = battle_lines(ARABS, OTTOMANS, 2, (reserve,)).spaces
    assert spaces["reserve"] == reserve
    assert [space.y for space in spaces.values()] == [2, 3, 2, 3, 0]


def test_two_battle_lines_stand_side_by_side_and_the_shorter_faces_nobody():
    assert lines(["Howeitat", "Auda"], ["Pasha"], 80) == [
        "  1  Howeitat | Pasha",
        "  2  Auda     | no unit",
    ]
    assert lines([""], ["Pasha", " "], 80, nobody="-") == ["  1  - | Pasha", "  2  - | -"]
    assert lines([], [], 80) == []


def test_a_long_entry_of_a_battle_line_goes_on_in_its_column():
    left, right = ["one two three-four five"] * 10, ["a", "six seven eight nine ten"]
    drawn = lines(left, right, 40)
    assert drawn[:2] == ["   1  one two         | a", "        three-four    |"]
    assert drawn[3:5] == [
        "   2  one two         | six seven eight",
        "        three-four    |   nine ten",
    ]
    assert drawn[-3].startswith("  10  one two")


@given(
    left=st.lists(st.text("ab-( ", max_size=60), max_size=12),
    right=st.lists(st.text("ab-( ", max_size=60), max_size=12),
    width=st.integers(20, 120),
)
def test_battle_lines_fit_the_width_and_lose_nothing(left: list[str], right: list[str], width: int):
    drawn = lines(left, right, width)
    assert all(len(row) <= width for row in drawn)
    numbers = [int(row.split()[0]) for row in drawn if row[:5].strip().isdigit()]
    assert numbers == list(range(1, max(len(left), len(right)) + 1))
    letters = "".join(drawn).replace("no unit", "")
    assert letters.count("a") == "".join(left + right).count("a")
