"""The first screen of each game, kept as text: ``python tests/fixtures/screens.py`` makes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from screens import GAMES, SIZES, first_screen, kept_picture


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_screen_is_as_it_was_kept(game: str, columns: int, rows: int, home: Path) -> None:
    home.mkdir()
    kept = kept_picture(game, columns, rows).read_text(encoding="utf-8")
    assert first_screen(home, game, columns, rows) == kept


@pytest.mark.parametrize("game", GAMES)
def test_no_row_is_wider_and_none_is_lost(game: str) -> None:
    for columns, rows in SIZES:
        lines = kept_picture(game, columns, rows).read_text(encoding="utf-8").splitlines()
        assert len(lines) == rows
        assert all(len(line) <= columns for line in lines)
        if columns >= 100:
            assert lines[-1].startswith(" F1 ")
