"""The output of ``--help``. Its examples work in an empty folder, with nothing saved before."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from sandtable_shell.reading import parse, parsers

COMMANDS = parsers()
"""All commands by their words; the program itself has none."""

CHANGES_THE_PROGRAM = ("sandtable plugins install", "sandtable plugins uninstall")
"""They run pip in the environment of the tests; ``tox -e build`` does so in one of its own."""

NEEDS_A_TERMINAL = ("sandtable watch", "sandtable config edit", "EDITOR=")
"""A test with a terminal of its own runs what these do."""

LONG = ("sandtable test ", "sandtable plugins check ")
"""The conformance kit takes minutes (``tox -e conformance``), and pip builds; the soak runs them."""

NEEDS_THE_ENGINE = "sandtable web "
"""It writes a folder with another distribution; ``tox -e browser`` builds that."""


def words(example: str) -> Sequence[str]:
    """The words of an example after the program's name."""
    typed = shlex.split(example.partition(" > ")[0])
    return typed[typed.index("sandtable") + 1 :]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_ends_its_help_with_examples(name: str, run) -> None:
    examples = COMMANDS[name].examples
    assert len(set(examples)) >= 2
    assert list(words(examples[-1]))[: len(name.split())] == name.split() or not name
    for example in examples:
        assert parse(words(example)).run
    shown = run(*name.split(), "--help")
    assert shown.status == 0
    assert shown.out.endswith("\n".join(["examples:", *(f"  {example}" for example in examples), ""]))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_a_command_work_one_after_the_other(
    name: str, run, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ticks = count(step=0.25)
    monkeypatch.setattr("sandtable_tools.advice.budget.now", lambda: next(ticks))
    for example in COMMANDS[name].examples:
        if example.startswith((*CHANGES_THE_PROGRAM, *NEEDS_A_TERMINAL, *LONG, NEEDS_THE_ENGINE)):
            continue
        with monkeypatch.context() as patch:
            for setting in shlex.split(example)[: shlex.split(example).index("sandtable")]:
                patch.setenv(*setting.split("=", 1))
            ran = run(*words(example))
        assert (example, ran.status, ran.err) == (example, 0, "")
        assert ran.out
        if into := example.partition(" > ")[2]:
            Path(into).write_text(ran.out, encoding="utf-8")


IN_A_SHELL = ["config edit", *(pytest.param(name, marks=pytest.mark.soak) for name in COMMANDS)]


@pytest.mark.parametrize("name", IN_A_SHELL)
def test_the_examples_work_in_a_shell(name: str, tmp_path: Path) -> None:
    examples = [
        example
        for example in COMMANDS[name].examples
        if not example.startswith((*CHANGES_THE_PROGRAM, "sandtable watch", NEEDS_THE_ENGINE))
    ]
    editor = tmp_path / "bin" / "vi"
    editor.parent.mkdir()
    editor.write_text("#!/bin/sh\n", encoding="utf-8")
    editor.chmod(0o755)
    folder = tmp_path / "work"
    folder.mkdir()
    path = os.pathsep.join([str(Path(sys.executable).parent), str(editor.parent), os.environ["PATH"]])
    home = str(tmp_path / "home")
    done = subprocess.run(
        ["bash", "-e", "-c", "\n".join(examples)],
        cwd=folder,
        env={**os.environ, "SANDTABLE_HOME": home, "PATH": path, "EDITOR": "vi"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or not examples
