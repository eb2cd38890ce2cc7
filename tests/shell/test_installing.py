"""``plugins install`` and ``uninstall``, with a stand-in for pip."""

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
from sandtable_shell import asking, installing

if TYPE_CHECKING:
    from shelves import Shelf

REAL_RUN = subprocess.run


class Pip:
    """A stand-in for pip: it keeps its commands, and does what a test says."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.kept = ""
        self.status = 0
        self.does: Callable[[], object] = lambda: None

    def __call__(self, words: list[str], **more: object) -> subprocess.CompletedProcess[str]:
        if "sandtable_shell" in " ".join(words):
            return REAL_RUN(words, **more)  # type: ignore[call-overload,no-any-return]
        self.commands.append(words)
        if "--constraint" in words:
            self.kept = Path(words[words.index("--constraint") + 1]).read_text()
        self.does()
        return subprocess.CompletedProcess(words, self.status, "first line\n\nlast line\n")


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Pip:
    pip_stub = Pip()
    monkeypatch.setattr(installing.subprocess, "run", pip_stub)
    return pip_stub


def test_added_plugins_are_listed_and_nothing_is_loaded(run, shelf: Shelf, pip: Pip) -> None:
    pip.does = shelf.stones
    ran = run("plugins", "install", "--yes", "stones-game")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "added: game stones (stones-game 1.2)",
        "added: scenario stones/two (stones-game 1.2)",
    ]
    (command,) = pip.commands
    assert command[:4] == [sys.executable, "-P", "-m", "pip"]
    assert command[-1] == "stones-game"
    assert pip.kept == f"sandtable=={__version__}\n"
    assert shelf.imported == []
    assert "stones/two" in run("list").out


def test_uninstall_lists_what_it_has_removed(run, shelf: Shelf, pip: Pip) -> None:
    shelf.stones()
    pip.does = lambda: shutil.rmtree(shelf.folder / "stones_game-1.2.dist-info")
    ran = run("plugins", "uninstall", "--yes", "Stones_Game")
    assert ran.out.splitlines() == [
        "removed: game stones (stones-game 1.2)",
        "removed: scenario stones/two (stones-game 1.2)",
    ]
    assert pip.commands[0][-3:] == ["uninstall", "--yes", "stones-game"]
    assert "stones" not in run("list").out


def test_a_folder_is_installed_to_be_worked_on(run, pip: Pip, tmp_path) -> None:
    ran = run("plugins", "install", "--yes", "-e", tmp_path)
    assert (ran.status, ran.out) == (0, f"{tmp_path}: installed; no plugin was added or removed\n")
    assert pip.commands[0][-2:] == ["--editable", str(tmp_path)]


@pytest.mark.parametrize("name", ["Stones_Game>=1", "dist/stones_game-1.2-py3-none-any.whl"])
def test_a_repeated_installation_lists_states(run, shelf: Shelf, pip: Pip, name) -> None:
    shelf.stones()
    assert run("plugins", "install", "--yes", name).out.splitlines() == [
        "unchanged: game stones (stones-game 1.2), ok",
        "unchanged: scenario stones/two (stones-game 1.2), ok",
    ]
    run("plugins", "disable", "stones")
    ran = run("plugins", "install", "--yes", name)
    first = ran.out.splitlines()[0]
    assert first == (
        "unchanged: game stones (stones-game 1.2), disabled: by plugins disable stones "
        "(plugins enable stones brings it back)"
    )
    assert ran.status == 0


def test_an_added_plugin_that_is_unusable_is_reported(run, shelf: Shelf, pip: Pip) -> None:
    files = {"st_copy/__init__.py": ""}
    pip.does = lambda: shelf.add("aaa", {"games lrdg": "st_copy", "games gone": "st_copy"}, files)
    ran = run("plugins", "install", "--yes", "aaa")
    assert ran.status == 1
    assert "added: game lrdg (aaa 1.2), duplicate: game lrdg already comes from sandtable" in ran.out
    assert "added: game gone (aaa 1.2), broken: there is no game.toml in st_copy" in ran.out


def test_another_version_is_reported_and_what_was_broken_is_tried_again(
    run, shelf: Shelf, pip: Pip
) -> None:
    shelf.hook("jam", "1 / 0")
    run("play", "megiddo/1918", "--seed", 1, typed="")
    assert Memory.read().broken
    about = shelf.folder / "extra_jam-1.2.dist-info" / "METADATA"
    pip.does = lambda: shelf.write({str(about): about.read_text().replace("1.2", "1.3")})
    ran = run("plugins", "install", "--yes", "extra-jam")
    assert (ran.status, ran.out) == (0, "now extra-jam 1.3, was 1.2\n")
    assert not Memory.read().broken


def test_the_output_of_pip_is_shown_at_a_failure_or_on_request(run, pip: Pip) -> None:
    assert "last line" not in run("plugins", "install", "--yes", "x").out
    assert "first line\n\nlast line\n" in run("plugins", "install", "--yes", "x", "--verbose").out
    pip.status = 1
    ran = run("plugins", "install", "--yes", "x")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "sandtable: x: not installed, pip says: last line (--verbose shows all of it)\n"
    ran = run("plugins", "install", "--yes", "x", "--verbose")
    assert ran.err == "sandtable: x: not installed, pip says: last line\n    first line\n    last line\n"


@pytest.mark.parametrize(
    ("expected", "line"),
    [
        ("x\n  OSError: no README.md\n\nerror: subprocess-exited\nhint: see above\n", "OSError"),
        ("ERROR: no version\nERROR: No matching distribution found for x\n", "ERROR: No matching"),
        ("", "nothing"),
    ],
)
def test_the_line_that_matters_is_found_in_what_pip_says(expected: str, line: str) -> None:
    assert installing._cause(expected).startswith(line)


CORE = [
    *("sandtable", "SANDTABLE", "Sand_Table", "sand.table", " sandtable ", "sandtable[cluster]"),
    *("sandtable==1", "Sandtable[cluster] >= 3, < 4", "sandtable; python_version > '3'"),
    *("sandtable @ file:///nowhere", "sandtable@file:./nowhere", "sandtable[x]@https://a.org/b.whl"),
    *("./sandtable-9.whl", "sandtable-9-py3-none-any.whl", "dist/Sand_Table-1.0.tar.gz"),
    *("git+https://a.org/b/sandtable", "git+https://me@a.org/b/Sandtable.git@v1", "file:///b/sandtable"),
    *("git+ssh://git@a.org/b/c.git#egg=sandtable", "https://a.org/sandtable-9-py3-none-any.whl#md5=1"),
    *("https://a.org/sand%74able/", "{root}", "{root}/core/..", "file:{root}", "other @ file:{root}"),
]
"""Ways to name the program itself."""


@pytest.mark.parametrize(
    "words",
    [
        *(("install", name) for name in CORE),
        *(("install", "--editable", name) for name in ("{root}", "file:{root}", "{root}[cluster]")),
        ("install", ""),
        ("install",),
        ("install", "--", "--index-url=x"),
        *(("uninstall", name) for name in ("sandtable", "SandTable", "Sand_Table")),
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
    ran = run("plugins", "uninstall", "--yes", "stone-game")
    assert (ran.status, 'did you mean "stones-game"?' in ran.err, pip.commands) == (2, True, [])


def test_names_that_only_begin_like_the_program_are_installed(run, pip: Pip) -> None:
    names = ("sandtable-examples", "./sandtable_examples-1.0-py3-none-any.whl", "sandtables")
    for name in (*names, "git+https://a.org/sandtable/other", "my @ git+https://a.org/b@sandtable"):
        assert run("plugins", "install", "--yes", name).status == 0
    assert len(pip.commands) == 5


@pytest.mark.parametrize(
    ("file", "text", "core"),
    [
        ("pyproject.toml", "[project]\nname = 'Sandtable'\n", True),
        ("pyproject.toml", "[project]\nname = 'other'\n", False),
        ("setup.cfg", "[metadata]\nname = sandtable\n", True),
        ("setup.py", "setup(version='1', name='sandtable')", True),
        ("setup.py", "setup(name='other')", False),
        ("README.md", "", True),  # only its own name is there
    ],
)
def test_a_folder_is_the_program_when_it_says_so(
    run, pip: Pip, tmp_path: Path, file: str, text: str, core: bool
) -> None:
    folder = tmp_path / "sandtable"
    folder.mkdir()
    (folder / file).write_text(text)
    assert run("plugins", "install", "--yes", "--editable", folder).status == (2 if core else 0)
    assert (pip.commands == []) == core


def test_an_address_that_brings_the_program_is_reported_when_it_has_come(
    run, shelf: Shelf, pip: Pip
) -> None:
    pip.does = lambda: shelf.add("sandtable", {}, {})
    ran = run("plugins", "install", "--yes", "https://a.org/b.zip")
    assert ran.status == 1
    assert ran.err == (
        "sandtable: https://a.org/b.zip: installed in the place of sandtable itself; "
        "install that again from where you got it\n"
    )


# Questions.

WARNS = "the code will run with your rights, now and whenever it loads"


def test_where_nobody_can_be_asked_nothing_is_done_without_yes(run, shelf: Shelf, pip: Pip) -> None:
    shelf.stones()
    for words, what in (
        (("install", "a", "b"), f"a, b: {WARNS}"),
        (
            ("install", "git+https://a.org/b"),
            f"git+https://a.org/b: {WARNS}; pip keeps sandtable at {__version__}",
        ),
        (("uninstall", "stones-game"), "stones-game: everything that it brought will be removed"),
    ):
        ran = run("plugins", *words)
        assert (ran.status, ran.out, pip.commands) == (2, "", [])
        assert ran.err == f"sandtable: {what}; there is no terminal to ask at, --yes agrees\n"


@pytest.mark.parametrize(
    ("typed", "agreed"),
    [("y", True), (" YES ", True), ("", False), ("n", False), ("yess", False), (EOFError, False)],
)
@pytest.mark.parametrize("word", ["install", "uninstall"])
def test_at_a_terminal_it_is_asked_once(
    run, shelf: Shelf, pip: Pip, monkeypatch: pytest.MonkeyPatch, word: str, typed: object, agreed: bool
) -> None:
    shelf.stones()
    questions: list[str] = []

    def answer(question: str) -> object:
        questions.append(question)
        if typed is EOFError:
            raise EOFError
        return typed

    monkeypatch.setattr(asking, "possible", lambda _: True)
    monkeypatch.setattr("builtins.input", answer)
    ran = run("plugins", word, "stones-game")
    assert (questions, len(pip.commands)) == (["Continue? [y/N] "], int(agreed))
    assert ran.out.startswith(
        f"stones-game: {WARNS if word == 'install' else 'everything that it brought'}"
    )
    assert (ran.status, f"nothing was {word}ed" in ran.out) == ((0, False) if agreed else (1, True))


# Whole words.


@pytest.mark.parametrize(
    "line",
    ["plugins instal x", "plugins ins x --yes", "plugins uninst x", "plug unin x", "config rese pace"],
)
def test_commands_that_change_the_machine_are_typed_in_full(run, pip: Pip, line: str) -> None:
    ran = run(*line.split())
    typed = line.split()[1]
    assert (ran.status, ran.err.count("\n"), pip.commands) == (2, 1, [])
    assert f'"{typed}": ' in ran.err
    assert "in full; nothing was done" in ran.err


def test_its_options_are_typed_with_all_their_letters_too(run, pip: Pip) -> None:
    ran = run("plugins", "install", "x", "--ye")
    assert (ran.status, pip.commands) == (2, [])
    assert 'did you mean "--yes"?' in ran.err


def test_a_word_is_whole_in_capitals_and_behind_a_shorter_one(run, pip: Pip) -> None:
    assert run("plug", "INSTALL", "x", "--yes").status == 0
    assert len(pip.commands) == 1


def test_without_pip_uv_does_it_and_without_both_it_is_said(
    run, pip: Pip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installing, "find_spec", lambda _: None)
    monkeypatch.setattr(installing.shutil, "which", lambda _: "/somewhere/uv")
    run("plugins", "install", "--yes", "x")
    assert pip.commands[0][:5] == ["/somewhere/uv", "pip", "install", "--python", sys.executable]
    monkeypatch.setattr(installing.shutil, "which", lambda _: None)
    ran = run("plugins", "install", "--yes", "x")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "neither pip nor uv" in ran.err
