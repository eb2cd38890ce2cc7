"""The kernel alone plays, saves, resumes, replays and verifies; and it names missing bots."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandtable.plugins.catalog import catalog
from sandtable_shell import asking

ROOT = Path(__file__).parents[2]
TOOLS = [path.parent.name for path in ROOT.glob("plugins/sandtable_tools/*/plugin.py")]

ALONE = """
import os, sys
os.environ["SANDTABLE_DISABLE_PLUGINS"] = sys.argv[1]
sys.modules["sandtable_tools"] = None  # who imports it fails
from sandtable_shell import main
for line in sys.stdin:
    print(f"$ {line}", end="", flush=True)
    if status := main(line.split()):
        raise SystemExit(status)
"""


@pytest.mark.parametrize("player", ["scripted", "random"])
@pytest.mark.parametrize("game", list(catalog().games.infos))
def test_a_game_is_listed_played_saved_resumed_replayed_and_verified(
    home: Path, game: str, player: str, tmp_path: Path
) -> None:
    seats, id = catalog().games.infos[game].seats, catalog().scenarios.of(game)[0]
    save, branch = tmp_path / "game.jsonl", tmp_path / "branch.jsonl"
    commands = (
        "list",
        f"list {game} --json",
        f"map {id}",
        f"rules {game}",
        f"play {id} --seed 1 --save {save} " + " ".join(f"--seat {seat}={player}" for seat in seats),
        f"replay {save}",
        f"replay {save} --verify",
        f"replay {save} --to 2 --play --save {branch} --input {os.devnull} --seat {seats[0]}=human",
        f"resume {branch} --input {os.devnull}",
        f"check {save} {branch}",
        "plugins list",
    )
    program, typed = [sys.executable, "-c", ALONE, ",".join(TOOLS)], "\n".join([*commands, ""])
    done = subprocess.run(program, input=typed, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-2000:]
    answers = dict(part.split("\n", 1) for part in f"\n{done.stdout}".split("\n$ ")[1:])
    assert answers[f"check {save} {branch}"].count(": same, ") == 2
    assert answers[f"replay {save} --verify"].startswith(f"{save}: verified")
    assert answers["plugins list"].count("disabled: by SANDTABLE_DISABLE_PLUGINS") > len(TOOLS) > 0


@pytest.fixture
def orphan(run: Any, shelf: Any, tmp_path: Path) -> Path:
    """A save with a bot that is no longer installed."""
    code = "from sandtable import Random\n@hookimpl\ndef bots(game): return {'oracle': Random}\n"
    shelf.hook("oracle", code)
    save = tmp_path / "game.jsonl"
    played = run("play", "megiddo/1918-even", "--seat", "turkish=oracle", "--save", save)
    assert played.status == 0
    assert run("plugins", "disable", "oracle").status == 0
    return save


@pytest.mark.parametrize("words", [("resume",), ("replay", "--play")], ids=" ".join)
def test_a_save_whose_bot_is_not_there_opens_and_asks_who_plays(
    run: Any, orphan: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    questions: list[str] = []
    monkeypatch.setattr(asking, "can_ask", lambda _: True)
    monkeypatch.setattr("builtins.input", lambda question: questions.append(question) or "random")
    ran = run(words[0], orphan, *words[1:], typed="done\n")
    assert 'no bot "oracle"' in ran.out
    assert "plugin oracle is disabled: by plugins disable oracle" in ran.out
    assert len(questions) == 1
    assert "Who plays the Turks?" in ran.out
    assert re.search("  1  human .*\n   2  scripted ", ran.out)
    assert ran.status == 0


@pytest.mark.parametrize("words", [("resume",), ("replay", "--play")], ids=" ".join)
def test_where_nobody_can_be_asked_it_says_how_to_name_another(
    run: Any, orphan: Path, words: tuple[str, ...]
) -> None:
    ran = run(words[0], orphan, *words[1:])
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith('sandtable: no bot "oracle"')
    assert ran.err.endswith("; say who plays, as in --seat turkish=scripted\n")
    assert run(words[0], orphan, *words[1:], "--seat", "t=scripted", typed="done\n").status == 0


@pytest.mark.parametrize("words", [("resume",), ("replay", "--play")], ids=" ".join)
def test_a_question_can_be_left(
    run: Any, orphan: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = orphan.read_bytes()
    monkeypatch.setattr(asking, "can_ask", lambda _: True)
    monkeypatch.setattr("builtins.input", lambda _: "q")
    ran = run(words[0], orphan, *words[1:])
    assert (ran.status, ran.err) == (0, "")
    assert orphan.read_bytes() == before


def test_a_word_that_is_disabled_says_so_at_the_prompt(run: Any, shelf: Any) -> None:
    shell = "from sandtable import ShellCommand\nWIRE = ShellCommand(lambda typed: 0)\n"
    files = {"__init__.py": "", "shell.py": shell}
    shelf.add(
        "wire", {"commands wire": "st_wire.shell:WIRE"}, {f"st_wire/{k}": v for k, v in files.items()}
    )
    run("plugins", "disable", "wire")
    ran = run("play", "megiddo/1918", typed="wire on\n")
    assert "command wire is disabled: by plugins disable wire" in ran.err


def test_a_plugin_stands_for_all_of_its_package(run: Any, shelf: Any) -> None:
    points = {"plugins scout": "st_scout.plugin", "scenarios megiddo.ride": "st_scout"}
    toml = (ROOT / "scenarios" / "sandtable_palestine" / "1918.toml").read_text(encoding="utf-8")
    files = {"st_scout/__init__.py": "", "st_scout/plugin.py": "", "st_scout/ride.toml": toml}
    shelf.add("scout", points, files)
    assert "megiddo/ride" in run("list", "megiddo").out
    run("plugins", "disable", "scout")
    assert "megiddo/ride" not in run("list", "megiddo").out


def test_it_is_shown_and_verified_all_the_same(run: Any, orphan: Path) -> None:
    assert run("replay", orphan).status == 0
    assert run("check", orphan).out.count(": same, ") == 1
