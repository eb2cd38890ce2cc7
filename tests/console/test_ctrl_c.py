"""Ctrl-C again and again at a terminal: no traceback, and the save is the game."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

ORDERS = ("1", "undo", "redo", "2", "note a note", "done", "abort", "undo", "status", "1")


@pytest.mark.parametrize(
    ("scenario", "seat"),
    [("megiddo/1918-even", "british"), ("lrdg/benghazi-road", "lrdg")],
)
def test_ctrl_c_after_every_order_leaves_a_save_that_is_the_game(
    scenario: str, seat: str, at_terminal: Callable[..., pexpect.spawn], tmp_path: Path, run
) -> None:
    path, shown = tmp_path / "g.jsonl", io.BytesIO()
    bots = ["--seat", "turkish=scripted"] if seat == "british" else []
    child = at_terminal("play", scenario, "--seed", "1", *bots, "--save", str(path))
    child.logfile_read = shown
    child.expect_exact(f"{seat}> ")
    for n in range(30):
        child.send(f"{ORDERS[n % len(ORDERS)]}\r" + "\x03" * (n % 4))
        child.expect_exact([f"{seat}> ", "[y/N] "])  # the next order declines what is asked
    left = 1
    while left:  # a press may discard the line
        child.send("quit\r")
        left = child.expect_exact(["Saved in", f"{seat}> "])
    child.expect(pexpect.EOF)
    assert child.wait() == 0
    for fault in ("Traceback", "Exception", "fault of the program", "never retrieved"):
        assert fault.encode() not in shown.getvalue()
    assert ": same, " in run("check", path).out
