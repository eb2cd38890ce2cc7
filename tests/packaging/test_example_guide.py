"""The authors' guide is followed as a reader would, with only the wheel installed, page after page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "make"
PAGES = ("first", "scenario", "special-rule", "game", "hexes", "bot", "extend", "test")


def test_every_page_is_followed() -> None:
    """Five are run by others: tests/plugins/test_versions.py, tests/docs, seat, adapters, web."""
    elsewhere = {"migrate", "batches", "any-language", "learners", "playtest"}
    assert {page.stem for page in GUIDE.glob("*.md")} == {*PAGES} | elsewhere


@pytest.mark.packaging
@pytest.mark.parametrize(
    ("pages", "commands"),
    [(PAGES[:2], 14), pytest.param(PAGES, 75, marks=pytest.mark.soak)],
    ids=["two", "all"],
)
def test_the_guide_leads_where_it_says(
    pages: tuple[str, ...],
    commands: int,
    programs: Path,
    command: Callable[..., str],
    tmp_path: Path,
) -> None:
    """The example that the page on extending begins with is there, as its readers copy it."""
    dispatches = "sandtable-dispatches"
    shutil.copytree(ROOT / "examples" / dispatches, tmp_path / dispatches)
    paths = [GUIDE / f"{page}.md" for page in pages]
    follow = ROOT / "tests" / "fixtures" / "follow.py"
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    output = command(programs / "python", follow, *paths, cwd=tmp_path, PATH=path)
    assert output.count("$ ") >= commands
