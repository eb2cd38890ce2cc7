"""The progress line: its text, and its behaviour at a terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from sandtable_console import waiting
from sandtable_shell.progress import progress_bar, status_line

ANEW = "\r\x1b[K"
"""The sequence before each text of the line."""


class Terminal(io.StringIO):
    """A standard error that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, home: Path) -> Callable[[], Terminal]:
    """Makes standard error a terminal inside the test, since pytest sets it after its fixtures."""

    def sit_down() -> Terminal:
        screen = Terminal()
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setenv("TERM", "xterm")
        return screen

    return sit_down


def test_a_bar_fills_with_the_games_that_are_done(terminal: Callable[[], Terminal]) -> None:
    screen = terminal()
    with progress_bar(400) as advance:
        assert advance
        advance(40)
        advance(360)
    _, nothing, tenth, whole, empty = screen.getvalue().split(ANEW)
    assert nothing == f"  0% [{'-' * 30}] of 400 games"
    assert tenth.startswith(f" 10% [###{'-' * 27}] of 400 games, 0:00:0")
    assert whole == f"100% [{'#' * 30}] of 400 games"
    assert empty == ""


def test_a_bar_of_one_game_and_a_count_of_one_say_game(terminal: Callable[[], Terminal]) -> None:
    screen = terminal()
    with progress_bar(1):
        pass
    with progress_bar(400, 1, until=0.02):
        pass
    assert " of 1 game\r" in screen.getvalue()
    assert "1 game (until 2 %)" in screen.getvalue()


def test_a_bar_begins_with_the_games_that_are_there(terminal: Callable[[], Terminal]) -> None:
    screen = terminal()
    with progress_bar(400, 300) as advance:
        assert advance
        advance(20)
    assert " 75% [" in screen.getvalue()
    assert " 80% [" in screen.getvalue()


def test_until_a_width_is_reached_games_are_counted(terminal: Callable[[], Terminal]) -> None:
    screen = terminal()
    with progress_bar(400, 300, until=0.02) as advance:
        assert advance
        advance(20, 0.041)
    assert screen.getvalue().split(ANEW)[1:] == [
        "300 games (until 2 %)",
        "320 games, known to within 4.1 % (until 2 %)",
        "",
    ]


def test_the_line_is_emptied_whatever_happens(terminal: Callable[[], Terminal]) -> None:
    screen = terminal()
    with pytest.raises(KeyboardInterrupt), progress_bar(4):
        raise KeyboardInterrupt
    assert screen.getvalue().endswith(ANEW)


def test_the_same_text_is_written_once(terminal: Callable[[], Terminal]) -> None:
    screen = terminal()
    with status_line() as show:
        show("stones")
        show("stones")
    assert screen.getvalue() == f"{ANEW}stones{ANEW}"


def test_a_message_replaces_the_progress_line(
    terminal: Callable[[], Terminal],
) -> None:
    screen = terminal()
    with status_line() as show:
        show("stones")
        waiting.erase_progress()
        print("a worker is lost", file=sys.stderr)
        show("more stones")
    assert screen.getvalue() == f"{ANEW}stones{ANEW}a worker is lost\n{ANEW}more stones{ANEW}"


@pytest.mark.parametrize("why", ["a pipe", "no stderr", "a dumb terminal", "plain lines"])
def test_nothing_is_written_where_a_line_cannot_move(
    why: str, terminal: Callable[[], Terminal], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen: io.StringIO = terminal()
    match why:
        case "a pipe":
            screen = io.StringIO()
            monkeypatch.setattr(sys, "stderr", screen)
        case "no stderr":
            monkeypatch.setattr(sys, "stderr", None)
        case "a dumb terminal":
            monkeypatch.setenv("TERM", "dumb")
        case _:
            home.mkdir()
            (home / "config.toml").write_text("plain = true\n")
    with progress_bar(4) as advance, status_line() as show:
        assert advance is None
        show("stones")
        waiting.erase_progress()
    assert screen.getvalue() == ""


# At a real terminal.


def script(*lines: str) -> tuple[str, str]:
    """The code of a program that advances a bar by one game of four, followed by these lines."""
    before = ("import select, sys", "from sandtable_shell.progress import progress_bar")
    return "-c", "\n".join([*before, "with progress_bar(4) as advance:", "    advance(1)", *lines])


def test_ctrl_c_stops_at_once_and_leaves_an_empty_line(
    at_terminal: Callable[..., pexpect.spawn],
) -> None:
    words = script(
        *("    try: advance(1); sys.stdin.read()", "    except KeyboardInterrupt: sys.exit('stopped')"),
    )
    child = at_terminal(*words, program=sys.executable)
    child.expect_exact(" 50% [########")
    child.sendintr()  # maybe while the bar is still drawn
    child.expect(pexpect.EOF)
    assert child.before.decode().endswith(f"^C{ANEW}stopped\r\n")
    assert child.wait() == 1


def test_keys_typed_meanwhile_are_kept_for_the_next_reader(
    at_terminal: Callable[..., pexpect.spawn],
) -> None:
    words = script("    select.select([sys.stdin], [], [])", "print('read', input())")
    child = at_terminal(*words, program=sys.executable)
    child.expect_exact(" 25% [#######-")
    child.send("next\r")
    child.expect_exact("read next")
    child.expect(pexpect.EOF)
    assert child.wait() == 0


def test_a_bar_needs_no_keyboard_and_leaves_standard_output_alone(
    at_terminal: Callable[..., pexpect.spawn], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    program = f'exec {sys.executable} -c "$0" < /dev/null > {out}'
    child = at_terminal("-c", program, script("print('done')")[1], program="/bin/sh")
    child.expect_exact(" 25% [#######-")
    child.expect(pexpect.EOF)
    assert child.before.decode().endswith(ANEW)
    assert child.wait() == 0
    assert out.read_text() == "done\n"
