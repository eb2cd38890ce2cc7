"""Confirmations of a sequence that ends before it began; numbers that are typed too early."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from sandtable_console.outputs import Confirm
from sandtable_tools.kit import Typist

Consoles = Callable[..., Typist]
Terminals = Callable[..., pexpect.spawn]
LeaveGame = Callable[..., int]
StorySaved = Callable[[], list[str]]

EMPTY = "Your Order of Battle is empty. Fight the round without a card?"


@pytest.fixture
def laying(console: Consoles) -> Typist:
    """The British Order of Battle with nothing laid, where `done` needs a confirmation."""
    table = console()
    table.say("done")
    table.picture()
    table.confirms = True
    return table


def question(console: Typist, line: str) -> str:
    """The question that answers a line, if it is a question."""
    return "".join(
        output.question for output in console.say(line).outputs if isinstance(output, Confirm)
    )


def test_done_with_nothing_laid_down_asks(laying: Typist) -> None:
    before = laying.session.journal.n
    assert question(laying, "done") == f"{EMPTY} [y/N] "
    assert str(laying.say("n").error) == '"done" was not done'
    assert laying.session.journal.n == before


def test_done_with_nothing_laid_down_is_done_when_it_is_meant(laying: Typist) -> None:
    question(laying, "done")
    laying.say("y")
    steps = laying.session.history.done
    own = [str(step.entry.action) for step in steps if step.entry.seat == "british"]
    assert own == ["done", "done"]


def test_another_line_than_an_answer_is_done_itself(laying: Typist) -> None:
    question(laying, "done")
    reply = laying.say("commit roads")
    assert str(reply.error) == '"done" was not done'
    assert str(laying.session.history.done[-1].entry.action) == "commit roads"


def test_done_with_something_laid_down_does_not_ask(laying: Typist) -> None:
    laying.say("commit roads")
    assert question(laying, "done") == ""


def test_a_script_is_not_asked(laying: Typist) -> None:
    laying.confirms = False
    assert laying.say("done").error is None


def test_a_number_typed_before_its_list_was_shown_is_dropped(stones: Typist) -> None:
    stones.start()
    stones.picture()
    stones.typed_ahead = True
    dropped = '"1" was typed before its list was shown, so it was ignored'
    assert str(stones.say("1").error) == dropped
    assert len(stones.session.history.done) == 0
    assert stones.say("1").error is None
    assert len(stones.session.history.done) == 1


def test_words_typed_ahead_are_done(stones: Typist) -> None:
    stones.start()
    stones.typed_ahead = True
    assert stones.say(str(stones.options[0])).error is None
    assert len(stones.session.history.done) == 1


@pytest.fixture
def opened(at_terminal: Terminals, tmp_path: Path) -> Terminals:
    """A game at a real terminal."""

    def start(*more: str, rows: int = 26, **env: str) -> pexpect.spawn:
        words = ["play", "megiddo/1918-even", "--seed", "11", "--seat", "turkish=scripted", *more]
        child = at_terminal(*words, "--save", str(tmp_path / "g.jsonl"), rows=rows, **env)
        child.expect_exact("[rule 2]")
        child.expect_exact(">")
        return child

    return start


@pytest.mark.parametrize(("term", "enter"), [("xterm", "\r"), ("dumb", "\n")])
def test_numbers_typed_within_a_second_do_not_play_a_round(
    opened: Terminals, story_saved: StorySaved, term: str, enter: str
) -> None:
    child = opened(TERM=term)
    child.send(enter.join(("8", "1", "6", "6", "6", "")))
    child.expect_exact("was typed before its list was shown, so it was ignored")
    child.send(f"quit{enter}")
    child.expect_exact("Saved in")
    child.expect(pexpect.EOF)
    assert "commit british-infantry" not in story_saved()


def test_q_with_enter_ends_a_page_and_nothing_else(
    opened: Terminals, leave_game: LeaveGame, story_saved: StorySaved
) -> None:
    child = opened()
    child.send("help\r")
    child.expect_exact("-- more")
    child.send("q")
    child.expect_exact("british>")
    child.send("\r")
    child.expect_exact("british>")
    child.send("disc dys\r")
    child.expect_exact("(1 chosen)")
    child.send("help\r")
    child.expect_exact("-- more")
    child.send("q\r")
    child.expect_exact("british>")
    child.send("note q was not quit\r")
    child.expect_exact("note: q was not quit")
    assert b"Leave the game?" not in child.before
    assert leave_game(child) == 0
    assert story_saved() == ["discard dysentery", "note q was not quit"]


def test_a_line_that_begins_with_q_is_read_at_a_page(opened: Terminals, story_saved: StorySaved) -> None:
    child = opened()
    child.send("help\r")
    child.expect_exact("-- more")
    child.send("quit\r")
    child.expect_exact("Saved in")
    child.expect(pexpect.EOF)
    assert story_saved() == []
