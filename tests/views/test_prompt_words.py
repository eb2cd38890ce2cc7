"""The words `replay` and `report` at the prompt."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

import sandtable
from sandtable_tools.kit import Typist
from sandtable_tools.views.signs import without_signs

SAVES = Path(__file__).parents[2] / "saves"


@pytest.fixture
def raid(tmp_path: Path) -> Iterator[Typist]:
    """A game that is saved, a few actions old."""
    session = sandtable.new("lrdg/el-alamein", seed=3)
    session.save(tmp_path / "g.jsonl")
    console = Typist(session, numbers=True).start()
    console.say("historical")
    yield console
    session.close()


def test_a_report_is_shown(raid: Typist) -> None:
    lines = raid.say("report").lines
    assert lines[:2] == ["Before First Alamein, 26 July 1942", ""]
    assert "Who Dares Wins!: Before First Alamein, 26 July 1942, an after-action report." in lines
    assert not any("SIWA" in line for line in lines)  # a map would be wrapped
    assert not any(line.startswith(("#  ", "## ", "```")) or "**" in line for line in lines)


def test_a_report_as_text_has_its_tables_in_columns_and_its_charts_as_they_are() -> None:
    table = "| Points | What for |\n|---|---|\n| +1.5 | SAS 1 |\n"
    report = f"## How\n\n{table}\n```text\n## | *a*\n| b |\n```\n\n**So** it *is*, 2 * 3 * 4.\n"
    assert list(without_signs(report)) == [
        *("How", "---", "", "Points  What for", "+1.5    SAS 1", ""),
        *("## | *a*", "| b |", "", "So it is, 2 * 3 * 4."),
    ]


@pytest.mark.parametrize("suffix", ["md", "html"])
def test_a_report_is_written_as_its_suffix_says(raid: Typist, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"raid.{suffix}"
    assert raid.say(f"report {file}").lines == [f"written to {file}"]
    assert "Before First Alamein" in file.read_text("utf-8")
    assert "no format .txt" in str(raid.say(f"report {tmp_path / 'raid.txt'}").error)


@pytest.mark.parametrize("word", ["report", "replay"])
def test_without_a_save_there_is_nothing_to_look_back_at(word: str) -> None:
    console = Typist(sandtable.new("lrdg/el-alamein", seed=3)).start()
    assert "this game is not saved" in str(console.say(word).error)


def test_without_a_terminal_the_replay_says_what_shows_it(raid: Typist, tmp_path: Path) -> None:
    assert f"sandtable replay {tmp_path / 'g.jsonl'} prints the game" in str(raid.say("replay").error)


def test_plain_lines_hold_for_replays_too(
    at_terminal: Callable[..., pexpect.spawn], home: Path, tmp_path: Path
) -> None:
    save = str(tmp_path / "g.jsonl")
    child = at_terminal("config", "set", "plain", "true")
    child.expect(pexpect.EOF)
    child = at_terminal("play", "lrdg/el-alamein", "--seed", "3", "--save", save)
    child.expect_exact("> ")
    child.send("historical\nreplay\nquit\n")
    child.expect(pexpect.EOF)
    assert b"replay needs a terminal" in child.before
    assert b"\x1b" not in child.before
    over = shutil.copy(SAVES / "lrdg-slonta.jsonl", tmp_path / "over.jsonl")
    child = at_terminal("resume", str(over))
    child.expect_exact("> ")
    child.send("1\nquit\n")
    child.expect(pexpect.EOF)
    assert b"replay needs a terminal" in child.before
    assert b"\x1b" not in child.before
    child = at_terminal("replay", save, "--step")
    child.expect(pexpect.EOF)
    assert b"replay without --step prints the game" in child.before
    assert b"\x1b" not in child.before


def test_the_replay_shows_the_map_at_a_terminal(
    at_terminal: Callable[..., pexpect.spawn], tmp_path: Path
) -> None:
    save = str(tmp_path / "g.jsonl")
    child = at_terminal("play", "lrdg/el-alamein", "--seed", "3", "--save", save, rows=40, columns=90)
    child.expect_exact("lrdg>")
    child.send("historical\r")
    child.expect_exact("What do the patrols do?")
    child.send("replay\r")
    child.expect_exact("line 1 of 2")
    child.expect_exact("Siwa Track")
    child.send("q")
    child.expect_exact("That was the game")
    child.send("quit\r")
    child.expect_exact("Saved in")
