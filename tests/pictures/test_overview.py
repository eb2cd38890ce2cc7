"""A whole board drawn small: every space, every link, names where there is room."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import Board, Link, Space
from sandtable_pictures import styled
from sandtable_pictures.chart import draw, fit_whole, in_unicode

PLACES = {"acre": (0, 0), "haifa": (300, 0), "jenin": (0, 150), "nablus": (300, 150)}
BOARD = Board(
    (Space(id, id.title(), (), *place) for id, place in PLACES.items()),
    (Link("acre", "haifa", "road"), Link("jenin", "nablus", "path"), Link("acre", "jenin", "path")),
)


def small(width: int, rows: int, **marks: Sequence[styled.Part]) -> list[str]:
    with fit_whole(rows):
        return draw(BOARD, marks, width)


def test_spaces_links_and_names_stand_in_the_proportions_of_the_map() -> None:
    assert small(21, 5) == [
        "+ Acre  . . . Haifa +",
        ".",
        ".",
        ".",
        "+ Jenin . .  Nablus +",
    ]


def test_a_space_has_a_sign_for_each_role_ones_own_first() -> None:
    mark: list[styled.Part] = [("f3", "enemy"), ("T2", "target"), ("1st:4", "own")]
    lines = small(30, 5, acre=mark)
    assert lines[0].startswith("oTx Acre")
    assert [span.role for span in styled.spans(lines[0])][:3] == ["own", "target", "enemy"]
    with in_unicode():
        assert small(30, 5, acre=mark)[0].startswith("●★◆ Acre")


def test_a_space_where_something_lies_gets_its_name_before_the_others() -> None:
    crowded = Board(
        [Space("ain", "Ain Dalla", (), 0, 0), Space("bir", "Bir Hacheim", (), 40, 0)],
        [Link("ain", "bir", "road")],
    )
    for marked, other in (("ain", "Bir"), ("bir", "Ain")):
        with fit_whole(1):
            line = draw(crowded, {marked: [("1st", "own")]}, 16)[0]
        assert str(crowded.spaces[marked]) in line
        assert other not in line


def test_a_name_without_room_beside_its_sign_stands_above_or_below_it_before_it_is_cut() -> None:
    crowded = Board(
        [Space("gazala", "Gazala", (), 0, 1), Space("el-adem", "El Adem", (), 40, 1)],
        [Link("gazala", "el-adem", "road")],
    )
    with fit_whole(3):
        drawn = [*map(str, draw(crowded, {}, 10))]
    assert "Gazala" in " ".join(drawn)
    assert "El Adem" in " ".join(drawn)


def test_the_small_map_knows_where_the_spaces_stand() -> None:
    with fit_whole(5):
        drawn = draw(BOARD, {}, 21)
    assert {id: drawn[place.y][place.x] for id, place in drawn.places.items()} == dict.fromkeys(
        PLACES, "+"
    )


@settings(deadline=None)
@given(st.integers(8, 90), st.integers(4, 40), st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9))))
def test_the_small_map_fills_its_room_and_no_space_hides_another(
    width: int, rows: int, places: list[tuple[int, int]]
) -> None:
    spaces = [Space(f"s{number}", f"Space {number}", (), *at) for number, at in enumerate(places[:30])]
    if not spaces:
        return
    with fit_whole(rows):
        drawn = draw(Board(spaces, []), {}, width)
    assert len(drawn) == rows
    assert all(len(line) <= width for line in drawn)
    assert len({place[:2] for place in drawn.places.values()}) == len(spaces)


@pytest.mark.parametrize("rows", [None, 3])
def test_boards_are_drawn_small_only_inside_the_with_block(rows: int | None) -> None:
    with fit_whole(rows):
        pass
    assert "=" in "".join(draw(BOARD, {}, 60))
