"""Tests of the shell command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

HIDDEN = "THE BRITISH DRAW 3 CARDS: "
"""An event whose end the Turks must not read."""


def unwrapped(text: str) -> str:
    """Join the lines of a text."""
    return " ".join(text.split())


def test_a_save_is_told_turn_by_turn(sandtable: Callable[..., str], save: Path) -> None:
    output = sandtable("dispatch", save).split("\n\n")
    assert [text[:12] for text in output[:2]] == ["ROUND 1 STOP", "ROUND 2 STOP"]
    assert all(len(line) <= 72 for text in output for line in text.splitlines())
    assert HIDDEN in unwrapped(output[0])


def test_one_turn_as_a_seat_may_know_it(sandtable: Callable[..., str], save: Path) -> None:
    output = sandtable("dispatch", save, "--turn", 1, "--as", "turk")
    assert output.startswith("ROUND 1 STOP THE BRITISH DRAW 9 CARDS STOP")
    assert "\n\n" not in output
    assert "THE BRITISH DRAW 3 CARDS STOP" in unwrapped(output)
    assert HIDDEN not in unwrapped(output)
    assert 'no turn "99"' in sandtable("dispatch", save, "--turn", 99, status=2)


def test_a_save_that_was_changed_tells_nothing(sandtable: Callable[..., str], save: Path) -> None:
    lines = save.read_text().splitlines(keepends=True)
    save.write_text("".join([*lines[:1], *lines[2:]]))
    assert "line 2 differs; see sandtable check" in sandtable("dispatch", save, status=2)
