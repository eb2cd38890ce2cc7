"""``plugins install`` and ``uninstall``, with a pip that only pretends."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sandtable import __version__
from sandtable.plugins.memory import Memory
from sandtable.shell import installing

if TYPE_CHECKING:
    from shelves import Shelf

REAL_RUN = subprocess.run


class Pip:
    """Takes the place of pip: keeps its commands, and does what a test says."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.kept = ""
        self.status = 0
        self.does: Callable[[], object] = lambda: None

    def __call__(self, words: list[str], **more: object) -> subprocess.CompletedProcess[str]:
        if "sandtable.shell" in " ".join(words):
            return REAL_RUN(words, **more)  # type: ignore[call-overload,no-any-return]
        self.commands.append(words)
        if "--constraint" in words:
            self.kept = Path(words[words.index("--constraint") + 1]).read_text()
        self.does()
        return subprocess.CompletedProcess(words, self.status, "first line\n\nlast line\n")


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Pip:
    made = Pip()
    monkeypatch.setattr(installing.subprocess, "run", made)
    return made


def test_what_came_is_told_and_nothing_is_loaded(run, shelf: Shelf, pip: Pip) -> None:
    pip.does = shelf.stones
    ran = run("plugins", "install", "stones-game")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "came: game stones (stones-game 1.2)",
        "came: scenario stones/two (stones-game 1.2)",
    ]
    (command,) = pip.commands
    assert command[:4] == [sys.executable, "-P", "-m", "pip"]
    assert command[-1] == "stones-game"
    assert pip.kept == f"sandtable=={__version__}\n"
    assert shelf.imported == []
    assert "stones/two" in run("list").out


def test_what_went_is_told(run, shelf: Shelf, pip: Pip) -> None:
    shelf.stones()
    pip.does = lambda: shutil.rmtree(shelf.folder / "stones_game-1.2.dist-info")
    ran = run("plugins", "uninstall", "Stones_Game")
    assert ran.out.splitlines() == [
        "went: game stones (stones-game 1.2)",
        "went: scenario stones/two (stones-game 1.2)",
    ]
    assert pip.commands[0][-3:] == ["uninstall", "--yes", "stones-game"]
    assert "stones" not in run("list").out


def test_a_folder_is_installed_to_be_worked_on(run, pip: Pip, tmp_path) -> None:
    ran = run("plugins", "install", "-e", tmp_path)
    assert (ran.status, ran.out) == (0, f"{tmp_path}: installed, and brings or takes no plugin\n")
    assert pip.commands[0][-2:] == ["--editable", str(tmp_path)]


@pytest.mark.parametrize("name", ["Stones_Game>=1", "dist/stones_game-1.2-py3-none-any.whl"])
def test_what_is_installed_once_more_is_told_with_its_state(run, shelf: Shelf, pip: Pip, name) -> None:
    shelf.stones()
    assert run("plugins", "install", name).out.splitlines() == [
        "as before: game stones (stones-game 1.2), ok",
        "as before: scenario stones/two (stones-game 1.2), ok",
    ]
    run("plugins", "disable", "stones")
    ran = run("plugins", "install", name)
    first = ran.out.splitlines()[0]
    assert first == (
        "as before: game stones (stones-game 1.2), disabled: by plugins disable stones "
        "(plugins enable stones brings it back)"
    )
    assert ran.status == 0


def test_what_came_and_can_not_be_used_is_said(run, shelf: Shelf, pip: Pip) -> None:
    files = {"st_copy/__init__.py": ""}
    pip.does = lambda: shelf.add("aaa", {"games lrdg": "st_copy", "games gone": "st_copy"}, files)
    ran = run("plugins", "install", "aaa")
    assert ran.status == 1
    assert "came: game lrdg (aaa 1.2), duplicate: game lrdg already comes from sandtable" in ran.out
    assert "came: game gone (aaa 1.2), broken: there is no game.toml in st_copy" in ran.out


def test_another_version_is_told_and_what_was_broken_is_tried_anew(run, shelf: Shelf, pip: Pip) -> None:
    shelf.hook("jam", "1 / 0")
    run("play", "megiddo/1918", "--seed", 1, typed="")
    assert Memory.read().broken
    about = shelf.folder / "extra_jam-1.2.dist-info" / "METADATA"
    pip.does = lambda: shelf.write({str(about): about.read_text().replace("1.2", "1.3")})
    ran = run("plugins", "install", "extra-jam")
    assert (ran.status, ran.out) == (0, "now extra-jam 1.3, was 1.2\n")
    assert not Memory.read().broken


def test_what_pip_says_is_shown_when_it_fails_or_is_asked_for(run, pip: Pip) -> None:
    assert "last line" not in run("plugins", "install", "x").out
    assert "first line\n\nlast line\n" in run("plugins", "install", "x", "--verbose").out
    pip.status = 1
    ran = run("plugins", "install", "x")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "sandtable: x: not installed, pip says: last line (--verbose shows all of it)\n"
    ran = run("plugins", "install", "x", "--verbose")
    assert ran.err == "sandtable: x: not installed, pip says: last line\n    first line\n    last line\n"


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("x\n  OSError: no README.md\n\nerror: subprocess-exited\nhint: see above\n", "OSError"),
        ("ERROR: no version\nERROR: No matching distribution found for x\n", "ERROR: No matching"),
        ("", "nothing"),
    ],
)
def test_the_line_that_matters_is_found_in_what_pip_says(said: str, line: str) -> None:
    assert installing._cause(said).startswith(line)


@pytest.mark.parametrize(
    "words",
    [
        ("install", "sandtable"),
        ("install", "Sandtable[cluster]>=3"),
        ("install", "./dist/sandtable-0.0.1-py3-none-any.whl"),
        ("install", "-e", "{root}"),
        ("install", "{root}"),
        ("install", ""),
        ("install",),
        ("install", "--", "--index-url=x"),
        ("uninstall", "sandtable"),
        ("uninstall", "SandTable"),
        ("uninstall", "msgspec"),
        ("uninstall", "--", "-r"),
        ("uninstall",),
    ],
)
def test_the_program_and_what_it_needs_are_not_touched(run, pip: Pip, words: tuple[str, ...]) -> None:
    root = str(Path(__file__).parents[2])
    ran = run("plugins", *(word.format(root=root) for word in words))
    assert (ran.status, ran.err.count("\n"), pip.commands) == (2, 1, [])


def test_a_distribution_that_is_not_there_names_the_nearest(run, shelf: Shelf, pip: Pip) -> None:
    shelf.stones()
    ran = run("plugins", "uninstall", "stone-game")
    assert (ran.status, 'did you mean "stones-game"?' in ran.err, pip.commands) == (2, True, [])


def test_names_that_only_begin_like_the_program_are_installed(run, pip: Pip) -> None:
    for name in ("sandtable-examples", "./sandtable_examples-1.0-py3-none-any.whl", "sandtables"):
        assert run("plugins", "install", name).status == 0
    assert len(pip.commands) == 3


def test_without_pip_uv_does_it_and_without_both_it_is_said(
    run, pip: Pip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installing, "find_spec", lambda _: None)
    monkeypatch.setattr(installing.shutil, "which", lambda _: "/somewhere/uv")
    run("plugins", "install", "x")
    assert pip.commands[0][:5] == ["/somewhere/uv", "pip", "install", "--python", sys.executable]
    monkeypatch.setattr(installing.shutil, "which", lambda _: None)
    ran = run("plugins", "install", "x")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "neither pip nor uv" in ran.err
