"""The authors' guide is followed as a stranger would: beside the wheel alone, page after page."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "authors"
PAGES = ("scenario", "special-rule", "game", "bot", "testing")


def run(*words: object, cwd: Path, **env: str) -> str:
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**os.environ, **env},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """The folder of programs of an environment into which only the wheel was installed."""
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", tmp_path, ROOT, cwd=tmp_path)
    venv.create(tmp_path / "env", with_pip=True)
    programs = tmp_path / "env" / "bin"
    wheel = next(tmp_path.glob("*.whl"))
    run(programs / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    return programs


def test_every_page_is_followed() -> None:
    assert {page.stem for page in GUIDE.glob("*.md")} == set(PAGES)


@pytest.mark.packaging
def test_the_guide_leads_where_it_says(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    pages = [GUIDE / f"{page}.md" for page in PAGES]
    follow = ROOT / "tests" / "docs" / "follow.py"
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    home = str(tmp_path / "home")
    said = run(sys.executable, follow, *pages, cwd=tmp_path / "work", PATH=path, SANDTABLE_HOME=home)
    assert said.count("$ ") >= 35
