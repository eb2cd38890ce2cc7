"""What `sandtable plugins new` writes becomes a wheel, and works beside the wheel of Sandtable alone."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

WRITE = """
import sys
from sandtable import scaffold
kind, name, into, game = sys.argv[1:]
print(scaffold.write(kind, name, into, game or None)[0])
"""

KINDS = [
    ("game", "my-game", "", "my-game/relief", ["column=scripted"]),
    ("scenario", "my-raid", "lrdg", "lrdg/my-raid", ["lrdg=scripted"]),
    ("scenario", "my-ride", "lawrence", "lawrence/my-ride", ["lawrence=scripted"]),
    ("bot", "my-bot", "megiddo", "megiddo/1918-even", ["british=my-bot", "turkish=random"]),
]

pytestmark = pytest.mark.packaging


def run(*words: object, cwd: Path) -> str:
    env = {**os.environ, "SANDTABLE_HOME": str(cwd / "home")}
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=env, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(source: Path, into: Path) -> Path:
    """The wheel of a source tree."""
    words = ("-m", "build", "--wheel", "--no-isolation", "--outdir", into, source)
    run(sys.executable, *words, cwd=into)
    return next(into.glob("*.whl"))


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel of Sandtable and pytest, and nothing else."""
    folder = tmp_path_factory.mktemp("beside")
    wheel = build(ROOT, tmp_path_factory.mktemp("core"))
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, "pytest", cwd=folder)
    return python


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """Where wheels are built."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    return folder


@pytest.mark.parametrize(("kind", "name", "game", "scenario", "seats"), KINDS)
def test_what_was_written_is_built_installed_tested_played_and_replayed(
    python: Path,
    tmp_path: Path,
    wheels: Path,
    kind: str,
    name: str,
    game: str,
    scenario: str,
    seats: list[str],
) -> None:
    folder = Path(run(python, "-c", WRITE, kind, name, tmp_path, game, cwd=tmp_path).strip())
    wheel = build(folder, wheels)
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", wheel, cwd=tmp_path)
    try:
        assert "passed" in run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=folder)
        sandtable = python.with_name("sandtable")
        sits = [word for seat in seats for word in ("--seat", seat)]
        run(sandtable, "play", scenario, "--seed", 7, *sits, "--save", "g.jsonl", cwd=tmp_path)
        assert "same" in run(sandtable, "check", "g.jsonl", cwd=tmp_path)
    finally:
        run(python, "-m", "pip", "uninstall", "--quiet", "--yes", f"sandtable-{name}", cwd=tmp_path)


@pytest.mark.parametrize(("kind", "name", "game"), [one[:3] for one in KINDS])
def test_its_wheel_holds_its_whole_package(
    python: Path, tmp_path: Path, wheels: Path, kind: str, name: str, game: str
) -> None:
    folder = Path(run(python, "-c", WRITE, kind, name, tmp_path, game, cwd=tmp_path).strip())
    inside = set(zipfile.ZipFile(build(folder, wheels)).namelist())
    there = {path.relative_to(folder / "src").as_posix() for path in (folder / "src").rglob("*.*")}
    assert {name for name in there if not (folder / "src" / name).is_dir()} <= inside
