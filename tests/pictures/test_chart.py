"""Charts: a board as lines of text, with every name, mark and kind of link in it."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import Board, Link, Space
from sandtable_pictures.chart import draw, in_unicode, legend, lines

ROAD, PATH, TRACK = "=###", "-|/\\", ".:.."
STYLES = {"road": ROAD, "path": PATH, "track": TRACK}


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


@given(board=boards(), width=st.integers(50, 120), height=st.none() | st.integers(2, 40))
@settings(deadline=None, max_examples=40)
def test_names_marks_and_kinds_of_links_stand_within_the_width(
    board: Board, width: int, height: int | None
):
    marks = {id: f"<{id[-1]}>" for id in board.spaces}
    lines = draw(board, marks, width, height, STYLES)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= width
    assert all(mark in text for mark in marks.values())
    if "Names cut" not in text:
        assert all(str(space) in text for space in board.spaces.values())
    if "Links hard to see" not in text:
        kinds = {link.kind for link in board.links}
        assert all((set(pen) & set(text)) or kind not in kinds for kind, pen in STYLES.items())


@given(board=boards(), width=st.integers(20, 100))
@settings(deadline=None, max_examples=20)
def test_the_same_board_gives_the_same_chart(board: Board, width: int):
    again = Board(board.spaces.values(), board.links)
    assert draw(board, width=width) == draw(again, width=width)


@given(board=boards(), marked=st.sets(st.integers(0, 8)))
@settings(deadline=None, max_examples=20)
def test_names_stand_where_they_are_whatever_is_marked(board: Board, marked: set[int]):
    plain, shown = (
        draw(board, width=90),
        draw(board, {id: "!" for k, id in enumerate(board.spaces) if k in marked}, width=90),
    )
    for name in map(str, board.spaces.values()):
        places = [[line.find(name) for line in lines if name in line] for lines in (plain, shown)]
        assert places[0] == places[1]


def test_spaces_lie_as_on_the_map():
    lines = draw(board(**SQUARE), width=60)
    row = {name: next(k for k, line in enumerate(lines) if name in line) for name in ("Acre", "Jenin")}
    assert row["Acre"] < row["Jenin"]
    assert re.search("Acre +Haifa", lines[row["Acre"]])
    assert re.search("Jenin +Nablus", lines[row["Jenin"]])


@pytest.mark.parametrize(("kind", "stroke"), [("road", "="), ("path", "-"), ("track", ".")])
def test_a_level_link_is_a_straight_line_from_name_to_name(kind: str, stroke: str):
    lines = draw(board(("acre", "haifa", kind), **SQUARE), width=60, styles=STYLES)
    assert re.search(f"Acre{re.escape(stroke)}+Haifa", "\n".join(lines))


def test_an_upright_link_is_shown_by_its_characters():
    for kind, stroke in (("road", "#"), ("path", "|"), ("track", ":")):
        text = "\n".join(draw(board(("acre", "jenin", kind), **SQUARE), width=60, styles=STYLES))
        assert set(re.sub(r"[A-Za-z\s]", "", text)) == {stroke}


def test_a_link_goes_around_a_name_that_is_in_its_way():
    row = board(("acre", "jenin", "road"), acre=(0, 0), haifa=(200, 0), jenin=(400, 0))
    lines = draw(row, width=60)
    assert not any("=Haifa" in line or "Haifa=" in line for line in lines)
    assert any("===" in line and "Haifa" not in line for line in lines)


def test_marks_stand_below_their_space():
    lines = draw(board(("acre", "haifa", "road"), **SQUARE), {"haifa": "1st:8 ?2 T3"}, width=60)
    row = next(k for k, line in enumerate(lines) if "Haifa" in line)
    assert "1st:8 ?2 T3" in lines[row + 1]


def test_the_parts_of_a_mark_stand_in_two_rows_where_one_has_no_room():
    parts = [
        ("1st:4 with a long column", "own"),
        ("T3 and", "target"),
        ("an enemy of some strength", "enemy"),
    ]
    lines = draw(board(("acre", "haifa", "road"), **SQUARE), {"haifa": parts}, width=50)
    row = next(k for k, line in enumerate(lines) if "Haifa" in line)
    assert lines[row + 1].endswith(" 1st:4 with a long column T3 and")
    assert lines[row + 2].endswith(" an enemy of some strength")
    assert not any(line.startswith("Marks") for line in lines)


def test_a_mark_that_does_not_fit_is_shown_in_words():
    long = "the whole of the " + "very " * 14 + "long column"
    lines = draw(board(**SQUARE), {"nablus": long}, width=60)
    assert lines[-1].endswith("column.")
    assert any(line.startswith("Marks: Nablus the whole") for line in lines)


def test_names_that_are_cut_are_shown_whole():
    places = {f"{id}-{'x' * 26}": (place[0] // 3, place[1]) for id, place in SQUARE.items()}
    more = {f"b{k}-{'y' * 26}": (k * 40, 20 + k * 40) for k in range(3)}
    shown = board(**places, **more)
    lines = draw(shown, {next(iter(places)): "T9"}, width=60, height=14)
    text = " ".join(" ".join(lines).split())
    assert "Names cut: " in text
    assert all(str(space) in text for space in shown.spaces.values())
    assert re.search(r"Marks: Acre-Xx+ T9\.", text)


def test_cut_names_stay_different():
    shown = board(**{f"{'marker' * 5}{k}": (k % 3 * 100, k // 3 * 60) for k in range(9)})
    cut_names = " ".join(draw(shown, width=50, height=9)).partition("Names cut:")[2]
    cut = [cut_names.split()[k] for k in range(0, 18, 2)]
    assert len(set(cut)) == 9
    assert all(re.search(f"(^|\\W){short}\\W", cut_names) for short in cut)


def test_a_height_bounds_the_rows_with_what_is_said_below():
    shown = board(("acre", "haifa", "road"), **SQUARE)
    assert len(draw(shown, width=100)) > 14
    assert len(draw(shown, width=100, height=14, legend="= road " * 20)) <= 14


def test_shorter_names_may_be_given():
    text = "\n".join(draw(board(**SQUARE), width=60, labels={"nablus": "Nb"}))
    assert "Nb" in text
    assert "Nablus" not in text


def test_kinds_without_a_style_get_one_that_is_free():
    links = [("acre", "haifa", "road"), ("jenin", "nablus", "rail")]
    text = "\n".join(draw(board(*links, **SQUARE), width=60))
    assert re.search("Acre=+Haifa", text)
    assert re.search("Jenin-+Nablus", text)


def test_no_line_of_a_legend_of_signs_breaks_within_a_sign():
    signs = ("= a long road", "- a path", "? somebody there")
    for width in range(20, 60):
        below = "\n".join(draw(board(**SQUARE), width=width, legend=legend(signs)))
        assert all(sign in below for sign in signs)


def test_a_legend_stands_below_within_the_width():
    lines = draw(board(**SQUARE), width=40, legend="= road   - path   . track   ? somebody   c cache")
    assert lines[-2].startswith("= road")
    assert lines[-1].endswith("c cache")
    assert max(map(len, lines)) <= 40


def test_a_narrow_terminal_gets_a_list():
    links = [("acre", "haifa", "road"), ("acre", "jenin", "road"), ("acre", "nablus", "path")]
    lines = draw(board(*links, **SQUARE), {"acre": "2 ?"}, width=30)
    assert " ".join(" ".join(lines[:2]).split()) == "Acre 2 ?; road to Haifa, Jenin; path to Nablus"
    assert max(map(len, lines)) <= 30


def test_spaces_without_places_are_listed():
    nowhere = Board(map(Space, "abc"), [Link("a", "b", "road")])
    assert draw(nowhere) == ["a; road to b", "b; road to a", "c"]


def test_an_empty_board_has_no_lines():
    assert draw(Board([], [])) == []


def test_links_that_others_hide_are_shown_in_words():
    many = [("acre", "haifa", f"kind{k}") for k in range(24)]
    text = " ".join(draw(board(*many, acre=(0, 0), haifa=(9, 0)), width=50))
    assert re.search(r"Links hard to see: Acre to Haifa \(kind\d+\)", text)


def test_a_mark_of_no_space_is_refused():
    with pytest.raises(KeyError, match="gaza"):
        draw(board(**SQUARE), {"gaza": "?"})


def test_two_battle_lines_stand_side_by_side_and_the_shorter_faces_nobody():
    assert lines(["Howeitat", "Auda"], ["Pasha"], 80) == [
        "  1  Howeitat | Pasha",
        "  2  Auda     | nobody",
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
    letters = "".join(drawn).replace("nobody", "")
    assert letters.count("a") == "".join(left + right).count("a")


@given(boards())
@settings(deadline=None, max_examples=40)
def test_fine_lines_stand_where_plain_ones_do(board: Board) -> None:
    signs = "==\0road -|\0path .. track"
    plain = draw(board, width=60, styles=STYLES, legend=signs)
    with in_unicode():
        drawn = draw(board, width=60, styles=STYLES, legend=signs)
    back = str.maketrans("─│╱╲═║▞▚┈┊·┼", "-|/\\=###.:.+")  # noqa: RUF001
    assert [line.translate(back) for line in drawn] == plain
    assert [line for line in drawn if re.search(r"--|==|\.\.", line)] == []
    assert draw(board, width=60, styles=STYLES, legend=signs) == plain
