"""The entry points of code that comes in parts."""

from __future__ import annotations

from pathlib import Path

from sandtable_tools.web import parts


def test_the_entry_points_of_parts_are_added_once_to_those_of_their_distribution(tmp_path: Path) -> None:
    info = tmp_path / "sandtable-1.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[sandtable.commands]\nplay = a:B\n")
    (info / "entry_points-lrdg.txt").write_text("[sandtable.games]\nlrdg = c:D\n")
    for _ in range(2):
        parts.join(str(tmp_path))
        whole = (info / "entry_points.txt").read_text()
        assert whole.count("[sandtable.games]\nlrdg = c:D") == whole.count("play = a:B") == 1
        assert not list(info.glob("entry_points-*"))
