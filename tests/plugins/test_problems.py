"""Problems of plugins: each is reported once, and in one line."""

from __future__ import annotations

import pytest

from sandtable import SandtableError
from sandtable.plugins.problems import Problems, in_a_line


def test_a_noted_line_is_reported_once_even_after_it_was_shown() -> None:
    problems = Problems(["at the start"])
    problems.note(["a", "b", "a"])
    assert problems.take() == ["at the start", "a", "b"]
    problems.note(["b", "c"])
    assert problems == ["c"]


def test_taking_the_lines_removes_them() -> None:
    problems = Problems(["a"])
    shown = problems.take()
    problems.append("later")
    assert (shown, problems.take(), problems.take()) == (["a"], ["later"], [])


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (SandtableError("no\n  such bot"), "no such bot"),
        (ValueError("two\nlines"), "ValueError: two lines"),
        (KeyError(), "KeyError"),
        (ValueError("\x1b[31m"), r"ValueError: \x1b[31m"),
        (Mute(), "Mute: it cannot say what"),
    ],
)
def test_an_error_is_a_line_that_a_terminal_can_show(error: Exception, line: str) -> None:
    assert in_a_line(error) == line
