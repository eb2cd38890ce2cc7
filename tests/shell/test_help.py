"""The output of ``--help``, whose examples do what they say."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

import sandtable
from sandtable.plugins.catalog import catalog
from sandtable_shell.reading import parse, parsers

PIP = ("plugins install", "plugins uninstall")
"""Commands that change the program's own environment, or use the network."""


COMMANDS = parsers()
"""All commands by their words; the program itself has none."""

EXAMPLES = [(name, example) for name, command in COMMANDS.items() for example in command.examples]


def arguments(example: str) -> list[str]:
    """The words of an example after the program's name."""
    words = shlex.split(example.partition(" > ")[0])
    return words[words.index("sandtable") + 1 :]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the saves and the settings that examples name, and a folder with their files."""
    folder = tmp_path_factory.mktemp("examples")
    saves = folder / "home" / "saves"
    with sandtable.new("lrdg/benghazi-road", seed=3) as session:
        for line in ("historical", "move 1st siwa-track"):
            session.choose(session.table.read(line))
        session.save(str(saves / "lrdg-benghazi-road-3.jsonl"))
    bots = {"british": "scripted", "turkish": "scripted"}
    with sandtable.new("megiddo/1918", seed=1, seats=bots) as session:
        list(session.play())
        session.save(str(saves / "megiddo-1918-1.jsonl"))
    (folder / "home" / "config.toml").write_text('theme = "light"\n', encoding="utf-8")
    work = folder / "work"
    work.mkdir()
    (work / "slonta.toml").write_text(catalog().text("lrdg/slonta"), encoding="utf-8")
    return folder


@pytest.fixture
def shell(prepared: Path, tmp_path: Path) -> Path:
    """A copy of the `prepared` folder, with an editor that changes nothing."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    editor = tmp_path / "bin" / "nano"
    editor.parent.mkdir()
    editor.write_text("#!/bin/sh\n", encoding="utf-8")
    editor.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_ends_its_help_with_two_examples_of_itself(name: str, run) -> None:
    examples = COMMANDS[name].examples
    assert len(set(examples)) >= 2
    assert all(arguments(example)[: len(name.split())] == name.split() for example in examples if name)
    shown = run(*name.split(), "--help")
    assert shown.status == 0
    assert shown.out.endswith("\n".join(["examples:", *(f"  {example}" for example in examples), ""]))


@pytest.mark.parametrize("example", [example for _, example in EXAMPLES])
def test_every_example_is_a_command_line(example: str) -> None:
    assert parse(arguments(example)).run


DONE = [example for name, example in EXAMPLES if name not in (*PIP, "watch")]
"""The examples that need neither pip nor, as `watch` does, a terminal."""

EDITS = [example for name, example in EXAMPLES if name == "config edit"]
"""Commands that hand the terminal to another program."""

AT_LENGTH = ("sandtable test ", "--time 100")
"""What takes long: ``tox -e conformance`` runs the kit on every scenario, and a shell all (soak)."""


@pytest.mark.parametrize(
    "example",
    [
        example
        for example in DONE
        if example not in EDITS and not any(words in example for words in AT_LENGTH)
    ],
)
def test_every_example_does_what_it_says(
    example: str, shell: Path, run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shell / "work")
    monkeypatch.setenv("SANDTABLE_HOME", str(shell / "home"))
    words = shlex.split(example.partition(" > ")[0])
    for setting in words[: words.index("sandtable")]:
        monkeypatch.setenv(*setting.split("=", 1))
    ticks = count(step=0.25)
    monkeypatch.setattr("sandtable_tools.advice.budget.now", lambda: next(ticks))
    ran = run(*arguments(example))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out


SHORT = ["sandtable list", "sandtable resume lrdg-benghazi-road-3", *EDITS]
LONG = [pytest.param(example, marks=pytest.mark.soak) for example in DONE if example not in SHORT]


@pytest.mark.parametrize("example", [*SHORT, *LONG])
def test_an_example_does_so_in_a_shell(example: str, shell: Path) -> None:
    bin = f"{Path(sys.executable).parent}{os.pathsep}{shell / 'bin'}"
    done = subprocess.run(
        ["bash", "-c", example],
        cwd=shell / "work",
        env={
            **os.environ,
            "SANDTABLE_HOME": str(shell / "home"),
            "PATH": f"{bin}{os.pathsep}{os.environ['PATH']}",
            "EDITOR": "nano",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or ">" in example
