"""The files of the user's folder: the playable ones, and the faults of the others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sandtable.plugins import scenarios
from sandtable.plugins.inventory import Inventory
from sandtable.plugins.scenarios import OwnScenarios

if TYPE_CHECKING:
    from sites import Site


@pytest.fixture
def folder(site: Site) -> Path:
    """The folder, with a file that can be played."""
    folder = site.folder / "home" / "scenarios"
    folder.mkdir(parents=True)
    text = (site.folder / "st_maps" / "two.toml").read_text()
    (folder / "mine.toml").write_text(text)
    return folder


def test_a_file_is_a_scenario_of_the_game_that_it_names(site: Site, folder: Path) -> None:
    (folder / "notes.txt").write_text("not read")
    (folder / ".mine.toml").write_text("left by an editor")
    own = OwnScenarios(Inventory(site.points))
    assert {name: file.path for name, file in own.usable.items()} == {
        "stones/mine": folder / "mine.toml"
    }
    assert own.problems == []


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("two.toml", "", "", "is duplicate: stones/two already comes from sandtable 0.1"),
        ("bad.toml", '"stones"', '"stoness"', 'is broken: no game "stoness"; did you mean "stones"?'),
        ("bad.toml", "game =", "gme =", "is broken: "),
        ("b\x1bad.toml", "", "", "is broken: its name cannot be typed"),
    ],
)
def test_a_file_that_cannot_be_played_is_reported(
    site: Site, folder: Path, name: str, old: str, new: str, expected: str
) -> None:
    text = (folder / "mine.toml").read_text()
    (folder / name).write_text(text.replace(old, new) if old else text)
    own = OwnScenarios(Inventory(site.points))
    assert list(own.usable) == ["stones/mine"]
    (line,) = own.problems
    assert line.startswith(f"{folder}/")
    assert expected in line
    assert line.isprintable()


def test_several_files_that_cannot_be_played_are_reported_in_one_line(site: Site, folder: Path) -> None:
    for name in ("a", "b"):
        (folder / f"{name}.toml").write_text("")
    expected = f"2 files in {folder} cannot be played: plugins list says why"
    assert OwnScenarios(Inventory(site.points)).problems == [expected]


def test_a_folder_that_is_a_link_to_nowhere_is_reported(site: Site) -> None:
    folder = site.folder / "home" / "scenarios"
    folder.parent.mkdir()
    folder.symlink_to(site.folder / "nowhere")
    own = OwnScenarios(Inventory(site.points))
    assert (own.files, own.problems) == ([], [f"{folder}: a link to nowhere"])


def test_of_too_many_files_the_first_are_read(
    site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenarios, "MOST_FILES", 1)
    (folder / "more.toml").write_text("")
    own = OwnScenarios(Inventory(site.points))
    assert list(own.usable) == ["stones/mine"]
    assert own.folder_problems == [f"{folder}: only the first 1 of 2 files are read"]
