"""What is new in a picture, and the panes of a screen."""

from __future__ import annotations

from sandtable_pictures import styled, window


def test_what_is_new_is_a_badge_that_was_not_there() -> None:
    own, enemy = ("[1st]", "own-badge"), ("<?>", "enemy-badge")
    before = [styled.line_of("Siwa ", own), styled.line_of("Jalo ", enemy), "Derna"]  # type: ignore[arg-type]
    now = [styled.line_of("Siwa"), styled.line_of("Jalo ", enemy), styled.line_of("Derna ", own)]  # type: ignore[arg-type]
    assert window.diff(before, now) == [(x, 2) for x in range(6, 11)]
    assert window.diff(now, now) == []


def test_texts_are_next_to_the_map_on_a_wide_screen_and_below_it_on_a_narrow_one() -> None:
    assert window.panes(80) == (80, 80)
    assert window.panes(120) == (69, 48)
    assert window.panes(120, 20) == (81, 36)
