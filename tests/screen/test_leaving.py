"""A game on the whole screen is left in many ways; the terminal is always as it was found."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from screens import Watched

if TYPE_CHECKING:
    from shelves import Shelf

Terminals = Callable[..., Watched]

RAID = ("play", "lrdg/benghazi-road", "--seed", "3")

SAVE = Path(__file__).parents[2] / "saves" / "lrdg-slonta.jsonl"

KEYS = " F1 options"

CTRL_BACKSLASH = "\x1c"


def test_quit_leaves_the_terminal_as_it_was_found(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS).send("quit\r")
    assert seen.end() == 0
    seen.check_left_as_found()
    assert b"Saved in" in seen.raw[seen.raw.rfind(b"\x1b[?1049l") :]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_as_it_was_found(watched: Terminals, number: int) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.child.kill(number)
    assert seen.end() == 128 + number
    seen.check_left_as_found()


def test_ctrl_backslash_while_a_hint_thinks_leaves_the_terminal_as_it_was_found(
    watched: Terminals,
) -> None:
    words = ("play", "megiddo/1918-even", "--seed", "11", "--seat", "turkish=scripted")
    seen = watched(*words).wait("british>", KEYS).send("hint 1000000\r").wait("Ctrl-C")
    seen.child.send(CTRL_BACKSLASH)
    assert seen.end() == 128 + signal.SIGQUIT
    seen.check_left_as_found()
    assert b"Saved in" in seen.raw


def test_two_signals_at_once_leave_the_terminal_as_it_was_found(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.child.kill(signal.SIGTERM)
    seen.child.kill(signal.SIGHUP)
    assert seen.end() in (128 + signal.SIGTERM, 128 + signal.SIGHUP, -signal.SIGHUP)
    seen.check_left_as_found()


def test_a_lesson_leaves_the_terminal_as_it_was_found(watched: Terminals) -> None:
    seen = watched("learn", "lrdg").wait("Press Enter to begin.", KEYS).send("quit\r")
    assert seen.end() == 0
    seen.check_left_as_found()


def test_a_watched_save_leaves_the_terminal_as_it_was_found(watched: Terminals) -> None:
    seen = watched("watch", str(SAVE)).wait("? help", "q leave")
    seen.child.kill(signal.SIGTERM)
    assert seen.end() == 128 + signal.SIGTERM
    seen.check_left_as_found()


def test_a_fault_of_the_program_leaves_the_terminal_as_it_was_found(
    watched: Terminals, shelf: Shelf
) -> None:
    shelf.hook("fault", "from sandtable_console import Console\nConsole._do_rows = lambda *_: 1 / 0\n")
    seen = watched(*RAID).wait("lrdg>", KEYS).send("historical\r")
    assert seen.end() == 1
    seen.check_left_as_found()
    assert b"ZeroDivisionError" in seen.raw[seen.raw.rfind(b"\x1b[?1049l") :]


def test_a_picture_that_cannot_be_drawn_gives_way_to_the_prompt_that_scrolls(
    watched: Terminals, shelf: Shelf
) -> None:
    code = "from sandtable_tools.screen.stage import Stage\nbelow = Stage.below\n"
    code += "Stage.below = lambda self, text, width: 1 / (text != 'x') and below(self, text, width)\n"
    shelf.hook("fault", code)
    seen = watched(*RAID).wait("lrdg>", KEYS).send("x")
    seen.until(lambda: b"\x1b[?1049l" in seen.raw).wait(
        "failed in its screen full: ZeroDivisionError", "lrdg>"
    )
    seen.send("quit\r")
    assert seen.end() == 0
    seen.check_left_as_found()


def test_ctrl_z_gives_the_terminal_back_and_goes_on(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("\x1a").until(lambda: b"\x1b[?1049l" in seen.raw)
    assert b"\x1b[?7h" in seen.raw  # lines wrap again
    seen.child.kill(signal.SIGCONT)  # a program that leads its session may have gone on by itself
    seen.until(lambda: seen.raw.rfind(b"\x1b[?1049h") > seen.raw.rfind(b"\x1b[?1049l"))
    seen.send("quit\r")
    assert seen.end() == 0


def test_ctrl_l_draws_it_again_and_leaves_what_was_there_before(watched: Terminals) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    before = seen.raw.count(b"\x1b[2J")
    seen.send("\x0c").until(lambda: seen.raw.count(b"\x1b[2J") > before and KEYS in seen.text)
    assert seen.raw.count(b"\x1b[?1049l") == 0
    seen.send("quit\r")
    assert seen.end() == 0
    seen.check_left_as_found()


def test_ctrl_c_empties_the_line_and_ctrl_d_leaves_the_terminal_as_it_was_found(
    watched: Terminals,
) -> None:
    seen = watched(*RAID).wait("lrdg>", KEYS)
    seen.send("historical").wait("lrdg> historical").send("\x03").gone("lrdg> historical")
    seen.send("\x04")
    assert seen.end() == 0
    seen.check_left_as_found()
