"""``plugins install`` and ``uninstall``, with a stand-in for pip."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from sandtable import __version__
from sandtable_shell import asking, installing

if TYPE_CHECKING:
    from shelves import Shelf


class Pip:
    """A stand-in for pip: it keeps its commands, and does what a test says. Other programs run."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.status = 0
        self.does: Callable[[], object] = lambda: None
        self._run = subprocess.run

    def __call__(self, words: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        if "sandtable" in words:
            return self._run(words, **options)
        self.commands.append(list(words))
        self.does()
        return subprocess.CompletedProcess(words, self.status)


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Pip:
    pip_stub = Pip()
    monkeypatch.setattr(installing.subprocess, "run", pip_stub)
    return pip_stub


def test_added_plugins_are_listed_and_loaded_only_in_another_process(
    run, shelf: Shelf, pip: Pip
) -> None:
    pip.does = shelf.stones
    ran = run("plugins", "install", "--yes", "stones-game")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "added: game stones (stones-game 1.2)",
        "added: scenario stones/two (stones-game 1.2)",
    ]
    (command,) = pip.commands
    assert command[:4] == [sys.executable, "-P", "-m", "pip"]
    assert command[-3:] == ["--", f"sandtable=={__version__}", "stones-game"]
    assert "--quiet" in command
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
    assert pip.commands[0][4] == "uninstall"
    assert "--yes" in pip.commands[0]
    assert pip.commands[0][-1] == "Stones_Game"
    assert "stones" not in run("list").out


def test_a_folder_is_installed_to_be_worked_on(run, pip: Pip, tmp_path) -> None:
    ran = run("plugins", "install", "--yes", "-e", tmp_path)
    assert (ran.status, ran.out) == (0, "no plugin was added or removed\n")
    assert pip.commands[0][-4:-1] == ["--editable", str(tmp_path), "--"]


def test_an_install_says_what_it_added_does_not_load(run, shelf: Shelf, pip: Pip) -> None:
    files = {"st_copy/__init__.py": "", "st_jam/__init__.py": "raise ValueError('ß')"}
    points = {"games gone": "st_copy", "plugins badep": "st_copy.nothere", "plugins well": "st_copy"}
    pip.does = lambda: shelf.add("aaa", {**points, "rules stones.jam": "st_jam:Jam"}, files)
    ran = run("plugins", "install", "--yes", "aaa")
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "added: game gone (aaa 1.2), but it does not load: there is no game.toml in st_copy",
        "added: rule stones.jam (aaa 1.2), but it does not load: ValueError: ß",
        "added: plugin badep (aaa 1.2), but it does not load: "
        "ModuleNotFoundError: No module named 'st_copy.nothere'",
        "added: plugin well (aaa 1.2)",
    ]
    assert shelf.imported == []


def test_a_game_that_cannot_be_imported_is_named_once_it_is_installed(
    run, shelf: Shelf, pip: Pip
) -> None:
    def install() -> None:
        shelf.stones()
        shelf.write({str(shelf.folder / "st_stones" / "game.py"): "import st_nothere"})

    pip.does = install
    ran = run("plugins", "install", "--yes", "stones-game")
    why = "ModuleNotFoundError: No module named 'st_nothere'"
    game, scenario = ran.out.splitlines()
    assert (ran.status, game) == (
        1,
        f"added: game stones (stones-game 1.2), but it does not load: {why}",
    )
    assert scenario.startswith("added: scenario stones/two (stones-game 1.2), but it does not load: ")


def test_an_install_without_the_doctor_says_what_is_known_from_files(
    run, shelf: Shelf, pip: Pip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_DISABLE_PLUGINS", "kit")
    pip.does = lambda: shelf.hook("jam", "1 / 0")
    ran = run("plugins", "install", "--yes", "extra-jam")
    assert (ran.status, ran.out, ran.err) == (0, "added: plugin jam (extra-jam 1.2)\n", "")


def test_another_version_is_listed(run, shelf: Shelf, pip: Pip) -> None:
    shelf.hook("jam", "")
    about = shelf.folder / "extra_jam-1.2.dist-info" / "METADATA"
    pip.does = lambda: shelf.write({str(about): about.read_text().replace("1.2", "1.3")})
    ran = run("plugins", "install", "--yes", "extra-jam")
    assert ran.out.splitlines() == [
        "added: plugin jam (extra-jam 1.3)",
        "removed: plugin jam (extra-jam 1.2)",
    ]


def test_a_failure_of_pip_is_reported_and_its_output_is_shown_on_request(run, pip: Pip) -> None:
    pip.status = 1
    ran = run("plugins", "install", "--yes", "x", "--verbose")
    assert (ran.status, ran.out, ran.err) == (1, "", "sandtable: nothing was installed\n")
    assert "--quiet" not in pip.commands[0]


@pytest.mark.parametrize(
    "words",
    [
        ("install",),
        *(("uninstall", name) for name in ("sandtable", "SandTable")),
        ("uninstall", "msgspec"),
        ("uninstall", "--", "-r"),
        ("uninstall",),
    ],
)
def test_the_program_and_what_it_needs_are_not_touched(run, pip: Pip, words: tuple[str, ...]) -> None:
    ran = run("plugins", *words)
    assert (ran.status, ran.err.count("\n"), pip.commands) == (2, 1, [])


def test_a_distribution_that_is_not_there_names_the_nearest(run, shelf: Shelf, pip: Pip) -> None:
    shelf.stones()
    ran = run("plugins", "uninstall", "--yes", "stone-game")
    assert (ran.status, 'did you mean "stones-game"?' in ran.err, pip.commands) == (2, True, [])


# Questions.


@pytest.mark.parametrize("word", ["install", "uninstall"])
def test_where_nobody_can_be_asked_nothing_is_done_without_yes(
    run, shelf: Shelf, pip: Pip, word: str
) -> None:
    shelf.stones()
    ran = run("plugins", word, "stones-game")
    assert (ran.status, ran.out, pip.commands) == (2, "", [])
    assert ran.err == "sandtable: not a terminal: add --yes (plugins run with your permissions)\n"


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

    monkeypatch.setattr(asking, "can_ask", lambda _: True)
    monkeypatch.setattr("builtins.input", answer)
    ran = run("plugins", word, "stones-game")
    assert (questions, len(pip.commands)) == (["Continue? [y/N] "], int(agreed))
    assert ran.out.startswith(
        f"stones-game: {'plugins run with your permissions' if word == 'install' else 'everything'}"
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
