"""``plugins install`` with a real pip, in a fresh environment that has the wheel alone."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PYPROJECT = """
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"
[project]
name = "st-raids"
version = "1.0"
[project.entry-points."sandtable.scenarios"]
"megiddo.st-raid" = "st_raids"
[tool.hatch.build.targets.wheel]
packages = ["st_raids"]
"""


Run = Callable[..., str]


def source(folder: Path) -> Path:
    """A distribution with a scenario for an installed game."""
    package = folder / "st_raids"
    package.mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PYPROJECT)
    (package / "__init__.py").write_text("")
    here = ROOT / "scenarios" / "sandtable_palestine" / "1918.toml"
    (package / "st-raid.toml").write_text(here.read_text(encoding="utf-8"))
    return folder


def wheel(folder: Path, more: str = "") -> Path:
    """The same as a wheel, written by hand."""
    about = "st_raids-1.0.dist-info"
    texts = {
        "st_raids/__init__.py": "",
        "st_raids/st-raid.toml": (ROOT / "scenarios/sandtable_palestine/1918.toml").read_text(),
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: st-raids\nVersion: 1.0\n{more}",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[sandtable.scenarios]\nmegiddo.st-raid = st_raids\n",
    }
    path = folder / "st_raids-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        for name, text in {**texts, f"{about}/RECORD": "".join(f"{name},,\n" for name in texts)}.items():
            file.writestr(name, text)
    return path


@pytest.mark.packaging
def test_a_wheel_comes_is_played_and_goes(programs: Path, command: Run, tmp_path: Path) -> None:
    output = command(
        programs / "sandtable", "plugins", "install", "--yes", wheel(tmp_path), cwd=tmp_path
    )
    assert output.splitlines()[-1] == "added: scenario megiddo/st-raid (st-raids 1.0)"
    bots = ("--seat", "british=scripted", "--seat", "turkish=scripted", "--save", "g.jsonl")
    command(programs / "sandtable", "play", "megiddo/st-raid", "--seed", 1, *bots, cwd=tmp_path)
    output = command(programs / "sandtable", "plugins", "uninstall", "--yes", "st-raids", cwd=tmp_path)
    assert output.splitlines()[-1] == "removed: scenario megiddo/st-raid (st-raids 1.0)"
    assert "st-raid" in command(programs / "sandtable", "replay", "g.jsonl", "--verify", cwd=tmp_path)
    assert "megiddo/1918" in command(programs / "sandtable", "list", cwd=tmp_path)


@pytest.mark.packaging
def test_a_folder_that_is_worked_on_comes_too(programs: Path, command: Run, tmp_path: Path) -> None:
    folder = source(tmp_path / "raids")
    output = command(
        programs / "sandtable", "plugins", "install", "--yes", "--editable", folder, cwd=tmp_path
    )
    assert output.splitlines()[-1] == "added: scenario megiddo/st-raid (st-raids 1.0)"
    text = folder / "st_raids" / "st-raid.toml"
    text.write_text(text.read_text().replace("title = ", 'title = "Mine" # ', 1))
    assert "Mine" in command(programs / "sandtable", "list", "megiddo", cwd=tmp_path)
    assert "removed: " in command(
        programs / "sandtable", "plugins", "uninstall", "--yes", "st-raids", cwd=tmp_path
    )


@pytest.mark.packaging
def test_a_plugin_for_another_sandtable_is_refused_and_nothing_changes(
    programs: Path, command: Run, tmp_path: Path
) -> None:
    before = command(programs / "sandtable", "plugins", "list", cwd=tmp_path)
    path = wheel(tmp_path, "Requires-Dist: sandtable==0.0.1\n")
    output = command(programs / "sandtable", "plugins", "install", "--yes", path, cwd=tmp_path, status=1)
    assert "conflicting dependencies" in output
    assert output.splitlines()[-1].startswith("sandtable: nothing was installed")
    assert command(programs / "sandtable", "plugins", "list", cwd=tmp_path) == before


@pytest.mark.packaging
def test_without_pip_it_is_said_in_a_line(programs: Path, command: Run, tmp_path: Path) -> None:
    code = (
        "import sys, importlib.util as u; f = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'pip' else f(name, *a)\n"
        "import os; os.environ['PATH'] = ''\n"
        "from sandtable_shell import main; sys.exit(main(['plugins', 'install', '--yes', 'x']))"
    )
    output = command(programs / "python", "-c", code, cwd=tmp_path, status=2)
    assert (output.count("\n"), "neither pip nor uv" in output) == (1, True)
