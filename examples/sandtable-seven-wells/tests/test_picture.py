"""README.md's picture is made with ``sandtable map seven-wells/1917 --svg map.svg``."""

from __future__ import annotations

from pathlib import Path

from sandtable_shell import main

PICTURE = Path(__file__).parents[1] / "map.svg"


def test_the_picture_is_the_map_of_a_new_game(tmp_path: Path) -> None:
    made = tmp_path / "map.svg"
    assert main(["map", "seven-wells/1917", "--svg", str(made)]) == 0
    assert made.read_text(encoding="utf-8") == PICTURE.read_text(encoding="utf-8")
