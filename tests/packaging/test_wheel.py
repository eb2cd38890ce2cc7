"""The built wheel holds everything, and everything loads from it in a fresh environment."""

from __future__ import annotations

import json
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from nonempty import some

from sandtable.plugins.plugin import GROUPS

ROOT = Path(__file__).parents[2]
FOLDERS = ("core", "plugins", "scenarios")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

LOAD_ALL = """
import importlib.metadata, json, sys
from sandtable.plugins.plugin import GROUPS
from sandtable.tooling import Catalog
points = [p for g in GROUPS for p in importlib.metadata.entry_points(group=g)]
for point in points: point.load()
known = Catalog()
for id in known.scenarios.ids: known.scenario(id)
print(json.dumps({"points": sorted(p.name for p in points),
                  "states": {p.id: p.state for p in known.plugins},
                  "scenarios": known.scenarios.ids}))
"""


def packages() -> list[Path]:
    """What is in the three folders, apart from a distribution of its own, which is built from there."""
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).iterdir())]
    return [path for path in found if not (path / "pyproject.toml").is_file()]


Run = Callable[..., str]


def test_only_packages_lie_in_the_three_folders() -> None:
    for path in some(packages()):
        assert path.name == "__pycache__" or (path / "__init__.py").is_file(), path


def test_every_package_is_typed_and_named_in_the_project() -> None:
    named = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    there = [str(path.relative_to(ROOT)) for path in packages() if path.name != "__pycache__"]
    assert sorted(named) == sorted(there)
    for path in there:
        assert (ROOT / path / "py.typed").is_file()


def test_every_scenario_file_has_its_entry_point() -> None:
    points = PROJECT["project"]["entry-points"]["sandtable.scenarios"]
    files = {
        (tomllib.loads(file.read_text(encoding="utf-8"))["game"] + "." + file.stem, file.parent.name)
        for file in (ROOT / "scenarios").glob("*/*.toml")
    }
    assert set(points.items()) == files


@pytest.mark.packaging
def test_the_wheel_holds_every_file_of_every_package_and_nothing_else(built: Path) -> None:
    wheel = zipfile.ZipFile(next(built.glob("*.whl")))
    inside = {name for name in wheel.namelist() if ".dist-info/" not in name}
    there = {
        str(file.relative_to(package.parent))
        for package in packages()
        for file in package.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert inside == there


@pytest.mark.packaging
def test_the_sdist_holds_no_private_folder(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = sdist.getnames()
    tops = {name.split("/")[1] for name in names if "/" in name}
    assert {"core", "plugins", "scenarios", "saves", "tests", "docs"} <= tops
    assert not {".git", ".tox", ".venv"} & tops


@pytest.mark.packaging
def test_every_entry_point_loads_from_the_wheel(environment: Path, command: Run, tmp_path: Path) -> None:
    document = json.loads(command(environment / "python", "-c", LOAD_ALL, cwd=tmp_path))
    groups = PROJECT["project"]["entry-points"].items()
    declared = [name for group, names in groups if group in GROUPS for name in names]
    assert document["points"] == sorted(declared)
    assert set(document["states"].values()) == {"installed"}
    assert set(document["states"]) == set(declared)
    assert document["scenarios"]


@pytest.mark.packaging
def test_a_stranger_plays_and_verifies_with_the_wheel_alone(
    environment: Path, command: Run, tmp_path: Path
) -> None:
    sandtable = environment / "sandtable"
    bots = ("--seat", "british=scripted", "--seat", "turkish=scripted")
    command(sandtable, "play", "megiddo/1918", "--seed", 7, *bots, "--save", "g.jsonl", cwd=tmp_path)
    assert "verified" in command(sandtable, "replay", "g.jsonl", "--verify", cwd=tmp_path)


@pytest.mark.packaging
def test_without_a_game_the_rest_works(built: Path, command: Run, tmp_path: Path) -> None:
    """Deleting a game's folder and its lines in pyproject.toml leaves everything else working."""
    import shutil

    for name in ("core", "plugins", "scenarios", "README.md", "LICENSE", "pyproject.toml"):
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / name)
    shutil.rmtree(tmp_path / "plugins" / "sandtable_megiddo")
    shutil.rmtree(tmp_path / "scenarios" / "sandtable_palestine")
    lines = (tmp_path / "pyproject.toml").read_text().splitlines(keepends=True)
    kept = [line for line in lines if not ("megiddo" in line or "palestine" in line)]
    (tmp_path / "pyproject.toml").write_text("".join(kept))
    command(
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        tmp_path,
        tmp_path,
        cwd=tmp_path,
    )
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from sandtable.plugins.catalog import Catalog\nprint(Catalog([]).games.infos)"
    )
    wheel = next(tmp_path.glob("*.whl"))
    assert command(sys.executable, "-c", code, wheel, cwd=tmp_path).strip() == "{}"
