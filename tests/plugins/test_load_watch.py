"""What is kept of a plugin while it loads."""

from __future__ import annotations

from pathlib import Path

from sandtable.plugins.load_watch import MARK, marked, unfinished


def test_a_plugin_that_loads_is_named_until_it_has(home: Path) -> None:
    with marked("jam"):
        (file,) = home.glob(f"{MARK}*")
        assert file.read_text() == "jam"
        assert list(unfinished()) == []  # it is locked
    assert list(home.iterdir()) == []


def test_a_plugin_that_loads_another_is_named_throughout(home: Path) -> None:
    with marked("jam"):
        with marked("bread"):
            pass
        (file,) = home.glob(f"{MARK}*")
        assert file.read_text() == "jam"
    assert list(home.iterdir()) == []


def test_what_a_process_left_is_told_once_and_removed(home: Path) -> None:
    home.mkdir()
    (home / f"{MARK}1").write_text("jam")
    (home / f"{MARK}2").write_text("")  # it ended between its last two steps
    assert list(unfinished()) == ["jam"]
    assert list(home.iterdir()) == []
