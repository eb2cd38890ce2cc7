"""The output of `sandtable plugins new` becomes a wheel, and works beside Sandtable's wheel alone."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

WRITE = """
import sys
from sandtable_tools.kit import new
kind, name, into, game = sys.argv[1:]
print(new.write(kind, name, into, game or None)[0])
"""

KINDS = [
    ("game", "my-game", "", "my-game/relief", ["column=scripted"]),
    ("scenario", "my-raid", "lrdg", "lrdg/my-raid", ["lrdg=scripted"]),
    pytest.param(
        *("scenario", "my-ride", "lawrence", "lawrence/my-ride", ["lawrence=scripted"]),
        marks=pytest.mark.soak,
    ),
    ("bot", "my-bot", "megiddo", "megiddo/1918-even", ["british=my-bot", "turkish=random"]),
]

pytestmark = pytest.mark.packaging


@pytest.mark.parametrize(("kind", "name", "game", "scenario", "seats"), KINDS)
def test_a_generated_distribution_is_built_installed_tested_played_and_replayed(
    programs: Path,
    command: Callable[..., str],
    tmp_path: Path,
    kind: str,
    name: str,
    game: str,
    scenario: str,
    seats: list[str],
) -> None:
    python, sandtable = programs / "python", programs / "sandtable"
    folder = Path(command(python, "-c", WRITE, kind, name, tmp_path, game, cwd=tmp_path).strip())
    there = {
        path.relative_to(folder / "src") for path in (folder / "src").rglob("*.*") if path.is_file()
    }
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path)
    command(*build, folder, cwd=tmp_path)
    wheel = next(tmp_path.glob("*.whl"))
    assert {path.as_posix() for path in there} <= set(zipfile.ZipFile(wheel).namelist())
    command(python, "-m", "pip", "install", "--quiet", "--no-deps", wheel, cwd=tmp_path)
    words = ("-q", "-p", "no:cacheprovider", "-W", "error::DeprecationWarning")
    assert "passed" in command(python, "-m", "pytest", *words, cwd=folder)
    sits = [word for seat in seats for word in ("--seat", seat)]
    command(sandtable, "play", scenario, "--seed", 7, *sits, "--save", "g.jsonl", cwd=tmp_path)
    assert "same" in command(sandtable, "check", "g.jsonl", cwd=tmp_path)
