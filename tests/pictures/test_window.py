"""A window on a map: how it follows the cells that matter."""

from __future__ import annotations

import pytest

from sandtable_pictures import styled, window
from sandtable_pictures.chart import MapLines, Place
from sandtable_pictures.window import Window


def picture(**names: tuple[int, int]) -> MapLines:
    """A map of names, each at its column and row."""
    rows: list[str] = [""] * (max(y for _, y in names.values()) + 1)
    for name, (x, y) in sorted(names.items(), key=lambda item: item[1]):
        rows[y] = f"{rows[y]:<{x}}{name}"
    places = {name.lower(): Place(x, y, len(name)) for name, (x, y) in names.items()}
    return MapLines(rows, len(rows), places)


WIDE = picture(Tobruk=(0, 0), Gazala=(30, 10), Siwa=(60, 20))


def test_it_moves_as_little_as_it_can_and_stays_where_all_is_visible() -> None:
    seen = Window(0, 0, 40, 12)
    assert seen.move_to_show(window.spaces(WIDE, ["tobruk"]), WIDE) == seen
    moved = seen.move_to_show(window.spaces(WIDE, ["siwa"]), WIDE)
    assert moved.holds((60, 20))
    assert moved.move_to_show(window.spaces(WIDE, ["siwa"]), WIDE) == moved


def test_of_things_too_far_apart_the_first_is_shown() -> None:
    for first, other in (("tobruk", "siwa"), ("siwa", "tobruk")):
        things = window.spaces(WIDE, [first, "gazala", other])
        moved = Window(0, 0, 40, 12).move_to_show(things, WIDE)
        assert moved.holds(things[0][0])
        assert moved.holds(things[1][0])
        assert not moved.holds(things[2][0])


def test_a_thing_larger_than_the_window_is_shown_from_its_beginning() -> None:
    (cells,) = window.spaces(WIDE, ["gazala"])
    assert Window(0, 0, 3, 1).move_to_show([cells], WIDE).holds(cells[0])


def test_a_name_is_not_cut_while_the_other_edge_has_room() -> None:
    lines = picture(Benghazi=(0, 0), Derna=(40, 0), Mersa=(54, 4), Cairo=(70, 30))
    seen = Window(0, 0, 60, 10).move_to_show(window.spaces(lines, ["mersa"]), lines)
    assert "Benghazi" in seen.crop(lines)[0]
    assert "Mersa" in seen.crop(lines)[4]
    aside = Window(0, 0, 56, 10).move_to_show(window.spaces(lines, ["mersa"]), lines)
    assert aside.crop(lines)[0].split() == ["Derna"]


def test_a_change_is_where_something_is_now_before_where_it_was() -> None:
    before = ["1st", "", "", "     "]
    own = styled.line_of("     ", ("1st", "own"))
    now = MapLines(["", "", "", "", own], 5)
    cells = [thing[-1] for thing in window.diff(before, now)]
    assert cells[:3] == [(5, 4), (6, 4), (7, 4)]
    assert set(cells[3:]) == {(0, 0), (1, 0), (2, 0)}


@pytest.mark.parametrize(("roles", "first"), [(("own", "enemy"), (4, 0)), (("enemy", "target"), (9, 0))])
def test_the_first_look_is_at_the_viewers_own_else_at_a_target(
    roles: tuple[str, str], first: tuple[int, int]
) -> None:
    row = styled.line_of("    ", ("a", roles[0]), "    ", ("b", roles[1]))  # type: ignore[arg-type]
    assert window.first_look(MapLines([row], 1))[0][-1] == first


def test_the_best_width_shows_the_most_of_a_clear_map() -> None:
    def draw(columns: int) -> MapLines:
        return MapLines(["x"] * (2000 // columns), 2000 // columns, is_clear=columns != 80)

    assert window.best_width(100, 50, draw) == 100
    assert window.best_width(60, 50, lambda _: MapLines([""] * 9, 9)) == window.CLEAR
