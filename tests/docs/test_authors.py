"""The authors' guide shows the code of the examples; ``tests/packaging`` follows its pages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from follow import blocks

from sandtable_tools.kit import new

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "make"
EXAMPLE = ROOT / "examples" / "sandtable-summer-1942"
DISPATCHES = ROOT / "examples" / "sandtable-dispatches"
FOLLOW = ROOT / "tests" / "fixtures" / "follow.py"


def follow(page: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """The result of following a page in a folder, with the program first on the PATH."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        [sys.executable, str(FOLLOW), str(page)],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def shown(page: str, language: str = "python") -> list[str]:
    return blocks((GUIDE / page).read_text(encoding="utf-8"), language)


def test_differences_from_a_page_are_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ echo one\ntwo\n```\n")
    assert follow(page, tmp_path).returncode == 1
    page.write_text("```console\n$ false\n```\n")
    assert follow(page, tmp_path).returncode == 1
    (tmp_path / "a.toml").write_text("a = 1\n")
    for old, status in (("1", 0), ("1", 1)):
        page.write_text(f"```console\n$ sed -i 's/{old}/2/' a.toml\n```\n")
        assert follow(page, tmp_path).returncode == status


def test_files_become_what_a_page_says(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    lines = "`a.toml` becomes:\n\n```toml\n[one]\na = 1\n\n[two]\nb = 2\n```\n"
    lines += "\nIn `a.toml` these lines become:\n\n```toml\n[one]\nc = 3\n```\n"
    page.write_text(lines + "\nAdd to `a.toml`:\n\n```toml\n[three]\nd = 4\n```\n")
    assert follow(page, tmp_path).returncode == 0
    assert (tmp_path / "a.toml").read_text() == "[one]\nc = 3\n\n[two]\nb = 2\n\n[three]\nd = 4\n"


@pytest.mark.parametrize(
    ("page", "languages"),
    [("game.md", ["python"]), ("test.md", ["python"]), ("extend.md", ["python", "toml"])],
)
def test_the_pieces_that_are_shown_are_those_of_a_template_or_of_an_example(
    tmp_path: Path, page: str, languages: list[str]
) -> None:
    files = [path for path in (ROOT / "examples").rglob("*.*") if path.suffix in (".py", ".toml")]
    files += [
        path for kind in ("cards", "duel") for path in new.write("game", kind, tmp_path, kind=kind)[1:]
    ]
    texts = [path.read_text(encoding="utf-8") for path in files]
    pieces = [block for language in languages for block in shown(page, language)]
    assert pieces
    assert [block for block in pieces if not any(block in text for text in texts)] == []


def test_the_first_page_types_the_small_game(tmp_path: Path) -> None:
    folder = new.write("game", "wells", tmp_path, kind="small")[0]
    written = (folder / "src" / "sandtable_wells" / "game.py").read_text(encoding="utf-8")
    assert [line for block in shown("first.md") for line in block.splitlines() if line] == [
        line for line in written.splitlines() if line
    ]


def test_the_rule_that_is_built_is_that_of_the_example() -> None:
    assert shown("special-rule.md")[0] == (EXAMPLE / "src/sandtable_jalo/rules.py").read_text()
    assert (EXAMPLE / "src/sandtable_jalo/jalo.toml").read_text() in shown("special-rule.md", "toml")


def test_the_page_on_extending_does_what_it_says(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The example is installed by hand; ``tests/packaging`` installs it with pip."""
    folder = tmp_path / DISPATCHES.name
    shutil.copytree(DISPATCHES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    about = tmp_path / "dispatches.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{id} = {value}" for id, value in points.items())]
    (about / "entry_points.txt").write_text("\n".join(lines))
    page, text = tmp_path / "page.md", (GUIDE / "extend.md").read_text("utf-8")
    page.write_text(
        re.sub(r"^\$ sandtable plugins install.*\n\.\.\.\nadded.*\n", "", text, flags=re.MULTILINE)
    )
    known = [tmp_path, folder / "src", os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(str(plugin) for plugin in known if plugin))
    done = follow(page, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("$ ") == text.count("\n$ ") - 1
