"""Refusals, questions about them, going back, and pastes, typed at a real terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

LeaveGame = Callable[..., int]
StorySaved = Callable[[], list[str]]


@pytest.fixture
def terminal(at_terminal: Callable[..., pexpect.spawn], tmp_path: Path) -> pexpect.spawn:
    """A game at a terminal of 30 x 100, at the first choice."""
    words = ["play", "megiddo/1918-even", "--seed", "11", "--seat", "turkish=scripted"]
    child = at_terminal(*words, "--save", str(tmp_path / "g.jsonl"), rows=30, columns=100)
    child.expect_exact("[rule 2]")
    child.expect_exact("british>")
    return child


def says(child: pexpect.spawn, line: str, *answers: str) -> None:
    child.send(f"{line}\r")
    for answer in answers:
        child.expect_exact(answer)
    child.expect_exact("british>")  # a number typed before it is dropped


def test_an_illegal_command_is_refused_and_why_shows_more(
    terminal: pexpect.spawn, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    says(terminal, "commit roads", "commit is for Order of Battle [rule 3], not")
    says(
        terminal,
        "why",
        "commit is for Order of Battle [rule 3], not Reserve [rule 2]: type discard or done.",
    )
    assert leave_game(terminal) == 0
    assert story_saved() == []


def test_an_ambiguous_word_asks_and_a_number_answers(
    terminal: pexpect.spawn, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    says(terminal, "discard", "can mean any of these: pick a number")  # the hint while typing is shorter
    says(terminal, "1", "(1 chosen)")
    assert leave_game(terminal) == 0
    assert story_saved() == ["discard british-infantry"]


def test_undo_rollback_and_history_go_back_and_show(
    terminal: pexpect.spawn, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    says(terminal, "disc dys", "(1 chosen)")
    says(terminal, "undo", "Undone: discard Dysentery", "(0 chosen)")
    says(terminal, "disc dys; disc eng", "(2 chosen)")
    says(terminal, "rollback", "2 actions undone", "(0 chosen)")
    says(terminal, "redo", "Redone: discard Dysentery", "(1 chosen)")
    says(terminal, "history", "Round 1: line ")
    assert leave_game(terminal) == 0
    assert story_saved() == ["discard dysentery"]


def test_a_paste_is_done_row_by_row_up_to_what_is_wrong(
    terminal: pexpect.spawn, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    rows = ["disc dys", *["log 0"] * 97, "disc zebra", "done"]
    terminal.send("\x1b[200~" + "\n".join(rows) + "\x1b[201~")
    terminal.send("\r")
    terminal.expect_exact("(1 chosen)")
    terminal.expect_exact('Line 99 of 100, "disc zebra", was not done')
    assert leave_game(terminal) == 0
    assert story_saved() == ["discard dysentery"]
