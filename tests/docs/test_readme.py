"""The README does what it says: its commands, its snippets, and the links of all pages."""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *(ROOT / "docs").glob("*.md"),
]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that the README shows."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def shows(expected: str, out: str) -> bool:
    """Whether output is as the README shows it; ``...`` stands for anything."""
    pattern = ".*".join(re.escape(part) for part in expected.strip().split("..."))
    return re.fullmatch(pattern, out.strip(), re.DOTALL) is not None


def shell(command: str) -> subprocess.CompletedProcess[str]:
    words = ["bash", "-c", command]
    return subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the README says is there, and the program first on the PATH."""
    (tmp_path / "first.txt").write_text(blocks("text")[0])
    shutil.copytree(ROOT / "saves", tmp_path / "saves")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=":")
    return tmp_path


def test_the_console_shows_what_the_readme_says(folder: Path) -> None:
    told = [command for block in blocks("console") for command in commands(block)]
    assert len(told) >= 8
    for command, expected in told:
        done = shell(command)
        assert done.returncode == 0, command + done.stderr
        assert shows(expected, done.stdout), f"$ {command}\n{done.stdout}"


def test_every_command_in_the_text_is_one(folder: Path) -> None:
    """Commands in running text: what they name is there, and their options exist."""
    for command in re.findall(r"`(sandtable [a-z][^`]*)`", README):
        done = shell(command)
        if command == "sandtable resume":
            assert "there is no save" in done.stderr or done.returncode == 0
        else:
            assert done.returncode == 0, command + done.stderr


def test_the_snippets_are_doctests(folder: Path) -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 8
    assert failed == 0


def test_ci_runs_the_second_command_of_the_readme() -> None:
    second = blocks("sh")[1].strip()
    assert second in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link
