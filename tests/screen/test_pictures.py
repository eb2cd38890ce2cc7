"""The first screen of each game, kept as text; ``python tests/fixtures/screens.py`` takes them again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from screens import GAMES, SIZES, Watched, first_screen, kept_pictures


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_screen_is_as_it_was_kept(game: str, columns: int, rows: int, home: Path) -> None:
    home.mkdir()
    assert first_screen(home, game, columns, rows) == kept_pictures(game)[columns, rows]


@pytest.mark.parametrize("game", GAMES)
def test_no_row_is_wider_and_none_is_lost(game: str) -> None:
    kept = kept_pictures(game)
    assert set(kept) == set(SIZES)
    for (columns, rows), picture in kept.items():
        lines = picture.splitlines()
        assert len(lines) == rows
        assert all(len(line) <= columns for line in lines)
        assert lines[-1].startswith(" F1 ")


def test_the_map_at_a_shell_has_its_ground_where_a_terminal_has_colours(
    watched: Callable[..., Watched],
) -> None:
    shown = {}
    for name, words, more in (
        ("coloured", (), {}),
        ("no colour", (), {"NO_COLOR": "1"}),
        ("in words", ("--plain",), {}),
    ):
        seen = watched("map", "lrdg/barca", *words, rows=60, TERM="xterm-256color", **more)
        assert seen.end() == 0
        shown[name] = (seen.text, b";48;5;" in seen.raw)
    assert shown["coloured"][1]
    assert "‹?›" in shown["coloured"][0]  # noqa: RUF001
    assert "<?>" in shown["no colour"][0]
    assert not shown["no colour"][1]
    assert not shown["in words"][1]
