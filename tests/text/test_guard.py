"""The guard around plugins: what they raise ends nothing, and a signal is no fault of theirs."""

from __future__ import annotations

import pytest
from own_handler import interruptible

from sandtable import SandtableError
from sandtable.text.guard import Guard, OddError, in_a_line
from sandtable.text.signals import Ended, Interrupted


class Own(BaseException):
    """An exception class that a plugin may define."""


ODD = [Own("x"), SystemExit(0), GeneratorExit(), KeyboardInterrupt()]
SIGNALS = [Interrupted(), Ended(143)]


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_exception_becomes_one_that_reads_alike(odd: BaseException) -> None:
    with interruptible(), pytest.raises(OddError) as caught, Guard():
        raise odd
    assert in_a_line(caught.value) == in_a_line(odd)
    assert caught.value.__cause__ is odd


@pytest.mark.parametrize("error", [ValueError("x"), *SIGNALS])
def test_an_exception_and_what_a_signal_raised_stay_as_they_are(error: BaseException) -> None:
    with pytest.raises(type(error)) as caught, Guard():
        raise error
    assert caught.value is error


def its_own_cause() -> Exception:
    error = ValueError("x")
    error.__cause__ = error
    return error


@pytest.mark.parametrize("error", [*ODD, ValueError("x"), StopIteration(), its_own_cause()])
def test_the_plugin_is_named_and_the_program_goes_on(error: BaseException) -> None:
    named: list[BaseException] = []
    with interruptible():
        for guard in [Guard(named.append)] * 2:
            with guard, guard:
                raise error
    assert named == [error, error]


@pytest.mark.parametrize("error", SIGNALS)
def test_a_signal_is_not_the_plugins_fault(error: BaseException) -> None:
    named: list[BaseException] = []
    with pytest.raises(type(error)), Guard(named.append):
        raise error
    assert named == []


def test_another_error_is_raised_in_its_place() -> None:
    with pytest.raises(SandtableError, match="so") as caught, Guard(lambda _: SandtableError("so")):
        raise ValueError("x")
    assert isinstance(caught.value.__cause__, ValueError)


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
        (Mute(), "Mute: its text cannot be read"),
        (ValueError("x" * 1_000), f"ValueError: {'x' * 185}..."),
    ],
)
def test_an_error_is_a_line_that_a_terminal_can_show(error: Exception, line: str) -> None:
    assert in_a_line(error) == line
