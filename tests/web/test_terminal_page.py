"""The program at a terminal in a page, without a browser: CPython, and a page that types."""

from __future__ import annotations

import asyncio
import io
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from prompt_toolkit.application import application
from prompt_toolkit.keys import Keys

from sandtable.tooling import config
from sandtable_console import background, sinks
from sandtable_tools.web.terminal_page import PageInput, Terminal

CURSOR = "\x1b[?25h"  # shown when all is drawn

PLAY = ("play", "lrdg/slonta", "--seed", "5")


def test_keys_are_read_once_and_in_order_without_ctrl_z() -> None:
    typed = PageInput()
    typed.feed("\x1b[A\x1a1\r")
    assert [press.key for press in typed.read_keys()] == [Keys.Up, "1", Keys.ControlM]
    assert typed.read_keys() == []


def test_who_begins_to_listen_is_told_of_keys_that_were_typed_before() -> None:
    typed, told = PageInput(), []
    typed.feed("1")
    with typed.attach(lambda: told.append("told")):
        typed.feed("2")
        with typed.detach():
            typed.feed("3")
    typed.feed("4")
    assert len(told) == 2
    assert "".join(press.key for press in typed.read_keys()) == "1234"


class Page:
    """A page that types a line at each prompt, and `thinking` whenever its keys are looked for."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.thinking = ""
        self.elsewhere: set[str] = set()
        self.shown = ""
        self.asked = self.kept = 0
        self.terminal = Terminal(self, self.wait)

    def run(self, *words: str, lines: str = "", columns: int = 120, rows: int = 40) -> int:
        self.lines = lines.splitlines()
        self.terminal.resize(columns, rows)
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(Tty()):
            patch.setattr(sys, "stdin", Tty())
            return self.terminal.run(words, "light")

    def write(self, text: str) -> None:
        self.shown += text
        if self.asked < self.kept and text.endswith(CURSOR) and self.lines:
            self.asked, line = self.kept, self.lines.pop(0)
            asyncio.get_running_loop().call_soon(self.terminal.feed, f"{line}\r")

    def tick(self) -> str:
        return "tick"

    def keep(self) -> None:
        self.kept += 1

    def hold(self, save: str) -> bool:
        return save not in self.elsewhere

    def wait(self, promise: object) -> object:
        if promise == "tick":
            self.terminal.feed(self.thinking)
        return promise


class Tty(io.StringIO):
    """A stream of a terminal, which the engine has in place of ours."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return -1


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Page:
    """Such a page; what it replaces is put back."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    for name in ("COLUMNS", "LINES"):
        monkeypatch.setenv(name, "80")
    for module, name in (
        (application, "attach_winch_signal_handler"),
        (background, "background"),
        (sinks, "make_sink"),
    ):
        monkeypatch.setattr(module, name, getattr(module, name))
    loop = ModuleType("pyodide.webloop")
    loop.WebLoop = SimpleNamespace()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide.webloop", loop)
    monkeypatch.setenv("TERM", "xterm-256color")
    return Page()


LINES = "historical\nmark Y2/A\n"


def test_a_game_at_a_page_has_the_bytes_of_one_from_the_command_line(
    page: Page, run: Any, tmp_path: Path
) -> None:
    assert page.run(*PLAY, lines=f"{LINES}quit") == 0
    assert run(*PLAY, "--save", tmp_path / "there.jsonl", typed=LINES).status == 0
    here = config.saves_folder() / "lrdg-slonta-5.jsonl"
    assert here.read_bytes() == (tmp_path / "there.jsonl").read_bytes()
    assert page.kept > len(LINES.splitlines())  # before each line, and at the end


def test_ctrl_c_stops_a_hint_while_it_thinks(page: Page) -> None:
    page.thinking = "\x03"
    assert page.run(*PLAY, lines=f"{LINES}hint 600s\nquit") == 0
    assert "No clear best yet" in page.shown or "Stopped" in page.shown


def test_keys_typed_while_it_thinks_remain_for_the_next_line(page: Page) -> None:
    page.thinking = "odds\x03quit\r"
    assert page.run(*PLAY, lines=f"{LINES}hint 600s") == 0


def test_a_game_that_another_tab_has_open_is_not_played_here(
    page: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    page.elsewhere = {"lrdg-slonta-5.jsonl"}
    assert page.run(*PLAY) == 2
    assert "lrdg-slonta-5.jsonl is open in another tab" in capsys.readouterr().err


def test_a_page_that_becomes_narrow_is_drawn_again(page: Page) -> None:
    narrower = iter([(60, 30)])
    write = page.write

    def shrink(text: str) -> None:
        write(text)
        for size in narrower if "historical" in text else ():
            asyncio.get_running_loop().call_soon(page.terminal.resize, *size)

    page.write = shrink  # type: ignore[method-assign]
    assert page.run(*PLAY, lines="look\nquit") == 0
    assert page.shown.count("Bir Tengeder") > 3
