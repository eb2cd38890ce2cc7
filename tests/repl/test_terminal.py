"""The prompt itself: a few lines through a pipe, and a real terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

import sandtable
from sandtable.repl.prompt import Terminal

SANDTABLE = str(Path(sys.executable).with_name("sandtable"))


def played(text: str, **seats: str) -> sandtable.Session:
    """A game played with these keys."""
    session = sandtable.new("megiddo/1918-even", seed=11, seats=seats)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(text)
        Terminal(session).play()
    return session


def test_lines_are_done_until_the_player_leaves() -> None:
    session = played("disc dys\rdone\rquit\r", turkish="scripted")
    assert [str(entry.action) for entry in session.story[1:3]] == ["discard dysentery", "done"]


def test_ctrl_c_cancels_the_line_and_ctrl_d_leaves() -> None:
    session = played("discard engineer\x03disc dys\r\x04", turkish="scripted")
    assert [str(entry.action) for entry in session.story[1:]] == ["discard dysentery"]


def test_history_is_kept_between_runs(home: Path) -> None:
    played("disc dys\rquit\r", turkish="scripted")
    assert "+disc dys" in (home / "history").read_text()


def test_two_at_one_keyboard_leave_no_history(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = played("\rdisc dys\rdone\r\rquit\r")
    assert session.to_move == "turkish"
    assert not (home / "history").exists()
    british, _, turkish = capsys.readouterr().out.partition("\x1b[3J")
    assert "British hand: " in british
    assert "Turkish hand: " in turkish
    assert "British hand: " not in turkish
    assert "Turkish hand: " not in british


@pytest.fixture
def terminal(home: Path, tmp_path: Path) -> Iterator[pexpect.spawn]:
    """A game at a real terminal of 80 x 24."""
    home.mkdir()
    words = ["play", "megiddo/1918-even", "--seed", "11", "--seat", "turkish=scripted"]
    env = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "SANDTABLE_HOME": str(home)}
    child = pexpect.spawn(
        SANDTABLE,
        [*words, "--save", str(tmp_path / "g.jsonl")],
        env=env,
        dimensions=(24, 80),
        timeout=20,
    )
    yield child
    child.close(force=True)


def test_a_game_starts_is_played_and_left(terminal: pexpect.spawn) -> None:
    assert terminal.expect_exact("[rule 2]") == 0
    terminal.send("disc dys\r")
    assert terminal.expect_exact("(1 chosen)") == 0
    terminal.send("\x04")
    assert terminal.expect_exact("To be continued.") == 0
    terminal.expect(pexpect.EOF)


def test_tab_completes(terminal: pexpect.spawn) -> None:
    assert terminal.expect_exact("[rule 2]") == 0
    terminal.send("discard dys\t")
    assert terminal.expect_exact("dysentery") == 0
    terminal.send("\r")
    assert terminal.expect_exact("(1 chosen)") == 0


def test_ctrl_c_keeps_the_game(terminal: pexpect.spawn) -> None:
    assert terminal.expect_exact("[rule 2]") == 0
    terminal.send("something wrong\x03")
    terminal.send("disc dys\r")
    assert terminal.expect_exact("(1 chosen)") == 0


def test_a_dumb_terminal_gets_plain_lines(home: Path) -> None:
    home.mkdir()
    words = ["play", "megiddo/1918-even", "--seed", "11", "--seat", "turkish=scripted"]
    env = {**os.environ, "TERM": "dumb", "SANDTABLE_HOME": str(home)}
    child = pexpect.spawn(SANDTABLE, words, env=env, dimensions=(24, 80), timeout=20)
    assert child.expect_exact("> ") == 0
    child.send("disc dys\n")
    assert child.expect_exact("(1 chosen)") == 0
    child.send("\x04")
    assert child.expect_exact("To be continued.") == 0
    assert b"\x1b[" not in child.before
    child.close(force=True)


def test_alone_at_a_terminal_it_offers_games(home: Path) -> None:
    home.mkdir()
    env = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "SANDTABLE_HOME": str(home)}
    child = pexpect.spawn(SANDTABLE, env=env, dimensions=(24, 80), timeout=20)
    assert child.expect_exact("megiddo/1918-even") == 0
    child.send("99\n")
    assert child.expect_exact("was expected") == 0
    child.send("even\n")
    assert child.expect_exact("Who plays british") == 0
    child.send("\n")
    assert child.expect_exact("Who plays turkish") == 0
    child.send("\n")
    assert child.expect_exact("[rule 2]") == 0
    child.send("\x04")
    assert child.expect_exact("To be continued.") == 0
    child.close(force=True)


def test_nothing_slow_is_imported_before_the_first_prompt() -> None:
    code = (
        "import sys, sandtable.repl.prompt, sandtable.cli.play; "
        "sys.exit(bool({'rich', 'concurrent.futures.process', 'hypothesis'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
